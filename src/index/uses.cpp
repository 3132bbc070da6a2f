#include "index/uses.hpp"

#include <algorithm>
#include <vector>

#include "base/lines.hpp"
#include "isa/functions.hpp"

namespace vellum::index {

namespace {

/// The lines of the script that was asked last.
class Sources {
  public:
    explicit Sources(Database& database)
        : source_(database.prepare("SELECT source FROM script WHERE id = ?")) {}
    [[nodiscard]] std::string line(std::int64_t script, std::size_t number) {
        if (script != script_) {
            source_.start(script);
            text_ = source_.step() ? source_.text(0) : std::string_view();
            source_.reset();
            begins_ = line_begins(text_);
            script_ = script;
        }
        if (number == 0 || number > begins_.size()) return {};
        const std::string_view rest = std::string_view(text_).substr(begins_[number - 1]);
        std::string_view line = rest.substr(0, rest.find('\n'));
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first == std::string_view::npos) return {};
        line = line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
        // The head of what is left as assembly says nothing of the use.
        return line.ends_with("asm {") ? std::string() : std::string(line);
    }

  private:
    Statement source_;
    std::int64_t script_ = -1;
    std::string text_;
    std::vector<std::size_t> begins_;
};

} // namespace

Result<void> find_uses(Database& database, const tools::NamePattern& wanted, const tools::NamePattern* in,
                       const std::function<void(std::int64_t script, tools::Use&& use)>& visit) {
    database.run("CREATE TEMP TABLE IF NOT EXISTS wanted(id INTEGER PRIMARY KEY, kind TEXT, text TEXT);"
                 "DELETE FROM temp.wanted");
    {
        // Texts for players and instructions are names of the index alone.
        Statement names =
            database.prepare("SELECT id, kind, text FROM name WHERE kind NOT IN ('text', 'instruction')");
        Statement insert = database.prepare("INSERT INTO temp.wanted VALUES(?, ?, ?)");
        names.start();
        while (names.step()) {
            const bool called = names.text(1) == to_string(ReferenceKind::function) && !wanted.is_pattern() &&
                                !wanted.text().empty() && wanted.accepts(names.text(1), wanted.text()) &&
                                isa::is_called(names.text(2), wanted.text());
            if (called || wanted.accepts(names.text(1), names.text(2)))
                insert.run(names.integer(0), names.text(1), names.text(2));
        }
    }
    Sources sources(database);
    Statement uses = database.prepare("SELECT u.script, w.kind, w.text, f.name, u.address, u.line "
                                      "FROM temp.wanted w CROSS JOIN name_in i ON i.name = w.id "
                                      "CROSS JOIN use u ON u.script = i.script AND u.name = w.id "
                                      "LEFT JOIN function f ON f.script = u.script AND f.n = u.function "
                                      "ORDER BY u.script, u.n");
    uses.start();
    while (uses.step()) {
        const std::string_view function = uses.text(3);
        if (in != nullptr &&
            (function.empty() ||
             !(in->accepts({}, function) || (!in->is_pattern() && isa::is_called(function, in->text())))))
            continue;
        tools::Use use;
        use.kind = uses.text(1);
        use.name = uses.text(2);
        use.function = function;
        use.address = static_cast<std::uint32_t>(uses.integer(4));
        use.line = static_cast<std::uint32_t>(uses.integer(5));
        use.source = sources.line(uses.integer(0), use.line);
        visit(uses.integer(0), std::move(use));
    }
    return database.result();
}

} // namespace vellum::index
