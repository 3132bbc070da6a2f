// The host script of --host: Lua where the build has it, a clear message where not.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "vellum/diagnostic.hpp"
#include "vellum/host.hpp"

namespace vellum::cli {

class Session;

/// A loaded host script.
class HostScript {
  public:
    virtual ~HostScript() = default;
    [[nodiscard]] virtual Host& host() = 0;
    /// Of the script's text, for records.
    [[nodiscard]] virtual std::uint64_t hash() const = 0;
    /// Lets the script act before a frame.
    [[nodiscard]] virtual Result<void> frame(SchedulerLink world, std::uint64_t number, float seconds) = 0;
    /// True if it does something there.
    [[nodiscard]] virtual bool acts_on_frames() const = 0;
    /// Tells which of its functions no script asked for, and which take more values than they are given.
    virtual void check(Diagnostics& diagnostics) const = 0;
};

/// Loads a host script, or the one that a project file names. `known` are the engine's natives, or null;
/// `log` gets each line that the script prints.
[[nodiscard]] Result<std::unique_ptr<HostScript>> load_host_script(Session& session, const std::string& path,
                                                                   const Host* known,
                                                                   std::function<void(std::string_view)> log);

} // namespace vellum::cli
