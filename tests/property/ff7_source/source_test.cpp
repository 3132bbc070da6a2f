// World maps as source: what is decompiled is compiled to the same file, text is a fixed point, no name
// reaches the file, bodies in another order run alike. The sample, generated and damaged files always, the
// original ones where VELLUM_CORPUS has them. VELLUM_FF7_SEED and VELLUM_FF7_CASES as in ff7_random_test.cpp.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "engines/ff7/names/places.hpp"
#include "unit/ff7/golden.hpp"
#include "unit/ff7/support.hpp"

namespace vellum::ff7::test {
namespace {

std::uint32_t seed() {
    const char* text = std::getenv("VELLUM_FF7_SEED");
    return text == nullptr ? 7U : static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
}
int cases(int usual) {
    const char* text = std::getenv("VELLUM_FF7_CASES");
    return text == nullptr ? usual : std::atoi(text);
}

/// With a name, what becomes of it is told.
struct Original {
    std::string name, text;
};

std::vector<Original> originals() {
    std::vector<Original> files{{"island", read_text("samples/ff7/island.ev")}};
    if (!corpus().empty())
        for (const char* name : {"wm0.ev", "psx-disc-wm0.ev", "psx-disc-wm1.ev", "psx-disc-wm2.ev",
                                 "psx-disc-wm3.ev", "wm0-rewritten-by-tool.ev"})
            files.push_back({name, read_text(corpus() + name)});
    return files;
}

/// Generated files that every code stands in.
std::vector<Original> synthetic() {
    std::vector<Original> files;
    if (!corpus().empty())
        for (int i = 1; i <= 10; ++i) {
            const std::string name =
                "synthetic/syn0" + std::string(i < 10 ? "0" : "") + std::to_string(i) + ".ev";
            files.push_back({name, read_text(corpus() + name)});
        }
    return files;
}

ProgramPtr loaded(const std::string& text) {
    Diagnostics diagnostics;
    const auto program = engine().format().load(bytes_of(text), {"a.ev", {}}, diagnostics);
    return program ? *program : nullptr;
}

ProgramPtr compiled(const std::string& text) {
    Diagnostics diagnostics;
    const auto program = engine().language()->compile(text, {"a.wms", {}}, diagnostics);
    EXPECT_TRUE(program.has_value()) << (program ? std::string() : format(program.error())) << "\n" << text;
    return program ? *program : nullptr;
}

std::string saved(const ProgramPtr& program) {
    const auto bytes = program->save();
    return std::string(as_text(*bytes));
}

struct Counts {
    std::size_t functions = 0, identical = 0, with_goto = 0;
};

/// The file comes back, and so does the text.
void come_back(const std::string& file, Counts& counts) {
    const ProgramPtr program = loaded(file);
    if (program == nullptr) return;
    const auto source = program->decompile({});
    ASSERT_TRUE(source.has_value());
    EXPECT_EQ(source->listing, "");
    for (const FunctionVerdict& one : source->functions) counts.identical += one.identical ? 1U : 0U;
    counts.functions += source->functions.size();
    for (std::size_t at = 0; (at = source->text.find(" goto ", at)) != std::string::npos; ++at)
        ++counts.with_goto;
    const ProgramPtr again = compiled(source->text);
    ASSERT_NE(again, nullptr);
    ASSERT_EQ(saved(again), file) << source->text;
    EXPECT_EQ(again->decompile({})->text, source->text);
    const auto with_addresses = program->decompile({.addresses = true});
    const ProgramPtr third = compiled(with_addresses->text);
    ASSERT_NE(third, nullptr);
    EXPECT_EQ(saved(third), file);
}

TEST(Ff7Source, OriginalsComeBackAsStructures) {
    for (const Original& file : originals()) {
        Counts counts;
        come_back(file.text, counts);
        std::printf("%s: %zu bodies, %zu identical, %zu goto\n", file.name.c_str(), counts.functions,
                    counts.identical, counts.with_goto);
        EXPECT_EQ(counts.identical, counts.functions) << file.name;
        EXPECT_EQ(counts.with_goto, 0U) << file.name;
    }
}

TEST(Ff7Source, GeneratedFilesComeBack) {
    Counts counts;
    for (const Original& file : synthetic()) come_back(file.text, counts);
    std::printf("%zu bodies, %zu identical, %zu goto\n", counts.functions, counts.identical,
                counts.with_goto);
    EXPECT_EQ(counts.identical, counts.functions);
}

TEST(Ff7Source, DamagedFilesComeBack) {
    const auto files = originals();
    std::mt19937 random(seed());
    Counts counts;
    const int count = cases(80);
    for (int i = 0; i < count; ++i) {
        std::string text = files[random() % files.size()].text;
        for (std::size_t change = 0, changes = 1 + random() % 8; change < changes; ++change) {
            const std::size_t at =
                random() % std::min<std::size_t>(text.size() - 1, random() % 3 == 0 ? 0x400 : 0x3000);
            static constexpr std::uint16_t words[] = {0x200, 0x201, 0x203,  0x100, 0x32D, 0x326,
                                                      0x0E0, 0x110, 0x015,  0x040, 0x000, 0x306,
                                                      0x305, 0x1FF, 0xFFFF, 0x00F};
            const std::uint16_t word = words[random() % std::size(words)];
            text[at & ~std::size_t{1}] = static_cast<char>(word & 0xFF);
            text[at | 1U] = static_cast<char>(word >> 8);
        }
        if (random() % 8 == 0) text.resize(0x400 + random() % (text.size() - 0x400));
        come_back(text, counts);
        if (testing::Test::HasFatalFailure()) FAIL() << "case " << i;
    }
    std::printf("%zu bodies, %zu identical, %zu goto\n", counts.functions, counts.identical,
                counts.with_goto);
}

TEST(Ff7Source, BodiesWithOtherTargetsComeBack) {
    const auto files = originals();
    std::mt19937 random(seed());
    Counts counts;
    const int count = cases(40);
    for (int i = 0; i < count; ++i) {
        const Original& file = files[random() % files.size()];
        const ProgramPtr program = loaded(file.text);
        const Script& script = script_of(program);
        std::string text = file.text;
        for (std::size_t k = 0; k < 12; ++k) { // a jump of a body leads to another instruction near it
            const auto& list = script.sweep.instructions;
            const std::size_t at = random() % list.size();
            if (list[at].opcode != 0x200 && list[at].opcode != 0x201) continue;
            const std::size_t other =
                std::min(list.size() - 1, at + random() % 80 - std::min<std::size_t>(at, 40));
            const std::size_t byte = script.offset_of(list[at].address + 1);
            text[byte] = static_cast<char>(list[other].address & 0xFF);
            text[byte + 1] = static_cast<char>(list[other].address >> 8);
        }
        come_back(text, counts);
        if (testing::Test::HasFatalFailure()) FAIL() << "case " << i << ", " << file.name;
    }
    std::printf("%zu bodies, %zu identical, %zu goto\n", counts.functions, counts.identical,
                counts.with_goto);
}

/// Random texts of the grammar.
class Writer {
  public:
    explicit Writer(std::uint32_t from) : random_(from) {}

    std::string file() {
        std::string text = "const FIVE = 5;\nvar spot = save.byte(0xF41);\nname fly = highwind.29;\n";
        const std::size_t count = 1 + pick(5);
        for (std::size_t i = 0; i < count; ++i) {
            labels_ = 0;
            text += (pick(2) != 0 ? "system " + std::to_string(i) : "mesh 3,4," + std::to_string(i)) + " " +
                    block(0);
            if (pick(4) == 0) text += "raw { 0x203 0x100 }\n";
        }
        return text;
    }

  private:
    std::size_t pick(std::size_t below) { return random_() % below; }

    std::string value(int depth) {
        static constexpr const char* simple[] = {
            "7",   "65535", "FIVE",        "spot",       "mesh_x",   "player_model",   "temp.bit(3, 2)",
            "pop", "cloud", "random_byte", "special(2)", "stale(5)", "item(0x1F2, 9)", "save.word(0xF50)"};
        if (depth > 4 || pick(3) == 0) return simple[pick(std::size(simple))];
        static constexpr const char* operators[] = {
            "*", "+", "-", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "|", "&&", "||"};
        switch (pick(6)) {
        case 0: return "-" + std::string(pick(2) != 0 ? " " : "") + "(" + value(depth + 1) + ")";
        case 1: return "!" + value(depth + 4);
        case 2: return value(depth + 4) + " in (1, FIVE, " + value(depth + 2) + ")";
        case 3: return "distance_to_model(" + value(depth + 1) + ")";
        default:
            return "(" + value(depth + 1) + ") " + operators[pick(std::size(operators))] + " " +
                   value(depth + 2);
        }
    }

    std::string block(int depth) {
        std::string text = "{\n";
        const std::size_t count = pick(5);
        for (std::size_t i = 0; i < count; ++i) text += statement(depth);
        return text + "}\n";
    }

    std::string statement(int depth) {
        const std::string bare = pick(6) == 0 ? "bare " : "";
        switch (depth > 4 ? pick(8) : pick(18)) {
        case 0: return bare + "play_sfx(" + value(0) + ");\n";
        case 1: return bare + "wait(" + value(1) + ");\n";
        case 2: return bare + "spot " + (pick(2) != 0 ? "+=" : "=") + " " + value(0) + ";\n";
        case 3: return bare + "call (" + value(1) + ").12;\n";
        case 4: return pick(2) != 0 ? "message(3);\n" : "prompt(1, 2, " + value(2) + ");\n";
        case 5: return pick(2) != 0 ? "wait_step();\n" : "hide_model();\n";
        case 6: return "set_prompt(1, 2, 3) after wait_window(), wait_step();\n";
        case 7:
            return pick(3) == 0   ? "return;\n"
                   : pick(2) != 0 ? "reset;\n"
                                  : bare + "push(" + value(1) + ");\n";
        case 8:
        case 9: return "if (" + bare + value(0) + ") " + block(depth + 1);
        case 10: return "if (" + value(0) + ") " + block(depth + 1) + "else " + block(depth + 1);
        case 11: return "while (" + bare + value(0) + ") " + loop(depth);
        case 12: return "loop " + loop(depth);
        case 13:
            return "switch (mesh_x) {\ncase 1:\n" + statement(depth + 1) + "case 2, 3:\ncase 4:\n" +
                   statement(depth + 1) + (pick(2) != 0 ? "default:\n" + statement(depth + 1) : "") + "}\n";
        case 14: return in_loop_ != 0 ? (pick(2) != 0 ? "break;\n" : "continue;\n") : "return here;\n";
        case 15: {
            const std::string label = "l" + std::to_string(labels_++);
            const std::string jump =
                pick(2) != 0 ? "goto " + label + ";\n" : "unless (" + value(1) + ") goto " + label + ";\n";
            return pick(2) != 0 ? jump + statement(depth + 1) + label + ":\n"
                                : label + ":\n" + statement(depth + 1) + jump;
        }
        case 16: return block(depth + 1);
        default: return "asm {\nRESET\nPUSH_CONST 3\nPLAY_SFX\n}\n";
        }
    }

    std::string loop(int depth) {
        ++in_loop_;
        std::string text = block(depth + 1);
        --in_loop_;
        return text;
    }

    std::mt19937 random_;
    int in_loop_ = 0, labels_ = 0;
};

TEST(Ff7Source, RandomTextsAreStable) {
    std::mt19937 random(seed());
    Counts counts;
    const int count = cases(120);
    for (int i = 0; i < count; ++i) {
        const std::string text = Writer(static_cast<std::uint32_t>(random())).file();
        const ProgramPtr program = compiled(text);
        ASSERT_NE(program, nullptr) << "case " << i;
        come_back(saved(program), counts);
        if (testing::Test::HasFatalFailure()) FAIL() << "case " << i << "\n" << text;
    }
    std::printf("%zu bodies, %zu identical, %zu goto\n", counts.functions, counts.identical,
                counts.with_goto);
}

/// The declared names with something behind them.
std::string renamed(const std::string& text) {
    const auto part_of_name = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i + 1;
        if (part_of_name(text[i]))
            while (end < text.size() && part_of_name(text[end])) ++end;
        const std::string word = text.substr(i, end - i);
        out += word;
        if (known_place(word) != nullptr) out += "_other";
        i = end;
    }
    return out;
}

TEST(Ff7Source, NamesDoNotReachTheFile) {
    for (const Original& file : originals()) {
        const ProgramPtr again = compiled(renamed(loaded(file.text)->decompile({})->text));
        ASSERT_NE(again, nullptr);
        EXPECT_EQ(saved(again), file.text) << file.name;
    }
}

TEST(Ff7Source, EveryKnownPlaceCanBeDeclared) {
    EXPECT_GE(known_places().size(), 120U);
    std::string text;
    for (const KnownPlace& place : known_places())
        text += "var " + std::string(place.name) + " = " + place_words(place.code, place.operand()) + ";\n";
    text += "system 0 {\n";
    for (const KnownPlace& place : known_places()) text += "    play_sfx(" + std::string(place.name) + ");\n";
    text += "}\n";
    const ProgramPtr program = compiled(text);
    ASSERT_NE(program, nullptr);
    const std::string back = program->decompile({})->text;
    for (const KnownPlace& place : known_places())
        EXPECT_NE(back.find("play_sfx(" + std::string(place.name) + ")"), std::string::npos) << place.name;
}

/// Texts that were damaged are refused with a mistake, or compiled to a file that comes back.
TEST(Ff7Source, DamagedTextsAreRefusedOrCompiled) {
    std::mt19937 random(seed());
    Counts counts;
    std::size_t refused = 0;
    static constexpr const char* pieces[] = {
        "{",      "}",       "(",     ")",       ";",       "if", "else",           "0x",
        "switch", "case 3:", "bare ", "asm {\n", "goto x;", "x:", "entry 1, 2, 3;", "/*",
        "\"",     " in (",   "::",    "\xC3"};
    const int count = cases(120);
    for (int i = 0; i < count; ++i) {
        std::string text = Writer(static_cast<std::uint32_t>(random())).file();
        for (std::size_t change = 0, changes = 1 + random() % 4; change < changes; ++change) {
            const std::size_t at = random() % text.size();
            if (random() % 2 == 0)
                text.erase(at, 1 + random() % 6);
            else
                text.insert(at, pieces[random() % std::size(pieces)]);
            if (text.empty()) text = ";";
        }
        Diagnostics diagnostics;
        const auto program = engine().language()->compile(text, {"a.wms", {}}, diagnostics);
        if (!program) {
            EXPECT_FALSE(diagnostics.ok()) << text;
            ++refused;
            continue;
        }
        come_back(saved(*program), counts);
        if (testing::Test::HasFatalFailure()) FAIL() << "case " << i << "\n" << text;
    }
    std::printf("%d texts, %zu refused\n", count, refused);
}

/// The functions of a text in another order.
std::string shuffled(const std::string& text, std::mt19937& random) {
    std::string head;
    std::vector<std::string> functions;
    std::size_t at = 0;
    while (at < text.size()) {
        std::size_t end = text.find("\n}\n", at);
        const std::size_t line = text.find('\n', at);
        const std::string first = text.substr(at, line - at);
        const bool function = first.ends_with("{");
        if (!function) end = line - 2;
        const std::string part = text.substr(at, end + 3 - at);
        if (function)
            functions.push_back(part);
        else
            head += part;
        at = end + 3;
    }
    std::ranges::shuffle(functions, random);
    for (const std::string& one : functions) head += one;
    return head;
}

/// What a run shows that knows no words.
std::string run_of(const ProgramPtr& program, const std::string& field) {
    Game game;
    RunOptions options;
    options.settings = {{"entry_field", field}, {"seed", "5"}};
    Diagnostics diagnostics;
    auto world = make_world(program, game, options, diagnostics);
    EXPECT_TRUE(world.has_value());
    (*world)->start();
    for (int frame = 0; frame < 200; ++frame) {
        if (frame % 20 == 3) static_cast<void>((*world)->send({"mesh 26,18,0", {}}));
        (*world)->frame(0);
    }
    const WorldState& state = (*world)->state();
    std::string text(reinterpret_cast<const char*>(state.save.data()), state.save.size());
    text += std::to_string((*world)->instructions());
    for (const Entity& one : state.entities)
        for (const std::int32_t value :
             {std::int32_t{one.model}, one.position.x, one.position.y, one.position.z})
            text += " " + std::to_string(value);
    return text;
}

TEST(Ff7Source, BodiesInAnotherOrderRunAlike) {
    std::mt19937 random(seed());
    for (const Original& file : originals()) {
        const ProgramPtr program = loaded(file.text);
        const std::string text = program->decompile({})->text;
        for (int i = 0; i < cases(20); ++i) {
            const ProgramPtr other = compiled(shuffled(text, random));
            ASSERT_NE(other, nullptr);
            const std::string field = std::to_string(random() % 64);
            EXPECT_EQ(run_of(program, field), run_of(other, field)) << file.name << ", field " << field;
        }
    }
}

} // namespace
} // namespace vellum::ff7::test
