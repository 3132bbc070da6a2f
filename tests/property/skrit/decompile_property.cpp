// Generated programs as p-code and back: the source that comes of it is compiled to the same p-code, with
// symbols and without. Damaged programs come back as source or as a listing, and either is compiled to the
// same; damage within one function costs the source of that function alone. VELLUM_CASES sets how many
// programs are tried (default 120), VELLUM_SEED where the series starts.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "engines/skrit/assembler.hpp"
#include "engines/skrit/engine.hpp"
#include "engines/skrit/unit/unit.hpp"
#include "support/random.hpp"
#include "support/settings.hpp"
#include "vellum/engine.hpp"

namespace vellum::skrit {
namespace {

using test::Random;
using test::setting;

/// Programs that use everything the language has, wherever it may stand.
class Generator {
  public:
    explicit Generator(Random& random) : random_(random) {}

    std::string program() {
        text_ =
            "property int p0$ = " + number() +
            " doc = \"a \\\"number\\\"\";\nproperty bool p1$ hidden;\n"
            "shared string shared$ = \"s\";\nint i0$;\nint i1$ = Math.MaxInt( 2, p0$ );\nfloat f0$ = 1.5;\n"
            "float f1$;\nbool b0$ = true;\nbool b1$;\nstring s0$ = \"x\";\nstring s1$;\nGoid g0$;\nGo o0$;\n"
            "owner = GoSkritComponent;\nint Int$( int a$, float b$ )\n{\n";
        function("i");
        text_ += "float Real$( bool, string s$ )\n{\n";
        function("f");
        text_ += "string Text$\n{\n";
        function("s");
        text_ += "bool Flag$( Goid g$ )\n{\n";
        function("b");
        text_ += "void Nothing$()\n{\n";
        function("");
        text_ += "startup state A$\n{\n\ttransition -> B$: OnTimer( " + number() + " ) and if( " +
                 value('b', 2) + " ) =\n{\n";
        function("");
        text_ += "\tevent OnTimer$( int id$, float late$ )\n{\n";
        function("");
        text_ += "\ttrigger OnGoHandleMessage$( WE_REQ_ACTIVATE )\n{\n";
        function("");
        text_ += "\tLater$ at ( 3 msec )\n{\n";
        function("");
        text_ += "}\nstate B$ poll ( " + value('f', 1) +
                 " + f1$ )\n{\n\tint own$;\n\ttransition -> A$: if( " + value('b', 2) +
                 " );\n\tevent OnEnterState$\n{\n";
        function("");
        return text_ + "}\n";
    }

  private:
    [[nodiscard]] bool chance(std::size_t of) { return random_.below(of) == 0; }
    std::string one_of(std::initializer_list<const char*> words) {
        return words.begin()[random_.below(words.size())];
    }
    std::string number() {
        switch (random_.below(4)) {
        case 0: return std::to_string(random_.below(300));
        case 1: return std::to_string(static_cast<std::uint32_t>(random_.next()));
        default: return std::to_string(random_.below(4));
        }
    }

    std::string value(char type, int depth) {
        const auto both = [&](char left, const std::string& op, char right) {
            return "( " + value(left, depth - 1) + " " + op + " " + value(right, depth - 1) + " )";
        };
        if (depth > 0 && chance(8)) {
            const char one = type == 'i' && chance(3) ? 'b' : type; // a bool beside an int is one
            return "( " + condition(depth - 1) + " ? " + value(one, depth - 1) + " : " +
                   value(type, depth - 1) + " )";
        }
        if (depth == 0 || chance(4)) {
            switch (type) {
            case 'i':
                if (!ints_.empty() && chance(2)) return ints_[random_.below(ints_.size())];
                return chance(3) ? number() : one_of({"i0$", "i1$", "p0$", "-5", "'Mule'"});
            case 'f':
                if (!reals_.empty() && chance(2)) return reals_[random_.below(reals_.size())];
                return one_of({"f0$", "f1$", "0.25", "-1e10", "3.0", "Math.Pi"});
            case 'b':
                if (!bools_.empty() && chance(2)) return bools_[random_.below(bools_.size())];
                return one_of({"b0$", "b1$", "true", "false", "p1$"});
            default: return one_of({"s0$", "\"text\"", "\"\\x01\\n\"", "shared$", "Text$"});
            }
        }
        switch (type) {
        case 'i':
            switch (random_.below(7)) {
            case 0: return "int( " + value(chance(2) ? 'f' : 'i', depth - 1) + " )";
            case 1:
                return "Int$( " + value('i', depth - 1) + ", " + value(chance(2) ? 'i' : 'f', depth - 1) +
                       " )";
            case 2: return one_of({"-", "~", "-", "+"}) + value('i', depth - 1);
            case 3: return both('b', one_of({"+", "*", "-"}), 'i');
            case 4: return both('b', one_of({"&", "|"}), 'i');
            default: return both('i', one_of({"+", "-", "*", "/", "%", "**", "&", "|", "^"}), 'i');
            }
        case 'f':
            switch (random_.below(6)) {
            case 0: return "float( " + value(chance(2) ? 'i' : 'b', depth - 1) + " )";
            case 1:
                return "Real$( " + value(chance(2) ? 'i' : 'b', depth - 1) + ", " + value('s', depth - 1) +
                       " )";
            case 2: return "-" + value('f', depth - 1);
            case 3: return both(chance(2) ? 'i' : 'b', one_of({"+", "/", "**"}), 'f');
            default: return both('f', one_of({"+", "-", "*", "/", "%", "**"}), chance(2) ? 'f' : 'i');
            }
        case 'b':
            switch (random_.below(9)) {
            case 0: return "!" + value(chance(2) ? 'i' : 'b', depth - 1);
            case 1: return "bool( " + value('i', depth - 1) + " )";
            case 2: return both('s', one_of({"==", "<", "~=", "!="}), 's');
            case 3: return both('f', one_of({"==", "<=", "~="}), chance(2) ? 'i' : 'f');
            case 4:
                return both(chance(2) ? 'i' : 'b', one_of({"==", "!=", ">", "<="}), chance(2) ? 'i' : 'b');
            case 5:
                return "( g0$ " + one_of({"==", "!="}) + " " +
                       one_of({"null", "0", "owner.Goid", "o0$.Goid"}) + " )";
            case 6: return "( o0$ " + one_of({"== null", "!= owner.Go"}) + " )";
            case 7: return both('b', one_of({"&", "|", "^"}), 'b');
            default: return both(chance(4) ? 'i' : 'b', one_of({"&&", "||"}), 'b');
            }
        default:
            if (chance(3))
                return "MakeStringF( \"%d %f %s\", " + value('i', depth - 1) + ", " + value('f', depth - 1) +
                       ", s0$ )";
            return both('s', "+", 's');
        }
    }

    /// Whatever has four bytes is one.
    std::string condition(int depth) {
        if (chance(6)) return one_of({"o0$", "g0$", "!o0$", "!g0$", "owner.Go", "this", "o0$ && g0$"});
        return value(chance(4) ? 'i' : 'b', depth);
    }

    void function(const std::string& result) {
        const std::size_t ints = ints_.size(), reals = reals_.size(), bools = bools_.size();
        result_ = result;
        statements(3, false);
        ints_.resize(ints);
        reals_.resize(reals);
        bools_.resize(bools);
        if (!result.empty() && chance(2)) text_ += "return " + value(result[0], 2) + ";\n";
        text_ += "}\n";
    }

    void statements(int depth, bool in_loop) {
        for (std::size_t left = random_.below(5); left != 0; --left) statement(depth, in_loop);
    }
    void body(int depth, bool in_loop) {
        const std::size_t ints = ints_.size(), reals = reals_.size(), bools = bools_.size();
        text_ += "\n{\n";
        statements(depth, in_loop);
        text_ += "}\n";
        ints_.resize(ints);
        reals_.resize(reals);
        bools_.resize(bools);
    }

    void statement(int depth, bool in_loop) {
        static std::uint32_t names = 0;
        const std::string local = "v" + std::to_string(names++ % 50000) + "$";
        switch (random_.below(depth > 0 ? 23 : 16)) {
        case 0:
            text_ += "int " + local + (chance(3) ? "" : " = " + value('i', 2)) + ";\n";
            ints_.push_back(local);
            return;
        case 1:
            text_ += "float " + local + (chance(3) ? "" : " = " + value(chance(2) ? 'f' : 'i', 2)) + ";\n";
            reals_.push_back(local);
            return;
        case 2: text_ += one_of({"string ", "bool ", "Goid ", "Go "}) + local + ";\n"; return;
        case 3:
            text_ += one_of({"i0$", "i1$", "p0$"}) + " " + one_of({"=", "+=", "*=", "|=", "%="}) + " " +
                     value('i', 3) + ";\n";
            return;
        case 4:
            text_ += one_of({"f0$", "f1$"}) + " " + one_of({"=", "-=", "/=", "**="}) + " " +
                     value(chance(2) ? 'f' : 'i', 3) + ";\n";
            return;
        case 5: text_ += one_of({"b0$", "b1$"}) + " = " + value(chance(3) ? 'i' : 'b', 3) + ";\n"; return;
        case 6:
            text_ +=
                one_of({"s0$", "s1$", "shared$"}) + " " + one_of({"=", "+="}) + " " + value('s', 2) + ";\n";
            return;
        case 7:
            text_ +=
                one_of({"Nothing$;\n", "Text$;\n", "SetState A$;\n", "sitnspin;\n", "g0$ = owner.Goid;\n",
                        "o0$ = null;\n", "Report.GenericF( \"%d %f\\n\", i0$, f0$ );\n",
                        "this.CreateTimer( 1, 2 );\n", "this.TraceEvents = true;\n",
                        "owner.Go.Aspect.SetLifeState( LS_DEAD_NORMAL );\n", "this.CreateTimer( 2.5 );\n"});
            return;
        case 8:
            text_ += "o0$.Aspect.CurrentLife " + one_of({"+=", "-=", "="}) + " " + value('f', 2) + ";\n";
            return;
        case 9:
            if (in_loop) text_ += one_of({"break;\n", "continue;\n"});
            return;
        case 10:
            if (chance(3)) text_ += result_.empty() ? "return;\n" : "return " + value(result_[0], 2) + ";\n";
            return;
        case 11: text_ += chance(6) ? "abort;\n" : ";\n"; return;
        case 12: text_ += "Int$( 1, " + value('f', 2) + " );\n"; return;
        case 13:
            text_ += "bool " + local + (chance(3) ? "" : " = " + value(chance(4) ? 'i' : 'b', 2)) + ";\n";
            bools_.push_back(local);
            return;
        case 14:
            if (!bools_.empty() && chance(2))
                text_ += bools_[random_.below(bools_.size())] + " " + one_of({"=", "|=", "&=", "^="}) + " " +
                         value(chance(4) ? 'i' : 'b', 2) + ";\n";
            else if (!ints_.empty())
                text_ += ints_[random_.below(ints_.size())] + " " + one_of({"=", "|=", "+=", "%="}) + " " +
                         value(chance(3) ? 'b' : 'i', 2) + ";\n";
            return;
        case 15:
            if (chance(3)) text_ += value(one_of({"i", "f", "b", "s"})[0], 1) + ";\n";
            return;
        case 16:
        case 17:
        case 18:
            text_ += "if( " + condition(2) + " )";
            body(depth - 1, in_loop);
            while (chance(3)) {
                text_ += "else if( " + value('b', 2) + " )";
                body(depth - 1, in_loop);
            }
            if (chance(2)) {
                text_ += "else";
                body(depth - 1, in_loop);
            }
            return;
        case 19:
        case 20:
            text_ += "while( " + condition(2) + " )";
            body(depth - 1, true);
            return;
        case 21:
            text_ += "forever";
            body(depth - 1, true);
            return;
        default: body(depth - 1, in_loop); return;
        }
    }

    Random& random_;
    std::string text_, result_;
    std::vector<std::string> ints_, reals_, bools_;
};

ProgramPtr compiled(const std::string& text, const std::string& words, std::string& mistakes) {
    Diagnostics diagnostics;
    auto program = engine().language()->compile(
        text, {"generated.skrit", vellum::test::settings_from(engine(), words)}, diagnostics);
    if (program) return std::move(*program);
    for (const Diagnostic& one : diagnostics.all())
        if (one.severity == Severity::error) mistakes += format(one) + "\n";
    return nullptr;
}

TEST(SkritDecompile, GeneratedProgramsComeBack) {
    const std::uint64_t count = setting("VELLUM_CASES", 120);
    Random random(setting("VELLUM_SEED", 1));
    std::uint64_t functions = 0, assembly = 0;
    for (std::uint64_t n = 0; n < count; ++n) {
        const std::string text = Generator(random).program();
        for (const std::string words : {"silent", "silent,strip"}) {
            SCOPED_TRACE("program " + std::to_string(n) + " " + words);
            std::string mistakes;
            const ProgramPtr program = compiled(text, words, mistakes);
            ASSERT_NE(program, nullptr) << mistakes << text;
            const auto made = program->decompile({});
            ASSERT_TRUE(made);
            EXPECT_EQ(made->listing, "");
            for (const FunctionVerdict& one : made->functions) {
                ++functions;
                if (!one.identical) ++assembly;
            }
            const ProgramPtr again = compiled(made->text, "silent", mistakes);
            ASSERT_NE(again, nullptr) << mistakes << made->text;
            ASSERT_TRUE(program->same_code(*again)) << made->text;
        }
    }
    // Statements behind a break or a return are read in more than one way, and hardly ever in none.
    EXPECT_LE(assembly, functions / 1000);
    RecordProperty("assembly", std::to_string(assembly));
    RecordProperty("functions", std::to_string(functions));
}

/// Words of a listing change: what still assembles is hardly ever what the compiler writes.
TEST(SkritDecompile, DamagedProgramsComeBackOneWayOrTheOther) {
    const std::uint64_t count = setting("VELLUM_CASES", 120);
    Random random(setting("VELLUM_SEED", 1));
    std::uint64_t sources = 0, listings = 0;
    for (std::uint64_t n = 0; n < count; ++n) {
        SCOPED_TRACE("program " + std::to_string(n));
        std::string mistakes;
        const ProgramPtr program = compiled(Generator(random).program(), "silent,strip", mistakes);
        ASSERT_NE(program, nullptr) << mistakes;
        std::string text = program->disassemble({});
        for (std::size_t changes = 1 + random.below(3); changes != 0; --changes) {
            const std::size_t line = text.find('\n', random.below(text.size())) + 1;
            const std::size_t other = text.find('\n', random.below(text.size())) + 1;
            const std::size_t end = std::min(text.find('\n', line), text.size() - 1) + 1;
            const std::string words = text.substr(line, end - line);
            if (random.below(3) != 0) text.erase(line, words.size());
            if (random.below(3) != 0) text.insert(std::min(other, text.size()), words);
        }
        Diagnostics diagnostics;
        const auto damaged = engine().format().assemble(text, {"damaged.skc", {}}, diagnostics);
        if (!damaged) continue;
        const auto made = (*damaged)->decompile({});
        ASSERT_TRUE(made) << text;
        ++(made->listing.empty() ? sources : listings);
        const ProgramPtr again = compiled(made->text, "silent", mistakes);
        ASSERT_NE(again, nullptr) << mistakes << made->text;
        ASSERT_TRUE((*damaged)->same_code(*again)) << made->text;
    }
    EXPECT_GT(sources + listings, count / 20);
    RecordProperty("sources", std::to_string(sources));
    RecordProperty("listings", std::to_string(listings));
}

/// Where the lines begin and end that a listing has of each function.
std::vector<std::pair<std::size_t, std::size_t>> functions_of(const std::string& listing) {
    std::vector<std::pair<std::size_t, std::size_t>> found;
    const std::string head = "\n.function ";
    for (std::size_t at = listing.find(head); at != std::string::npos;) {
        const std::size_t next = listing.find(head, at + 1);
        found.emplace_back(at + 1, std::min(next, listing.size() - 1) + 1);
        at = next;
    }
    return found;
}

/// Pushes a number and drops it, in front of some instruction: no statement does that in the middle of a
/// value, and in front of a statement it is one that does nothing.
void damage(std::string& listing, std::pair<std::size_t, std::size_t> function, Random& random) {
    std::vector<std::size_t> places;
    for (std::size_t at = function.first; at < function.second; at = listing.find('\n', at) + 1)
        if (listing.compare(at, 4, "    ") == 0) places.push_back(at);
    if (places.empty()) return;
    listing.insert(places[random.below(places.size())], "    PUSH1 77\n    POP1\n");
}

/// How many functions were kept but the damaged one; the whole comes back in any case.
void damage_of_one_function_costs_one(const std::string& text, Random& random, std::size_t& tried) {
    for (const std::string words : {"silent", "silent,strip"}) {
        std::string mistakes;
        const ProgramPtr program = compiled(text, words, mistakes);
        ASSERT_NE(program, nullptr) << mistakes << text;
        const auto sound = program->decompile({});
        ASSERT_TRUE(sound);
        std::string listing = program->disassemble({});
        const auto functions = functions_of(listing);
        if (functions.empty()) continue;
        const std::size_t chosen = random.below(functions.size());
        damage(listing, functions[chosen], random);
        Diagnostics diagnostics;
        const auto damaged = engine().format().assemble(listing, {"damaged.skc", {}}, diagnostics);
        if (!damaged) continue; // between a text's offset and what takes it
        const auto made = (*damaged)->decompile({});
        ASSERT_TRUE(made) << listing;
        EXPECT_TRUE(made->listing.empty()) << made->listing << listing;
        const std::uint32_t address = unit_of(**damaged)->functions_table[chosen].address;
        const auto was_kept = [&](const FunctionVerdict& one) {
            return std::ranges::any_of(sound->functions, [&](const FunctionVerdict& before) {
                return before.name == one.name && !before.identical;
            });
        };
        for (const FunctionVerdict& one : made->functions)
            EXPECT_TRUE(one.identical || one.address == address || was_kept(one))
                << one.name << ": " << one.reason << "\n"
                << made->text;
        const ProgramPtr again = compiled(made->text, "silent", mistakes);
        ASSERT_NE(again, nullptr) << mistakes << made->text;
        ASSERT_TRUE((*damaged)->same_code(*again)) << made->text;
        ++tried;
    }
}

TEST(SkritDecompile, DamageOfOneFunctionCostsOneFunction) {
    const std::uint64_t count = setting("VELLUM_CASES", 120);
    Random random(setting("VELLUM_SEED", 1));
    std::size_t tried = 0;
    for (std::uint64_t n = 0; n < count; ++n) {
        SCOPED_TRACE("program " + std::to_string(n));
        damage_of_one_function_costs_one(Generator(random).program(), random, tried);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(tried, count);
    RecordProperty("tried", std::to_string(tried));
}

/// Each function of the scripts below a folder in turn; includes that are not beside them are assumed.
void damage_scripts_in(const std::filesystem::path& folder, std::size_t& tried) {
    Random random(setting("VELLUM_SEED", 1));
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".skrit") continue;
        SCOPED_TRACE(entry.path().string());
        std::ifstream file(entry.path(), std::ios::binary);
        std::stringstream text;
        text << file.rdbuf();
        std::string mistakes;
        const ProgramPtr program = compiled(text.str(), "silent", mistakes);
        if (program == nullptr) continue; // conformance programs for another host, and one that is wrong
        for (std::size_t i = 0; i < program->functions().size(); ++i) {
            damage_of_one_function_costs_one(text.str(), random, tried);
            if (::testing::Test::HasFatalFailure()) return;
        }
    }
}

TEST(SkritDecompile, DamageOfOneFunctionOfASampleCostsOneFunction) {
    std::size_t tried = 0;
    damage_scripts_in(std::filesystem::path(VELLUM_SOURCE_DIR) / "samples" / "skrit", tried);
    EXPECT_GT(tried, 20U);
}

TEST(SkritDecompile, DamageOfOneFunctionOfARealScriptCostsOneFunction) {
    const char* corpus = std::getenv("VELLUM_CORPUS");
    if (corpus == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    std::size_t tried = 0;
    damage_scripts_in(std::filesystem::path(corpus) / "skrit", tried);
    EXPECT_GT(tried, 500U);
    RecordProperty("tried", std::to_string(tried));
}

} // namespace
} // namespace vellum::skrit
