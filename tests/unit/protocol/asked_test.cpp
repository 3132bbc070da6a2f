// Whatever an editor or a debugging client can ask for is asked in some case of tests/cases, which shows the
// whole of the answer: nothing can be added that no test looks at.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "protocol/dap/adapter.hpp"
#include "protocol/lsp/server.hpp"

namespace vellum::protocol {
namespace {

std::string content(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// All cases below a folder of that name, of all engines.
std::string cases_of(std::string_view folder) {
    std::string all;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(VELLUM_SOURCE_DIR "/tests/cases")) {
        if (entry.path().extension() != ".case" || entry.path().parent_path().filename() != folder) continue;
        all += content(entry.path());
    }
    return all;
}

TEST(Asked, EveryMethodOfTheLanguageServer) {
    const std::string cases = cases_of("editing");
    for (const std::string_view method : lsp::Server::methods())
        EXPECT_TRUE(cases.contains("\n-- edit raw " + std::string(method)) ||
                    cases.contains("\"method\":\"" + std::string(method) + '"') ||
                    method == "textDocument/didOpen" || method == "textDocument/didChange") // every case does
            << method;
}

TEST(Asked, EveryRequestOfTheDebugAdapter) {
    const std::string cases = cases_of("dap");
    for (const std::string_view command : dap::Adapter::commands()) {
        if (command == "attach" || command == "pause")
            continue; // unit/protocol/serve_test.cpp: they need a game
        const std::string answer = "\n< " + std::string(command);
        EXPECT_TRUE(cases.contains(answer + '\n') || cases.contains(answer + ' ')) << command;
    }
}

/// How many entries the table in that source has.
std::size_t entries_in(const std::string& source) {
    const std::string text = content(VELLUM_SOURCE_DIR "/src/protocol/" + source);
    static const std::regex entry(R"re(\{"[\w/$]+",\s*&)re");
    return static_cast<std::size_t>(std::distance(std::sregex_iterator(text.begin(), text.end(), entry), {}));
}

TEST(Asked, NothingIsLeftOutOfTheLists) {
    EXPECT_EQ(dap::Adapter::commands().size(), entries_in("dap/adapter.cpp"));
    EXPECT_EQ(lsp::Server::methods().size(), entries_in("lsp/server.cpp"));
}

/// What the sources read of a message: `arguments["name"]`.
std::set<std::string> members_read_in(std::string_view folder) {
    std::set<std::string> all;
    for (const auto& entry :
         std::filesystem::directory_iterator(VELLUM_SOURCE_DIR "/src/protocol/" + std::string(folder))) {
        const std::string text = content(entry.path());
        static const std::regex member(R"re(\["(\w+)"\])re");
        for (std::sregex_iterator each(text.begin(), text.end(), member), end; each != end; ++each)
            all.insert((*each)[1]);
    }
    return all;
}

TEST(Asked, EveryMemberThatIsRead) {
    const auto missing_in = [](std::string_view folder, const std::string& said) {
        std::string missing;
        for (const std::string& member : members_read_in(folder))
            if (!said.contains('"' + member + '"')) missing += " " + member;
        return missing;
    };
    // What is kept by kind of breakpoint, and heads of messages, are no members of arguments; tokens and what
    // runs long are unit/protocol/serve_test.cpp's, what a launch has is cli/dap_test.sh's.
    EXPECT_EQ(missing_in("dap", cases_of("dap")),
              " args command cwd functions plan program progressId seq setDataBreakpoints "
              "setExceptionBreakpoints setFunctionBreakpoints setInstructionBreakpoints token");
    // What an index answers is asked of one in cli/lsp_test.sh.
    EXPECT_EQ(missing_in("lsp", cases_of("editing") + content(VELLUM_SOURCE_DIR "/tests/runner/editing.cpp")),
              " folder place");
}

} // namespace
} // namespace vellum::protocol
