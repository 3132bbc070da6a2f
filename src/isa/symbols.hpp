// Names for the numbers in the code. A program answers what a number is called, an assembler what number a
// name has. Nothing here owns anything.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "vellum/code.hpp"

namespace vellum {
class TextWriter;
}

namespace vellum::isa {

/// Begins the label of an address that has no name.
inline constexpr std::string_view unnamed_label = "L_";

/// The names one program has for its numbers.
class Symbols {
  public:
    virtual ~Symbols() = default;
    /// Writes the operand's text (name, quoted string, …) and returns true, or writes nothing and returns
    /// false; the kind then prints the bare number. What is written must be read back by the parser to the
    /// same number.
    virtual bool write(TextWriter& out, SymbolSpace space, std::uint32_t id) const = 0;
    /// What stands before the hexadecimal address in the label of that address, two or three characters, if
    /// the label is made so; empty if `write` has to be asked. Labels are many, and this is the short way to
    /// them.
    [[nodiscard]] virtual std::string_view label_prefix(std::uint32_t) const { return {}; }
    /// Writes what the source calls a variable that the instruction at `address` names by its number, and
    /// returns true. Only of symbols for people: no parser reads it back. `shared`: of a task and the like.
    virtual bool write_variable(TextWriter& out, std::uint32_t address, bool shared,
                                std::uint32_t number) const {
        static_cast<void>(out);
        static_cast<void>(address);
        static_cast<void>(shared);
        static_cast<void>(number);
        return false;
    }
};

/// For programs that name nothing.
class NoSymbols final : public Symbols {
  public:
    bool write(TextWriter& out, SymbolSpace space, std::uint32_t id) const override {
        static_cast<void>(out);
        static_cast<void>(space);
        static_cast<void>(id);
        return false;
    }
};

/// The symbols of a program that may name nothing: null.
[[nodiscard]] inline const Symbols& symbols_or_none(const Symbols* symbols) {
    static const NoSymbols none;
    return symbols != nullptr ? *symbols : none;
}

/// The other direction, while assembling.
class Resolver {
  public:
    virtual ~Resolver() = default;
    /// The number of a bare name; nothing if there is no such name.
    virtual std::optional<std::uint32_t> find(SymbolSpace space, std::string_view name) = 0;
    /// The number of a quoted text, which may be added to a pool; nothing if texts are not possible here.
    virtual std::optional<std::uint32_t> intern(SymbolSpace space, std::string_view text) = 0;
};

} // namespace vellum::isa
