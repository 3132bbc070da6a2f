// Which type every variable on the stack has, worked out without running: each function's frame is followed
// through its code, and what callers pass is settled over the whole script. Relies on the verifier's facts
// (depths, functions); only verified scripts are looked at. Where two ways disagree the type is unknown,
// never guessed.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "analysis/control_flow.hpp"
#include "engines/pathologic/machine/prepared.hpp"

namespace vellum::pathologic {

class TypeInference {
  public:
    static constexpr std::uint32_t unknown_task = 0xFFFFFFFF;
    /// A function's frame before an instruction: first the values it may touch below its own (deepest first),
    /// then its own; Type::none where the type is not known. And the task that is current, if it is always
    /// the same.
    using Visit = std::function<void(std::uint32_t address, std::span<const Type> frame, std::uint32_t task)>;

    explicit TypeInference(const Prepared& code);

    /// False if the script is not verified or so tangled that settling it would take too long.
    [[nodiscard]] bool settle();
    /// After settle: visits every reachable instruction of a function once.
    void visit(std::uint32_t function, const Visit& visit);
    /// After settle: types of what function number `function` finds below its frame, deepest first.
    [[nodiscard]] std::span<const Type> parameters(std::uint32_t function) const {
        return entries_[function].types;
    }
    [[nodiscard]] bool reached(std::uint32_t function) const { return entries_[function].reached; }
    [[nodiscard]] std::uint32_t task(std::uint32_t function) const { return entries_[function].task; }
    /// Type that `op` gives for operands of these types; none if it is not known or would be an error.
    [[nodiscard]] static Type result_type(Op op, Type a, Type b) noexcept;

  private:
    struct Entry {
        bool reached = false;
        bool queued = false;
        std::vector<Type> types;
        std::uint32_t task = unknown_task;
    };
    void enter(std::uint32_t function, std::span<const Type> stack, std::uint32_t task);
    /// Of one function's own code, addresses counted from its beginning. Fails where control leaves it.
    analysis::ControlFlowGraph graph_of(const FunctionFacts& function);
    /// Runs one instruction over a frame of the function that was entered so; false if that has failed.
    bool run(std::uint32_t address, std::vector<Type>& frame, const Entry& entry, const Visit* visit);
    void follow(std::uint32_t number, const Visit* visit);
    [[nodiscard]] std::uint32_t task_at(std::uint32_t address, std::uint32_t task) const;
    void apply(std::uint32_t address, std::vector<Type>& frame, std::uint32_t task) const;
    [[nodiscard]] std::uint32_t function_index(std::uint32_t address) const;

    const Prepared& code_;
    const Verification& facts_;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> queue_;
    std::uint64_t effort_ = 0;
    bool failed_ = false; ///< Control leaves a function's own code.
};

} // namespace vellum::pathologic
