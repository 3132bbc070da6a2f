// A debugged run that rests after each slice of time goes on as if it had not rested.
#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/json.hpp"
#include "vellum/conversation.hpp"
#include "vellum/files.hpp"
#include "vellum/workspace.hpp"

namespace vellum::protocol {
namespace {

constexpr std::string_view work_source = R"(main task TMain {
    int m_sum;

    void init() {
        Work();
        @Trace("worked");
        Work();
        @Trace("again");
    }

    void Work() {
        for (int i = 0; i < 300000; i++) {
            m_sum++;
        }
    }
}
)";

class SlicedEditor {
  public:
    SlicedEditor() {
        const auto bytes = std::as_bytes(std::span(work_source));
        files_->add("work.patho", {bytes.begin(), bytes.end()});
        debugger_ = std::move(*converse(workspace_, "dap"));
        say("initialize");
        say("launch", R"({"program":"work.patho","frames":60,"slice":1})");
    }
    /// Says it and waits until nothing runs; what came meanwhile.
    std::string say(std::string_view command, std::string_view arguments = "{}") {
        std::string all;
        const std::string request = R"({"seq":)" + std::to_string(++sent_) +
                                    R"(,"type":"request","command":")" + std::string(command) +
                                    R"(","arguments":)" + std::string(arguments) + "}";
        auto told = debugger_->say(request);
        EXPECT_TRUE(told.has_value());
        for (const std::string& one : *told) all += one + "\n";
        while (debugger_->running()) {
            ++rests_;
            for (const std::string& one : debugger_->idle()) all += one + "\n";
        }
        return all;
    }
    [[nodiscard]] int rests() const { return rests_; }
    std::string line() {
        const std::string told = say("stackTrace", R"({"threadId":1})");
        const std::size_t at = told.find("\"line\":");
        return at == std::string::npos ? told : told.substr(at + 7, told.find_first_of(",}", at) - at - 7);
    }

  private:
    std::shared_ptr<MemoryFileSystem> files_ = std::make_shared<MemoryFileSystem>();
    Workspace workspace_{files_};
    std::unique_ptr<Conversation> debugger_;
    int sent_ = 0, rests_ = 0;
};

TEST(Slices, AStepOverALongCallIsOneStep) {
    SlicedEditor editor;
    editor.say("setFunctionBreakpoints", R"({"breakpoints":[{"name":"TMain.init"}]})");
    EXPECT_NE(editor.say("configurationDone").find("\"stopped\""), std::string::npos);
    EXPECT_EQ(editor.line(), "5");
    for (const char* const line : {"6", "7", "8"}) {
        editor.say("next", R"({"threadId":1})");
        EXPECT_EQ(editor.line(), line);
    }
    EXPECT_GE(editor.rests(), 2) << "nothing has rested";
}

TEST(Slices, AreOfTheLastLaunch) {
    auto files = std::make_shared<MemoryFileSystem>();
    const auto bytes = std::as_bytes(std::span(work_source));
    files->add("work.patho", {bytes.begin(), bytes.end()});
    const Workspace workspace(files);
    const auto debugger = std::move(*converse(workspace, "dap"));
    for (const char* const said :
         {R"({"seq":1,"type":"request","command":"initialize"})",
          R"({"seq":2,"type":"request","command":"launch","arguments":{"program":"none.patho","slice":1}})",
          R"({"seq":3,"type":"request","command":"launch","arguments":{"program":"work.patho","frames":1}})",
          R"({"seq":4,"type":"request","command":"configurationDone"})"}) {
        EXPECT_TRUE(debugger->say(said));
        EXPECT_FALSE(debugger->running()) << said;
    }
}

TEST(Slices, WhatComesBetweenThemIsAnsweredAndTheRunGoesOn) {
    SlicedEditor editor;
    editor.say("setFunctionBreakpoints", R"({"breakpoints":[{"name":"TMain.Work"}]})");
    editor.say("configurationDone");
    EXPECT_EQ(editor.line(), "11");
    editor.say("stepOut", R"({"threadId":1})");
    EXPECT_EQ(editor.line(), "5"); // the rest of the line that called
    const int rests = editor.rests();
    editor.say("continue", R"({"threadId":1})");
    EXPECT_EQ(editor.line(), "11");
    EXPECT_NE(editor.say("continue", R"({"threadId":1})").find("\"terminated\""), std::string::npos);
    EXPECT_GT(editor.rests(), rests);
}

} // namespace
} // namespace vellum::protocol
