// Conversions and operators against the tables of the reference (page docs/engines/pathologic.md, values).
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engines/pathologic/machine/operations.hpp"
#include "vellum/host.hpp"

namespace vellum::pathologic {
namespace {

class NamingHost final : public Host {
  public:
    Native resolve(const NativeKey&) override { return {}; }
    std::string object_name(ObjectId object) const override { return object.id == 7 ? "Burah" : ""; }
    std::string_view object_class(ObjectId object) const override { return object.id == 8 ? "door" : ""; }
};

NamingHost host;

Value text(std::string_view view) { return Value(view); }

/// What a variable of that type holds after the store, or nothing if the store is refused.
std::optional<Value> stored(Type type, const Value& source) {
    Value target = Value::default_of(type);
    if (store(target, source, host) != Verdict::done) return std::nullopt;
    return target;
}

std::optional<Value> computed(BinaryOp op, const Value& a, const Value& b) {
    Value result;
    if (binary(op, a, b, result, host) != Verdict::done) return std::nullopt;
    return result;
}

TEST(PathologicStore, converts_to_the_variables_type) {
    EXPECT_EQ(stored(Type::real, Value(3)), Value(3.0F));
    EXPECT_EQ(stored(Type::integer, Value(2.9F)), Value(2));
    EXPECT_EQ(stored(Type::integer, Value(-2.9F)), Value(-2));
    EXPECT_EQ(stored(Type::integer, Value(true)), Value(1));
    EXPECT_EQ(stored(Type::boolean, Value(-5)), Value(true));
    EXPECT_EQ(stored(Type::boolean, Value(0.0F)), Value(false));
    EXPECT_EQ(stored(Type::object, Value(false)), Value(ObjectId{}));
    EXPECT_EQ(stored(Type::string, Value(-12)), text("-12"));
    EXPECT_EQ(stored(Type::string, Value(0.5F)), text("0.5"));
}

TEST(PathologicStore, out_of_range_floats_give_the_smallest_integer) {
    EXPECT_EQ(stored(Type::integer, Value(3e9F)), Value(INT32_MIN));
    EXPECT_EQ(stored(Type::integer, Value(-3e9F)), Value(INT32_MIN));
    EXPECT_EQ(stored(Type::integer, Value(std::numeric_limits<float>::quiet_NaN())), Value(INT32_MIN));
    EXPECT_EQ(stored(Type::integer, Value(-2147483648.0F)), Value(INT32_MIN));
}

TEST(PathologicStore, refuses_what_does_not_convert_and_leaves_the_variable) {
    EXPECT_FALSE(stored(Type::object, Value(true)));
    EXPECT_FALSE(stored(Type::vector, Value(1.0F)));
    EXPECT_FALSE(stored(Type::integer, text("12")));
    EXPECT_FALSE(stored(Type::real, Value(Vector3{})));
    Value kept(41);
    EXPECT_EQ(store(kept, text("x"), host), Verdict::wrong_type);
    EXPECT_EQ(kept, Value(41));
}

TEST(PathologicOperators, integers_wrap_and_divide_towards_zero) {
    EXPECT_EQ(computed(BinaryOp::Add, Value(INT32_MAX), Value(1)), Value(INT32_MIN));
    EXPECT_EQ(computed(BinaryOp::Sub, Value(INT32_MIN), Value(1)), Value(INT32_MAX));
    EXPECT_EQ(computed(BinaryOp::Mult, Value(65536), Value(65536)), Value(0));
    EXPECT_EQ(computed(BinaryOp::Div, Value(-7), Value(2)), Value(-3));
    EXPECT_EQ(computed(BinaryOp::Mod, Value(-7), Value(2)), Value(-1));
    EXPECT_EQ(computed(BinaryOp::Div, Value(INT32_MIN), Value(-1)), Value(INT32_MIN));
    EXPECT_EQ(computed(BinaryOp::Mod, Value(INT32_MIN), Value(-1)), Value(0));
    EXPECT_EQ(computed(BinaryOp::And, Value(6), Value(3)), Value(2));
    EXPECT_EQ(computed(BinaryOp::Or, Value(6), Value(3)), Value(7));
    Value result;
    EXPECT_EQ(binary(BinaryOp::Div, Value(1), Value(0), result, host), Verdict::division_by_zero);
    EXPECT_EQ(binary(BinaryOp::Mod, Value(1), Value(0), result, host), Verdict::division_by_zero);
}

TEST(PathologicOperators, an_int_beside_a_float_is_one) {
    EXPECT_EQ(computed(BinaryOp::Add, Value(1), Value(0.5F)), Value(1.5F));
    EXPECT_EQ(computed(BinaryOp::Div, Value(1.0F), Value(2)), Value(0.5F));
    EXPECT_EQ(computed(BinaryOp::Mod, Value(7.5F), Value(2)), Value(1.5F));
    EXPECT_EQ(computed(BinaryOp::LT, Value(1), Value(1.5F)), Value(true));
    EXPECT_EQ(computed(BinaryOp::Eq, Value(2.0F), Value(2)), Value(true));
    EXPECT_EQ(computed(BinaryOp::Div, Value(1.0F), Value(0)), Value(std::numeric_limits<float>::infinity()));
}

TEST(PathologicOperators, vectors) {
    const Vector3 a{1, 2, 3};
    const Vector3 b{4, 5, 6};
    EXPECT_EQ(computed(BinaryOp::Add, Value(a), Value(b)), Value(Vector3{5, 7, 9}));
    EXPECT_EQ(computed(BinaryOp::Sub, Value(b), Value(a)), Value(Vector3{3, 3, 3}));
    EXPECT_EQ(computed(BinaryOp::Or, Value(a), Value(b)), Value(32.0F)) << "dot product";
    EXPECT_EQ(computed(BinaryOp::Xor, Value(a), Value(b)), Value(Vector3{-3, 6, -3})) << "cross product";
    EXPECT_EQ(computed(BinaryOp::Mult, Value(a), Value(2)), Value(Vector3{2, 4, 6}));
    EXPECT_EQ(computed(BinaryOp::Div, Value(b), Value(2.0F)), Value(Vector3{2, 2.5F, 3}));
    EXPECT_FALSE(computed(BinaryOp::Mult, Value(2.0F), Value(a))) << "the number stands on the right";
}

TEST(PathologicOperators, texts_take_anything_on_the_right) {
    EXPECT_EQ(computed(BinaryOp::Add, text("n="), Value(5)), text("n=5"));
    EXPECT_EQ(computed(BinaryOp::Add, text(""), Value(1.25F)), text("1.25"));
    EXPECT_EQ(computed(BinaryOp::Add, text(""), Value(1e10F)), text("1e+10"));
    EXPECT_EQ(computed(BinaryOp::Add, text(""), Value(true)), text("true"));
    EXPECT_EQ(computed(BinaryOp::Add, text(""), Value(Vector3{1, 0.5F, -2})), text("(1, 0.5, -2)"));
    EXPECT_EQ(computed(BinaryOp::Add, text(""), Value(ObjectId{})), text("null"));
    EXPECT_EQ(computed(BinaryOp::Add, text(""), Value(ObjectId{7})), text("Burah"));
    EXPECT_EQ(computed(BinaryOp::Add, text(""), Value(ObjectId{8})), text("door"));
    EXPECT_EQ(computed(BinaryOp::Add, Value(3), text(" apples")), text("3 apples"));
    EXPECT_EQ(computed(BinaryOp::Eq, text("a"), text("a")), Value(true));
    EXPECT_EQ(computed(BinaryOp::Neq, text("a"), text("b")), Value(true));
    EXPECT_FALSE(computed(BinaryOp::LT, text("a"), text("b")));
    EXPECT_FALSE(computed(BinaryOp::Add, Value(1.0F), text("x")));
}

TEST(PathologicOperators, halves_of_a_surrogate_pair_become_one_character) {
    Value high;
    Value low;
    ASSERT_EQ(unary(UnaryOp::CString, Value(0xD83D), high), Verdict::done);
    ASSERT_EQ(unary(UnaryOp::CString, Value(0xDE00), low), Verdict::done);
    EXPECT_EQ(computed(BinaryOp::Add, high, low), text("\xF0\x9F\x98\x80"));
}

TEST(PathologicOperators, a_text_cannot_grow_without_end) {
    const std::string half(max_text / 2 + 1, 'x');
    Value result;
    EXPECT_EQ(binary(BinaryOp::Add, text(half), text(half), result, host), Verdict::too_long);
}

TEST(PathologicOperators, unary) {
    Value result;
    ASSERT_EQ(unary(UnaryOp::Not, Value(ObjectId{}), result), Verdict::done);
    EXPECT_EQ(result, Value(true));
    ASSERT_EQ(unary(UnaryOp::Not, Value(0.5F), result), Verdict::done);
    EXPECT_EQ(result, Value(false));
    EXPECT_EQ(unary(UnaryOp::Not, Value(Vector3{}), result), Verdict::wrong_type);
    ASSERT_EQ(unary(UnaryOp::NullNeq, Value(ObjectId{5}), result), Verdict::done);
    EXPECT_EQ(result, Value(true));
    EXPECT_EQ(unary(UnaryOp::NullEq, Value(0), result), Verdict::wrong_type);
    ASSERT_EQ(unary(UnaryOp::Neg, Value(INT32_MIN), result), Verdict::done);
    EXPECT_EQ(result, Value(INT32_MIN));
    ASSERT_EQ(unary(UnaryOp::Neg, Value(Vector3{1, -2, 0.5F}), result), Verdict::done);
    EXPECT_EQ(result, Value(Vector3{-1, 2, -0.5F}));
    ASSERT_EQ(unary(UnaryOp::Sqrt, Value(2.25F), result), Verdict::done);
    EXPECT_EQ(result, Value(1.5F));
    ASSERT_EQ(unary(UnaryOp::CString, Value(0x416), result), Verdict::done);
    EXPECT_EQ(result, text("Ж"));
    EXPECT_EQ(unary(UnaryOp::CString, Value(1.0F), result), Verdict::wrong_type);
}

TEST(PathologicConditions, what_counts_as_true) {
    bool result = false;
    for (const Value& yes : {Value(true), Value(-1), Value(0.1F), Value(ObjectId{1}), text("x")}) {
        EXPECT_EQ(truth(yes, result), Verdict::done);
        EXPECT_TRUE(result);
    }
    for (const Value& no : {Value(false), Value(0), Value(-0.0F), Value(ObjectId{}), text("")}) {
        EXPECT_EQ(truth(no, result), Verdict::done);
        EXPECT_FALSE(result);
    }
    EXPECT_EQ(truth(Value(Vector3{1, 1, 1}), result), Verdict::wrong_type);
}

} // namespace
} // namespace vellum::pathologic
