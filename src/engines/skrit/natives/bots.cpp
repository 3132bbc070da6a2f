// Natives of SkritBotMgr.
#include "engines/skrit/natives/families.hpp"

namespace vellum::skrit {

namespace {

constexpr BuiltInRow rows[] = {
    {"skritbotmgr.addskritbot/2",
     [](World& world, Call& call) {
         Diagnostics diagnostics;
         const bool made = world.bots.add(call[0].text(), call[1].text(), diagnostics) != 0;
         if (!made)
             for (const Diagnostic& each : diagnostics.all())
                 if (each.severity == Severity::error)
                     static_cast<void>(world.reports.write("error", each.message + "\n"));
         call.result = made;
     }},
    {"skritbotmgr.removeskritbot/1",
     [](World& world, Call& call) {
         call.charge(world.bots.size() * 64);
         world.bots.remove(call[0].text());
     }},
};

} // namespace

std::span<const BuiltInRow> bot_natives() { return rows; }

} // namespace vellum::skrit
