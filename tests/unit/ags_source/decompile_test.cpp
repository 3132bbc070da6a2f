// What is decompiled compiles to the same block: the samples, and all of the corpus where there is one.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "engines/ags/format/script.hpp"
#include "support/ags_decompiling.hpp"
#include "support/corpus.hpp"
#include "vellum/tools.hpp"

namespace vellum::test {
namespace {

namespace fs = std::filesystem;

struct Count {
    int blocks = 0, sources = 0, functions = 0, identical = 0;
};

/// All scripts in the files of a folder: every text, source or listing, has to give the block again.
Count decompile_folder(const std::string& folder, const std::string& only = {}) {
    Count count;
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(folder))
        if (only.empty() ? entry.path().extension() == ".o" || entry.path().extension() == ".crm"
                         : entry.path().filename() == only)
            paths.push_back(entry.path());
    std::ranges::sort(paths);
    for (const fs::path& path : paths) {
        auto bytes = read_file(path.string());
        EXPECT_TRUE(bytes) << path;
        if (!bytes) continue;
        const auto opened = tools::open(std::move(*bytes), path.string());
        EXPECT_TRUE(opened) << path;
        if (!opened) continue;
        for (const tools::Script& script : opened->scripts) {
            Diagnostics diagnostics;
            const auto program = tools::load(*opened, script, diagnostics);
            EXPECT_TRUE(program) << script.name;
            if (!program) continue;
            const auto made = (*program)->decompile({});
            EXPECT_TRUE(made) << script.name;
            if (!made) continue;
            ++count.blocks;
            count.sources += made->listing.empty() ? 1 : 0;
            for (const FunctionVerdict& each : made->functions) {
                ++count.functions;
                count.identical += each.identical ? 1 : 0;
                EXPECT_EQ(each.identical, each.reason.empty()) << script.name << " " << each.name;
            }
            EXPECT_FALSE(made->text.contains("goto ")) << script.name;
            const auto block = ags::write_scom(static_cast<const ags::Script&>(**program).scom());
            EXPECT_EQ(compiled_again(*made), block) << script.name << ": " << made->listing;
        }
    }
    return count;
}

TEST(Decompile, SamplesComeBack) {
    const Count count = decompile_folder(VELLUM_SOURCE_DIR "/samples/ags");
    EXPECT_EQ(count.sources, count.blocks);
    EXPECT_EQ(count.identical, count.functions);
    EXPECT_GE(count.blocks, 27);
}

TEST(Decompile, CorpusComesBack) {
    if (corpus() == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    const Count snippets = decompile_folder(std::string(corpus()) + "/ags/snippets");
    EXPECT_EQ(snippets.sources, 80);
    EXPECT_EQ(snippets.identical, snippets.functions);
    const Count rooms = decompile_folder(std::string(corpus()) + "/ags/rooms");
    EXPECT_GE(rooms.sources, rooms.blocks);
    EXPECT_EQ(rooms.identical, rooms.functions);
    // A whole game with its modules, dialogs and rooms, and three times with texts that nothing uses.
    for (const char* const name : {"TestTouchStuff.ags", "v30.ags", "v21.exe", "v6.dat"}) {
        const Count games = decompile_folder(std::string(corpus()) + "/archives", name);
        EXPECT_EQ(games.sources, 9) << name;
        EXPECT_EQ(games.identical, games.functions) << name;
        EXPECT_EQ(games.functions, 164) << name;
    }
}

/// A function whose types contradict those of the rest costs only itself, whoever is at fault.
TEST(Decompile, ContradictingTypesCostNoOtherFunction) {
    std::string source = R"(builtin managed struct Control { import attribute int X; };
builtin managed struct Slider extends Control { import attribute int Value; };
builtin managed struct Camera { import attribute int X; };
struct Tween { int kind; Control *of; };
Tween tweens[4];
int At(Camera *camera) { return camera.X; }
void Stop(Control *of, int kind) {
  for (int i = 0; i < 4; i++)
    if (tweens[i].of == of && tweens[i].kind == kind) tweens[i].of.X = kind;
}
)";
    constexpr int wrong = 6, others = 300;
    for (int i = 0; i < wrong; ++i)
        source += "void StopHere" + std::to_string(i) + "(this Slider*) { Stop(this, this.X); }\n";
    for (int i = 0; i < others; ++i)
        source +=
            "int f" + std::to_string(i) + "(this Slider*, int n) { Stop(this, n); return this.Value; }\n";
    Diagnostics diagnostics;
    const auto program = ags::engine().language()->compile(source, {"types.asc", {}}, diagnostics);
    ASSERT_TRUE(program) << program.error().message;
    // "StopHere" gives to "Stop" what is of another class than all that is known of it.
    auto bytes = ags::write_scom(static_cast<const ags::Script&>(**program).scom());
    constexpr std::string_view before = "Slider::StopHere", after = "Camera";
    for (std::size_t at = as_text(bytes).find(before); at != std::string_view::npos;
         at = as_text(bytes).find(before))
        std::ranges::copy(as_bytes(after), bytes.begin() + static_cast<std::ptrdiff_t>(at));
    const auto other = ags::engine().format().load(bytes, {"types.o", {}}, diagnostics);
    ASSERT_TRUE(other);
    const auto made = (*other)->decompile({});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->listing, "");
    const auto kept = std::ranges::count(made->functions, false, &FunctionVerdict::identical);
    EXPECT_GE(kept, 1); // or this shows nothing
    EXPECT_LE(kept, wrong + 1);
    EXPECT_EQ(compiled_again(*made), bytes);
}

/// The same blocks as editors before 3.4 and 2.71 had them: no numbers of parameters, no sections.
TEST(Decompile, OlderVersionsComeBack) {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(VELLUM_SOURCE_DIR "/samples/ags"))
        if (entry.path().extension() == ".o") paths.push_back(entry.path());
    std::ranges::sort(paths);
    for (const std::int32_t version : {89, 82})
        for (const fs::path& path : paths) {
            const auto bytes = read_file(path.string());
            ASSERT_TRUE(bytes) << path;
            std::size_t consumed = 0;
            auto scom = ags::read_scom(*bytes, consumed);
            ASSERT_TRUE(scom) << path;
            scom->version = version;
            if (version < ags::scom_sections_since) scom->sections.clear();
            for (std::string& name : scom->imports) name.resize(std::min(name.find('^'), name.size()));
            auto script = ags::Script::make(ags::engine(), path.filename().string(), *scom);
            ASSERT_TRUE(script) << path;
            const auto made = (*script)->decompile({});
            ASSERT_TRUE(made) << path;
            EXPECT_EQ(made->listing, "") << path;
            for (const FunctionVerdict& each : made->functions)
                EXPECT_TRUE(each.identical)
                    << path << ", version " << version << ", " << each.name << ": " << each.reason;
            EXPECT_EQ(compiled_again(*made), ags::write_scom(*scom)) << path << ", version " << version;
        }
}

/// As compilers of 2.x wrote scripts: locals counted from SP in two instructions, calls that say no number of
/// arguments, names without numbers, negative numbers that are calculated. Together, and each alone.
TEST(Decompile, OldWaysToWriteCodeComeBack) {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(VELLUM_SOURCE_DIR "/samples/ags"))
        if (entry.path().extension() == ".asc") paths.push_back(entry.path());
    std::ranges::sort(paths);
    constexpr auto all = "version=81, stack-offsets=0, counted-arguments=0, counted-exports=0, "
                         "counted-imports=0, counted-members=0, folded-negatives=0";
    MemoryFileSystem files;
    auto header = read_file(VELLUM_SOURCE_DIR "/samples/ags/vm.ash");
    ASSERT_TRUE(header);
    files.add("vm.ash", std::move(*header));
    int blocks = 0;
    for (const std::string setting : {all, "stack-offsets=0", "counted-arguments=0", "counted-exports=0"})
        for (const fs::path& path : paths) {
            const auto read = read_file(path.string());
            ASSERT_TRUE(read) << path;
            std::string text(as_text(*read));
            constexpr std::string_view mark = "// vellum: header=vm.ash";
            const std::size_t at = text.find(mark);
            if (at == std::string::npos || at > text.find('\n')) continue;
            text.insert(at + mark.size(), ", " + setting);
            Diagnostics diagnostics;
            const auto program =
                ags::engine().language()->compile(text, {"old.asc", {}, &files}, diagnostics);
            if (!program) continue; // it is not for every version
            ++blocks;
            const auto made = (*program)->decompile({});
            ASSERT_TRUE(made) << path;
            EXPECT_EQ(made->listing, "") << path << ", " << setting;
            for (const FunctionVerdict& each : made->functions)
                EXPECT_TRUE(each.identical)
                    << path << ", " << setting << ", " << each.name << ": " << each.reason;
            EXPECT_EQ(compiled_again(*made), *(*program)->save()) << path << ", " << setting;
        }
    EXPECT_GT(blocks, 80);
}

/// What is left as assembly keeps the old instructions, and so does what jumps between the two of a pair.
TEST(Decompile, OldStackIdiomComesBackAsAssemblyToo) {
    const std::string source = R"(// vellum: version=81, stack-offsets=0, counted-exports=0
int Sum(int a, int b) { return a + b; }
int Between(int a) asm {
  THISBASE; JMP 3; REGTOREG SP, MAR; SUB MAR, 8; MEMREAD AX; LOADSPOFFS 8; MEMREAD AX; RET; }
)";
    Diagnostics diagnostics;
    const auto program = ags::engine().language()->compile(source, {"own.asc", {}}, diagnostics);
    ASSERT_TRUE(program) << format(program.error());
    const auto made = (*program)->decompile({});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->listing, "");
    ASSERT_EQ(made->functions.size(), 2U);
    EXPECT_TRUE(made->functions[0].identical) << made->functions[0].reason;
    EXPECT_FALSE(made->functions[1].identical);
    EXPECT_TRUE(made->text.contains("SUB MAR, 8;")) << made->text;
    EXPECT_EQ(compiled_again(*made), *(*program)->save()) << made->text;
}

/// Kinds of programs that random ones found, each once left as assembly.
TEST(Decompile, UnusualProgramsComeBack) {
    struct Program {
        const char* what;
        const char* text;
    };
    static constexpr Program programs[] = {
        {"static properties of objects", R"(import int FloatToInt(float f, int m = 0);
managed struct M { int a; import static attribute int Count; };
struct S { int f; import static attribute float P; import static attribute char A[]; import attribute M* Held; };
int Go(this S*, int i) { this.A[i] = this.A[1] + 2; this.Held.Count++; return FloatToInt(this.P); })"},
        {"two arrays without bytes", R"(struct S { import int Do(); }; S a[4]; S b[3]; int n;
int f() { S none; n = a[1].Do() + b[n].Do(); return n; })"},
        {"a variable without bytes in a case", R"(struct S { import int Do(); }; int n;
int f(int i) { switch (i) { case 0: n = 1; { S none[3]; } break; case 1: { S one; n = one.Do(); } default: n++; } return n; })"},
        {"one beside another variable",
         R"(internalstring autoptr builtin managed struct String { import attribute int Length; };
struct S { import int Do(String s); }; int n;
int f() { S none[2]; String text; int i = n % none[0].Do("a"); n = text.Length; return i; })"},
        {"what is made has its size",
         R"(managed struct M { import int Say(int n); }; managed struct N extends M { int a; import int Do(int n); }; M* held; M* list[3];
int Do2(this N*) { held = this; held = new M; list[1] = new N; list[2] = new M; list[1].Say(2); return this.a; })"},
        {"an array of one handle in a struct",
         R"(internalstring autoptr builtin managed struct String { import attribute int Length; };
struct S { String one[1]; }; int n;
int f(int i) { S list[3]; n = list[i].one[0].Length; return n; })"},
        {"two arrays whose first members nothing uses",
         R"(struct S { int a; int b[3]; int c[3]; }; S first[5]; S second[5]; int n;
int f(int i) { if (second[0].c[0] == n) return first[1].b[i]; return n; })"},
        {"a static function with a negative default",
         R"(struct Z { }; struct S extends Z { import static int Do(float a, float b = -2.5); }; float g;
static int S::Do(float a, float b) { return 1; }
int f() { if (g < 1.5) return 0; return S.Do(g, g) + S.Do(g); })"},
        {"a base without members",
         R"(struct A { }; struct B extends A { int one[2]; import int Do(float a); }; struct C extends A { int two[3]; }; C cs[4]; B bs[3]; int m;
int Ext(this A*, int n) { return n; }
int Mine(this B*) { return this.Ext(this.one[1]); }
int f(int i) { bs[i].Ext(2); m = bs[2].Do(1.5) + cs[i].two[1]; return m; })"},
        {"a prototype among properties", R"(import int FloatToInt(float f, int m = 0);
struct S { float f[3]; import int Do(float p = -2.5); import int Other(); import attribute float P; }; struct T extends S { char c; import attribute int Q; }; import S far; T list[4]; S one; int m; float g;
int S::Do(float p) { m = FloatToInt(p + this.f[1]); return m; }
int Ext(this T*) { this.P = g; return this.Q + this.Do(); }
int f() { if (g < 1.5) far.P = g; return one.Do() + list[2].Do(g) + list[1].Ext(); })"},
        {"which of two is the base",
         R"(internalstring autoptr builtin managed struct String { import String Append(const string t); };
struct A { String one; }; struct B extends A { import String Text(); import attribute String Name; }; struct C extends B { int f[3]; import int Do(); }; B bs[5]; C c; int n;
int Ext(this A*) { return c.Do(); }
String Text2(this B*) { n = bs[2].Ext(); return this.one.Append(this.Name); }
int More(this C*) { n = this.f[0]; return c.Ext(); })"},
    };
    for (const auto& [what, text] : programs) {
        Diagnostics diagnostics;
        const auto program = ags::engine().language()->compile(text, {"own.asc", {}}, diagnostics);
        ASSERT_TRUE(program) << what << ": " << format(program.error());
        const auto made = (*program)->decompile({});
        ASSERT_TRUE(made) << what;
        EXPECT_EQ(made->listing, "") << what;
        for (const FunctionVerdict& each : made->functions)
            EXPECT_TRUE(each.identical) << what << ", " << each.name << ": " << each.reason;
        EXPECT_EQ(compiled_again(*made), *(*program)->save()) << what;
    }
}

TEST(Decompile, HeaderIsNamedAfterTheText) {
    const std::string folder = VELLUM_SOURCE_DIR "/samples/ags/";
    auto bytes = read_file(folder + "s01_int_arith.o");
    ASSERT_TRUE(bytes);
    Diagnostics diagnostics;
    const auto program = ags::engine().format().load(*bytes, {"s01_int_arith.o", {}}, diagnostics);
    ASSERT_TRUE(program);
    const auto made = (*program)->decompile({.file = "out/first.asc"});
    ASSERT_TRUE(made);
    ASSERT_EQ(made->headers.size(), 1U);
    EXPECT_EQ(made->headers.front().name, "first.ash");
    EXPECT_TRUE(made->text.contains("header=first.ash"));
}

/// Numbers get the words that the script's own release has for them, and calls leave out what it lets them
/// leave out.
TEST(Decompile, ConstantsAreThoseOfTheScriptsRelease) {
    const std::string source = R"(// vellum: api=3.4.1, counted-imports=0
import void TweenY(this Character*, float seconds, int y);
int last;
function F(Character *who, int key) {
  last = key;
  who.Animate(1, 2, eRepeat, eNoBlock);
  who.TweenY(2.5, 100);
  who.TweenY(0.25, 7);
  who.Walk(1, 2);
  if (last >= eKeyF1 && IsKeyPressed(last)) mouse.Visible = false;
  DrawingSurface *s = Room.GetDrawingSurfaceForBackground();
  s.DrawStringWrapped(1, 2, 3, 0, eAlignRight, "text");
}
)";
    Diagnostics diagnostics;
    const auto program = ags::engine().language()->compile(source, {"own.asc", {}}, diagnostics);
    ASSERT_TRUE(program) << format(program.error());
    const auto made = (*program)->decompile({.file = "own.asc"});
    ASSERT_TRUE(made);
    for (const std::string_view each :
         {".Animate(1, 2, eRepeat, eNoBlock);", ".TweenY(2.5, 100);", ".TweenY(0.25, 7);",
          ".Walk(1, 2, eNoBlock, eWalkableAreas);", ">= eKeyF1", "mouse.Visible = false;",
          "Room.GetDrawingSurfaceForBackground();", ".DrawStringWrapped(1, 2, 3, 0, eAlignRight, \"text\")"})
        EXPECT_TRUE(made->text.contains(each)) << each << '\n' << made->text;
    for (const FunctionVerdict& each : made->functions) EXPECT_TRUE(each.identical) << each.reason;
    EXPECT_TRUE(made->text.contains("api=3.4.1:v341")) << "the API's header is not copied";
    ASSERT_EQ(made->headers.size(), 1U);
    EXPECT_FALSE(made->headers.front().text.contains("unused")) << made->headers.front().text;
}

/// The arrays that the editor declares for each game have elements of the API's own types.
TEST(Decompile, ArraysOfTheGameHoldTheirTypes) {
    const std::string source = R"(// vellum: api=3.6.0.44, counted-imports=0
import Character character[3];
import GUI gui[4];
import InventoryItem inventory[5];
function Hide(int at) {
  for (int i = 0; i < Game.GUICount; i++) {
    if (gui[i] != null && gui[i].ID != at) gui[i].Visible = false;
  }
  if (inventory[at].IsInteractionAvailable(1)) character[2].Say("no");
}
)";
    Diagnostics diagnostics;
    const auto program = ags::engine().language()->compile(source, {"own.asc", {}}, diagnostics);
    ASSERT_TRUE(program) << format(program.error());
    const auto made = (*program)->decompile({.file = "own.asc"});
    ASSERT_TRUE(made);
    for (const FunctionVerdict& each : made->functions) EXPECT_TRUE(each.identical) << each.reason;
    EXPECT_TRUE(made->text.contains("api=3.6.0")) << "the API's header is not copied";
    ASSERT_EQ(made->headers.size(), 1U);
    for (const std::string_view each :
         {"import Character character[3];", "import GUI gui[4];", "import InventoryItem inventory[5];"})
        EXPECT_TRUE(made->headers.front().text.contains(each)) << each << '\n' << made->headers.front().text;
}

} // namespace
} // namespace vellum::test
