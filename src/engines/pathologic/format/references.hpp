// What the code of a script refers to: texts, natives, events, and addresses that it goes to. Found once,
// while reading; the verifier and the listing go through the references where they would have to look at
// every instruction.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/code.hpp"

namespace vellum::pathologic {

enum class Numbering : std::uint8_t;

/// A value of the code that refers to something. An instruction has at most one.
struct CodeReference {
    enum class Kind : std::uint8_t {
        wide_text, ///< a pool offset
        name,      ///< a pool offset, of a method's name
        target,    ///< an address
        native,    ///< an import
        event
    };
    std::uint32_t index; ///< Of the instruction.
    std::uint32_t value;
    Kind kind;
};

/// All references, each list in code order.
struct CodeReferences {
    std::vector<CodeReference> texts; ///< Wide texts and names.
    std::vector<CodeReference> targets;
    std::vector<CodeReference> natives;
    std::vector<CodeReference> events;
};

[[nodiscard]] CodeReferences find_references(const isa::Code& code, Numbering numbering);

/// Where the code keeps a reference's value, among Code::values.
[[nodiscard]] std::size_t value_index(const isa::Code& code, const CodeReference& reference,
                                      Numbering numbering);

} // namespace vellum::pathologic
