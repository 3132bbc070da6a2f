// Makes docs/engines/skrit-features.md from the check-list and the tests that carry its numbers, and holds
// the page against it. VELLUM_BLESS=1 writes the page.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "skrit/feature.hpp"

namespace {

namespace fs = std::filesystem;

const fs::path root = VELLUM_SOURCE_DIR;

std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

struct Row {
    int number = 0;
    std::string subject, feature;
    std::set<std::string> tests;
};

std::vector<Row> check_list() {
    std::vector<Row> rows;
    std::istringstream lines(read(root / "tests/skrit/features.csv"));
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] == '#') continue;
        const std::size_t first = line.find(';');
        const std::size_t second = line.find(';', first + 1);
        rows.push_back({std::stoi(line.substr(0, first)),
                        line.substr(first + 1, second - first - 1),
                        line.substr(second + 1),
                        {}});
    }
    return rows;
}

/// "Suite.Name" of the last TEST above a place, or the file's name.
std::string test_at(const std::string& text, std::size_t at, const fs::path& path) {
    std::size_t found = std::string::npos;
    for (const std::string_view opening : {"\nTEST(", "\nTEST_F(", "\nTEST_P("}) {
        const std::size_t here = text.rfind(opening, at);
        if (here != std::string::npos && (found == std::string::npos || here > found)) found = here;
    }
    if (path.extension() != ".cpp" || found == std::string::npos)
        return fs::relative(path, root / "tests").generic_string();
    const std::size_t open = text.find('(', found) + 1;
    const std::size_t close = text.find(')', open);
    std::string name = text.substr(open, close - open);
    const std::size_t comma = name.find(',');
    return name.substr(0, comma) + "." + name.substr(name.find_first_not_of(' ', comma + 1));
}

void collect(std::vector<Row>& rows) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / "tests")) {
        const fs::path& path = entry.path();
        if (!entry.is_regular_file() || path.extension() == ".hpp" || path.extension() == ".csv") continue;
        if (path.string().find("skrit") == std::string::npos || path.filename() == "features_test.cpp")
            continue;
        const std::string text = read(path);
        const std::string marker = "SKRIT_FEATURE(";
        for (std::size_t at = 0; (at = text.find(marker, at)) != std::string::npos;) {
            const std::size_t open = at + marker.size();
            std::istringstream numbers(text.substr(open, text.find(')', open) - open));
            for (std::string number; std::getline(numbers, number, ',');) {
                const int row = std::atoi(number.c_str());
                for (Row& candidate : rows)
                    if (candidate.number == row) candidate.tests.insert(test_at(text, at, path));
            }
            at = open;
        }
    }
}

std::string page(const std::vector<Row>& rows) {
    std::size_t shown = 0;
    for (const Row& row : rows) shown += row.tests.empty() ? 0 : 1;
    std::string text =
        "# What of Skrit works\n\n"
        "Made from `tests/skrit/features.csv` and the tests that carry the numbers of its rows; "
        "`VELLUM_BLESS=1` and the\ntest `unit_skrit_features` write it again. ";
    text += std::to_string(shown) + " of " + std::to_string(rows.size()) + " rows are shown by a test.\n\n";
    text += "| # | subject | feature | shown by |\n|---|---|---|---|\n";
    for (const Row& row : rows) {
        std::string feature;
        for (const char c : row.feature) feature += c == '|' ? "\\|" : std::string(1, c);
        text += "| " + std::to_string(row.number) + " | " + row.subject + " | " + feature + " | ";
        std::string names;
        for (const std::string& test : row.tests) names += (names.empty() ? "" : ", ") + ("`" + test + "`");
        text += (names.empty() ? "**no test**" : names) + " |\n";
    }
    return text;
}

} // namespace

TEST(SkritFeatures, check_list_is_complete_and_in_order) {
    const std::vector<Row> rows = check_list();
    ASSERT_EQ(rows.size(), 190U);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].number, static_cast<int>(i) + 1);
        EXPECT_FALSE(rows[i].feature.empty());
    }
}

TEST(SkritFeatures, page_is_up_to_date) {
    std::vector<Row> rows = check_list();
    collect(rows);
    const std::string wanted = page(rows);
    const fs::path path = root / "docs/engines/skrit-features.md";
    if (const char* bless = std::getenv("VELLUM_BLESS"); bless != nullptr && std::string(bless) == "1")
        std::ofstream(path, std::ios::binary) << wanted;
    EXPECT_EQ(read(path), wanted) << "run the test with VELLUM_BLESS=1 to write the page again";
}
