// Turns executed instructions into plain sentences for `vellum run`, with the phrases of the instruction
// table. A sentence is told at once, except one with a place in it: places are set in two steps, and the
// sentence is told once, when the place is complete.
#pragma once

#include <string>

#include "engines/ff7/isa/isa.hpp"
#include "engines/ff7/machine/interpreter.hpp"
#include "vellum/ff7.hpp"

namespace vellum::ff7 {

/// A sentence that waits for its place to be complete.
struct HeldSentence {
    std::string text;
    std::string phrase; ///< What it was made from; empty if nothing is held.
    EntityId entity = no_entity;
    EntityId context = system_entity;
};

class NoteWriter {
  public:
    HeldSentence held;

    /// Takes an instruction in; returns the sentence about it, or an empty text if there is none or it is
    /// held.
    [[nodiscard]] std::string hear(const WorldState& state, const Executed& what,
                                   const DecodedInstruction& word);
    /// True if the instruction says nothing, or only completes the sentence that is held: it need not be told
    /// before.
    [[nodiscard]] bool belongs_to_held(const WorldState& state, const DecodedInstruction& word) const;
    /// The sentence that is still being held back.
    [[nodiscard]] std::string finish();
    /// Whose sentence that is.
    [[nodiscard]] EntityId held_context() const noexcept { return held.context; }
};

/// "system", "model 3 Highwind", "nothing".
[[nodiscard]] std::string entity_words(const WorldState& state, EntityId entity);

} // namespace vellum::ff7
