// Random cases: corrupted files are loaded or refused and run within their budget, snapshots taken anywhere
// go on like the straight run, texts of random words come back. Seeds are fixed unless VELLUM_FF7_SEED says
// otherwise; VELLUM_FF7_CASES sets how many cases there are. Corpus files are used where they are.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <set>
#include <utility>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "support/settings.hpp"
#include "unit/ff7/golden.hpp"
#include "unit/ff7/support.hpp"

namespace vellum::ff7::test {
namespace {

std::uint32_t seed() {
    const char* text = std::getenv("VELLUM_FF7_SEED");
    return text == nullptr ? 7U : static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
}
int cases(int usual) {
    const char* text = std::getenv("VELLUM_FF7_CASES");
    return text == nullptr ? usual : std::atoi(text);
}

/// Original files: the sample, and the corpus if it is there.
std::vector<std::string> originals() {
    std::vector<std::string> texts{read_text("samples/ff7/island.ev")};
    if (!corpus().empty())
        for (const char* name : {"wm0.ev", "psx-disc-wm0.ev", "psx-disc-wm1.ev", "psx-disc-wm2.ev",
                                 "psx-disc-wm3.ev", "synthetic/syn001.ev", "synthetic/syn006.ev"})
            texts.push_back(read_text(corpus() + name));
    return texts;
}

/// Changes that hit what matters: table entries, jump operands, opcodes, lengths.
std::string corrupt(std::string text, std::mt19937& random) {
    auto pick = [&](std::size_t below) { return below == 0 ? 0 : random() % below; };
    const std::size_t changes = 1 + pick(12);
    const std::size_t reach = 0x400 + 2 * (pick(4) != 0 ? 2000 : 13000);
    for (std::size_t i = 0; i < changes && !text.empty(); ++i) {
        const std::size_t used = std::min<std::size_t>(text.size(), reach);
        const std::size_t at = pick(3) == 0 ? pick(std::min<std::size_t>(text.size(), 0x400)) : pick(used);
        switch (pick(6)) {
        case 0: text[at] = static_cast<char>(random()); break;
        case 1: text[at] = static_cast<char>(text[at] ^ (1 << pick(8))); break;
        case 2: text[at] = 0; break;
        case 3: // a word with meaning
            if (at + 1 < text.size()) {
                static constexpr std::uint16_t words[] = {0x200, 0x201,  0x203,  0x204, 0x300, 0x306,
                                                          0x31A, 0x335,  0x343,  0x346, 0x0E0, 0x110,
                                                          0x11F, 0xFFFF, 0x7FFF, 0x208, 0x330, 0x334};
                const std::uint16_t word = words[pick(std::size(words))];
                text[at & ~std::size_t{1}] = static_cast<char>(word & 0xFF);
                text[at | 1U] = static_cast<char>(word >> 8);
            }
            break;
        case 4: text.resize(pick(8) == 0 ? pick(text.size()) : text.size()); break;
        default:
            if (at + 8 < text.size())
                std::swap_ranges(text.begin() + static_cast<std::ptrdiff_t>(at),
                                 text.begin() + static_cast<std::ptrdiff_t>(at) + 4,
                                 text.begin() + static_cast<std::ptrdiff_t>(at) + 4);
            break;
        }
    }
    return text;
}

TEST(Ff7Corruption, LoadsOrIsRefusedAndRunsWithinItsBudget) {
    const auto files = originals();
    std::mt19937 random(seed());
    std::size_t loaded = 0, refused = 0;
    const int count = cases(150);
    for (int i = 0; i < count; ++i) {
        const std::string text = corrupt(files[random() % files.size()], random);
        Diagnostics diagnostics;
        const auto program = engine().format().load(bytes_of(text), {"corrupt.ev", {}}, diagnostics);
        if (!program) {
            ++refused;
            EXPECT_FALSE(program.error().message.empty());
            continue;
        }
        ++loaded;
        EXPECT_EQ(*(*program)->save(), bytes_of(text));
        Diagnostics problems;
        (*program)->check(problems);
        const std::string listing = (*program)->disassemble({});
        Diagnostics none;
        const auto again = engine().format().assemble(listing, {"corrupt.ev", {}}, none);
        ASSERT_TRUE(again.has_value()) << "case " << i << ": " << again.error().message;
        EXPECT_EQ(*(*again)->save(), bytes_of(text)) << "case " << i;
        Game game;
        RunOptions options;
        options.settings = {{"entry_field", std::to_string(random() % 64)}};
        // Small budgets and stacks end statements that the unwatched loop executes as a whole in their
        // middle.
        if (random() % 4 == 0) options.settings.emplace_back("stack", std::to_string(1 + random() % 8));
        options.budget.instructions = random() % 4 == 0 ? 1 + random() % 40 : 5000;
        auto world = make_world(*program, game, options, diagnostics);
        auto watched = make_world(*program, game, options, diagnostics);
        ASSERT_TRUE(world.has_value() && watched.has_value());
        // A watched world takes another way through the machine: both must do the same.
        StepCounter trace;
        const bool both = i % 4 == 0;
        if (both) {
            (*watched)->add_observer(trace);
            (*watched)->start();
        }
        (*world)->start();
        const auto& functions = script_of(*program).lookup;
        for (int frame = 0; frame < 60; ++frame) {
            if (!functions.empty() && random() % 2 == 0) {
                const Event event{function_words(functions[random() % functions.size()].id), {}};
                static_cast<void>((*world)->send(event));
                if (both) static_cast<void>((*watched)->send(event));
            }
            const std::uint64_t before = (*world)->instructions();
            (*world)->frame(1.0F / 30);
            EXPECT_LE((*world)->instructions() - before, 5000U * 20);
            if (both) (*watched)->frame(1.0F / 30);
        }
        if (both) {
            EXPECT_EQ((*world)->state(), (*watched)->state()) << "case " << i;
            EXPECT_EQ((*world)->instructions(), (*watched)->instructions()) << "case " << i;
            EXPECT_EQ(trace.rows, (*watched)->instructions()) << "case " << i;
            EXPECT_EQ((*world)->faults().size(), (*watched)->faults().size()) << "case " << i;
        }
        if (i % 10 == 0) {
            const auto snapshot = (*world)->snapshot();
            ASSERT_TRUE(snapshot.has_value());
            EXPECT_TRUE((*world)->restore(*snapshot).has_value()) << "case " << i;
        }
    }
    EXPECT_EQ(loaded + refused, static_cast<std::size_t>(count));
    EXPECT_GT(loaded, refused);
    RecordProperty("files", count);
    std::printf("%zu corrupted files ran, %zu were refused\n", loaded, refused);
}

TEST(Ff7Snapshots, RestoredAnywhereTheRunGoesOnTheSame) {
    std::mt19937 random(seed() + 1);
    const std::string island = read_text("samples/ff7/island.ev");
    const ProgramPtr program = load_bytes(island);
    for (int i = 0; i < cases(100); ++i) {
        std::string plan = "[";
        for (int k = 0; k < 6; ++k) {
            static const char* events[] = {"\"mesh\", 12, 7, 0", "\"mesh\", 12, 8, 3", "\"mesh\", 13, 7, 0",
                                           "\"model\", 6, 4",    "\"system\", 7",      "\"trigger\", 0, 5"};
            plan += std::string(k == 0 ? "" : ", ") + "[" + std::to_string(random() % 60) + ", " +
                    events[random() % 6] + "]";
        }
        plan += "]";
        RunOptions options;
        options.settings = {{"plan", plan}, {"entry_field", std::to_string(random() % 4)}};
        Game game;
        Diagnostics diagnostics;
        auto straight = make_world(program, game, options, diagnostics);
        auto broken = make_world(program, game, options, diagnostics);
        (*straight)->start();
        (*broken)->start();
        const auto at = random() % 60;
        TraceText first, second;
        (*straight)->add_observer(first);
        for (std::uint32_t frame = 1; frame < 80; ++frame) {
            (*straight)->frame(0);
            if (frame < at) (*broken)->frame(0);
        }
        const auto snapshot = (*broken)->snapshot();
        ASSERT_TRUE(snapshot.has_value());
        auto fresh = make_world(program, game, options, diagnostics);
        ASSERT_TRUE((*fresh)->restore(*snapshot).has_value());
        (*fresh)->add_observer(second);
        for (std::uint32_t frame = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(at)); frame < 80;
             ++frame)
            (*fresh)->frame(0);
        EXPECT_TRUE(first.text.ends_with(second.text));
        EXPECT_EQ((*straight)->state(), (*fresh)->state()) << "plan " << plan << " at " << at;
    }
}

TEST(Ff7Snapshots, GoldenRunsGoOnToTheirHash) {
    VELLUM_NEEDS_CORPUS();
    const auto runs = golden_runs();
    const ProgramPtr program = load_file(corpus() + "wm0.ev");
    std::mt19937 random(seed() + 2);
    std::set<std::pair<std::size_t, int>> pairs; // distinct ones, of runs and frames
    const auto wanted = static_cast<std::size_t>(std::max(200, cases(200)));
    while (pairs.size() < wanted) {
        const std::size_t number = random() % runs.size();
        const GoldenRun& run = runs[number];
        const int at = static_cast<int>(random() % static_cast<std::uint32_t>(run.frames));
        if (!pairs.emplace(number, at).second) continue;
        Game game;
        auto first = golden_world(program, game, run);
        TraceText trace;
        first->add_observer(trace);
        first->start();
        for (int frame = 1; frame <= at && frame < run.frames; ++frame) first->frame(0);
        const auto snapshot = first->snapshot();
        ASSERT_TRUE(snapshot.has_value());
        auto second = golden_world(program, game, run);
        ASSERT_TRUE(second->restore(*snapshot).has_value());
        second->add_observer(trace);
        for (int frame = at + 1; frame < run.frames; ++frame) second->frame(0);
        EXPECT_EQ(sha256_hex(as_bytes(trace.text)), run.hash)
            << run.save << " " << run.last_module << " " << run.entry_field << " restored after frame " << at;
    }
}

TEST(Ff7Assembly, RandomWordsComeBack) {
    std::mt19937 random(seed() + 3);
    for (int i = 0; i < cases(30); ++i) {
        std::string text(random() % 0x7900, '\0');
        for (char& c : text)
            if (random() % 3 != 0) c = static_cast<char>(random() % (random() % 2 == 0 ? 4 : 256));
        Diagnostics diagnostics;
        const auto program = engine().format().load(
            bytes_of(text), {"random.ev", vellum::test::settings_from(engine(), i % 3 == 0 ? "128" : "")},
            diagnostics);
        if (!program) continue;
        const auto again =
            engine().format().assemble((*program)->disassemble({}), {"random.ev", {}}, diagnostics);
        ASSERT_TRUE(again.has_value()) << again.error().message;
        EXPECT_EQ(*(*again)->save(), bytes_of(text));
    }
}

} // namespace
} // namespace vellum::ff7::test
