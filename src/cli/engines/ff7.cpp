// `vellum map`: the meshes of a world map script as a picture, and what a run did on them.
#include <algorithm>
#include <string_view>

#include "cli/engines/engines.hpp"
#include "cli/picture.hpp"
#include "cli/world.hpp"
#include "vellum/ff7.hpp"

namespace vellum::cli::map_command {

namespace {

/// Nothing is told while the map is made; problems are.
class SilentReporter final : public RunReporter {
  public:
    explicit SilentReporter(Session& session) : session_(session) {}
    void begin(std::string_view, std::uint64_t) override {}
    void announce(const RunAction&) override {}
    void action(const RunAction&, std::string_view) override {}
    void remark(std::string_view) override {}
    void host_says(std::string_view) override {}
    void problem(const Diagnostic& diagnostic) override { static_cast<void>(session_.report(diagnostic)); }
    void end() override {}

  private:
    Session& session_;
};

ExitCode run(Session& session) {
    World world(session);
    if (session.arguments().has("--animate")) world.set("map", "2");
    if (const ExitCode code = world.open(); code != ExitCode::ok) return code;
    const Arguments& arguments = session.arguments();
    constexpr std::string_view running[] = {"--frames", "--event",  "--call",    "--restore",    "--plan",
                                            "--record", "--replay", "--animate", "--snapshot-at"};
    const bool runs = std::ranges::any_of(running, [&](std::string_view one) { return arguments.has(one); });
    ExitCode code = ExitCode::ok;
    if (runs) {
        Observer watcher; // a watched world keeps its paths
        SilentReporter silent(session);
        world.run().scheduler().add_observer(watcher);
        code = world.play(silent);
        world.run().scheduler().remove_observer(watcher);
    }
    const std::string path(arguments.has("--svg") ? arguments.text("--svg") : arguments.text("--output"));
    return worst(code, write_picture(session, world.run(), path.empty() ? "-" : path, runs));
}

constexpr Positional positionals[] = {{"FILE", "A world map script."}};
constexpr Option own[] = {
    {"--svg", 0, "FILE", "Draw the map into this file; - for standard output.", ValueKind::file},
    {"--animate", 0, "", "An animated picture: the run frame by frame, in a loop."},
    {"--output", 'o', "FILE", "Write to this file instead of standard output.", ValueKind::file},
};
const OptionGroup options[] = {own, world_options, engine_options};
constexpr Example examples[] = {
    {"vellum map wm0.ev --svg map.svg", "which meshes have functions?"},
    {"vellum map wm0.ev --svg map.svg --frames 100 --event 'mesh 21,10,3@20'", "and what happens on them?"},
    {"vellum map wm0.ev --data data/wm --plan mod.plan --animate --svg film.svg",
     "a test as a film, on the game's terrain"},
};

} // namespace

constinit const Command described{
    "map",
    "Look",
    "Draw the map that world map scripts work on",
    "Draws the 36 x 28 meshes of the Final Fantasy VII world map as an SVG "
    "picture: yellow meshes have functions. With "
    "--frames, --event or another option about a run the script is run first, as by 'vellum "
    "run', and the picture shows where every model "
    "is and went and where each event fired; with --animate it moves. Where the game's terrain is at hand "
    "(wm0.map beside the script or below --data), its coasts, landscapes and regions are drawn, "
    "and triangles that start functions. Colours follow the reader's light or dark scheme.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::map_command
