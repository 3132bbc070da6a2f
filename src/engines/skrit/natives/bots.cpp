// Natives of SkritBotMgr.
#include "engines/skrit/natives/families.hpp"

namespace vellum::skrit {

namespace {

void add_bot(World& world, Call& call, std::string_view name, std::string_view url) {
    Diagnostics diagnostics;
    const bool made = world.bots.add(name, url, diagnostics) != 0;
    if (!made)
        for (const Diagnostic& each : diagnostics.all())
            if (each.severity == Severity::error) complain(world, each.message);
    call.result = made;
}

constexpr BuiltInRow bot_rows[] = {
    {"skritbotmgr.addskritbot/1", [](World& world, Call& call) { add_bot(world, call, {}, call[0].text()); }},
    {"skritbotmgr.addskritbot/2",
     [](World& world, Call& call) { add_bot(world, call, call[0].text(), call[1].text()); }},
    {"skritbotmgr.removeskritbot/1",
     [](World& world, Call& call) {
         call.charge(world.bots.size() * 64);
         world.bots.remove(call[0].text());
     }},
};

} // namespace

std::span<const BuiltInRow> bot_natives() { return bot_rows; }

} // namespace vellum::skrit
