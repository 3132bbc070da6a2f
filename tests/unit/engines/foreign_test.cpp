// Whatever belongs to another engine is refused, never looked into: programs, worlds, names, declarations.
#include "unit/engines/support.hpp"

namespace vellum::test {
namespace {

const Engine& engine_of(const Subject& subject) {
    return subject.engine == "toy" ? toy::engine() : *find_engine(subject.engine);
}

template <class T> bool is_refused(const Result<T>& result) {
    return !result && result.error().code == &codes::engine_unsupported;
}

/// Each engine with every other one.
class Foreign : public testing::TestWithParam<std::tuple<Subject, Subject>> {
  protected:
    const Subject& own = std::get<0>(GetParam());
    const Subject& other = std::get<1>(GetParam());
    const Engine& engine = engine_of(own);
    const Engine& other_engine = engine_of(other);
    ProgramPtr program = program_of(own, own.text);
    ProgramPtr foreign = program_of(other, other.text);
    Diagnostics found;

    void SetUp() override {
        if (own.engine == other.engine) GTEST_SKIP();
    }
};

TEST_P(Foreign, ProgramsMakeNoWorld) {
    ProbeHost host(own.native, [](Call&) {});
    for (const auto& programs :
         {std::vector{foreign}, std::vector{foreign, program}, std::vector{program, foreign}})
        EXPECT_FALSE(engine.instantiate(programs, host, {}, found)) << programs.size();
    EXPECT_FALSE(program->same_code(*foreign));
    EXPECT_TRUE(program->same_code(*program));
}

TEST_P(Foreign, AWorldOfAnotherEngineIsNotDrawn) {
    ProbeHost host(other.native, [](Call&) {});
    const auto world = world_of(other, other.text, host);
    ASSERT_NE(world, nullptr);
    const auto alone = program->picture(nullptr), drawn = program->picture(world.get());
    EXPECT_EQ(alone.has_value(), drawn.has_value());
    if (alone && drawn) EXPECT_EQ(*alone, *drawn);
}

TEST_P(Foreign, NamesAreRefused) {
    const auto names = other_engine.read_names({}, found);
    if (!names) GTEST_SKIP() << "sources of " << other.engine << " have no names to keep";
    EXPECT_TRUE(is_refused(program->decompile({.names = names->get()})));
    EXPECT_TRUE(is_refused(engine.names_in({}, {}, names->get(), found)));
}

TEST_P(Foreign, DeclarationsAreRefused) {
    const auto declared = other_engine.read_declarations("void Declared();", "a.exports", nullptr, found);
    if (!declared) GTEST_SKIP() << other.engine << " reads no declarations";
    EXPECT_TRUE(is_refused(engine.write_declarations(declared->get(), {})));
    EXPECT_TRUE(is_refused(engine.read_declarations({}, "b.exports", *declared, found)));
}

INSTANTIATE_TEST_SUITE_P(Engines, Foreign,
                         testing::Combine(testing::ValuesIn(subjects), testing::ValuesIn(subjects)),
                         [](const auto& pair) {
                             return std::string(std::get<0>(pair.param).engine) + "_" +
                                    std::string(std::get<1>(pair.param).engine);
                         });

} // namespace
} // namespace vellum::test
