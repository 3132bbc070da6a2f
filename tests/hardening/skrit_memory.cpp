// Real memory against the budget: every way in which scripts make a world of skrits grow is driven until
// nothing more is to be had.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/natives/families.hpp"
#include "engines/skrit/world/world.hpp"
#include "vellum/files.hpp"
#include "vellum/hosts.hpp"
#include "within_budget.hpp"

using namespace vellum;

namespace {

struct Growth {
    const char* name;
    const char* script;
};

// each grows with every update, as fast as its instructions allow
constexpr Growth growths[] = {
    {"objects", "int i$; event OnUpdate$( float s$ ) { while( true ) { SkritBotMgr.AddSkritBot( MakeStringF( "
                "\"b%d\", i$ ), \"child\" ); i$ += 1; } }"},
    {"names of bots",
     "int i$; string l$ = \"0123456789abcdef\"; event OnConstruct$ { int n$ = 10; while( n$ > 0 ) { l$ "
     "= l$ + l$; n$ -= 1; } } event OnUpdate$( float s$ ) { while( true ) { SkritBotMgr.AddSkritBot( "
     "MakeStringF( \"%s%d\", l$, i$ ), \"child\" ); i$ += 1; } }"},
    {"timers", "int i$; event OnUpdate$( float s$ ) { while( true ) { SkritBotMgr.AddSkritBot( MakeStringF( "
               "\"b%d\", i$ "
               "), \"timers\" ); i$ += 1; } }"},
    {"texts", "int i$; event OnUpdate$( float s$ ) { while( true ) { SkritBotMgr.AddSkritBot( MakeStringF( "
              "\"b%d\", i$ "
              "), \"texts\" ); i$ += 1; } }"},
    {"small texts",
     "int i$; event OnUpdate$( float s$ ) { while( true ) { SkritBotMgr.AddSkritBot( MakeStringF( "
     "\"b%d\", i$ ), \"small\" ); i$ += 1; } }"},
    {"properties",
     "int i$; event OnUpdate$( float s$ ) { while( true ) { SkritBotMgr.AddSkritBot( MakeStringF( \"b%d\", "
     "i$ ), MakeStringF( \"small?p=%d and what is to be kept with it for each of them\", i$ ) ); i$ += 1; } "
     "}"},
    {"report streams",
     "int i$; event OnUpdate$( float s$ ) { while( true ) { Report.Disable( MakeStringF( \"stream%d of "
     "a name that is long enough to count\", i$ ) ); i$ += 1; } }"},
    {"written streams",
     "int i$; event OnUpdate$( float s$ ) { while( true ) { Report.Report( MakeStringF( \"stream%d\", "
     "i$ ), \"x\" ); i$ += 1; } }"},
    {"sinks",
     "int i$; event OnUpdate$( float s$ ) { while( true ) { Report.AddNewSinkToContext( \"generic\", \"x\", "
     "MakeStringF( \"sink%d\", i$ ) ); i$ += 1; } }"},
    {"commands",
     "int i$; event OnUpdate$( float s$ ) { while( true ) { Skrit.Command( MakeStringF( \"int a%d$ = %d\", "
     "i$, i$ ) ); i$ += 1; } }"},
    {"what commands make up",
     "int i$; event OnUpdate$( float s$ ) { while( true ) { Skrit.Command( MakeStringF( "
     "\"Unknown%d( %d )\", i$, i$ ) ); i$ += 1; } }"},
    {"events of commands",
     "int i$; event OnUpdate$( float s$ ) { while( true ) { Skrit.Command( MakeStringF( \"#event "
     "OnMadeUp%d$ { } X$ { }\", i$ ) ); i$ += 1; } }"},
    {"messages",
     "int i$; event OnUpdate$( float s$ ) { int n$ = 0; while( n$ < 300 ) { Skrit.Command( \"int z$ = 0; z$ "
     "= 1 / z$\" ); n$ += 1; } }"},
    {"machines", "int i$; event OnUpdate$( float s$ ) { Deep$(); } Deep$() { Skrit.Execute( \"deep\" ); }"},
    {"a line without end",
     "event OnUpdate$( float s$ ) { while( true ) { Report.Generic( \"0123456789abcdef0123456789\" "
     "); } }"},
    {"one text", "string t$ = \"x\"; event OnUpdate$( float s$ ) { while( true ) { t$ = t$ + t$; } }"},
};

struct Sources final : skrit::IncludeProvider {
    std::optional<skrit::IncludedSource> include(std::string_view name, std::string_view) override {
        if (name == "child") return skrit::IncludedSource{"child.skrit", "int n$;"};
        if (name == "timers")
            return skrit::IncludedSource{"timers.skrit",
                                         "event OnConstruct$ { int i$ = 0; while( i$ < 500 ) { "
                                         "this.CreateTimer( i$, 9.0 ); i$ += 1; } }"};
        if (name == "texts")
            return skrit::IncludedSource{
                "texts.skrit", "string a$ = \"0123456789abcdef\"; event OnConstruct$ { int i$ = 0; while( "
                               "i$ < 12 ) { a$ = a$ + a$; i$ += 1; } a$ = a$ + \"x\"; }"};
        if (name == "small")
            return skrit::IncludedSource{
                "small.skrit", "property string p$; string a$; string b$; string c$; event OnConstruct$ { a$ "
                               "= MakeStringF( \"%d\", 1 ); b$ = MakeStringF( \"%d\", 2 ); c$ = "
                               "MakeStringF( \"%d\", 3 ); }"};
        if (name == "deep")
            return skrit::IncludedSource{"deep.skrit", "Go$() { Skrit.Execute( \"deep\" ); }"};
        return std::nullopt;
    }
};

bool within(const Growth& growth, std::uint64_t budget) {
    const hardening::Peak peak;
    {
        Sources sources;
        StandInHost host(nullptr, nullptr);
        skrit::Exports inferred(&skrit::siege_exports());
        skrit::WorldSettings settings;
        settings.exports = &skrit::siege_exports();
        settings.inferred = &inferred;
        settings.built_in = &skrit::find_built_in;
        settings.sources = &sources;
        settings.limits.memory = budget;
        settings.limits.instructions = 300'000;
        skrit::World world(host, std::move(settings));
        world.reports.make_sink = [](std::string_view, std::string_view) {
            return [](std::string_view, std::string_view) {};
        };
        Diagnostics diagnostics;
        const auto unit = world.compile(growth.script, skrit::UnitMode::skrit, "grows", diagnostics);
        if (!unit || world.create(*unit, {}, 0, diagnostics) == 0) {
            std::fprintf(stderr, "%s: %s\n", growth.name, skrit::format_all(diagnostics, "grows").c_str());
            std::exit(1);
        }
        std::uint64_t last = 0;
        for (int frame = 0, quiet = 0; frame < 30 && quiet < 3; ++frame) {
            world.frame(0.01F);
            quiet = peak.bytes() > last ? 0 : quiet + 1;
            last = peak.bytes();
        }
    }
    return hardening::within_budget(growth.name, peak, budget);
}

} // namespace

int main() {
    constexpr std::uint64_t budget = std::uint64_t{1} << 20U;
    static_cast<void>(within(growths[0], budget)); // what is made once and for all does not count
    bool fine = true;
    for (const Growth& growth : growths) fine = within(growth, budget) && fine;
    return fine ? 0 : 1;
}
