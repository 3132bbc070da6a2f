// The corpus snippets: every script that the original compiler and interpreter were asked about must print
// the same here.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "base/file.hpp"
#include "vm_host.hpp"

namespace vellum::test {
namespace {

std::vector<std::string> split(const std::string& text, char by) {
    std::vector<std::string> parts;
    std::stringstream stream(text);
    for (std::string part; std::getline(stream, part, by);) parts.push_back(part);
    return parts;
}

void run_all(const RunOptions& options) {
    const char* corpus = std::getenv("VELLUM_CORPUS");
    if (corpus == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    const std::string folder = std::string(corpus) + "/ags/snippets/";
    std::ifstream manifest(folder + "manifest.csv");
    std::string line;
    std::getline(manifest, line);
    int ran = 0;
    while (std::getline(manifest, line)) {
        const std::vector<std::string> columns = split(line, ',');
        if (columns.size() < 8 || columns[7].empty()) continue;
        std::vector<std::vector<std::byte>> files;
        for (const std::string& object : split(columns[5], ':')) {
            auto bytes = read_file(folder + object);
            ASSERT_TRUE(bytes) << object;
            files.push_back(std::move(*bytes));
        }
        std::ifstream expected(folder + columns[7]);
        std::stringstream wanted;
        wanted << expected.rdbuf();
        EXPECT_EQ(run_snippet(files, split(columns[5], ':'), columns[6], options), wanted.str())
            << columns[0];
        ++ran;
    }
    EXPECT_EQ(ran, 79);
}

TEST(Snippets, PrintWhatTheOriginalPrinted) { run_all({}); }
TEST(Snippets, PrintTheSamePrecisely) { run_all({{{"tier", "precise"}}, {}}); }

} // namespace
} // namespace vellum::test
