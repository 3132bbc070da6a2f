// What each native charges, measured one by one: so much for each byte of its texts, so much for the call.
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <set>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "engines/ags/engine.hpp"
#include "engines/ags/world/world.hpp"
#include "imports.hpp"
#include "vellum/ags.hpp"

namespace vellum::ags {
namespace {

constexpr int work_per_instruction = 16;

/// `self`: t a text, d a dictionary, s a set, r and a a file for reading and for appending,
/// n a DateTime, - nothing.
/// `arguments`: t a text, f the name of a file, k a short text, b a buffer, 0 to 9 a number.
/// Texts, entries and files have n bytes. `for_a_byte` is work, `fixed` instructions with those of the call.
struct Cost {
    const char* import;
    char self;
    const char* arguments;
    int for_a_byte;
    int fixed;
};

constexpr Cost costs[] = {
    {"String::Format^101", '-', "st", 3, 89},
    {"String::IsNullOrEmpty^1", '-', "t", 0, 7},
    {"String::Append^1", 't', "t", 2, 28},
    {"String::AppendChar^1", 't', "7", 1, 27},
    {"String::CompareTo^2", 't', "t1", 2, 14},
    {"String::CompareTo^1", 't', "t", 2, 12},
    {"String::Contains^1", 't', "k", 3, 11},
    {"String::Contains^1", 't', "t", 6, 12},
    {"String::Copy^0", 't', "", 1, 24},
    {"String::EndsWith^2", 't', "t0", 2, 14},
    {"String::EndsWith^2", 't', "t1", 2, 14},
    {"String::IndexOf^1", 't', "t", 6, 12},
    {"String::LowerCase^0", 't', "", 3, 24},
    {"String::Replace^3", 't', "kk0", 7, 31},
    {"String::Replace^3", 't', "tk1", 9, 32},
    {"String::ReplaceCharAt^2", 't', "07", 1, 29},
    {"String::StartsWith^2", 't', "t0", 2, 14},
    {"String::StartsWith^2", 't', "t1", 2, 14},
    {"String::Substring^2", 't', "07", 0, 29},
    {"String::Truncate^1", 't', "7", 0, 27},
    {"String::UpperCase^0", 't', "", 3, 24},
    {"String::get_AsFloat", 't', "", 2, 8},
    {"String::get_AsInt", 't', "", 2, 8},
    {"String::geti_Chars", 't', "0", 0, 11},
    {"String::get_Length", 't', "", 0, 8},
    {"Dictionary::Create^2", '-', "00", 0, 24},
    {"Dictionary::Clear^0", 'd', "", 0, 8},
    {"Dictionary::Contains^1", 'd', "t", 1, 20},
    {"Dictionary::Get^1", 'd', "t", 2, 36},
    {"Dictionary::Remove^1", 'd', "t", 1, 20},
    {"Dictionary::Set^2", 'd', "tt", 3, 41},
    {"Dictionary::Set^2", 'd', "kt", 1, 40},
    {"Dictionary::get_ItemCount", 'd', "", 0, 8},
    {"Dictionary::get_SortStyle", 'd', "", 0, 8},
    {"Dictionary::get_CompareStyle", 'd', "", 0, 8},
    {"Dictionary::GetKeysAsArray^0", 'd', "", 1, 32},
    {"Dictionary::GetValuesAsArray^0", 'd', "", 1, 32},
    {"Set::Create^2", '-', "00", 0, 24},
    {"Set::Add^1", 's', "t", 1, 20},
    {"Set::Add^1", 's', "k", 0, 37},
    {"Set::Clear^0", 's', "", 0, 8},
    {"Set::Contains^1", 's', "t", 1, 20},
    {"Set::Remove^1", 's', "t", 1, 20},
    {"Set::get_ItemCount", 's', "", 0, 8},
    {"Set::get_SortStyle", 's', "", 0, 8},
    {"Set::get_CompareStyle", 's', "", 0, 8},
    {"Set::GetItemsAsArray^0", 's', "", 1, 32},
    {"File::Open^2", '-', "f1", 2, 4120},
    {"File::Open^2", '-', "f2", 0, 4120},
    {"File::Open^2", '-', "f3", 2, 4120},
    {"File::Close^0", 'r', "", 0, 4104},
    {"File::Close^0", 'a', "", 1, 4104},
    {"File::Delete^1", '-', "f", 0, 4102},
    {"File::Exists^1", '-', "f", 0, 1052678},
    {"File::WriteRawLine^1", 'a', "t", 2, 12},
    {"File::WriteInt^1", 'a', "7", 1, 11},
    {"File::WriteString^1", 'a', "t", 2, 12},
    {"File::WriteRawChar^1", 'a', "7", 1, 11},
    {"File::ReadInt^0", 'r', "", 0, 8},
    {"File::ReadStringBack^0", 'r', "", 2, 24},
    {"File::ReadRawLineBack^0", 'r', "", 2, 24},
    {"File::ReadRawChar^0", 'r', "", 0, 8},
    {"File::get_EOF", 'r', "", 0, 8},
    {"File::ReadRawInt^0", 'r', "", 0, 8},
    {"File::ReadRawLine^1", 'r', "b", 1, 11},
    {"File::ReadString^1", 'r', "b", 1, 11},
    {"File::Seek^2", 'r', "70", 0, 13},
    {"File::WriteRawInt^1", 'a', "7", 1, 11},
    {"File::get_Error", 'r', "", 0, 8},
    {"File::get_Position", 'r', "", 0, 8},
    {"GetGlobalInt^1", '-', "7", 0, 14},
    {"SetGlobalInt^2", '-', "77", 0, 32},
    {"GetGlobalString^2", '-', "7b", 0, 29},
    {"SetGlobalString^2", '-', "7t", 0, 62},
    {"GetTranslation^1", '-', "t", 1, 23},
    {"Game::geti_GlobalStrings", '-', "7", 0, 30},
    {"Game::seti_GlobalStrings", '-', "7t", 0, 62},
    {"Game::DoOnceOnly^1", '-', "k", 0, 39},
    {"Game::ResetDoOnceOnly^0", '-', "", 0, 11},
    {"Game::GetColorFromRGB^3", '-', "777", 0, 10},
    {"Game::get_IsPaused", '-', "", 0, 11},
    {"IsGamePaused^0", '-', "", 0, 11},
    {"PauseGame^0", '-', "", 0, 35},
    {"UnPauseGame^0", '-', "", 0, 11},
    {"SetTimer^2", '-', "77", 0, 32},
    {"IsTimerExpired^1", '-', "7", 0, 14},
    {"DateTime::get_Now", '-', "", 0, 19},
    {"DateTime::get_Year", 'n', "", 0, 8},
    {"DateTime::get_Month", 'n', "", 0, 8},
    {"DateTime::get_DayOfMonth", 'n', "", 0, 8},
    {"DateTime::get_Hour", 'n', "", 0, 8},
    {"DateTime::get_Minute", 'n', "", 0, 8},
    {"DateTime::get_Second", 'n', "", 0, 8},
    {"DateTime::get_RawTime", 'n', "", 0, 8},
    {"StrCat^2", '-', "bt", 0, 9},
    {"StrCaseComp^2", '-', "tt", 2, 10},
    {"StrComp^2", '-', "tt", 2, 10},
    {"StrContains^2", '-', "tk", 3, 9},
    {"StrContains^2", '-', "tt", 6, 10},
    {"StrCopy^2", '-', "bt", 0, 9},
    {"StrFormat^102", '-', "bst", 2, 75},
    {"StrGetCharAt^2", '-', "t0", 0, 9},
    {"StrLen^1", '-', "t", 0, 7},
    {"StrSetCharAt^3", '-', "b07", 0, 10},
    {"StrToLowerCase^1", '-', "b", 0, 6},
    {"StrToUpperCase^1", '-', "b", 0, 6},
    {"StringToInt^1", '-', "t", 2, 7},
    {"IntToFloat^1", '-', "7", 0, 6},
    {"FloatToInt^1", '-', "7", 0, 6},
    {"FloatToInt^2", '-', "72", 0, 8},
    {"Random^1", '-', "7", 0, 6},
};

class Charges : public ::testing::Test {
  protected:
    void SetUp() override {
        folder_ = ::testing::TempDir() + "vellum_ags_charges" + std::to_string(::getpid());
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    /// What a run charges that prepares the call, and makes it if `calls`.
    std::uint64_t charged(const Cost& cost, std::size_t length, bool calls) {
        std::string file(length, 'a');
        if (std::string_view(cost.import) == "File::ReadInt^0") file[0] = 'I';
        if (std::string_view(cost.import).starts_with("File::ReadString")) {
            ByteWriter head;
            head.u32(static_cast<std::uint32_t>(length + 1));
            file = std::string(as_text(head.take())) + file + std::string(1, '\0');
        }
        EXPECT_TRUE(write_file_atomic(folder_ + "/f", as_bytes(file)));
        std::set<std::string> imports;
        std::string code;
        const auto push = [&](const char* letters) {
            std::string pushes;
            for (std::size_t i = std::string_view(letters).size(); i-- > 0;) {
                const char letter = letters[i];
                pushes += letter == 't'   ? "    LITTOREG MAR, data 0\n    MEMREADPTR AX\n"
                          : letter == 'k' ? "    LITTOREG AX, string \"a\"\n"
                          : letter == 'f' ? "    LITTOREG AX, string \"f\"\n"
                          : letter == 's' ? "    LITTOREG AX, string \"%s\"\n"
                          : letter == 'b' ? "    LITTOREG AX, data 8\n"
                                          : std::string("    LITTOREG AX, ") + letter + "\n";
                pushes += "    PUSHREAL AX\n";
            }
            return pushes;
        };
        const auto call = [&](const std::string& import, const char* arguments, bool on_kept) {
            imports.insert(import);
            const std::size_t count = std::string_view(arguments).size();
            std::string text = push(arguments);
            if (on_kept)
                text = "    PUSHREG OP\n" + text +
                       "    LITTOREG MAR, data 4\n    MEMREADPTR AX\n    CALLOBJ AX\n";
            text += "    NUMFUNCARGS " + std::to_string(count) + "\n    LITTOREG AX, import \"" + import +
                    "\"\n    CALLEXT AX\n";
            if (count != 0) text += "    SUBREALSTACK " + std::to_string(count) + "\n";
            if (on_kept) text += "    POPREG OP\n";
            return text;
        };
        const auto keep = [](int at) {
            return "    LITTOREG MAR, data " + std::to_string(at) + "\n    MEMWRITEPTR AX\n";
        };
        code += call("Text^0", "", false) + keep(0);
        switch (cost.self) {
        case 't': code += call("Text^0", "", false) + keep(4); break;
        case 'd':
            code +=
                call("Dictionary::Create^2", "00", false) + keep(4) + call("Dictionary::Set^2", "tt", true);
            break;
        case 's': code += call("Set::Create^2", "00", false) + keep(4) + call("Set::Add^1", "t", true); break;
        case 'r': code += call("File::Open^2", "f1", false) + keep(4); break;
        case 'n': code += call("DateTime::get_Now", "", false) + keep(4); break;
        case 'a': code += call("File::Open^2", "f3", false) + keep(4); break;
        default: break;
        }
        if (calls) code += call(cost.import, cost.arguments, cost.self != '-');
        std::string text = ".zero 208\n.string \"a\"\n.string \"f\"\n.string \"%s\"\n";
        for (const std::string& import : imports) text += ".import \"" + import + "\"\n";
        text += ".export func \"main$0\", main\nmain:\n" + code + "    RET\n";
        Diagnostics diagnostics;
        const auto program = engine().format().assemble(text, {}, diagnostics);
        EXPECT_TRUE(program) << (program ? "" : format(program.error())) << text;
        if (!program) return 0;
        GameLibrary host;
        host.function("Text", [&] { return std::string(length, 'a'); });
        const ProgramPtr programs[] = {*program};
        const auto world =
            engine().runtime().instantiate(programs, host, {{{"files", folder_}}, {}}, diagnostics);
        EXPECT_TRUE(world);
        const auto result = (*world)->call("main", {});
        EXPECT_TRUE(result) << cost.import << ": " << (result ? "" : result.error().message);
        return static_cast<World&>(**world).charged();
    }
    std::int64_t cost_of(const Cost& cost, std::size_t length) {
        return static_cast<std::int64_t>(charged(cost, length, true)) -
               static_cast<std::int64_t>(charged(cost, length, false));
    }

  private:
    std::string folder_;
};

TEST_F(Charges, AreThoseOfTheTable) {
    constexpr std::size_t length = 4096;
    for (const Cost& cost : costs) {
        const std::int64_t once = cost_of(cost, length);
        const std::int64_t twice = cost_of(cost, 2 * length);
        const auto bytes = static_cast<std::int64_t>(length);
        EXPECT_EQ((twice - once) * work_per_instruction, cost.for_a_byte * bytes) << cost.import;
        EXPECT_EQ(2 * once - twice, cost.fixed) << cost.import;
    }
}

TEST_F(Charges, AreCountedAnewWithEveryCallFromOutside) {
    Diagnostics diagnostics;
    const auto program = engine().format().assemble(
        ".import \"Work^0\"\n.export func \"main$0\", main\nmain:\n    NUMFUNCARGS 0\n"
        "    LITTOREG AX, import \"Work^0\"\n    CALLEXT AX\n    RET\n",
        {}, diagnostics);
    ASSERT_TRUE(program);
    GameLibrary host;
    host.function("Work", [](Call& call) { call.charge(1000 * work_per_instruction); });
    const ProgramPtr programs[] = {*program};
    const auto made = engine().runtime().instantiate(programs, host, {}, diagnostics);
    ASSERT_TRUE(made);
    auto& world = static_cast<World&>(**made);
    ASSERT_TRUE(world.call("main", {}));
    const std::uint64_t once = world.charged();
    EXPECT_GE(once, 1000U);
    ASSERT_TRUE(world.call("main", {}));
    EXPECT_EQ(world.charged(), once);
    world.frame(0.1F);
    EXPECT_EQ(world.charged(), 0U) << "nothing runs in a frame";
}

TEST_F(Charges, HaveARowForEachNativeThatTakesTextsOrContainers) {
    std::set<std::string> rows;
    for (const Cost& cost : costs) rows.insert(cost.import);
    each_row([&](const NativeRow& row) {
        const Signature& native = row.signature;
        if (!row.implemented || native.owner == "Maths" || native.owner == "__Builtin_DynamicArray") return;
        if (native.latent || native.name == "AbortGame") return; // they do not come back at once
        const std::string import = test::import_of(native);
        EXPECT_TRUE(rows.contains(import)) << import;
    });
}

} // namespace
} // namespace vellum::ags
