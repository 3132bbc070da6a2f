// What structs that are local variables inherit. The compiler releases the handles that a struct declares
// itself and forgets those that it inherits: what is used as a handle and not released is inherited.
#include <algorithm>

#include "engines/ags/decompile/layout.hpp"

namespace vellum::ags::decompile {

namespace {

/// Where the handles of a record are that the compiler would release, in bytes of a struct of `size`.
void add_handles(Types& types, RecordId record, std::int32_t size, std::set<std::int32_t>& out) {
    for (const auto& [key, cell] : types.record(record).cells)
        if (cell.width == Width::handle && !key.record && cell.type != 0 &&
            types.kind(cell.type) != TypeKind::array)
            out.insert(size > 0 ? key.offset % size : key.offset);
}

} // namespace

/// True if something changed that other structs have to be looked at for.
bool Layout::inherit(const Function& function) {
    std::map<std::uint32_t, std::set<std::int32_t>> released;
    for (const Function::Handle& each : function.handles) released[each.local].insert(each.offset);
    bool changed = false;
    for (std::uint32_t k = 0; k < function.locals; ++k) {
        const std::uint32_t number = function.first_local + k;
        const Local& local = tree_.locals[number];
        if (local.parameter || local.handle || local.text || local.size < 4) continue;
        changed |= inherit(types_.root(types_.local(number)), local.size, released[number]);
    }
    return changed;
}

bool Layout::inherit(RecordId id, std::int32_t size, const std::set<std::int32_t>& all_released) {
    RecordId whole = 0;
    std::int32_t element = 0; ///< Bytes of one, if all is an array of structs.
    for (const auto& [key, cell] : types_.record(id).cells) {
        if (key.length > 0 && key.size > 0 && std::int64_t{key.length} * key.size >= size - 3)
            element = key.size;
        if (key.record && key.offset == 0 && key.inner_length < 0 && cell.record != 0 && !is_text(cell))
            whole = types_.root(cell.record);
    }
    std::set<std::int32_t> released;
    for (const std::int32_t each : all_released) released.insert(element > 0 ? each % element : each);
    Inherited& made = inherited_[id];
    std::set<std::int32_t> handles;
    if (whole != 0) {
        const RecordId base = types_.record(whole).base;
        const std::int32_t from = base == 0 ? 0 : extent(base);
        add_handles(types_, whole, 0, handles);
        std::erase_if(handles, [&](std::int32_t at) { return at < from; });
        const auto is_released = [&](std::int32_t at) { return released.contains(at); };
        const auto first = std::ranges::find_if(handles, is_released);
        const bool forgets = !std::ranges::all_of(handles, is_released);
        const std::int32_t bytes = element > 0 ? element : size;
        if (first != handles.end() && !forgets && types_.record(whole).size < bytes &&
            extent(whole) < bytes) {
            // It is this struct and no other that derives from it, so that is its size.
            types_.record(whole).size = bytes;
            return true;
        }
        made.derived = forgets && first == handles.end();
        if (first != handles.end() && first != handles.begin()) {
            // The handles in front are those of a base that nothing else is known of.
            types_.insert_base(whole, *std::prev(first) + 4);
            return true;
        }
    }
    handles.clear();
    add_handles(types_, id, element, handles);
    for (const std::int32_t at : handles) {
        if (released.contains(at)) break;
        made.to = at + 4;
    }
    return false;
}

} // namespace vellum::ags::decompile
