// Every example of the language page compiles in closed mode, and so do the samples. What the examples do is
// shown and checked by tests/documents/transcripts.sh.
#include "support.hpp"

#include "engines/skrit/fuel/file_includes.hpp"

namespace vellum::skrit::test {
namespace {

namespace fs = std::filesystem;

struct Example {
    std::string kind, text, file;
    std::size_t line = 0;
};

std::vector<Example> examples() {
    std::vector<Example> found;
    std::istringstream page(read_text(fs::path(VELLUM_SOURCE_DIR) / "docs/engines/skrit.md"));
    bool inside = false;
    std::size_t number = 0;
    for (std::string line; std::getline(page, line);) {
        ++number;
        if (line.starts_with("```")) {
            inside = !inside;
            if (inside) found.push_back({line.substr(3, line.find(' ') - 3), "", "", number});
            if (inside && line.find(' ') != std::string::npos)
                found.back().file = line.substr(line.find(' ') + 1);
        } else if (inside)
            found.back().text += line + "\n";
    }
    return found;
}

/// Includes name other examples of the page.
struct PageIncludes final : IncludeProvider {
    explicit PageIncludes(const std::vector<Example>& examples) : all(examples) {}
    std::optional<IncludedSource> include(std::string_view name, std::string_view) override {
        for (const Example& example : all)
            if (fs::path(example.file).stem() == name) return IncludedSource{example.file, example.text};
        return std::nullopt;
    }
    const std::vector<Example>& all;
};

TEST(SkritDocs, examples_compile) {
    std::size_t count = 0;
    const std::vector<Example> all = examples();
    for (const Example& example : all) {
        CompileOptions options;
        options.name = "skrit.md:" + std::to_string(example.line);
        options.exports = &siege_exports(); // closed: the page shows nothing that would have to be guessed
        if (example.kind == "exports") {
            Exports exports(&base_exports());
            Diagnostics diagnostics;
            EXPECT_TRUE(read_exports(example.text, options.name, exports, diagnostics))
                << format_all(diagnostics, options.name);
            continue;
        }
        if (example.kind != "skrit" || example.file == "wrong.skrit") continue; // its mistakes are shown
        PageIncludes includes(all);
        options.includes = &includes;
        EXPECT_TRUE(fine(compiled(example.text, options))) << options.name;
        ++count;
    }
    EXPECT_GE(count, 17U);
}

TEST(SkritDocs, samples_compile_closed) {
    std::size_t count = 0;
    for (const fs::directory_entry& entry :
         fs::directory_iterator(fs::path(VELLUM_SOURCE_DIR) / "samples/skrit")) {
        if (entry.path().extension() != ".skrit") continue;
        const FolderFileSystem files(entry.path().parent_path().string());
        FileIncludes includes(&files);
        CompileOptions options;
        options.name = entry.path().string();
        options.includes = &includes;
        options.exports = &siege_exports();
        const Compiled result = compiled(read_text(entry.path()), options);
        EXPECT_TRUE(fine(result)) << entry.path();
        EXPECT_EQ(result.problems(Severity::warning), "") << result.messages();
        ++count;
    }
    EXPECT_GE(count, 3U);
}

} // namespace
} // namespace vellum::skrit::test
