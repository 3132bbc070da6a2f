// A native's way back into its world, through the hook of a recorder if there is one.
#include "vellum/host.hpp"
#include "vellum/scheduler.hpp"

namespace vellum {

EventResult SchedulerLink::send(const Event& event) const {
    return hook_ != nullptr ? hook_->send(*scheduler_, event) : scheduler_->send(event);
}

CallResult SchedulerLink::call(std::string_view function, std::span<const Value> arguments) const {
    return hook_ != nullptr ? hook_->call(*scheduler_, function, arguments)
                            : scheduler_->call(function, arguments);
}

bool Call::interrupted() const noexcept { return scheduler && scheduler.get()->interrupted(); }

} // namespace vellum
