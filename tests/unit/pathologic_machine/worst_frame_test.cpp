// The worst frame: every known native, called again and again with the largest texts and containers that the
// default budgets allow. What they charge is counted, not timed. A frame may do sixteen times as much work as
// it has instructions; at a byte a nanosecond, which the slowest of them reach, that is far below a second.
#include <gtest/gtest.h>

#include "support/pathologic_driver.hpp"
#include "unit/pathologic_machine/counting.hpp"
#include "unit/pathologic_machine/implemented.hpp"

namespace vellum::test {
namespace {

constexpr std::uint64_t instructions = 1'000'000;   // the default
constexpr std::uint64_t quarter = instructions / 4; // as much law for less time, with texts in proportion
constexpr std::uint64_t text_size = std::uint64_t{1} << 18U;
constexpr std::uint64_t elements = 90'000;

/// A program that makes the largest things, waits a frame, and then calls one native for ever.
std::string program_of(NativeKind kind, std::string_view name, std::string_view arguments) {
    std::string text = ".numbering hd\n.run Main, start\n.task Main, 0, string, object, object\nstart:\n"
                       " PushS \"0123456789abcdef\"\n";
    for (int i = 0; i < 14; ++i) text += " Add2 S[1], S[1], S[1], 0\n";
    text += " TMov S[1], T[0]\n Func CreateIntVector/1, T[1]\n PushI " + std::to_string(elements) +
            "\n TObjFunc T[1], resize, S[1]\n Pop 2\n Func sync/0\n";
    std::string list;
    std::size_t count = 0;
    for (std::size_t i = 0; i + 1 < arguments.size(); i += 2, ++count) {
        switch (arguments[i + 1]) {
        case 'i': text += " PushI 80000\n"; break;
        case 'f': text += " PushF 0.5\n"; break;
        case 'b': text += " PushB true\n"; break;
        case 'v': text += " PushVec (1.0, 2.0, 3.0)\n"; break;
        case 'o': text += " PushV object\n"; break;
        default: text += " PushT T[0]\n"; break;
        }
    }
    for (std::size_t i = 0; i < count; ++i) list += ", S[" + std::to_string(count - i) + "]";
    text += "again:\n";
    if (kind == NativeKind::function)
        text += " Func " + std::string(name) + "/" + std::to_string(count) + list + "\n";
    else
        text += " TObjFunc T[1], " + std::string(name) + list + "\n";
    return text + " Jump again\n";
}

/// Does two frames and leaves in `host` what the second charged; false if the program is none. `budget` is
/// that of the second frame.
bool second_frame(Counting& host, NativeKind kind, std::string_view name, std::string_view arguments,
                  std::uint64_t budget = quarter) {
    std::string error;
    const ProgramPtr program = assemble_pathologic(program_of(kind, name, arguments), &error);
    EXPECT_NE(program, nullptr) << error;
    if (program == nullptr) return false;
    const auto world = pathologic::make_world(host);
    EXPECT_TRUE(world->add(program, "worst").has_value());
    world->start();
    world->frame(0.1F);
    EXPECT_TRUE(world->faults().empty()) << format(world->faults().front());
    host.clear();
    world->set_budget({.instructions = budget});
    const std::uint64_t before = world->instructions();
    world->frame(0.1F);
    EXPECT_LE(world->instructions() - before + host.work / work_per_instruction,
              budget + host.largest / work_per_instruction + 1)
        << name;
    return true;
}

TEST(PathologicWorstFrame, no_native_does_more_than_the_budget_pays) {
    for (const Implemented& native : implemented_natives()) {
        if (native.latent) continue; // ends the frame
        if (native.kind == NativeKind::function && native.arguments.find_first_of("s*") == std::string::npos)
            continue; // is given nothing that could be large
        Counting host(native.name);
        // Whatever is given a text has to say that it walks it, or why it does not. A few calls tell: one
        // that did not would walk it as often as there are instructions below.
        const bool shares = native.name == "RandOneOf"; // gives one of them as it is
        if (native.arguments.find('s') != std::string_view::npos && !shares) {
            ASSERT_TRUE(second_frame(host, native.kind, native.name, native.arguments, 20));
            ASSERT_GE(host.least, text_size) << native.name << "/" << native.arguments;
        }
        ASSERT_TRUE(second_frame(host, native.kind, native.name, native.arguments));
        EXPECT_LE(host.work, work_per_instruction * quarter + host.largest) << native.name;
        EXPECT_LE(host.largest, 4 * text_size) << native.name;
        EXPECT_GT(host.calls, 0U) << native.name;
    }
}

TEST(PathologicWorstFrame, containers_charge_for_their_elements) {
    struct Method {
        std::string_view name, arguments;
    };
    for (const Method& method :
         {Method{"clear", ""}, Method{"resize", "<i"}, Method{"remove", "<i"}, Method{"remove", "<i<i"},
          Method{"in", ">b<o"}, Method{"erase", "<o"}, Method{"iterator", ">o"}}) {
        Counting host(method.name);
        ASSERT_TRUE(second_frame(host, NativeKind::method, method.name, method.arguments));
        EXPECT_GE(host.largest, elements) << method.name;
    }
}

TEST(PathologicWorstFrame, natives_that_are_stood_in_for_are_no_exception) {
    std::size_t tried = 0;
    pathologic::known_natives().each_signature([&](const Signature& signature) {
        if (signature.latent || signature.kind != NativeKind::function || ++tried % 12 != 0) return;
        std::string arguments;
        for (const Parameter& parameter : signature.parameters) {
            arguments += '=';
            arguments += parameter.type == Type::boolean   ? 'b'
                         : parameter.type == Type::integer ? 'i'
                         : parameter.type == Type::real    ? 'f'
                         : parameter.type == Type::object  ? 'o'
                         : parameter.type == Type::vector  ? 'v'
                                                           : 's';
        }
        const NativeKey key{
            NativeKind::function, {}, signature.name, static_cast<std::int32_t>(signature.parameters.size())};
        if (!pathologic::known_natives().resolve(key)) return; // its signature only
        Counting host(signature.name);
        ASSERT_TRUE(second_frame(host, NativeKind::function, signature.name, arguments));
        EXPECT_LE(host.work, work_per_instruction * quarter + host.largest) << signature.name;
    });
    EXPECT_GT(tried, 100U);
}

// --- What instructions themselves walk ---

/// Instructions executed in a frame by a loop around these lines, at the default budget.
std::uint64_t executed(std::string_view lines) {
    std::string text = ".numbering hd\n.run Main, start\n.task Main, 0, string, string\n.task Wide, 2000, "
                       "int\nstart:\n PushS \"0123456789abcdef\"\n";
    for (int i = 0; i < 15; ++i) text += " Add2 S[1], S[1], S[1], 0\n";
    text += " TMov S[1], T[0]\n PushS \"x\"\n Add2 S[2], S[1], S[2], 1\n TMov S[1], T[1]\n Func sync/0\n"
            "again:\n" +
            std::string(lines) + " Jump again\nother:\n Return 0\n";
    std::string error;
    const ProgramPtr program = assemble_pathologic(text, &error);
    EXPECT_NE(program, nullptr) << error;
    std::uint64_t counts[2] = {};
    for (const bool checked : {false, true}) {
        pathologic::WorldOptions options;
        options.checked = checked;
        PathologicRun run(program, options);
        run.world->start();
        run.world->frame(0.1F);
        const std::uint64_t before = run.world->instructions();
        run.world->frame(0.1F);
        counts[checked ? 1 : 0] = run.world->instructions() - before;
        EXPECT_TRUE(run.world->faults().empty()) << format(run.world->faults().front());
    }
    EXPECT_EQ(counts[0], counts[1]) << lines;
    return counts[1];
}

TEST(PathologicWorstFrame, long_texts_cost_more_than_an_instruction) {
    const std::string wide = [] {
        std::string list = " PushV int";
        for (int i = 1; i < 2000; ++i) list += ", int";
        return list + "\n";
    }();
    EXPECT_EQ(executed(" PushI 1\n Pop 1\n"), instructions);
    EXPECT_LT(executed(" PushT T[0]\n PushS \"y\"\n Add S[2], S[1], 2\n Pop 1\n"), 200U)
        << "a copy each time";
    EXPECT_LT(executed(" PushT T[0]\n PushS \"y\"\n Add2 S[2], S[1], S[2], 2\n"), 300U)
        << "appending to a text that somebody else holds copies it";
    EXPECT_LT(executed(" PushT T[0]\n PushT T[1]\n Eq S[2], S[1], 2\n Pop 1\n"), 200U)
        << "half a megabyte each";
    EXPECT_LT(executed(wide + " Pop 2000\n"), 30'000U);
    EXPECT_LT(executed(wide + " TaskCall Wide\n Call other\n TaskReturn\n Pop 2000\n"), 20'000U)
        << "a task's variables go under its parameters";
}

} // namespace
} // namespace vellum::test
