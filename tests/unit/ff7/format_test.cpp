// Files and listings: what loads, what is refused, what `check` says about every broken rule, and texts that
// come back to the same bytes.
#include "base/bytes.hpp"
#include "support.hpp"
#include "vellum/host.hpp"

namespace vellum::ff7::test {
namespace {

std::string codes_of(const ProgramPtr& program) {
    Diagnostics diagnostics;
    program->check(diagnostics);
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics.all()) text += std::string(diagnostic.code->id) + " ";
    return text;
}

/// A file with these entries (from index 0) and these words.
std::string file_of(const std::vector<Entry>& entries, const std::vector<std::uint16_t>& words,
                    std::size_t word_count = code_words, const std::string& tail = {}) {
    ByteWriter out;
    for (std::size_t i = 0; i < table_entries; ++i) {
        const Entry entry = i < entries.size() ? entries[i] : Entry{};
        out.u16(entry.id);
        out.u16(entry.ip);
    }
    for (std::size_t i = 0; i < word_count; ++i) out.u16(i < words.size() ? words[i] : std::uint16_t{0});
    return std::string(as_text(out.view())) + tail;
}

void expect_round_trip(const std::string& bytes, const std::string& what) {
    const ProgramPtr program = load_bytes(bytes);
    ASSERT_NE(program, nullptr) << what;
    const auto saved = program->save();
    ASSERT_TRUE(saved.has_value());
    EXPECT_EQ(*saved, bytes_of(bytes)) << what << ": load and save";
    for (const bool comments : {true, false}) {
        ListingOptions options;
        options.comments = comments;
        options.addresses = comments;
        options.bytes = !comments;
        const std::string listing = program->disassemble(options);
        Diagnostics diagnostics;
        const auto again = engine().format().assemble(listing, {"again.ev", {}}, diagnostics);
        for (const Diagnostic& diagnostic : diagnostics.all())
            ADD_FAILURE() << what << ": " << format(diagnostic);
        ASSERT_TRUE(again.has_value()) << what;
        EXPECT_EQ(*(*again)->save(), bytes_of(bytes)) << what << ": through the listing";
    }
}

TEST(Format, BrokenTablesAreKeptAndReported) {
    const std::uint16_t ret = code::ret;
    const std::vector<Entry> good{{0, 0}, {0, 1}, {0x4000, 1}, {0x8010, 2}};
    const std::string well = file_of(good, {ret, ret, ret});
    EXPECT_EQ(codes_of(load_bytes(well)), "");
    expect_round_trip(well, "well-formed");

    const std::pair<std::vector<Entry>, const char*> broken[] = {
        {{{7, 1}, {8, 1}}, "ff7.entry-zero "},
        {{{0, 0}, {0x4000, 1}, {5, 1}}, "ff7.table-order ff7.entry-lost "},
        {{{0, 0}, {5, 1}, {5, 1}}, "ff7.table-duplicate ff7.entry-lost "},
        {{{0, 0}, {4, 1}, {0xFFFF, 0}, {5, 1}}, "ff7.table-hole ff7.entry-lost "},
        {{{0, 0}, {4, 1}, {0xFFFF, 9}}, "ff7.table-unused "},
        {{{0, 0}, {4, 0}}, "ff7.entry-ip "},
        {{{0, 0}, {4, 20000}}, "ff7.entry-ip "},
        {{{0, 0}, {0xC001, 1}}, "ff7.entry-kind "},
        {{{0, 0}, {0x8005, 1}}, "ff7.entry-kind "},
        {{{0, 0}, {0xBFF0, 1}}, "ff7.entry-kind "},
    };
    for (const auto& [entries, wanted] : broken) {
        const std::string bytes = file_of(entries, {ret, ret, ret});
        const std::string got = codes_of(load_bytes(bytes));
        std::istringstream words{std::string(wanted)};
        for (std::string word; words >> word;)
            EXPECT_NE(got.find(word), std::string::npos) << wanted << "got " << got;
        expect_round_trip(bytes, wanted);
    }
    EXPECT_EQ(codes_of(load_bytes(file_of({{0, 0}}, {code::reset}))), "ff7.first-word ");
}

TEST(Format, CodeThatLeavesTheCodeIsReported) {
    std::vector<std::uint16_t> full(code_words, code::reset);
    full[0] = code::ret;
    EXPECT_EQ(codes_of(load_bytes(file_of({{0, 0}, {0, 13000}}, full))), "ff7.runs-off ");
    full.back() = code::push_const;
    const std::string cut = file_of({{0, 0}, {0, 13000}}, full);
    EXPECT_EQ(codes_of(load_bytes(cut)), "ff7.runs-off ");
    expect_round_trip(cut, "an operand is missing at the end");
    EXPECT_EQ(codes_of(load_bytes(file_of({{0, 0}, {0, 1}}, {code::ret, code::jump, 0x7000}))),
              "ff7.jump-target ");
}

TEST(Format, ShortLongAndOldFilesAreKept) {
    const std::uint16_t ret = code::ret;
    const std::vector<Entry> table{{0, 0}, {0, 1}};
    expect_round_trip(file_of(table, {ret, ret}, 2), "short code");
    expect_round_trip(file_of(table, {ret, ret}, 2, "x"), "an odd byte");
    expect_round_trip(file_of(table, {ret, ret}, code_words, std::string(0x800, '\0')), "disc copy");
    expect_round_trip(file_of(table, {ret, ret}, code_words, std::string("tail \"\\ \0\xff\n", 10)),
                      "a tail of bytes");
    ByteWriter old;
    for (std::size_t i = 0; i < old_table_entries; ++i) {
        old.u16(i == 0 ? 0 : i == 1 ? 3 : 0xFFFF);
        old.u16(i == 1 ? 1 : 0);
    }
    for (int i = 0; i < 100; ++i) old.u16(code::ret);
    expect_round_trip(std::string(as_text(old.view())), "128 entries");
    Diagnostics diagnostics;
    EXPECT_FALSE(engine().format().load(bytes_of("short"), {"x.ev", {}}, diagnostics).has_value());
}

TEST(Format, DetectionNeedsTheRulesOrTheName) {
    const std::string well = file_of({{0, 0}, {0, 1}}, {code::ret, code::ret});
    EXPECT_EQ(engine().format().detect(bytes_of(well), "anything"), Confidence::certain);
    EXPECT_EQ(engine().format().detect(bytes_of(std::string(5000, 'x')), "WM0.EV"), Confidence::maybe);
    EXPECT_EQ(engine().format().detect(bytes_of(std::string(5000, 'x')), "wm0.bin"), Confidence::no);
    EXPECT_EQ(engine().format().detect({}, ""), Confidence::no);
}

TEST(Check, WarnsOfTheUnwise) {
    auto check = [](const std::string& body) {
        return codes_of(assemble("    RETURN\n.function system 0\n" + body));
    };
    EXPECT_EQ(
        check("RESET\n PUSH_CONST 1\n PUSH_CONST 1\n PUSH_CONST 1\n PUSH_CONST 1\n PUSH_CONST 1\n RETURN\n"),
        "ff7.stack-depth ");
    EXPECT_EQ(check("RESET\n ADD\n RETURN\n"), "ff7.stack-borrowed ");
    EXPECT_EQ(check("RESET\n PUSH_CONST 1\n WAIT_WINDOW\n RETURN\n"), "ff7.stack-across-wait ");
    const std::string three = ".function model 9 3\n RETURN\n";
    EXPECT_EQ(check("RESET\n PUSH_CONST 9\n CALL 3\n RETURN\n" + three), "ff7.never-loaded ");
    EXPECT_EQ(check("RESET\n PUSH_CONST 9\n LOAD_MODEL\n RESET\n PUSH_CONST 9\n CALL 3\n RETURN\n" + three),
              "");
    EXPECT_EQ(check("JUNK_000 0x003\n RESET\n RETURN\n"), "ff7.unknown-code ");
    EXPECT_EQ(check("NOP_356 0x1234\n RETURN\n"), "ff7.unknown-code ");
    EXPECT_EQ(check("again:\n RESET\n PUSH_CONST 1\n GOTO_IF_FALSE again\n RETURN\n"), "ff7.no-wait ");
}

TEST(Assembly, EveryRowGoesThroughTextAndRuns) {
    // One instruction of each row, and the last code of rows that span several.
    std::vector<std::uint16_t> words{code::ret};
    for (const isa::Row& row : table().rows)
        for (const std::uint16_t opcode : {row.opcode, row.opcode_last}) {
            words.push_back(opcode);
            if (has_operand(opcode)) words.push_back(row.target_operand() >= 0 ? 0 : 6);
        }
    words.push_back(code::ret);
    const std::string bytes = file_of({{0, 0}, {0, 1}}, words);
    expect_round_trip(bytes, "all rows");
    for (std::uint32_t opcode = 0; opcode < 0x10000; opcode += opcode < 0x400 ? 1 : 97) {
        const isa::Row* row = table().find(opcode);
        ASSERT_NE(row, nullptr);
        EXPECT_LE(row->opcode, opcode);
        EXPECT_GE(row->opcode_last, opcode);
        // Alone on a stack of four: executed without a fault unless it says so itself.
        std::vector<std::uint16_t> one{code::ret, code::reset};
        for (int i = 0; i < 4; ++i) {
            one.push_back(code::push_const);
            one.push_back(static_cast<std::uint16_t>(i));
        }
        one.push_back(static_cast<std::uint16_t>(opcode));
        if (has_operand(static_cast<std::uint16_t>(opcode)))
            one.push_back(static_cast<std::uint16_t>(one.size() + 1));
        one.push_back(code::ret);
        Game game;
        Diagnostics diagnostics;
        auto world = make_world(load_bytes(file_of({{0, 0}, {0, 1}}, one, 64)), game, {}, diagnostics);
        ASSERT_TRUE(world.has_value());
        TraceText trace;
        (*world)->add_observer(trace);
        (*world)->start();
        (*world)->frame(0);
        EXPECT_TRUE((*world)->faults().empty()) << "code " << opcode;
        char number[16];
        std::snprintf(number, sizeof number, ",%03x,", opcode);
        EXPECT_NE(trace.text.find(number), std::string::npos) << number;
    }
}

TEST(Assembly, CommentsDependOnTheValueBeforeAndMayBeLong) {
    const ProgramPtr program =
        assemble("    RETURN\n.function system 0\n PUSH_CONST 3\n CALL 7\n PUSH_CONST 26\n CALL 251\n"
                 " PUSH_CONST 25\n CALL 7\n PUSH_CONST 0xFFFF\n CALL 7\n RESET\n CALL 7\n"
                 " PUSH_CONST 3\n LOAD_MODEL\n PUSH_CONST 26\n LOAD_MODEL\n RETURN\n");
    const std::string text = program->disassemble({});
    for (const char* line : {"; 0003  model 3 Highwind function 7 (missing)\n",
                             "; 0006  model 26 Key of the Ancients function 251 (missing)\n",
                             "; 0009  model 25 Ancient Forest function 7 (missing)\n",
                             "; 000c  system 7 Midgar Zolom (missing)\n", "; 000e\n", "; 0011  Highwind\n",
                             "; 0014  Key of the Ancients\n"})
        EXPECT_NE(text.find(line), std::string::npos) << line << text;
    ListingOptions bare;
    bare.addresses = bare.comments = false;
    EXPECT_EQ(program->disassemble(bare).find("missing"), std::string::npos);
}

TEST(Assembly, MistakesAreNamedWithTheirLines) {
    const std::pair<const char*, std::uint32_t> wrong[] = {
        {"RETURN\n.function thing 3\n", 2},
        {".function model 64 0\n", 1},
        {".layout 99\n", 1},
        {".words 20000\n", 1},
        {"PUSH_CONST 70000\n", 1},
        {"PUSH_SPECIAL_BYTE nothing\n", 1},
        {"RETURN\nGOTO nowhere\n", 2},
        {"CALL 300\n", 1},
        {"NOP_356 0x303\n", 1},
        {".function system 1\n RETURN\n.function system 1\n RETURN\n", 0},
        {".entry 300, 1, 2\n", 1},
        {".entry 1, 1, 2\n.function system 1\n RETURN\n", 0},
        {"DANCE\n", 1},
        {".raw 0x110\nRETURN\n", 0},
        {".tail 5\n", 1},
        {".words 1\nRETURN\nRETURN\n", 0},
    };
    for (const auto& [text, line] : wrong) {
        Diagnostics diagnostics;
        const auto program = engine().format().assemble(text, {"x.vasm", {}}, diagnostics);
        EXPECT_FALSE(program.has_value()) << text;
        ASSERT_FALSE(diagnostics.all().empty()) << text;
        if (line != 0) EXPECT_EQ(diagnostics.all()[0].place.line, line) << text;
    }
}

TEST(Assembly, TheSampleIsItsText) {
    const ProgramPtr program = assemble(read_text("samples/ff7/island.vasm"));
    EXPECT_EQ(*program->save(), bytes_of(read_text("samples/ff7/island.ev")));
    EXPECT_EQ(codes_of(program), "");
    expect_round_trip(read_text("samples/ff7/island.ev"), "island");
    const auto functions = program->functions();
    ASSERT_EQ(functions.size(), 10U);
    EXPECT_EQ(functions[0].name, "system 0");
    EXPECT_EQ(functions[0].kind, "system");
    bool calls = false, reads = false;
    for (const Reference& reference : program->references()) {
        calls |= reference.kind == ReferenceKind::function && reference.name == "model 6 16";
        reads |= reference.kind == ReferenceKind::global && reference.name == "save.byte(0xF25)";
    }
    EXPECT_TRUE(calls && reads);
}

TEST(Page, HasEveryInstructionAndEveryNative) {
    const std::string page = read_text("docs/engines/ff7.md");
    for (const isa::Row& row : table().rows) {
        const std::string start = "| `" + std::string(row.mnemonic) + "` |";
        const std::size_t at = page.find(start);
        ASSERT_NE(at, std::string::npos) << row.mnemonic;
        const std::string line = page.substr(at, page.find('\n', at) - at);
        EXPECT_NE(line.find(row.meaning), std::string::npos) << line;
        std::string stack; // a bar would end the table's cell
        for (const char c : row.stack.text) stack.append(c == '|' ? "\\|" : std::string(1, c));
        EXPECT_NE(line.find(stack), std::string::npos) << line;
    }
    engine().runtime().each_native([&](const NativeRow& native) {
        EXPECT_NE(page.find("| `" + declaration(native) + "` | "), std::string::npos) << declaration(native);
    });
}

TEST(Pictures, ShowMeshesModelsAndEvents) {
    const ProgramPtr program = assemble(read_text("samples/ff7/island.vasm"));
    const std::string still = draw_map(*program, nullptr);
    EXPECT_NE(still.find("3 meshes with functions"), std::string::npos);
    Game game;
    RunOptions options;
    options.settings = {{"map", "1"}, {"plan", R"([[3, "mesh", 12, 7, 0]])"}};
    Diagnostics diagnostics;
    auto world = make_world(program, game, options, diagnostics);
    (*world)->start();
    for (int i = 0; i < 20; ++i) (*world)->frame(0);
    const std::string run = draw_map(*program, world->get());
    EXPECT_NE(run.find("Cloud at 12,7 (player)"), std::string::npos);
    EXPECT_NE(run.find("mesh 12,7,0, frame 3"), std::string::npos);
    EXPECT_EQ(run.find("<script"), std::string::npos);
}

} // namespace
} // namespace vellum::ff7::test
