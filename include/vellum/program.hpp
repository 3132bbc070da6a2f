// A program: the immutable result of loading, assembling or compiling. It may be shared by any number of
// machines on any number of threads. This is what all engines' programs have in common.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vellum/code.hpp"
#include "vellum/debug_info.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/export.hpp"
#include "vellum/fact.hpp"

namespace vellum {

class Engine;
class Scheduler;
struct Decompiled;
struct ListingOptions;
struct SourceOptions;
namespace isa {
class Symbols; // the library's own: how operands are named in listings
} // namespace isa

/// Base of all engines' programs.
class VELLUM_API Program {
  public:
    Program(const Engine& engine, std::string name) : engine_(engine), name_(std::move(name)) {} ///< By name
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    virtual ~Program() = default;

    [[nodiscard]] const Engine& engine() const noexcept { return engine_; } ///< The engine it belongs to.
    /// The file's name or another name given to the loader.
    [[nodiscard]] const std::string& name() const noexcept { return name_; }

    /// The program as a file; one that was loaded and not changed gives the same bytes.
    [[nodiscard]] virtual Result<std::vector<std::byte>> save() const = 0;
    /// Verifies everything that can be verified without running.
    virtual void check(Diagnostics& diagnostics) const = 0;
    /// The listing: text that Format::assemble turns into the same file.
    [[nodiscard]] virtual std::string disassemble(const ListingOptions& options) const = 0;
    /// Source text that Language::compile turns into the same file. Fails with `engine.unsupported` where
    /// there is none, and for names of another engine's sources.
    [[nodiscard]] Result<Decompiled> decompile(const SourceOptions& options) const;
    /// Whether another program is the same except for debug information from its source. Default: whether
    /// both are saved as the same bytes.
    [[nodiscard]] virtual bool same_code(const Program& other) const;
    /// An SVG picture of the program, or of a world that runs it: for engines whose scripts belong to a map.
    /// `scheduler` may be null. Default: `engine.unsupported`.
    [[nodiscard]] virtual Result<std::string> picture(const Scheduler* scheduler) const;

    /// What `vellum info` prints, in order.
    [[nodiscard]] virtual std::vector<Fact> facts() const = 0;
    /// Functions by ascending address.
    [[nodiscard]] virtual std::vector<Function> functions() const = 0;
    /// The decoded code, or null for programs without (containers).
    [[nodiscard]] virtual const isa::Code* code() const { return nullptr; }
    /// Names for operands, or null; instruction_text and operands_of ask it.
    [[nodiscard]] virtual const isa::Symbols* symbols() const { return nullptr; }
    /// The same, with the names of the source if they are known: for people, not for listings.
    [[nodiscard]] virtual const isa::Symbols* source_symbols() const { return symbols(); }
    /// Lines and names of the source the program was compiled from; null if unknown.
    [[nodiscard]] virtual const DebugInfo* debug_info() const { return nullptr; }
    /// Everything the code refers to by name, in code order.
    [[nodiscard]] virtual std::vector<Reference> references() const { return {}; }

  protected:
    /// Implements `decompile`; names are of the program's own engine.
    [[nodiscard]] virtual Result<Decompiled> to_source(const SourceOptions& options) const;

  private:
    const Engine& engine_;
    std::string name_;
};

using ProgramPtr = std::shared_ptr<const Program>; ///< A shared program.

} // namespace vellum
