// Profiles of runs in all engines: their sums are the run's.
#include <gtest/gtest.h>

#include <cstdint>
#include <ctime>
#include <map>
#include <memory>
#include <string>

#include "base/bytes.hpp"
#include "base/json.hpp"
#include "vellum/workspace.hpp"
#include "workspace/run/profiler.hpp"

namespace vellum {
namespace {

class Profiles : public testing::Test {
  protected:
    Json ask(std::string_view question, const std::string& parameters) {
        const Workspace workspace{files};
        auto answer = workspace.ask(question, parameters);
        EXPECT_TRUE(answer) << (answer ? "" : answer.error().message);
        auto json = parse_json(answer ? *answer : "null");
        return json ? std::move(*json) : Json();
    }
    void add(const std::string& name, std::string_view text) {
        const auto bytes = as_bytes(text);
        files->add(name, {bytes.begin(), bytes.end()});
    }
    static std::uint64_t number(const Json& json) { return std::stoull(json.to_text()); }

    /// Sums of functions, lines and stacks; all are what `run` says.
    Json checked(const std::string& parameters) {
        Json profile = ask("profile", parameters);
        const std::uint64_t whole = number(ask("run", parameters)["instructions"]);
        EXPECT_EQ(number(profile["instructions"]), whole);
        std::uint64_t functions = 0;
        std::uint64_t lines = 0;
        std::uint64_t stacks = 0;
        for (const Json& one : profile["functions"].elements()) {
            functions += number(one["instructions"]);
            for (const Json& line : one["lines"].elements()) lines += number(line["instructions"]);
        }
        for (const Json& one : profile["stacks"].elements()) stacks += number(one["instructions"]);
        EXPECT_EQ(functions, whole);
        EXPECT_EQ(lines, whole);
        EXPECT_EQ(stacks, whole);
        return profile;
    }

    std::shared_ptr<MemoryFileSystem> files = std::make_shared<MemoryFileSystem>();
};

TEST_F(Profiles, OfSeveralScriptsOfAGame) {
    add("lib.asc", "int total;\nint twice(int a) {\n  total += a;\n  return a * 2;\n}\n");
    add("main.asc", "import int twice(int a);\nimport float IntToFloat(int v);\n"
                    "int noloopcheck game_start() {\n  int sum = 0;\n"
                    "  for (int i = 0; i < 1000; i++) {\n    sum += twice(i);\n"
                    "    float f = IntToFloat(i);\n  }\n  return sum;\n}\n");
    const Json profile = checked(R"({"programs": ["lib.asc", "main.asc"], "frames": 1})");
    EXPECT_EQ(profile["counted"].to_text(), "true");
    std::map<std::string, std::string> calls;
    for (const Json& one : profile["functions"].elements())
        calls.emplace(one["name"].as_string(), one["calls"].to_text());
    EXPECT_EQ(calls["twice"], "1000");
    EXPECT_EQ(calls["game_start"], "1");
    EXPECT_EQ(profile["functions"].elements()[0]["name"].as_string(), "game_start");
    EXPECT_EQ(profile["natives"].to_text(), R"([{"name":"IntToFloat","calls":1000}])");
    ASSERT_EQ(profile["calls"].size(), 1U);
    EXPECT_EQ(profile["calls"].at(0)["times"].to_text(), "1000");
    EXPECT_EQ(profile["calls"].at(0)["line"].to_text(), "6");
}

TEST_F(Profiles, OfAScriptThatFails) {
    add("main.asc", "int zero;\nint noloopcheck game_start() {\n  int sum = 0;\n"
                    "  for (int i = 0; i < 10; i++) sum += i;\n  return sum / zero;\n}\n");
    checked(R"({"programs": "main.asc", "frames": 1})");
}

TEST_F(Profiles, OfEnginesThatAreObserved) {
    add("wait.patho", "main task TMain {\n    int m_n;\n    int Add(int a) { return a + 1; }\n"
                      "    void init() {\n        for (;;) { m_n = Add(m_n); @Sleep(0.1); }\n    }\n}\n");
    add("count.skrit", "property int n$ = 0;\n"
                       "startup state S$ { event OnEnterState$() { int i$ = 0; while ( i$ < 9 ) { i$ = i$ + "
                       "1; } n$ = i$; } }\n");
    const Json waits = checked(R"({"programs": "wait.patho", "frames": 20})");
    EXPECT_EQ(waits["counted"].to_text(), "false");
    checked(R"({"programs": "count.skrit", "frames": 2})");
}

TEST(ProfileTimes, GoToWhereMoreThanTheUsualWasSpentAndElseByInstructions) {
    const auto times = [](std::vector<runs::Profiler::Span> spans, double seconds) {
        tools::Profile profile;
        profile.functions.resize(2);
        profile.functions[0].instructions = 300;
        profile.functions[1].instructions = 100;
        profile.instructions = 400;
        profile.seconds = seconds;
        runs::Profiler::add_times(spans, profile);
        return std::pair(profile.functions[0].seconds, profile.functions[1].seconds);
    };
    using Times = std::pair<double, double>;
    EXPECT_EQ(times({}, 8), Times(6, 2));
    // Usual is a second for each instruction, whatever one quick span took; 12 are usual, 10 beyond it.
    EXPECT_EQ(times({{0, 8, 1}, {0, 4, 4}, {0, 4, 4}, {1, 1, 11}}, 20), Times(7.5, 12.5));
    EXPECT_EQ(times({{0, 4, 4}, {0, 4, 8}, {1, 0, 4}}, 16), Times(9, 7)); // no instructions: a native's time
    EXPECT_EQ(times({{1, 1, 1}, {1, 1, 9}, {1, 1, 1}, {1, 1, 1}}, 4),
              Times(0, 8)); // more than all is no less
}

TEST_F(Profiles, TakeNoMoreTimeThanTheRun) {
    add("main.asc", "int noloopcheck game_start() {\n  int sum = 0;\n"
                    "  for (int i = 0; i < 1000; i++) sum += i;\n  return sum;\n}\n");
    const auto now = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
    };
    const double before = now();
    const Json profile = ask("profile", R"({"programs": "main.asc", "frames": 1})");
    EXPECT_LE(profile["seconds"].as_double(), now() - before);
}

TEST_F(Profiles, InOtherForms) {
    add("main.asc", "int game_start() { int a = 1; return a; }\n");
    for (const auto& [format, begins] : {std::pair("svg", "<svg "),
                                         {"callgrind", "# callgrind format\n"},
                                         {"speedscope", "{\"$schema\""},
                                         {"text", "7 instructions"}}) {
        const Json text = ask("profile", R"({"programs": "main.asc", "frames": 1, "format": ")" +
                                             std::string(format) + "\"}");
        EXPECT_TRUE(text.is_string()) << format;
        if (std::string(format) != "text")
            EXPECT_TRUE(text.as_string().starts_with(begins)) << text.as_string().substr(0, 40);
    }
}

} // namespace
} // namespace vellum
