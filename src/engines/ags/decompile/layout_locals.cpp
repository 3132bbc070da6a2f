// What structs that are local variables inherit. The compiler releases the handles that a struct declares
// itself and forgets those that it inherits: what is used as a handle and not released is inherited.
#include <algorithm>
#include <span>

#include "engines/ags/decompile/layout.hpp"

namespace vellum::ags::decompile {

namespace {

/// Where the handles of a record are that the compiler would release, in bytes of a struct of `size`.
std::vector<std::int32_t> handles_of(Types& types, RecordId record, std::int32_t size) {
    std::vector<std::int32_t> found;
    for (const auto& [key, cell] : types.record(record).cells)
        if (cell.width == Width::handle && !key.record && cell.type != 0 &&
            types.kind(cell.type) != TypeKind::array)
            found.push_back(size > 0 ? key.offset % size : key.offset);
    std::ranges::sort(found);
    found.erase(std::ranges::unique(found).begin(), found.end());
    return found;
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
    made = {};
    if (whole != 0) {
        const RecordId base = types_.record(whole).base;
        const auto [known, is_new] = handles_.try_emplace(whole);
        if (is_new) known->second = handles_of(types_, whole, 0);
        const auto own = std::span(known->second)
                             .subspan(static_cast<std::size_t>(
                                 std::ranges::lower_bound(known->second, base == 0 ? 0 : extent(base)) -
                                 known->second.begin()));
        // Only what is released is gone through: many locals may be of one sort.
        std::size_t count = 0;
        std::size_t first = own.size();
        for (const std::int32_t each : released) {
            const auto found = std::ranges::lower_bound(own, each);
            if (found == own.end() || *found != each) continue;
            ++count;
            first = std::min(first, static_cast<std::size_t>(found - own.begin()));
        }
        const std::int32_t bytes = element > 0 ? element : size;
        if (count > 0 && count == own.size() && types_.record(whole).size < bytes && extent(whole) < bytes) {
            // It is this struct and no other that derives from it, so that is its size.
            types_.record(whole).size = bytes;
            return true;
        }
        made.derived = count == 0 && !own.empty();
        if (count > 0 && first > 0) {
            // The handles in front are those of a base that nothing else is known of.
            types_.insert_base(whole, own[first - 1] + 4);
            handles_.clear();
            return true;
        }
    }
    for (const std::int32_t at : handles_of(types_, id, element)) {
        if (released.contains(at)) break;
        made.to = at + 4;
    }
    return false;
}

} // namespace vellum::ags::decompile
