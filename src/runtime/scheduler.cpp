// What all schedulers share: keeping faults, the words for machine states and places.
#include "vellum/scheduler.hpp"

#include <algorithm>

#include <array>

#include "vellum/engine.hpp"

namespace vellum {

std::string_view to_string(MachineState state) noexcept {
    static constexpr std::array<std::string_view, 6> names{"idle",      "ready",    "waiting",
                                                           "exhausted", "finished", "faulted"};
    const auto index = static_cast<std::size_t>(state);
    return index < names.size() ? names[index] : names[0];
}

namespace {

/// Several observers as one.
class ObserverList final : public Observer {
  public:
    explicit ObserverList(const std::vector<Observer*>& observers) : observers_(observers) {}

    [[nodiscard]] bool wants_natives() const override {
        return std::ranges::any_of(observers_, [](const Observer* one) { return one->wants_natives(); });
    }
    [[nodiscard]] bool wants_counts() const override {
        return std::ranges::all_of(
            observers_, [](const Observer* one) { return one->wants_counts() || !one->wants_natives(); });
    }
    void called(const Scheduler& scheduler, const NativeKey& key, std::uint64_t calls) override {
        for (Observer* one : observers_) one->called(scheduler, key, calls);
    }
    [[nodiscard]] bool wants_steps() const override {
        return std::ranges::any_of(observers_, [](const Observer* one) { return one->wants_steps(); });
    }
    void step(const Step& step) override {
        for (Observer* one : observers_)
            if (one->wants_steps()) one->step(step);
    }
    void step_values(const StepValues& values) override {
        for (Observer* one : observers_)
            if (one->wants_steps()) one->step_values(values);
    }
    void native(const NativeStep& step) override {
        for (Observer* one : observers_) one->native(step);
    }
    void started(const Scheduler& scheduler, std::uint32_t machine) override {
        for (Observer* one : observers_) one->started(scheduler, machine);
    }
    void stopped(const Scheduler& scheduler, std::uint32_t machine, bool failed) override {
        for (Observer* one : observers_) one->stopped(scheduler, machine, failed);
    }
    void event(const Scheduler& scheduler, std::uint32_t machine, std::string_view name,
               std::span<const Value> values, std::string_view outcome) override {
        for (Observer* one : observers_) one->event(scheduler, machine, name, values, outcome);
    }
    void note(const Scheduler& scheduler, std::uint32_t machine, std::string_view text) override {
        for (Observer* one : observers_) one->note(scheduler, machine, text);
    }
    void fault(const Scheduler& scheduler, const Fault& fault) override {
        for (Observer* one : observers_) one->fault(scheduler, fault);
    }

  private:
    const std::vector<Observer*>& observers_;
};

} // namespace

void Scheduler::add_observer(Observer& observer) {
    if (std::ranges::find(observers_, &observer) != observers_.end()) return;
    observers_.push_back(&observer);
    choose_observer();
}

void Scheduler::remove_observer(const Observer& observer) {
    std::erase(observers_, &observer);
    choose_observer();
}

void Scheduler::choose_observer() {
    if (observers_.size() > 1 && all_observers_ == nullptr)
        all_observers_ = std::make_unique<ObserverList>(observers_);
    observer_ = observers_.empty()       ? nullptr
                : observers_.size() == 1 ? observers_.front()
                                         : all_observers_.get();
    observers_changed();
}

Result<std::string> Scheduler::state_json() const {
    return fail(codes::engine_unsupported, "the engine does not provide its world's state as JSON");
}

Result<std::vector<Scope>> Scheduler::scopes(std::size_t, std::size_t, const Page&) const {
    return fail(codes::engine_unsupported, "the engine does not provide the variables of its machines");
}

Result<void> Scheduler::change_variable(std::size_t, std::size_t, std::string_view, std::size_t,
                                        const Value&) {
    return fail(codes::engine_variable, "the engine does not allow changes to its variables from outside");
}

Result<void> Scheduler::exchange(const Program&, const ProgramPtr&) {
    return fail(codes::engine_unsupported, "this engine cannot reload scripts while they run");
}

Result<std::vector<std::byte>> Scheduler::read_memory(std::string_view, std::uint64_t, std::size_t) const {
    return fail(codes::engine_variable, "there is no such memory");
}

Result<void> Scheduler::write_memory(std::string_view, std::uint64_t, std::span<const std::byte>) {
    return fail(codes::engine_variable, "there is no such memory");
}

void Scheduler::set_stopper(Stopper* stopper, std::vector<CodeRange> where) {
    stopper_ = stopper;
    ranges_ = std::move(where);
    stops_changed();
}

void Scheduler::resume() {
    interrupted_.store(false, std::memory_order_relaxed);
    if (paused()) go_on();
}

void Scheduler::report(Fault fault) {
    if (!fault.frames.empty() && fault.machine < machine_count()) {
        const Program& in = program(fault.machine);
        fault.program = in.name();
        const isa::Code* code = in.code();
        const std::ptrdiff_t index = code == nullptr ? -1 : code->at(fault.frames[0].address);
        if (index >= 0) fault.offset = code->instructions[static_cast<std::size_t>(index)].offset;
    }
    if (observer_ != nullptr) observer_->fault(*this, fault);
    if (faults_.size() < kept_faults) faults_.push_back(std::move(fault));
}

std::string place_text(const Frame& frame) {
    if (frame.line == 0) return frame.source;
    return (frame.source.empty() ? std::string("line ") : frame.source + ":") + std::to_string(frame.line);
}

} // namespace vellum
