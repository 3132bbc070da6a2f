// A run as the command line asks for it: its options as a request, its files written where they may be.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "cli/session.hpp"
#include "vellum/run.hpp"

namespace vellum::cli {

extern const OptionGroup world_options; ///< --frames, --event, --host … of `run` and `trace`

/// What a reporter tells as a line of JSON; `frame` is left out if it is 0.
[[nodiscard]] std::string json_report_line(std::string_view type, std::string_view text, std::uint64_t frame);

class World {
  public:
    explicit World(Session& session) : session_(session) {}

    /// A setting of the engine beside those of the command line; before `open`.
    void set(std::string name, std::string value) {
        settings_.emplace_back(std::move(name), std::move(value));
    }
    /// Reads plan, programs and host and makes the world; `debugged`: see Run::open. What goes wrong has been
    /// reported when this is not ok.
    [[nodiscard]] ExitCode open(bool debugged = false);
    /// Does what the request says. Faults do not end it.
    [[nodiscard]] ExitCode play(RunReporter& reporter);
    [[nodiscard]] Run& run() noexcept { return *run_; } ///< After `open`.

  private:
    [[nodiscard]] ExitCode read(RunRequest& request);
    ExitCode report(const Diagnostic& diagnostic);
    [[nodiscard]] ExitCode may_write();

    Session& session_;
    std::vector<std::pair<std::string, std::string>> settings_;
    std::unique_ptr<Run> run_;
};

} // namespace vellum::cli
