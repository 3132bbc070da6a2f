// What can be proved about decoded code without running it: where control goes and how deep the operand stack
// is at every instruction. Engines feed it their entry points and read the facts back; machines rely on what
// was proved.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "isa/code.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::isa {

/// A place where control can enter and the stack depth it has then.
struct EntryPoint {
    std::uint32_t address;
    std::uint32_t depth;
};

/// What one instruction takes from the operand stack and puts there.
struct SlotCounts {
    std::uint32_t pops = 0, pushes = 0;
};

/// Changes to the generic rules that an engine needs. All functions may be null.
struct FlowRules {
    const void* self = nullptr;
    /// Overrides the row's stack effect. Return false to use the row's.
    bool (*stack)(const void* self, const Code& code, std::size_t index, SlotCounts& counts) = nullptr;
    /// False: do not follow calls as entry points of their own (the engine lists all functions itself).
    bool follow_calls = true;
    /// Stack depth at a called function's entry.
    std::uint32_t call_depth = 0;
    /// False: the engine has no operand stack; only control flow is checked.
    bool track_stack = true;
};

/// Facts per instruction. Vectors run parallel to code.instructions.
struct FlowFacts {
    static constexpr std::uint32_t unreached = 0xFFFFFFFF;
    std::vector<std::uint32_t> depth; ///< Stack depth before the instruction, or `unreached`.
    std::vector<bool> leader;         ///< Begins a basic block.
    std::uint32_t max_depth = 0;
    bool proved = true; ///< No error was found on any path from the entries.
};

// What is wrong with an instruction, for engines that follow control in their own way as well.
[[nodiscard]] std::string underflow_text(std::uint32_t pops, std::uint32_t depth);
[[nodiscard]] std::string mismatch_text(std::uint32_t target, std::uint32_t depth, std::uint32_t known);
[[nodiscard]] std::string astray_text(std::int64_t target);
[[nodiscard]] std::string fall_off_text();

/// Follows control from the entries. Reports isa.jump-target, isa.fall-off, isa.stack-underflow and
/// isa.stack-mismatch at the line of assembled code, else at the byte offset of the instruction plus
/// `base_offset`. Linear in the code.
[[nodiscard]] FlowFacts verify_flow(const Code& code, std::span<const EntryPoint> entries,
                                    const FlowRules& rules, Diagnostics& diagnostics,
                                    std::uint64_t base_offset = 0);

} // namespace vellum::isa
