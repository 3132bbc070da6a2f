// Two passes over the lines: the names of classes and enumerations, then what they hold, because a line may
// use any of them.
#include "engines/skrit/exports/help_reader.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/number.hpp"
#include "engines/skrit/codes.hpp"

namespace vellum::skrit {

namespace {

constexpr std::string_view class_heading = "** Classes **";
constexpr std::string_view global_heading = "** Global functions **";
constexpr std::string_view enum_heading = "** Enumerations **";
constexpr std::string_view class_line = "Class: ";
constexpr std::size_t longest_line = 10'000;

/// C's names for the types that scripts have, and for those that they see as numbers.
struct Scalar {
    std::string_view name;
    TypeKind kind;
};
constexpr Scalar scalars[] = {{"void", TypeKind::none},     {"bool", TypeKind::boolean},
                              {"int", TypeKind::integer},   {"char", TypeKind::integer},
                              {"short", TypeKind::integer}, {"long", TypeKind::integer},
                              {"float", TypeKind::real},    {"double", TypeKind::real},
                              {"string", TypeKind::string}, {"wstring", TypeKind::string}};

/// A line of a log without the time: "+00:00:03.414 - ".
std::string_view without_time(std::string_view line) {
    if (line.starts_with('+')) {
        const std::size_t end = line.find(" - ");
        if (end < 32) line.remove_prefix(end + 3);
        // the editor of a log may have cut the blank of an empty line
        else if (line.ends_with(" -"))
            line = {};
    }
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t'))
        line.remove_suffix(1);
    return line;
}

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

bool ends_with_id(std::string_view name) {
    return name.size() > 2 && same_name(name.substr(name.size() - 2), "id");
}

/// Words, `*`, `&`, brackets and commas of one line.
class Line {
  public:
    explicit Line(std::string_view text) : text_(text) {}

    [[nodiscard]] bool ends() {
        blanks();
        return at_ == text_.size();
    }
    [[nodiscard]] std::string_view word() {
        blanks();
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_word(text_[at_])) ++at_;
        return text_.substr(begin, at_ - begin);
    }
    [[nodiscard]] bool accept(std::string_view mark) {
        blanks();
        if (!text_.substr(at_).starts_with(mark)) return false;
        if (is_word(mark.back()) && at_ + mark.size() < text_.size() && is_word(text_[at_ + mark.size()]))
            return false;
        at_ += mark.size();
        return true;
    }
    /// What stands before the mark, which is passed over; nothing if there is no mark.
    [[nodiscard]] std::optional<std::string_view> until(std::string_view mark) {
        const std::size_t end = text_.find(mark, at_);
        if (end == std::string_view::npos) return std::nullopt;
        const std::string_view found = text_.substr(at_, end - at_);
        at_ = end + mark.size();
        return found;
    }
    [[nodiscard]] std::uint32_t column() const { return static_cast<std::uint32_t>(at_ + 1); }

  private:
    void blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
    std::string_view text_;
    std::size_t at_ = 0;
};

/// A type as the text spells it.
struct Spelled {
    std::string_view name;
    bool constant = false, pointer = false, reference = false;
};

class Reader {
  public:
    Reader(std::string_view text, std::string_view name, const Exports& known, Exports& exports,
           Diagnostics& diagnostics)
        : text_(text), name_(name), known_(known), exports_(exports), diagnostics_(diagnostics) {}

    void run() {
        each_line([&](std::string_view line) { enter(line); });
        for (const auto& [name, use] : uses_) {
            const std::uint32_t index = exports_.find_class(name);
            if (ClassExport* own = exports_.own_class(index);
                own != nullptr && own->kind == ClassKind::pointer)
                own->kind = kind_of(name, use);
        }
        each_line([&](std::string_view line) { declare(line); });
        constants_of_before();
    }

  private:
    enum class Section { none, classes, globals, enums };
    struct Use {
        bool as_type = false;
        std::size_t references = 0, pointers = 0;
    };

    template <class Each> void each_line(Each&& each) {
        section_ = Section::none;
        owner_ = no_index;
        enumeration_ = no_index;
        number_ = 0;
        for (std::string_view rest = text_; !rest.empty();) {
            const std::size_t end = rest.find('\n');
            const std::string_view line = without_time(rest.substr(0, end));
            rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
            ++number_;
            if (line.size() > longest_line) {
                problem("the line is too long");
                continue;
            }
            if (line == class_heading)
                section_ = Section::classes;
            else if (line == global_heading)
                section_ = Section::globals;
            else if (line == enum_heading)
                section_ = Section::enums;
            else if (section_ == Section::none && line.starts_with(class_line))
                section_ = Section::classes; // of Help.Class
            if (section_ != Section::none && !line.empty() && !line.starts_with("** ")) each(line);
        }
    }
    void problem(std::string message) {
        diagnostics_.add(codes::exports, std::move(message),
                         {std::string(name_), Place::unknown, number_, 1});
    }

    [[nodiscard]] static bool indented(std::string_view line) { return line.starts_with("    "); }

    /// First pass.
    void enter(std::string_view line) {
        if (section_ == Section::enums && !indented(line)) {
            Line words(line);
            EnumExport made;
            made.name = std::string(words.word());
            if (!made.name.empty() && words.accept("[")) {
                made.irregular = words.accept("IRREGULAR");
                exports_.add_enum(std::move(made));
            }
            return;
        }
        if (section_ == Section::classes && line.starts_with(class_line)) {
            Line words(line.substr(class_line.size()));
            ClassExport made;
            made.name = std::string(words.word());
            made.kind = ClassKind::pointer;
            if (made.name.empty() || same_name(made.name, class_of_events)) return;
            if (words.accept(":")) static_cast<void>(words.word());
            while (words.accept("[")) {
                const auto flag = words.until("]");
                if (!flag) break;
                if (*flag == "SINGLETON") made.kind = ClassKind::singleton;
                if (*flag == "MANAGED") made.kind = ClassKind::managed;
            }
            if (const std::uint32_t same = known_.find_class(made.name); same != no_index)
                made.kind = known_.class_at(same).kind;
            else
                uses_.try_emplace(made.name);
            exports_.add_class(std::move(made));
            return;
        }
        if (section_ == Section::classes && !indented(line)) return;
        if (section_ == Section::enums) return;
        Line words(line); // every type of the line
        do {
            static_cast<void>(words.accept("static"));
            const Spelled type = spelled(words);
            if (type.name.empty()) break;
            const auto found = uses_.find(std::string(type.name));
            if (found == uses_.end()) continue;
            found->second.as_type = true;
            found->second.references += type.reference ? 1 : 0;
            found->second.pointers += type.pointer ? 1 : 0;
        } while (words.until("(") || words.until(","));
    }
    [[nodiscard]] static ClassKind kind_of(std::string_view name, const Use& use) {
        if (!use.as_type) return ClassKind::pointer;
        if (ends_with_id(name) && use.pointers != 0) return ClassKind::identifier;
        return use.references > use.pointers ? ClassKind::value : ClassKind::pointer;
    }

    static Spelled spelled(Line& words) {
        Spelled type;
        type.constant = words.accept("const");
        const bool is_unsigned = words.accept("unsigned");
        type.name = words.word();
        if (is_unsigned && type.name == "char") type.name = "int";
        while (words.accept("*")) type.pointer = true;
        if (words.accept("&")) type.reference = true;
        return type;
    }
    /// The type as scripts see it; false if there is none.
    bool type(Line& words, ExportType& out, bool& in_out) {
        const Spelled written = spelled(words);
        if (written.name.empty()) {
            problem("a type is missing");
            return false;
        }
        in_out = written.reference && !written.constant;
        for (const Scalar& scalar : scalars)
            if (written.name == scalar.name) {
                out = {scalar.kind, no_index};
                if (written.pointer) { // text, or numbers that the function changes
                    in_out = written.name != "char" && !written.constant;
                    if (written.name == "char") out.kind = TypeKind::string;
                }
                if (scalar.kind == TypeKind::none) in_out = false;
                return true;
            }
        if (!exports_.find_type(written.name, out)) {
            std::uint32_t index = exports_.find_class(written.name);
            if (index == no_index && written.name.size() > 1 && written.name[0] == 'H')
                index = exports_.find_class(written.name.substr(1)); // the handle of that class
            ClassExport made;
            made.name = std::string(written.name);
            made.kind = ends_with_id(made.name) ? ClassKind::identifier : ClassKind::pointer;
            const std::uint32_t found = index != no_index ? index : exports_.add_class(std::move(made));
            out = exports_.class_type(found);
            if (out.kind == TypeKind::none) out = {TypeKind::pointer, found};
        }
        if (is_named(out.kind)) in_out = false;
        return true;
    }

    /// Second pass.
    void declare(std::string_view line) {
        if (section_ == Section::classes && line.starts_with(class_line)) {
            Line words(line.substr(class_line.size()));
            const std::string_view name = words.word();
            events_ = same_name(name, class_of_events);
            owner_ = events_ ? no_index : exports_.find_class(name);
            if (owner_ != no_index && words.accept(":"))
                if (ClassExport* own = exports_.own_class(owner_); own != nullptr)
                    if (const std::uint32_t base = exports_.find_class(words.word());
                        base != no_index && !exports_.derives_from(base, owner_))
                        own->base = base;
            return;
        }
        if (section_ == Section::enums) return enum_line(line);
        if (section_ == Section::globals) return member(line, no_index);
        if (events_ && indented(line)) return member(line, no_index);
        if (owner_ == no_index) return;
        if (indented(line)) return member(line, owner_);
        if (ClassExport* own = exports_.own_class(owner_); own != nullptr && !line.starts_with("Column "))
            own->documentation += (own->documentation.empty() ? "" : " ") + std::string(line);
    }

    void enum_line(std::string_view line) {
        Line words(line);
        if (line.find('=') == std::string_view::npos) { // of the list, or the heading of its constants
            enumeration_ = exports_.find_enum(words.word());
            return;
        }
        EnumConstant constant;
        constant.name = std::string(words.word());
        if (enumeration_ == no_index || constant.name.empty() || !words.accept("=")) return;
        const bool hexadecimal = words.accept("0x");
        const bool negative = !hexadecimal && words.accept("-");
        const auto value = whole_number<std::uint32_t>(words.word(), hexadecimal ? 16 : 10);
        if (!value) return problem("the value of '" + constant.name + "' is not a number");
        constant.value = static_cast<std::int32_t>(negative ? 0U - *value : *value);
        exports_.add_constant(enumeration_, std::move(constant));
    }

    void member(std::string_view line, std::uint32_t owner) {
        Line words(line);
        FunctionExport made;
        made.owner = owner;
        const bool of_functions = owner == no_index || exports_.class_at(owner).kind == ClassKind::functions;
        made.is_static = words.accept("static") || of_functions;
        bool in_out = false;
        if (!type(words, made.result, in_out)) return;
        made.name = std::string(words.word());
        if (made.name.empty()) return problem("expected a name");
        const bool variable = !words.accept("(");
        if (!variable && !parameters(words, made)) return;
        made.is_const = words.accept("const");
        while (words.accept("[")) {
            const auto flag = words.until("]");
            if (!flag) return problem("expected a ]");
            if (*flag == "!SKRIT") made.flags |= export_not_skrit;
            if (*flag == "DEV") made.flags |= export_dev;
        }
        if (words.accept("/*"))
            if (const auto note = words.until("*/")) made.documentation = trimmed(*note);
        if (!words.ends()) return problem("the line continues after '" + made.name + "'");
        if (made.name.find('$') != std::string::npos) return; // what the game itself asks for documents
        if (section_ == Section::classes && events_ && !variable) return event(std::move(made));
        if (!variable) {
            exports_.add_function(std::move(made));
            return;
        }
        if (owner == no_index) return problem("'" + made.name + "' belongs to no class");
        const std::string name = made.name;
        // whether a variable is static is not said: Goid.InvalidGoid, a value of its own class, is asked of
        // it
        if (is_known_static(owner, name)) made.is_static = true;
        if (made.result == exports_.class_type(owner) &&
            (made.result.kind == TypeKind::identifier || made.result.kind == TypeKind::value)) {
            made.name = "Get" + made.name;
            made.is_static = true;
            exports_.add_function(std::move(made));
            return;
        }
        FunctionExport setter = made;
        setter.is_static = of_functions;
        made.name = "Get" + name;
        made.is_const = !made.is_static;
        const ExportType type = made.result;
        exports_.add_function(std::move(made));
        if (read_only(owner, name)) return;
        setter.name = "Set" + name;
        setter.result = {};
        setter.parameters.emplace_back().type = type;
        exports_.add_function(std::move(setter));
    }
    /// A handler of scripts: what it is told of comes behind the skrit, and what it answers by is hidden.
    void event(FunctionExport&& made) {
        if (exports_.find_event(made.name) != no_index) return;
        EventExport row;
        row.name = std::move(made.name);
        row.family = "other";
        row.result = made.result;
        row.documentation = std::move(made.documentation);
        for (std::size_t i = 1; i < made.parameters.size(); ++i) {
            ExportParameter& parameter = made.parameters[i];
            const std::string type = exports_.type_name(parameter.type);
            if (same_name(type, "SkriteResult") || same_name(type, "eSkritResult")) continue;
            parameter.in_out = false;
            row.parameters.push_back(std::move(parameter));
        }
        if (const std::uint32_t same = known_.find_event(row.name); same != no_index) {
            const EventExport& known = known_.event_at(same);
            row.family = known.family;
            if (known.parameters.size() == row.parameters.size())
                for (std::size_t i = 0; i < row.parameters.size(); ++i)
                    if (row.parameters[i].name.empty()) row.parameters[i].name = known.parameters[i].name;
        }
        exports_.add_event(std::move(row));
    }

    /// Some dumps list enumerations without their constants: those that are known stay.
    void constants_of_before() {
        for (std::uint32_t i = 0; i < known_.enum_count(); ++i) {
            const EnumExport& known = known_.enum_at(i);
            const std::uint32_t same = exports_.find_enum(known.name);
            if (same == no_index || !exports_.enum_at(same).constants.empty()) continue;
            for (const EnumConstant& constant : known.constants)
                if (!exports_.find_constant(constant.name)) exports_.add_constant(same, constant);
        }
    }

    [[nodiscard]] std::vector<std::uint32_t> known_functions(std::uint32_t owner,
                                                             const std::string& name) const {
        std::vector<std::uint32_t> found;
        const std::uint32_t same = known_.find_class(exports_.class_at(owner).name);
        if (same != no_index) known_.find_functions(same, name, found);
        return found;
    }
    [[nodiscard]] bool is_known_static(std::uint32_t owner, const std::string& name) const {
        return std::ranges::any_of(known_functions(owner, "Get" + name),
                                   [&](std::uint32_t index) { return known_.function_at(index).is_static; });
    }
    [[nodiscard]] bool read_only(std::uint32_t owner, const std::string& name) const {
        return !known_functions(owner, "Get" + name).empty() && known_functions(owner, "Set" + name).empty();
    }
    bool parameters(Line& words, FunctionExport& made) {
        if (words.accept(")")) return true;
        for (;;) {
            if (words.accept("...")) {
                made.variadic = true;
                made.format = !made.parameters.empty() &&
                              made.parameters.back().type.kind == TypeKind::string &&
                              !made.parameters.back().in_out;
            } else {
                ExportParameter parameter;
                if (!type(words, parameter.type, parameter.in_out)) return false;
                parameter.name = std::string(words.word());
                const bool nothing = parameter.type.kind == TypeKind::none;
                if (!nothing) made.parameters.push_back(std::move(parameter));
            }
            if (words.accept(",")) continue;
            if (words.accept(")")) return true;
            problem("the parameters of '" + made.name + "' are invalid");
            return false;
        }
    }

    std::string_view text_, name_;
    const Exports& known_;
    Exports& exports_;
    Diagnostics& diagnostics_;
    std::map<std::string, Use> uses_; ///< Classes whose kind nobody knows.
    Section section_ = Section::none;
    bool events_ = false; ///< The lines are those of class_of_events.
    std::uint32_t owner_ = no_index, enumeration_ = no_index, number_ = 0;
};

} // namespace

bool is_help_text(std::string_view text) {
    return text.find(class_heading) != std::string_view::npos ||
           text.find(enum_heading) != std::string_view::npos ||
           text.find(class_line) != std::string_view::npos;
}

bool read_help(std::string_view text, std::string_view name, const Exports& known, Exports& exports,
               Diagnostics& diagnostics) {
    const std::size_t errors = diagnostics.errors();
    Reader(text, name, known, exports, diagnostics).run();
    return diagnostics.errors() == errors;
}

} // namespace vellum::skrit
