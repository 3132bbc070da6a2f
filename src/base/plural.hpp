// Numbers with what they count, for messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vellum {

/// "1 item", "2 items".
[[nodiscard]] inline std::string plural(std::uint64_t count, std::string_view noun) {
    std::string text = std::to_string(count);
    text.append(1, ' ').append(noun);
    if (count != 1) text += 's';
    return text;
}

} // namespace vellum
