// What can be proved about decoded code without running it: where control goes and how deep the operand stack
// is at every instruction. Engines feed it their entry points and read the facts back; machines rely on what
// was proved.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isa/code.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::isa {

/// A place where control can enter and the stack depth it has then.
struct EntryPoint {
    std::uint32_t address;
    std::uint32_t depth;
};

/// Changes to the generic rules that an engine needs. All functions may be null.
struct FlowRules {
    const void* self = nullptr;
    /// Overrides the row's stack effect. Return false to use the row's.
    bool (*stack)(const void* self, const Code& code, std::size_t index,
                  StackEffect::Counts& counts) = nullptr;
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
    std::vector<bool> faulty;         ///< A problem was reported there; empty if `proved`.
    std::uint32_t max_depth = 0;
    bool proved = true; ///< No error was found on any path from the entries.
};

/// Follows control from the entries. Reports isa.jump-target, isa.fall-off, isa.stack-underflow and
/// isa.stack-mismatch with the byte offset of the instruction plus `base_offset`. Linear in the code.
[[nodiscard]] FlowFacts verify_flow(const Code& code, std::span<const EntryPoint> entries,
                                    const FlowRules& rules, Diagnostics& diagnostics,
                                    std::uint64_t base_offset = 0);

} // namespace vellum::isa
