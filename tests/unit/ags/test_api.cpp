// The built-in script API where it touches files: what scripts write they read back, and what they must not
// do ends in a fault with a text. What needs no folder is said by tests/cases/ags/natives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/engine.hpp"
#include "vellum/ags.hpp"
#include "vellum/hosts.hpp"

namespace vellum::ags {
namespace {

using Argument = std::variant<int, std::string>;

/// Writes a script of calls in assembly. The script keeps one pointer in its global data.
class Calls {
  public:
    /// A function of the API; its answer is in AX afterwards.
    Calls& call(const std::string& import, std::initializer_list<Argument> arguments) {
        push(arguments);
        return finish(import, arguments.size());
    }
    /// A method of the kept pointer.
    Calls& on_kept(const std::string& import, std::initializer_list<Argument> arguments) {
        code_ += "    PUSHREG OP\n";
        push(arguments);
        code_ += "    LITTOREG MAR, data 0\n    MEMREADPTR AX\n    CALLOBJ AX\n";
        finish(import, arguments.size());
        code_ += "    POPREG OP\n";
        return *this;
    }
    Calls& keep() {
        code_ += "    LITTOREG MAR, data 0\n    MEMWRITEPTR AX\n";
        return *this;
    }
    Calls& print_number() { return print("PrintInt^1"); }
    Calls& print_text() { return print("PrintStr^1"); }

    /// What the script printed, or its fault behind that.
    std::vector<std::string> run(const std::string& folder = {}, const std::string& limit = {}) const {
        std::vector<std::string> printed;
        GameLibrary host;
        host.function("PrintInt", [&](std::int32_t value) { printed.push_back(std::to_string(value)); });
        host.function("PrintStr", [&](const std::string& text) { printed.push_back(text); });
        std::string text;
        for (const std::string& import : imports_) text += ".import \"" + import + "\"\n";
        text += ".zero 4\n";
        for (const std::string& string : strings_) text += ".string \"" + string + "\"\n";
        text +=
            ".export func \"main$0\", main\nmain:\n    LINENUM 1\n" + code_ + "    LITTOREG AX, 0\n    RET\n";
        Diagnostics diagnostics;
        const auto program = engine().format().assemble(text, {}, diagnostics);
        if (!program) return {format(program.error())};
        RunOptions options;
        if (!folder.empty()) options.settings.push_back({"files", folder});
        if (!limit.empty()) options.settings.push_back({"files_limit", limit});
        const ProgramPtr programs[] = {*program};
        auto world = engine().runtime().instantiate(programs, host, options, diagnostics);
        if (!world) return {world.error().message};
        if (const Result<Value> result = (*world)->call("main", {}); !result)
            printed.push_back("! " + result.error().message);
        return printed;
    }

  private:
    void push(std::initializer_list<Argument> arguments) {
        for (auto argument = std::rbegin(arguments); argument != std::rend(arguments); ++argument) {
            if (const int* number = std::get_if<int>(&*argument))
                code_ += "    LITTOREG AX, " + std::to_string(*number) + "\n";
            else {
                const std::string& text = std::get<std::string>(*argument);
                strings_.insert(text);
                code_ += "    LITTOREG AX, string \"" + text + "\"\n";
            }
            code_ += "    PUSHREAL AX\n";
        }
    }
    Calls& finish(const std::string& import, std::size_t count) {
        imports_.insert(import);
        code_ += "    NUMFUNCARGS " + std::to_string(count) + "\n    LITTOREG AX, import \"" + import +
                 "\"\n    CALLEXT AX\n";
        if (count != 0) code_ += "    SUBREALSTACK " + std::to_string(count) + "\n";
        return *this;
    }
    Calls& print(const std::string& import) {
        code_ += "    PUSHREAL AX\n";
        return finish(import, 1);
    }

    std::set<std::string> imports_, strings_;
    std::string code_;
};

using Lines = std::vector<std::string>;
constexpr int reading = 1, writing = 2, appending = 3;

Calls open(const std::string& name, int mode) {
    Calls calls;
    calls.call("File::Open^2", {name, mode}).keep();
    return calls;
}

class ApiFiles : public ::testing::Test {
  protected:
    void SetUp() override {
        const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
        folder = (std::filesystem::path(::testing::TempDir()) /
                  ("vellum_ags_" + std::string(info->name()) + std::to_string(::getpid())))
                     .string();
        std::filesystem::create_directories(folder);
    }
    void TearDown() override { std::filesystem::remove_all(folder); }
    [[nodiscard]] std::string content(const std::string& name) const {
        const auto bytes = read_file(folder + "/" + name);
        return bytes ? std::string(as_text(*bytes)) : "no file";
    }

    std::string folder;
};

TEST_F(ApiFiles, WhatIsWrittenIsReadBack) {
    EXPECT_EQ(open("log.dat", writing)
                  .on_kept("File::WriteInt^1", {-7})
                  .on_kept("File::WriteString^1", {std::string("two words")})
                  .on_kept("File::WriteRawLine^1", {std::string("a line")})
                  .on_kept("File::WriteRawChar^1", {65})
                  .on_kept("File::Close^0", {})
                  .run(folder),
              Lines());
    EXPECT_EQ(content("log.dat"), std::string("I\xF9\xFF\xFF\xFF\x0A\0\0\0two words\0a line\r\nA", 28));
    EXPECT_EQ(open("log.dat", reading)
                  .on_kept("File::get_EOF", {})
                  .print_number()
                  .on_kept("File::ReadInt^0", {})
                  .print_number()
                  .on_kept("File::ReadStringBack^0", {})
                  .print_text()
                  .on_kept("File::ReadRawLineBack^0", {})
                  .print_text()
                  .on_kept("File::ReadRawChar^0", {})
                  .print_number()
                  .on_kept("File::get_EOF", {})
                  .print_number()
                  .on_kept("File::ReadRawChar^0", {})
                  .print_number()
                  .on_kept("File::Close^0", {})
                  .run(folder),
              (Lines{"0", "-7", "two words", "a line", "65", "1", "-1"}));
}

TEST_F(ApiFiles, NothingArrivesBeforeTheFileIsClosed) {
    EXPECT_EQ(open("late.txt", writing).on_kept("File::WriteRawChar^1", {65}).run(folder), Lines());
    EXPECT_EQ(content("late.txt"), "no file");
}

TEST_F(ApiFiles, AppendingGoesOnBehindWhatIsThere) {
    for (int time = 0; time < 2; ++time)
        EXPECT_EQ(open("diary.txt", appending)
                      .on_kept("File::WriteRawLine^1", {std::string("day")})
                      .on_kept("File::Close^0", {})
                      .run(folder),
                  Lines());
    EXPECT_EQ(content("diary.txt"), "day\r\nday\r\n");
}

TEST_F(ApiFiles, AreFoundAndDeleted) {
    const std::string name = "$SAVEGAMEDIR$/slot.1";
    Calls calls;
    calls.call("File::Exists^1", {name}).print_number();
    calls.call("File::Open^2", {name, writing}).keep().on_kept("File::Close^0", {});
    calls.call("File::Exists^1", {name}).print_number();
    calls.call("File::Delete^1", {name}).print_number();
    calls.call("File::Delete^1", {name}).print_number();
    calls.call("File::Exists^1", {name}).print_number();
    EXPECT_EQ(calls.run(folder), (Lines{"0", "1", "1", "0", "0"}));
    EXPECT_EQ(calls.run().front(), "0") << "no directory, no files";
}

TEST_F(ApiFiles, CannotBeReachedOutsideTheSandbox) {
    const std::string secret = folder + "/secret";
    ASSERT_TRUE(write_file_atomic(secret, as_bytes("x")));
    std::filesystem::create_directories(folder + "/box");
    for (const std::string name : {"../secret", "$X$/../secret", "a:secret", "..", "$unclosed"}) {
        Calls calls;
        calls.call("File::Exists^1", {name}).print_number();
        calls.call("File::Delete^1", {name}).print_number();
        EXPECT_EQ(calls.run(folder + "/box"), (Lines{"0", "0"})) << name;
    }
    EXPECT_EQ(content("secret"), "x");
}

TEST_F(ApiFiles, MisuseIsAFaultThatSaysWhy) {
    const auto fault = [&](const Calls& calls) {
        const Lines lines = calls.run(folder);
        return lines.empty() ? "no fault" : lines.back();
    };
    EXPECT_THAT(fault(open("a.txt", 7)), ::testing::HasSubstr("invalid file mode"));
    EXPECT_THAT(fault(open("none.txt", reading).on_kept("File::ReadInt^0", {})),
                ::testing::HasSubstr("Null pointer referenced"));
    EXPECT_THAT(fault(open("a.txt", writing).on_kept("File::ReadInt^0", {})),
                ::testing::HasSubstr("not open for reading"));
    EXPECT_THAT(fault(open("a.txt", writing).on_kept("File::Close^0", {}).on_kept("File::WriteInt^1", {1})),
                ::testing::HasSubstr("not open for writing"));
    ASSERT_TRUE(write_file_atomic(folder + "/short.dat", as_bytes("I\x01")));
    EXPECT_THAT(fault(open("short.dat", reading).on_kept("File::ReadInt^0", {})),
                ::testing::HasSubstr("not an integer"));
    EXPECT_THAT(fault(open("short.dat", reading).on_kept("File::ReadStringBack^0", {})),
                ::testing::HasSubstr("not a string"));
    ASSERT_TRUE(write_file_atomic(folder + "/lies.dat", as_bytes("\xFF\xFF\xFF\x7Fx")));
    EXPECT_THAT(fault(open("lies.dat", reading).on_kept("File::ReadStringBack^0", {})),
                ::testing::HasSubstr("not a string"));
}

TEST_F(ApiFiles, TakeNoMoreOfTheDiskThanTheirLimit) {
    const auto write = [](Calls& calls, const std::string& name) {
        calls.call("File::Open^2", {name, writing}).keep();
        calls.on_kept("File::WriteRawLine^1", {std::string(500, 'x')}).on_kept("File::Close^0", {});
    };
    Calls calls;
    // The same file again takes no more, and what is deleted makes room.
    for (const std::string name : {"a.txt", "b.txt", "a.txt"}) write(calls, name);
    calls.call("File::Delete^1", {std::string("b.txt")});
    write(calls, "c.txt");
    write(calls, "d.txt");
    const Lines lines = calls.run(folder, "10000");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_THAT(lines[0], ::testing::HasSubstr("10000 bytes of 'files_limit'"));
    EXPECT_EQ(content("a.txt").size(), 502U);
    EXPECT_EQ(content("c.txt").size(), 502U);
    EXPECT_EQ(content("d.txt"), "no file");
}

TEST_F(ApiFiles, OneThatCannotBeWrittenIsAFaultWhenItIsClosed) {
    std::filesystem::create_directories(folder + "/taken.txt"); // a folder of that name is in the way
    const Lines lines = open("taken.txt", writing).on_kept("File::Close^0", {}).run(folder);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_THAT(lines[0], ::testing::HasSubstr("could not be written"));
}

} // namespace
} // namespace vellum::ags
