// What is certain about decoded code without running it: where control goes and how deep the operand stack
// is at every instruction.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "isa/code.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::analysis {

/// A place where control can enter and the stack depth it has then.
struct EntryPoint {
    std::uint32_t address;
    std::uint32_t depth;
};

/// Whether the engine has an operand stack; without one only control flow is verified.
enum class OperandStack : std::uint8_t { tracked, none };

/// Facts per instruction. The vector runs parallel to code.instructions.
struct FlowFacts {
    static constexpr std::uint32_t unreached = 0xFFFFFFFF;
    std::vector<std::uint32_t> depth; ///< Stack depth before the instruction, or `unreached`.
    std::uint32_t max_depth = 0;
    bool verified = true; ///< No error was found on any path from the entries.
};

// What is wrong with an instruction, for engines that follow control in their own way as well.
[[nodiscard]] std::string underflow_text(std::uint32_t pops, std::uint32_t depth);
[[nodiscard]] std::string mismatch_text(std::uint32_t target, std::uint32_t depth, std::uint32_t known);
[[nodiscard]] std::string bad_target_text(std::int64_t target);
[[nodiscard]] std::string fall_off_text();

/// Follows control from the entries; calls are not followed, so callers list all functions. Reports
/// isa.jump-target, isa.fall-off, isa.stack-underflow and isa.stack-mismatch at the line of assembled code,
/// else at the byte offset of the instruction plus `base_offset`. Linear in the code.
[[nodiscard]] FlowFacts verify_flow(const isa::Code& code, std::span<const EntryPoint> entries,
                                    OperandStack stack, Diagnostics& diagnostics,
                                    std::uint64_t base_offset = 0);

} // namespace vellum::analysis
