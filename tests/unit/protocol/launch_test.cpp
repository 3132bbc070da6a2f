// What is misspelt in a launch request is refused or said, never passed over.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/bytes.hpp"
#include "vellum/conversation.hpp"

namespace vellum {
namespace {

/// Everything that is answered to a launch request and until the run is over.
std::string launched(const std::string& members) {
    constexpr std::string_view source = R"(main task TMain { void init() { @Trace("rung"); } })";
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto bytes = as_bytes(source);
    files->add("bell.patho", {bytes.begin(), bytes.end()});
    const Workspace workspace(files);
    const auto conversation = converse(workspace, "dap");
    EXPECT_TRUE(conversation);
    std::string told;
    int number = 0;
    const auto say = [&](std::string_view command, const std::string& arguments) {
        const auto answers =
            (*conversation)
                ->say(R"({"seq":)" + std::to_string(++number) + R"(,"type":"request","command":")" +
                      std::string(command) + R"(","arguments":)" + arguments + "}");
        EXPECT_TRUE(answers);
        for (const std::string& each : *answers) told += each + "\n";
    };
    say("initialize", "{}");
    say("launch", R"({"program":"bell.patho","frames":1,)" + members + "}");
    say("configurationDone", "{}");
    return told;
}

TEST(Launch, WhatIsMisspeltIsRefusedOrSaid) {
    const auto says = [](const std::string& members, std::string_view wanted) {
        EXPECT_TRUE(launched(members).contains(wanted)) << members << "\n" << launched(members);
    };
    says(R"("stopOnEntry":"yes")", "'stopOnEntry' is true or false");
    says(R"("stopAtEnd":"true")", "'stopAtEnd' is true or false");
    says(R"("noDebug":1)", "'noDebug' is true or false");
    says(R"("stopOnEntri":true)", "'stopOnEntri' is not an option. Did you mean 'stopOnEntry'?");
    says(R"("nodebug":true)", "'nodebug' is not an option. Did you mean 'noDebug'?");
    says(R"("evenz":"OnUse")", "'evenz' is not an option. Did you mean 'event'?");
    says(R"("data":["nowhere"])", "'data': there is no such file or folder: nowhere");
    says(R"("answer":["Trac=3"])", "no script uses Trac");
    EXPECT_FALSE(launched(R"("stopOnEntry":false,"answer":["Trace=3"])").contains("no script uses"));
}

} // namespace
} // namespace vellum
