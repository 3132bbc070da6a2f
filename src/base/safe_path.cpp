#include "base/safe_path.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/escape.hpp"

namespace vellum {

namespace {

/// Names that Windows keeps for devices, whatever ending they have.
bool is_device_name(std::string_view part) {
    constexpr std::array<std::string_view, 7> names{"con",    "prn",     "aux",   "nul",
                                                    "conin$", "conout$", "clock$"};
    // Windows takes these three for digits as well.
    constexpr std::array<std::string_view, 3> raised{"\xC2\xB9", "\xC2\xB2", "\xC2\xB3"};
    std::string stem = lower_case(part.substr(0, part.find('.')));
    while (stem.ends_with(' ')) stem.pop_back();
    if (std::ranges::find(names, stem) != names.end()) return true;
    if (!stem.starts_with("com") && !stem.starts_with("lpt")) return false;
    const std::string_view number = std::string_view(stem).substr(3);
    return (number.size() == 1 && number[0] >= '0' && number[0] <= '9') ||
           std::ranges::find(raised, number) != raised.end();
}

std::string safe_part(std::string_view part) {
    constexpr std::size_t longest = 180; // what is added to it must fit as well
    std::string safe;
    part = part.substr(0, longest);
    while (!part.empty()) {
        const ControlAt found = find_control(part, 0, Keep::nothing);
        for (const char c : part.substr(0, found.at))
            safe += std::string_view("<>:\"|?*!").find(c) == std::string_view::npos ? c : '_';
        if (found.at == std::string_view::npos) break;
        safe += '_';
        part.remove_prefix(found.at + found.length);
    }
    while (safe.ends_with('.') || safe.ends_with(' ')) safe.pop_back(); // Windows drops them
    if (safe.starts_with('.')) safe.front() = '_';
    if (safe.starts_with('-') || safe.starts_with(' ') || safe.starts_with('~') || is_device_name(safe))
        safe.insert(safe.begin(), '_');
    return safe;
}

} // namespace

std::string safe_path(std::string_view member) {
    std::string path;
    while (!member.empty()) {
        const std::size_t end = member.find_first_of("/\\");
        const std::string part = safe_part(member.substr(0, end));
        if (!part.empty()) path += (path.empty() ? "" : "/") + part;
        member = end == std::string_view::npos ? std::string_view() : member.substr(end + 1);
    }
    return path;
}

} // namespace vellum
