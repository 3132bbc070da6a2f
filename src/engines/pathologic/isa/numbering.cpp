#include "engines/pathologic/isa/numbering.hpp"

namespace vellum::pathologic {

Type value_type(VariableType type) noexcept {
    switch (type) {
    case VariableType::boolean: return Type::boolean;
    case VariableType::integer: return Type::integer;
    case VariableType::real: return Type::real;
    case VariableType::string: return Type::string;
    case VariableType::object: return Type::object;
    case VariableType::vector: return Type::vector;
    }
    return Type::none;
}

} // namespace vellum::pathologic
