// A Pathologic script: everything a compiled .bin holds, decoded, and what is certain about it. Shared by all
// its runs. Layout and names follow docs/engines/pathologic.md, "File format".
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "engines/pathologic/format/debug_names.hpp"
#include "engines/pathologic/format/entries.hpp"
#include "engines/pathologic/format/references.hpp"
#include "engines/pathologic/format/verification.hpp"
#include "engines/pathologic/isa/numbering.hpp"
#include "isa/code.hpp"
#include "isa/symbols.hpp"
#include "vellum/program.hpp"

namespace vellum::pathologic {

struct GlobalVariable {
    VariableType type;
    std::uint8_t named;     ///< As in the file: non-zero means a name follows.
    std::string name;       ///< Bytes of the file, ASCII in practice; at most 32,767 of them.
    bool long_form = false; ///< The name's length has two bytes although one would do.
};

struct Import {
    std::string name;
    std::uint32_t argument_count;
    bool long_form = false; ///< As for GlobalVariable.

    /// What no other import should have; what differs most comes first.
    [[nodiscard]] std::tuple<std::size_t, std::uint32_t, std::string_view> key() const noexcept {
        return {name.size(), argument_count, name};
    }
};

struct EventHandler {
    std::uint32_t id;
    std::uint32_t address; ///< Instruction index.
    std::vector<VariableType> variables;
};

struct Task {
    std::vector<VariableType> variables;
    std::uint32_t parameter_count; ///< Values already on the stack when the task is entered.
    std::vector<EventHandler> events;
};

/// The loaded script. Immutable after loading.
class Script : public Program, public isa::Symbols {
  public:
    Script(const Engine& engine, std::string name) : Program(engine, std::move(name)) {}
    ~Script() override;

    [[nodiscard]] Result<std::vector<std::byte>> save() const override;
    void check(Diagnostics& diagnostics) const override;
    [[nodiscard]] std::string disassemble(const ListingOptions& options) const override;

    Numbering numbering = Numbering::hd;
    bool empty = false; ///< The file had no bytes: "no script".
    std::vector<GlobalVariable> globals;
    std::vector<std::byte> pool;
    std::vector<Import> imports;
    std::uint32_t run_task = 0;
    std::uint32_t run_address = 0;
    std::vector<Task> tasks;
    std::vector<EventHandler> events;
    isa::Code instructions;
    std::uint64_t code_offset = 0;  ///< Byte offset of the first instruction in the file.
    CodeReferences code_references; ///< By index_code().
    Entries entries;                ///< By index_code().
    bool window = false; ///< Of the user interface; by index_code(), or because its source says so.
    std::optional<DebugInfo> debug; ///< If it was compiled from source.

    /// Finds the references and entries. Who makes a script calls this when all else is there.
    void index_code();

    /// What is certain about it; the first who asks waits until it is verified. From any thread.
    [[nodiscard]] const Verification& verification() const;

    /// Wide string at a pool offset as UTF-8, cut at the pool's end if its terminator is missing.
    [[nodiscard]] std::string wide_string(std::uint32_t offset) const;
    /// ASCII name at a pool offset.
    [[nodiscard]] std::string_view ascii_name(std::uint32_t offset) const;

    [[nodiscard]] std::vector<Fact> facts() const override;
    [[nodiscard]] std::vector<Function> functions() const override;
    [[nodiscard]] const isa::Code* code() const override { return &instructions; }
    [[nodiscard]] const isa::Symbols* symbols() const override { return this; }
    [[nodiscard]] const isa::Symbols* source_symbols() const override {
        return debug ? static_cast<const isa::Symbols*>(&debug_names_) : this;
    }
    [[nodiscard]] const DebugInfo* debug_info() const override { return debug ? &*debug : nullptr; }
    [[nodiscard]] std::vector<Reference> references() const override;
    bool write(TextWriter& out, isa::SymbolSpace space, std::uint32_t id) const override;

  private:
    [[nodiscard]] Result<Decompiled> to_source(const SourceOptions& options) const override;

    DebugNames debug_names_{*this};
    mutable std::once_flag verified_once_;
    mutable Verification verification_;
};

/// Verifies the script (verify/verify.cpp): control flow, stack depth per instruction,
/// reach into arguments and task variables, tables, texts. Reports every problem with its file offset.
[[nodiscard]] Verification verify_script(const Script& script, Diagnostics& diagnostics);

} // namespace vellum::pathologic
