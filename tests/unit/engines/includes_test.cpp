// A text that names others in every line: each is read once, or nearly, however often it is named, and none
// that is longer than texts may be.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "base/bytes.hpp"
#include "engines/languages.hpp"
#include "language/language.hpp"
#include "vellum/engine.hpp"
#include "vellum/files.hpp"

namespace vellum {
namespace {

class CountingFiles final : public FileSystem {
  public:
    std::map<std::string, std::string, std::less<>> files;
    mutable std::map<std::string, int> reads;
    mutable std::uint64_t most = 0; ///< The largest that was allowed.

    Result<std::vector<std::byte>> read(std::string_view name) const override {
        return read_at_most(name, ~std::uint64_t{0});
    }
    Result<std::vector<std::byte>> read_at_most(std::string_view name, std::uint64_t limit) const override {
        most = std::max(most, limit);
        const auto found = files.find(name);
        if (found == files.end()) return fail(codes::engine_unknown, "there is no such file");
        ++reads[found->first];
        const auto bytes = as_bytes(found->second);
        return std::vector(bytes.begin(), bytes.end());
    }
};

struct Language {
    std::string_view engine, main, other, declaration;
    /// The text that includes those names.
    std::string (*text)(const std::vector<std::string>& names);
};

std::string line_each(const std::vector<std::string>& names, std::string_view rest) {
    std::string text;
    for (const std::string& name : names) text += "#include \"" + name + "\"\n";
    return text + std::string(rest);
}

const Language languages_with_includes[] = {
    {"skrit", "main.skrit", "other.skrit", "int f$() { return 1; }\n",
     [](const std::vector<std::string>& names) {
         return line_each(names, "startup state S$ { event OnEnterState$() { f$(); } }\n");
     }},
    {"pathologic", "main.patho", "other.patho", "int Other(int a) { return a; }\n",
     [](const std::vector<std::string>& names) {
         return line_each(names, "main task T { void init() { } }\n");
     }},
    {"ags", "main.asc", "other.ash", "import int f();\n",
     [](const std::vector<std::string>& names) {
         std::string text = "// vellum:";
         for (const std::string& name : names) text += " header=" + name + ",";
         return text + "\nint g() { return 1; }\n";
     }},
};

TEST(Includes, AreReadOnceHoweverOftenTheyAreNamed) {
    for (const Language& language : languages_with_includes) {
        CountingFiles files;
        std::vector<std::string> names(2000, std::string(language.other));
        for (std::size_t i = 3; i < names.size(); i += 3) names[i] = "./" + names[i];
        for (std::size_t i = 0; i < names.size(); i += 5)
            if (language.engine != "ags") names[i] = language.main; // itself
        const std::string text = language.text(names);
        files.files.emplace(language.main, text);
        files.files.emplace(language.other, language.declaration);
        Diagnostics diagnostics;
        LoadOptions options;
        options.name = language.main;
        options.files = &files;
        static_cast<void>(find_engine(language.engine)->language()->compile(text, options, diagnostics));
        EXPECT_GE(files.reads[std::string(language.other)], 1) << language.engine;
        for (const auto& [name, count] : files.reads) EXPECT_LE(count, 6) << language.engine << ": " << name;
        EXPECT_LE(files.most, std::uint64_t{64} << 20U) << language.engine;

        files.reads.clear();
        files.most = 0;
        for (const language::Language* const each : languages())
            if (each->takes(language.main, text))
                static_cast<void>(
                    language::analyse(*each, {.text = text, .name = language.main, .files = &files}));
        for (const auto& [name, count] : files.reads) EXPECT_LE(count, 6) << language.engine << ": " << name;
        EXPECT_LE(files.most, std::uint64_t{64} << 20U) << language.engine;
    }
}

} // namespace
} // namespace vellum
