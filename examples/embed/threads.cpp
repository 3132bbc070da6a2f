// One program on several threads: engines and programs are shared without locks, because nothing changes
// them. A world and its host belong to one thread, so each worker makes its own.
#include <vellum/vellum.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <thread>

using namespace vellum;

// fib(n) by recursion. The caller pushes a block for each call: the result, then the argument.
constexpr std::string_view script = R"(
.numbering hd
.run main, start
.task main, 0
start:
    PushV   int, int                    ; S[2] the result, S[1] the argument
    Func    Which/1, S[1]
    Call    fib
    Func    Result/1, S[2]
    Return  2
fib:
    PushV
    PushI   2
    LT      S[2], S[1], 1
    JumpB   S[1], deeper, false, 1
    Mov     S[1], S[2]
    Return  0
deeper:
    PushV   int, int
    PushI   1
    Sub2    S[4], S[1], S[2], 1         ; n - 1; n is S[4] because three values are above it
    Call    fib
    Pop     1                           ; the result stays: S[1]
    PushV   int, int
    PushI   2
    Sub2    S[5], S[1], S[2], 1
    Call    fib
    Pop     1
    Add2    S[2], S[1], S[4], 2         ; the sum into the result of this call
    Return  0
)";

int main() {
    const Engine* engine = find_engine("pathologic");
    Diagnostics diagnostics;
    const auto program = engine->format().assemble(script, {"fib", {}}, diagnostics);
    if (!program) {
        for (const Diagnostic& diagnostic : diagnostics.all()) std::puts(format(diagnostic).c_str());
        return EXIT_FAILURE;
    }

    std::array<std::int32_t, 4> results{};
    std::array<std::thread, 4> workers;
    for (std::size_t index = 0; index < workers.size(); ++index)
        workers[index] = std::thread([&, index] {
            Library game("game");
            game.function("Which", [&](std::int32_t& n) { n = static_cast<std::int32_t>(15 + index); });
            game.function("Result", [&](std::int32_t result) { results[index] = result; });
            Diagnostics said;
            const auto world = engine->runtime().instantiate(std::span(&*program, 1), game, {}, said);
            if (!world) return;
            (*world)->start();
            while (!(*world)->finished()) (*world)->frame(0.1F);
        });
    for (std::thread& worker : workers) worker.join();
    for (std::size_t index = 0; index < results.size(); ++index)
        std::printf("fib(%zu) = %d\n", 15 + index, results[index]);
}
