// A program: the immutable result of loading, assembling or compiling. It may be shared by any number of
// machines on any number of threads. What stands here is what every engine's programs have; the rest belongs
// to the engine.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/export.hpp"

namespace vellum {

class Engine;
namespace isa {
struct Code;
class Symbols;
} // namespace isa

/// A function of a program: something with an entry address.
struct Function {
    std::string name;             ///< Never empty; made up from the address where the file has none.
    std::uint32_t address = 0;    ///< In the engine's address unit.
    std::uint32_t end = 0;        ///< Just behind its last instruction, or 0 if unknown.
    std::int32_t parameters = -1; ///< -1 if unknown.
    std::string kind;             ///< "task init", "event", "export", "system", "model", "function".
};

/// One line of `vellum info`: a name and a value, numbers kept as text.
struct Fact {
    std::string name;  ///< What it says: "functions".
    std::string value; ///< "12", "yes".
};

/// A use of something by name, for cross references.
struct Reference {
    std::string kind;      ///< "native", "method", "string", "global", "event", "import".
    std::string name;      ///< As the script has it.
    std::uint32_t address; ///< Instruction that uses it.
};

/// Base of all engines' programs.
class VELLUM_API Program {
  public:
    Program(const Engine& engine, std::string name) : engine_(engine), name_(std::move(name)) {} ///< By name
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    virtual ~Program() = default;

    [[nodiscard]] const Engine& engine() const noexcept { return engine_; } ///< The engine it belongs to.
    /// File name or whatever the loader was told.
    [[nodiscard]] const std::string& name() const noexcept { return name_; }

    /// What `vellum info` prints, in order.
    [[nodiscard]] virtual std::vector<Fact> facts() const = 0;
    /// Functions by ascending address.
    [[nodiscard]] virtual std::vector<Function> functions() const = 0;
    /// The decoded code, or null for programs without (containers).
    [[nodiscard]] virtual const isa::Code* code() const { return nullptr; }
    /// Names for operands, or null.
    [[nodiscard]] virtual const isa::Symbols* symbols() const { return nullptr; }
    /// Everything the code refers to by name, in code order.
    [[nodiscard]] virtual std::vector<Reference> references() const { return {}; }

  private:
    const Engine& engine_;
    std::string name_;
};

using ProgramPtr = std::shared_ptr<const Program>; ///< A shared program.

} // namespace vellum
