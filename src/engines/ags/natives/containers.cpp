// Dictionary and Set. Keys are ordered by bytes or without case; unsorted containers are kept in the same
// order, which the original leaves open, so that every run and every snapshot gives the same sequence.
#include <bit>

#include "engines/ags/codes.hpp"
#include "engines/ags/machine/environment.hpp"

namespace vellum::ags {

namespace {

template <ObjectKind Kind> Word create(BuiltinCall& call) {
    Pool& pool = call.environment.pool();
    const std::uint32_t handle = pool.make_extra(Kind);
    if (handle == 0)
        return call.fail(codes::out_of_memory, "script objects need more memory than the budget allows");
    Extra& extra = *pool.extra(handle);
    extra.sorted = number_of(call.arguments[0]) != 0;
    call.charge(BuiltinCall::object_work);
    extra.entries =
        std::map<std::string, std::string, KeyOrder>(KeyOrder{(number_of(call.arguments[1]) & 1U) == 0});
    return address_word(Tag::object, handle);
}

/// The receiver, or null after a failure.
Extra* self(BuiltinCall& call) {
    Pool& pool = call.environment.pool();
    if (is_null(call.self))
        call.fail(codes::null_pointer, "Null pointer referenced");
    else if (kind_of(call.self) == Tag::object && pool.exists(object_of(call.self)) &&
             (pool[object_of(call.self)].kind == ObjectKind::dictionary ||
              pool[object_of(call.self)].kind == ObjectKind::set))
        return pool.extra(object_of(call.self));
    else
        call.fail(codes::bad_call, "a container function was called on something else");
    return nullptr;
}

/// The work of finding a key: every comparison walks the key, and nodes lie anywhere in memory.
constexpr std::uint64_t comparison_work = 128;

/// The key in the first argument; charges for looking it up.
bool key(BuiltinCall& call, const Extra& extra, std::string_view& out) {
    if (!call.text(call.arguments[0], out)) return false;
    call.charge((out.size() + comparison_work) *
                static_cast<std::uint64_t>(std::bit_width(extra.entries.size())));
    return true;
}

std::uint64_t held(std::string_view name, std::string_view value) {
    return name.size() + value.size() + Pool::entry_cost;
}

Word clear(BuiltinCall& call) {
    if (Extra* extra = self(call)) { // paid for when the entries were made
        for (const auto& [name, value] : extra->entries) call.environment.pool().uncharge(held(name, value));
        extra->entries.clear();
    }
    return 0;
}

Word contains(BuiltinCall& call) {
    std::string_view name;
    Extra* extra = self(call);
    return extra != nullptr && key(call, *extra, name) ? integer_word(extra->entries.contains(name)) : 0;
}

Word erase(BuiltinCall& call) {
    std::string_view name;
    Extra* extra = self(call);
    if (extra == nullptr || !key(call, *extra, name)) return 0;
    const auto found = extra->entries.find(name);
    if (found == extra->entries.end()) return 0;
    call.environment.pool().uncharge(held(found->first, found->second));
    extra->entries.erase(found);
    return 1;
}

Word get(BuiltinCall& call) {
    std::string_view name;
    Extra* extra = self(call);
    if (extra == nullptr || !key(call, *extra, name)) return 0;
    const auto found = extra->entries.find(name);
    return found == extra->entries.end() ? 0 : call.string(found->second);
}

Word put(BuiltinCall& call, Extra& extra, std::string_view name, std::string_view value) {
    Pool& pool = call.environment.pool();
    call.charge(held(name, value) + comparison_work); // also for the end of the entry
    if (!pool.charge(held(name, value)))
        return call.fail(codes::out_of_memory, "script objects need more memory than the budget allows");
    const auto found = extra.entries.find(name);
    if (found == extra.entries.end())
        extra.entries.emplace(name, value);
    else {
        pool.uncharge(held(found->first, found->second));
        found->second = std::string(value); // a new one: assigning would keep the old one's memory
    }
    return 1;
}

Word set(BuiltinCall& call) {
    std::string_view name;
    std::string_view value;
    Extra* extra = self(call);
    if (extra == nullptr || !key(call, *extra, name)) return 0;
    if (is_null(call.arguments[1])) return erase(call);
    return call.text(call.arguments[1], value) ? put(call, *extra, name, value) : 0;
}

Word add(BuiltinCall& call) {
    std::string_view name;
    Extra* extra = self(call);
    if (extra == nullptr || !key(call, *extra, name) || extra->entries.contains(name)) return 0;
    return put(call, *extra, name, {});
}

Word item_count(BuiltinCall& call) {
    const Extra* extra = self(call);
    return extra != nullptr ? integer_word(static_cast<std::uint32_t>(extra->entries.size())) : 0;
}
Word sort_style(BuiltinCall& call) {
    const Extra* extra = self(call);
    return extra != nullptr ? integer_word(extra->sorted) : 0;
}
Word compare_style(BuiltinCall& call) {
    const Extra* extra = self(call);
    return extra != nullptr ? integer_word(!extra->entries.key_comp().fold_case) : 0;
}

template <bool Values> Word as_array(BuiltinCall& call) {
    const Extra* extra = self(call);
    if (extra == nullptr || extra->entries.empty()) return 0;
    Pool& pool = call.environment.pool();
    std::uint64_t bytes = 0;
    for (const auto& [name, value] : extra->entries) bytes += (Values ? value : name).size();
    call.charge(bytes + extra->entries.size() * (comparison_work + BuiltinCall::object_work));
    const std::uint32_t array = pool.make_array(static_cast<std::uint32_t>(extra->entries.size()), 4, true);
    if (array == 0)
        return call.fail(codes::out_of_memory, "script objects need more memory than the budget allows");
    std::uint32_t index = 0;
    for (const auto& [name, value] : extra->entries) {
        const std::uint32_t text = pool.make_string(Values ? value : name);
        if (text == 0)
            return call.fail(codes::out_of_memory, "script objects need more memory than the budget allows");
        pool.add_reference(text);
        pool.set_element(array, index++, text);
    }
    return address_word(Tag::object, array);
}

constexpr BuiltinEntry container_entries[] = {
    {"Dictionary::Create", 2, create<ObjectKind::dictionary>},
    {"Dictionary::Clear", 0, clear},
    {"Dictionary::Contains", 1, contains},
    {"Dictionary::Get", 1, get},
    {"Dictionary::Remove", 1, erase},
    {"Dictionary::Set", 2, set},
    {"Dictionary::get_ItemCount", 0, item_count},
    {"Dictionary::get_SortStyle", 0, sort_style},
    {"Dictionary::get_CompareStyle", 0, compare_style},
    {"Dictionary::GetKeysAsArray", 0, as_array<false>},
    {"Dictionary::GetValuesAsArray", 0, as_array<true>},
    {"Set::Create", 2, create<ObjectKind::set>},
    {"Set::Add", 1, add},
    {"Set::Clear", 0, clear},
    {"Set::Contains", 1, contains},
    {"Set::Remove", 1, erase},
    {"Set::get_ItemCount", 0, item_count},
    {"Set::get_SortStyle", 0, sort_style},
    {"Set::get_CompareStyle", 0, compare_style},
    {"Set::GetItemsAsArray", 0, as_array<false>},
};

} // namespace

std::span<const BuiltinEntry> container_builtins() noexcept { return container_entries; }

} // namespace vellum::ags
