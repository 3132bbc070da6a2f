// Compiled files, listing and assembler, and the verifier behind them.
#include "support.hpp"

#include <algorithm>
#include <random>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "engines/skrit/isa/isa.hpp"
#include "support/settings.hpp"

namespace vellum::skrit::test {
namespace {

constexpr std::string_view rich =
    "property float rpm$ = 1.5 doc = \"turns\"; shared int total$; string label$ = \"a\\nb\"; Crate box$; "
    "int next$ = Probe.Next();\n"
    "owner = Aspect;\n"
    "int Add$( int a$, string, float f$ ) { int b$ = a$; { string s$; s$ = label$ + \"x\"; } return b$ + "
    "int( f$ ); }\n"
    "Tick$ at ( 3 frames ) { total$ += Add$( 1, \"q\", 2.5 ); }\n"
    "trigger OnTimer$( 1, 0.5 ) { box$ = CrateMgr.Open( \"box\" ); box$.Weight += 1; }\n"
    "startup state A$ poll( rpm$ ) { int mine$; event OnGoHandleMessage$( eWorldEvent e$, WorldMessage ) { "
    "mine$ = e$; SetState B$; }\n"
    "  transition -> B$: OnTimer( 2 ) and if( total$ > 3 ) = { Report.GenericF( \"%s %f\\n\", label$, rpm$ "
    "); } }\n"
    "state B$;\n";

std::shared_ptr<Unit> reloaded(const std::vector<std::byte>& bytes, std::string* message = nullptr) {
    Diagnostics diagnostics;
    auto unit = read_skc(bytes, "test.skc", diagnostics);
    if (message != nullptr) *message = diagnostics.all().empty() ? "" : diagnostics.all()[0].message;
    EXPECT_EQ(unit != nullptr, diagnostics.ok());
    return unit;
}

void fix_hash(std::vector<std::byte>& bytes) {
    const std::uint64_t hash = hash64(std::span(bytes).first(bytes.size() - 8));
    store_u64(bytes.data() + bytes.size() - 8, hash);
}

TEST(SkritFormat, a_file_reads_back_to_the_same) {
    const Compiled result = compiled(rich);
    ASSERT_TRUE(fine(result));
    const std::vector<std::byte> bytes = write_skc(*result.unit);
    const std::shared_ptr<Unit> again = reloaded(bytes);
    ASSERT_NE(again, nullptr);
    EXPECT_EQ(write_skc(*again), bytes);
    EXPECT_EQ(again->states[0].transitions, result.unit->states[0].transitions);
    EXPECT_TRUE(again->states[0].dynamic);
    EXPECT_EQ(again->verification.cells.size(), result.unit->verification.cells.size());
    EXPECT_TRUE(is_skc(bytes));
}

TEST(SkritFormat, through_the_engine) {
    Diagnostics diagnostics;
    const auto program =
        engine().language()->compile("Run$ { Report.Generic( \"a\" ); }", {"a.skrit"}, diagnostics);
    ASSERT_TRUE(program);
    const auto bytes = (*program)->save();
    ASSERT_TRUE(bytes);
    EXPECT_EQ(engine().format().detect(*bytes, "x"), Confidence::certain);
    EXPECT_EQ(engine().format().detect({}, "A.SKRIT"), Confidence::likely);
    EXPECT_EQ(engine().format().detect({}, "a.bin"), Confidence::no);
    EXPECT_EQ(engine().format().detect({}, "a.skc"), Confidence::maybe);
    const auto loaded = engine().format().load(*bytes, {"a.skc"}, diagnostics);
    ASSERT_TRUE(loaded);
    (*loaded)->check(diagnostics);
    EXPECT_TRUE(diagnostics.ok());
    EXPECT_EQ((*loaded)->functions().size(), 1U);
    EXPECT_FALSE((*loaded)->facts().empty());
    EXPECT_EQ((*loaded)->references().size(), 1U);
    const auto listed = (*loaded)->disassemble({});
    const auto assembled = engine().format().assemble(listed, {"a"}, diagnostics);
    ASSERT_TRUE(assembled);
    EXPECT_FALSE(engine().language()->compile("Run$ {", {"a"}, diagnostics));
    EXPECT_FALSE(engine().language()->compile(
        "Run$ { Unknown(); }", {"a", vellum::test::settings_from(engine(), "strict")}, diagnostics));
}

TEST(SkritFormat, damage_is_refused_with_a_message) {
    const Compiled result = compiled(rich);
    ASSERT_TRUE(fine(result));
    const std::vector<std::byte> bytes = write_skc(*result.unit);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        std::string message;
        EXPECT_EQ(reloaded({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}, &message),
                  nullptr);
        EXPECT_FALSE(message.empty());
    }
    std::vector<std::byte> version = bytes;
    version[4] = std::byte{9};
    std::string message;
    EXPECT_EQ(reloaded(version, &message), nullptr);
    EXPECT_NE(message.find("version 9"), std::string::npos);
    std::vector<std::byte> flipped = bytes;
    flipped[40] ^= std::byte{1};
    EXPECT_EQ(reloaded(flipped, &message), nullptr);
    EXPECT_NE(message.find("damaged"), std::string::npos);
}

TEST(SkritFormat, a_forged_file_never_gets_past_the_checks) {
    SKRIT_FEATURE(33);
    const Compiled result = compiled(rich);
    ASSERT_TRUE(fine(result));
    const std::vector<std::byte> bytes = write_skc(*result.unit);
    std::mt19937 random(7);
    std::size_t accepted = 0;
    for (int round = 0; round < 4000; ++round) {
        std::vector<std::byte> forged = bytes;
        for (int changes = 1 + static_cast<int>(random() % 3); changes != 0; --changes)
            forged[8 + random() % (forged.size() - 16)] = static_cast<std::byte>(random());
        fix_hash(forged);
        const std::shared_ptr<Unit> unit = reloaded(forged);
        if (unit == nullptr) continue;
        ++accepted; // texts and line numbers may be anything
        ASSERT_EQ(write_skc(*unit), forged);
        ASSERT_TRUE(unit->verification.verified);
        Diagnostics diagnostics;
        const std::string listed = list_unit(*unit, {});
        const std::shared_ptr<Unit> again = assemble_unit(listed, "test.skc", diagnostics);
        ASSERT_NE(again, nullptr) << format_all(diagnostics, "") << listed;
        ASSERT_EQ(again->bytes, unit->bytes);
    }
    EXPECT_GT(accepted, 100U);
}

TEST(SkritListing, assembles_to_the_same_file) {
    SKRIT_FEATURE(7);
    Compiled result = compiled(rich);
    ASSERT_TRUE(fine(result));
    for (const bool plain : {false, true}) {
        ListingOptions options;
        options.addresses = options.comments = !plain;
        options.bytes = !plain;
        Diagnostics diagnostics;
        const std::string text = list_unit(*result.unit, options);
        const std::shared_ptr<Unit> again = assemble_unit(text, result.unit->name(), diagnostics);
        ASSERT_NE(again, nullptr) << format_all(diagnostics, "") << text;
        EXPECT_EQ(list_unit(*again, options).size() > 100, true);
        EXPECT_EQ(write_skc(*again), write_skc(*result.unit));
    }
}

TEST(SkritListing, shows_source_lines_and_an_arrow) {
    SKRIT_FEATURE(143);
    const Compiled result = compiled("Run$\n{\n    int a$ = 1;\n    a$ = a$ / 0;\n}\n");
    ASSERT_TRUE(fine(result));
    EXPECT_NE(list_unit(*result.unit, {}).find("; 4: a$ = a$ / 0;"), std::string::npos);
    const auto& all = result.unit->instructions.instructions;
    const auto divide = std::ranges::find_if(all, [&](const isa::Instruction& i) {
        return result.unit->instructions.row(i).mnemonic == "DIVIDEI";
    });
    ASSERT_NE(divide, all.end());
    const std::string around = list_around(*result.unit, divide->address, 2);
    EXPECT_EQ(around, "4:     a$ = a$ / 0;\n"
                      "    LOADVAR a$\n"
                      "    PUSH1 0\n"
                      " -> DIVIDEI\n"
                      "    STOREVAR a$\n"
                      "    FREEVAR 1\n");
    EXPECT_EQ(list_around(*result.unit, 9999, 2), "");
}

// --- one tiny program per opcode
// -------------------------------------------------------------------------------

std::shared_ptr<Unit> assembled(std::string_view code, std::string* problem = nullptr) {
    std::string text =
        ".skrit \"t\" unit\n.type pointer \"Go\"\n.type managed \"Box\"\n.string \"abc\"\n.string \"d\"\n"
        ".import function \"Tool\" \"Say\" 4 variadic\n.parameter 4 \"\"\n"
        ".import singleton \"One\" \"Get\" 2\n.import member \"Go\" \"Put\" 0\n.parameter 3 \"\"\n"
        ".import function \"\" \"Open\" 6\n.import function \"\" \"Change\" 0\n.parameter 4 \"\" "
        "in_out\n.upcast 5 5\n"
        ".instance 3 1 1\n.shared 1 0 0\n"
        ".variable \"i$\" 2 0x4000 none 2 0 none 0 0 \"\"\n.variable \"f$\" 3 0x4001 none 3 0 none 0 0 \"\"\n"
        ".variable \"g$\" 5 0x4002 none 5 0 none 0 0 \"\"\n.variable \"s$\" 4 0x4000 none 4 0 none 0 0 \"\"\n"
        ".variable \"h$\" 6 0x4000 none 6 0 none 0 0 \"\"\n.variable \"n$\" 2 0x8000 none 2 0 none 0 0 \"\" "
        "shared\n"
        ".state \"A$\" 0 0 startup\n.start 0 none\n"
        ".function \"F$\" function 0 none 0 0 \"\"\n.parameter 2 \"a\"\n.parameter 4 \"b\"\n";
    text += code;
    text += "\n.function \"G$\" function 2 none 0 0 \"\"\n    PUSH1 1\n    RETURN\n";
    Diagnostics diagnostics;
    auto unit = assemble_unit(text, "t", diagnostics);
    if (problem != nullptr)
        *problem = diagnostics.all().empty() ? "" : std::string(diagnostics.all()[0].code->id);
    return unit;
}

/// Code that uses each opcode once, and code that misuses it. The slots above: i$ f$ g$ (general), s$ (text),
/// h$.
struct Program {
    std::string_view name;
    std::string_view good;
    std::string_view bad;
};

constexpr std::string_view two_ints = "PUSH1 2\nLOADVAR instance[0]\n";
constexpr std::string_view two_reals = "LOADVAR instance[1]\nLOADVAR instance[1]\n";

constexpr Program programs[] = {
    {"SITNSPIN", "SITNSPIN", ""},
    {"ABORT", "ABORT", ""},
    {"RETURN0", "RETURN0", ""},
    {"RETURN", "", "PUSH1 1\nRETURN"},
    {"CALL", "PUSH1 0\nOFFTOPCC\nPUSH1 5\nPUSH1 2\nCALL 0\nPOP1", "PUSH1 0\nPUSH1 1\nCALL 0\nPOP1"},
    {"CALLSINGLETON", "CALLSINGLETON 1\nPOP1", "CALLSINGLETON 0\nPOP1"},
    {"CALLMEMBER", "PUSHTHIS\nLOADVAR instance[1]\nCALLMEMBER 2", "LOADVAR instance[1]\nCALLMEMBER 2"},
    {"CALLSINGLETONBASE", "CALLSINGLETONBASE 1, 0\nPOP1", "CALLSINGLETONBASE 1, 7\nPOP1"},
    {"CALLMEMBERBASE", "PUSHTHIS\nLOADVAR instance[1]\nCALLMEMBERBASE 2, 0",
     "LOADSTR instance[0]\nLOADVAR instance[1]\nCALLMEMBERBASE 2, 0"},
    {"CALLSKRIT", "CALLSKRIT G$@1\nPOP1", "CALLSKRIT 99"},
    {"BRANCH", "BRANCH here\nhere:", "BRANCH 300"},
    {"BRANCHZERO", "PUSH1 0\nBRANCHZERO here\nhere:", "BRANCHZERO here\nhere:"},
    {"ADDI", "ints", "reals"},
    {"ADDF", "reals", "ints"},
    {"ADDSS", "LOADSTR instance[0]\nLOADSTR instance[0]\nADDSS\nPOP1",
     "LOADSTR instance[0]\nLOADCSTR instance[0]\nADDSS\nPOP1"},
    {"ADDSC", "LOADSTR instance[0]\nLOADCSTR instance[0]\nADDSC\nPOP1",
     "LOADSTR instance[0]\nLOADSTR instance[0]\nADDSC\nPOP1"},
    {"ADDCS", "LOADCSTR instance[0]\nLOADSTR instance[0]\nADDCS\nPOP1",
     "LOADSTR instance[0]\nLOADSTR instance[0]\nADDCS\nPOP1"},
    {"ADDCC", "LOADCSTR instance[0]\nLOADCSTR instance[0]\nADDCC\nPOP1",
     "LOADSTR instance[0]\nLOADCSTR instance[0]\nADDCC\nPOP1"},
    {"SUBTRACTI", "ints", "reals"},
    {"SUBTRACTF", "reals", "ints"},
    {"MULTIPLYI", "ints", "reals"},
    {"MULTIPLYF", "reals", "ints"},
    {"DIVIDEI", "ints", "reals"},
    {"DIVIDEF", "reals", "ints"},
    {"MODULOI", "ints", "reals"},
    {"MODULOF", "reals", "ints"},
    {"POWERI", "ints", "reals"},
    {"POWERF", "reals", "ints"},
    {"NEGATEI", "LOADVAR instance[0]\nNEGATEI\nPOP1", "LOADVAR instance[1]\nNEGATEI\nPOP1"},
    {"NEGATEF", "LOADVAR instance[1]\nNEGATEF\nPOP1", "LOADVAR instance[0]\nNEGATEF\nPOP1"},
    {"BANDI", "ints", "reals"},
    {"BXORI", "ints", "reals"},
    {"BORI", "ints", "reals"},
    {"BNOTI", "PUSH1 1\nBNOTI\nPOP1", "LOADVAR instance[1]\nBNOTI\nPOP1"},
    {"ANDIB", "ints", "reals"},
    {"ORIB", "ints", "reals"},
    {"NOTIB", "PUSH1 1\nNOTIB\nPOP1", "LOADSTR instance[0]\nNOTIB\nPOP1"},
    {"ISEQUALI", "LOADVAR instance[2]\nPUSH1 0\nISEQUALI\nPOP1",
     "LOADVAR instance[2]\nPUSH1 1\nISEQUALI\nPOP1"},
    {"ISEQUALF", "reals", "ints"},
    {"ISEQUALB", "ints", "reals"},
    {"ISEQUALS", "strings", "texts"},
    {"ISEQUALC", "texts", "strings"},
    {"ISNOTEQUALI", "LOADHDL instance[0]\nPUSH1 0\nISNOTEQUALI\nPOP1",
     "LOADHDL instance[0]\nLOADVAR instance[2]\nISNOTEQUALI\nPOP1"},
    {"ISNOTEQUALF", "reals", "ints"},
    {"ISNOTEQUALB", "ints", "reals"},
    {"ISNOTEQUALS", "strings", "texts"},
    {"ISNOTEQUALC", "texts", "strings"},
    {"ISAPPROXEQUALF", "reals", "ints"},
    {"ISAPPROXEQUALS", "strings", "texts"},
    {"ISAPPROXEQUALC", "texts", "strings"},
    {"ISGREATERI", "ints", "reals"},
    {"ISGREATERF", "reals", "ints"},
    {"ISGREATERB", "ints", "reals"},
    {"ISGREATERS", "strings", "texts"},
    {"ISGREATERC", "texts", "strings"},
    {"ISLESSI", "ints", "reals"},
    {"ISLESSF", "reals", "ints"},
    {"ISLESSB", "ints", "reals"},
    {"ISLESSS", "strings", "texts"},
    {"ISLESSC", "texts", "strings"},
    {"ISGREATEREQUALI", "ints", "reals"},
    {"ISGREATEREQUALF", "reals", "ints"},
    {"ISGREATEREQUALB", "ints", "reals"},
    {"ISGREATEREQUALS", "strings", "texts"},
    {"ISGREATEREQUALC", "texts", "strings"},
    {"ISLESSEQUALI", "ints", "reals"},
    {"ISLESSEQUALF", "reals", "ints"},
    {"ISLESSEQUALB", "ints", "reals"},
    {"ISLESSEQUALS", "strings", "texts"},
    {"ISLESSEQUALC", "texts", "strings"},
    {"INTTOBOO", "PUSH1 2\nINTTOBOO\nPOP1", "LOADVAR instance[1]\nINTTOBOO\nPOP1"},
    {"INTTOFLT", "LOADVAR instance[0]\nINTTOFLT\nPOP1", "LOADVAR instance[1]\nINTTOFLT\nPOP1"},
    {"FLTTOINT", "LOADVAR instance[1]\nFLTTOINT\nPOP1", "LOADVAR instance[0]\nFLTTOINT\nPOP1"},
    {"FLTTODBL", "LOADVAR instance[1]\nFLTTODBL\nPOP1", "LOADVAR instance[0]\nFLTTODBL\nPOP1"},
    {"OFFTOPCC", "PUSH1 4\nOFFTOPCC\nPOP1", "PUSH1 1\nOFFTOPCC\nPOP1"},
    {"STRTOPCC", "LOADSTR instance[0]\nSTRTOPCC\nPOP1", "LOADCSTR instance[0]\nSTRTOPCC\nPOP1"},
    {"CSTRTOSTR", "LOADCSTR instance[0]\nCSTRTOSTR\nPOP1", "PUSH1 0\nCSTRTOSTR\nPOP1"},
    {"HDLTOPTR", "LOADHDL instance[0]\nHDLTOPTR\nPOP1", "LOADVAR instance[2]\nHDLTOPTR\nPOP1"},
    {"BASEADJUST", "PUSHOWNER\nBASEADJUST 0\nPOP1", "PUSHOWNER\nBASEADJUST 1\nPOP1"},
    {"MASK2", "PUSH2 300\nMASK2\nPOP1", "MASK2"},
    {"MASK3", "PUSH4 70000\nMASK3\nPOP1", "PUSHVM\nMASK3\nPOP1"},
    {"PUSH1", "PUSH1 -1\nPOP1", ""},
    {"PUSH2", "PUSH2 -300\nPOP1", ""},
    {"PUSH4", "PUSH4 -70000\nPOP1", ""},
    {"PUSHTHIS", "PUSHTHIS\nPOP1", ""},
    {"PUSHVM", "PUSHVM\nPOP1", ""},
    {"PUSHOWNER", "PUSHOWNER\nPOP1", ""},
    {"PUSHPRM", "PUSHPRM\nPUSHPRM\nPOP 2", "PUSHPRM\nPUSHPRM\nPUSHPRM\nPOP 3"},
    {"SKIPPRM", "SKIPPRM\nSKIPPRM", "loop:\nSKIPPRM\nPUSH1 1\nBRANCHZERO loop"},
    {"SWAP", "LOADVAR instance[1]\nPUSHVM\nSWAP\nSTOREVAR instance[1]\nPOP1", "PUSHVM\nSWAP\nPOP1"},
    {"POP", "PUSH1 1\nPUSHVM\nPOP 2", "PUSH1 1\nPOP 2"},
    {"POP1", "PUSHVM\nPOP1", "POP1"},
    {"LOADVAR", "LOADVAR shared[0]\nPOP1", "LOADVAR local[0]\nPOP1"},
    {"LOADSTR", "LOADSTR instance[0]\nPOP1", "LOADSTR instance[1]\nPOP1"},
    {"LOADCSTR", "LOADCSTR instance[0]\nPOP1", "LOADCSTR shared[0]\nPOP1"},
    {"LOADHDL", "LOADHDL instance[0]\nPOP1", "LOADHDL 0xC000\nPOP1"},
    {"STOREVAR", "PUSH1 1\nSTOREVAR shared[0]", "PUSHVM\nSTOREVAR instance[0]"},
    {"STORESTR", "LOADSTR instance[0]\nSTORESTR instance[0]", "LOADCSTR instance[0]\nSTORESTR instance[0]"},
    {"STORECSTR", "LOADCSTR instance[0]\nSTORECSTR instance[0]",
     "LOADSTR instance[0]\nSTORECSTR instance[0]"},
    {"STOREHDL", "CALL 3\nSTOREHDL instance[0]", "PUSH1 1\nSTOREHDL instance[0]"},
    {"ALLOCVAR", "ALLOCVAR\nLOADVAR local[0]\nSTOREVAR instance[2]\nPUSH1 1\nSTOREVAR local[0]",
     "ALLOCVAR\nPUSH1 1\nSTOREVAR local[0]\nLOADVAR local[0]\nSTOREVAR instance[2]"},
    {"ALLOCSTR", "ALLOCSTR\nLOADSTR local[0]\nPOP1", "ALLOCSTR\nLOADSTR local[1]\nPOP1"},
    {"ALLOCHDL", "ALLOCHDL\nLOADHDL local[0]\nPOP1", "LOADHDL local[0]\nPOP1"},
    {"FREEVAR", "ALLOCVAR\nALLOCVAR\nFREEVAR 2", "ALLOCVAR\nFREEVAR 2"},
    {"FREESTR", "ALLOCSTR\nFREESTR 1", "FREESTR 1"},
    {"FREEHDL", "ALLOCHDL\nFREEHDL 1", "loop:\nALLOCHDL\nPUSH1 1\nBRANCHZERO loop"},
    {"SETSTATE", "SETSTATE A$", "SETSTATE 1"},
};

std::string spelled_out(const Program& program, std::string_view code) {
    const auto pair = [&](std::string_view operands) {
        return std::string(operands) + std::string(program.name) + "\nPOP1";
    };
    if (code == "ints") return pair(two_ints);
    if (code == "reals") return pair(two_reals);
    if (code == "strings") return pair("LOADSTR instance[0]\nLOADSTR instance[0]\n");
    if (code == "texts") return pair("LOADCSTR instance[0]\nLOADCSTR instance[0]\n");
    return std::string(code);
}

TEST(SkritVerifier, every_opcode_is_accepted_and_refused) {
    SKRIT_FEATURE(128, 129, 131, 132, 134, 135, 136, 137, 138, 139, 142);
    ASSERT_EQ(std::size(programs), opcode_count);
    for (std::size_t i = 0; i < opcode_count; ++i) {
        const Program& program = programs[i];
        EXPECT_EQ(program.name, opcode_table.rows[i].mnemonic);
        std::string problem;
        if (!program.good.empty()) {
            const auto unit = assembled(spelled_out(program, program.good) + "\nRETURN0", &problem);
            ASSERT_NE(unit, nullptr) << program.name << " " << problem;
            Diagnostics diagnostics;
            const std::string listed = list_unit(*unit, {});
            EXPECT_NE(listed.find("    " + std::string(program.name)), std::string::npos) << listed;
            const auto again = assemble_unit(listed, "t", diagnostics);
            ASSERT_NE(again, nullptr) << program.name << format_all(diagnostics, "");
            EXPECT_EQ(again->bytes, unit->bytes);
        }
        if (!program.bad.empty()) {
            EXPECT_EQ(assembled(spelled_out(program, program.bad) + "\nRETURN0", &problem), nullptr)
                << program.name;
            EXPECT_FALSE(problem.empty()) << program.name;
        }
    }
}

TEST(SkritVerifier, ways_that_meet_agree) {
    std::string problem;
    EXPECT_EQ(assembled("PUSH1 1\nBRANCHZERO a\nPUSH1 1\na:\nRETURN0", &problem), nullptr);
    EXPECT_EQ(problem, "isa.stack-mismatch");
    EXPECT_EQ(assembled("PUSH1 1", &problem), nullptr);
    EXPECT_EQ(problem, "isa.fall-off");
    EXPECT_EQ(assembled("BRANCH 1\nRETURN0", &problem), nullptr);
    EXPECT_EQ(problem, "isa.jump-target");
    // an int on one way, a float on the other: fine until it is read
    constexpr std::string_view both =
        "ALLOCVAR\nPUSH1 1\nBRANCHZERO a\nLOADVAR instance[0]\nSTOREVAR local[0]\nBRANCH b\na:\n"
        "LOADVAR instance[1]\nSTOREVAR local[0]\nb:\n";
    EXPECT_NE(assembled(std::string(both) + "RETURN0", &problem), nullptr) << problem;
    EXPECT_EQ(assembled(std::string(both) + "LOADVAR local[0]\nPOP1\nRETURN0", &problem), nullptr);
    EXPECT_EQ(problem, "skrit.code");
    EXPECT_NE(assembled("loop:\nALLOCVAR\nLOADVAR instance[2]\nSTOREVAR local[0]\nFREEVAR 1\nBRANCH loop",
                        &problem),
              nullptr)
        << problem;
}

TEST(SkritVerifier, assembly_mistakes_have_lines) {
    Diagnostics diagnostics;
    EXPECT_EQ(assemble_unit(".nonsense\n.type sphere \"x\"\n    FLY\n    PUSH1 400\n.parameter 1 \"\"\n", "t",
                            diagnostics),
              nullptr);
    std::string lines;
    for (const Diagnostic& diagnostic : diagnostics.all())
        lines += std::to_string(diagnostic.place.line) + " ";
    EXPECT_EQ(lines.substr(0, 10), "1 2 2 3 4 ");
}

} // namespace
} // namespace vellum::skrit::test
