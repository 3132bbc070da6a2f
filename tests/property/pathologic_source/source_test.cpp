// Scripts as source: what is decompiled is compiled to the same file, text is a fixed point, and no name
// reaches the file. The samples always, real scripts where VELLUM_CORPUS has them.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <unordered_set>
#include <vector>

#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "engines/pathologic/engine.hpp"
#include "engines/pathologic/format/event_names.hpp"
#include "engines/pathologic/format/script.hpp"
#include "engines/pathologic/source/words.hpp"
#include "vellum/engine.hpp"

namespace vellum::pathologic {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> scripts(const fs::path& folder) {
    std::vector<std::string> files;
    std::error_code missing;
    for (const auto& entry : fs::recursive_directory_iterator(folder, missing))
        if (entry.path().extension() == ".bin" && entry.file_size() != 0)
            files.push_back(entry.path().string());
    std::ranges::sort(files);
    return files;
}

ProgramPtr load(std::span<const std::byte> bytes, const std::string& name) {
    Diagnostics diagnostics;
    auto program = engine().format().load(bytes, {name, {}}, diagnostics);
    return program ? *program : nullptr;
}

std::vector<std::byte> compiled(const std::string& text, const std::string& name) {
    Diagnostics diagnostics;
    const auto program = engine().language()->compile(text, {name, {}}, diagnostics);
    EXPECT_TRUE(program) << name << ": " << (program ? std::string() : format(program.error()));
    if (!program) return {};
    return *(*program)->save();
}

bool part_of_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Gives everything another name that is free to have one.
std::string renamed(const std::string& text, const Script& script) {
    std::unordered_set<std::string> fixed{"init", "script", "ui", "alpha", "x", "y", "z"};
    for (const GlobalVariable& global : script.globals) fixed.insert(global.name);
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] == '"') {
            std::size_t end = i + 1;
            while (text[end] != '"') end += text[end] == '\\' ? 2 : 1;
            out += text.substr(i, end + 1 - i);
            i = end + 1;
            continue;
        }
        const bool name = part_of_name(text[i]) && (text[i] < '0' || text[i] > '9');
        std::size_t end = i + 1;
        if (part_of_name(text[i]))
            while (end < text.size() && part_of_name(text[end])) ++end;
        const std::string word = text.substr(i, end - i);
        const bool native = i > 0 && (text[i - 1] == '@' || text[i - 1] == '>');
        out += word;
        if (name && !native && !source::is_keyword(word) && !fixed.contains(word) && !event_number(word) &&
            !(word.starts_with("Event") && word.size() > 5))
            out += "_other";
        i = end;
    }
    return out;
}

void come_back(const std::vector<std::string>& files, bool all_source) {
    std::size_t functions = 0;
    for (const std::string& file : files) {
        const auto bytes = read_file(file);
        ASSERT_TRUE(bytes) << file;
        const ProgramPtr program = load(*bytes, file);
        ASSERT_NE(program, nullptr) << file;
        const auto source = program->decompile({});
        ASSERT_TRUE(source) << file;
        functions += source->functions.size();
        if (all_source) {
            EXPECT_EQ(source->listing, "") << file;
            for (const FunctionVerdict& one : source->functions)
                EXPECT_TRUE(one.identical) << file << ": " << one.name << ": " << one.reason;
            for (const char* line :
                 {"pool ", "import ", "events ", "    events ", "tasks ", "more ", "keep ", "run "})
                EXPECT_FALSE(("\n" + source->text).contains("\n" + std::string(line)))
                    << file << ": " << line;
        }
        const std::vector<std::byte> again = compiled(source->text, file);
        ASSERT_EQ(as_text(again), as_text(*bytes)) << file;
        const ProgramPtr second = load(again, file);
        ASSERT_NE(second, nullptr) << file;
        EXPECT_EQ(second->decompile({})->text, source->text) << file;
        if (source->listing.empty() && source->text.find(" asm {") == std::string::npos) {
            const std::vector<std::byte> other =
                compiled(renamed(source->text, static_cast<const Script&>(*program)), file);
            EXPECT_EQ(as_text(other), as_text(*bytes)) << file << ", renamed";
        }
    }
    std::printf("%zu scripts, %zu functions\n", files.size(), functions);
}

TEST(PathologicSource, samples_come_back) {
    const std::vector<std::string> files = scripts(fs::path(VELLUM_SOURCE_DIR) / "samples" / "pathologic");
    ASSERT_GE(files.size(), 5U);
    come_back(files, false);
}

TEST(PathologicSource, real_scripts_come_back_without_an_instruction_left) {
    const char* corpus = std::getenv("VELLUM_CORPUS");
    if (corpus == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    std::vector<std::string> files;
    for (const char* build : {"HD", "2005", "alpha", "demo_en"})
        for (std::string& file : scripts(fs::path(corpus) / "pathologic" / build))
            files.push_back(std::move(file));
    ASSERT_FALSE(files.empty());
    come_back(files, true);
}

} // namespace
} // namespace vellum::pathologic
