// Names of type kinds.
#include "engines/skrit/types.hpp"

namespace vellum::skrit {

std::string_view to_string(TypeKind kind) noexcept {
    constexpr std::string_view names[] = {"void", "bool",    "int",     "float",      "string",
                                          "enum", "pointer", "managed", "identifier", "value"};
    return names[static_cast<std::size_t>(kind)];
}

} // namespace vellum::skrit
