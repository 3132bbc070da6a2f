// What functions are called: the index of names and the question for one name agree.
#include "isa/functions.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/ascii.hpp"

namespace vellum::isa {
namespace {

TEST(Functions, AnIndexOfNamesHasWhatTheyAreCalled) {
    Function function;
    function.address = 0x56f;
    function.name = "TMain.OnUse(string)";
    function.also = {"TMain::OnUse$2", "Room.buy^3"};
    const std::vector<std::string> names = names_of(function);
    for (const std::string_view wanted :
         {"TMain.OnUse", "TMain::OnUse", "tmain::onuse", "OnUse", "onuse(string)", "OnUse$2", "buy", "BUY^3",
          "Room.buy", "Room::buy", "TMain", "Use", "buy^", "OnUse$", "", "Room", "TMain.OnUse(string)",
          "TMain::OnUse(string)"}) {
        const bool listed = std::ranges::find(names, lower_case(dotted(wanted))) != names.end();
        EXPECT_EQ(listed, is_called(function, wanted)) << wanted;
    }
    EXPECT_EQ(address_in("f_056f"), 0x56fU);
    EXPECT_EQ(address_in("0x56f"), 0x56fU);
    EXPECT_EQ(address_in("OnUse"), std::nullopt);
    EXPECT_TRUE(is_called(function, "f_056f"));
}

TEST(Functions, OfOneNameAreToldApartByTheirOwners) {
    constexpr DiagnosticCode code{"test.function", Severity::error, ""};
    std::vector<Function> all(2);
    all[0].name = all[1].name = "OnUse$";
    all[0].also = {"Waiting$.OnUse$"};
    all[1].also = {"Asleep$.OnUse$"};
    for (const std::string_view wanted : {"Asleep$.OnUse$", "asleep$.onuse", "Asleep$::OnUse$"}) {
        const auto found = function_named(all, wanted, code);
        ASSERT_TRUE(found) << wanted;
        EXPECT_EQ(*found, &all[1]) << wanted;
    }
    for (const std::string_view wanted : {"OnUse$", "OnUse"}) {
        const auto found = function_named(all, wanted, code);
        ASSERT_FALSE(found) << wanted;
        EXPECT_TRUE(found.error().message.contains("Waiting$.OnUse$, Asleep$.OnUse$"))
            << found.error().message;
    }
    EXPECT_FALSE(function_named(all, "Waiting", code)) << "a state is no function";
}

} // namespace
} // namespace vellum::isa
