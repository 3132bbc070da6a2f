// The reader uses the lexer of the language. Classes and enumerations are entered by name first, so
// declarations may stand in any order.
#include "engines/skrit/exports/declarations.hpp"

#include <algorithm>

#include "base/text_writer.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/source/lexer.hpp"

namespace vellum::skrit {

namespace {

constexpr std::pair<std::string_view, ClassKind> class_words[] = {
    {"static", ClassKind::functions}, {"singleton", ClassKind::singleton}, {"pointer", ClassKind::pointer},
    {"managed", ClassKind::managed},  {"id", ClassKind::identifier},       {"value", ClassKind::value}};

class Reader {
  public:
    Reader(std::string_view text, std::string_view name, Exports& exports, Diagnostics& diagnostics)
        : exports_(exports), diagnostics_(diagnostics) {
        if (!sources_.add(std::string(name), std::string(text))) {
            diagnostics.add(codes::limit, "the declaration file is too long");
            return;
        }
        const std::string defines[] = {"game", "dev"};
        static_cast<void>(Lexer({sources_, list_, diagnostics_, defines}).run());
    }

    void run() {
        if (list_.tokens.empty()) return;
        enter_names();
        while (!is(Tok::end)) {
            const std::size_t before = at_;
            panic_ = false;
            declaration();
            if (panic_) skip();
            if (at_ == before) ++at_;
        }
    }

  private:
    [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
        return list_.tokens[std::min(at_ + ahead, list_.tokens.size() - 1)];
    }
    [[nodiscard]] bool is(Tok kind) const { return peek().kind == kind; }
    [[nodiscard]] bool named(std::size_t ahead = 0) const {
        return peek(ahead).kind == Tok::name || peek(ahead).kind == Tok::keyword;
    }
    [[nodiscard]] std::string_view text(std::size_t ahead = 0) const {
        if (!named(ahead)) return {};
        const SourceMap::File& file = sources_.file(0);
        return std::string_view(file.text).substr(peek(ahead).position, peek(ahead).length);
    }
    bool accept(Tok kind) {
        if (!is(kind)) return false;
        advance();
        return true;
    }
    bool accept_word(std::string_view word) {
        if (!same_name(text(), word)) return false;
        advance();
        return true;
    }
    void advance() {
        if (at_ + 1 < list_.tokens.size()) ++at_;
    }
    bool fail(std::string message) {
        if (!panic_ && !is(Tok::invalid))
            diagnostics_.add(codes::exports, std::move(message), sources_.place(peek().position));
        panic_ = true;
        return false;
    }
    bool expect(Tok kind) {
        if (accept(kind)) return true;
        return fail("expected '" + std::string(spelling(kind)) + "' before " + describe(peek(), sources_));
    }
    bool name(std::string& out, std::string_view what) {
        if (!named()) return fail("expected " + std::string(what) + " before " + describe(peek(), sources_));
        out = std::string(text());
        advance();
        return true;
    }
    std::string documentation() {
        std::string result;
        for (; is(Tok::string); advance()) result += list_.strings[peek().value];
        return result;
    }
    void skip() {
        while (!is(Tok::end)) {
            const Tok kind = peek().kind;
            if (kind == Tok::close_brace) return;
            advance();
            if (kind == Tok::semicolon) return;
        }
    }

    /// First pass: names of classes and enumerations.
    void enter_names() {
        for (std::size_t i = 0; i + 1 < list_.tokens.size(); ++i) {
            at_ = i;
            const bool begins = i == 0 || list_.tokens[i - 1].kind == Tok::semicolon ||
                                list_.tokens[i - 1].kind == Tok::close_brace;
            if (begins && same_name(text(), "enum") && named(1)) {
                EnumExport declaration;
                declaration.name = std::string(text(1));
                exports_.add_enum(std::move(declaration));
            }
            ClassKind kind = ClassKind::pointer;
            std::size_t ahead = 0;
            if (begins && class_kind(kind, ahead) && named(ahead)) {
                ClassExport declaration;
                declaration.name = std::string(text(ahead));
                declaration.kind = kind;
                exports_.add_class(std::move(declaration));
            }
        }
        at_ = 0;
    }

    /// `class`, or a word for the kind and `class`; `ahead` is where the name follows.
    bool class_kind(ClassKind& kind, std::size_t& ahead) const {
        if (same_name(text(), "class")) {
            kind = ClassKind::pointer;
            ahead = 1;
            return true;
        }
        for (const auto& [word, meaning] : class_words)
            if (same_name(text(), word) && same_name(text(1), "class")) {
                kind = meaning;
                ahead = 2;
                return true;
            }
        return false;
    }

    void declaration() {
        if (accept(Tok::semicolon)) return;
        ClassKind kind = ClassKind::pointer;
        std::size_t ahead = 0;
        if (class_kind(kind, ahead)) {
            for (; ahead != 0; --ahead) advance();
            class_declaration(kind);
        } else if (accept_word("enum"))
            enumeration();
        else if (accept_word("events"))
            events();
        else if (is(Tok::close_brace)) {
            fail("unexpected }");
            advance();
        } else
            member(no_index);
    }

    void class_declaration(ClassKind kind) {
        std::string class_name;
        if (!name(class_name, "a class name")) return;
        const std::uint32_t index = exports_.find_class(class_name);
        ClassExport* own = exports_.own_class(index);
        if (accept_word("inferred") && own != nullptr) own->flags |= export_inferred;
        // members may be added to a class of the base, which stays what it is
        if (own != nullptr && own->kind != kind) {
            fail("class '" + class_name + "' is declared twice with different kinds");
            return;
        }
        if (accept(Tok::colon)) {
            std::string base;
            if (!name(base, "a base class")) return;
            const std::uint32_t found = exports_.find_class(base);
            // neither mistake keeps the members from being read
            if (found == no_index)
                fail("unknown base class '" + base + "'");
            else if (exports_.derives_from(found, index))
                fail("class '" + class_name + "' would inherit from itself");
            else if (own != nullptr)
                own->base = found;
            panic_ = false;
        }
        std::string doc = documentation();
        if (own != nullptr && !doc.empty()) own->documentation = std::move(doc);
        if (accept(Tok::semicolon)) return;
        if (!expect(Tok::open_brace)) return;
        while (!is(Tok::close_brace) && !is(Tok::end)) {
            const std::size_t before = at_;
            member(index);
            if (panic_) skip();
            panic_ = false;
            if (at_ == before) advance();
        }
        expect(Tok::close_brace);
        accept(Tok::semicolon);
    }

    void enumeration() {
        std::string enum_name;
        if (!name(enum_name, "the name of an enumeration")) return;
        const std::uint32_t index = exports_.find_enum(enum_name);
        EnumExport* own = exports_.own_enum(index);
        if (accept_word("inferred") && own != nullptr) own->flags |= export_inferred;
        std::string doc = documentation();
        if (own != nullptr && !doc.empty()) own->documentation = std::move(doc);
        if (!expect(Tok::open_brace)) return;
        std::int64_t value = 0;
        while (!is(Tok::close_brace)) {
            EnumConstant constant;
            if (!name(constant.name, "a constant")) return;
            if (accept(Tok::assign)) {
                const bool negative = accept(Tok::minus);
                if (!is(Tok::integer)) {
                    fail("expected a number");
                    return;
                }
                value = static_cast<std::int32_t>(peek().value);
                if (negative) value = -value;
                if (own != nullptr && !own->constants.empty() && value != own->constants.back().value + 1)
                    own->irregular = true;
                advance();
            }
            constant.value = static_cast<std::int32_t>(value++);
            const std::string constant_name = constant.name;
            if (!exports_.add_constant(index, std::move(constant)))
                diagnostics_.add(codes::duplicate, "constant '" + constant_name + "' already exists",
                                 sources_.place(peek().position));
            if (!accept(Tok::comma)) break;
        }
        expect(Tok::close_brace);
        accept(Tok::semicolon);
    }

    void events() {
        const std::string family = documentation();
        if (!expect(Tok::open_brace)) return;
        while (!is(Tok::close_brace) && !is(Tok::end)) {
            const std::size_t before = at_;
            EventExport event;
            event.family = family;
            if (!(peek(1).kind == Tok::open_paren || peek(1).kind == Tok::semicolon) || !named()) {
                if (!type(event.result, true)) return skip();
            }
            if (name(event.name, "an event")) {
                bool variadic = false;
                if (!accept(Tok::open_paren) || parameters(event.parameters, variadic)) {
                    flags(event.flags);
                    event.documentation = documentation();
                    if (expect(Tok::semicolon)) exports_.add_event(std::move(event));
                }
            }
            if (panic_) skip();
            panic_ = false;
            if (at_ == before) advance();
        }
        expect(Tok::close_brace);
        accept(Tok::semicolon);
    }

    bool type(ExportType& out, bool allow_void) {
        accept_word("const");
        std::string word;
        if (!name(word, "a type")) return false;
        if (same_name(word, "unsigned")) {
            word = "int";
            accept_word("int");
        }
        if (!exports_.find_type(word, out))
            return fail(exports_.find_class(word) != no_index ? "'" + word + "' has no objects"
                                                              : "unknown type '" + word + "'");
        if (!allow_void && out.kind == TypeKind::none) return fail("void is not allowed here");
        return true;
    }

    void flags(std::uint32_t& out) {
        for (;;) {
            if (accept_word("noskrit"))
                out |= export_not_skrit;
            else if (accept_word("dev"))
                out |= export_dev;
            else if (accept_word("added"))
                out |= export_added;
            else if (accept_word("inferred"))
                out |= export_inferred;
            else if (accept_word("user")) {
                if (is(Tok::integer) && peek().value < 16)
                    out |= 1U << (export_user_shift + peek().value);
                else
                    fail("user flags are numbered from 0 to 15");
                advance();
            } else
                return;
        }
    }

    bool parameters(std::vector<ExportParameter>& out, bool& variadic) {
        if (accept(Tok::close_paren)) return true;
        if (same_name(text(), "void") && peek(1).kind == Tok::close_paren) {
            advance();
            advance();
            return true;
        }
        for (;;) {
            if (is(Tok::dot) && peek(1).kind == Tok::dot && peek(2).kind == Tok::dot) {
                at_ += 3;
                variadic = true;
                return expect(Tok::close_paren);
            }
            ExportParameter parameter;
            const bool constant = same_name(text(), "const");
            if (accept_word("any")) {
                parameter.any = true; // in parentheses: as what it was seen first
                if (accept(Tok::open_paren) && !(type(parameter.type, false) && expect(Tok::close_paren)))
                    return false;
            } else if (!type(parameter.type, false))
                return false;
            if (accept(Tok::ampersand))
                parameter.in_out = !constant && !is_named(parameter.type.kind);
            else
                accept(Tok::star);
            if (named()) {
                parameter.name = std::string(text());
                advance();
            }
            parameter.documentation = documentation();
            out.push_back(std::move(parameter));
            if (accept(Tok::comma)) continue;
            return expect(Tok::close_paren);
        }
    }

    void member(std::uint32_t owner) {
        if (accept(Tok::semicolon)) return;
        FunctionExport function;
        function.owner = owner;
        const bool of_functions = owner == no_index || exports_.class_at(owner).kind == ClassKind::functions;
        function.is_static = of_functions || accept_word("static");
        if (of_functions) accept_word("static");
        const bool readonly = accept_word("readonly");
        if (readonly || same_name(text(), "property")) {
            accept_word("property");
            property(function, readonly);
            return;
        }
        if (!type(function.result, true)) return;
        if (!accept(Tok::ampersand)) accept(Tok::star);
        if (!name(function.name, "a function name") || !expect(Tok::open_paren) ||
            !parameters(function.parameters, function.variadic))
            return;
        function.format = function.variadic && !function.parameters.empty() &&
                          function.parameters.back().type.kind == TypeKind::string &&
                          !function.parameters.back().in_out;
        function.is_const = accept_word("const");
        flags(function.flags);
        function.documentation = documentation();
        if (expect(Tok::semicolon)) exports_.add_function(std::move(function));
    }

    /// A member variable: its Get function, and its Set function unless it is read-only.
    void property(FunctionExport& function, bool readonly) {
        if (owner_missing(function)) return;
        ExportType value;
        std::string variable;
        if (!type(value, false) || !name(variable, "a name")) return;
        flags(function.flags);
        function.documentation = documentation();
        if (!expect(Tok::semicolon)) return;
        FunctionExport getter = function;
        getter.name = "Get" + variable;
        getter.is_const = true;
        getter.result = value;
        exports_.add_function(std::move(getter));
        if (readonly) return;
        FunctionExport setter = function;
        setter.name = "Set" + variable;
        ExportParameter parameter;
        parameter.type = value;
        setter.parameters.push_back(std::move(parameter));
        exports_.add_function(std::move(setter));
    }
    bool owner_missing(const FunctionExport& function) {
        if (function.owner != no_index) return false;
        fail("a variable must belong to a class");
        return true;
    }

    Exports& exports_;
    Diagnostics& diagnostics_;
    SourceMap sources_;
    TokenList list_;
    std::size_t at_ = 0;
    bool panic_ = false;
};

class Writer {
  public:
    Writer(const Exports& exports, bool only_inferred) : exports_(exports), only_inferred_(only_inferred) {}

    std::string run() {
        const std::uint32_t own_enums = exports_.base() == nullptr ? 0 : exports_.base()->enum_count();
        for (std::uint32_t i = own_enums; i < exports_.enum_count(); ++i) enumeration(i);
        added_constants();
        const std::uint32_t own_functions =
            exports_.base() == nullptr ? 0 : exports_.base()->function_count();
        std::vector<std::vector<std::uint32_t>> by_class(exports_.class_count());
        std::vector<std::uint32_t> global;
        for (std::uint32_t i = own_functions; i < exports_.function_count(); ++i) {
            const FunctionExport& function = exports_.function_at(i);
            if (only_inferred_ && (function.flags & export_inferred) == 0) continue;
            (function.owner == no_index ? global : by_class[function.owner]).push_back(i);
        }
        const std::uint32_t own_classes = exports_.base() == nullptr ? 0 : exports_.base()->class_count();
        for (std::uint32_t i = 0; i < exports_.class_count(); ++i) {
            const bool own =
                i >= own_classes && (!only_inferred_ || (exports_.class_at(i).flags & export_inferred) != 0);
            if (own || !by_class[i].empty()) class_of(i, by_class[i]);
        }
        for (const std::uint32_t function : global) member(function, false);
        if (!global.empty()) out_.newline();
        events();
        return out_.take();
    }

  private:
    void documentation(std::string_view text) {
        if (text.empty()) return;
        out_.put(' ', Quoted{text});
    }
    void flags(std::uint32_t flags) {
        if ((flags & export_not_skrit) != 0) out_.text(" noskrit");
        if ((flags & export_dev) != 0) out_.text(" dev");
        if ((flags & export_added) != 0) out_.text(" added");
        inferred(flags);
        for (std::uint32_t bit = 0; bit < 16; ++bit)
            if ((flags >> (export_user_shift + bit) & 1U) != 0) out_.put(" user ", bit);
    }
    /// Where all is a guess nothing says so.
    void inferred(std::uint32_t flags) {
        if (!only_inferred_ && (flags & export_inferred) != 0) out_.text(" inferred");
    }
    void enumeration(std::uint32_t index) {
        const EnumExport& entry = exports_.enum_at(index);
        if (only_inferred_ && (entry.flags & export_inferred) == 0) return;
        out_.put("enum ", entry.name);
        inferred(entry.flags);
        documentation(entry.documentation);
        constants(entry.constants);
    }
    void constants(std::span<const EnumConstant> list) {
        out_.text(" {");
        std::int64_t next = 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            out_.put(i == 0 ? "\n    " : ",\n    ", list[i].name);
            if (list[i].value != next) out_.put(" = ", list[i].value);
            next = std::int64_t{list[i].value} + 1;
        }
        out_.text("\n};\n\n");
    }
    void added_constants() {
        for (std::uint32_t i = 0; i < exports_.enum_count(); ++i) {
            std::vector<EnumConstant> list;
            for (const auto& [enumeration, constant] : exports_.added_constants())
                if (enumeration == i) list.push_back(constant);
            if (list.empty()) continue;
            out_.put("enum ", exports_.enum_at(i).name);
            constants(list);
        }
    }
    void class_of(std::uint32_t index, std::span<const std::uint32_t> functions) {
        const ClassExport& entry = exports_.class_at(index);
        if (entry.kind != ClassKind::pointer) out_.put(to_string(entry.kind), ' ');
        out_.put("class ", entry.name);
        inferred(entry.flags);
        if (entry.base != no_index) out_.put(" : ", exports_.class_at(entry.base).name);
        documentation(entry.documentation);
        out_.text(" {\n");
        for (const std::uint32_t function : functions) {
            out_.text("    ");
            member(function, entry.kind != ClassKind::functions);
        }
        out_.text("};\n\n");
    }
    void parameters(std::span<const ExportParameter> list, bool variadic) {
        out_.ch('(');
        bool first = true;
        for (const ExportParameter& parameter : list) {
            out_.text(first ? " " : ", ");
            first = false;
            const bool seen = parameter.any && !only_inferred_ && parameter.type.kind != TypeKind::none;
            if (parameter.any) out_.text(seen ? "any( " : "any");
            if (seen || !parameter.any) out_.text(exports_.type_name(parameter.type));
            if (seen) out_.text(" )");
            if (parameter.in_out) out_.ch('&');
            if (!parameter.name.empty()) out_.put(' ', parameter.name);
            documentation(parameter.documentation);
        }
        if (variadic) out_.text(first ? " ..." : ", ...");
        out_.text(first && !variadic ? ")" : " )");
    }
    void member(std::uint32_t index, bool say_static) {
        const FunctionExport& function = exports_.function_at(index);
        if (say_static && function.is_static) out_.text("static ");
        out_.put(exports_.type_name(function.result), ' ', function.name);
        parameters(function.parameters, function.variadic);
        if (function.is_const) out_.text(" const");
        flags(function.flags);
        documentation(function.documentation);
        out_.text(";\n");
    }
    void events() {
        const std::uint32_t first = exports_.base() == nullptr ? 0 : exports_.base()->event_count();
        std::vector<bool> done(exports_.event_count(), false);
        for (std::uint32_t i = first; i < exports_.event_count(); ++i) {
            if (done[i] || (only_inferred_ && (exports_.event_at(i).flags & export_inferred) == 0)) continue;
            const std::string& family = exports_.event_at(i).family;
            out_.put("events ", Quoted{family}, " {\n");
            for (std::uint32_t k = i; k < exports_.event_count(); ++k) {
                const EventExport& event = exports_.event_at(k);
                if (event.family != family || (only_inferred_ && (event.flags & export_inferred) == 0))
                    continue;
                done[k] = true;
                out_.text("    ");
                if (event.result.kind != TypeKind::none) out_.put(exports_.type_name(event.result), ' ');
                out_.text(event.name);
                parameters(event.parameters, false);
                flags(event.flags);
                documentation(event.documentation);
                out_.text(";\n");
            }
            out_.text("};\n\n");
        }
    }

    const Exports& exports_;
    bool only_inferred_;
    TextWriter out_;
};

} // namespace

bool read_exports(std::string_view text, std::string_view name, Exports& exports, Diagnostics& diagnostics) {
    const std::size_t errors = diagnostics.errors();
    Reader(text, name, exports, diagnostics).run();
    return diagnostics.errors() == errors;
}

std::string exports_within(std::string_view source) {
    const std::string mark = "\n" + std::string(declares_mark) + "\n";
    const std::size_t found = source.rfind(mark);
    if (found == std::string_view::npos) return {};
    std::string text(static_cast<std::size_t>(std::ranges::count(source.substr(0, found), '\n')) + 2, '\n');
    for (std::size_t at = found + mark.size(); source.substr(at).starts_with("//");) {
        const std::size_t end = std::min(source.find('\n', at), source.size());
        text += "  "; // mistakes are told where they stand in the source
        text += source.substr(at + 2, end - at - 2);
        text += '\n';
        at = std::min(end + 1, source.size());
    }
    return text;
}

std::string write_exports_within(const Exports& exports) {
    std::string text = std::string(declares_mark) + "\n";
    const std::string declared = write_exports(exports);
    for (std::string_view rest = declared; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
        if (end != 0) text.append("// ").append(rest.substr(0, end + 1));
        rest.remove_prefix(end + 1);
    }
    return text;
}

std::string write_exports(const Exports& exports, bool only_inferred) {
    return Writer(exports, only_inferred).run();
}

} // namespace vellum::skrit
