// Whatever belongs to another engine is refused, never looked into: worlds, names, declarations. (Programs:
// unit/host/foreign_programs_test.cpp.)
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
};

std::vector<std::tuple<Subject, Subject>> pairs() {
    std::vector<std::tuple<Subject, Subject>> all;
    for (const Subject& own : subjects)
        for (const Subject& other : subjects)
            if (own.engine != other.engine) all.emplace_back(own, other);
    return all;
}

TEST_P(Foreign, ProgramsDoSomethingElse) {
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
    if (other_engine.names() == nullptr) return; // its sources have no names to keep
    const auto names = other_engine.names()->read_names({}, found);
    ASSERT_TRUE(names);
    EXPECT_TRUE(is_refused(program->decompile({.names = names->get()})));
    if (engine.names() != nullptr)
        EXPECT_TRUE(is_refused(engine.names()->names_in({}, {}, names->get(), found)));
}

TEST_P(Foreign, DeclarationsAreRefused) {
    if (other_engine.exports() == nullptr) return;
    const auto declared =
        other_engine.exports()->read_declarations("void Declared();", "a.exports", nullptr, found);
    ASSERT_TRUE(declared);
    if (engine.exports() == nullptr) return;
    EXPECT_TRUE(is_refused(engine.exports()->write_declarations(declared->get(), {})));
    EXPECT_TRUE(is_refused(engine.exports()->read_declarations({}, "b.exports", *declared, found)));
}

INSTANTIATE_TEST_SUITE_P(Engines, Foreign, testing::ValuesIn(pairs()), [](const auto& pair) {
    return std::string(std::get<0>(pair.param).engine) + "_" + std::string(std::get<1>(pair.param).engine);
});

} // namespace
} // namespace vellum::test
