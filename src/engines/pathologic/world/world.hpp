// The world behind vellum::pathologic::World: the machines in the order they were added, the frame that calls
// each of them once, events, pauses and snapshots. Owns everything a saved game needs; hosts and observers
// stay outside.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engines/pathologic/machine/machine.hpp"
#include "engines/pathologic/world/objects.hpp"
#include "vellum/pathologic.hpp"

namespace vellum::pathologic {

/// Where a pause fell.
struct Cursor {
    bool active = false;
    enum class Kind : std::uint8_t { event, frame, call };
    Kind kind = Kind::event;
    std::uint32_t next = 0;   ///< Frame: machine being executed. Event: next one to get it.
    std::uint32_t paused = 0; ///< The machine that was stopped.
    float seconds = 0;
    std::uint64_t slice_left = 0;
    MachineState before = MachineState::idle; ///< Call: what the machine was.
    std::uint32_t depth = 0;                  ///< Event: calls of the machine while the handler runs.
    bool to_all = false;
    std::uint32_t event = 0;
    std::vector<Value> values;
};

/// What a snapshot keeps of the world beside its machines and stand-in objects.
struct WorldFields {
    bool started = false;
    std::uint64_t random_state = 0;
    std::uint64_t instructions = 0;
    std::uint64_t frames = 0;
    Cursor cursor;
};

class RunningWorld final : public World, private MachineContext {
  public:
    RunningWorld(Host& host, const WorldOptions& options);
    ~RunningWorld() override;

    // Scheduler
    void start() override;
    void frame(float seconds) override;
    EventResult send(const Event& event) override;
    CallResult call(std::string_view function, std::span<const Value> arguments) override;
    [[nodiscard]] bool finished() const override;
    [[nodiscard]] std::size_t machine_count() const override { return machines_.size(); }
    [[nodiscard]] MachineInfo machine(std::size_t index) const override;
    [[nodiscard]] const Program& program(std::size_t index) const override;
    [[nodiscard]] std::uint64_t instructions() const override { return state_.instructions; }
    [[nodiscard]] std::uint64_t frames() const override { return state_.frames; }
    [[nodiscard]] std::string object_name(ObjectId object) const override {
        return objects_.describe(object);
    }
    Result<void> change_variable(std::size_t index, std::size_t frame, std::string_view scope,
                                 std::size_t number, const Value& value) override;
    [[nodiscard]] Result<std::vector<Scope>> scopes(std::size_t index, std::size_t frame,
                                                    const Page& page) const override;
    [[nodiscard]] Result<std::vector<std::byte>> snapshot() const override;
    Result<void> restore(std::span<const std::byte> bytes) override;
    void set_budget(const Budget& budget) override;

    // World
    Result<std::uint32_t> add(const ProgramPtr& program, std::string name, Host* host) override;
    void stop(std::uint32_t index) override;
    EventResult send_to(std::uint32_t index, std::uint32_t event, std::span<const Value> values) override;
    [[nodiscard]] ObjectId owner(std::uint32_t index) const override;
    void set_owner(std::uint32_t index, ObjectId object) override;
    [[nodiscard]] std::optional<Value> property(std::uint32_t index, std::string_view name) const override;
    bool set_property(std::uint32_t index, std::string_view name, const Value& value) override;
    std::uint32_t random() override;
    void note(std::uint32_t index, std::string_view text) override;

    // MachineContext
    /// Bytes of all machines and of the stand-in objects; texts as they were counted, and what was made
    /// since.
    [[nodiscard]] std::uint64_t memory() const noexcept {
        return held_ + text_held_ + text_made_ + objects_.bytes();
    }
    /// A machine's own memory without texts has changed.
    void resized(std::uint64_t before, std::uint64_t now) noexcept override { held_ += now - before; }
    /// Whether so many more bytes fit into the budget. Counts texts again if that could help.
    [[nodiscard]] bool afford(std::uint64_t bytes) override;
    /// Accounts for new text; false if that is more than the budget has.
    [[nodiscard]] bool made_text(std::uint64_t bytes) override;
    /// Runs one machine for at most its share of instructions.
    Progress run_slice(Machine& machine, float delta_time) override;
    [[nodiscard]] bool enter_nested() override;
    void leave_nested() override { --nested_; }
    /// True while the host waits for a function it called.
    [[nodiscard]] bool calling() const noexcept override { return calling_; }
    [[nodiscard]] bool observe_step(const Machine& machine) override;
    [[nodiscard]] std::uint64_t pause_left() noexcept override {
        return may_pause() ? Scheduler::pause_left(state_.instructions) : no_pause;
    }
    void count_instructions(std::uint64_t executed) noexcept override;
    void report_fault(Machine& machine, const DiagnosticCode& code, std::string message) override;
    void native_failed(Machine& machine, const NativeKey& key, std::string_view error) override;
    [[nodiscard]] bool method_exists(Link& link, ObjectId object, std::string_view name,
                                     std::int32_t arguments) override;
    [[nodiscard]] std::string function_name(const Prepared& code, std::uint32_t address) const override;

    // For natives
    /// The stand-in objects, with what is left of the budget as their room.
    [[nodiscard]] ObjectStore& objects();
    [[nodiscard]] Machine& machine_at(std::uint32_t index) noexcept { return *machines_[index]; }
    /// The machine whose actor is that object, or null.
    [[nodiscard]] Machine* machine_of(ObjectId object) noexcept override;
    /// The actor of the machine with that name, else a stand-in actor.
    [[nodiscard]] ObjectId actor_named(std::string_view actor);

  private:
    static constexpr std::uint32_t most_nested = 32;

    [[nodiscard]] std::vector<std::uint64_t> identities() const;
    /// What runs is not inside anything else.
    [[nodiscard]] bool may_pause() const noexcept { return slices_ == 1 && entered_ == 1; }
    [[nodiscard]] bool busy() const noexcept { return slices_ != 0 || in_frame_ || delivering_ != 0; }
    /// While it lives, something from outside is under way. Nothing stops in what begins inside another one.
    class Entry {
      public:
        explicit Entry(RunningWorld& world) : world_(world) { ++world_.entered_; }
        Entry(const Entry&) = delete;
        Entry& operator=(const Entry&) = delete;
        ~Entry() { --world_.entered_; }

      private:
        RunningWorld& world_;
    };
    void pause_asked() override {
        if (outermost_ != nullptr) outermost_->look_up = true;
    }
    void stops_changed() override;
    void go_on() override;
    /// Brings to its end what is paused, before something else begins.
    void catch_up() {
        if (entered_ == 0)
            while (paused() && !interrupted()) go_on();
    }
    Progress run_slice_of(Machine& machine, float delta_time, std::uint64_t share);
    Progress run_call(Machine& machine, MachineState before, std::uint64_t share);
    void count_texts();
    void begin(Machine& machine);
    void continue_frame(std::uint32_t first, float seconds);
    /// What became of an event that went to several machines.
    struct Deliveries {
        std::uint32_t handled = 0;                     ///< By so many.
        EventOutcome last = EventOutcome::no_receiver; ///< At the last, or at the first that refused it.
        EventOutcome best = EventOutcome::interrupted; ///< The first in the list of outcomes.
    };
    void deliver_to_rest(std::uint32_t first, std::uint32_t event, std::span<const Value> values,
                         Deliveries& deliveries);
    EventOutcome deliver(Machine& machine, std::uint32_t event, std::span<const Value> values);
    void tell_event(const Machine& machine, std::uint32_t event, std::span<const Value> values,
                    EventOutcome outcome);
    Result<std::uint32_t> event_id(std::string_view name) const;
    Result<std::uint32_t> machine_named(std::string_view name) const;
    void tell_stopped(Machine& machine);
    void tell_if_ended(Machine& machine);
    std::shared_ptr<Link> link_for(const std::shared_ptr<const Script>& script, Host& host);

    Host& host_;
    WorldOptions options_;
    std::vector<std::unique_ptr<Machine>> machines_;
    std::map<const Script*, std::shared_ptr<const Prepared>> prepared_;
    std::map<std::pair<const Script*, Host*>, std::shared_ptr<Link>> links_;
    mutable std::map<const Prepared*, std::vector<Function>> functions_;
    ObjectStore objects_;
    WorldFields state_;
    Machine* active_ = nullptr;
    Machine* outermost_ = nullptr; ///< Of the slices on the C++ stack.
    std::uint32_t entered_ = 0;    ///< Calls from outside on the C++ stack.
    std::uint32_t slices_ = 0;     ///< Slices on the C++ stack.
    std::uint32_t nested_ = 0;     ///< Events being delivered.
    std::uint32_t delivering_ = 0;
    bool calling_ = false;
    std::uint64_t held_ = 0;      ///< Memory of the machines without texts.
    std::uint64_t text_held_ = 0; ///< Texts of the machines as of the last count.
    std::uint64_t text_made_ = 0; ///< Made since; some of it is gone again.
    bool in_frame_ = false;
};

} // namespace vellum::pathologic
