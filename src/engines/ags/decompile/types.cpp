// Goes through the tree once; types and records are merged as it goes, and what flows between them is
// resolved at the end (types_merge.cpp).
#include "engines/ags/decompile/types.hpp"

#include <algorithm>
#include <set>

namespace vellum::ags::decompile {

namespace {

bool is_real(Op op) noexcept { return op >= Op::fadd && op <= Op::flte; }
bool is_comparison(Op op) noexcept {
    return (op >= Op::isequal && op <= Op::or_) || (op >= Op::fgreater && op <= Op::flte) ||
           op == Op::stringsequal || op == Op::stringsnoteq;
}

} // namespace

Types::Types(const Block& block, const Tree& tree, Belief belief, Api& api)
    : block_(block),
      tree_(tree),
      all_(api),
      api_(belief == Belief::nothing ? nullptr : &api),
      types_too_(belief >= Belief::api),
      game_too_(belief == Belief::game) {
    if (api_ != nullptr) truth_ = api_->enumeration("bool");
    results_used_.resize(block.functions().size());
    results_given_.resize(block.functions().size());
    placeless_.resize(block.functions().size());
    std::set<std::string_view> plain;
    for (const Extent& each : block.functions())
        if (each.type.empty()) plain.insert(each.name);
    for (const Extent& each : block.functions())
        namesakes_.push_back(!each.type.empty() && plain.contains(each.name));
    of_.resize(tree.exprs.size());
    visited_.resize(tree.exprs.size());
    globals_ = make_record();
    for (const Local& local : tree.locals) {
        locals_.push_back(make_record());
        records_.back().size = local.size;
        if (local.text)
            records_.back().cells.emplace(CellKey{.offset = old_text_bytes},
                                          Cell{Width::whole, make(TypeKind::text)});
        if (local.parameter || local.handle) {
            Cell cell{local.handle ? Width::handle : Width::whole, make()};
            records_.back().cells.emplace(CellKey{}, cell);
        }
    }
    variables_.resize(block.imports().size());
    imports_.resize(block.imports().size());
    for (const Extent& function : block.functions()) {
        results_.push_back(make());
        if (!function.type.empty()) static_cast<void>(class_of(function.type));
    }
    for (std::uint32_t i = 0; i < block.imports().size(); ++i) {
        const ImportName& name = block.imports()[i];
        if (name.type.empty() || name.type == array_class) continue;
        Record& of = records_[class_of(name.type)];
        of.order = std::min(of.order, i);
    }
    // Global texts of the old sort are known by where they say that they stand.
    for (const Fixup& fixup : block.script().scom().fixups)
        if (fixup.type == static_cast<std::uint8_t>(FixupType::pointer))
            records_[globals_].cells.emplace(CellKey{.offset = fixup.position},
                                             Cell{Width::whole, make(TypeKind::text)});
    count_arguments();
}

/// Editors before 3.6.2 did not say how many parameters an imported function has.
void Types::count_arguments() {
    for (const Expr& expr : tree_.exprs) {
        if (expr.kind != ExprKind::call) continue;
        Import& import = imports_[static_cast<std::size_t>(expr.value)];
        const ImportName& name = block_.imports()[static_cast<std::size_t>(expr.value)];
        if (name.arguments >= 0) {
            import.variadic = name.arguments >= 100;
            import.fixed = static_cast<std::size_t>(import.variadic ? name.arguments - 100 : name.arguments);
            continue;
        }
        if (import.called) {
            import.variadic |= import.fixed != expr.arguments.size();
            import.fixed = std::min(import.fixed, expr.arguments.size());
        } else {
            import.fixed = expr.arguments.size();
        }
        import.called = true;
    }
    for (std::size_t i = 0; i < imports_.size(); ++i) {
        const ImportName& name = block_.imports()[i];
        if (name.arguments >= 0 || !imports_[i].called) continue;
        const auto fixed = all_.fixed_parameters(name.type, name.name);
        if (!fixed || imports_[i].fixed < *fixed) continue;
        imports_[i].variadic = true;
        imports_[i].fixed = *fixed;
    }
}

TypeId Types::parameter(std::uint32_t function, std::uint32_t number) const noexcept {
    const RecordId record = locals_[tree_.functions[function].first_local + number];
    return records_[record].cells.begin()->second.type;
}

RecordId Types::class_of(std::string_view name) {
    const auto [found, is_new] = classes_.try_emplace(name, 0);
    if (is_new) {
        found->second = make_record();
        records_.back().name = name;
        if (game_too_) new_classes_.push_back(name);
    }
    return found->second;
}

void Types::infer() {
    if (api_ != nullptr) believe_api();
    if (game_too_) believe_callers();
    fill_classes();
    for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
        const Function& function = tree_.functions[i];
        for (std::uint32_t k = 0; k < function.locals; ++k) {
            const Local& local = tree_.locals[function.first_local + k];
            if (!local.parameter || !local.handle) continue;
            set_kind(records_[locals_[function.first_local + k]].cells.begin()->second.type,
                     TypeKind::handle);
        }
        if (const ApiEntry* const handler =
                api_ == nullptr ? nullptr
                                : api_->handler(block_.functions()[i].name, block_.functions()[i].parameters);
            handler != nullptr && block_.functions()[i].type.empty() &&
            function.locals >= handler->parameters.size())
            for (std::uint32_t k = 0; k < handler->parameters.size(); ++k) {
                const bool handle = tree_.locals[function.first_local + k].handle;
                if (handle == handler->parameters[k].type.ends_with('*'))
                    believe(parameter(i, k), handler->parameters[k].type);
            }
        body(function.body, i);
        const std::map<std::uint32_t, std::int32_t> elements = element_sizes(function);
        for (const Function::Handle& each : function.handles)
            released(each, elements.contains(each.local) ? elements.at(each.local) : 0);
    }
    relate();
}

/// Locals that are arrays of structs: of each member all are released before those of the next. How many
/// bytes an element has. A struct with several members is released likewise, but has places without an index.
std::map<std::uint32_t, std::int32_t> Types::element_sizes(const Function& function) {
    std::map<std::uint32_t, std::vector<Function::Handle>> released;
    std::set<std::uint32_t> known; // the releases repeat where a function is left
    for (const Function::Handle& each : function.handles) {
        std::vector<Function::Handle>& list = released[each.local];
        if (!list.empty() && list.front().offset == each.offset) known.insert(each.local);
        if (!known.contains(each.local)) list.push_back(each);
    }
    std::map<std::uint32_t, std::int32_t> sizes;
    for (const auto& [local, list] : released) {
        const auto& cells = records_[root(locals_[local])].cells;
        const bool one = std::ranges::any_of(cells, [](const auto& cell) { return cell.first.length < 0; });
        if (list.size() < 2 || one) continue;
        const std::int32_t size = list[1].offset - list[0].offset;
        const std::int32_t total = tree_.locals[local].size;
        if (size < 4 || size % 4 != 0 || total % size != 0) continue;
        const auto count = static_cast<std::size_t>(total / size);
        bool all = list.size() % count == 0;
        for (std::size_t i = 0; i < list.size() && all; ++i) {
            const Function::Handle& first = list[i / count * count];
            all = list[i].offset == first.offset + static_cast<std::int32_t>(i % count) * size &&
                  list[i].count == first.count && first.offset < size;
        }
        if (all) sizes[local] = size;
    }
    return sizes;
}

/// What is released is a handle, even if nothing else is done with it. `element`: bytes of one, in an array
/// of structs.
void Types::released(const Function::Handle& handle, std::int32_t element) {
    const Local& local = tree_.locals[handle.local];
    if (local.parameter) return;
    auto& cells = records_[locals_[handle.local]].cells;
    CellKey key{.offset = handle.offset};
    if (handle.count > 1) {
        key.length = handle.count;
        key.size = 4;
    }
    constexpr std::size_t most_cells = 1024; // of a variable that anybody would write
    for (const auto& [other, cell] : cells) {
        if (cells.size() > most_cells) break;
        if (other.length <= 0 || (other.length == key.length && other.size == key.size)) continue;
        const std::int64_t bytes = std::int64_t{other.length} * other.size;
        if (bytes >= local.size - 3 && other.size > 0) { // all of it is an array of structs
            key.offset = handle.offset % other.size;
            key.inner_length = key.length;
            key.inner_size = key.size;
            key.length = other.length;
            key.size = other.size;
            if (key.inner_length < 0) key.inner_size = 0;
            break;
        }
        if (handle.offset >= other.offset && handle.offset < other.offset + bytes) return;
    }
    if (element > 0 && key.offset == handle.offset && key.inner_length < 0 && key.size != element) {
        key.offset = handle.offset % element;
        key.inner_length = key.length;
        key.inner_size = key.size;
        key.length = local.size / element;
        key.size = element;
    }
    if (handle.count == 1 && key.inner_length < 0) { // an array of one is released as one is
        CellKey alone = key;
        alone.inner_length = 1;
        alone.inner_size = 4;
        if (cells.contains(alone)) key = alone;
    }
    Cell& cell = cells[key];
    cell.width = Width::handle;
    cell.in_struct |= element > 0 && key.inner_length < 0;
    if (cell.type == 0) cell.type = make();
    set_kind(cell.type, TypeKind::handle);
}

void Types::body(const Body& list, std::uint32_t function) {
    for (const std::uint32_t each : list) statement(tree_.stmts[each], function);
}

void Types::statement(const Stmt& stmt, std::uint32_t function) {
    const TypeId value = stmt.value == no_expr ? 0 : visit(stmt.value);
    const TypeId target = stmt.target == no_expr ? 0 : visit(stmt.target);
    if (stmt.kind != StmtKind::expression) note_used(stmt.value);
    switch (stmt.kind) {
    case StmtKind::if_:
    case StmtKind::while_:
    case StmtKind::for_:
    case StmtKind::do_: note_tested(stmt.value); break;
    case StmtKind::assign:
        flow(value, target);
        note(stmt.value, target);
        note_index(stmt);
        break;
    case StmtKind::compound:
    case StmtKind::step:
        note_calculated(target);
        note_calculated(value);
        if (!is_real(stmt.op)) break;
        set_kind(target, TypeKind::real);
        set_kind(value, TypeKind::real);
        break;
    case StmtKind::declare: {
        if (stmt.value == no_expr) break;
        const Local& local = tree_.locals[stmt.local];
        Cell& cell = record(locals_[stmt.local]).cells[CellKey{}];
        cell.width = local.handle      ? Width::handle
                     : local.size == 4 ? Width::whole
                     : local.size == 2 ? Width::word
                                       : Width::byte;
        if (cell.type == 0) cell.type = make();
        const TypeId declared = cell.type;
        if (local.handle) set_kind(declared, TypeKind::handle);
        flow(value, declared);
        note(stmt.value, declared);
        break;
    }
    case StmtKind::return_:
        flow(value, results_[function]);
        note(stmt.value, results_[function]);
        if (tree_.exprs[stmt.value].kind != ExprKind::number || tree_.exprs[stmt.value].value != 0)
            results_given_[function] = true;
        break;
    case StmtKind::switch_:
        for (const Case& each : stmt.cases)
            if (each.test != no_expr) {
                const TypeId test = visit(each.test);
                note(each.test, value);
                if (value != 0) types_[words_root(value)].compared = true;
                note_used(each.test);
                if (tree_.exprs[each.test].kind != ExprKind::text)
                    flow(test, value, true);
                else if (kind(value) != TypeKind::text)
                    set_kind(value, TypeKind::string); // a literal says nothing of what it is compared with
            }
        break;
    default: break;
    }
    if (stmt.before != nowhere) statement(tree_.stmts[stmt.before], function);
    if (stmt.after != nowhere) statement(tree_.stmts[stmt.after], function);
    body(stmt.body, function);
    body(stmt.otherwise, function);
    for (const Case& each : stmt.cases) body(each.body, function);
}

TypeId Types::visit(ExprId expr) {
    if (expr == no_expr) return 0;
    if (!visited_[expr]) {
        visited_[expr] = true;
        const TypeId type = compute(expr);
        of_[expr] = type;
    }
    return of_[expr];
}

void Types::note_used(ExprId id) {
    if (tree_.exprs[id].kind == ExprKind::own_call)
        results_used_[static_cast<std::size_t>(tree_.exprs[id].value)] = true;
}

TypeId Types::compute(ExprId id) {
    const Expr& expr = tree_.exprs[id];
    note_used(expr.left);
    note_used(expr.right);
    for (const ExprId each : expr.arguments) note_used(each);
    for (const Index& index : expr.place.indices) note_used(index.value);
    if (expr.place.base == Place::Base::object) note_used(expr.place.id);
    switch (expr.kind) {
    case ExprKind::none:
    case ExprKind::number: return 0;
    case ExprKind::text: return make(TypeKind::text);
    case ExprKind::this_: {
        const TypeId type = make(TypeKind::handle);
        const std::string_view name = block_.functions()[static_cast<std::size_t>(expr.value)].type;
        types_[type].self = true;
        if (!name.empty()) types_[type].record = classes_.find(name)->second;
        return type;
    }
    case ExprKind::access: return access(expr);
    case ExprKind::property: return property(expr);
    case ExprKind::call: {
        Import& import = imports_[static_cast<std::size_t>(expr.value)];
        const ImportName& name = block_.imports()[static_cast<std::size_t>(expr.value)];
        import.called = true;
        if (import.result == 0) {
            const TypeId made = make();
            imports_[static_cast<std::size_t>(expr.value)].result = made;
        }
        import.instance |= !expr.is_static;
        if (expr.left != no_expr) {
            static_cast<void>(visit(expr.left));
            if (!name.type.empty()) derive(object(expr.left), class_of(name.type));
        }
        arguments(expr, static_cast<std::uint32_t>(expr.value));
        return imports_[static_cast<std::size_t>(expr.value)].result;
    }
    case ExprKind::own_call: {
        const auto number = static_cast<std::uint32_t>(expr.value);
        const Extent& called = block_.functions()[number];
        if (!expr.is_static && !called.type.empty() && !tree_.functions[number].instance)
            placeless_[number] = true;
        if (expr.left != no_expr) {
            static_cast<void>(visit(expr.left));
            if (!called.type.empty()) derive(object(expr.left), class_of(called.type));
        }
        for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
            const TypeId given = visit(expr.arguments[i]);
            if (i < static_cast<std::size_t>(called.parameters) && tree_.functions[number].locals > i) {
                flow(given, parameter(number, static_cast<std::uint32_t>(i)));
                note(expr.arguments[i], parameter(number, static_cast<std::uint32_t>(i)));
            }
        }
        return results_[number];
    }
    case ExprKind::negate: {
        const TypeId type = visit(expr.left);
        if (!is_real(expr.op)) return make_calculated();
        set_kind(type, TypeKind::real);
        return make(TypeKind::real);
    }
    case ExprKind::not_:
        static_cast<void>(visit(expr.left));
        note_tested(expr.left);
        return make_truth();
    case ExprKind::binary:
    case ExprKind::compound: {
        const TypeId left = visit(expr.left);
        const TypeId right = visit(expr.right);
        if (is_real(expr.op)) {
            set_kind(left, TypeKind::real);
            set_kind(right, TypeKind::real);
            return is_comparison(expr.op) ? make() : make(TypeKind::real);
        }
        if (expr.op == Op::isequal || expr.op == Op::notequal) {
            flow(left, right, true);
            note(expr.left, right);
            note(expr.right, left);
            for (const auto& [number, type] : {std::pair(expr.left, right), std::pair(expr.right, left)})
                if (type != 0 && tree_.exprs[number].kind == ExprKind::number)
                    types_[words_root(type)].compared = true;
            // Only of what handles can point to a whole one is compared.
            for (const ExprId side : {expr.left, expr.right})
                if (tree_.exprs[side].width == Width::address) record(object(side)).pointed = true;
        } else if (expr.op == Op::and_ || expr.op == Op::or_) {
            note_tested(expr.left);
            note_tested(expr.right);
        } else {
            note_calculated(left);
            note_calculated(right);
        }
        if (expr.op == Op::stringsequal || expr.op == Op::stringsnoteq)
            for (const ExprId side : {expr.left, expr.right}) {
                if (tree_.exprs[side].kind == ExprKind::text) continue;
                // A text that no handle is, is a parameter; what is given is an object.
                const bool given = tree_.exprs[side].kind != ExprKind::access;
                if (kind(of_[side]) == TypeKind::handle || (given && kind(of_[side]) == TypeKind::unknown))
                    set_kind(of_[side], TypeKind::string);
                else if (kind(of_[side]) == TypeKind::unknown)
                    set_kind(of_[side], TypeKind::text);
            }
        return is_comparison(expr.op) ? make_truth() : make_calculated();
    }
    case ExprKind::step: {
        const TypeId type = visit(expr.left);
        note_calculated(type);
        if (is_real(expr.op)) set_kind(type, TypeKind::real);
        return type;
    }
    case ExprKind::new_object: {
        const TypeId type = make(TypeKind::handle);
        const RecordId made = make_record();
        records_[made].size = expr.value;
        records_[made].made = true;
        types_[type].record = made;
        return type;
    }
    case ExprKind::new_array: {
        static_cast<void>(visit(expr.left));
        const TypeId type = make(TypeKind::array);
        const TypeId element = make(expr.managed ? TypeKind::handle : TypeKind::unknown);
        set_element(type, element);
        types_[kind_root(type)].element_size = expr.value;
        return type;
    }
    case ExprKind::make_string: {
        const TypeId type = visit(expr.left);
        if (tree_.exprs[expr.left].kind != ExprKind::text) set_kind(type, TypeKind::text);
        return make(TypeKind::string);
    }
    case ExprKind::check_null: set_kind(visit(expr.left), TypeKind::string); return make(TypeKind::text);
    }
    return 0;
}

void Types::arguments(const Expr& call, std::uint32_t import) {
    const std::vector<ExprId>& given = call.arguments;
    std::vector<TypeId> types;
    types.reserve(given.size());
    // What is passed may call the same function, so that its parameters are only touched behind it.
    for (const ExprId each : given) types.push_back(visit(each));
    for (std::size_t i = 0; i < std::min(imports_[import].fixed, given.size()); ++i) {
        while (imports_[import].parameters.size() <= i) {
            const TypeId made = make();
            imports_[import].parameters.push_back(made);
        }
        const TypeId wanted = imports_[import].parameters[i];
        flow(types[i], wanted);
        note(given[i], wanted);
        if (is_like_before(import, i)) flow(types[i - 1], types[i], true);
    }
}

TypeId Types::property(const Expr& expr) {
    auto slot = static_cast<std::size_t>(expr.value);
    const ImportName name = block_.imports()[slot];
    const bool sets = name.form == ImportName::Form::set || name.form == ImportName::Form::indexed_set;
    if (sets && slot > 0) --slot; // the getter stands in front of it
    if (imports_[slot].result == 0) {
        const TypeId made = make();
        imports_[slot].result = made;
    }
    const TypeId type = imports_[slot].result;
    imports_[slot].called = true;
    imports_[slot].instance |= !expr.is_static;
    if (expr.right != no_expr) static_cast<void>(visit(expr.right));
    if (expr.left != no_expr) {
        const TypeId of = visit(expr.left);
        if (name.type == array_class)
            set_kind(of, TypeKind::array);
        else
            derive(object(expr.left), class_of(name.type));
    }
    return type;
}

RecordId Types::object(ExprId id) {
    const Expr& expr = tree_.exprs[id];
    if (expr.kind == ExprKind::access && expr.width == Width::address) {
        CellKey key;
        const RecordId in = place(expr.place, expr.width, key);
        Cell& cell = record(in).cells[key];
        if (cell.record == 0) {
            const RecordId made = make_record();
            record(in).cells[key].record = made;
            return made;
        }
        return cell.record;
    }
    const TypeId type = visit(id);
    if (kind(type) == TypeKind::unknown) set_kind(type, TypeKind::handle);
    return need_record(type);
}

RecordId Types::place(const Place& place, Width width, CellKey& key) {
    key = {.offset = place.offset, .record = width == Width::address};
    if (!place.dynamic) {
        if (!place.indices.empty()) {
            key.length = place.indices[0].length;
            key.size = place.indices[0].size;
        }
        if (place.indices.size() > 1) {
            key.inner_length = place.indices[1].length;
            key.inner_size = place.indices[1].size;
        }
    }
    switch (place.base) {
    case Place::Base::local: return locals_[place.id];
    case Place::Base::global: return globals_;
    case Place::Base::import:
        if (variables_[place.id] == 0) {
            const RecordId made = make_record();
            variables_[place.id] = made;
        }
        return variables_[place.id];
    case Place::Base::object: return object(place.id);
    case Place::Base::none: break;
    }
    return globals_;
}

TypeId Types::access(const Expr& expr) {
    for (const Index& index : expr.place.indices) note_calculated(visit(index.value));
    if (expr.place.base == Place::Base::object) static_cast<void>(visit(expr.place.id));
    CellKey key;
    const RecordId in = place(expr.place, expr.width, key);
    if (expr.place.dynamic) {
        key.record = false;
        return element_access(expr, in, key);
    }
    Cell& cell = record(in).cells[key];
    cell.in_struct |=
        expr.width == Width::handle && !expr.place.indices.empty() && !expr.place.indices.back().handles;
    if (cell.type == 0 && expr.width == Width::address) {
        // A whole struct can be taken for what a handle of it points to.
        const TypeId made = make(TypeKind::handle);
        types_[made].self = true;
        record(in).cells[key].type = made;
        if (record(in).cells[key].record == 0) {
            const std::string_view known = struct_of_game(expr.place, key);
            const RecordId of = known.empty() ? make_record() : class_of(known);
            record(in).cells[key].record = of;
            fill_classes();
        }
        types_[made].record = record(in).cells[key].record;
        return made;
    }
    if (cell.type == 0) {
        cell.width = expr.width;
        const TypeId made = make();
        record(in).cells[key].type = made;
        if (expr.width == Width::handle)
            set_kind(made, expr.whole_array ? TypeKind::array : TypeKind::handle);
        place_of_game(expr.place, key, made);
        return made;
    }
    const TypeId type = cell.type;
    if (expr.width == Width::handle) {
        cell.width = Width::handle;
        set_kind(type, expr.whole_array ? TypeKind::array : TypeKind::handle);
    }
    return type;
}

TypeId Types::element_access(const Expr& expr, RecordId in, const CellKey& key) {
    TypeId array = record(in).cells[key].type;
    if (array == 0) {
        array = make();
        record(in).cells[key].type = array;
    }
    record(in).cells[key].width = Width::handle;
    set_kind(array, TypeKind::array);
    if (expr.place.indices.empty()) return array;
    TypeId of = element(array);
    if (of == 0) {
        of = make();
        set_element(array, of);
    }
    if (expr.width == Width::handle) set_kind(of, TypeKind::handle);
    types_[kind_root(array)].element_size = expr.place.indices.back().size;
    return element(array);
}

} // namespace vellum::ags::decompile
