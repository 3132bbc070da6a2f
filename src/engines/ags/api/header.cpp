// Declarations in the table's order, between the conditions that they have in common.
#include "engines/ags/api/header.hpp"

#include <initializer_list>
#include <utility>
#include <vector>

namespace vellum::ags::api {

namespace {

/// What a guard of the table is called in a header, without its '!'.
std::string macro_of(std::string_view guard) {
    if (guard.starts_with('v')) return "SCRIPT_API_" + std::string(guard);
    if (guard.starts_with('<')) return "SCRIPT_COMPAT_" + std::string(guard.substr(1));
    return std::string(guard);
}

class Writer {
  public:
    void row(const Row& row) {
        conditions(row.guards);
        declaration(row);
        text_ += '\n';
    }
    std::string finish() {
        conditions({});
        return std::move(text_);
    }

  private:
    void conditions(std::string_view guards) {
        std::vector<std::string_view> wanted;
        while (!guards.empty()) wanted.push_back(take_word(guards));
        std::size_t kept = 0;
        while (kept < open_.size() && kept < wanted.size() && open_[kept] == wanted[kept]) ++kept;
        for (; open_.size() > kept; open_.pop_back()) text_ += "#endif\n";
        for (; open_.size() < wanted.size(); open_.push_back(wanted[open_.size()])) {
            const std::string_view guard = wanted[open_.size()];
            const bool negated = guard.starts_with('!');
            put({negated ? "#ifndef " : "#ifdef ", macro_of(negated ? guard.substr(1) : guard), "\n"});
        }
    }

    void declaration(const Row& row) {
        switch (row.kind) {
        case RowKind::macro: put({"#define ", row.name, " ", row.value}); break;
        case RowKind::undefine: put({"#undef ", row.name}); break;
        case RowKind::enumeration: put({"enum ", row.name, " {"}); break;
        case RowKind::constant: put({"  ", row.name, row.value.empty() ? "" : " = ", row.value, ","}); break;
        case RowKind::structure:
            words(row.words);
            put({"struct ", row.name, row.value.empty() ? "" : " extends ", row.value, " {"});
            break;
        case RowKind::forward:
            words(row.words);
            put({"struct ", row.name, ";"});
            break;
        case RowKind::end: text_ += "};"; break;
        case RowKind::function: function(row); break;
        case RowKind::property: typed(row, "  import ", "attribute "); break;
        case RowKind::field: typed(row, "  ", ""); break;
        case RowKind::variable: typed(row, "import ", ""); break;
        }
    }

    void function(const Row& row) {
        put({row.owner.empty() ? "import " : "  import "});
        words(row.words);
        // Compilers of the time took a plain `string` for a result; today's refuses it and makes the same of
        // this.
        if (row.type == "string" && !row.has_word("const")) text_ += "const ";
        put({row.type, " ", row.name, "("});
        std::string_view divider;
        for (std::string_view rest = row.parameters; !rest.empty(); divider = ", ")
            put({divider, take_word(rest, ',')});
        text_ += ");";
    }

    void typed(const Row& row, std::string_view before, std::string_view sort) {
        put({before});
        words(row.words);
        put({sort, row.type, " ", row.name, row.index, ";"});
    }

    void words(std::string_view words) {
        if (!words.empty()) put({words, " "});
    }
    void put(std::initializer_list<std::string_view> parts) {
        for (const std::string_view part : parts) text_ += part;
    }

    std::string text_;
    std::vector<std::string_view> open_;
};

} // namespace

std::string api_header(Release release) {
    Writer writer;
    Rows rows;
    for (Row row; rows.next(row);)
        if (row.in(release)) writer.row(row);
    return writer.finish();
}

} // namespace vellum::ags::api
