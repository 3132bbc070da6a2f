// Where the variables of a function live: webs (the values of a variable that reach common uses), the places
// where each is needed, and a register for those that gain from one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "code/form.hpp"

namespace vellum::code {

inline constexpr std::uint32_t no_web = 0xFFFFFFFF;

struct Web {
    std::uint32_t variable = 0;
    bool real = false;    ///< Its register is one of floats.
    bool written = false; ///< Its home may be older than its register.
    std::int8_t reg = -1; ///< Number among the registers of its kind; -1: its home.
};

/// A place where webs go home or come back.
struct Place {
    std::uint32_t first = 0; ///< In `Flow::members`.
    std::uint32_t stored = 0;
    std::uint32_t loaded = 0; ///< These follow the stored ones.
};

struct Flow {
    bool found = false; ///< False: too many ways lead through the function, and nothing here is true.
    std::vector<Web> webs;
    /// Webs of d, a, b by instruction; `no_web` where the operand is no variable.
    struct Operands {
        std::uint32_t d = no_web;
        std::uint32_t a = no_web;
        std::uint32_t b = no_web;
    };
    std::vector<Operands> operands;
    std::vector<std::uint32_t> members;
    std::vector<Place> at_instruction; ///< helper, invoke, calls; ret: stored
    std::vector<Place> at_label;       ///< exits: stored; entries: loaded
    [[nodiscard]] std::span<const std::uint32_t> stored(const Place& place) const {
        return std::span(members).subspan(place.first, place.stored);
    }
    [[nodiscard]] std::span<const std::uint32_t> loaded(const Place& place) const {
        return std::span(members).subspan(place.first + place.stored, place.loaded);
    }
};

/// Finds webs and gives them registers, of which there are so many.
[[nodiscard]] Flow find_flow(const Function& function, std::uint32_t integers, std::uint32_t reals);

} // namespace vellum::code
