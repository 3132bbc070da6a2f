#include "tools/code_offset.hpp"

#include <functional>
#include <vector>

#include "base/bytes.hpp"
#include "base/search.hpp"
#include "isa/code.hpp"

namespace vellum::tools {

std::optional<std::size_t> code_offset(const Program& program, std::span<const std::byte> file) {
    if (program.code() == nullptr) return std::nullopt;
    const std::vector<std::byte> code = isa::encode(*program.code());
    if (code.empty()) return std::nullopt;
    const std::size_t at = find_text(as_text(file), as_text(code), std::identity());
    if (at == std::string_view::npos) return std::nullopt;
    return at;
}

} // namespace vellum::tools
