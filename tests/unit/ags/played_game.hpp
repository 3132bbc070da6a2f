// Small games for tests of what is played.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/engine.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::test {

/// A game of one script with two characters, two items and rooms 4 and 5.
std::vector<ProgramPtr> small_game(const std::string& script, const std::string& room_script = "int n;",
                                   const std::string& api = "3.6.1");

/// Null after a failed expectation.
std::unique_ptr<Scheduler> played_world(const std::vector<ProgramPtr>& programs, Host& host);

/// Notes and faults of a world, a line each.
class Heard final : public Observer {
  public:
    void note(const Scheduler&, std::uint32_t, std::string_view text) override {
        notes += std::string(text) + "\n";
    }
    void fault(const Scheduler&, const Fault& fault) override { notes += "fault " + fault.message + "\n"; }
    std::string notes;
};

} // namespace vellum::test
