// Whatever an editor or a debugging client can ask for is asked in some case of tests/cases, which shows the
// whole of the answer: nothing can be added that no test looks at.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "protocol/dap/adapter.hpp"
#include "protocol/lsp/server.hpp"

namespace vellum::protocol {
namespace {

/// All cases below a folder of that name, of all engines.
std::string cases_of(std::string_view folder) {
    std::string all;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(VELLUM_SOURCE_DIR "/tests/cases")) {
        if (entry.path().extension() != ".case" || entry.path().parent_path().filename() != folder) continue;
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        all += text.str();
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

} // namespace
} // namespace vellum::protocol
