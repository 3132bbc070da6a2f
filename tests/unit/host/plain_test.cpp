// Natives that are called without values: which have such a form, and that it does the same as the usual one.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "vellum/host.hpp"

namespace vellum {
namespace {

Native native_of(Library& library, std::string_view name, std::int32_t arity) {
    return library.resolve({NativeKind::function, {}, name, arity});
}

TEST(PlainNatives, TakeNumbersAndGiveANumber) {
    Library library;
    library.function("mix", [](std::int32_t a, float b, bool c) {
        return static_cast<float>(a) + b + (c ? 100.0F : 0.0F);
    });
    const Native native = native_of(library, "mix", 3);
    ASSERT_NE(native.plain, nullptr);
    Call call;
    const std::array<std::uint32_t, 3> words{static_cast<std::uint32_t>(-3),
                                             std::bit_cast<std::uint32_t>(0.5F), 1};
    std::uint32_t result = 0;
    EXPECT_TRUE(native.plain(native.self, call, words.data(), result));
    EXPECT_EQ(std::bit_cast<float>(result), 97.5F);
    Value a(std::int32_t{-3});
    Value b(0.5F);
    Value c(true);
    std::array<Value*, 3> values{&a, &b, &c};
    call.arguments = values;
    native(call);
    EXPECT_EQ(call.result, Value(97.5F));
}

TEST(PlainNatives, WithoutAResultGiveNothing) {
    Library library;
    int seen = 0;
    library.function("see", [&seen](std::int32_t what) { seen = what; });
    const Native native = native_of(library, "see", 1);
    ASSERT_NE(native.plain, nullptr);
    Call call;
    const std::uint32_t word = 7;
    std::uint32_t result = 99;
    EXPECT_TRUE(native.plain(native.self, call, &word, result));
    EXPECT_EQ(seen, 7);
    EXPECT_EQ(result, 0U);
}

TEST(PlainNatives, GetTheOneNaNThatLeavesAMachine) {
    Library library;
    std::uint32_t seen = 0;
    library.function("see", [&seen](float what) { seen = std::bit_cast<std::uint32_t>(what); });
    const Native native = native_of(library, "see", 1);
    Call call;
    const std::uint32_t word = 0xFFC01234U;
    std::uint32_t result = 0;
    EXPECT_TRUE(native.plain(native.self, call, &word, result));
    EXPECT_EQ(seen, 0x7FC00000U);
}

TEST(PlainNatives, AreThoseWithNothingButNumbers) {
    Library library;
    library.function("text", [](std::string_view text) { return static_cast<std::int32_t>(text.size()); });
    library.function("gives", [](std::int32_t) { return std::string("text"); });
    library.function("writes", [](std::int32_t& number) { number = 1; });
    library.function("waits", [](Call& call) { call.suspend(); });
    library.function("object", [](ObjectId) { return 1; });
    library.variadic("any", [](Call&) {});
    for (const char* const name : {"text", "gives", "writes", "object"})
        EXPECT_EQ(native_of(library, name, 1).plain, nullptr) << name;
    EXPECT_EQ(native_of(library, "waits", 0).plain, nullptr);
    EXPECT_EQ(native_of(library, "any", 3).plain, nullptr);
    Signature raw;
    raw.name = "raw";
    library.add_raw(raw, [](void*, Call&) {}, nullptr);
    EXPECT_EQ(native_of(library, "raw", 0).plain, nullptr);
}

TEST(PlainNatives, FailWithWhatTheyThrow) {
    Library library;
    library.function("throws", [](std::int32_t number) -> std::int32_t {
        throw std::runtime_error("number " + std::to_string(number));
    });
    const Native native = native_of(library, "throws", 1);
    ASSERT_NE(native.plain, nullptr);
    Call call;
    const std::uint32_t word = 5;
    std::uint32_t result = 0;
    EXPECT_FALSE(native.plain(native.self, call, &word, result));
    EXPECT_EQ(call.error, "number 5");
}

} // namespace
} // namespace vellum
