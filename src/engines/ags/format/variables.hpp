// What the source of a script calls its variables, and where compiled code keeps them. No file holds any of
// it: the compiler writes it down for debuggers, beside the block.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "isa/code.hpp"

namespace vellum::ags {

/// What lies where a variable is.
enum class Held : std::uint8_t {
    number,
    real,
    pointer,   ///< The handle of a managed object.
    structure, ///< The fields of its type.
    bytes      ///< Nothing that is taken apart.
};

/// An offset that far behind another one. Scripts of AGS 4 may say anything, so it wraps; what it leads to is
/// looked for, not believed.
[[nodiscard]] constexpr std::int32_t moved(std::int32_t offset, std::uint32_t by) noexcept {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(offset) + by);
}

/// A variable, or a field of a struct.
struct SourceVariable {
    std::string name;
    std::uint32_t type = 0;  ///< In Variables::types.
    std::int32_t offset = 0; ///< Bytes from the frame's return address, the data or the struct's beginning.
    std::uint32_t size = 0;  ///< Bytes of one element.
    std::uint32_t count = 0; ///< Elements of an array of fixed length; 0: it is none.
};

/// A type as often as variables name it.
struct SourceType {
    std::string name; ///< "int", "Character*", "float[]".
    Held held = Held::number;
    std::vector<SourceVariable> fields;
    std::uint32_t rows = 1; ///< Values that one of it is shown as.
};

/// A local variable lives in a part of its function's code.
struct SourceLocal {
    SourceVariable variable;
    std::uint32_t begin = 0, end = 0; ///< Words of code.
    bool parameter = false;
};

/// All variables of a script.
struct Variables {
    std::vector<SourceType> types;
    std::vector<SourceVariable> globals; ///< Ascending offset.
    std::vector<SourceLocal> locals;     ///< Ascending begin.
    /// Bytes that a function has on the stack in front of a call in it: address of the call, bytes.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> calls;

    static constexpr std::uint32_t most_rows = 1U << 20U; ///< More are not counted.
    /// Values that a variable is shown as.
    [[nodiscard]] std::uint32_t rows(const SourceVariable& variable) const noexcept;
    /// Bytes in front of the call there.
    [[nodiscard]] std::uint32_t depth_at(std::uint32_t call) const noexcept;

    /// A number, pointer or piece of bytes in a variable.
    struct Part {
        std::string name; ///< "door.states[3]"
        std::uint32_t type = 0;
        std::int32_t offset = 0; ///< As that of the variable.
        std::uint32_t size = 0;
    };
    [[nodiscard]] Part part(const SourceVariable& variable, std::uint32_t row) const;
};

/// Variables::calls of code as the compiler makes it.
[[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> depths_of_calls(const isa::Code& code);

} // namespace vellum::ags
