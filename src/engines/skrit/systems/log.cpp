// Texts come in pieces; lines are put together for each stream before they get their time.
#include "engines/skrit/systems/log.hpp"

#include <chrono>
#include <cstdio>
#include <map>
#include <memory>

#include "engines/skrit/systems/lines.hpp"
#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

std::string time_of_day() {
    using namespace std::chrono;
    const auto now = floor<seconds>(system_clock::now());
    const auto day = floor<days>(now);
    const year_month_day date(day);
    const hh_mm_ss time(now - day);
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%04d-%02u-%02u %02d:%02d:%02d", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                  static_cast<int>(time.seconds().count()));
    return buffer;
}

void keep_log(World& world, std::function<void(std::string_view line)> to, LogClock clock) {
    if (world.settings().retail || !to) return;
    struct State {
        std::function<void(std::string_view)> to;
        LogClock clock;
        std::map<std::string, Lines, std::less<>> begun; ///< By stream.
        void line(std::string_view stream, std::string_view text) const {
            to(clock() + " " + std::string(stream) + ": " + std::string(text) + "\n");
        }
    };
    const auto state = std::make_shared<State>(State{std::move(to), std::move(clock), {}});
    world.reports.add_sink("log", [state](std::string_view stream, std::string_view text) {
        state->begun[std::string(stream)].feed(text,
                                               [&](std::string_view line) { state->line(stream, line); });
    });
    for (const std::string_view stream : {"error", "errorbox", "warning", "fatal"})
        world.reports.also(stream, "log");
    world.on_log = [state](std::string_view line) { state->line("error", line); };
}

} // namespace vellum::skrit
