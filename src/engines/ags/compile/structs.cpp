// Structs: their members, what they inherit, and the imports that methods and properties are.
#include <algorithm>

#include "engines/ags/compile/compiler.hpp"

namespace vellum::ags::compile {

namespace {
constexpr std::uint32_t most_bases = 64; ///< Every name is looked for in all of them.
}

bool Compiler::struct_declaration(const Prefix& prefix) {
    if (!expect_more()) return false;
    const SymbolId id = next();
    Symbol& symbol = symbols_[id];
    if (symbol.kind != Kind::undefined && symbol.kind != Kind::forward)
        return fail_about("'%s' is already defined", id);
    if (peek_kind() == Kind::semicolon) {
        static_cast<void>(next());
        symbol.kind = Kind::forward;
        symbol.flags |= prefix.struct_flags | source::is_struct;
        return true;
    }
    SymbolId base = 0;
    if (peek_kind() == Kind::extends) {
        static_cast<void>(next());
        if (!expect_more()) return false;
        base = next();
        const Symbol& parent = symbols_[base];
        if (parent.kind == Kind::undefined || parent.kind == Kind::forward)
            return fail_unknown("Invalid use of 'extends'");
        if (parent.kind != Kind::type) return fail("Invalid use of 'extends'");
        if (!parent.has(source::is_struct)) return fail("Must extend a struct type");
        const bool managed = (prefix.struct_flags & source::is_managed) != 0;
        if (parent.has(source::is_managed) && !managed)
            return fail_about("Incompatible types. Unmanaged struct cannot extend managed struct '%s'", base);
        if (!parent.has(source::is_managed) && managed)
            return fail_about("Incompatible types. Managed struct cannot extend unmanaged struct '%s'", base);
        if (parent.has(source::is_builtin) && (prefix.struct_flags & source::is_builtin) == 0)
            return fail_about("The built-in type '%s' cannot be extended by a concrete struct. Use extender "
                              "methods instead",
                              base);
    }
    std::uint32_t bases = 0;
    for (SymbolId each = base; each != 0; each = symbols_[each].owner) ++bases;
    if (bases > most_bases) return fail_about("'%s' inherits from too many structs", id);
    symbol.kind = Kind::type;
    symbol.flags = prefix.struct_flags | source::is_struct;
    symbol.owner = base;
    symbol.size = base != 0 ? symbols_[base].size : 0;
    if (base != 0) symbol.flags |= symbols_[base].flags & source::has_arrays;
    symbol.details = static_cast<std::uint32_t>(members_.size());
    members_.emplace_back();
    if (prefix.internal_string) string_struct_ = id;
    if (!expect(Kind::open_brace, "expected '{'")) return false;
    while (peek_kind() != Kind::close_brace)
        if (!struct_member(id)) return false;
    static_cast<void>(next());
    symbol.size = (symbol.size + 3) / 4 * 4;
    return expect(Kind::semicolon, "missing semicolon after struct declaration");
}

bool Compiler::struct_member(SymbolId owner) {
    std::uint32_t flags = 0;
    bool import = false;
    bool constant = false;
    SymbolId type_symbol = 0;
    while (true) {
        type_symbol = next();
        const Kind what = kind(type_symbol);
        if (what == Kind::protected_)
            flags |= source::is_protected;
        else if (what == Kind::writeprotected)
            flags |= source::is_writeprotected;
        else if (what == Kind::readonly)
            flags |= source::is_readonly;
        else if (what == Kind::const_)
            constant = true;
        else if (what == Kind::import)
            import = true;
        else if (what == Kind::static_)
            flags |= source::is_static;
        else if (what == Kind::attribute)
            flags |= source::is_property;
        else
            break;
    }
    if (name(type_symbol) == unused_table && peek_kind() == Kind::open_brace) return unused_imports();
    if (import) flags |= source::is_imported;
    if ((flags & source::is_protected) != 0 && (flags & source::is_writeprotected) != 0)
        return fail("Field cannot be both protected and write-protected.");
    if (kind(type_symbol) == Kind::undefined)
        return fail_unknown(about("Syntax error at '%s'; expected variable type", type_symbol));
    if (kind(type_symbol) != Kind::type && kind(type_symbol) != Kind::forward)
        return fail_about("Syntax error at '%s'; expected variable type", type_symbol);
    Type type;
    if (!pointer_of(type_symbol, type)) return false;
    if (constant) type.constant = 1;
    const bool arrays = peek_kind() == Kind::open_bracket && at_ + 1 < tokens_.size() &&
                        token_kind(at_ + 1) == Kind::close_bracket;
    if (arrays) advance_to(at_ + 2);
    while (true) {
        if (!expect_more()) return false;
        SymbolId id = next();
        // A name that was taken for the beginning of a type when it was read has its plain spelling.
        const bool plainly = !symbols_[id].name.starts_with(std::string(symbols_[owner].name) + "::");
        if (plainly && (kind(id) == Kind::undefined || kind(id) == Kind::forward || is_own_type(id)))
            id = symbols_.add_member(owner, symbols_[id].name);
        const bool function = peek_kind() == Kind::open_parenthesis;
        if (symbols_[id].kind != Kind::undefined) return fail_about("'%s' is already defined", id);
        const std::string_view plain = symbols_[id].name.substr(symbols_[owner].name.size() + 2);
        for (SymbolId base = symbols_[owner].owner; base != 0; base = symbols_[base].owner) {
            const SymbolId inherited = symbols_.find_member(base, plain);
            if (inherited != 0 && kind(inherited) != Kind::undefined)
                return fail_about("'%s' already defined by inherited class", inherited);
        }
        Type own = type;
        if (arrays) own.array = 1;
        if (arrays && !function) return fail("expected '('");
        if (function ? !member_function(owner, id, own, flags) : !member_variable(owner, id, own, flags))
            return false;
        if (function) return true;
        const SymbolId behind = next();
        if (kind(behind) == Kind::semicolon) return true;
        if (kind(behind) != Kind::comma) return fail("expected ';'");
    }
}

bool Compiler::member_function(SymbolId owner, SymbolId id, Type type, std::uint32_t flags) {
    if ((flags & source::is_imported) == 0) return fail("function in a struct requires the import keyword");
    if ((flags & source::is_writeprotected) != 0) return fail("'writeprotected' does not apply to functions");
    Prefix prefix;
    prefix.import = true;
    prefix.static_ = (flags & source::is_static) != 0;
    prefix.protected_ = (flags & source::is_protected) != 0;
    return function_declaration(id, owner, type, prefix, false, true, {});
}

bool Compiler::member_variable(SymbolId owner, SymbolId id, Type type, std::uint32_t flags) {
    const bool property = (flags & source::is_property) != 0;
    const bool managed = symbols_[owner].has(source::is_managed);
    const Symbol& of = symbols_[type.symbol];
    const bool import = (flags & source::is_imported) != 0;
    if (property && !import) return fail("Property must be import");
    if (!property) {
        if (import) return fail("'import' not valid in this context");
        if ((flags & source::is_static) != 0) return fail("static variables not supported");
        if (type.is(word::string)) return fail("'string' not allowed inside struct");
        if (type.pointer != 0 && managed && !symbols_[owner].has(source::is_builtin))
            return fail("Member variable of managed struct cannot be pointer");
        if (type.pointer == 0 && of.has(source::is_struct)) return fail("Member variable cannot be struct");
        if (type.is(word::void_)) return fail("'void' not a valid variable type");
    }
    Symbol made;
    made.name = symbols_[id].name;
    made.kind = Kind::member;
    made.type = type.without_const();
    made.flags = flags;
    made.owner = owner;
    made.size = type.pointer != 0 ? 4 : of.size;
    if (!array_length(made)) return false;
    if (property) {
        if (made.has(source::is_array)) return fail("cannot specify array size for property");
        const bool indexed = made.type.array != 0;
        if (indexed) {
            made.type.array = 0;
            made.flags |= source::is_array;
        }
        made.details = static_cast<std::uint32_t>(accessors_.size());
        Accessors accessors;
        accessors.get = add_import(id, indexed ? ImportForm::indexed_get : ImportForm::get, 0);
        if (!made.has(source::is_readonly))
            accessors.set = add_import(id, indexed ? ImportForm::indexed_set : ImportForm::set, 0);
        accessors_.push_back(accessors);
        symbols_[id] = made;
        return true;
    }
    if (made.type.array != 0) {
        if (managed && !symbols_[owner].has(source::is_builtin))
            return fail("Member variable of managed struct cannot be dynamic array");
        symbols_[owner].flags |= source::has_arrays;
    }
    made.offset = symbols_[owner].size;
    const std::int64_t bytes =
        static_cast<std::int64_t>(made.type.array != 0 ? 4 : made.size) * std::max(made.length, 1);
    if (symbols_[owner].size + bytes > most_reached) return fail("the struct becomes too large");
    symbols_[owner].size += static_cast<std::int32_t>(bytes);
    symbols_[id] = made;
    members_[symbols_[owner].details].push_back(id);
    return true;
}

} // namespace vellum::ags::compile
