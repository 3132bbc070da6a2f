// How an engine's own shared natives reach the world that calls them. The interface hides it from everybody
// else, because what is done past the link is missing from records.
#pragma once

#include "vellum/host.hpp"

namespace vellum {

struct SchedulerAccess {
    /// The scheduler behind the link, to change; null if there is none.
    [[nodiscard]] static Scheduler* of(const SchedulerLink& link) noexcept { return link.scheduler_; }
};

} // namespace vellum
