// Both extensions are tables of records of words, and a table of texts. Records may be longer than what is
// known of them: their sizes are stated.
#include "engines/ags/format/reflection.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string_view>

#include "base/bytes.hpp"
#include "engines/ags/codes.hpp"

namespace vellum::ags {

namespace {

constexpr std::uint32_t word_size = 4;
constexpr std::uint32_t deepest = 8; ///< Of structs in structs, and of parents.

/// One extension: words at stated places.
class Tables {
  public:
    explicit Tables(const Extension& extension) : data_(extension.data), name_(extension.name) {}

    /// Word i of the head, 0 behind its end.
    [[nodiscard]] std::uint32_t head(std::size_t i) const { return word(i * word_size); }

    struct Table {
        std::uint32_t size = 0, offset = 0, count = 0;
    };
    /// Words `first` and the next two of the head. Fails if the table is not inside the extension, or its
    /// records are shorter than `least` words.
    Table table(std::size_t first, std::uint32_t least) {
        const Table made{head(first), head(first + 1), head(first + 2)};
        const bool fits = made.count == 0 || (made.size >= least * word_size && made.offset <= data_.size() &&
                                              made.count <= (data_.size() - made.offset) / made.size);
        if (fits) return made;
        wrong("a table lies outside of it");
        return {};
    }
    void texts(std::size_t first) {
        const std::uint64_t offset = head(first), size = head(first + 1);
        if (offset > data_.size() || size > data_.size() - offset)
            wrong("its texts lie outside of it");
        else
            texts_ = as_text(data_.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size)));
    }

    /// Word i of a record.
    [[nodiscard]] std::uint32_t of(const Table& table, std::uint32_t record, std::size_t i) const {
        return word(table.offset + std::size_t{record} * table.size + i * word_size);
    }
    /// A part of another table, which begins at `first`.
    [[nodiscard]] std::uint32_t part(const Table& table, std::uint32_t first, std::uint32_t count) {
        if (count == 0 || (first <= table.count && count <= table.count - first)) return count;
        wrong("a record names parts that are not there");
        return 0;
    }
    std::string text(std::uint32_t offset) {
        // Texts may be named often: what is copied is counted, and no honest file copies its texts so often.
        const std::string_view rest = offset < texts_.size() ? texts_.substr(offset) : std::string_view();
        const std::string_view found = rest.substr(0, rest.find('\0'));
        copied_ += found.size();
        if (copied_ > 64 * data_.size()) {
            wrong("its texts are named too often");
            return {};
        }
        return std::string(found);
    }
    void wrong(std::string_view what) {
        if (!problem_)
            problem_ = make_diagnostic(codes::scom_reflection, "'" + name_ + "': " + std::string(what));
    }
    [[nodiscard]] const std::optional<Diagnostic>& problem() const { return problem_; }

  private:
    [[nodiscard]] std::uint32_t word(std::size_t at) const {
        return at + word_size <= data_.size() ? load_u32(data_.data() + at) : 0;
    }

    std::span<const std::byte> data_;
    std::string name_;
    std::string_view texts_;
    std::size_t copied_ = 0;
    std::optional<Diagnostic> problem_;
};

void read_types(Tables& in, Reflection& out) {
    const auto locations = in.table(3, 2), types = in.table(6, 8), fields = in.table(9, 5);
    in.texts(12);
    std::map<std::uint32_t, std::uint32_t> files; // places of their names, by their ids
    for (std::uint32_t i = 0; i < locations.count; ++i)
        files.try_emplace(in.of(locations, i, 0), in.of(locations, i, 1));
    std::size_t taken = 0;
    for (std::uint32_t i = 0; i < types.count && !in.problem(); ++i) {
        const auto word = [&](std::size_t at) { return in.of(types, i, at); };
        Reflection::Type made{in.text(word(1)), {}, word(0), word(3), word(4), word(5), {}};
        if (const auto file = files.find(word(2)); file != files.end()) made.location = in.text(file->second);
        const std::uint32_t count = in.part(fields, word(7), word(6));
        taken += count;
        if (taken > fields.count) in.wrong("types share their fields");
        for (std::uint32_t at = word(7); at < word(7) + count && !in.problem(); ++at)
            made.fields.push_back({in.text(in.of(fields, at, 1)), in.of(fields, at, 2), in.of(fields, at, 0),
                                   in.of(fields, at, 3), in.of(fields, at, 4)});
        out.types.push_back(std::move(made));
    }
    std::ranges::sort(out.types, {}, &Reflection::Type::id);
}

Reflection::Variable variable(Tables& in, const Tables::Table& table, std::uint32_t record) {
    const auto word = [&](std::size_t at) { return in.of(table, record, at); };
    return {{in.text(word(1)), word(6), word(0), word(7), word(8)}, word(3), word(4), word(5)};
}

void read_contents(Tables& in, Reflection& out) {
    const auto globals = in.table(3, 9), functions = in.table(6, 13), parameters = in.table(9, 5),
               locals = in.table(12, 9);
    in.texts(15);
    for (std::uint32_t i = 0; i < globals.count && !in.problem(); ++i)
        out.globals.push_back(variable(in, globals, i));
    std::size_t taken = 0;
    for (std::uint32_t i = 0; i < functions.count && !in.problem(); ++i) {
        const auto word = [&](std::size_t at) { return in.of(functions, i, at); };
        Reflection::Function made{in.text(word(0)), word(2), word(3), word(5), {}, {}};
        const std::uint32_t values = in.part(parameters, word(10), word(9));
        const std::uint32_t own = in.part(locals, word(12), word(11));
        taken += std::size_t{values} + own;
        if (taken > std::size_t{parameters.count} + locals.count) in.wrong("functions share their variables");
        for (std::uint32_t at = word(10); at < word(10) + values && !in.problem(); ++at)
            made.parameters.push_back({in.text(in.of(parameters, at, 1)), in.of(parameters, at, 2),
                                       in.of(parameters, at, 0), in.of(parameters, at, 3),
                                       in.of(parameters, at, 4)});
        for (std::uint32_t at = word(12); at < word(12) + own && !in.problem(); ++at)
            made.locals.push_back(variable(in, locals, at));
        out.functions.push_back(std::move(made));
    }
}

/// Types as debuggers have them, made when a variable needs one.
class TypeMaker {
  public:
    TypeMaker(const Reflection& from, Variables& to) : from_(from), to_(to) {}

    SourceVariable variable(const Reflection::Field& field, std::uint32_t depth = 0) {
        const bool handle = (field.flags & Reflection::is_pointer) != 0;
        const bool fixed = !handle && (field.flags & Reflection::is_array) != 0;
        const Reflection::Type* const type = from_.type(field.type);
        return {field.name, number(field, depth), static_cast<std::int32_t>(field.offset),
                handle || type == nullptr ? word_size : type->size, fixed ? field.count : 0};
    }

  private:
    std::uint32_t number(const Reflection::Field& field, std::uint32_t depth) {
        const std::string name = from_.type_name({{}, field.type, 0, field.flags, 0});
        const auto [found, fresh] =
            numbers_.try_emplace({field.type, field.flags}, static_cast<std::uint32_t>(to_.types.size()));
        const std::uint32_t number = found->second;
        if (!fresh) return number;
        SourceType made{name, Held::number, {}, 1};
        to_.types.push_back(made);
        const Reflection::Type* const type = from_.type(field.type);
        if ((field.flags & Reflection::is_pointer) != 0) {
            made.held = Held::pointer;
            if ((field.flags & Reflection::is_array) != 0)
                made.fields.push_back(variable({{}, field.type, 0, pointer_flag(type), 0}, depth + 1));
            else if (type != nullptr && depth < deepest)
                made.fields = fields(*type, depth);
        } else if (type == nullptr || type->name == "string") {
            made.held = Held::bytes;
        } else if (type->name == "float") {
            made.held = Held::real;
        } else if ((type->flags & Reflection::is_struct) != 0) {
            made.held = Held::bytes;
            if (depth < deepest) made.fields = fields(*type, depth);
            std::uint64_t rows = 0;
            for (const SourceVariable& one : made.fields) rows += to_.rows(one);
            if (rows != 0) {
                made.held = Held::structure;
                made.rows = static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, Variables::most_rows));
            }
        }
        to_.types[number] = std::move(made);
        return number;
    }

    /// Elements of a managed type are pointers.
    static std::uint32_t pointer_flag(const Reflection::Type* type) {
        return type != nullptr && (type->flags & Reflection::is_managed) != 0 ? Reflection::is_pointer : 0U;
    }

    std::vector<SourceVariable> fields(const Reflection::Type& type, std::uint32_t depth) {
        std::vector<const Reflection::Type*> line;
        for (const Reflection::Type* at = &type; at != nullptr && line.size() < deepest;
             at = at->parent == 0 ? nullptr : from_.type(at->parent))
            line.push_back(at);
        std::vector<SourceVariable> made;
        for (std::size_t i = line.size(); i-- > 0;)
            for (const Reflection::Field& field : line[i]->fields) made.push_back(variable(field, depth + 1));
        return made;
    }

    const Reflection& from_;
    Variables& to_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers_; ///< By id and flags.
};

} // namespace

const Reflection::Type* Reflection::type(std::uint32_t id) const noexcept {
    const auto found = std::ranges::lower_bound(types, id, {}, &Type::id);
    return found != types.end() && found->id == id ? &*found : nullptr;
}

std::string Reflection::type_name(const Field& field) const {
    const Type* const known = type(field.type);
    std::string name = known != nullptr ? known->name : "type " + std::to_string(field.type);
    if ((field.flags & is_pointer) != 0) name += (field.flags & is_array) != 0 ? "[]" : "*";
    return name;
}

Variables Reflection::variables() const {
    Variables made;
    TypeMaker types(*this, made);
    for (const Variable& one : globals)
        if ((one.flags & is_import) == 0) made.globals.push_back(types.variable(one.field));
    for (const Function& function : functions)
        for (const Variable& one : function.locals)
            made.locals.push_back(
                {types.variable(one.field), one.begin, one.end, (one.flags & is_parameter) != 0});
    std::ranges::sort(made.globals, {}, &SourceVariable::offset);
    std::ranges::sort(made.locals, {},
                      [](const SourceLocal& one) { return std::pair(one.begin, one.variable.offset); });
    return made;
}

Result<Reflection> read_reflection(const Scom& scom) {
    Reflection made;
    for (const Extension& extension : scom.extensions) {
        const bool types = extension.name == "rtti";
        if (!types && extension.name != "sctoc") continue;
        Tables in(extension);
        types ? read_types(in, made) : read_contents(in, made);
        if (in.problem()) return std::unexpected(*in.problem());
    }
    return made;
}

} // namespace vellum::ags
