// The room that the built-in objects take, and properties where nobody is the script's actor. What scripts
// see of containers, properties and story variables is said by tests/cases/pathologic/natives.
#include <gtest/gtest.h>

#include "engines/pathologic/world/objects.hpp"
#include "unit/pathologic_machine/counting.hpp"
#include "unit/pathologic_machine/native_calls.hpp"

namespace vellum::test {
namespace {

using Variable = NativeCalls::Variable;

std::string_view text(std::string_view view) { return view; }

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

TEST(PathologicObjects, count_the_texts_that_a_search_may_compare) {
    using pathologic::ObjectStore;
    ObjectStore store;
    const ObjectId id = store.create("vector", {}, Type::string);
    pathologic::StandInObject& object = *store.find(id);
    EXPECT_EQ(store.texts(), 0U);
    EXPECT_TRUE(store.add_element(object, Value(text("four"))));
    EXPECT_TRUE(store.add_element(object, Value(text("seven77"))));
    EXPECT_EQ(store.texts(), 11U);
    EXPECT_TRUE(store.set_element(object, 0, Value(text("longer"))));
    EXPECT_EQ(store.texts(), 13U);
    EXPECT_TRUE(store.set_property(id, "a", Value(text("five5"))));
    EXPECT_TRUE(store.set_variable("b", Value(text("three"))));
    const std::uint64_t all = store.texts();
    EXPECT_EQ(all, 23U);
    EXPECT_TRUE(store.set_variable("b", Value(1)));
    EXPECT_EQ(store.texts(), 18U);
    store.remove_elements(object, 1, 1);
    EXPECT_EQ(store.texts(), 11U);
    EXPECT_TRUE(store.resize(object, 0));
    EXPECT_EQ(store.texts(), 5U);
}

TEST(PathologicObjects, searches_charge_for_no_more_texts_than_there_are) {
    // A text of a thousand letters is looked for where there is no text.
    Counting host("in");
    const ProgramPtr program =
        assemble_pathologic(".numbering hd\n.run Main, start\n.task Main, 0, object, object\nstart:\n"
                            " Func CreateObjectSet/1, T[0]\n Func self/1, T[1]\n TObjFunc T[0], add, T[1]\n"
                            " PushV bool\n PushS \"" +
                            std::string(1000, 'x') +
                            "\"\n"
                            " TObjFunc T[0], in, S[2], S[1]\n Pop 2\n Return 0\n");
    ASSERT_NE(program, nullptr);
    const auto world = pathologic::make_world(host);
    ASSERT_TRUE(world->add(program, "search").has_value());
    world->start();
    world->frame(0.1F);
    EXPECT_TRUE(world->faults().empty());
    EXPECT_EQ(host.calls, 1U);
    EXPECT_LE(host.largest, 16U);
}

TEST(PathologicObjects, told_when_texts_have_no_room) {
    NativeCalls texts;
    const Variable it = texts.object(), count = texts.variable(Value(-1));
    texts.call("CreateStringVector", {it});
    const Variable large = texts.text("0123456789abcdef");
    for (int i = 0; i < 16; ++i) // doubled 16 times: 1 MiB
        texts.line("Add2 " + texts.operand(large) + ", " + texts.operand(large) + ", " +
                   texts.operand(large) + ", 0");
    for (int i = 0; i < 65; ++i) texts.on(it, "add", {large});
    texts.on(it, "size", {count}).show(count);
    texts.on(it, "remove", {texts.variable(Value(0))});
    texts.on(it, "add", {texts.text("")}).on(it, "add", {large});
    texts.on(it, "set", {texts.variable(Value(61)), large});
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

TEST(PathologicProperties, belong_to_the_owner_that_the_host_gives) {
    NativeCalls owner;
    const Variable variable = owner.variable(Value(7)), property = owner.text("a");
    owner.call("SetProperty", {property, variable})
        .call("sync", {})
        .call("GetProperty", {property, variable});
    owner.show(variable);
    owner.world().set_owner(0, ObjectId{5});
    owner.world().set_owner(1, ObjectId{6}); // there is no such run
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

} // namespace
} // namespace vellum::test
