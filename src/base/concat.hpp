// Texts and numbers, one behind the other.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace vellum {

/// `concat("frame ", 12, ": done")`.
template <class... Parts> [[nodiscard]] std::string concat(const Parts&... parts) {
    std::string text;
    const auto add = [&](const auto& part) {
        if constexpr (std::integral<std::remove_cvref_t<decltype(part)>>)
            text += std::to_string(part);
        else
            text += part;
    };
    (add(parts), ...);
    return text;
}

} // namespace vellum
