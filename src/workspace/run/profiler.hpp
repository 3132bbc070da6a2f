// Collects where a run spends its instructions and its time. Engines that count executions themselves run at
// nearly full speed; for the others it observes every instruction. It is attached to a world before it is
// played and asked when that is over.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "tools/profile.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::runs {

class Profiler final : private Observer, private Sampler {
  public:
    /// The world must outlive it.
    explicit Profiler(Scheduler& world);
    Profiler(const Profiler&) = delete;
    Profiler& operator=(const Profiler&) = delete;
    ~Profiler() override;

    /// What was collected since it was made.
    [[nodiscard]] tools::Profile finish();

    /// From one look to the next.
    struct Span {
        std::size_t function; ///< The innermost at its end.
        std::uint64_t instructions;
        double seconds;
    };
    /// Divides the profile's seconds among its functions.
    static void add_times(std::span<const Span> spans, tools::Profile& profile);

  private:
    /// A program's functions, and which of them and which line each instruction belongs to.
    struct Code {
        const Program* program = nullptr;
        std::vector<std::uint64_t> times; ///< By instruction, as observed.
        std::vector<Function> functions;
        std::size_t first = 0; ///< Of its functions among all.
    };

    [[nodiscard]] bool wants_steps() const override { return !counted_; }
    void step(const Step& step) override;
    void native(const NativeStep& step) override;
    void sample(const Scheduler& world, std::uint32_t machine) override;

    Code& code_of(const Program& program);
    void look(const Scheduler& world, std::uint32_t machine);
    void add_functions(tools::Profile& profile);
    void add_calls(tools::Profile& profile) const;
    void add_stacks(tools::Profile& profile) const;

    Scheduler& world_;
    bool counted_ = false;
    std::vector<Code> codes_; ///< In order of first use.
    std::unordered_map<const Program*, std::size_t> code_index_;
    std::uint64_t* last_ = nullptr;                            ///< Times of the instruction observed last.
    std::map<std::string, std::uint64_t> natives_;             ///< As observed.
    std::map<std::vector<std::size_t>, std::uint64_t> stacks_; ///< Of functions among all, outermost first:
                                                               ///< instructions.
    std::vector<Span> spans_;
    double began_ = 0;
    double looked_at_ = 0;
    std::uint64_t instructions_before_ = 0;
    std::uint64_t seen_instructions_ = 0; ///< `instructions()` at the last look.
    std::uint64_t steps_ = 0;
    std::size_t function_count_ = 0;
};

} // namespace vellum::runs
