// What tracers write, to the letter: one line of JSON for each thing that happened, with all that is known of
// it.
#include <gtest/gtest.h>

#include <string>

#include "base/text_writer.hpp"
#include "runtime/trace.hpp"
#include "unit/toy/toy_helper.hpp"
#include "vellum/hosts.hpp"

namespace vellum {
namespace {

using test::toy_world;

class Door : public Library {
  public:
    Door() {
        function("open", [](Call& call, std::int32_t wide) {
            if (!call.resumed) call.suspend();
            return wide > 0;
        });
        function("fail", [](Call& call) { call.fail("no way"); });
    }
};

constexpr std::string_view script =
    ".native \"open\"\n.native \"nobody\"\n.native \"fail\"\n.event \"poke\", poke\n"
    "    Push 2\n    Call \"open\", 1\n    Call \"nobody\", 0\n    Call \"fail\", 0\n"
    "    Halt\npoke:\n    Halt\n";

std::string traced(const TraceOptions& options) {
    Door door;
    StandInHost host(&door, nullptr);
    std::string text;
    JsonTracer tracer([&](std::string_view lines) { text += lines; }, options);
    const auto world = toy_world(script, host);
    world->add_observer(tracer);
    world->start();
    world->frame(0.1F);
    static_cast<void>(world->send({"poke", {Value(7)}}));
    tracer.note(*world, 0, "a note");
    world->remove_observer(tracer);
    tracer.flush();
    return text;
}

TEST(TraceLines, json_has_all_that_is_known) {
    TraceOptions options;
    options.steps = false;
    EXPECT_EQ(
        traced(options),
        R"({"type":"native","machine":0,"name":"main","native":"open","arguments":[2],"result":true,"outcome":"pending"}
{"type":"native","machine":0,"name":"main","native":"open","arguments":[2],"result":true,"outcome":"done","resumed":true}
{"type":"native","machine":0,"name":"main","native":"nobody","arguments":[],"result":null,"outcome":"done","stand_in":true}
{"type":"native","machine":0,"name":"main","native":"fail","arguments":[],"result":null,"outcome":"failed","error":"no way"}
{"type":"fault","machine":0,"name":"main","code":"toy.native","message":"no way","frames":[{"function":"main","address":11}]}
{"type":"event","machine":1,"name":"poke","event":"poke","values":[7],"outcome":"handled"}
{"type":"note","machine":0,"name":"main","text":"a note"}
)");
}

TEST(TraceLines, instructions_behind_the_code_have_no_text) {
    Door door;
    StandInHost host(&door, nullptr);
    const auto world = toy_world(script, host);
    const auto text = [&](std::uint32_t instruction) {
        TextWriter out;
        write_instruction(out, {*world, 0, 0, instruction, 0});
        return out.take();
    };
    EXPECT_NE(text(0).find("Push"), std::string::npos);
    EXPECT_NE(text(5).find("Halt"), std::string::npos);
    EXPECT_EQ(text(6), "");
    EXPECT_EQ(text(7), "");
}

} // namespace
} // namespace vellum
