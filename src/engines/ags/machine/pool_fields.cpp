// The managed objects as bytes and back. A handle is a place in the list, and which place is taken next is
// part of the state. Whatever is read is counted as if a script had made it, before more is read.
#include <cstring>
#include <new>

#include "base/bytes.hpp"
#include "engines/ags/machine/pool.hpp"
#include "engines/ags/machine/word.hpp"
#include "runtime/archive.hpp"

namespace vellum::ags {

/// What an object says of itself. Its bytes follow; whether a text has a NUL is seen in them.
void fields(auto& archive, Archived<Object> auto& object) {
    auto& [data, size, references, count, kind, managed_elements, owned_by_host, holds_nul, host_id] = object;
    archive.up_to(kind, ObjectKind::file, "the kind of an object");
    if (kind == ObjectKind::none) return;
    archive(size, references, count, managed_elements, owned_by_host, host_id);
}

void fields(auto& archive, Archived<Extra> auto& extra) {
    auto& [sorted, entries, path, content, position, open, writing] = extra;
    bool fold_case = entries.key_comp().fold_case;
    std::uint64_t at = position;
    archive(sorted, fold_case, open, writing, at);
    archive.own_text(path);
    archive.own_text(content);
    archive.demand(at <= content.size(), "a file is read past its end");
    if constexpr (reads<decltype(archive)>) {
        position = static_cast<std::size_t>(at);
        entries = std::map<std::string, std::string, KeyOrder>(KeyOrder{fold_case});
    }
    archive.map(entries, 8, ~std::uint32_t{0}, "keys", [&archive](auto& key, auto& value) {
        archive.own_text(key);
        archive.own_text(value);
    });
}

template <class Archive> void Pool::fields(Archive& archive, auto& pool) {
    auto& [types, objects, buffers, free, extras, host_handles, disposed, dying, disposing, live, bytes,
           limit, made_since_sweep, freed, changes] = pool;
    auto total = static_cast<std::uint32_t>(objects.size());
    archive(total);
    if constexpr (reads<Archive>) pool.make_places(archive, total);
    for (std::uint32_t handle = 1; handle < total && archive.ok(); ++handle) {
        Object object = objects[handle];
        archive(object);
        if (object.kind == ObjectKind::none) continue;
        if constexpr (reads<Archive>) pool.make_again(archive, handle, object);
        archive.bytes(pool.content(handle));
        if (const auto extra = extras.find(handle); extra != extras.end()) archive(*extra->second);
        if constexpr (reads<Archive>) pool.count_again(archive, handle);
    }
    archive.list(free, 4, total, "free handles");
    archive(made_since_sweep);
    if constexpr (reads<Archive>) pool.demand_sound(archive);
}

void Pool::write(ArchiveWriter& archive) const { fields(archive, *this); }
void Pool::read(ArchiveReader& archive) { fields(archive, *this); }

Pool& Pool::operator=(Pool&& other) noexcept {
    if (this != &other) {
        this->~Pool();
        new (this) Pool(std::move(other));
    }
    return *this;
}

/// The bytes of an object; those of a text without its NUL.
std::span<std::byte> Pool::content(std::uint32_t handle) const noexcept {
    const Object& object = objects_[handle];
    return {object.data, object.kind == ObjectKind::string ? object.size - 1 : object.size};
}

void Pool::make_places(ArchiveReader& archive, std::uint32_t total) {
    const bool fitting = total != 0 && total <= most_objects &&
                         archive.snapshot().in().count_fits(total - 1, 1) && charge(place_cost * (total - 1));
    archive.demand(fitting, "there are more managed objects than allowed");
    if (!fitting) return;
    objects_.resize(total);
    buffers_.resize(total);
}

/// The object at exactly this handle, its bytes still to come.
void Pool::make_again(ArchiveReader& archive, std::uint32_t handle, const Object& read) {
    const bool is_text = read.kind == ObjectKind::string;
    archive.demand(!is_text || read.size != 0, "a string is unterminated");
    archive.demand(!read.managed_elements || read.size == std::uint64_t{read.count} * 4,
                   "an array's size differs from its elements'");
    archive.demand(read.kind != ObjectKind::array ||
                       (read.count != 0 ? read.size % read.count == 0 : read.size == 0),
                   "an array's size differs from its elements'");
    const std::uint32_t size = archive.ok() && is_text ? read.size - 1 : read.size;
    archive.demand(archive.snapshot().in().count_fits(size, 1), "the bytes of an object are missing");
    if (!archive.ok()) return;
    free_.assign(1, handle);
    std::uint32_t made = 0;
    char* text = nullptr;
    if (is_text)
        made = make_text(size, text);
    else if (read.kind >= ObjectKind::dictionary)
        made = size == 0 ? make_extra(read.kind) : 0;
    else
        made = allocate(read.kind, size);
    archive.demand(made == handle, "the managed objects need more memory than the world has");
    if (made != handle) return;
    Object& object = objects_[handle];
    object.references = read.references;
    object.count = read.count;
    object.managed_elements = read.managed_elements;
    object.owned_by_host = read.owned_by_host;
    object.host_id = read.host_id;
    if (object.kind == ObjectKind::host) host_handles_.emplace(object.host_id, handle);
}

/// What is known of an object only when all of it was read.
void Pool::count_again(ArchiveReader& archive, std::uint32_t handle) {
    Object& object = objects_[handle];
    if (!archive.ok()) return;
    if (object.kind == ObjectKind::string)
        object.holds_nul = text(handle).find('\0') != std::string_view::npos;
    const Extra* more = extra(handle);
    if (more == nullptr) return;
    std::uint64_t held = held_by(more->content);
    for (const auto& [key, value] : more->entries) held += key.size() + value.size() + entry_cost;
    archive.demand(charge(held), "the managed objects need more memory than the world has");
}

/// Each free handle is told once.
void Pool::demand_sound(ArchiveReader& archive) const {
    std::vector<bool> seen(objects_.size(), false);
    for (const std::uint32_t handle : free_) {
        const bool good = handle != 0 && handle < objects_.size() && !exists(handle) && !seen[handle];
        archive.demand(good, "a free handle is in use");
        if (!good) return;
        seen[handle] = true;
    }
    archive.demand(free_.size() == objects_.size() - 1 - live_, "a free handle is missing");
}

} // namespace vellum::ags
