// Registering C++ callables, finding them again, and what arrives in them.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "unit/host/call_helper.hpp"
#include "vellum/ags.hpp"
#include "vellum/host.hpp"

namespace vellum {
namespace {

using test::CallHelper;
using test::key;
using test::method;

int twice(int value) noexcept { return 2 * value; }

TEST(Library, DeducesSignatures) {
    Library library("game");
    library.function(
        "mix",
        [](bool, std::int32_t, float, std::string_view, ObjectId, Vector3& out) {
            out = {1, 2, 3};
            return true;
        },
        "Mixes.");
    const Native native = library.resolve(key("mix", 6));
    ASSERT_TRUE(native);
    const Signature& signature = *native.signature;
    EXPECT_EQ(signature.name, "mix");
    EXPECT_EQ(signature.documentation, "Mixes.");
    EXPECT_EQ(signature.result, Type::boolean);
    ASSERT_EQ(signature.parameters.size(), 6U);
    EXPECT_EQ(signature.parameters[0].type, Type::boolean);
    EXPECT_EQ(signature.parameters[3].type, Type::string);
    EXPECT_EQ(signature.parameters[4].direction, Direction::in);
    EXPECT_EQ(signature.parameters[5].type, Type::vector);
    EXPECT_EQ(signature.parameters[5].direction, Direction::in_out);
}

std::vector<std::string> said_by(const Library& library) {
    Diagnostics diagnostics;
    library.check(diagnostics);
    std::vector<std::string> lines;
    for (const Diagnostic& diagnostic : diagnostics.all())
        lines.push_back(std::string(diagnostic.code->id) + ": " + diagnostic.message);
    return lines;
}

TEST(Library, TellsWhatNoScriptAskedForAndWhatItAskedForDifferently) {
    Library library("game");
    library.function("Sleep", [](float) {})
        .function("Trace", [](std::string_view) {})
        .function("Trace", [](std::string_view, std::string_view) {})
        .variadic("Print", [](Call&) {})
        .method("Door", "Open", [](bool) {})
        .method("Gate", "Open", [](bool) {})
        .method("Door", "Lock", [] {});
    Signature later;
    later.name = "Later";
    library.describe(later); // only described: nobody misses it
    EXPECT_EQ(library.resolve(key("Sleep", 2)).signature, nullptr);
    EXPECT_EQ(library.resolve(key("Sleep", 2)).signature, nullptr); // is told once
    EXPECT_EQ(library.resolve(key("Trace", 3)).signature, nullptr);
    EXPECT_TRUE(library.resolve(key("Trace", 1)));
    EXPECT_TRUE(library.resolve(key("Print", 4)));
    EXPECT_EQ(library.resolve(key("Nothing", 0)).signature, nullptr); // not ours
    EXPECT_TRUE(library.resolve(method("", "Open", 1)));              // whichever the receiver has
    EXPECT_TRUE(library.resolve_shared(method("Door", "Lock", 0)));   // is not counted
    EXPECT_EQ(said_by(library),
              (std::vector<std::string>{
                  "host.arity: scripts call Sleep with 2 arguments, the host has it with 1",
                  "host.arity: scripts call Trace with 3 arguments, the host has it with 1 or 2",
                  "host.unused: no script uses Sleep with 1 argument",
                  "host.unused: no script uses Trace with 2 arguments",
                  "host.unused: no script uses Door.Lock with 0 arguments"}));
}

TEST(Library, SuggestsTheKnownNativeThatIsMeant) {
    Library known, library;
    known.function("FindActor", [] {}).function("Sleep", [] {});
    Signature property;
    property.kind = NativeKind::getter;
    property.name = "player";
    known.describe(property);
    property.kind = NativeKind::setter;
    property.name = "volume";
    known.describe(property);
    library.function("FindActr", [] {})
        .function("Sleep", [] {})
        .function("get_playr", [] {})
        .function("set_playr", [] {})
        .function("set_volum", [] {})
        .function("volum", [] {})
        .function("MineAlone", [] {});
    Diagnostics with, without;
    library.check(with, &known);
    library.check(without);
    std::string hints;
    for (const Diagnostic& each : with.all()) hints += each.hint + ";";
    EXPECT_EQ(hints, "did you mean FindActor?;;did you mean get_player?;did you mean set_player?;"
                     "did you mean set_volume?;did you mean volume?;;");
    for (const Diagnostic& each : without.all()) EXPECT_EQ(each.hint, "");
}

TEST(Library, CallsAllShapesOfCallables) {
    Library library;
    int counter = 0;
    library.function("lambda", [](std::int32_t a, std::int32_t b) { return a - b; })
        .function("pointer", &twice)
        .function("mutable", [&counter]() mutable { ++counter; })
        .function("noexcept", [](float x) noexcept { return x / 2; })
        .function("literal", [] { return "constant"; })
        .function("text", [](const std::string& text) { return text + "!"; })
        .function("string", [](String text) {
            text.append("?");
            return text;
        });
    CallHelper two({Value(7), Value(5)});
    EXPECT_EQ(two(library.resolve(key("lambda", 2))).result, Value(2));
    CallHelper one({Value(21)});
    EXPECT_EQ(one(library.resolve(key("pointer", 1))).result, Value(42));
    CallHelper none;
    EXPECT_TRUE(none(library.resolve(key("mutable", 0))).result.is(Type::none));
    EXPECT_EQ(counter, 1);
    CallHelper real({Value(3.0F)});
    EXPECT_EQ(real(library.resolve(key("noexcept", 1))).result, Value(1.5F));
    EXPECT_EQ(none(library.resolve(key("literal", 0))).result.text(), "constant");
    CallHelper text({Value("hey")});
    EXPECT_EQ(text(library.resolve(key("text", 1))).result.text(), "hey!");
    EXPECT_EQ(text(library.resolve(key("string", 1))).result.text(), "hey?");
    EXPECT_EQ(text.values[0].text(), "hey");
}

TEST(Library, WritesReferencesBack) {
    Library library;
    library.function("GetPosition",
                     [](ObjectId actor, Vector3& out) { out = {static_cast<float>(actor.id), 2, 3}; });
    library.function("Rename", [](String& name, Value& anything) {
        name.append(" II");
        anything = Value(name);
    });
    CallHelper position({Value(ObjectId{9}), Value(Vector3{})});
    position(library.resolve(key("GetPosition", 2)));
    EXPECT_EQ(position.values[1], Value(Vector3{9, 2, 3}));
    CallHelper rename({Value("Ivan"), Value(1)});
    rename(library.resolve(key("Rename", 2)));
    EXPECT_EQ(rename.values[0].text(), "Ivan II");
    EXPECT_EQ(rename.values[1].text(), "Ivan II");
}

TEST(Library, FailedCallsChangeNoArguments) {
    Library library;
    library.function("broken", [](Call& call, std::int32_t& out) {
        out = 99;
        call.fail("no luck");
    });
    CallHelper helper({Value("kept")});
    const Call& call = helper(library.resolve(key("broken", 1)));
    EXPECT_EQ(call.outcome, Outcome::failed);
    EXPECT_EQ(call.error, "no luck");
    EXPECT_EQ(helper.values[0].text(), "kept");
}

TEST(Library, ConvertsArgumentsAsScriptsDo) {
    Library library;
    std::int32_t got_integer = 0;
    float got_real = 0;
    bool got_boolean = false;
    library.function("integer", [&](std::int32_t value) { got_integer = value; })
        .function("real", [&](float value) { got_real = value; })
        .function("boolean", [&](bool value) { got_boolean = value; });
    const auto integer = [&](Value value) {
        CallHelper helper({std::move(value)});
        helper(library.resolve(key("integer", 1)));
        return got_integer;
    };
    EXPECT_EQ(integer(Value(2.9F)), 2);
    EXPECT_EQ(integer(Value(-2.9F)), -2);
    EXPECT_EQ(integer(Value(true)), 1);
    EXPECT_EQ(integer(Value(3e9F)), std::numeric_limits<std::int32_t>::min());
    EXPECT_EQ(integer(Value(std::nanf(""))), std::numeric_limits<std::int32_t>::min());
    EXPECT_EQ(integer(Value("12")), 0);
    const auto boolean = [&](Value value) {
        CallHelper helper({std::move(value)});
        helper(library.resolve(key("boolean", 1)));
        return got_boolean;
    };
    EXPECT_TRUE(boolean(Value(-1)));
    EXPECT_TRUE(boolean(Value(0.5F)));
    EXPECT_FALSE(boolean(Value(-0.0F)));
    EXPECT_TRUE(boolean(Value("x")));
    EXPECT_FALSE(boolean(Value("")));
    EXPECT_FALSE(boolean(Value(ObjectId{})));
    CallHelper real({Value(3)});
    real(library.resolve(key("real", 1)));
    EXPECT_EQ(got_real, 3.0F);
}

TEST(Library, ShortCallsAreRefused) {
    Library library;
    library.function("two", [](std::int32_t, std::int32_t) {});
    Signature signature;
    signature.name = "rest";
    signature.parameters.resize(2);
    signature.variadic = true;
    library.add(signature, [](Call& call) { call.result = Value(static_cast<std::int32_t>(call.size())); });
    CallHelper helper({Value(1)});
    EXPECT_EQ(helper(library.resolve(key("two", -1))).outcome, Outcome::failed);
    EXPECT_EQ(helper(library.resolve(key("rest", 1))).outcome, Outcome::failed);
    CallHelper enough({Value(1), Value(2), Value(3)});
    EXPECT_EQ(enough(library.resolve(key("rest", 3))).result, Value(3));
}

TEST(Library, WhatAnyCallableThrowsIsItsFailure) {
    const auto thrower = [](Call&) -> std::int32_t { throw std::runtime_error("no luck"); };
    ags::GameLibrary library;
    Signature signature;
    signature.name = "own";
    library.function("fixed", thrower).method("A", "run", thrower);
    library.variadic("any", thrower).variadic("quiet", [](Call&) { throw 5; }).add(signature, thrower);
    library.getter("A", "size", thrower).on_dispose("A", thrower);
    const auto error = [&](const NativeKey& asked) {
        CallHelper helper;
        const Call& call = helper(library.resolve(asked));
        EXPECT_EQ(call.outcome, Outcome::failed) << asked.name;
        return call.error;
    };
    EXPECT_EQ(error(key("fixed", 0)), "no luck");
    EXPECT_EQ(error(key("any", 3)), "no luck");
    EXPECT_EQ(error(key("quiet", 0)), "unknown exception");
    EXPECT_EQ(error(key("own", 0)), "no luck");
    EXPECT_EQ(error(method("A", "run", 0)), "no luck");
    EXPECT_EQ(error(method("A", "~", 0)), "no luck");
    EXPECT_EQ(error(key("size", 0, "A", NativeKind::getter)), "no luck");
}

TEST(Library, WhatACallableReturnsIsItsResult) {
    Library library;
    Signature signature;
    signature.name = "own";
    signature.variadic = true;
    library.add(std::move(signature), [](Call& call) { return static_cast<std::int32_t>(call.size()); });
    library.variadic("text", [](auto&) { return "some"; });
    CallHelper helper({Value(1), Value(2)});
    EXPECT_EQ(helper(library.resolve(key("own", 2))).result, Value(2));
    EXPECT_EQ(helper(library.resolve(key("text", 2))).result.text(), "some");
}

TEST(Library, ChoosesByArityThenVariadic) {
    Library library;
    library.function("print", [](std::int32_t) { return 1; });
    library.function("print", [](std::int32_t, std::int32_t) { return 2; });
    EXPECT_TRUE(library.resolve(key("print", 1)));
    EXPECT_FALSE(library.resolve(key("print", 3)));
    library.variadic("print", [](Call& call) { call.result = Value(-1); });
    CallHelper three({Value(1), Value(2), Value(3)});
    EXPECT_EQ(three(library.resolve(key("print", 3))).result, Value(-1));
    CallHelper two({Value(1), Value(2)});
    EXPECT_EQ(two(library.resolve(key("print", 2))).result, Value(2));
    EXPECT_EQ(two(library.resolve(key("print", -1))).result, Value(-1));
    EXPECT_FALSE(library.resolve(key("Print", 1)));
}

TEST(Library, LaterRegistrationWinsAndOldHandlesLive) {
    Library library;
    library.function("f", [] { return 1; });
    const Native old = library.resolve(key("f", 0));
    library.function("f", [] { return 2; });
    CallHelper helper;
    EXPECT_EQ(helper(old).result, Value(1));
    EXPECT_EQ(helper(library.resolve(key("f", 0))).result, Value(2));
    int listed = 0;
    library.each_signature([&](const Signature&) { ++listed; });
    EXPECT_EQ(listed, 1);
}

TEST(Library, MethodsAreInherited) {
    Library library;
    library.method("Actor", "Go", [](std::int32_t speed) { return speed; })
        .method("", "Describe", [] { return "thing"; })
        .inherit("Player", "Actor")
        .inherit("Hero", "Player");
    CallHelper helper({Value(4)});
    EXPECT_EQ(helper(library.resolve(method("Hero", "Go", 1))).result, Value(4));
    EXPECT_FALSE(library.resolve(method("Door", "Go", 1)));
    EXPECT_TRUE(library.resolve(method("Door", "Describe", 0)));
    EXPECT_TRUE(library.resolve(method("", "Go", 1)));
    library.inherit("Actor", "Hero"); // a circle must end
    EXPECT_FALSE(library.resolve(method("Hero", "Missing", 0)));
}

TEST(Library, FunctionsKeepTheirOwner) {
    Library library("world");
    library.function("time", [] { return 1; });
    EXPECT_TRUE(library.resolve(key("time", 0)));
    EXPECT_TRUE(library.resolve(key("time", 0, "world")));
    EXPECT_FALSE(library.resolve(key("time", 0, "other")));
    EXPECT_FALSE(library.resolve(key("time", 0, {}, NativeKind::getter)));
}

/// A game whose objects have classes.
class Zoo : public Library {
  public:
    [[nodiscard]] std::string_view object_class(ObjectId object) const override {
        return object.id == 1 ? "Cat" : object.id == 2 ? "Dog" : "";
    }
};

TEST(Library, ReceiversClassDecidesWhenTheOwnerIsUnknown) {
    Zoo zoo;
    zoo.method("Cat", "Speak", [] { return "meow"; }).method("Dog", "Speak", [] { return "woof"; });
    const Native speak = zoo.resolve(method("", "Speak", 0));
    CallHelper helper;
    helper.call.receiver = {1};
    EXPECT_EQ(helper(speak).result.text(), "meow");
    helper.call.receiver = {2};
    EXPECT_EQ(helper(speak).result.text(), "woof");
    helper.call.receiver = {3};
    EXPECT_EQ(helper(speak).outcome, Outcome::failed);
}

TEST(Library, LatentCallsKeepState) {
    Library library;
    library
        .function("wait",
                  [](Call& call, std::int32_t frames) {
                      const std::int32_t passed = call.resumed ? call.state->integer() + 1 : 0;
                      *call.state = Value(passed);
                      if (passed < frames) call.suspend();
                  })
        .latent("wait");
    const Native wait = library.resolve(key("wait", 1));
    EXPECT_TRUE(wait.signature->latent);
    CallHelper helper({Value(2)});
    EXPECT_EQ(helper(wait).outcome, Outcome::pending);
    EXPECT_EQ(helper(wait).outcome, Outcome::pending);
    EXPECT_EQ(helper(wait).outcome, Outcome::done);
}

TEST(Library, CallablesMayOutgrowTheirRegistration) {
    // Handles must stay good while the library grows.
    Library library;
    library.function("first",
                     [text = std::string("a captured text, too long to be stored inside")] { return text; });
    const Native first = library.resolve(key("first", 0));
    for (int i = 0; i < 1000; ++i) library.function("f" + std::to_string(i), [i] { return i; });
    CallHelper helper;
    EXPECT_EQ(helper(first).result.text(), "a captured text, too long to be stored inside");
    EXPECT_EQ(first.signature->name, "first");
}

TEST(HostChain, FirstThatKnowsWins) {
    Library front;
    Zoo back;
    front.function("both", [] { return 1; });
    back.function("both", [] { return 2; }).function("back", [] { return 3; });
    HostChain chain({&front, &back});
    CallHelper helper;
    EXPECT_EQ(helper(chain.resolve(key("both", 0))).result, Value(1));
    EXPECT_EQ(helper(chain.resolve(key("back", 0))).result, Value(3));
    EXPECT_FALSE(chain.resolve(key("none", 0)));
    EXPECT_EQ(chain.object_class({1}), "Cat");
    std::vector<std::string> names;
    chain.each_signature([&](const Signature& signature) { names.push_back(signature.name); });
    EXPECT_EQ(names, (std::vector<std::string>{"both", "both", "back"}));
}

} // namespace
} // namespace vellum
