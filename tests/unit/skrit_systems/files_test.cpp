// What Skrit opens: nothing without a file system, and with one no name that leads out of it.
#include <cstring>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/bytes.hpp"
#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/fuel/file_includes.hpp"
#include "support/settings.hpp"
#include "vellum/engine.hpp"
#include "vellum/hosts.hpp"
#include "vellum/skrit.hpp"

namespace vellum {
namespace {

/// A file system that keeps what it was asked for.
class Asked final : public FileSystem {
  public:
    Asked& add(const std::string& name, std::string_view text) {
        const std::span<const std::byte> bytes = as_bytes(text);
        files_.add(name, {bytes.begin(), bytes.end()});
        return *this;
    }
    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view name) const override {
        names.emplace_back(name);
        return files_.read(name);
    }
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const override {
        names.emplace_back(folder);
        return files_.list(folder);
    }
    mutable std::vector<std::string> names;

  private:
    MemoryFileSystem files_;
};

const Engine& skrit() { return *find_engine("skrit"); }

/// The messages of a compilation and its result's name.
std::string compiled(std::string_view text, const std::string& name, const FileSystem* files) {
    Diagnostics diagnostics;
    const auto made = skrit().language()->compile(
        text, {name, vellum::test::settings_from(skrit(), "strict"), files}, diagnostics);
    std::string all;
    for (const Diagnostic& each : diagnostics.all()) all += format(each) + "\n";
    return all + (made ? "compiled\n" : "");
}

/// What a running script says.
class Notes final : public Observer {
  public:
    void note(const Scheduler&, std::uint32_t, std::string_view text) override {
        all += text;
        all += "\n";
    }
    std::string all;
};

std::string said(std::string_view text, const FileSystem* files) {
    Diagnostics diagnostics;
    const auto made = skrit().language()->compile(text, {"main.skrit", {}, nullptr}, diagnostics);
    if (!made) return format(made.error());
    StandInHost host(nullptr, nullptr);
    RunOptions options;
    options.files = files;
    const auto world = skrit().runtime().instantiate(std::span(&*made, 1), host, options, diagnostics);
    if (!world) return format(world.error());
    Notes notes;
    (*world)->add_observer(notes);
    (*world)->start();
    (*world)->remove_observer(notes);
    return notes.all;
}

struct OnDisk {
    OnDisk() { std::ofstream(path) << "int Secret$() { return 1; }\n"; }
    ~OnDisk() { std::remove(path.c_str()); }
    std::string path = ::testing::TempDir() + "/vellum_secret_" + std::to_string(::getpid()) + ".skrit";
};

TEST(SkritFiles, an_engine_without_a_finder_takes_skrits_from_its_files) {
    Asked files;
    files.add("lamp.skrit", "#include \"parts.skrit\"\nint Twice$( int x$ ) { return Half$( x$ * 4 ); }");
    files.add("parts.skrit", "int Half$( int x$ ) { return x$ / 2; }");
    SkritHost host;
    SkritOptions options;
    options.files = &files;
    SkritEngine engine(host, options);
    const auto lamp = engine.create("lamp");
    ASSERT_TRUE(lamp) << format(lamp.error());
    const Value four(4);
    EXPECT_EQ(engine.call(*lamp, "Twice$", std::span(&four, 1))->integer(), 8);
    EXPECT_FALSE(engine.create("lantern"));
}

TEST(SkritFiles, nothing_is_opened_without_a_file_system) {
    const OnDisk secret;
    EXPECT_NE(compiled("#include \"" + secret.path + "\"\nint F$() { return 1; }", "x.skrit", nullptr)
                  .find("cannot find"),
              std::string::npos);
    const std::string beside = secret.path.substr(secret.path.find_last_of('/') + 1);
    EXPECT_NE(compiled("#include \"" + beside + "\"", secret.path + "2", nullptr).find("cannot find"),
              std::string::npos);
    const std::string asks = "event OnConstruct$() { Report.ReportF( \"a\", \"%d\\n\", Skrit.CheckFile( \"" +
                             secret.path + "\" ) ? 1 : 0 ); Skrit.Dump( \"" + secret.path +
                             "\" ); Skrit.Disassemble( \"" + secret.path + "\" ); }";
    EXPECT_EQ(said(asks, nullptr).find("Secret"), std::string::npos);
    const Asked files;
    EXPECT_EQ(said(asks, &files).find("Secret"), std::string::npos);
}

TEST(SkritFiles, no_name_leads_out) {
    const Asked files;
    for (const std::string name :
         {"/etc/hosts", "../x", "a/../../x", "..\\x", "C:\\x", "\\x", "a/..", ".."}) {
        files.names.clear();
        skrit::FileIncludes includes(&files);
        EXPECT_FALSE(includes.include(name, "world/x.skrit")) << name;
        EXPECT_TRUE(files.names.empty()) << name;
        static_cast<void>(includes.include("other", name)); // the name of a main file may be any
        for (const std::string& asked : files.names) {
            EXPECT_FALSE(asked.starts_with('/') || asked.starts_with("..") || asked.find(':') != asked.npos)
                << asked;
            EXPECT_EQ(asked.find("/.."), std::string::npos) << asked;
        }
    }
}

TEST(SkritFiles, a_naming_key_cannot_lead_out) {
    Asked files;
    files.add("art/naming.nnk", "TREE = k, ../../etc, \"out\"\n");
    skrit::FileIncludes includes(&files);
    EXPECT_FALSE(includes.include("k_x", ""));
    for (const std::string& asked : files.names) EXPECT_EQ(asked.find(".."), std::string::npos) << asked;
}

TEST(SkritFiles, includes_are_found_beside_by_path_in_the_usual_folders_and_by_naming_key) {
    Asked files;
    files.add("world/ai/main.skrit", "")
        .add("world/ai/beside.skrit", "#include \"next\"\nint Beside$() { return Next$(); }")
        .add("world/ai/next.skrit", "int Next$() { return 1; }")
        .add("world/ai/include/below.skrit", "int Below$() { return 2; }")
        .add("world/lib/path.skrit", "int Path$() { return 3; }")
        .add("top.skrit", "int Top$() { return 4; }")
        .add("world/contentdb/components/fx/part.skrit", "int Part$() { return 5; }")
        .add("art/naming.nnk", "TREE = k, world, \"k\"\nTREE = k_job, jobs, \"j\"\n")
        .add("world/jobs/k_job_tool.skrit", "int Tool$() { return 6; }");
    const std::string text =
        "#include \"beside\"\n#include \"below\"\n#include \"world\\lib/path.skrit\"\n"
        "#include \"top\"\n#include \"part\"\n#include \"k_job_tool\"\n"
        "#include \"main\"\n#include \"BESIDE.skrit\"\n" // itself, and taken already
        "int Sum$() { return Beside$() + Below$() + Path$() + Top$() + Part$() + Tool$(); }";
    EXPECT_EQ(compiled(text, "world/ai/main.skrit", &files), "compiled\n");
    EXPECT_EQ(compiled(text, "/home/me/mods/world/ai/main.skrit", &files), "compiled\n"); // above the root
    EXPECT_NE(compiled(text, "elsewhere/new.skrit", &files).find("cannot find 'beside'"), std::string::npos);
    files.add("world/ai/bad.skrit", "\nint Bad$( { }");
    EXPECT_NE(compiled("#include \"bad\"", "/mods/world/ai/main.skrit", &files)
                  .find("/mods/world/ai/bad.skrit:2:"), // named as the main file is
              std::string::npos);
}

TEST(SkritFiles, whole_skrits_in_content_include_from_the_file_system_they_were_loaded_with) {
    Asked files;
    files.add("tools.skrit", "int Tool$() { return 6; }");
    const std::string text = "[t:template,n:x] { [a] {\n skrit = [[\n#include \"tools\"\n"
                             "int F$() { return Tool$(); }\n]];\n} }\n";
    for (const bool given : {true, false}) {
        Diagnostics diagnostics;
        const auto made =
            skrit().format().load(as_bytes(text), {"x.gas", {}, given ? &files : nullptr}, diagnostics);
        ASSERT_TRUE(made) << format(made.error());
        (*made)->check(diagnostics);
        EXPECT_EQ(diagnostics.all().empty(), given) << skrit::format_all(diagnostics, "");
    }
}

TEST(SkritFiles, running_scripts_find_what_their_world_was_given) {
    Asked files;
    files.add("other.skrit", "int Other$() { return 1; }");
    const std::string asks = "event OnConstruct$() { if( Skrit.CheckFile( \"other\" ) ) { Report.Generic( "
                             "\"found\\n\" ); } else { Report.Generic( \"none\\n\" ); } }";
    EXPECT_EQ(said(asks, &files), "found\n");
    EXPECT_EQ(said(asks, nullptr), "none\n");
}

} // namespace
} // namespace vellum
