// What is inside containers, across the C border.
#include "capi/handles.hpp"

using namespace vellum;
using namespace vellum::capi;

vellum_status vellum_members_find(const void* data, std::size_t size, const vellum_load_options* options,
                                  vellum_members** members, vellum_error** error) {
    LoadOptions load;
    std::string id;
    if (members == nullptr || (data == nullptr && size != 0) || !read_options(options, load, id))
        return VELLUM_BAD_ARGUMENT;
    const std::span bytes(static_cast<const std::byte*>(data), size);
    const Engine* engine = id.empty() ? detect_engine(bytes, load.name) : find_engine(id);
    if (engine == nullptr && !id.empty()) return no_engine(error, id);
    auto found = engine == nullptr ? std::vector<Member>() : engine->members(bytes, load.name);
    if (!found) return fail_with(error, std::move(found.error()));
    std::string by = engine == nullptr ? std::string() : std::string(engine->id());
    *members = new vellum_members{std::move(*found), std::move(by)};
    return VELLUM_OK;
}

std::size_t vellum_members_count(const vellum_members* members) {
    return members == nullptr ? 0 : members->list.size();
}

vellum_status vellum_members_get(const vellum_members* members, std::size_t index, vellum_member* out) {
    if (out == nullptr || index >= vellum_members_count(members)) return VELLUM_BAD_ARGUMENT;
    const Member& member = members->list[index];
    *out = {member.name.c_str(), member.kind.c_str(), member.offset, member.size, member.cut_off ? 1 : 0};
    return VELLUM_OK;
}

vellum_status vellum_members_load(const vellum_members* members, std::size_t index, const void* data,
                                  std::size_t size, const vellum_load_options* options,
                                  vellum_program** program, vellum_diagnostics** diagnostics,
                                  vellum_error** error) {
    LoadOptions load;
    std::string id;
    if (program == nullptr || (data == nullptr && size != 0) || index >= vellum_members_count(members) ||
        !read_options(options, load, id))
        return VELLUM_BAD_ARGUMENT;
    const Member& member = members->list[index];
    if (member.offset > size || member.size > size - member.offset) return VELLUM_BAD_ARGUMENT;
    if (load.name.empty()) load.name = member.name;
    const std::span bytes(static_cast<const std::byte*>(data), size);
    return load_bytes(
        bytes.subspan(static_cast<std::size_t>(member.offset), static_cast<std::size_t>(member.size)), load,
        id.empty() ? members->engine : id, program, diagnostics, error);
}

void vellum_members_free(vellum_members* members) { delete members; }
