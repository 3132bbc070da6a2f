// Scripts from strangers: a budget bounds what they can use up, errors stay inside them, and bytes that are
// no script are refused with a reason. The game continues in every case.
#include <vellum/vellum.hpp>

#include <cstdio>
#include <cstdlib>

using namespace vellum;

struct Attempt {
    const char* what;
    std::string_view script;
};

constexpr Attempt attempts[] = {
    {"a loop without end", R"(
.numbering hd
.run main, start
.task main, 0
start:
    PushV
again:
    Jump again
)"},
    {"a text that doubles for ever", R"(
.numbering hd
.run main, start
.task main, 0, string
start:
    PushV
    TMovS T[0], "0123456789abcdef"
again:
    Add2 T[0], T[0], T[0], 0
    Jump again
)"},
    {"calls without end", R"(
.numbering hd
.run main, start
.task main, 0
start:
    PushV
    Call start
    Return 0
)"},
};

int main() {
    const Engine* engine = find_engine("pathologic");
    RunOptions options;
    options.budget.instructions = 100'000; // for each machine and frame
    options.budget.memory = 8U << 20U;     // bytes of one world
    options.budget.call_depth = 200;       // nested calls
    Library nothing("nothing");            // these scripts may call no native at all

    for (const auto& [what, script] : attempts) {
        Diagnostics diagnostics;
        const auto program = engine->format().assemble(script, {what, {}}, diagnostics);
        if (!program) {
            for (const Diagnostic& diagnostic : diagnostics.all()) std::puts(format(diagnostic).c_str());
            return EXIT_FAILURE;
        }
        const auto world =
            engine->runtime().instantiate(std::span(&*program, 1), nothing, options, diagnostics);
        if (!world) return EXIT_FAILURE;
        (*world)->start();
        for (int frame = 0; frame < 10; ++frame) (*world)->frame(0.1F);
        std::printf("%s: %s after %llu instructions\n", what,
                    std::string(to_string((*world)->machine(0).state)).c_str(),
                    static_cast<unsigned long long>((*world)->instructions()));
        for (const Fault& fault : (*world)->take_faults()) std::printf("    %s\n", fault.message.c_str());
    }

    const std::vector<std::byte> noise(1000, std::byte{0xa5});
    Diagnostics diagnostics;
    const auto program = engine->format().load(noise, {"noise.bin", {}}, diagnostics);
    std::printf("noise: %s\n", program ? "accepted" : format(program.error()).c_str());
}
