// Turns executed instructions into plain sentences for `vellum run`, with the phrases of the instruction
// table. Lines that would only repeat the one before (a place set in two steps) are told once, when they are
// complete.
#pragma once

#include <cstdint>
#include <string>

#include "engines/ff7/isa.hpp"
#include "vellum/ff7.hpp"

namespace vellum::ff7 {

class Narrator {
  public:
    /// Takes an instruction in; returns a finished sentence about an earlier one, or an empty text.
    [[nodiscard]] std::string hear(const WorldState& state, const Executed& what, const Word& word);
    /// The sentence that is still being held back.
    [[nodiscard]] std::string finish();

  private:
    std::string held_;
    std::string_view held_phrase_;
    EntityId held_entity_ = no_entity;
};

/// "system", "model 3 Highwind", "nothing".
[[nodiscard]] std::string entity_words(const WorldState& state, EntityId entity);

} // namespace vellum::ff7
