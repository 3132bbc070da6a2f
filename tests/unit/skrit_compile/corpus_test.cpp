// Real scripts, when they are there: VELLUM_CORPUS names their folder.
#include "support.hpp"

#include "engines/skrit/fuel/file_includes.hpp"

namespace vellum::skrit::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> scripts(std::initializer_list<std::string_view> folders) {
    std::vector<fs::path> found;
    for (const std::string_view folder : folders)
        for (const fs::directory_entry& entry : fs::directory_iterator(corpus() / folder))
            if (entry.path().extension() == ".skrit") found.push_back(entry.path());
    return found;
}

TEST(SkritCorpus, real_scripts_compile_in_open_mode_and_round_trip) {
    SKRIT_FEATURE(48, 189);
    if (corpus().empty()) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    std::size_t compiled_files = 0;
    for (const fs::path& path : scripts({"components", "jobs", "animation"})) {
        const std::string text = read_text(path);
        const FolderFileSystem files(path.parent_path().string());
        FileIncludes includes(&files);
        CompileOptions options;
        options.name = path.string();
        options.includes = &includes;
        options.exports = &siege_exports();
        Exports inferred(options.exports);
        options.inferred = &inferred;
        Compiled result = compiled(text, options);
        if (path.filename() == "ee_indicator_controller.skrit") {
            ASSERT_EQ(result.unit, nullptr);
            EXPECT_EQ(result.diagnostics.all()[0].place.line, 22U);
            EXPECT_EQ(result.diagnostics.all()[0].place.column, 16U);
            EXPECT_NE(result.diagnostics.all()[0].message.find("before 'owner'"), std::string::npos);
            continue;
        }
        ASSERT_TRUE(fine(result)) << path;
        ++compiled_files;
        const std::vector<std::byte> bytes = write_skc(*result.unit);
        Diagnostics diagnostics;
        const auto loaded = read_skc(bytes, options.name, diagnostics);
        ASSERT_NE(loaded, nullptr) << path << format_all(diagnostics, "");
        EXPECT_EQ(write_skc(*loaded), bytes);
        const auto assembled = assemble_unit(list_unit(*result.unit, {}), options.name, diagnostics);
        ASSERT_NE(assembled, nullptr) << path << format_all(diagnostics, "");
        EXPECT_EQ(assembled->bytes, result.unit->bytes) << path;
        EXPECT_EQ(write_skc(*assembled), bytes) << path; // sources included
        // what was inferred, declared: the closed compilation gives the same code
        Exports declared(options.exports);
        ASSERT_TRUE(read_exports(write_exports(inferred, true), "inferred", declared, diagnostics)) << path;
    }
    EXPECT_GE(compiled_files, 49U);
}

TEST(SkritCorpus, conformance_programs_compile_closed) {
    if (corpus().empty()) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    std::size_t count = 0;
    for (const fs::path& path : scripts({"handmade"})) {
        const FolderFileSystem files(path.parent_path().string());
        FileIncludes includes(&files);
        CompileOptions options;
        options.name = path.string();
        options.includes = &includes;
        options.exports = &conformance_exports();
        ASSERT_TRUE(fine(compiled(read_text(path), options))) << path;
        ++count;
    }
    EXPECT_EQ(count, 30U);
}

} // namespace
} // namespace vellum::skrit::test
