// One pass over the members in their order: the first of a name keeps it.
#include "cli/member_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.hpp"
#include "base/ending.hpp"
#include "base/safe_path.hpp"
#include "cli/output.hpp"

namespace vellum::cli {

namespace {

/// Below the output folder, and with an ending that other commands know if it is a script.
std::string path_of(const archives::Member& member, const Engine& engine) {
    std::string path = safe_path(member.name);
    if (path.empty()) path = fmt::format("member_{:x}", member.offset);
    if (member.kind == "script" && std::ranges::find(engine.format().extensions(), extension_of(path)) ==
                                       engine.format().extensions().end())
        path += engine.format().extensions().front();
    return path;
}

} // namespace

MemberNames::Name MemberNames::next(const archives::Member& member, const Engine& engine) {
    std::string path = path_of(member, engine);
    const auto [first, fresh] = taken_.try_emplace(lower_case(path), Taken{member.offset, member.size, path});
    if (fresh) return {.path = std::move(path)};
    if (first->second.offset == member.offset && first->second.size == member.size)
        return {.path = first->second.path, .fresh = false};
    return {.path = numbered(path, first->second, {member.offset, member.size, {}})};
}

std::string MemberNames::next(std::string path) {
    const auto [first, fresh] = taken_.try_emplace(lower_case(path));
    return fresh ? path : numbered(path, first->second, {});
}

std::string MemberNames::numbered(const std::string& path, Taken& first, const Taken& own) {
    const std::size_t end = path.size() - extension_of(path).size();
    const std::string stem = path.substr(0, end), ending = path.substr(end);
    for (;;) {
        std::string other = fmt::format("{}#{}{}", stem, first.next_number++, ending);
        Taken taken = own;
        taken.path = other;
        if (taken_.try_emplace(lower_case(other), std::move(taken)).second) return other;
    }
}

} // namespace vellum::cli
