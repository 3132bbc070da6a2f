// What the code of a script refers to: texts, natives, events, and addresses that it goes to. Found once,
// while reading; the verifier and the listing go through the mentions where they would have to look at every
// instruction.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/code.hpp"

namespace vellum::pathologic {

enum class Numbering : std::uint8_t;

/// A value of the code that refers to something. An instruction has at most one.
struct Mention {
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

/// All mentions, each list in code order.
struct Mentions {
    std::vector<Mention> texts; ///< Wide texts and names.
    std::vector<Mention> targets;
    std::vector<Mention> natives;
    std::vector<Mention> events;
};

[[nodiscard]] Mentions find_mentions(const isa::Code& code, Numbering numbering);

} // namespace vellum::pathologic
