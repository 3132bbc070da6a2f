// What stands outside of functions, and variables wherever they stand.
#include <algorithm>
#include <cstring>
#include <optional>
#include <tuple>
#include <utility>

#include "engines/ags/compile/compiler.hpp"
#include "engines/ags/source/lexer.hpp"
#include "engines/ags/source/preprocessor.hpp"

namespace vellum::ags::compile {

namespace {

constexpr std::int64_t most_data = 64 << 20; ///< That a script brings along; agscc knows no limit.

std::int64_t size_of(const Symbol& symbol) noexcept {
    return static_cast<std::int64_t>(symbol.type.array != 0 ? 4 : symbol.size) * std::max(symbol.length, 1);
}

} // namespace

bool Compiler::item() {
    SymbolId id = next();
    note_line();
    Prefix prefix;
    if (!prefixes(id, prefix)) return false;
    const Symbol& symbol = symbols_[id];
    switch (symbol.kind) {
    case Kind::text:
        if (symbol.name.substr(1).starts_with(source::section_mark) && levels_.empty()) {
            std::string_view section = symbol.name.substr(1 + source::section_mark.size());
            section.remove_suffix(1);
            if (!sections_.empty() && sections_.back().offset == code_.size()) sections_.pop_back();
            sections_.push_back({std::string(section), code_.size()});
            return true;
        }
        break;
    case Kind::open_brace: return open_block(id);
    case Kind::close_brace: return close_block();
    case Kind::struct_: return struct_declaration(prefix);
    case Kind::enum_: return enum_declaration();
    case Kind::export_: return export_declaration();
    case Kind::type:
        if (peek_kind() != Kind::dot) {
            if (!levels_.empty()) {
                const Level& level = levels_.back();
                if (level.single) return fail_about("Unexpected '%s'", id);
                if (level.form == Form::switch_)
                    return fail(
                        "Variable declaration may be skipped by case label. Use braces to limit its scope "
                        "or move it outside the switch statement block");
            }
            return declaration(id, prefix, false);
        }
        break;
    default: break;
    }
    if (levels_.empty() && peek_kind() == Kind::open_brace) {
        if (name(id) == source::text_table) return text_table();
        if (name(id) == unused_table) return unused_imports();
        if (name(id) == "extension") return extension_table();
        constexpr std::string_view tables[] = {"fixups", "imports",  "exports",
                                               "order",  "sections", "exported"};
        const auto table = std::ranges::find(tables, name(id)) - std::begin(tables);
        if (table < std::ssize(tables)) {
            if (std::exchange(tables_read_[static_cast<std::size_t>(table)], true))
                return fail_about("there is already a table of %s", id);
            switch (table) {
            case 0: return fixup_table();
            case 3: return order_table();
            case 4: return section_table();
            case 5: return exported_table();
            default: return number_table(table == 1);
            }
        }
    }
    if (levels_.empty()) return fail_about("Parse error: unexpected '%s'", id);
    return statement(id);
}

/// A table of texts, which the lexer has entered.
bool Compiler::text_table() {
    do {
        static_cast<void>(next());
        if (peek_kind() == Kind::close_brace) break;
        if (!expect_more()) return false;
        SymbolId id = next();
        if (kind(id) == Kind::integer) {
            std::int32_t byte = 0;
            if (!integer_value(id, false, byte)) return false;
            if (byte < 0 || byte > 0xFF) return fail_about("'%s' is not a byte", id);
            continue;
        }
        if (peek() == word::assign) {
            if (kind(id) != Kind::text) return fail_about("a text cannot be called '%s'", id);
            static_cast<void>(next());
            if (!expect_more()) return false;
            id = next();
        }
        if (kind(id) != Kind::text) return fail_about("expected a text or a byte, not '%s'", id);
    } while (peek_kind() == Kind::comma);
    return expect(Kind::close_brace, "expected ',' or '}' after a text or a byte");
}

bool Compiler::prefixes(SymbolId& id, Prefix& prefix) {
    const auto go_on = [&] {
        id = next();
        note_line();
    };
    while (true) {
        const Kind following = peek_kind();
        switch (kind(id)) {
        case Kind::internalstring:
            if (following != Kind::autoptr) return fail("Invalid use of 'stringstruct'");
            if (string_struct_ != 0) return fail("stringstruct already defined");
            prefix.internal_string = true;
            break;
        case Kind::autoptr:
            if (following != Kind::builtin && following != Kind::managed && following != Kind::struct_)
                return fail("Invalid use of 'autoptr'");
            prefix.struct_flags |= source::is_autoptr;
            break;
        case Kind::builtin:
            if (following != Kind::managed && following != Kind::struct_)
                return fail("Invalid use of 'builtin'");
            prefix.struct_flags |= source::is_builtin;
            break;
        case Kind::managed:
            if (following != Kind::struct_ && following != Kind::builtin)
                return fail("Invalid use of 'managed'");
            prefix.struct_flags |= source::is_managed;
            break;
        case Kind::import:
            if (!levels_.empty()) return fail("'import' not allowed inside function body");
            if (following != Kind::type && following != Kind::readonly && following != Kind::const_)
                return fail_about("expected variable or function after import, not '%s'", peek());
            prefix.import = true;
            prefix.try_import = id == word::try_import;
            break;
        case Kind::static_:
            if (!levels_.empty()) return fail("'static' not allowed inside function body");
            if (following != Kind::type && following != Kind::const_ && following != Kind::readonly &&
                following != Kind::import)
                return fail("expected variable or function after static");
            prefix.static_ = true;
            break;
        case Kind::protected_:
            if (!levels_.empty()) return fail("'protected' not valid in this context");
            if (following != Kind::type && following != Kind::static_ && following != Kind::const_)
                return fail("expected function after protected");
            prefix.protected_ = true;
            break;
        case Kind::const_:
            if (following != Kind::type) return fail("expected variable after const");
            prefix.constant = true;
            break;
        case Kind::readonly:
            if (following != Kind::type && following != Kind::import && following != Kind::const_)
                return fail("expected variable after readonly");
            prefix.readonly = true;
            break;
        default: return true;
        }
        go_on();
    }
}

bool Compiler::enum_declaration() {
    if (!levels_.empty()) return fail("enum declaration not allowed here");
    const SymbolId id = next();
    if (!expect_more()) return false;
    Symbol& symbol = symbols_[id];
    if (symbol.kind != Kind::undefined) return fail_about("'%s' is already defined", id);
    symbol.kind = Kind::type;
    symbol.size = 4;
    if (!expect(Kind::open_brace, "expected '{'")) return false;
    std::int32_t value = 0;
    while (true) {
        if (!expect_more()) return false;
        SymbolId item = next();
        if (kind(item) == Kind::close_brace) break;
        if (kind(item) != Kind::undefined) return fail_about("unexpected '%s'", item);
        ++value;
        if (peek_kind() == Kind::assign) {
            static_cast<void>(next());
            if (!expect_more()) return false;
            bool real = false;
            const std::string_view otherwise = "enum must be set to literal value";
            if (!constant_value(value, real, otherwise)) return false;
            if (real) return fail(std::string(otherwise));
        }
        Symbol& constant = symbols_[item];
        constant.kind = Kind::constant;
        constant.type = {id};
        constant.offset = value;
        constant.size = 4;
        if (!expect_more()) return false;
        const SymbolId behind = next();
        if (kind(behind) == Kind::close_brace) break;
        if (kind(behind) != Kind::comma) return fail_about("enum parse error at '%s'", behind);
    }
    return expect(Kind::semicolon, "Expected ';'");
}

bool Compiler::constant_value(std::int32_t& value, bool& real, std::string_view otherwise) {
    SymbolId id = next();
    const bool negative = id == word::minus;
    if (negative) id = next();
    const Symbol& symbol = symbols_[id];
    real = symbol.kind == Kind::real;
    switch (symbol.kind) {
    case Kind::integer: return integer_value(id, negative, value);
    case Kind::real: {
        const float number = negative ? -real_value(id) : real_value(id);
        std::memcpy(&value, &number, sizeof value);
        return true;
    }
    case Kind::constant:
        value = negative ? static_cast<std::int32_t>(0U - static_cast<std::uint32_t>(symbol.offset))
                         : symbol.offset;
        return true;
    default: return fail(std::string(otherwise));
    }
}

bool Compiler::export_declaration() {
    if (!levels_.empty()) return fail("'export' not allowed inside function body");
    while (true) {
        if (!expect_more()) return false;
        const SymbolId id = next();
        const Symbol& symbol = symbols_[id];
        if (symbol.kind == Kind::semicolon) return true;
        if (symbol.kind == Kind::undefined)
            return fail_unknown("cannot export undefined symbol '" + std::string(name(id)) + "'", id);
        if (symbol.kind != Kind::global && symbol.kind != Kind::function)
            return fail_about("invalid export symbol '%s'", id);
        if (symbol.has(source::is_imported)) return fail("cannot export an import");
        if (symbol.type.is(word::string) && symbol.kind == Kind::global)
            return fail("cannot export string; use char[200] instead");
        if (symbol.offset >= most_exported) return fail(std::string(exported_too_high));
        exported_.push_back(id);
        const SymbolId behind = next();
        if (kind(behind) == Kind::semicolon) return true;
        if (kind(behind) != Kind::comma) return fail_about("export parse error at '%s'", behind);
    }
}

bool Compiler::is_forbidden_string(SymbolId type_symbol) {
    return type_symbol == word::string && settings_.new_strings;
}

bool Compiler::pointer_of(SymbolId type_symbol, Type& type, std::string_view of_basic) {
    const Symbol& symbol = symbols_[type_symbol];
    type = {type_symbol};
    const bool star = peek() == word::star;
    if (star) {
        static_cast<void>(next());
        if (!symbol.has(source::is_struct)) return fail(std::string(of_basic));
        if (symbol.has(source::is_autoptr)) return fail("Invalid use of pointer");
    }
    type.pointer = star || symbol.has(source::is_autoptr) ? 1 : 0;
    if (type.pointer != 0 && !symbol.has(source::is_managed)) return fail(std::string(not_managed));
    return true;
}

bool Compiler::declaration(SymbolId type_symbol, const Prefix& prefix, bool in_for) {
    Type type;
    if (!pointer_of(type_symbol, type)) return false;
    if (peek_kind() == Kind::open_bracket) {
        static_cast<void>(next());
        if (!expect(Kind::close_bracket, "fixed size array cannot be used in this way")) return false;
        type.array = 1;
    }
    bool noloopcheck = false;
    if (peek_kind() == Kind::noloopcheck) {
        static_cast<void>(next());
        noloopcheck = true;
        if (prefix.import) return fail("'noloopcheck' cannot be applied to imported functions");
    }
    if (prefix.constant) type.constant = 1;
    while (true) {
        if (!expect_more()) return false;
        SymbolId id = next();
        SymbolId owner = 0;
        if (peek_kind() == Kind::scope) {
            owner = id;
            static_cast<void>(next());
            if (!expect_more()) return false;
            const SymbolId plain = next();
            const SymbolId found =
                symbols_[owner].kind == Kind::type ? symbols_.find_member(owner, name(plain)) : 0;
            if (found == 0 || kind(found) != Kind::function)
                return fail("'" + std::string(name(owner)) + "' does not contain a function '" +
                            std::string(name(plain)) + "'");
            id = found;
            if (peek_kind() != Kind::open_parenthesis) return fail("Expected '('");
        }
        const bool function = peek_kind() == Kind::open_parenthesis;
        std::optional<Symbol> prototype;
        if (!take_name(id, prefix, function, prototype)) return false;
        if (function) {
            if (in_for) return fail("Function declaration not allowed in for loop initialiser");
            if (prefix.readonly) return fail("readonly cannot be applied to a function");
            if (is_forbidden_string(type_symbol) && !prefix.constant)
                return fail("type 'string' is no longer supported; use String instead");
            if (!levels_.empty())
                return fail("Nested functions not supported (you may have forgotten a closing brace)");
            if (function_declaration(id, owner, type, prefix, noloopcheck, false, prototype)) return true;
            symbols_[id].flags |= source::is_failed;
            return false;
        }
        if (noloopcheck) return fail("'noloopcheck' not valid in this context");
        if (prefix.protected_) return fail("'protected' not valid in this context");
        if (prefix.static_) return fail("Invalid use of 'static'");
        if (is_forbidden_string(type_symbol))
            return fail("type 'string' is no longer supported; use String instead");
        if (!variable(id, type.without_const(), prefix, prototype)) {
            symbols_[id].flags |= source::is_failed;
            return false;
        }
        const SymbolId behind = next();
        if (kind(behind) == Kind::semicolon) return true;
        if (kind(behind) != Kind::comma) return fail_about("Expected ',' or ';', not '%s'", behind);
    }
}

bool Compiler::array_length(Symbol& symbol) {
    if (peek_kind() != Kind::open_bracket) return true;
    static_cast<void>(next());
    if (peek_kind() == Kind::close_bracket) {
        static_cast<void>(next());
        symbol.type.array = 1;
        return true;
    }
    if (!expect_more()) return false;
    const SymbolId id = next();
    std::int32_t length = 0;
    if (kind(id) == Kind::integer) {
        if (!integer_value(id, false, length)) return false;
    } else if (kind(id) == Kind::constant) {
        length = symbols_[id].offset;
    } else {
        return fail("Array size must be constant value");
    }
    if (length < 1) return fail("Array size must be >=1");
    if (!expect(Kind::close_bracket, "expected ']'")) return false;
    symbol.flags |= source::is_array;
    symbol.length = length;
    return true;
}

bool Compiler::take_name(SymbolId id, const Prefix& prefix, bool function, std::optional<Symbol>& prototype) {
    if (!withdraw_import(id, prefix, prototype)) return false;
    // A function may be named after a struct if it turns out to extend another one.
    const bool free = kind(id) == Kind::undefined || (function && is_own_type(id));
    return free || fail_about("Variable '%s' is already defined", id);
}

bool Compiler::withdraw_import(SymbolId id, const Prefix& prefix, std::optional<Symbol>& prototype) {
    Symbol& symbol = symbols_[id];
    if (!symbol.has(source::is_imported) || (symbol.kind != Kind::global && symbol.kind != Kind::function))
        return true;
    if (!levels_.empty()) return fail("Local variable cannot have the same name as an import");
    if (prefix.import && !prefix.try_import) return true;
    if (!prefix.import) {
        if (!settings_.import_override) return fail_about("Variable '%s' is already imported", id);
        if (symbol.has(source::is_accessed))
            return fail("Already referenced name '" + std::string(symbol.name) +
                        "' as import; you must define it before using it");
        prototype = symbol;
    }
    imports_[static_cast<std::size_t>(symbol.offset)].gone = true;
    Symbol unknown;
    unknown.name = symbol.name;
    unknown.flags = symbol.flags & source::is_failed;
    symbol = unknown;
    return true;
}

bool Compiler::agrees(const Symbol& made, const Symbol& prototype) {
    const auto attributes = [](const Symbol& of) {
        constexpr std::uint32_t compared =
            source::is_array | source::is_readonly | source::is_method | source::is_static;
        const bool variable = of.kind == Kind::global;
        return std::tuple(of.flags & compared, variable && of.type.pointer != 0,
                          variable && of.type.array != 0);
    };
    if (made.kind != prototype.kind) return fail("Type of identifier differs from original declaration");
    if (attributes(made) != attributes(prototype))
        return fail("Attributes of identifier do not match prototype");
    if (made.size != prototype.size && made.type.array == 0)
        return fail("Size of identifier does not match prototype");
    if (made.length != prototype.length)
        return fail("Array size '" + std::to_string(made.length) +
                    "' of identifier does not match prototype which is '" + std::to_string(prototype.length) +
                    "'");
    return true;
}

bool Compiler::variable(SymbolId id, Type type, const Prefix& prefix,
                        const std::optional<Symbol>& prototype) {
    Symbol& symbol = symbols_[id];
    const bool local = !levels_.empty();
    const Symbol& of = symbols_[type.symbol];
    if (type.is(word::void_)) return fail("'void' not a valid variable type");
    if (of.has(source::is_managed) && type.pointer == 0 && !prefix.import)
        return fail("Cannot declare local instance of managed type");
    Symbol made;
    made.name = symbol.name;
    made.type = type;
    made.size = type.pointer != 0 ? 4 : of.size;
    made.flags = (prefix.import ? source::is_imported : 0U) | (prefix.readonly ? source::is_readonly : 0U) |
                 (symbol.flags & source::is_failed);
    if (!array_length(made)) return false;
    if (made.has(source::is_array) && of.has(source::has_arrays) && type.pointer == 0)
        return fail("Cannot declare an array of a type containing dynamic array(s)");
    if (type.is(word::string) && prefix.import && made.length == 0)
        return fail("cannot import string; use char[] instead");
    const std::int64_t before = local ? stack_ : static_cast<std::int64_t>(data_.size());
    if (!prefix.import && before + size_of(made) > (local ? most_reached : most_data))
        return fail("the variables become too large");
    if (local) {
        made.kind = Kind::local;
        symbol = made;
        return local_variable(symbol, id);
    }
    made.kind = Kind::global;
    // The name is not known before its own value is read, which only a literal may be.
    return global_variable(made, id, prefix, prototype);
}

bool Compiler::global_variable(Symbol& made, SymbolId id, const Prefix& prefix,
                               const std::optional<Symbol>& prototype) {
    Symbol& symbol = symbols_[id];
    if (prefix.import) {
        if (peek_kind() == Kind::assign) return fail("cannot set initial value of imported variables");
        symbol = made;
        symbol.offset = add_import(id, ImportForm::plain, 0);
        return true;
    }
    if (prototype && !agrees(made, *prototype)) return false;
    symbol = made;
    symbol.offset = static_cast<std::int32_t>(data_.size());
    if (symbol.type.is(word::string) && !symbol.has(source::is_array)) {
        constexpr std::size_t old_string = 200;
        const auto text = static_cast<std::uint32_t>(data_.size());
        data_.resize(data_.size() + old_string);
        symbol.offset = static_cast<std::int32_t>(data_.size());
        for (unsigned shift = 0; shift < 32; shift += 8)
            data_.push_back(static_cast<std::byte>(text >> shift));
        code_.add_fixup(FixupType::pointer, symbol.offset);
        if (peek_kind() == Kind::assign) return fail("cannot assign value to string, use StrCopy");
        return true;
    }
    data_.resize(data_.size() + static_cast<std::size_t>(size_of(symbol)));
    if (peek_kind() != Kind::assign) return true;
    static_cast<void>(next());
    return global_value(symbol);
}

bool Compiler::global_value(Symbol& symbol) {
    if (symbol.has(source::is_array)) return fail("cannot assign value to array");
    if (symbol.type.handle()) return fail("cannot assign initial value to global pointer");
    if (!expect_more()) return false;
    const bool wants_real = symbol.type.symbol == word::float_;
    const std::string_view otherwise =
        wants_real ? "Expected floating point value after '='" : "Expected integer value after '='";
    std::int32_t value = 0;
    bool real = false;
    if (!constant_value(value, real, otherwise)) return false;
    if (real != wants_real) return fail(std::string(otherwise));
    const std::size_t room = data_.size() - static_cast<std::size_t>(symbol.offset);
    const std::size_t bytes =
        std::min<std::size_t>({4, room, static_cast<std::size_t>(std::max(symbol.size, 0))});
    for (std::size_t i = 0; i < bytes; ++i)
        data_[static_cast<std::size_t>(symbol.offset) + i] =
            static_cast<std::byte>(static_cast<std::uint32_t>(value) >> (8 * i));
    return true;
}

bool Compiler::local_variable(Symbol& symbol, SymbolId id) {
    const bool assigned = peek_kind() == Kind::assign;
    const auto bytes = static_cast<std::int32_t>(size_of(symbol));
    symbol.offset = stack_;
    symbol.flags |= source::is_accessed;
    const auto live = [&] {
        locals_.emplace_back(id, static_cast<std::uint32_t>(2 * levels_.size()));
        begins_.push_back(code_.size());
    };
    if (symbol.type.is(word::string) && !symbol.has(source::is_array)) {
        constexpr std::int32_t old_string = 200;
        if (assigned) return fail("cannot assign value to string, use StrCopy");
        code_.write(Op::regtoreg, reg_sp, reg_cx);
        code_.write(Op::add, reg_sp, old_string);
        stack_ += old_string;
        symbol.offset = stack_;
        code_.write(Op::regtoreg, reg_sp, reg_mar);
        code_.write(Op::memwrite, reg_cx);
        code_.write(Op::add, reg_sp, 4);
        stack_ += 4;
        live();
        return true;
    }
    if (assigned) {
        if (symbol.has(source::is_array)) return fail("cannot assign value to array");
        static_cast<void>(next());
        // A variable is no part of its own value.
        symbol.kind = Kind::undefined;
        const bool done = expression_from(at_, Until::other);
        symbol.kind = Kind::local;
        live();
        if (!done || !convert(symbol.type)) return false;
        code_.write(Op::regtoreg, reg_sp, reg_mar);
        if (symbol.type.handle())
            code_.write(Op::meminitptr, reg_ax);
        else
            code_.write(symbol.size == 1   ? Op::memwriteb
                        : symbol.size == 2 ? Op::memwritew
                                           : Op::memwrite,
                        reg_ax);
    } else {
        live();
        code_.write(Op::regtoreg, reg_sp, reg_mar);
        code_.write(Op::zeromemory, bytes);
    }
    code_.write(Op::add, reg_sp, bytes);
    stack_ += bytes;
    begins_.back() = code_.size();
    return true;
}

std::int32_t Compiler::add_import(SymbolId id, ImportForm form, std::int32_t parameters) {
    imports_.push_back({id, form, false, false, parameters});
    return static_cast<std::int32_t>(imports_.size() - 1);
}

void Compiler::use(SymbolId id) {
    Symbol& symbol = symbols_[id];
    symbol.flags |= source::is_accessed;
    if (!symbol.has(source::is_imported)) return;
    if (!symbol.has(source::is_property)) {
        imports_[static_cast<std::size_t>(symbol.offset)].used = true;
        return;
    }
    const Accessors& accessors = accessors_[symbol.details];
    imports_[static_cast<std::size_t>(accessors.get)].used = true;
    if (accessors.set >= 0) imports_[static_cast<std::size_t>(accessors.set)].used = true;
}

} // namespace vellum::ags::compile
