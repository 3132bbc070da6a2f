// Saving in the middle of a run and continuing in another process. A snapshot has the whole world:
// stacks, variables, pending natives. It is taken here while the script sleeps, and both worlds then say
// exactly the same.
#include <vellum/vellum.hpp>

#include <cstdio>
#include <cstdlib>

using namespace vellum;

constexpr std::string_view script = R"(
.numbering hd
.run main, start
.task main, 0, int                      ; T[0] counts
start:
    PushV
again:
    PushI   1
    Add2    T[0], S[1], T[0], 1
    PushF   0.5
    Func    Sleep/1, S[1]
    Pop     1
    Func    Tell/1, T[0]
    PushI   4
    GE      T[0], S[1], 1
    JumpB   S[1], again, false, 1
    Return  0
)";

/// The game's natives. The sleeper's remaining time is in the snapshot, not here.
class Game : public Library {
  public:
    explicit Game(const char* name) : Library(name) {
        function("Sleep", [](Call& call, float seconds) {
            const float left = call.resumed ? call.state->real() - call.delta_time : seconds;
            if (left <= 0) return;
            *call.state = Value(left);
            call.suspend();
        });
        function("Tell", [name](std::int32_t count) { std::printf("%s: %d\n", name, count); });
    }
};

[[noreturn]] void give_up(const Diagnostic& problem) {
    std::puts(format(problem).c_str());
    std::exit(EXIT_FAILURE);
}

int main() {
    const Engine* engine = find_engine("pathologic");
    Diagnostics diagnostics;
    const auto program = engine->format().assemble(script, {"counter", {}}, diagnostics);
    if (!program) give_up(diagnostics.all().front());

    Game first("first");
    const auto world = engine->runtime().instantiate(std::span(&*program, 1), first, {}, diagnostics);
    if (!world) give_up(world.error());
    (*world)->start();
    for (int frame = 0; frame < 7; ++frame) (*world)->frame(0.2F);
    const Result<std::vector<std::byte>> saved = (*world)->snapshot(); // in the middle of a Sleep
    if (!saved) give_up(saved.error());
    std::puts("-- saved --");

    Game second("second"); // as if the program had been started anew
    const auto restored = engine->runtime().instantiate(std::span(&*program, 1), second, {}, diagnostics);
    if (!restored) give_up(restored.error());
    if (const Result<void> done = (*restored)->restore(*saved); !done) give_up(done.error());
    while (!(*world)->finished()) (*world)->frame(0.2F);
    while (!(*restored)->finished()) (*restored)->frame(0.2F);

    std::vector<std::byte> damaged = *saved; // a changed file cannot harm the program
    damaged[damaged.size() / 2] ^= std::byte{0xff};
    const Result<void> refused = (*restored)->restore(damaged);
    std::printf("damaged file: %s\n", refused ? "accepted" : "refused");
    const bool same = (*world)->instructions() == (*restored)->instructions();
    std::printf("both executed the same number of instructions: %s\n", same ? "yes" : "no");
}
