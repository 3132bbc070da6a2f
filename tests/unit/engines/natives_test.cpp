// The engines' rows of natives: well formed, documented where Vellum answers, told in a section of a page
// that there is, and marked as answered exactly where there is a function.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "engines/ags/format/script.hpp"
#include "engines/ags/machine/environment.hpp"
#include "engines/ff7/natives/rows.hpp"
#include "engines/pathologic/format/script.hpp"
#include "engines/pathologic/natives/implementations.hpp"
#include "engines/skrit/natives/families.hpp"
#include "vellum/engine.hpp"

namespace vellum::test {
namespace {

namespace fs = std::filesystem;

std::vector<NativeRow> rows_of(std::string_view engine) {
    std::vector<NativeRow> rows;
    find_engine(engine)->runtime().each_native([&](const NativeRow& row) { rows.push_back(row); });
    return rows;
}

std::string read_file(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// "m add/1"; 100 more if further arguments may follow.
std::string key_of(const NativeRow& row) {
    const std::size_t count = row.signature.parameters.size() + (row.signature.variadic ? 100 : 0);
    return std::string(to_string(row.role)) + " " + full_name(row.signature) + "/" + std::to_string(count);
}

std::set<std::string> implemented(std::string_view engine) {
    std::set<std::string> keys;
    for (const NativeRow& row : rows_of(engine))
        if (row.implemented) keys.insert(key_of(row));
    return keys;
}

class NativesOf : public testing::TestWithParam<std::string_view> {};

TEST_P(NativesOf, AreListedOnceEach) {
    const std::vector<NativeRow> rows = rows_of(GetParam());
    EXPECT_GT(rows.size(), 60U);
    std::set<std::string> seen;
    for (const NativeRow& row : rows)
        EXPECT_TRUE(seen.insert(std::string(to_string(row.role)) + " " + declaration(row)).second)
            << declaration(row);
}

TEST_P(NativesOf, AreDescribedInSentences) {
    for (const NativeRow& row : rows_of(GetParam())) {
        const std::string& text = row.signature.documentation;
        if (!text.empty()) {
            EXPECT_TRUE(text.ends_with('.') || text.ends_with('?')) << declaration(row) << ": " << text;
            EXPECT_EQ(text.find_first_of("|\n"), std::string::npos) << declaration(row);
        }
        const bool must = row.implemented || row.role == NativeRole::query || row.role == NativeRole::command;
        EXPECT_FALSE(must && text.empty()) << declaration(row);
        EXPECT_EQ(row.uses == 0, row.scripts == 0) << declaration(row);
        EXPECT_LE(row.scripts, row.uses) << declaration(row);
        EXPECT_TRUE(row.type_names.empty() || row.type_names.size() == row.signature.parameters.size() + 1);
    }
}

TEST_P(NativesOf, SayWhereTheFactIsFrom) {
    std::set<std::string_view> sources;
    for (const NativeRow& row : rows_of(GetParam())) sources.insert(row.source);
    for (const std::string_view source : sources) {
        const std::size_t comma = source.find(", ");
        ASSERT_NE(comma, std::string_view::npos) << source;
        const std::string page = read_file(source.substr(0, comma));
        EXPECT_NE(page.find("# " + std::string(source.substr(comma + 2)) + "\n"), std::string::npos)
            << source;
    }
}

INSTANTIATE_TEST_SUITE_P(Engines, NativesOf, testing::Values("pathologic", "ags", "skrit", "ff7"),
                         [](const auto& instance) { return std::string(instance.param); });

TEST(ImplementedNatives, AreThePathologicFunctions) {
    std::set<std::string> functions;
    for (const pathologic::Implementation& native : pathologic::implementations())
        EXPECT_TRUE(functions
                        .insert((native.kind == NativeKind::method ? "method " : "function ") +
                                std::string(native.name) + "/" + std::to_string(native.arity))
                        .second)
            << native.name;
    EXPECT_EQ(implemented("pathologic"), functions);
}

TEST(ImplementedNatives, AreTheAgsBuiltins) {
    std::set<std::string> functions;
    for (const std::span<const ags::BuiltinEntry> part :
         {ags::string_builtins(), ags::maths_builtins(), ags::container_builtins(), ags::file_builtins(),
          ags::old_text_builtins(), ags::game_builtins(), ags::time_builtins()})
        for (const ags::BuiltinEntry& entry : part) {
            std::string name(entry.name), role = "function";
            if (const std::size_t colons = name.find("::"); colons != std::string::npos) {
                name.replace(colons, 2, ".");
                role = "method";
                for (const std::string_view prefix : {"get_", "geti_", "set_", "seti_"})
                    if (name.compare(colons + 1, prefix.size(), prefix) == 0) {
                        name.erase(colons + 1, prefix.size());
                        role = prefix.starts_with('g') ? "getter" : "setter";
                    }
            }
            EXPECT_TRUE(functions.insert(role + " " + name + "/" + std::to_string(entry.arity)).second)
                << name;
        }
    EXPECT_EQ(implemented("ags"), functions);
}

TEST(ImplementedNatives, AreTheSkritFamilies) {
    std::set<std::string> rows, functions;
    for (const NativeRow& row : rows_of("skrit"))
        if (row.implemented)
            rows.insert(skrit::built_in_key(
                row.signature.owner, row.signature.name,
                row.signature.variadic ? -1 : static_cast<std::int32_t>(row.signature.parameters.size())));
    for (const std::span<const skrit::BuiltInRow> family :
         {skrit::math_natives(), skrit::text_natives(), skrit::report_natives(), skrit::object_natives(),
          skrit::skrit_natives(), skrit::help_natives(), skrit::bot_natives()})
        for (const skrit::BuiltInRow& row : family)
            EXPECT_TRUE(functions.insert(std::string(row.key)).second) << row.key;
    EXPECT_EQ(rows, functions);
}

TEST(ImplementedNatives, AreNoneWhereTheGameAnswersAll) { EXPECT_TRUE(implemented("ff7").empty()); }

TEST(Ff7Natives, AreAskedForAsTheyAreListed) {
    std::set<std::string> asked, listed;
    for (const ff7::NativeName& name : ff7::query_names)
        asked.insert("query " + std::string(name.name) + "/" + std::to_string(name.arity));
    for (const ff7::NativeName& name : ff7::command_names)
        asked.insert("command " + std::string(name.name) + "/" + std::to_string(name.arity));
    for (const NativeRow& row : rows_of("ff7")) listed.insert(key_of(row));
    EXPECT_EQ(asked, listed);
}

TEST(PathologicNatives, SayOfNoneThatItWaitsAndDoesNotAnswer) {
    // A known native that is answered says of itself whether it waits: both lists are one.
    for (const NativeRow& row : rows_of("pathologic")) {
        const Native native =
            find_engine("pathologic")
                ->runtime()
                .known_natives()
                ->resolve_shared({row.signature.kind,
                                  {},
                                  row.signature.name,
                                  static_cast<std::int32_t>(row.signature.parameters.size())});
        ASSERT_NE(native.signature, nullptr) << declaration(row);
        EXPECT_EQ(native.signature->latent, row.signature.latent) << declaration(row);
        EXPECT_EQ(native && !native.stand_in, row.implemented) << declaration(row);
    }
}

// --- An engine that only has known natives ---

class Plain final : public Engine, Format, Runtime {
  public:
    Plain() {
        natives_.function(
                    "twice", [](std::int32_t number) { return number * 2; }, "Two times a number.")
            .variadic("print", [](Call&) {});
        Signature described;
        described.kind = NativeKind::setter;
        described.owner = "Door";
        described.name = "open";
        described.parameters = {{"wide", Type::boolean, Direction::in}};
        natives_.describe(described);
    }
    std::string_view id() const override { return "plain"; }
    std::string_view title() const override { return "Plain"; }
    const Format& format() const override { return *this; }
    const Runtime& runtime() const override { return *this; }
    std::span<const std::string_view> extensions() const override { return {}; }
    std::span<const isa::Table* const> tables() const override { return {}; }
    std::span<const DiagnosticCode* const> codes() const override { return {}; }
    Confidence detect(std::span<const std::byte>, std::string_view) const override { return Confidence::no; }
    Result<ProgramPtr> load(std::span<const std::byte>, const LoadOptions&, Diagnostics&) const override {
        return unsupported("load");
    }
    Result<ProgramPtr> assemble(std::string_view, const LoadOptions&, Diagnostics&) const override {
        return unsupported("assemble");
    }
    Result<std::unique_ptr<Scheduler>> instantiate(std::span<const ProgramPtr>, Host&, const RunOptions&,
                                                   Diagnostics&) const override {
        return unsupported("run");
    }
    const Host* known_natives() const override { return &natives_; }

  private:
    Library natives_;
};

TEST(PlainNatives, AreTheKnownOnes) {
    std::vector<std::string> rows;
    Plain().runtime().each_native([&](const NativeRow& row) {
        rows.push_back(key_of(row) + ": " + declaration(row) + (row.implemented ? "!" : ""));
    });
    EXPECT_EQ(rows, (std::vector<std::string>{"function twice/1: int twice(int)!",
                                              "function print/100: print(...)!",
                                              "setter Door.open/1: Door.open(bool wide)"}));
}

// --- What real scripts ask for, where there are some ---

/// Programs of the corpus's folders, all that load.
std::vector<ProgramPtr> programs(std::string_view engine, std::initializer_list<std::string_view> folders) {
    std::vector<ProgramPtr> found;
    const char* corpus = std::getenv("VELLUM_CORPUS");
    if (corpus == nullptr) return found;
    for (const std::string_view folder : folders) {
        std::error_code missing;
        for (const auto& entry :
             fs::recursive_directory_iterator(fs::path(corpus) / engine / folder, missing)) {
            if (!entry.is_regular_file()) continue;
            const std::string bytes = read_file(entry.path());
            LoadOptions options;
            options.name = entry.path().filename().string();
            const Engine* which = find_engine(engine);
            if (which->format().detect(as_bytes(bytes), options.name) < Confidence::likely) continue;
            Diagnostics diagnostics;
            if (auto program = which->format().load(as_bytes(bytes), options, diagnostics))
                found.push_back(*program);
        }
    }
    return found;
}

TEST(CorpusNatives, OfPathologicAreAllListed) {
    const std::vector<ProgramPtr> all = programs("pathologic", {"HD", "2005", "alpha", "demo_en"});
    if (all.empty()) GTEST_SKIP() << "VELLUM_CORPUS has no scripts of Pathologic";
    std::set<std::string> listed;
    for (const NativeRow& row : rows_of("pathologic")) listed.insert(key_of(row));
    for (const ProgramPtr& program : all)
        for (const pathologic::Import& import : static_cast<const pathologic::Script&>(*program).imports)
            EXPECT_TRUE(listed.contains("function " + std::string(import.name) + "/" +
                                        std::to_string(import.argument_count)))
                << import.name;
}

TEST(CorpusNatives, OfAgsHaveTheParametersOfTheirRows) {
    const std::vector<ProgramPtr> all = programs("ags", {"snippets", "rooms"});
    if (all.empty()) GTEST_SKIP() << "VELLUM_CORPUS has no scripts of AGS";
    std::map<std::string, std::set<std::string>, std::less<>> arities;
    for (const NativeRow& row : rows_of("ags")) {
        const std::string key = key_of(row);
        if (row.role == NativeRole::function || row.role == NativeRole::method)
            arities[full_name(row.signature)].insert(row.counted ? key.substr(key.rfind('/') + 1) : "any");
    }
    std::size_t checked = 0;
    for (const ProgramPtr& program : all)
        for (const std::string& import : static_cast<const ags::Script&>(*program).scom().imports) {
            const std::size_t count = import.find('^');
            if (count == std::string::npos) continue;
            std::string name = import.substr(0, count);
            if (const std::size_t colons = name.find("::"); colons != std::string::npos)
                name.replace(colons, 2, ".");
            const auto found = arities.find(name);
            if (found == arities.end()) continue; // a function of another script
            ++checked;
            EXPECT_TRUE(found->second.contains("any") || found->second.contains(import.substr(count + 1)))
                << import;
        }
    EXPECT_GT(checked, 0U);
}

} // namespace
} // namespace vellum::test
