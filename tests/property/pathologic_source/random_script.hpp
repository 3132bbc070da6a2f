// Random scripts as trees of their own: made by dice, printed as source, and carried out by an interpreter
// that knows nothing of instructions. Every operation fits its types and every loop ends.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "support/pathologic_judge.hpp"

namespace vellum::test {

enum class Kind : std::uint8_t { boolean, integer, real, text, vector };
inline constexpr std::size_t kinds = 5;

using Vector = std::array<float, 3>;
using Datum = std::variant<bool, std::int32_t, float, std::string, Vector>; ///< By Kind.

/// "int 5": the type and every bit.
[[nodiscard]] std::string shown(const Datum& datum);

/// Where a variable lives.
enum class Home : std::uint8_t { local, parameter, task, global };
struct Place {
    Home home = Home::local;
    std::uint32_t number = 0;
};

struct Term;
using TermPtr = std::unique_ptr<Term>;
struct Term {
    enum class Sort : std::uint8_t {
        constant,
        variable,
        component,
        unary,
        binary,
        both,
        either,
        choice,
        cast,
        vector,
        call
    };
    Sort sort = Sort::constant;
    Kind kind = Kind::integer; ///< Of its value.
    Datum value;               ///< constant
    Place place;               ///< variable, component
    std::uint32_t number = 0;  ///< component: which; call: the function
    std::string op;            ///< unary, binary
    std::vector<TermPtr> parts;
};

struct Step;
using Steps = std::vector<Step>;
struct Step {
    enum class Sort : std::uint8_t {
        declare,
        assign,
        update,
        component,
        trace,
        call,
        branch,
        loop,
        counted,
        repeat,
        leave,
        again,
        result
    };
    Sort sort = Sort::trace;
    Place place;              ///< declare, assign, update, component, the counter of a loop
    std::uint32_t number = 0; ///< component: which; loops: how often
    std::string op;           ///< update
    std::vector<TermPtr> terms;
    Steps body, other;
};

struct Routine {
    bool in_task = false;
    bool result = false;
    Kind kind = Kind::integer; ///< Of the result.
    std::vector<Kind> parameters, locals;
    Steps body;
};

/// The last routine is the main task's init; each calls only those in front of it.
struct RandomScript {
    std::vector<Kind> globals, variables;
    std::vector<Routine> routines;

    [[nodiscard]] static RandomScript make(Dice& dice);
    [[nodiscard]] std::string text() const;
    /// What it shows, line by line. Empty if that takes too long.
    [[nodiscard]] std::vector<std::string> run() const;
};

} // namespace vellum::test
