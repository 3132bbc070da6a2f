// The stack by itself: inserting and removing in the middle, limits, and growing while a native holds
// pointers.
#include <gtest/gtest.h>

#include "engines/pathologic/machine/stack.hpp"

namespace vellum::pathologic {
namespace {

Stack numbers(std::int32_t count) {
    Stack stack;
    EXPECT_TRUE(stack.reserve(static_cast<std::uint32_t>(count), 1000));
    for (std::int32_t i = 0; i < count; ++i) stack.push(Value(i));
    return stack;
}

TEST(PathologicStack, inserts_and_removes_under_the_last_values) {
    Stack stack = numbers(4);
    const Type types[] = {Type::string, Type::real};
    ASSERT_TRUE(stack.reserve(2, 1000));
    stack.insert(types, 3);
    ASSERT_EQ(stack.size(), 6U);
    EXPECT_EQ(stack[0], Value(0));
    EXPECT_TRUE(stack[1].is(Type::string));
    EXPECT_EQ(stack[2], Value(0.0F));
    EXPECT_EQ(stack[3], Value(1));
    EXPECT_EQ(stack.from_top(1), Value(3));
    stack.erase(2, 3);
    ASSERT_EQ(stack.size(), 4U);
    EXPECT_EQ(stack[1], Value(1));
    EXPECT_EQ(stack.from_top(1), Value(3));
}

TEST(PathologicStack, no_text_stays_above_the_top) {
    Stack stack = numbers(1);
    ASSERT_TRUE(stack.reserve(2, 1000));
    stack.push(Value(std::string_view("a text")));
    stack.push(Value(1));
    stack.erase(2, 0);
    EXPECT_FALSE(stack[1].is(Type::string));
    stack.clear();
    EXPECT_EQ(stack.size(), 0U);
}

TEST(PathologicStack, has_a_limit) {
    Stack stack;
    EXPECT_TRUE(stack.reserve(100, 100));
    EXPECT_FALSE(stack.reserve(101, 100));
    EXPECT_FALSE(stack.reserve(0xFFFFFFFF, 100));
}

TEST(PathologicStack, pointers_held_by_a_native_survive_growing) {
    Stack stack = numbers(3);
    stack.enter_native();
    Value* argument = &stack[1];
    Value* untouched = &stack[2];
    const std::uint64_t moves = stack.moves();
    ASSERT_TRUE(stack.reserve(500, 1000));
    EXPECT_NE(stack.moves(), moves);
    stack[2] = Value(55); // the script changes it meanwhile
    *argument = Value(99);
    stack.carry_over(argument);
    stack.carry_over(untouched);
    EXPECT_EQ(stack[1], Value(99));
    EXPECT_EQ(stack[2], Value(55)) << "what the native did not write stays";
    stack.leave_native();
    EXPECT_EQ(stack.size(), 3U);
}

TEST(PathologicStack, what_was_carried_over_once_is_not_carried_over_again) {
    // Two natives hold the same variable: the inner one writes, the script changes the variable, the outer
    // one has written nothing.
    Stack stack = numbers(3);
    stack.enter_native();
    Value* argument = &stack[1];
    ASSERT_TRUE(stack.reserve(500, 1000));
    *argument = Value(99);
    stack.carry_over(argument);
    EXPECT_EQ(stack[1], Value(99));
    stack[1] = Value(7);
    stack.carry_over(argument);
    EXPECT_EQ(stack[1], Value(7));
    stack.leave_native();
}

TEST(PathologicStack, bytes_are_those_of_all_arrays) {
    Stack stack = numbers(3);
    EXPECT_EQ(stack.bytes(), stack.capacity() * sizeof(Value));
    stack.enter_native();
    const std::uint64_t before = stack.bytes();
    const std::uint32_t capacity = stack.next_capacity(500, 1000, 1);
    const std::uint64_t cost = stack.cost_of(capacity);
    stack.move_to(capacity);
    EXPECT_EQ(stack.bytes(), before + cost) << "the old array and what stood in it";
    stack.leave_native();
    EXPECT_EQ(stack.bytes(), stack.capacity() * sizeof(Value));
}

} // namespace
} // namespace vellum::pathologic
