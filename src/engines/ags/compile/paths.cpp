// Paths: what stands between dots and in brackets, from a variable or type to a value, and the code that
// reads or writes there. A value to write waits in AX, elements are counted in CX, elements of handles in DX.
#include <algorithm>

#include "engines/ags/compile/compiler.hpp"

namespace vellum::ags::compile {

namespace {
constexpr std::uint32_t most_clauses = 10;
} // namespace

bool Compiler::closing(std::uint32_t at, std::uint32_t end, std::uint32_t& found) const noexcept {
    std::uint32_t depth = 0;
    for (found = at; found < end; ++found) {
        const Kind what = token_kind(found);
        if (what == Kind::open_parenthesis) ++depth;
        if (what == Kind::close_parenthesis && --depth == 0) return true;
    }
    return false;
}

Type Compiler::clause_type(const Clause& clause) const noexcept {
    const Symbol& symbol = symbols_[clause.head];
    Type type = symbol.kind == Kind::type ? Type{clause.head} : symbol.type;
    if (clause.indexed) return type.array != 0 ? type.element() : type;
    if (symbol.has(source::is_array) && !symbol.has(source::is_property)) type.pointer = 1;
    return type;
}

SymbolId Compiler::array_length_property(Type type) {
    const Type plain{type.symbol, type.pointer, 0, 1};
    const SymbolId array = symbols_.add(symbols_.type_name(plain));
    const SymbolId id = symbols_.add_member(array, "Length");
    Symbol& symbol = symbols_[id];
    if (symbol.kind != Kind::undefined) return id;
    symbol.kind = Kind::member;
    symbol.type = {word::int_};
    symbol.size = 4;
    symbol.flags = source::is_property | source::is_imported | source::is_readonly;
    symbol.details = static_cast<std::uint32_t>(accessors_.size());
    if (length_import_ < 0) length_import_ = add_import(id, ImportForm::length, 0);
    accessors_.push_back({length_import_, -1});
    return id;
}

bool Compiler::path_member(std::uint32_t& at, const Path& path, Type type, SymbolId& head) {
    const Clause& left = clauses_[path.first + path.count - 1];
    const Symbol& owner = symbols_[left.head];
    if (owner.kind == Kind::function) return fail("structure required on left side of '.'");
    if (owner.has(source::is_array) && !left.indexed && !owner.has(source::is_property))
        return fail("'[' expected");
    const std::string_view member = name(tokens_[at].symbol);
    head = 0;
    if (type.array != 0) {
        if (member == ".Length") head = array_length_property(type);
    } else {
        for (SymbolId each = type.symbol; each != 0; each = symbols_[each].owner) {
            const SymbolId found = symbols_.find_member(each, member);
            if (found != 0 && kind(found) != Kind::undefined) {
                head = found;
                break;
            }
            if (!symbols_[each].has(source::is_struct)) break;
        }
    }
    if (head == 0) {
        const Type shown{type.symbol, 0, 0, type.array};
        return fail_unknown(
            "'" + std::string(member) + "' is not a public member of '" + symbols_.type_name(shown) +
            "'. Are you sure you spelt it correctly (remember, capital letters are important)?");
    }
    const Symbol& found = symbols_[head];
    if (owner.kind == Kind::type && !found.has(source::is_static))
        return fail("must have an instance of the struct to access a non-static member");
    if (found.has(source::is_protected) && !owner.has(source::is_this))
        return fail_about("Cannot access protected member '%s'", head);
    ++at;
    return true;
}

bool Compiler::read_path(std::uint32_t& at, std::uint32_t end, Path& path) {
    path.first = static_cast<std::uint32_t>(clauses_.size());
    path.count = 1;
    SymbolId head = tokens_[at++].symbol;
    clauses_.push_back({head});
    path.through_type = kind(head) == Kind::type;
    while (true) {
        const Symbol& symbol = symbols_[head];
        path.property |= symbol.has(source::is_property);
        if (symbol.kind == Kind::function) {
            path.call = true;
            if (at < end && token_kind(at) == Kind::dot)
                return fail("structure required on left side of '.'");
            if (path.count > 1 && (at >= end || token_kind(at) != Kind::open_parenthesis))
                return fail("'(' expected");
            return true;
        }
        Clause& clause = clauses_.back();
        if (at < end && token_kind(at) == Kind::open_bracket) {
            if (!symbol.has(source::is_array) && symbol.type.array == 0)
                return fail(std::string(symbol.name) + " is not an array");
            const std::uint32_t begin = at + 1;
            std::uint32_t depth = 1;
            // Here a parenthesis closes a bracket, too.
            for (++at; at < end; ++at) {
                const Kind what = token_kind(at);
                if (what == Kind::open_bracket || what == Kind::open_parenthesis) ++depth;
                if ((what == Kind::close_bracket || what == Kind::close_parenthesis) && --depth == 0) break;
                if (!in_expression(what) && what != Kind::comma && what != Kind::type)
                    return fail("Error parsing path; unexpected token after array index");
                if (at - begin > most_path_tokens) return fail(std::string(path_too_long));
            }
            if (at >= end) return fail("missing ']'");
            if (at == begin) return fail("array index not specified");
            clause.indexed = true;
            clause.index_begin = begin;
            clause.index_end = at++;
        } else if (symbol.has(source::is_property) && symbol.has(source::is_array)) {
            return fail_about("Expected array index after '%s'", head);
        }
        if (at >= end || token_kind(at) != Kind::dot) return true;
        if (path.count == most_clauses) return fail("variable path too long");
        if (++at >= end) return fail("Unexpected end of file");
        const Type type = clause_type(clause);
        if (!path_member(at, path, type, head)) return false;
        clauses_.push_back({head});
        ++path.count;
    }
}

bool Compiler::check_writable(const Path& path) {
    const Clause& last = clauses_[path.first + path.count - 1];
    const Symbol& symbol = symbols_[last.head];
    const bool by_this =
        path.count > 1 && symbols_[clauses_[path.first + path.count - 2].head].has(source::is_this);
    if (symbol.kind == Kind::constant) return fail_about("variable '%s' is read-only", last.head);
    if (symbol.has(source::is_property)) {
        if (symbol.has(source::is_readonly)) return fail_about("property '%s' is read-only", last.head);
        return true;
    }
    if (symbol.has(source::is_writeprotected) && !by_this)
        return fail_about("variable '%s' is write-protected", last.head);
    if (symbol.has(source::is_readonly)) return fail_about("variable '%s' is read-only", last.head);
    if (symbol.has(source::is_array) && !last.indexed) return fail("cannot assign value to entire array");
    const Type type = clause_type(last);
    if (type.is(word::string)) return fail("cannot assign to string; use Str* functions instead");
    if (!type.handle() && symbols_[type.symbol].has(source::is_struct))
        return fail_about("cannot assign to '%s'", last.head);
    return true;
}

struct Compiler::Access {
    SymbolId first = 0; ///< Whose storage the path begins in; 0 behind a handle.
    std::int32_t offset = 0;
    bool writing = false;
    bool through_type = false;
    bool in_cx = false;
    bool pointer = false; ///< An object waits on the stack.
    bool dynamic = false;
    bool handle = false;  ///< What is read or written is a handle.
    bool address = false; ///< Where it stands is wanted, not what.
    bool now = false;
};

bool Compiler::access(const Path& path, std::uint32_t count, bool writing) {
    Access access;
    access.writing = writing;
    access.first = clauses_[path.first].head;
    access.through_type = path.through_type && count > 1;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Clause clause = clauses_[path.first + i];
        const Symbol& symbol = symbols_[clause.head];
        const bool last = i + 1 == count;
        if (symbol.kind == Kind::type) {
            if (last) return fail("static non-property access: internal error");
            continue;
        }
        if (symbol.kind == Kind::constant) return literal(clause.head);
        use(clause.head);
        access.handle = access.address = access.now = false;
        if (!symbol.has(source::is_property) && !symbol.has(source::is_imported))
            access.offset += symbol.offset;
        if (symbol.has(source::is_property)) {
            if (clause.indexed && !index_into(access, clause, true, false)) return false;
            if (writing) code_.write(Op::regtoreg, reg_ax, reg_bx); // also where it is only passed
            access.address = access.now = true;
        } else if (symbol.type.pointer != 0) {
            if (!pointer_clause(access, clause, last)) return false;
        } else if (!plain_clause(access, clause)) {
            return false;
        }
        if (access.now || last) touch(access, clause, last);
    }
    const Clause& last = clauses_[path.first + count - 1];
    if (!writing) {
        ax_type_ = clause_type(last);
        const Symbol& type = symbols_[ax_type_.symbol];
        // An object that was imported by value can be taken for a pointer to it, and a struct in an array is
        // one.
        if (!ax_type_.handle() &&
            (type.has(source::is_managed) || (last.indexed && type.has(source::is_struct))))
            ax_type_.pointer = 1;
        ax_local_ =
            count == 1 && kind(last.head) == Kind::local && !symbols_[last.head].has(source::is_parameter);
    }
    return true;
}

void Compiler::base_address(Access& access) {
    const Symbol& first = symbols_[access.first];
    if (first.kind == Kind::local) {
        load_local(stack_ - access.offset);
    } else if (first.has(source::is_imported)) {
        code_.load_fixed(reg_mar, first.offset, FixupType::import);
        if (access.offset != 0) code_.write(Op::add, reg_mar, access.offset);
    } else {
        code_.load_fixed(reg_mar, access.offset, FixupType::data);
    }
}

bool Compiler::pointer_clause(Access& access, const Clause& clause, bool last) {
    const Symbol& symbol = symbols_[clause.head];
    if (symbol.has(source::is_this)) {
        push(reg_op);
        access.offset = 0;
        access.pointer = true;
        access.address = last;
        return true;
    }
    if (clause.indexed && !index_into(access, clause, true, true)) return false;
    if (symbol.has(source::is_array) && !clause.indexed) {
        access.address = true;
        return true;
    }
    if (access.pointer) {
        pop(reg_mar);
        code_.write(Op::checknull);
        if (access.offset != 0) code_.write(Op::add, reg_mar, access.offset);
    } else {
        base_address(access);
    }
    if (clause.indexed) {
        code_.write(Op::mul, reg_dx, 4);
        if (symbol.type.array != 0) {
            code_.write(Op::memreadptr, reg_mar);
            code_.write(Op::checknull);
            code_.write(Op::dynamicbounds, reg_dx);
        }
        code_.write(Op::addreg, reg_mar, reg_dx);
    } else if (symbol.type.array != 0) {
        access.dynamic = true;
    }
    push(reg_mar);
    access.offset = 0;
    access.pointer = access.handle = access.now = true;
    return true;
}

bool Compiler::plain_clause(Access& access, const Clause& clause) {
    const Symbol& symbol = symbols_[clause.head];
    if (symbol.type.array != 0) access.dynamic = true;
    if (clause.indexed) {
        if (!index_into(access, clause, false, true)) return false;
        access.in_cx = true;
    }
    const Type type = clause_type(clause);
    if (symbol.has(source::is_array) && !clause.indexed) access.address = true;
    if (!type.handle() && symbols_[type.symbol].has(source::is_struct)) access.address = true;
    if (symbol.type.array != 0 && !clause.indexed) access.handle = true;
    return true;
}

bool Compiler::index_into(Access& access, const Clause& clause, bool into_dx, bool bounds) {
    if (access.writing) push(reg_ax);
    if (access.in_cx) push(reg_cx);
    const bool local = ax_local_;
    if (!expression(clause.index_begin, clause.index_end)) return false;
    if (!convertible(ax_type_, {word::int_}, true)) return false;
    ax_local_ = local;
    const Symbol& symbol = symbols_[clause.head];
    if (bounds && symbol.has(source::is_array)) code_.write(Op::checkbounds, reg_ax, symbol.length);
    if (!into_dx) code_.write(Op::mul, reg_ax, symbol.type.pointer != 0 ? 4 : symbol.size);
    if (access.in_cx) pop(reg_cx);
    if (into_dx)
        code_.write(Op::regtoreg, reg_ax, reg_dx);
    else if (access.in_cx)
        code_.write(Op::addreg, reg_cx, reg_ax);
    else
        code_.write(Op::regtoreg, reg_ax, reg_cx);
    if (access.writing) pop(reg_ax);
    return true;
}

void Compiler::touch(Access& access, const Clause& clause, bool last) {
    const Symbol& symbol = symbols_[clause.head];
    const bool property = symbol.has(source::is_property);
    const bool pointer = access.pointer;
    if (pointer) pop(reg_mar);
    const bool saved = access.writing && !last;
    if (saved) push(reg_ax);
    const bool writes = access.writing && last && !property;
    const bool itself =
        access.handle && pointer && symbol.type.pointer != 0; // MAR is where the handle stands
    if (property && access.through_type && access.first != 0) {
        code_.write(Op::littoreg, reg_ax, 0);
    } else {
        if (pointer) {
            const bool unneeded = itself || (access.address && access.offset == 0 && !access.in_cx);
            if (!unneeded) code_.write(Op::checknull);
            if (access.offset != 0) code_.write(Op::add, reg_mar, access.offset);
        } else {
            base_address(access);
        }
        if (access.in_cx) {
            if (access.dynamic) {
                code_.write(Op::memreadptr, reg_mar);
                code_.write(Op::checknull);
                code_.write(Op::dynamicbounds, reg_cx);
            }
            code_.write(Op::addreg, reg_mar, reg_cx);
        }
        if (access.address && access.dynamic && !access.in_cx) {
            code_.write(Op::memreadptr, reg_ax); // a dynamic array is its handle
        } else if (access.address) {
            code_.write(Op::regtoreg, reg_mar, reg_ax);
        } else if (access.handle) {
            code_.write(writes ? Op::memwriteptr : Op::memreadptr, reg_ax);
        } else {
            const std::int32_t size = symbol.size;
            if (writes)
                code_.write(size == 1 ? Op::memwriteb : size == 2 ? Op::memwritew : Op::memwrite, reg_ax);
            else
                code_.write(size == 1 ? Op::memreadb : size == 2 ? Op::memreadw : Op::memread, reg_ax);
        }
    }
    if (property) property_call(access, clause, access.writing && last);
    access.offset = 0;
    access.in_cx = access.pointer = access.dynamic = false;
    access.first = 0;
    if (last) return;
    if (saved) {
        pop(reg_bx);
        push(reg_ax);
        code_.write(Op::regtoreg, reg_bx, reg_ax);
    } else {
        push(reg_ax);
    }
    access.pointer = true;
}

bool Compiler::property_call(const Access&, const Clause& clause, bool writing) {
    const Symbol& symbol = symbols_[clause.head];
    const Accessors& accessors = accessors_[symbol.details];
    const bool method = !symbol.has(source::is_static);
    if (method) {
        push(reg_op);
        code_.write(Op::callobj, reg_ax);
    }
    if (writing) code_.write(Op::pushreal, reg_bx);
    if (clause.indexed) code_.write(Op::pushreal, reg_dx);
    const std::int32_t count = (writing ? 1 : 0) + (clause.indexed ? 1 : 0);
    count_arguments(count);
    code_.load_fixed(reg_ax, writing ? accessors.set : accessors.get, FixupType::import);
    code_.write(Op::callext, reg_ax);
    if (count > 0) code_.write(Op::subrealstack, count);
    if (method) pop(reg_op);
    return true;
}

bool Compiler::call(const Path& path, std::uint32_t begin, std::uint32_t end) {
    const SymbolId id = clauses_[path.first + path.count - 1].head;
    use(id);
    // Arguments, by commas outside of brackets.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> given;
    if (!spend(end - begin)) return false;
    if (begin != end) {
        std::int32_t depth = 0;
        std::uint32_t from = begin;
        for (std::uint32_t i = begin; i <= end; ++i) {
            const Kind what = i == end ? Kind::comma : token_kind(i);
            if (what == Kind::open_parenthesis || what == Kind::open_bracket) ++depth;
            if (what == Kind::close_parenthesis || what == Kind::close_bracket) --depth;
            if (what != Kind::comma || (depth != 0 && i != end)) continue;
            if (from == i) return fail(i == end ? "Unexpected ')'" : "missing argument in function call");
            given.emplace_back(from, i);
            from = i + 1;
        }
    }
    const std::size_t fixed = functions_[symbols_[id].details].parameters.size();
    const bool variadic = functions_[symbols_[id].details].variadic;
    if (given.size() > fixed && !variadic)
        return fail_about("wrong number of parameters in call to '%s'", id);
    for (std::size_t i = given.size(); i < fixed; ++i)
        if (!functions_[symbols_[id].details].parameters[i].optional)
            return fail("Not enough parameters in call to function");

    const bool imported = symbols_[id].has(source::is_imported);
    const bool method = symbols_[id].has(source::is_method) && !symbols_[id].has(source::is_static);
    const auto pass = [&] {
        if (imported)
            code_.write(Op::pushreal, reg_ax);
        else
            push(reg_ax);
    };
    if (method) push(reg_op);
    for (std::size_t i = fixed; i > given.size(); --i) {
        code_.write(Op::littoreg, reg_ax, functions_[symbols_[id].details].parameters[i - 1].value);
        pass();
    }
    for (std::size_t i = given.size(); i > 0; --i) {
        if (!expression(given[i - 1].first, given[i - 1].second)) return false;
        if (i <= fixed && !convert(functions_[symbols_[id].details].parameters[i - 1].type)) return false;
        pass();
    }
    if (method) {
        if (!access(path, path.count - 1, false)) return false;
        code_.write(Op::callobj, reg_ax);
    }
    const auto count = static_cast<std::int32_t>(std::max(fixed, given.size()));
    if (imported) count_arguments(count);
    code_.load_fixed(reg_ax, symbols_[id].offset, imported ? FixupType::import : FixupType::function);
    code_.write(imported ? Op::callext : Op::call, reg_ax);
    if (count > 0) {
        if (imported) {
            code_.write(Op::subrealstack, count);
        } else {
            code_.write(Op::sub, reg_sp, count * 4);
            stack_ -= count * 4;
        }
    }
    if (method) pop(reg_op);
    ax_type_ = symbols_[id].type;
    ax_local_ = false;
    return true;
}

} // namespace vellum::ags::compile
