#include "archives/source.hpp"

#include "base/bytes.hpp"

namespace vellum::archives {

std::string until_nul(std::span<const std::byte> bytes) {
    const std::string_view text = as_text(bytes);
    return std::string(text.substr(0, text.find('\0')));
}

} // namespace vellum::archives
