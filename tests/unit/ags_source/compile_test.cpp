// Sources compile to the bytes of the original compiler, and wrong ones are refused with its words: the
// samples, and all of the corpus where there is one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "engines/ags/engine.hpp"
#include "support/corpus.hpp"
#include "support/settings.hpp"
#include "vellum/engine.hpp"

namespace vellum::test {
namespace {

namespace fs = std::filesystem;

/// Fields of a line; in quotes, divisors are text and two quotes are one.
std::vector<std::string> fields(const std::string& line, char by) {
    std::vector<std::string> all(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool quote = line[i] == '"' && by == ',';
        if (quote && quoted && i + 1 < line.size() && line[i + 1] == '"')
            all.back() += line[i++];
        else if (quote)
            quoted = !quoted;
        else if (line[i] == by && !quoted)
            all.emplace_back();
        else
            all.back() += line[i];
    }
    return all;
}

struct Outcome {
    std::vector<std::byte> bytes; ///< Empty if there were mistakes.
    Diagnostics diagnostics;
};

Outcome compile(const std::string& text, const std::string& name, const std::string& words,
                const std::string& folder) {
    const FolderFileSystem files(folder);
    Outcome outcome;
    const auto program = ags::engine().language()->compile(
        text, {name, settings_from(ags::engine(), words), &files}, outcome.diagnostics);
    if (program) {
        if (auto bytes = (*program)->save()) outcome.bytes = std::move(*bytes);
    } else if (outcome.diagnostics.ok()) {
        outcome.diagnostics.add(program.error());
    }
    return outcome;
}

TEST(Compile, SamplesGiveTheObjectsBesideThem) {
    const std::string folder = VELLUM_SOURCE_DIR "/samples/ags/";
    int count = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() != ".asc") continue;
        const Outcome outcome =
            compile(content(entry.path().string()), entry.path().filename().string(), {}, folder);
        const auto object = read_file(fs::path(entry.path()).replace_extension(".o").string());
        ASSERT_TRUE(object) << entry.path();
        EXPECT_TRUE(outcome.diagnostics.ok())
            << entry.path() << ": " << format(outcome.diagnostics.all().front());
        EXPECT_EQ(outcome.bytes, *object) << entry.path();
        ++count;
    }
    EXPECT_GE(count, 20);
}

/// "-flinenumbers=0" and "-fnoimportoverride" as the compiler's settings.
std::string words_of(const std::string& command) {
    std::string words;
    for (const std::string& word : fields(command, ' ')) {
        if (word == "-fnoimportoverride")
            words += "importoverride=0\n";
        else if (word.starts_with("-f"))
            words += word.substr(2) + "\n";
    }
    return words;
}

TEST(Compile, CorpusGivesTheOriginalObjectsInBothLineModes) {
    if (corpus() == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    const std::string folder = std::string(corpus()) + "/ags/snippets/";
    std::ifstream manifest(folder + "manifest.csv");
    std::string line;
    std::getline(manifest, line);
    int count = 0;
    while (std::getline(manifest, line)) {
        const std::vector<std::string> row = fields(line, ',');
        std::string words = words_of(row[4]);
        for (const std::string& header : fields(row[3], ':')) words += "header=" + header + "\n";
        const std::string text = content(folder + row[1]);
        const Outcome editor = compile(text, row[1], words, folder);
        const auto object = read_file(folder + row[2]);
        ASSERT_TRUE(object);
        EXPECT_EQ(editor.bytes, *object) << row[0];
        const Outcome agscc = compile(text, row[1], words + "lines=agscc\n", folder);
        EXPECT_EQ(sha256_hex(agscc.bytes), row[12]) << row[0];
        ++count;
    }
    EXPECT_EQ(count, 80);
}

/// What agscc says of a source, as the manifests have it.
struct Verdict {
    std::string stage; ///< Empty: it is taken.
    std::int32_t line = 0;
    std::string message;
};

std::string trimmed(std::string text) {
    while (text.ends_with(' ') || text.ends_with('\r')) text.pop_back();
    return text;
}

void expect_verdict(const std::string& name, const Outcome& outcome, const Verdict& verdict) {
    if (verdict.stage.empty()) {
        EXPECT_FALSE(outcome.bytes.empty()) << name << ": " << format(outcome.diagnostics.all().front());
        return;
    }
    ASSERT_EQ(outcome.diagnostics.errors(), 1U) << name;
    const Diagnostic& found = outcome.diagnostics.all().front();
    EXPECT_EQ(trimmed(found.message), trimmed(verdict.message)) << name;
    EXPECT_EQ(found.place.line, static_cast<std::uint32_t>(std::max(verdict.line, 0))) << name;
    const std::string_view id = found.code->id;
    EXPECT_TRUE(verdict.stage == "preprocessor" ? id == "ags.preprocessor" || id == "ags.user-error"
                                                : id == "ags.source" || id == "ags.unknown-name")
        << name << ' ' << id;
}

TEST(Compile, CorpusMistakesAreToldInTheOriginalWords) {
    if (corpus() == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    const std::string folder = std::string(corpus()) + "/ags/snippets/";
    std::ifstream manifest(folder + "errors/manifest.csv");
    std::string line;
    std::getline(manifest, line);
    int count = 0;
    while (std::getline(manifest, line)) {
        const std::vector<std::string> row = fields(line, ',');
        const Outcome outcome = compile(content(folder + "errors/" + row[0]), row[0],
                                        "header=vm.ash\nlines=agscc\nfirst-mistake\n", folder);
        if (row[1] == "OK")
            expect_verdict(row[0], outcome, {});
        else
            expect_verdict(row[0], outcome, {row[2], std::atoi(row[4].c_str()), row[5]});
        ++count;
    }
    EXPECT_EQ(count, 142);
}

/// Programs that the table cuts off with an ellipsis, in full.
std::string whole_program(const std::string& probe) {
    const auto times = [](const std::string& text, int count) {
        std::string all;
        for (int i = 0; i < count; ++i) all += text;
        return all;
    };
    if (probe == "nest_if") return "int main(){ " + times("if(1){", 75) + times("}", 75) + " return 0;}";
    if (probe == "nest_if_nobrace") return "int main(){ " + times("if(1) ", 75) + "return 1; return 0;}";
    if (probe == "long_expr") return "int main(){ return 1" + times("+1", 1999) + ";}";
    if (probe == "long_call")
        return "import int f(int a,...); int main(){ return f(1" + times(",1", 1999) + ");}";
    if (probe == "deep_paren")
        return "int main(){ return " + times("(", 2000) + "1" + times(")", 2000) + ";}";
    if (probe != "many_params") return {};
    std::string text = "int f(int a0";
    for (int i = 1; i < 110; ++i) text += ",int a" + std::to_string(i);
    return text + "){ return a0;} int main(){ return 0;}";
}

/// Programs with what agscc says of them: a name, options, the source, the stage or "OK", line and message.
void expect_verdicts(const std::string& path, int programs) {
    std::ifstream table(path, std::ios::binary);
    std::string line;
    std::getline(table, line);
    int count = 0;
    while (std::getline(table, line)) {
        const std::vector<std::string> row = fields(line, '\t');
        std::string text = whole_program(row[0]);
        if (text.empty()) {
            text = row[2];
            ASSERT_FALSE(text.contains("\u2026")) << row[0];
            // In '\x41' and in a lone backslash the two characters are what they are.
            for (std::size_t at = 0; (at = text.find("\\n", at)) != std::string::npos;)
                text.replace(at, 2, "\n");
        }
        const Outcome outcome = compile(text, row[0] + ".asc",
                                        words_of(row[1]) + "lines=agscc\nfirst-mistake\n", VELLUM_SOURCE_DIR);
        if (row[3] == "OK")
            expect_verdict(row[0], outcome, {});
        else
            expect_verdict(row[0], outcome, {row[3], std::atoi(row[4].c_str()), row[5]});
        ++count;
    }
    EXPECT_EQ(count, programs) << path;
}

TEST(Compile, TheOrderOfChecksIsTheOriginals) {
    expect_verdicts(VELLUM_SOURCE_DIR "/tests/unit/ags_source/verdicts.tsv", 152);
}

TEST(Compile, FurtherCorpusMistakesAreToldInTheOriginalWords) {
    if (corpus() == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    expect_verdicts(std::string(corpus()) + "/ags/error-probes-more.tsv", 260);
}

TEST(Compile, ProbesBesideTheCorpusAreToldInTheOriginalWords) {
    if (corpus() == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    const std::string table = std::string(corpus()) + "/../golden/ags/error-probes-corrections.tsv";
    if (!fs::exists(table)) GTEST_SKIP() << "no probes beside the corpus";
    expect_verdicts(table, 184);
}

} // namespace
} // namespace vellum::test
