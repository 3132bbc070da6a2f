// A running toy world: machine 0 runs the program from its start, one further machine for each event handler.
// All share sixteen globals. Every check is made while running, because nothing here is about speed.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "toy/program.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::toy {

namespace codes {
inline constexpr DiagnosticCode stack{"toy.stack", Severity::error,
                                      "The stack has too little or too much on it."};
inline constexpr DiagnosticCode native{"toy.native", Severity::error, "A native is unknown or failed."};
inline constexpr DiagnosticCode address{"toy.address", Severity::error, "Control left the code."};
} // namespace codes

/// One thread of execution.
struct Machine {
    MachineState state = MachineState::idle;
    bool running = false; ///< Inside a native that may send events: then there is no snapshot.
    std::uint32_t address = 0;
    std::uint64_t executed = 0;
    std::vector<Value> stack;
    Value native_state;
};

/// Where a pause fell: into the turn of a machine, in a frame or outside of one.
struct Cursor {
    bool active = false;
    bool in_frame = false;
    std::uint32_t machine = 0;
    std::uint64_t left = 0; ///< Of its budget.
    float seconds = 0;
};

class World final : public Scheduler {
  public:
    World(std::shared_ptr<const Program> program, Host& host);

    void start() override;
    void frame(float seconds) override;
    EventResult send(const Event& event) override;
    CallResult call(std::string_view function, std::span<const Value> arguments) override;
    [[nodiscard]] bool finished() const override;
    [[nodiscard]] std::size_t machine_count() const override { return machines_.size(); }
    [[nodiscard]] MachineInfo machine(std::size_t index) const override;
    [[nodiscard]] const vellum::Program& program(std::size_t index) const override;
    [[nodiscard]] std::uint64_t instructions() const override;
    [[nodiscard]] std::uint64_t frames() const override { return frames_; }
    [[nodiscard]] Result<std::vector<Scope>> scopes(std::size_t machine, std::size_t frame,
                                                    const Page& page) const override;
    [[nodiscard]] Result<std::vector<std::byte>> snapshot() const override;
    Result<void> restore(std::span<const std::byte> bytes) override;

    static constexpr std::size_t stack_size = 64;
    std::array<Value, 16> globals;

  private:
    void begin(std::uint32_t index, std::uint32_t address, std::span<const Value> arguments);
    void run(std::uint32_t index, float seconds);
    /// False if it was paused.
    bool run(std::uint32_t index, float seconds, std::uint64_t left);
    void frame_from(std::uint32_t first, float seconds);
    void go_on() override;
    void catch_up() {
        while (paused() && !interrupted()) go_on();
    }
    bool execute(std::uint32_t index, std::size_t instruction, float seconds);
    bool call_native(std::uint32_t index, std::size_t instruction, float seconds);
    void stop(std::uint32_t index, const DiagnosticCode& code, std::string message);
    [[nodiscard]] Result<void> at_rest() const;
    [[nodiscard]] std::vector<std::uint64_t> identity() const { return {program_->identity}; }

    std::shared_ptr<const Program> program_;
    std::vector<Native> natives_;
    std::vector<Machine> machines_;
    std::uint64_t frames_ = 0;
    std::uint32_t runs_ = 0; ///< On the C++ stack.
    Cursor cursor_;
};

} // namespace vellum::toy
