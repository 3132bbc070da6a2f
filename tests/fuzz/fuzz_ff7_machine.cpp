// Fuzz target: the world map machine. The input is options, events and code words, so that nothing is spent
// on finding a valid file; two worlds run the same, one of them watched, and must stay equal. Then their
// snapshot is restored with one byte changed.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "ff7_oracle.hpp"

namespace {

using namespace vellum;

/// A file whose functions (system, model and mesh) begin all over the code.
std::vector<std::byte> file_of(std::span<const std::uint8_t> code) {
    ByteWriter out;
    const auto words = static_cast<std::uint16_t>(std::min<std::size_t>(code.size() / 2, 4000));
    out.u16(0);
    out.u16(0);
    std::uint16_t entry = 1;
    auto add = [&](std::uint32_t id) {
        out.u16(static_cast<std::uint16_t>(id));
        out.u16(static_cast<std::uint16_t>(1U + entry * 37U % std::max<std::uint32_t>(words, 1)));
        ++entry;
    };
    for (std::uint32_t function = 0; function < 8; ++function) add(function);
    for (std::uint32_t model = 0; model < 8; ++model)
        for (std::uint32_t function = 0; function < 5; ++function) add(0x4000U | model << 8U | function);
    for (std::uint32_t trigger = 0; trigger < 5; ++trigger) add(0x8000U | trigger);
    for (; entry < 256; ++entry) {
        out.u16(0xFFFF);
        out.u16(0);
    }
    out.u16(0x203);
    for (std::size_t i = 0; i < words; ++i) {
        // Mostly codes that mean something: bytes choose among the ranges that do.
        const unsigned high = code[2 * i + 1] & 7U;
        out.u16(static_cast<std::uint16_t>((high < 4 ? high << 8U : high - 4U) | code[2 * i]));
    }
    return out.take();
}

struct Counter final : Observer {
    [[nodiscard]] bool wants_steps() const override { return true; }
    void step_values(const StepValues&) override { ++rows; }
    std::uint64_t rows = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 20) return 0;
    const std::span<const std::uint8_t> head(data, 16);
    Diagnostics diagnostics;
    const auto bytes = file_of(std::span(data + 16, size - 16));
    const auto program = ff7::engine().format().load(
        bytes, {"fuzz.ev", {.ff7 = {Ff7Settings::Layout::entries_256}}}, diagnostics);
    ff7::fuzz::require(program.has_value());

    ff7::Game game;
    RunOptions options;
    options.budget.instructions = 1000;
    options.settings = {{"clean", (head[0] & 1) != 0 ? "1" : "0"},
                        {"stack", std::to_string(1 + head[0] / 2 % 16)},
                        {"last_module", std::to_string(head[1] % 3)},
                        {"entry_field", std::to_string(head[2])},
                        {"window_frames", std::to_string(head[3] % 4)}};
    auto world = ff7::make_world(*program, game, options, diagnostics);
    auto watched = ff7::make_world(*program, game, options, diagnostics);
    ff7::fuzz::require(world.has_value() && watched.has_value());
    Counter counter;
    (*watched)->add_observer(counter);
    for (auto* each : {world->get(), watched->get()}) {
        each->start();
        for (std::size_t frame = 0; frame < 24; ++frame) {
            const std::uint8_t what = head[4 + frame % 12];
            if (what < 64)
                each->system_event(what & 7U);
            else if (what < 160)
                each->model_event(what & 7U, static_cast<std::uint8_t>(what / 8 % 5));
            else if (what < 200)
                each->mesh_event(0, 0, what % 5);
            else if (what == 255)
                each->leave_map();
            each->frame(0);
        }
    }
    ff7::fuzz::require((*world)->state() == (*watched)->state());
    ff7::fuzz::require((*world)->instructions() == (*watched)->instructions());
    ff7::fuzz::require(counter.rows == (*world)->instructions());

    auto snapshot = (*world)->snapshot();
    ff7::fuzz::require(snapshot.has_value() && !snapshot->empty());
    ff7::fuzz::require((*watched)->restore(*snapshot).has_value());
    (*snapshot)[(head[14] * 256U + head[15]) % snapshot->size()] ^= std::byte{1};
    static_cast<void>((*watched)->restore(*snapshot));
    (*world)->frame(0);
    (*watched)->frame(0);
    return 0;
}
