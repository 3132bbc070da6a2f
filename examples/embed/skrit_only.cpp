// A game with skrits and nothing else of Vellum: linked with vellum::skrit (find_package(vellum COMPONENTS
// skrit)), it needs no zlib and has no other engine in it.
#include <vellum/skrit.hpp>

#include <cstdio>
#include <cstdlib>

using namespace vellum;

constexpr std::string_view lamp = R"(
property int turns$ = 2;
int lit$ = 0;
event OnUpdate$( float seconds$ )
{
    if( lit$ < turns$ ) { lit$ += 1; Game.Say( "turn " + MakeStringF( "%d", lit$ ) ); }
}
)";

int main() {
    SkritHost host;
    const auto declared = host.declare("singleton class Game;");
    const auto added = host.function("void Game.Say( string text )", [](std::string_view text) {
        std::printf("the lamp says: %.*s\n", static_cast<int>(text.size()), text.data());
    });
    const auto event = host.event("OnUpdate( float seconds )");
    if (!declared || !added || !event) return EXIT_FAILURE;
    SkritEngine engine(host);
    engine.on_error([](const Fault& fault, std::string_view) { std::puts(format(fault).c_str()); });
    const auto object = engine.create_from_text(lamp, "lamp", "turns=3");
    if (!object) {
        std::puts(format(object.error()).c_str());
        return EXIT_FAILURE;
    }
    for (int frame = 0; frame < 5; ++frame) engine.update(0.1F);
    std::printf("%s turns\n", skrit_text(*engine.get(*object, "lit")).c_str());
}
