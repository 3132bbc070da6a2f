// A game that brings its scripts as C++. They do what they do anywhere: the same calls, counts and errors.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <translation.hpp>
#include <vector>

#include <vellum/ags.hpp>
#include <vellum/ags_translation.hpp>
#include <vellum/vellum.hpp>

int main(int, char** arguments) {
    vellum::ags::add_translation(translation());
    vellum::ags::GameLibrary game;
    game.function("Say", [](std::string_view text, std::int32_t number) {
        std::printf("%.*s: %d\n", static_cast<int>(text.size()), text.data(), number);
    });
    std::ifstream stream(arguments[1]);
    const std::string text((std::istreambuf_iterator<char>(stream)), {});
    vellum::Diagnostics problems;
    const vellum::Engine& engine = *vellum::find_engine("ags");
    const auto script = engine.language()->compile(text, {"hero.asc", {}}, problems);
    if (!script) return std::printf("%s\n", format(script.error()).c_str()), 1;
    for (const char* tier : {"precise", "native"}) {
        vellum::RunOptions options({{"tier", tier}, {"native_after", "1"}}, {});
        vellum::Diagnostics diagnostics;
        const std::vector<vellum::ProgramPtr> programs{*script};
        const auto world = engine.runtime().instantiate(programs, game, options, diagnostics);
        if (!world) return std::printf("%s\n", format(world.error()).c_str()), 1;
        (*world)->start();
        for (const vellum::Fault& fault : (*world)->take_faults()) std::printf("%s\n", format(fault).c_str());
        std::printf("%llu instructions\n", static_cast<unsigned long long>((*world)->instructions()));
    }
    std::printf("translated functions: %zu\n", vellum::ags::translations_used());
}
