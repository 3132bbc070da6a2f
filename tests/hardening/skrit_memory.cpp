// Real memory against the budget: every way in which scripts make a world of skrits grow is driven until
// nothing more is to be had, while operator new counts what is really held. It stays within the budget and a
// quarter of it.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <new>
#include <string>

#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/world.hpp"
#include "vellum/files.hpp"
#include "vellum/hosts.hpp"

namespace {
std::atomic<std::size_t> held = 0, most = 0;

void* take(std::size_t size) {
    constexpr std::size_t head = 16;
    auto* block = static_cast<std::size_t*>(std::malloc(size + head));
    if (block == nullptr) std::abort();
    *block = size;
    held += size;
    if (held > most) most = held.load();
    return reinterpret_cast<char*>(block) + head;
}
void give(void* pointer) noexcept {
    if (pointer == nullptr) return;
    auto* block = reinterpret_cast<std::size_t*>(static_cast<char*>(pointer) - 16);
    held -= *block;
    std::free(block);
}
} // namespace

void* operator new(std::size_t size) { return take(size); }
void* operator new[](std::size_t size) { return take(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return take(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return take(size); }
void operator delete(void* pointer) noexcept { give(pointer); }
void operator delete[](void* pointer) noexcept { give(pointer); }
void operator delete(void* pointer, std::size_t) noexcept { give(pointer); }
void operator delete[](void* pointer, std::size_t) noexcept { give(pointer); }

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

/// Bytes the world held at most.
std::size_t grown(const Growth& growth, std::uint64_t budget) {
    const std::size_t before = held;
    most = before;
    {
        Sources sources;
        StandInHost host(nullptr, nullptr);
        skrit::Exports inferred(&skrit::siege_exports());
        skrit::WorldSettings settings;
        settings.exports = &skrit::siege_exports();
        settings.inferred = &inferred;
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
        std::size_t last = 0;
        for (int frame = 0, quiet = 0; frame < 30 && quiet < 3; ++frame) {
            world.frame(0.01F);
            quiet = most > last ? 0 : quiet + 1;
            last = most;
        }
    }
    return most - before;
}

} // namespace

int main() {
    // what is made once and for all does not count
    static_cast<void>(grown(growths[0], std::uint64_t{1} << 20U));
    bool fine = true;
    constexpr std::uint64_t budget = std::uint64_t{3} << 20U;
    for (const Growth& growth : growths) {
        const std::size_t bytes = grown(growth, budget);
        const bool within = bytes <= budget + budget / 4;
        std::printf("%-24s %10zu of %llu%s\n", growth.name, bytes, static_cast<unsigned long long>(budget),
                    within ? "" : "  TOO MUCH");
        fine = fine && within;
    }
    return fine ? 0 : 1;
}
