// The built-in natives for chance and time over many calls and frames, and the largest text. What single
// calls answer is said by tests/cases/pathologic/natives.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "unit/pathologic_machine/native_calls.hpp"

namespace vellum::test {
namespace {

using Variable = NativeCalls::Variable;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();

std::vector<double> numbers(const std::string& shown) {
    std::istringstream in(shown);
    std::vector<double> all;
    for (double number = 0; in >> number;) all.push_back(number);
    return all;
}

// --- Chance ---

/// A native's first answer, many times over.
std::vector<double> drawn(std::string_view native, const Value& before, const std::vector<Value>& arguments,
                          std::uint64_t seed = 1, int times = 4000) {
    NativeCalls calls(seed);
    const Variable result = calls.variable(before);
    if (arguments.empty()) return numbers(calls.repeat(times, native, {result}).run());
    const Variable first = calls.variable(arguments[0]);
    if (arguments.size() == 1) return numbers(calls.repeat(times, native, {result, first}).run());
    return numbers(calls.repeat(times, native, {result, first, calls.variable(arguments[1])}).run());
}

struct Range {
    std::string_view native;
    Value before;
    std::vector<Value> arguments;
    double low, below; ///< [low, below)
};

TEST(PathologicChance, stays_in_its_range_and_uses_all_of_it) {
    const Range ranges[] = {
        {"rand", Value(0.0F), {}, 0, 1},
        {"rand", Value(0.0F), {Value(40)}, 0, 40},
        {"rand", Value(0.0F), {Value(0.5F)}, 0, 0.5},
        {"rand", Value(0.0F), {Value(-3.0F), Value(5)}, -3, 5},
        {"rand", Value(0.0F), {Value(5.0F), Value(-3.0F)}, -3, 5.001}, // the other way round: (-3, 5]
        {"irand", Value(0), {Value(10)}, 0, 10},
        {"irand", Value(0), {Value(most)}, 0, most},
        {"irand", Value(0.0F), {Value(6)}, 0, 6}, // the games also give it a float variable
    };
    for (const Range& range : ranges) {
        SCOPED_TRACE(std::string(range.native) + "/" + std::to_string(range.arguments.size() + 1));
        const std::vector<double> all = drawn(range.native, range.before, range.arguments);
        ASSERT_EQ(all.size(), 4000U);
        double sum = 0, smallest = all[0], largest = all[0];
        for (const double number : all) {
            EXPECT_GE(number, range.low);
            EXPECT_LT(number, range.below);
            sum += number;
            smallest = std::min(smallest, number);
            largest = std::max(largest, number);
        }
        const double size = range.below - range.low;
        EXPECT_LT(smallest, range.low + size * 0.11);
        EXPECT_GE(largest, range.low + size * 0.83); // five of six for a die
        EXPECT_NEAR(sum / 4000, range.low + size / 2, size * 0.1);
    }
}

TEST(PathologicChance, an_integer_takes_every_value) {
    const std::vector<double> all = drawn("irand", Value(0), {Value(6)});
    EXPECT_EQ(std::set<double>(all.begin(), all.end()), (std::set<double>{0, 1, 2, 3, 4, 5}));
}

/// True if a thousand numbers between the ends are all at least the lower and below the upper end.
bool all_inside(float low, float high) {
    NativeCalls calls;
    const Variable number = calls.variable(Value(0.0F));
    const Variable from = calls.variable(Value(low)), below = calls.variable(Value(high));
    const Variable inside = calls.variable(Value(true)), fits = calls.variable(Value(false));
    const auto check = [&](const char* comparison, Variable end) {
        calls.line(comparison + (" " + calls.operand(number)) + ", " + calls.operand(end) + ", " +
                   calls.operand(fits) + ", 0");
        calls.line("And2 " + calls.operand(inside) + ", " + calls.operand(fits) + ", " +
                   calls.operand(inside) + ", 0");
    };
    for (int i = 0; i < 1000; ++i) {
        calls.call("rand", {number, from, below});
        check("GE2", from);
        check("LT2", below);
    }
    return calls.show(inside).run() == "true";
}

TEST(PathologicChance, the_upper_end_is_never_reached_by_rounding) {
    // Between the ends of the first there is one float, of the second none: rounding to the nearest would
    // reach the upper one.
    EXPECT_TRUE(all_inside(16777214.0F, 16777216.0F));
    EXPECT_TRUE(all_inside(8388608.0F, 8388609.0F));
    EXPECT_TRUE(all_inside(-8388609.0F, -8388608.0F));
    EXPECT_TRUE(all_inside(1.0F, std::nextafter(1.0F, 2.0F)));
    EXPECT_TRUE(all_inside(0.0F, std::numeric_limits<float>::denorm_min()));
}

TEST(PathologicChance, a_range_wider_than_floats_stays_inside) {
    EXPECT_TRUE(all_inside(-3e38F, 3e38F));
    EXPECT_TRUE(all_inside(-std::numeric_limits<float>::max(), std::numeric_limits<float>::max()));
}

TEST(PathologicChance, the_seed_decides) {
    for (const std::string_view native : {"rand", "irand"}) {
        const std::vector<Value> limit{Value(1000000)};
        const Value before = native == "rand" ? Value(0.0F) : Value(0);
        const std::vector<double> first = drawn(native, before, limit, 5, 20);
        EXPECT_EQ(first, drawn(native, before, limit, 5, 20));
        EXPECT_NE(first, drawn(native, before, limit, 6, 20));
    }
}

TEST(PathologicChance, goes_on_from_a_snapshot) {
    const auto draw = [](NativeCalls& calls) {
        const Variable number = calls.variable(Value(0));
        const Variable limit = calls.variable(Value(1000000));
        for (int i = 0; i < 4; ++i) calls.call("irand", {number, limit}).show(number).call("sync", {});
    };
    NativeCalls one, other(99);
    draw(one);
    draw(other);
    EXPECT_EQ(numbers(one.run()).size(), 1U);
    const auto saved = one.world().snapshot();
    ASSERT_TRUE(saved.has_value());
    std::string rest;
    for (int i = 0; i < 3; ++i) {
        one.world().frame(0.1F);
        rest += one.take() + " ";
    }
    EXPECT_EQ(numbers(rest).size(), 3U);
    other.world().start();
    ASSERT_TRUE(other.world().restore(*saved).has_value());
    std::string again;
    for (int i = 0; i < 3; ++i) {
        other.world().frame(0.1F);
        again += other.take() + " ";
    }
    EXPECT_EQ(again, rest);
}

/// How often each text came in a thousand draws with these chances.
std::map<std::string, int> choices(const std::vector<int>& chances) {
    NativeCalls calls;
    std::vector<Variable> arguments{calls.text("")};
    for (const int chance : chances) arguments.push_back(calls.variable(Value(chance)));
    for (std::size_t i = 0; i < chances.size(); ++i)
        arguments.push_back(calls.text(std::string(1, static_cast<char>('a' + i))));
    const Variable dot = calls.text(".");
    for (int i = 0; i < 1000; ++i) {
        calls.call("RandOneOf", arguments);
        calls.show(arguments[0]).show(dot);
    }
    std::map<std::string, int> counts;
    std::string one;
    for (const char c : calls.run()) {
        if (c == '.')
            ++counts[std::exchange(one, {})];
        else if (c != ' ')
            one += c;
    }
    return counts;
}

TEST(PathologicChance, one_of_several_texts_with_chances_in_percent) {
    const std::map<std::string, int> two = choices({25, 50});
    EXPECT_EQ(two.size(), 3U) << "the rest gives the empty text";
    EXPECT_NEAR(two.at("a"), 250, 60);
    EXPECT_NEAR(two.at("b"), 500, 60);
    EXPECT_NEAR(two.at(""), 250, 60);
    for (const std::vector<int>& chances :
         {std::vector<int>{20, 20, 20, 20, 20}, std::vector<int>{20, 20, 20, 20, 10, 10},
          std::vector<int>{20, 20, 20, 10, 10, 10, 10}}) {
        const std::map<std::string, int> counts = choices(chances);
        EXPECT_EQ(counts.size(), chances.size()) << "the chances are all there is";
        for (std::size_t i = 0; i < chances.size(); ++i)
            EXPECT_NEAR(counts.at(std::string(1, static_cast<char>('a' + i))), chances[i] * 10, 50);
    }
    EXPECT_EQ(choices({0, 100}), (std::map<std::string, int>{{"b", 1000}}));
    EXPECT_EQ(choices({0, 0}), (std::map<std::string, int>{{"", 1000}}));
    EXPECT_EQ(choices({most, most}), (std::map<std::string, int>{{"a", 1000}}));
}

TEST(PathologicChance, a_negative_chance_is_none) {
    const std::map<std::string, int> counts = choices({-50, 50});
    EXPECT_FALSE(counts.contains("a"));
    EXPECT_NEAR(counts.at("b"), 500, 60) << "and takes nothing from the others";
    EXPECT_EQ(choices({least, 100}), (std::map<std::string, int>{{"b", 1000}}));
}

TEST(PathologicChance, directions_have_length_1) {
    NativeCalls calls;
    const Variable x = calls.variable(Value(0.0F)), y = calls.variable(Value(0.0F));
    for (int i = 0; i < 200; ++i) calls.call("RandVec2D", {x, y}).show({x, y});
    const std::vector<double> all = numbers(calls.run());
    ASSERT_EQ(all.size(), 400U);
    int quarters[4] = {};
    for (std::size_t i = 0; i < all.size(); i += 2) {
        EXPECT_NEAR(std::hypot(all[i], all[i + 1]), 1, 1e-4);
        ++quarters[(all[i] > 0 ? 1 : 0) + (all[i + 1] > 0 ? 2 : 0)];
    }
    for (const int quarter : quarters) EXPECT_GT(quarter, 20);
}

struct Direction3 {
    double x, y, z;
};
std::vector<Direction3> cone(const Vector3& axis, float angle) {
    NativeCalls calls;
    const Variable result = calls.variable(Value(Vector3{}));
    const Variable around = calls.variable(Value(axis)), away = calls.variable(Value(angle));
    for (int i = 0; i < 300; ++i) {
        calls.call("RandVecCone3D", {result, around, away});
        for (const char* part : {"x", "y", "z"})
            calls.line("PushE " + calls.operand(result) + ", " + part).line("Func out/1, S[1]").line("Pop 1");
    }
    const std::vector<double> all = numbers(calls.run());
    std::vector<Direction3> directions;
    for (std::size_t i = 0; i + 2 < all.size(); i += 3)
        directions.push_back({all[i], all[i + 1], all[i + 2]});
    return directions;
}

TEST(PathologicChance, cones_are_as_wide_as_asked) {
    for (const Vector3& axis : {Vector3{0, 0, 2}, Vector3{-3, 0, 0}, Vector3{1, 1, 1}})
        for (const float angle : {0.0F, 0.3F, -0.3F, 1.5F, 3.1415926F, 6.2831853F, 100.0F}) {
            SCOPED_TRACE(angle);
            const double length = std::hypot(axis.x, axis.y, axis.z);
            const double limit = std::min(std::fabs(static_cast<double>(angle)), 3.14159265);
            double widest = 0;
            const std::vector<Direction3> all = cone(axis, angle);
            ASSERT_EQ(all.size(), 300U);
            for (const Direction3& one : all) {
                EXPECT_NEAR(std::hypot(one.x, one.y, one.z), 1, 1e-4);
                const double cosine = (one.x * axis.x + one.y * axis.y + one.z * axis.z) / length;
                widest = std::max(widest, std::acos(std::clamp(cosine, -1.0, 1.0)));
            }
            EXPECT_LE(widest, limit + 5e-3);
            EXPECT_GE(widest, limit * 0.8) << "all of the cone is used";
        }
}

// --- Time ---

/// Runs frames of a tenth of a second until the script's end; how many it took.
int frames_of(NativeCalls& calls, int at_most = 50) {
    int frames = 0;
    calls.world().start();
    while (!calls.world().finished() && frames < at_most) {
        calls.world().frame(0.125F);
        ++frames;
    }
    return frames;
}

TEST(PathologicTime, sleep_waits_that_long) {
    for (const std::string_view native : {"Sleep", "GameSleep"})
        for (const auto& [seconds, frames] : std::initializer_list<std::pair<Value, int>>{
                 {Value(0.0F), 2}, {Value(0.125F), 2}, {Value(0.5F), 5}, {Value(1), 9}, {Value(0.51F), 6}}) {
            NativeCalls calls;
            calls.call(native, {calls.variable(seconds)});
            EXPECT_EQ(frames_of(calls), frames) << "the first frame begins it";
            NativeCalls told;
            const Variable time = told.variable(seconds), full = told.variable(Value(false));
            told.call(native, {time, full}).show(full);
            EXPECT_EQ(frames_of(told), frames);
            EXPECT_EQ(told.take(), "true");
        }
}

TEST(PathologicTime, a_time_that_is_none_does_not_wait) {
    for (const float seconds : {-0.5F, -infinity, nan}) {
        NativeCalls calls;
        const Variable time = calls.variable(Value(seconds)), full = calls.variable(Value(false));
        calls.call("Sleep", {time, full}).show(full);
        EXPECT_EQ(frames_of(calls), 1);
        EXPECT_EQ(calls.take(), "! the time to sleep is negative false");
    }
    NativeCalls calls;
    calls.call("Sleep", {calls.variable(Value(infinity))});
    EXPECT_EQ(frames_of(calls), 50);
    EXPECT_FALSE(calls.world().finished());
}

TEST(PathologicTime, frames_are_waited_for) {
    for (const std::string_view native : {"sync", "UISync"}) {
        NativeCalls calls;
        calls.call(native, {}).call(native, {});
        EXPECT_EQ(frames_of(calls), 3) << native;
    }
    NativeCalls calls;
    const Variable seconds = calls.variable(Value(-1.0F));
    calls.call("sync", {seconds}).show(seconds);
    EXPECT_EQ(frames_of(calls), 2);
    EXPECT_EQ(calls.take(), "0.125");
}

TEST(PathologicTime, no_frame_has_passed_when_no_time_has) {
    NativeCalls calls;
    const Variable seconds = calls.variable(Value(-1.0F));
    calls.call("sync", {seconds}).show(seconds);
    EXPECT_EQ(calls.run(), "");
    calls.world().frame(0.0F);
    EXPECT_EQ(calls.take(), "");
    calls.world().frame(0.25F);
    EXPECT_EQ(calls.take(), "0.25");
}

TEST(PathologicTime, holding_never_ends_by_itself) {
    NativeCalls calls;
    calls.call("Hold", {}).show(calls.text("over"));
    EXPECT_EQ(frames_of(calls), 50);
    EXPECT_EQ(calls.take(), "");
}

// --- Texts ---

TEST(PathologicTexts, format_does_not_make_texts_larger_than_a_text_may_be) {
    NativeCalls calls;
    const Variable out = calls.text("before"), large = calls.text("0123456789abcdef");
    const Variable n = calls.variable(Value(0)), length = calls.variable(Value(0));
    for (int i = 0; i < 16; ++i) // 16 units, doubled 16 times: 1 MiB
        calls.line("Add2 " + calls.operand(large) + ", " + calls.operand(large) + ", " +
                   calls.operand(large) + ", 0");
    const Variable pattern = calls.text("%s%s");
    calls.call("_strlen", {length, large}).show(length);
    calls.call("format", {out, pattern, large, large, n, n, n}).call("_strlen", {length, out}).show(length);
    EXPECT_EQ(calls.run(), "1048576 ! the string is too long 6");
}

TEST(PathologicMessages, go_to_the_observer) {
    NativeCalls calls;
    calls.call("Trace", {calls.text("It begins")}).call("Trace", {calls.variable(Value(5))});
    calls.call("Trace", {calls.variable(Value(true))}).call("Trace", {calls.object()});
    calls.call("UITrace", {calls.variable(Value(Vector3{1, 2, 0.5F}))});
    EXPECT_EQ(calls.run(), "says: It begins says: 5 says: true says: null says: (1, 2, 0.5)");
    NativeCalls alone;
    alone.call("Trace", {alone.text("x")}).show(alone.text("on"));
    alone.world().remove_observer(*alone.world().observer());
    EXPECT_EQ(alone.run(), "on") << "nobody listens: nothing to do";
}

} // namespace
} // namespace vellum::test
