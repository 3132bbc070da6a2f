// Functions: prototypes, parameters, beginning and end.
#include <algorithm>

#include "engines/ags/compile/compiler.hpp"

namespace vellum::ags::compile {

namespace {
constexpr std::size_t most_parameters = 120; // from here on the original crashes
}

bool Compiler::function_declaration(SymbolId id, SymbolId owner, Type type, const Prefix& prefix,
                                    bool noloopcheck, bool in_struct, std::optional<Symbol> prototype) {
    const Symbol& of = symbols_[type.symbol];
    if (!type.handle() && of.has(source::is_struct)) return fail("Cannot return entire struct from function");
    if (prefix.static_ && owner == 0) return fail("'static' only applies to member functions");
    static_cast<void>(next());
    Extender extender;
    if (!extender_head(extender)) return false;
    if (extender.type != 0) {
        if (in_struct) return fail("extender functions cannot be part of a struct");
        owner = extender.type;
        id = symbols_.add_member(owner, name(id));
        if (!withdraw_import(id, prefix, prototype)) return false;
    }
    if (kind(id) != Kind::undefined) return fail_about("function '%s' is already defined", id);
    Symbol made;
    made.name = name(id);
    made.kind = Kind::function;
    made.type = type;
    made.size = type.handle() ? 4 : of.size;
    made.flags = symbols_[id].flags & source::is_failed;
    if (prefix.protected_) made.flags |= source::is_protected;
    if (prefix.static_ || extender.is_static) made.flags |= source::is_static;
    if (owner != 0) made.flags |= source::is_method;
    if (prefix.import) made.flags |= source::is_imported;
    // What a struct says of its own function need not be said again.
    if (owner != 0 && extender.type == 0 && prototype)
        made.flags |= prototype->flags & (source::is_static | source::is_protected);
    made.owner = owner;
    // The function itself is known to its own body, not to its parameters.
    FunctionInfo info;
    std::vector<SymbolId> names;
    if (!extender.closed && !parameters(info, names, prefix.import)) return false;
    if (prototype && !(agrees(made, *prototype) && agrees(info, type, *prototype))) return false;
    const auto count = static_cast<std::int32_t>(info.parameters.size() + (info.variadic ? 100 : 0));
    made.details = static_cast<std::uint32_t>(functions_.size());
    functions_.push_back(std::move(info));
    Symbol& symbol = symbols_[id];
    symbol = made;
    if (prefix.import) {
        // Editors before 3.6.2 counted only for members of structs.
        const bool counted = in_struct ? settings_.counted_members : settings_.counted_imports;
        symbol.offset = add_import(id, ImportForm::function, counted ? count : -1);
        return expect(Kind::semicolon,
                      in_struct ? "Expected ';'" : "';' expected (cannot define body of imported function)");
    }
    if (!expect_more()) return false;
    const bool assembled = name(peek()) == "asm";
    if (assembled) static_cast<void>(next());
    if (!expect(Kind::open_brace, "Expected '{'")) return false;
    if (assembled) return assembly(id);
    return begin_function(id, names, noloopcheck);
}

bool Compiler::agrees(FunctionInfo& info, Type result, const Symbol& prototype) {
    const FunctionInfo& promised = functions_[prototype.details];
    if (promised.parameters.size() != info.parameters.size() || promised.variadic != info.variadic)
        return fail("Function declaration has wrong number of arguments to prototype");
    bool same = prototype.type.without_const() == result.without_const();
    for (std::size_t i = 0; i < info.parameters.size(); ++i) {
        same = same && promised.parameters[i].type == info.parameters[i].type;
        info.parameters[i].value = promised.parameters[i].value;
        info.parameters[i].optional = promised.parameters[i].optional;
    }
    return same || fail("Parameter type does not match prototype");
}

/// "this Type*" or "static Type" in front of the parameters, if it is there.
bool Compiler::extender_head(Extender& extender) {
    if (!expect_more()) return false;
    extender.is_static = peek_kind() == Kind::static_;
    if (!extender.is_static && name(peek()) != "this") return true;
    static_cast<void>(next());
    if (!expect_more()) return false;
    extender.type = next();
    const std::string word = extender.is_static ? "'static'" : "'this'";
    if (kind(extender.type) != Kind::type) return fail(word + " must be followed by a struct name");
    if (!symbols_[extender.type].has(source::is_struct))
        return fail(word + " cannot be used with primitive types");
    if (!extender.is_static) {
        if (peek() != word::star) return fail("instance extender function must be pointer");
        static_cast<void>(next());
    }
    if (!expect_more()) return false;
    if (peek() == word::star) return fail("static extender function cannot be pointer");
    const SymbolId behind = next();
    extender.closed = kind(behind) == Kind::close_parenthesis;
    return extender.closed || kind(behind) == Kind::comma ||
           fail("parameter name cannot be defined for extender type");
}

bool Compiler::parameters(FunctionInfo& info, std::vector<SymbolId>& names, bool prototype) {
    bool constant = false;
    while (true) {
        if (!expect_more()) return false;
        const SymbolId id = next();
        switch (kind(id)) {
        case Kind::close_parenthesis: return true;
        case Kind::ellipsis:
            info.variadic = true;
            return expect_more() && expect(Kind::close_parenthesis, "expected ')' after variable-args");
        case Kind::const_: constant = true; continue;
        case Kind::type:
        case Kind::forward: break;
        case Kind::undefined: return fail_unknown(about("PE03: Parse error at '%s'", id));
        default: return fail_about("PE03: Parse error at '%s'", id);
        }
        if (info.parameters.size() == most_parameters) return fail("too many parameters");
        if (!parameter(id, constant, info, names, prototype)) return false;
        constant = false;
        if (!expect_more()) return false;
        const SymbolId behind = next();
        if (kind(behind) == Kind::close_parenthesis) return true;
        if (kind(behind) == Kind::global)
            return fail_about("'%s' is a global var; cannot use as name for local", behind);
        if (kind(behind) != Kind::comma) return fail_about("PE02: Parse error at '%s'", behind);
    }
}

bool Compiler::parameter(SymbolId id, bool constant, FunctionInfo& info, std::vector<SymbolId>& names,
                         bool prototype) {
    if (id == word::void_) return fail("'void' invalid type for function parameter");
    Parameter made;
    if (!pointer_of(id, made.type, not_managed)) return false;
    made.type.constant = constant ? 1 : 0;
    if (!made.type.handle() && symbols_[id].has(source::is_struct))
        return fail("struct cannot be passed as parameter");
    SymbolId named = 0;
    switch (peek_kind()) {
    case Kind::undefined:
        if (at_end()) break;
        named = next();
        break;
    case Kind::global:
    case Kind::function:
    case Kind::constant:
    case Kind::member: // what has a meaning can only be named where no variable is made
        if (prototype) static_cast<void>(next());
        break;
    default: break;
    }
    if (!expect_more()) return false;
    if (peek_kind() == Kind::assign) {
        const SymbolId assign = next();
        if (!prototype) return fail_about("PE02: Parse error at '%s'", assign);
        if (!expect_more()) return false;
        bool real = false;
        if (peek_kind() == Kind::null)
            static_cast<void>(next());
        else if (!constant_value(made.value, real, "Parameter default value must be literal"))
            return false;
        made.optional = true;
        const bool wants_real = made.type.is(word::float_);
        if (is_string_object(made.type)) {
            if (made.value != 0)
                return fail_about("Parameter default value for type %s must be 0", made.type.symbol);
        } else if (made.type.handle()) {
            if (made.value != 0) return fail("Parameter default pointer value can only be 0");
        } else if (real != wants_real && made.value != 0) {
            return fail(wants_real ? "Parameter default value must be float or 0"
                                   : "Parameter default value must be int or 0");
        }
    }
    if (peek_kind() == Kind::open_bracket) {
        static_cast<void>(next());
        if (!expect(Kind::close_bracket, "fixed array cannot be used in this way")) return false;
        made.type.array = 1;
    }
    if (named != 0 && !prototype) {
        for (const SymbolId other : names)
            if (other == named) return fail_about("PE02: Parse error at '%s'", named);
    }
    info.parameters.push_back(made);
    names.push_back(named);
    return true;
}

bool Compiler::begin_function(SymbolId id, const std::vector<SymbolId>& names, bool noloopcheck) {
    note_line();
    Symbol& symbol = symbols_[id];
    symbol.offset = code_.size();
    if (settings_.export_all && symbol.offset >= most_exported) return fail(std::string(exported_too_high));
    defined_.push_back(id);
    function_ = id;
    function_stack_ = stack_;
    levels_.push_back({});
    levels_.back().form = Form::function;
    code_.write(Op::thisbase, symbol.offset);
    if (noloopcheck) code_.write(Op::loopcheckoff);
    stack_ += 4;
    const FunctionInfo& info = functions_[symbol.details];
    for (std::size_t i = 0; i < info.parameters.size(); ++i) {
        const auto distance = static_cast<std::int32_t>(4 * (i + 2));
        if (info.parameters[i].type.handle()) {
            load_local(distance);
            code_.write(Op::memread, reg_ax);
            code_.write(Op::meminitptr, reg_ax);
        }
        if (i >= names.size() || names[i] == 0) continue;
        Symbol& local = symbols_[names[i]];
        local.kind = Kind::local;
        local.type = info.parameters[i].type;
        // A value takes a word whatever its type; the elements of an array are as wide as they are.
        local.size = local.type.array != 0 && local.type.pointer == 0 ? symbols_[local.type.symbol].size : 4;
        local.length = 0;
        local.flags = source::is_parameter | source::is_accessed |
                      (local.type.constant != 0 ? source::is_readonly : 0U);
        local.offset = stack_ - distance;
        locals_.emplace_back(names[i], 2);
        begins_.push_back(symbol.offset);
    }
    const SymbolId self = symbols_.find("this");
    if (self != 0 && symbol.has(source::is_method) && !symbol.has(source::is_static)) {
        code_.write(Op::regtoreg, reg_sp, reg_mar);
        code_.write(Op::writelit, 4, 0);
        code_.write(Op::add, reg_sp, 4);
        Symbol& local = symbols_[self];
        local.kind = Kind::local;
        local.type = {symbol.owner, 1, 0, 0};
        local.size = 4;
        local.flags = source::is_this | source::is_readonly;
        local.offset = stack_;
        stack_ += 4;
        locals_.emplace_back(self, 2);
        begins_.push_back(code_.size());
    }
    return true;
}

void Compiler::end_function() {
    code_.write(Op::littoreg, reg_ax, 0);
    release(0, true, true);
    code_.write(Op::ret);
    stack_ = function_stack_;
    levels_.clear();
    cases_.clear();
    increments_.clear();
    function_ = 0;
}

std::int32_t Compiler::release(std::size_t above, bool leaving, bool forget) {
    released_.clear();
    for (std::size_t i = locals_.size(); i > 0 && locals_[i - 1].second > above; --i) {
        released_.push_back(locals_[i - 1].first);
        if (forget) note_variable(locals_[i - 1].first, begins_[i - 1], code_.size());
    }
    std::ranges::sort(released_);
    std::int32_t total = 0;
    for (const SymbolId id : released_) {
        const Symbol& symbol = symbols_[id];
        if (has_room()) release_variable(symbol, leaving);
        if (symbol.has(source::is_parameter)) continue;
        total += (symbol.type.array != 0 ? 4 : symbol.size) * std::max(symbol.length, 1);
        if (symbol.type.is(word::string) && !symbol.has(source::is_array)) total += 200;
    }
    if (total > 0) code_.write(Op::sub, reg_sp, total);
    if (!forget) return total;
    stack_ -= total;
    locals_.resize(locals_.size() - released_.size());
    begins_.resize(locals_.size());
    for (const SymbolId id : released_) {
        Symbol& symbol = symbols_[id];
        const std::string_view kept = symbol.name;
        const std::uint32_t failed = symbol.flags & source::is_failed;
        symbol = {};
        symbol.name = kept;
        symbol.flags = failed;
    }
    return total;
}

void Compiler::release_variable(const Symbol& symbol, bool leaving) {
    if (symbol.has(source::is_this)) return;
    const std::int32_t distance = stack_ - symbol.offset;
    const auto elements = [&](const Symbol& of, Op zero) {
        for (std::int32_t i = 1; i < of.length && has_room(); ++i) {
            code_.write(Op::add, reg_mar, 4);
            code_.write(zero);
        }
    };
    if (symbol.type.handle()) {
        const Op zero = leaving ? Op::memzeroptrnd : Op::memzeroptr;
        load_local(distance);
        code_.write(zero);
        elements(symbol, zero);
        return;
    }
    const Symbol& type = symbols_[symbol.type.symbol];
    if (!type.has(source::is_struct)) return;
    sorted_.assign(members_[type.details].begin(), members_[type.details].end());
    std::ranges::sort(sorted_);
    for (const SymbolId id : sorted_) {
        const Symbol& member = symbols_[id];
        if (member.type.pointer == 0) continue;
        for (std::int32_t i = 0; i < std::max(symbol.length, 1) && has_room(); ++i) {
            load_local(distance - member.offset - i * type.size);
            code_.write(Op::memzeroptr);
            elements(member, Op::memzeroptr);
        }
    }
}

} // namespace vellum::ags::compile
