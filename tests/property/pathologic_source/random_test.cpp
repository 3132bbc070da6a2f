// Random scripts: compiled and run they show what an interpreter of their trees shows, in the fast loop, in
// the checked one and put back in the middle; decompiled they come back as source with the same bytes.
#include <gtest/gtest.h>

#include "property/pathologic_source/random_script.hpp"

namespace vellum::test {
namespace {

std::uint32_t cases() {
    const char* wanted = std::getenv("VELLUM_CASES");
    return wanted == nullptr ? 120 : static_cast<std::uint32_t>(std::max(1, std::atoi(wanted)));
}

Datum datum_of(const Value& value) {
    switch (value.type()) {
    case Type::boolean: return value.boolean();
    case Type::integer: return value.integer();
    case Type::real: return value.real();
    case Type::vector: return Vector{value.vector().x, value.vector().y, value.vector().z};
    default: return std::string(value.text());
    }
}

/// Keeps what scripts show.
class Shows final : public Host {
  public:
    [[nodiscard]] Native resolve(const NativeKey& key) override {
        if (key.name != "Show") return {};
        return {&show, this};
    }
    std::vector<std::string> lines;

  private:
    static void show(void* self, Call& call) {
        std::string line;
        for (const Value* const value : call.arguments)
            line += (line.empty() ? "" : ", ") + shown(datum_of(*value));
        static_cast<Shows*>(self)->lines.push_back(std::move(line));
    }
};

/// All that the script shows; `stop`: put back in another world after so many instructions.
std::vector<std::string> shown_by(const ProgramPtr& program, Form form, std::uint64_t stop = 0,
                                  std::uint64_t* executed = nullptr) {
    Shows host;
    auto world = pathologic::make_world(host, options_of(form));
    EXPECT_TRUE(world->add(program, "script"));
    if (stop != 0) world->pause_after(stop);
    world->start();
    if (!world->paused()) world->frame(0.05F);
    if (world->paused()) {
        const auto saved = world->snapshot();
        EXPECT_TRUE(saved);
        if (!saved) return {};
        world = pathologic::make_world(host, options_of(form));
        EXPECT_TRUE(world->add(program, "script"));
        EXPECT_TRUE(world->restore(*saved));
        world->resume();
    }
    for (int frame = 0; frame < 3; ++frame) world->frame(0.05F);
    for (const Fault& fault : world->faults()) host.lines.push_back(format(fault));
    if (executed != nullptr) *executed = world->instructions();
    return std::move(host.lines);
}

ProgramPtr compiled(const std::string& text, std::string& problem) {
    Diagnostics diagnostics;
    auto program = pathologic::engine().language()->compile(text, {"random.patho", {}}, diagnostics);
    if (!program) problem = format(program.error());
    return program ? *program : nullptr;
}

/// The first line that differs, and which; empty if none does.
std::string difference(const std::vector<std::string>& found, const std::vector<std::string>& expected) {
    for (std::size_t i = 0; i < std::max(found.size(), expected.size()); ++i) {
        const std::string a = i < found.size() ? found[i] : "nothing";
        const std::string b = i < expected.size() ? expected[i] : "nothing";
        if (a != b) return "line " + std::to_string(i + 1) + ": " + a + " instead of " + b;
    }
    return {};
}

TEST(RandomSource, ShowsWhatItsTreeShows) {
    Dice dice(20261);
    std::uint32_t ran = 0;
    for (std::uint32_t i = 0; i < cases(); ++i) {
        const RandomScript script = RandomScript::make(dice);
        const std::string text = script.text();
        std::string problem;
        const ProgramPtr program = compiled(text, problem);
        ASSERT_NE(program, nullptr) << problem << "\n" << text;
        ASSERT_TRUE(static_cast<const pathologic::Script&>(*program).verification().verified) << text;
        const std::vector<std::string> expected = script.run();
        if (expected.empty()) continue;
        ++ran;
        std::uint64_t executed = 0;
        ASSERT_EQ(difference(shown_by(program, Form::checked, 0, &executed), expected), "") << "checked\n"
                                                                                            << text;
        ASSERT_EQ(difference(shown_by(program, Form::fast), expected), "") << "fast\n" << text;
        std::uint64_t executed_native = 0;
        ASSERT_EQ(difference(shown_by(program, Form::native, 0, &executed_native), expected), "")
            << "machine code\n"
            << text;
        ASSERT_EQ(executed_native, executed) << "machine code\n" << text;
        const std::uint64_t stop = 1 + dice.below(static_cast<std::uint32_t>(executed));
        ASSERT_EQ(difference(shown_by(program, static_cast<Form>(dice.below(3)), stop), expected), "")
            << "put back after " << stop << "\n"
            << text;
    }
    EXPECT_GT(ran, cases() / 2);
}

/// What no compiler of the game ever made may be kept as instructions, but that is rare.
TEST(RandomSource, ComesBackAsSource) {
    Dice dice(20262);
    std::size_t functions = 0, kept = 0;
    for (std::uint32_t i = 0; i < cases(); ++i) {
        const std::string text = RandomScript::make(dice).text();
        std::string problem;
        const ProgramPtr program = compiled(text, problem);
        ASSERT_NE(program, nullptr) << problem << "\n" << text;
        const auto source = program->decompile({});
        ASSERT_TRUE(source);
        ASSERT_EQ(source->listing, "") << text;
        functions += source->functions.size();
        for (const FunctionVerdict& one : source->functions) {
            kept += one.identical ? 0 : 1;
        }
        const ProgramPtr again = compiled(source->text, problem);
        ASSERT_NE(again, nullptr) << problem << "\n" << source->text;
        ASSERT_EQ(*again->save(), *program->save()) << text;
    }
    std::printf("%zu of %zu functions kept as instructions\n", kept, functions);
    EXPECT_LE(kept, functions / 50);
}

} // namespace
} // namespace vellum::test
