#include "engines/ags/machine/properties.hpp"

#include <bit>
#include <limits>

#include "engines/ags/machine/pool.hpp"
#include "runtime/archive.hpp"

namespace vellum::ags {

namespace {

constexpr std::int32_t first_index = std::numeric_limits<std::int32_t>::min();

std::uint64_t held(const PropertyKey& key) noexcept { return key.name.size() + Pool::entry_cost; }

std::uint32_t handle_in(Word value) noexcept { return kind_of(value) == Tag::object ? object_of(value) : 0; }

} // namespace

const Word* Properties::find(std::uint64_t object, std::string_view name, std::int32_t index) const {
    const auto found = all_.find({object, std::string(name), index});
    return found == all_.end() ? nullptr : &found->second;
}

bool Properties::set(Pool& pool, std::uint64_t object, std::string_view name, std::int32_t index,
                     Word value) {
    PropertyKey key{object, std::string(name), index};
    auto found = all_.find(key);
    if (found == all_.end()) {
        if (!pool.charge(held(key))) return false;
        found = all_.emplace(std::move(key), 0).first;
    }
    const Word old = found->second;
    found->second = value;
    // The new reference first: releasing the old object may take others with it.
    if (handle_in(value) != 0) pool.add_reference(handle_in(value));
    if (handle_in(old) != 0) pool.release(handle_in(old));
    return true;
}

Properties::Place Properties::erase(Pool& pool, Place place) {
    const Word old = place->second;
    pool.uncharge(held(place->first));
    const Place next = all_.erase(place);
    if (handle_in(old) != 0) pool.release(handle_in(old));
    return next;
}

void Properties::erase(Pool& pool, std::uint64_t object, std::string_view name, std::int32_t index) {
    if (const auto found = all_.find({object, std::string(name), index}); found != all_.end())
        erase(pool, found);
}

void Properties::erase_prefix(Pool& pool, std::uint64_t object, std::string_view prefix) {
    auto at = all_.lower_bound({object, std::string(prefix), first_index});
    while (at != all_.end() && at->first.object == object && at->first.name.starts_with(prefix))
        at = erase(pool, at);
}

void Properties::forget(Pool& pool, std::uint64_t object) {
    auto at = all_.lower_bound({object, {}, first_index});
    while (at != all_.end() && at->first.object == object) at = erase(pool, at);
}

void Properties::count_down(std::uint64_t object, std::string_view name) {
    for (auto at = all_.lower_bound({object, std::string(name), first_index});
         at != all_.end() && at->first.object == object && at->first.name == name; ++at)
        if (is_number(at->second) && signed_of(at->second) > 1)
            at->second = integer_word(signed_of(at->second) - 1);
}

std::uint64_t Properties::look_up_work(std::string_view name) const noexcept {
    constexpr std::uint64_t comparison_work = 128; // nodes lie anywhere in memory
    return (name.size() + comparison_work) * static_cast<std::uint64_t>(std::bit_width(all_.size()) + 1);
}

void Properties::write(ArchiveWriter& archive) const {
    archive.map(all_, 0, 0, "properties", [&](const PropertyKey& key, Word value) {
        archive(key.object);
        archive.own_text(key.name);
        archive(key.index, value);
    });
}

void Properties::read(ArchiveReader& archive, Pool& pool) {
    constexpr std::size_t least_bytes = 24;
    archive.map(
        all_, least_bytes, std::numeric_limits<std::uint32_t>::max(), "properties",
        [&](PropertyKey& key, Word& value) {
            archive(key.object);
            archive.own_text(key.name);
            archive(key.index, value);
            const std::uint32_t handle = handle_in(value);
            archive.demand(handle != 0 ? pool.exists(handle) && number_of(value) == 0 : is_number(value),
                           "a property holds something that does not exist");
            archive.demand(pool.charge(held(key)), "the properties need more memory than the world has");
        });
}

} // namespace vellum::ags
