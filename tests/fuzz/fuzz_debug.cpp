// Fuzz target: debugging sessions. The first line is an expression; each further byte is a command. Whatever
// is typed and wherever it stops, nothing crashes and going back leads to the same bytes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "base/bytes.hpp"
#include "debug/debugger.hpp"
#include "vellum/engine.hpp"

namespace {

using namespace vellum;

void require(bool condition) {
    if (!condition) std::abort();
}

constexpr std::string_view listing = R"(.numbering hd
.run task0, run
.task task0, 0, int
run:
    PushI   0
again:
    PushI   1
    Add2    S[2], S[1], S[2], 1
    Call    inside
    Func    Probe/0
    Jump    again
inside:
    PushI   3
    Pop     1
    Return  0
)";

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Engine* const engine = find_engine("pathologic");
    static const ProgramPtr program = [] {
        Diagnostics diagnostics;
        return engine->format().assemble(listing, {}, diagnostics).value_or(nullptr);
    }();
    require(program != nullptr);
    std::string_view text = as_text(std::as_bytes(std::span(data, size)));
    const std::string_view expression = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(expression.size() + 1, text.size()));

    StandInHost game(nullptr, engine->runtime().known_natives());
    HostLog log;
    debug::Tape tape(game, log, engine->runtime().known_natives());
    Diagnostics diagnostics;
    RunOptions options;
    options.budget.instructions = 40;
    auto world = engine->runtime().instantiate(std::span(&program, 1), tape, options, diagnostics);
    require(world.has_value());
    debug::Debugger debugger(**world, tape, std::span(&program, 1), {.memory = 2000, .interval = 7});
    debug::Timeline& timeline = debugger.timeline();
    timeline.add({debug::Action::Kind::start, 0, {}});
    for (int i = 0; i < 4; ++i) timeline.add({debug::Action::Kind::frame, 0.1F, {}});
    require(timeline.begin().has_value());
    static_cast<void>(debugger.evaluate(expression));
    for (const char c : text.substr(0, 24)) {
        const auto command = static_cast<unsigned char>(c);
        const auto kind = static_cast<debug::StepKind>(command / 16 % 3);
        const auto granularity = static_cast<debug::Granularity>(command / 64 % 2);
        debug::StopRequest request;
        switch (command % 12) {
        case 0: static_cast<void>(debugger.go_on()); break;
        case 1: static_cast<void>(debugger.step_on(kind, granularity)); break;
        case 2: static_cast<void>(debugger.step_back(kind, granularity)); break;
        case 3: static_cast<void>(debugger.back_to_stop()); break;
        case 4: static_cast<void>(debugger.last_change(expression)); break;
        case 5: static_cast<void>(debugger.go_to_frame(command / 16)); break;
        case 6: static_cast<void>(debugger.evaluate(expression)); break;
        case 7: static_cast<void>(debugger.set(expression, "5")); break;
        case 8:
            request.number = command / 16;
            request.condition = expression;
            static_cast<void>(debugger.stops().add(std::move(request)));
            break;
        case 9:
            request.what = expression;
            static_cast<void>(debugger.watch(std::move(request)));
            break;
        case 10: static_cast<void>(debugger.select(command / 64, command / 16 % 4)); break;
        default: static_cast<void>(debugger.next_frame()); break;
        }
    }
    const debug::Position here = timeline.here();
    const auto state = (*world)->snapshot();
    require(state.has_value());
    require(timeline.go(timeline.landmarks().front()).has_value());
    require(timeline.go(here).has_value());
    const auto again = (*world)->snapshot();
    require(again.has_value() && *again == *state);
    return 0;
}
