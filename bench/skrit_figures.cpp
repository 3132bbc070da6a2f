// Skrit beside its kernels: an event that nobody handles, a frame of ten thousand objects, compiling. The
// real scripts are compiled where VELLUM_CORPUS names their folder, else the samples.
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "contestants.hpp"
#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/exports/base.hpp"
#include "figures.hpp"
#include "vellum/skrit.hpp"

namespace vellum::bench {

namespace {

double unhandled_event() {
    SkritHost host;
    if (!host.event("OnUpdate( float seconds )") || !host.event("OnStartChore( int a, int b )")) return -1;
    SkritEngine engine(host);
    const auto object = engine.create_from_text("event OnUpdate$( float t$ ) { }", "still");
    if (!object) return -1;
    const std::uint32_t event = engine.event("OnStartChore");
    const Value values[] = {Value(1), Value(2)};
    constexpr int count = 5'000'000;
    std::uint32_t handled = 0;
    const double begin = processor_seconds();
    for (int i = 0; i < count; ++i) handled += engine.send(*object, event, values) ? 1 : 0;
    const double seconds = processor_seconds() - begin;
    return handled == 0 ? seconds / count * 1e9 : -1;
}

double handled_event() {
    SkritHost host;
    if (!host.event("OnUpdate( float seconds )")) return -1;
    SkritEngine engine(host);
    const auto object =
        engine.create_from_text("float t$; event OnUpdate$( float s$ ) { t$ += s$; }", "busy");
    if (!object) return -1;
    const std::uint32_t event = engine.event("OnUpdate");
    const Value values[] = {Value(0.5F)};
    constexpr int count = 1'000'000;
    int handled = 0;
    const double begin = processor_seconds();
    for (int i = 0; i < count; ++i) handled += engine.send(*object, event, values) ? 1 : 0;
    const double seconds = processor_seconds() - begin;
    return handled == count ? seconds / count * 1e9 : -1;
}

/// Milliseconds of one frame of 10,000 objects, each with a repeating timer and a dynamic transition that is
/// polled as the clause says.
double frame_of(const std::string& poll) {
    const std::string text =
        "int ticks$ = 0;\n"
        "startup state Waiting$ " +
        poll +
        "\n{\n event OnEnterState$ { this.CreateTimer( 1, 1.0 ); this.SetTimerRepeatCount( 1, -1 ); }\n"
        " event OnTimer$( int id$, float late$ ) { ticks$ += 1; }\n"
        " transition -> Done$: if( ticks$ > 1000000 );\n}\nstate Done$;\n";
    SkritHost host;
    SkritOptions options;
    options.find = [&](std::string_view name, SkritSource& source) {
        source = {std::string(name) + ".skrit", text};
        return true;
    };
    SkritEngine engine(host, options);
    for (int i = 0; i < 10'000; ++i) {
        if (!engine.create("waiting")) return -1;
        if (i % 100 == 0) engine.update(0.01F); // timers and polls fall into all frames
    }
    constexpr int frames = 60;
    const double begin = processor_seconds();
    for (int i = 0; i < frames; ++i) engine.update(1.0F / 60);
    return (processor_seconds() - begin) / frames * 1e3;
}
double polled_now_and_then() { return frame_of("poll ( 0.25 )"); }
double polled_each_frame() { return frame_of(""); }

/// Megabytes of source a second, all scripts of the corpus (or the samples) again and again.
double compile_speed() {
    static const std::vector<std::string> texts = [] {
        std::vector<std::string> found;
        const char* corpus = std::getenv("VELLUM_CORPUS");
        const std::filesystem::path folder =
            corpus != nullptr ? std::filesystem::path(corpus) / "skrit"
                              : std::filesystem::path(VELLUM_SOURCE_DIR) / "samples" / "skrit";
        std::error_code missing;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, missing))
            if (entry.path().extension() == ".skrit")
                if (const auto bytes = read_file(entry.path().string())) found.emplace_back(as_text(*bytes));
        return found;
    }();
    if (texts.empty()) return -1;
    std::size_t size = 0;
    const double begin = processor_seconds();
    double seconds = 0;
    while (seconds < 0.3) {
        for (const std::string& text : texts) {
            skrit::CompileOptions options;
            options.name = "bench";
            options.exports = &skrit::siege_exports();
            skrit::Exports inferred(options.exports);
            options.inferred = &inferred;
            Diagnostics diagnostics;
            static_cast<void>(compile_unit(text, options, diagnostics));
            size += text.size();
        }
        seconds = processor_seconds() - begin;
    }
    return static_cast<double>(size) / seconds / 1e6;
}

constexpr Figure rows[] = {
    {"skrit", "unhandled", "ns", "an event that the object does not mention", false, unhandled_event},
    {"skrit", "handled", "ns", "an event with one parameter, handler and return", false, handled_event},
    {"skrit", "frame", "ms", "10,000 objects, repeating timers, polls each 0.25 s", false,
     polled_now_and_then},
    {"skrit", "frame_polls", "ms", "the same, every object polled in every frame", false, polled_each_frame},
    {"skrit", "compile", "MB/s", "source text compiled in open mode, verified", true, compile_speed},
};

} // namespace

std::span<const Figure> skrit_figures() { return rows; }

} // namespace vellum::bench
