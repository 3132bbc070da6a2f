// What each known native charges: its work for texts and containers whose sizes are known, to the byte.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "support/pathologic_driver.hpp"
#include "unit/pathologic_machine/counting.hpp"
#include "unit/pathologic_machine/implemented.hpp"

namespace vellum::test {
namespace {

constexpr std::size_t text_size = 100;

/// T[0] a text, T[1] a vector of ten numbers, T[2] a set with that vector, T[3] a vector with the text twice.
constexpr std::string_view receivers[] = {"text", "numbers", "set", "texts"};

std::string program_of(const Implemented& native, std::size_t receiver) {
    std::string text =
        ".numbering hd\n.run Main, start\n.task Main, 0, string, object, object, object\nstart:\n"
        " PushS \"%d%5s" +
        std::string(text_size - 5, 'a') +
        "\"\n TMov S[1], T[0]\n Func CreateIntVector/1, T[1]\n PushI 10\n"
        " TObjFunc T[1], resize, S[1]\n Pop 2\n Func CreateObjectSet/1, T[2]\n"
        " TObjFunc T[2], add, T[1]\n Func CreateStringVector/1, T[3]\n"
        " TObjFunc T[3], add, T[0]\n TObjFunc T[3], add, T[0]\n Func sync/0\n";
    std::string list;
    std::size_t count = 0;
    for (std::size_t i = 0; i + 1 < native.arguments.size(); i += 2, ++count) {
        switch (native.arguments[i + 1]) {
        case 'i': text += " PushI 3\n"; break;
        case 'f': text += " PushF 0.5\n"; break;
        case 'b': text += " PushB true\n"; break;
        case 'v': text += " PushVec (1.0, 2.0, 3.0)\n"; break;
        case 'o': text += receivers[receiver] == "texts" ? " PushT T[0]\n" : " PushT T[1]\n"; break;
        default: text += " PushT T[0]\n"; break;
        }
    }
    for (std::size_t i = 0; i < count; ++i) list += ", S[" + std::to_string(count - i) + "]";
    if (native.kind == NativeKind::function)
        text += " Func " + std::string(native.name) + "/" + std::to_string(count) + list + "\n";
    else
        text += " TObjFunc T[" + std::to_string(receiver) + "], " + std::string(native.name) + list + "\n";
    return text + " Return " + std::to_string(count) + "\n";
}

/// What one call charges.
std::uint64_t work_of(const Implemented& native, std::size_t receiver) {
    Counting host(native.name);
    std::string error;
    const ProgramPtr program = assemble_pathologic(program_of(native, receiver), &error);
    EXPECT_NE(program, nullptr) << error;
    if (program == nullptr) return 0;
    const auto world = pathologic::make_world(host);
    EXPECT_TRUE(world->add(program, "charges").has_value());
    world->start();
    world->frame(0.1F);
    host.clear();
    world->frame(0.1F);
    EXPECT_EQ(host.calls, 1U) << native.name;
    return host.work;
}

/// Those that charge anything, with a receiver's name before methods.
const std::map<std::string, std::uint64_t> costs{
    {"_strlen >i=s", 100},
    {"_strchr >i=s=s", 100},
    {"_strsub >s=s=i", 200},
    {"_strsub >s=s<i<i", 200},
    {"_strlwr =s", 100},
    {"_strupr =s", 100},
    {"_strtoi >i=s", 100},
    {"format >s<s<i<i<i", 105},
    {"format >s<s<i<*<i<i<i", 205},
    {"Trace <*", 100},
    {"UITrace <s", 100},
    {"set.add <*", 101},
    {"numbers.clear ", 10},
    {"set.clear ", 1},
    {"texts.clear ", 2},
    {"numbers.resize <i", 13},
    {"set.resize <i", 4},
    {"texts.resize <i", 5},
    {"numbers.remove <i", 10},
    {"set.remove <i", 1},
    {"texts.remove <i", 2},
    {"numbers.remove <i<i", 10},
    {"set.remove <i<i", 1},
    {"texts.remove <i<i", 2},
    {"numbers.in >b<o", 10},
    {"set.in >b<o", 1},
    {"texts.in >b<o", 202},
    {"numbers.erase <o", 10},
    {"set.erase <o", 1},
    {"texts.erase <o", 202},
    {"numbers.iterator >o", 10},
    {"set.iterator >o", 1},
    {"texts.iterator >o", 2},
    {"GetProperty <s>*", 100},
    {"HasProperty <s>b", 100},
    {"SetProperty <s<*", 100},
    {"numbers.GetProperty <s>*", 100},
    {"set.GetProperty <s>*", 100},
    {"texts.GetProperty <s>*", 100},
    {"numbers.HasProperty <*>b", 100},
    {"set.HasProperty <*>b", 100},
    {"texts.HasProperty <*>b", 100},
    {"numbers.SetProperty <s<*", 100},
    {"set.SetProperty <s<*", 100},
    {"texts.SetProperty <s<*", 100},
    {"GetVariable <s>*", 100},
    {"SetVariable <s<*", 100},
    {"FindActor >o<s", 101},
};

TEST(PathologicCharges, are_those_of_the_table) {
    for (const Implemented& native : implemented_natives()) {
        if (native.latent || native.name == "StopGroup0") continue;
        for (std::size_t receiver = 1; receiver < std::size(receivers); ++receiver) {
            const bool method = native.kind == NativeKind::method;
            const std::string key = (method ? std::string(receivers[receiver]) + "." : std::string()) +
                                    std::string(native.name) + " " + std::string(native.arguments);
            const auto expected = costs.find(key);
            const std::uint64_t work = work_of(native, receiver);
            EXPECT_EQ(work, expected == costs.end() ? 0 : expected->second) << key;
            if (!method) break;
        }
    }
}

} // namespace
} // namespace vellum::test
