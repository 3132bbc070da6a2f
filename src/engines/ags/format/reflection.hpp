// What a script of AGS 4 says of itself: its types ("rtti") and its functions and variables ("sctoc"). Facts:
// docs/engines/ags.md, "AGS 4".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engines/ags/format/scom.hpp"
#include "engines/ags/format/variables.hpp"

namespace vellum::ags {

/// The two extensions, taken apart.
struct Reflection {
    enum TypeFlag : std::uint32_t { is_struct = 1, is_managed = 2, is_array_type = 4 };
    enum FieldFlag : std::uint32_t { is_pointer = 1, is_array = 2 }; ///< Both: a dynamic array.
    enum VariableFlag : std::uint32_t { is_import = 1, is_local = 2, is_parameter = 4 };

    struct Field {
        std::string name;
        std::uint32_t type = 0; ///< An id.
        std::uint32_t offset = 0, flags = 0, count = 0;
    };
    struct Type {
        std::string name, location;       ///< The file that declares it.
        std::uint32_t id = 0, parent = 0; ///< 0: no parent.
        std::uint32_t flags = 0, size = 0;
        std::vector<Field> fields; ///< Without those of the parent.
    };
    struct Variable {
        Field field; ///< Its offset as a signed number: from the return address if it is local.
        std::uint32_t begin = 0, end = 0; ///< Words of code in which a local is there.
        std::uint32_t flags = 0;
    };
    struct Function {
        std::string name;
        std::uint32_t begin = 0, end = 0; ///< Words of code.
        std::uint32_t flags = 0;
        std::vector<Field> parameters;
        std::vector<Variable> locals; ///< Parameters too.
    };

    std::vector<Type> types; ///< Ascending id.
    std::vector<Function> functions;
    std::vector<Variable> globals;

    [[nodiscard]] const Type* type(std::uint32_t id) const noexcept; ///< Null if there is none.
    /// "Node*", "int[]", "char".
    [[nodiscard]] std::string type_name(const Field& field) const;
    /// What debuggers are told.
    [[nodiscard]] Variables variables() const;
};

/// Empty for a script without these extensions. Fails with bytes.* or ags.reflection if one of them
/// contradicts itself. Work and memory are in proportion to the extensions' bytes.
[[nodiscard]] Result<Reflection> read_reflection(const Scom& scom);

} // namespace vellum::ags
