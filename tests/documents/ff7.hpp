// What the fragment of docs/engines/ff7.md talks about.
#include <vellum/ff7.hpp>
#include <vellum/vellum.hpp>

struct Hud {
    bool open(std::int32_t text);
};
extern Hud hud;
extern vellum::ProgramPtr program;
extern vellum::ff7::Game& game;
extern vellum::Diagnostics diagnostics;
extern bool running, zolom_touched;
void begin_battle(std::int32_t scene);
void draw(const vellum::ff7::WorldState& state);
