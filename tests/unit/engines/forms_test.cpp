// What a file holds says what it is, whatever its ending: a compiled script called as a source, a source
// called as a compiled script. Of all engines.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "support/corpus.hpp"
#include "vellum/engine.hpp"
#include "vellum/tools.hpp"

namespace vellum::test {
namespace {

std::string source_of(const Engine& engine) {
    const std::string folder = VELLUM_SOURCE_DIR "/samples/";
    if (engine.id() == "ags") return "int twice(int n) { return 2 * n; }\n";
    if (engine.id() == "ff7") return content(folder + "ff7/island.wms");
    if (engine.id() == "pathologic") return content(folder + "pathologic/lamp.patho");
    if (engine.id() == "skrit") return content(folder + "skrit/guard.skrit");
    return {};
}

std::vector<std::byte> bytes_of(const std::string& text) {
    const auto bytes = as_bytes(text);
    return {bytes.begin(), bytes.end()};
}

/// As it is saved after it was opened under that name; empty if it cannot be.
std::vector<std::byte> opened_as(std::vector<std::byte> bytes, const std::string& name) {
    const auto opened = tools::open(std::move(bytes), name);
    if (!opened || opened->scripts.size() != 1) return {};
    Diagnostics diagnostics;
    const auto program = tools::load(*opened, opened->scripts.front(), diagnostics);
    if (!program) return {};
    auto saved = (*program)->save();
    return saved ? std::move(*saved) : std::vector<std::byte>();
}

std::vector<std::byte> compiled_as(const Engine& engine, const std::string& text, const std::string& name) {
    Diagnostics diagnostics;
    const auto program = engine.language()->compile(text, {.name = name}, diagnostics);
    if (!program) return {};
    auto saved = (*program)->save();
    return saved ? std::move(*saved) : std::vector<std::byte>();
}

TEST(Forms, BytesDecideBeforeEndings) {
    for (const Engine* engine : engines()) {
        const std::string text = source_of(*engine);
        const std::vector<std::byte> compiled = compiled_as(*engine, text, "twice.txt");
        ASSERT_FALSE(compiled.empty()) << engine->id();
        for (const Engine* other : engines())
            for (const std::string_view ending : other->source_extensions())
                EXPECT_EQ(opened_as(compiled, "twice" + std::string(ending)), compiled)
                    << engine->id() << ending;
        // Of some endings an engine knows nothing but the name.
        for (const std::string_view ending : engine->format().extensions()) {
            const std::string name = "twice" + std::string(ending);
            if (engine->format().detect(bytes_of(text), name) == Confidence::maybe)
                EXPECT_EQ(opened_as(bytes_of(text), name), compiled_as(*engine, text, name)) << name;
        }
    }
}

TEST(Forms, PointersOfGitAreNoDamagedFiles) {
    const std::string pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0123\nsize 12345\n";
    for (const Engine* engine : engines())
        for (const std::string_view ending : engine->format().extensions()) {
            const auto opened = tools::open(bytes_of(pointer), "file" + std::string(ending));
            ASSERT_FALSE(opened);
            EXPECT_TRUE(opened.error().message.contains("Git LFS")) << ending;
        }
}

TEST(Forms, BlanksAloneAreNoSource) {
    tools::OpenOptions options;
    options.engine = find_engine("pathologic");
    const auto opened = tools::open(std::vector(3, std::byte{9}), "x", options);
    ASSERT_TRUE(opened);
    Diagnostics diagnostics;
    EXPECT_FALSE(tools::load(*opened, opened->scripts.front(), diagnostics));
}

} // namespace
} // namespace vellum::test
