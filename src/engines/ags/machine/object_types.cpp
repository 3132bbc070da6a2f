#include "engines/ags/machine/object_types.hpp"

#include <algorithm>

namespace vellum::ags {

namespace {

constexpr std::uint32_t deepest = 32;       ///< Of parents, and of structs in structs.
constexpr std::size_t most_handles = 65536; ///< In one object.

void find_handles(const Reflection& said, const Reflection::Type& type, std::uint32_t at, std::uint32_t depth,
                  std::vector<std::uint32_t>& handles) {
    if (depth == deepest || handles.size() >= most_handles) return;
    if (const Reflection::Type* const parent = type.parent != 0 ? said.type(type.parent) : nullptr)
        find_handles(said, *parent, at, depth + 1, handles);
    for (const Reflection::Field& field : type.fields) {
        const bool array = (field.flags & Reflection::is_array) != 0;
        const bool handle = (field.flags & Reflection::is_pointer) != 0;
        const Reflection::Type* const inside = handle ? nullptr : said.type(field.type);
        if (handle) handles.push_back(at + field.offset);
        if (inside == nullptr || (inside->flags & Reflection::is_struct) == 0) continue;
        const std::size_t before = handles.size();
        for (std::uint32_t i = 0; i < (array ? field.count : 1); ++i) {
            find_handles(said, *inside, at + field.offset + i * inside->size, depth + 1, handles);
            if (handles.size() == before || handles.size() >= most_handles)
                break; // it keeps none, or too many
        }
    }
}

} // namespace

std::map<std::uint32_t, std::uint32_t> ObjectTypes::add(const Reflection& said) {
    std::map<std::uint32_t, std::uint32_t> made;
    std::vector<const Reflection::Type*> fresh;
    for (const Reflection::Type& type : said.types) {
        const auto [found, is_new] =
            numbers_.try_emplace({type.location, type.name}, static_cast<std::uint32_t>(types_.size()));
        made.try_emplace(type.id, found->second);
        if (!is_new) continue;
        types_.emplace_back();
        fresh.push_back(&type);
    }
    for (const Reflection::Type* const type : fresh) {
        ObjectType& own = types_[made.at(type->id)];
        own.managed = (type->flags & Reflection::is_managed) != 0;
        if (const auto parent = made.find(type->parent); type->parent != 0 && parent != made.end())
            own.parent = parent->second;
        if (own.managed) find_handles(said, *type, 0, 0, own.handles);
        std::ranges::sort(own.handles);
    }
    return made;
}

bool ObjectTypes::inherits(std::uint32_t type, std::uint32_t base) const noexcept {
    if (base == 0) return false;
    for (std::uint32_t steps = 0; type != 0 && type < types_.size() && steps < deepest; ++steps) {
        if (type == base) return true;
        type = types_[type].parent;
    }
    return false;
}

std::span<const std::uint32_t> ObjectTypes::handles(std::uint32_t type) const noexcept {
    return type < types_.size() ? std::span(types_[type].handles) : std::span<const std::uint32_t>();
}

bool ObjectTypes::is_managed(std::uint32_t type) const noexcept {
    return type < types_.size() && types_[type].managed;
}

} // namespace vellum::ags
