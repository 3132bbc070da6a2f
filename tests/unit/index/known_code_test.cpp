// What an index says of a script's code is what the workspace says of it.
#ifdef VELLUM_HAVE_INDEX
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "index/known_files.hpp"
#include "vellum/files.hpp"
#include "vellum/workspace.hpp"

namespace vellum::index {
namespace {

/// Members of one list, one line for each.
std::vector<std::string> told(const Json& list) {
    std::vector<std::string> lines;
    for (const Json& one : list.elements())
        lines.push_back(std::string(one["kind"].as_string()) + ' ' + std::string(one["name"].as_string()) +
                        ' ' + std::to_string(one["address"].as_int()) + ' ' +
                        std::to_string(one["line"].as_int()));
    std::ranges::sort(lines);
    return lines;
}

TEST(KnownCode, is_what_the_workspace_answers) {
    const std::string index = (std::filesystem::temp_directory_path() /
                               ("vellum_known_code_" + std::to_string(std::random_device()())))
                                  .generic_string();
    std::filesystem::remove(index);
    const Workspace workspace(std::make_shared<DiskFileSystem>());
    const std::string samples = VELLUM_SOURCE_DIR "/samples";
    ASSERT_TRUE(workspace.ask("index", R"({"nodes":[")" + samples + R"("],"output":")" + index + R"("})"));
    const DiskFileSystem files;
    auto known = KnownFiles::open(index, files, workspace.settings().text);
    ASSERT_TRUE(known) << known.error().message;
    const auto answer = workspace.ask("code", R"({"nodes":[")" + samples + R"("]})");
    ASSERT_TRUE(answer);
    const auto all = parse_json(*answer);
    ASSERT_TRUE(all);
    std::map<std::string_view, const Json*> by_name;
    for (const Json& one : all->elements()) by_name[one["file"].as_string()] = &one;
    Diagnostics problems;
    std::size_t scripts = 0, functions = 0, references = 0;
    for (const Node& node : workspace.find(samples, problems)) {
        const auto found = (*known)->scripts_with_uses(node);
        if (!found) continue;
        for (const KnownScript& script : *found) {
            SCOPED_TRACE(script.name);
            const auto code = parse_json((*known)->code(script, "this/name"));
            ASSERT_TRUE(code);
            EXPECT_EQ((*code)["file"].as_string(), "this/name");
            ASSERT_TRUE(by_name.contains(script.name));
            const Json& wanted = *by_name[script.name];
            EXPECT_EQ((*code)["engine"].as_string(), wanted["engine"].as_string());
            EXPECT_EQ((*code)["source"].as_string(), wanted["source"].as_string());
            EXPECT_EQ(told((*code)["references"]), told(wanted["references"]));
            // Of what stands in no function of the source, such as a transition, the index has no line.
            for (std::string& one : told((*code)["functions"])) {
                const std::vector<std::string> there = told(wanted["functions"]);
                EXPECT_TRUE(std::ranges::any_of(there, [&](const std::string& other) {
                    return one.ends_with(" 0") ? other.starts_with(one.substr(0, one.size() - 1))
                                               : other == one;
                })) << one;
            }
            EXPECT_EQ((*code)["functions"].elements().size(), wanted["functions"].elements().size());
            ++scripts;
            functions += (*code)["functions"].elements().size();
            references += (*code)["references"].elements().size();
        }
    }
    EXPECT_GT(scripts, 10U);
    EXPECT_GT(functions, 30U);
    EXPECT_GT(references, 100U);
    known->reset(); // Windows removes nothing that is open
    std::filesystem::remove(index);
}

} // namespace
} // namespace vellum::index
#endif
