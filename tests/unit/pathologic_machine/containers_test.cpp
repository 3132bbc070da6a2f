// The built-in objects, called by scripts: vectors, sets and iterators, properties of actors, story
// variables, the script's own actor. What they answer is on the page docs/engines/pathologic.md, "Running
// without the game", and in the natives' own documentation; a missing thing is the default of the variable's
// type.
#include <gtest/gtest.h>

#include <limits>

#include "engines/pathologic/world/objects.hpp"
#include "unit/pathologic_machine/native_calls.hpp"

namespace vellum::test {
namespace {

using Variable = NativeCalls::Variable;

constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();

/// Calls on one container with the answers scripts ask for.
struct Container : NativeCalls {
    explicit Container(std::string_view creator) { call(creator, {it}); }
    template <class... Values> Container& add(const Values&... values) {
        (on(it, "add", {variable(Value(values))}), ...);
        return *this;
    }
    Container& show_size() {
        const Variable number = variable(Value(-1));
        on(it, "size", {number}).show(number);
        return *this;
    }
    /// Into a variable that holds `before`.
    Container& show_element(std::int32_t index, const Value& before) {
        const Variable into = variable(before);
        on(it, "get", {into, variable(Value(index))}).show(into);
        return *this;
    }
    Container& with(std::string_view method, std::int32_t number) {
        on(it, method, {variable(Value(number))});
        return *this;
    }
    Variable it = object();
};

std::string_view text(std::string_view view) { return view; }

TEST(PathologicVectors, keep_what_is_added_in_their_own_type) {
    EXPECT_EQ(Container("CreateIntVector")
                  .add(5, -7, 3.9F, true)
                  .show_size()
                  .show_element(0, Value(1))
                  .show_element(1, Value(1))
                  .show_element(2, Value(1))
                  .show_element(3, Value(1))
                  .run(),
              "4 5 -7 3 1");
    EXPECT_EQ(Container("CreateFloatVector").add(2).show_element(0, Value(0.0F)).run(), "2");
    EXPECT_EQ(
        Container("CreateBoolVector").add(2, 0).show_element(0, Value(0)).show_element(1, Value(7)).run(),
        "1 0");
    EXPECT_EQ(Container("CreateStringVector")
                  .add(text("bull"), 8, 0.5F, true)
                  .show_element(0, Value(text("")))
                  .show_element(1, Value(text("")))
                  .show_element(2, Value(text("")))
                  .show_element(3, Value(text("")))
                  .run(),
              "bull 8 0.5 true");
    EXPECT_EQ(Container("CreateVectorVector")
                  .add(Vector3{1, 2, 3})
                  .show_element(0, Value(Vector3{}))
                  .show_element(1, Value(Vector3{9, 9, 9}))
                  .run(),
              "(1, 2, 3) (0, 0, 0)");
}

TEST(PathologicVectors, refuse_what_has_no_place_in_them) {
    EXPECT_EQ(Container("CreateIntVector").add(text("12")).show_size().run(),
              "! the value does not fit the container 0");
    EXPECT_EQ(Container("CreateVectorVector").add(1).show_size().run(),
              "! the value does not fit the container 0");
    EXPECT_EQ(Container("CreateObjectVector").add(7).show_size().run(),
              "! the value does not fit the container 0");
    Container numbers("CreateIntVector");
    numbers.add(4).on(numbers.it, "set", {numbers.variable(Value(0)), numbers.text("x")});
    EXPECT_EQ(numbers.show_element(0, Value(0)).run(), "! the value does not fit the container 4");
}

TEST(PathologicVectors, a_missing_element_is_the_default) {
    for (const std::int32_t index : {1, -1, most, least})
        EXPECT_EQ(Container("CreateIntVector").add(5).show_element(index, Value(9)).run(), "0") << index;
    EXPECT_EQ(Container("CreateStringVector").show_element(0, Value(text("before"))).run(), "");
    EXPECT_EQ(Container("CreateStringVector").add(text("12")).show_element(0, Value(7)).run(), "0")
        << "a text is no int";
}

TEST(PathologicVectors, set_replaces_what_is_there) {
    const auto set = [](std::int32_t index, const Value& value) {
        Container numbers("CreateIntVector");
        numbers.add(1, 2, 3);
        numbers.on(numbers.it, "set", {numbers.variable(Value(index)), numbers.variable(value)});
        return numbers.show_element(0, Value(0))
            .show_element(1, Value(0))
            .show_element(2, Value(0))
            .show_size()
            .run();
    };
    EXPECT_EQ(set(0, Value(8)), "8 2 3 3");
    EXPECT_EQ(set(2, Value(-8.5F)), "1 2 -8 3");
    EXPECT_EQ(set(3, Value(8)), "! there is no element with that number 1 2 3 3");
    EXPECT_EQ(set(-1, Value(8)), "! there is no element with that number 1 2 3 3");
    EXPECT_EQ(set(least, Value(8)), "! there is no element with that number 1 2 3 3");
}

TEST(PathologicVectors, elements_are_removed) {
    const auto removed = [](std::initializer_list<std::int32_t> arguments) {
        Container numbers("CreateIntVector");
        numbers.add(1, 2, 3, 4);
        if (arguments.size() == 1)
            numbers.with("remove", *arguments.begin());
        else
            numbers.on(numbers.it, "remove",
                       {numbers.variable(Value(arguments.begin()[0])),
                        numbers.variable(Value(arguments.begin()[1]))});
        numbers.show_size();
        for (int i = 0; i < 3; ++i) numbers.show_element(i, Value(0));
        return numbers.run();
    };
    EXPECT_EQ(removed({0}), "3 2 3 4");
    EXPECT_EQ(removed({3}), "3 1 2 3");
    EXPECT_EQ(removed({4}), "4 1 2 3");
    EXPECT_EQ(removed({-1}), "4 1 2 3");
    EXPECT_EQ(removed({1, 2}), "2 1 4 0");
    EXPECT_EQ(removed({2, most}), "2 1 2 0");
    EXPECT_EQ(removed({0, 0}), "4 1 2 3");
    EXPECT_EQ(removed({0, -3}), "4 1 2 3");
    EXPECT_EQ(removed({least, most}), "4 1 2 3");
    EXPECT_EQ(removed({most, most}), "4 1 2 3");
}

TEST(PathologicVectors, clear_and_resize) {
    Container cleared("CreateIntVector");
    cleared.add(1, 2).on(cleared.it, "clear", {});
    EXPECT_EQ(cleared.show_size().add(6).show_element(0, Value(0)).run(), "0 6");
    EXPECT_EQ(Container("CreateStringVector")
                  .add(text("a"), text("b"), text("c"))
                  .with("resize", 1)
                  .show_size()
                  .with("resize", 3)
                  .show_size()
                  .show_element(0, Value(text("")))
                  .show_element(2, Value(text("?")))
                  .run(),
              "1 3 a ");
    EXPECT_EQ(Container("CreateIntVector").add(1).with("resize", -4).show_size().run(), "0");
    EXPECT_EQ(Container("CreateIntVector").with("resize", least).show_size().run(), "0");
    EXPECT_EQ(Container("CreateIntVector").add(1).with("resize", most).show_size().run(),
              "! the container cannot have that size 1");
    EXPECT_EQ(Container("CreateIntVector").with("resize", 100'000).show_size().run(), "100000");
    EXPECT_EQ(Container("CreateIntVector").with("resize", 100'001).show_size().run(),
              "! the container cannot have that size 0");
}

TEST(PathologicVectors, what_is_removed_makes_room) {
    Container numbers("CreateIntVector");
    numbers.with("resize", 100'000).add(1).with("remove", 0).add(2).show_size();
    EXPECT_EQ(numbers.show_element(99'999, Value(0)).run(), "! the stand-in objects are full 100000 2");
    Container again("CreateIntVector");
    again.with("resize", 100'000).on(again.it, "clear", {});
    EXPECT_EQ(again.with("resize", 100'000).show_size().run(), "100000");
}

TEST(PathologicVectors, resize_belongs_to_things_with_elements) {
    NativeCalls calls;
    const Variable actor = calls.object();
    calls.call("FindActor", {actor, calls.text("Burah")});
    calls.on(actor, "resize", {calls.variable(Value(3))});
    EXPECT_EQ(calls.run(), "! the container cannot have that size");
}

/// A set with the actors of these names; the variables stand for them.
struct ActorSet : NativeCalls {
    explicit ActorSet(std::initializer_list<std::string_view> names) {
        call("CreateObjectSet", {it});
        for (const std::string_view name : names) on(it, "add", {actor(name)});
    }
    Variable actor(std::string_view name) {
        const Variable found = object();
        call("FindActor", {found, text(name)});
        return found;
    }
    ActorSet& show_size() {
        const Variable number = variable(Value(-1));
        on(it, "size", {number}).show(number);
        return *this;
    }
    ActorSet& show_in(Variable thing) {
        const Variable answer = variable(Value(0));
        on(it, "in", {answer, thing}).show(answer);
        return *this;
    }
    Variable it = object();
};

TEST(PathologicSets, hold_each_object_once) {
    ActorSet set({"Burah", "Dankovsky", "Burah"});
    const Variable burah = set.actor("Burah"), clara = set.actor("Klara"), nobody = set.object();
    EXPECT_EQ(set.show_size().show_in(burah).show_in(clara).show_in(nobody).run(), "2 1 0 0");
    ActorSet with_null({});
    const Variable null = with_null.object();
    with_null.on(with_null.it, "add", {null}).on(with_null.it, "add", {null});
    EXPECT_EQ(with_null.show_size().show_in(null).run(), "1 1");
}

TEST(PathologicSets, erase_takes_an_object_out) {
    ActorSet set({"Burah", "Dankovsky"});
    const Variable burah = set.actor("Burah"), clara = set.actor("Klara");
    set.on(set.it, "erase", {clara});
    set.show_size().on(set.it, "erase", {burah});
    set.show_size().show_in(burah).on(set.it, "erase", {burah});
    EXPECT_EQ(set.show_size().run(), "2 1 0 1");
}

TEST(PathologicSets, iterators_walk_over_what_was_there) {
    ActorSet set({"Burah", "Dankovsky"});
    const Variable walker = set.object(), more = set.variable(Value(false)), element = set.object();
    set.on(set.it, "iterator", {walker});
    set.on(set.it, "clear", {});
    for (int i = 0; i < 3; ++i) set.on(walker, "Next", {more, element}).show({more, element});
    EXPECT_EQ(set.show_size().run(), "true object true object false null 0");
    Container numbers("CreateIntVector");
    numbers.add(4, 5);
    const Variable over = numbers.object(), one = numbers.variable(Value(9)),
                   left = numbers.variable(Value(7));
    numbers.on(numbers.it, "iterator", {over});
    for (int i = 0; i < 3; ++i) numbers.on(over, "Next", {left, one}).show({left, one});
    EXPECT_EQ(numbers.show_size().run(), "1 4 1 5 0 0 2");
}

TEST(PathologicSets, an_iterator_without_room_is_told) {
    Container numbers("CreateIntVector");
    const Variable walker = numbers.object();
    numbers.with("resize", 60'000).on(numbers.it, "iterator", {walker});
    EXPECT_EQ(numbers.show(walker).run(), "! the stand-in objects are full null");
}

TEST(PathologicObjects, of_the_game_are_no_containers) {
    for (const auto& [method, arguments] :
         std::initializer_list<std::pair<std::string_view, int>>{{"add", 1},
                                                                 {"get", 2},
                                                                 {"set", 2},
                                                                 {"size", 1},
                                                                 {"clear", 0},
                                                                 {"resize", 1},
                                                                 {"remove", 1},
                                                                 {"remove", 2},
                                                                 {"in", 2},
                                                                 {"erase", 1},
                                                                 {"iterator", 1},
                                                                 {"Next", 2}}) {
        NativeCalls calls;
        const Variable own = calls.variable(Value(ObjectId{}));
        calls.call("game_object", {own});
        std::vector<Variable> variables;
        for (int i = 0; i < arguments; ++i) variables.push_back(calls.variable(Value(5)));
        calls.on(own, method, variables);
        for (const Variable each : variables) calls.show(each);
        std::string expected = "! the object is none of the stand-ins";
        for (int i = 0; i < arguments; ++i) expected += " 5";
        EXPECT_EQ(calls.run(), expected) << method << "/" << arguments;
    }
}

/// Half of the memory that the store below may take.
std::string half_full() { return std::string(std::size_t{32} << 20U, 'x'); }

TEST(PathologicObjects, take_a_bounded_amount_of_memory) {
    using pathologic::ObjectStore;
    const Value large{std::string_view(half_full())};
    ObjectStore store;
    const ObjectId id = store.create("vector", {}, Type::string);
    pathologic::StandInObject& object = *store.find(id);
    EXPECT_TRUE(store.add_element(object, large));
    EXPECT_TRUE(store.set_variable("", large));
    store.set_room(store.bytes());
    EXPECT_FALSE(store.add_element(object, Value(text("x"))));
    EXPECT_TRUE(store.add_element(object, Value(text("")))) << "there is room for one more that has no text";
    EXPECT_FALSE(store.set_element(object, 1, Value(text("x"))));
    EXPECT_FALSE(store.set_property(id, "x", Value(1))) << "names count too";
    EXPECT_FALSE(store.set_variable("x", Value(1)));
    EXPECT_FALSE(store.set_variable("", Value(std::string_view(half_full() + "x"))));
    EXPECT_FALSE(store.named("actor", "x"));
    EXPECT_FALSE(store.create("actor"));
    EXPECT_FALSE(store.set_property({7}, "x", Value(1))) << "nor properties of other objects";
    EXPECT_EQ(store.variable("")->text().size(), std::size_t{32} << 20U)
        << "what was refused changed nothing";
    EXPECT_TRUE(store.set_variable("", Value(1)));
    EXPECT_TRUE(store.set_element(object, 1, large)) << "what is given up makes room";
    store.remove_elements(object, 0, 1);
    EXPECT_TRUE(store.set_property(id, "a", Value(text("x"))));
    EXPECT_TRUE(store.resize(object, 0));
    EXPECT_TRUE(store.add_element(object, large));
    EXPECT_TRUE(store.named("actor", "x"));
    EXPECT_TRUE(store.named("actor", "x")) << "again the same";
}

TEST(PathologicObjects, containers_count_by_the_room_they_have) {
    using pathologic::ObjectStore;
    ObjectStore store;
    pathologic::StandInObject& object = *store.find(store.create("vector", {}, Type::integer));
    const std::uint64_t before = store.bytes();
    EXPECT_TRUE(store.resize(object, 50'000));
    EXPECT_GE(store.bytes() - before, 50'000 * sizeof(Value));
    EXPECT_TRUE(store.resize(object, 30'000));
    EXPECT_GE(store.bytes() - before, object.elements.capacity() * sizeof(Value));
    EXPECT_TRUE(store.resize(object, 0));
    EXPECT_EQ(store.bytes(), before);
    EXPECT_EQ(object.elements.capacity(), 0U)
        << "what is given back to the count is given back to the system";
    store.set_room(before + 10 * sizeof(Value));
    EXPECT_FALSE(store.resize(object, 11));
    EXPECT_TRUE(store.resize(object, 8));
}

TEST(PathologicObjects, told_when_texts_have_no_room) {
    Container texts("CreateStringVector");
    const Variable large = texts.text("0123456789abcdef");
    for (int i = 0; i < 16; ++i) // doubled 16 times: 1 MiB
        texts.line("Add2 " + texts.operand(large) + ", " + texts.operand(large) + ", " +
                   texts.operand(large) + ", 0");
    for (int i = 0; i < 65; ++i) texts.on(texts.it, "add", {large});
    texts.show_size();
    texts.on(texts.it, "remove", {texts.variable(Value(0))});
    texts.on(texts.it, "add", {texts.text("")}).on(texts.it, "add", {large});
    texts.on(texts.it, "set", {texts.variable(Value(61)), large});
    texts.call("SetProperty", {texts.text("p"), large}).call("SetVariable", {texts.text("v"), large});
    const Variable actor = texts.object();
    texts.call("FindActor", {actor, large}).show(actor);
    EXPECT_EQ(
        texts.run(),
        "! the stand-in objects are full ! the stand-in objects are full ! the stand-in objects are full "
        "62 ! the stand-in objects are full ! the stand-in "
        "objects are full ! there are too many variables null");
}

// --- Properties and variables ---

TEST(PathologicProperties, of_the_scripts_own_actor) {
    NativeCalls calls;
    const Variable name = calls.text("health"), number = calls.variable(Value(7)),
                   has = calls.variable(Value(true));
    const Variable real = calls.variable(Value(9.0F)), written = calls.text("?");
    calls.call("GetProperty", {name, number}).call("HasProperty", {name, has}).show({number, has});
    calls.call("SetProperty", {name, calls.variable(Value(0.75F))});
    calls.call("GetProperty", {name, number}).call("GetProperty", {name, real});
    calls.call("GetProperty", {name, written})
        .call("HasProperty", {name, has})
        .show({number, real, written, has});
    calls.call("SetProperty", {name, calls.text("fine")}).call("GetProperty", {name, real}).show(real);
    calls.call("GetProperty", {name, written}).show(written);
    EXPECT_EQ(calls.run(), "0 false 0 0.75 0.75 true 0 fine");
}

TEST(PathologicProperties, of_other_actors) {
    NativeCalls calls;
    const Variable actor = calls.object(), name = calls.text("immunity"), has = calls.variable(Value(false));
    const Variable number = calls.variable(Value(7));
    calls.call("FindActor", {actor, calls.text("Klara")});
    calls.on(actor, "HasProperty", {name, has}).show(has);
    calls.on(actor, "SetProperty", {name, calls.variable(Value(3))});
    calls.on(actor, "HasProperty", {name, has}).show(has);
    calls.call("HasProperty", {name, has}).show(has);
    calls.line("MovB " + calls.operand(has) + ", false");
    calls.on(actor, "HasProperty", {has, name}).show(has); // both orders occur in the games
    calls.on(actor, "GetProperty", {name, number}).show(number);
    calls.on(actor, "GetProperty", {calls.text("Immunity"), number}).show(number);
    EXPECT_EQ(calls.run(), "false true false true 3 0") << "names have their case";
}

TEST(PathologicProperties, of_objects_that_somebody_else_gave_out) {
    NativeCalls calls;
    const Variable own = calls.object(), name = calls.text("a"), number = calls.variable(Value(7));
    const Variable has = calls.variable(Value(true));
    calls.call("game_object", {own});
    calls.on(own, "GetProperty", {name, number}).on(own, "HasProperty", {name, has}).show({number, has});
    calls.on(own, "SetProperty", {name, calls.variable(Value(3))});
    calls.on(own, "GetProperty", {name, number}).on(own, "HasProperty", {name, has}).show({number, has});
    EXPECT_EQ(calls.run(), "0 false 3 true");

    NativeCalls owner;
    const Variable variable = owner.variable(Value(7)), property = owner.text("a");
    owner.call("SetProperty", {property, variable})
        .call("sync", {})
        .call("GetProperty", {property, variable});
    owner.show(variable);
    owner.world().set_owner(0, ObjectId{5});
    EXPECT_EQ(owner.run(), "");
    const auto saved = owner.world().snapshot();
    ASSERT_TRUE(saved.has_value());
    ASSERT_TRUE(owner.world().restore(*saved).has_value());
    owner.world().frame(0.1F);
    EXPECT_EQ(owner.take(), "7") << "saved with the world";

    NativeCalls nobody;
    const Variable alone = nobody.variable(Value(7));
    nobody.call("GetProperty", {nobody.text("a"), alone}).show(alone);
    nobody.world().set_owner(0, ObjectId{});
    EXPECT_EQ(nobody.run(), "! the script has no actor 7");
}

TEST(PathologicVariables, belong_to_the_story) {
    NativeCalls calls;
    const Variable name = calls.text("day"), number = calls.variable(Value(9)),
                   yes = calls.variable(Value(true));
    calls.call("GetVariable", {name, number}).call("GetVariable", {name, yes}).show({number, yes});
    calls.call("SetVariable", {name, calls.variable(Value(4))});
    calls.call("GetVariable", {name, number}).call("GetVariable", {name, yes}).show({number, yes});
    calls.call("SetVariable", {name, calls.variable(Value(false))});
    calls.call("GetVariable", {name, number}).show(number);
    calls.call("SetVariable", {calls.text(""), calls.variable(Value(5))});
    calls.call("GetVariable", {calls.text(""), number}).show(number);
    EXPECT_EQ(calls.run(), "0 false 4 true 0 5");
}

TEST(PathologicActors, are_found_by_name_and_are_themselves) {
    NativeCalls calls;
    const Variable self = calls.object(), found = calls.object(), other = calls.object();
    const Variable same = calls.variable(Value(false));
    calls.call("self", {self}).call("FindActor", {found, calls.text("test")});
    calls.call("FindActor", {other, calls.text("nobody")});
    const auto compare = [&](Variable a, Variable b) {
        calls.line("Eq2 " + calls.operand(a) + ", " + calls.operand(b) + ", " + calls.operand(same) + ", 0");
        calls.show(same);
    };
    compare(self, found);
    compare(self, other);
    calls.call("FindActor", {found, calls.text("nobody")});
    compare(found, other);
    EXPECT_EQ(calls.run(), "true false true") << "the run is called test; a stand-in is made once";
}

TEST(PathologicObjects, are_saved_with_the_world) {
    const auto write = [](NativeCalls& calls) {
        const Variable it = calls.object(), number = calls.variable(Value(0)), name = calls.text("n");
        calls.call("CreateIntVector", {it}).on(it, "add", {calls.variable(Value(6))});
        calls.call("SetVariable", {name, calls.variable(Value(7))});
        calls.call("SetProperty", {name, calls.variable(Value(8))}).call("sync", {});
        calls.on(it, "get", {number, calls.variable(Value(0))}).show(number);
        calls.call("GetVariable", {name, number}).show(number);
        calls.call("GetProperty", {name, number}).show(number);
    };
    NativeCalls one, other;
    write(one);
    write(other);
    EXPECT_EQ(one.run(), "");
    const auto saved = one.world().snapshot();
    ASSERT_TRUE(saved.has_value());
    other.world().start();
    ASSERT_TRUE(other.world().restore(*saved).has_value());
    other.world().frame(0.1F);
    EXPECT_EQ(other.take(), "6 7 8");
}

} // namespace
} // namespace vellum::test
