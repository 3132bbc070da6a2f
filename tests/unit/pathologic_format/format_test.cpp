// Reading and writing: hostile sizes, odd lengths, numberings, empty files.
#include "engines/pathologic/codes.hpp"
#include "support.hpp"

namespace vellum::pathologic {
namespace {

using test::assembled;
using test::script_of;

std::vector<std::byte> bytes_of(std::string_view text) { return assembled(text)->save().value(); }

std::string refusal(std::span<const std::byte> bytes, std::optional<Numbering> numbering = {}) {
    Diagnostics diagnostics;
    const auto program = engine().format().load(bytes, {"x.bin", {.pathologic = {numbering}}}, diagnostics);
    return program ? "loaded" : std::string(program.error().code->id);
}

constexpr std::string_view small =
    ".run t, s\n.task t, 0, int\n.event 6, s\ns: PushI 5\nFunc Trace/1, S[1]\nReturn 1\n";

TEST(PathologicFormat, EveryCutIsRefusedWithAnOffsetInside) {
    const std::vector<std::byte> whole = bytes_of(small);
    for (std::size_t length = 1; length < whole.size(); ++length) {
        Diagnostics diagnostics;
        const auto program = engine().format().load(std::span(whole).first(length), {"x.bin"}, diagnostics);
        ASSERT_FALSE(program.has_value()) << length;
        EXPECT_LE(program.error().place.offset, length);
        EXPECT_EQ(program.error().place.file, "x.bin");
    }
    std::vector<std::byte> longer = whole;
    longer.push_back(std::byte{0});
    EXPECT_EQ(refusal(longer), "pathologic.trailing");
}

TEST(PathologicFormat, CountsAreCheckedBeforeAnythingIsReserved) {
    const std::vector<std::byte> whole = bytes_of(small);
    for (std::size_t at = 0; at + 4 <= whole.size(); ++at) {
        std::vector<std::byte> damaged = whole;
        store_u32(damaged.data() + at, 0xFFFFFFF0);
        static_cast<void>(refusal(damaged)); // whatever it says: it must not allocate gigabytes
    }
}

TEST(PathologicFormat, NumberingIsFoundOrForced) {
    const std::string text(small);
    const std::vector<std::byte> hd = bytes_of(".numbering hd\n" + text);
    const std::vector<std::byte> alpha = bytes_of(".numbering alpha\n" + text);
    EXPECT_NE(hd, alpha);
    Diagnostics diagnostics;
    EXPECT_EQ(script_of(engine().format().load(hd, {}, diagnostics).value()).numbering, Numbering::hd);
    EXPECT_EQ(script_of(engine().format().load(alpha, {}, diagnostics).value()).numbering, Numbering::alpha);
    EXPECT_NE(refusal(hd, Numbering::alpha), "loaded");
    EXPECT_NE(refusal(alpha, Numbering::hd), "loaded");
}

TEST(PathologicFormat, FilesWithoutBytesAreScriptsWithoutContent) {
    Diagnostics diagnostics;
    const auto program = engine().format().load({}, {"x.bin"}, diagnostics);
    ASSERT_TRUE(program.has_value());
    EXPECT_TRUE(script_of(*program).empty);
    EXPECT_TRUE((*program)->save().value().empty());
    const std::string listing = (*program)->disassemble({});
    EXPECT_TRUE(assembled(listing)->save().value().empty());
    (*program)->check(diagnostics);
    EXPECT_EQ(diagnostics.errors(), 0U);
    EXPECT_EQ(engine().format().detect({}, "x.bin"), Confidence::maybe);
    EXPECT_EQ(engine().format().detect({}, "x.txt"), Confidence::no);
}

TEST(PathologicFormat, OtherFilesAreNotDetected) {
    const auto text = as_bytes("#!/bin/sh\necho hello, this is no script of the game at all\n");
    EXPECT_EQ(engine().format().detect(text, "x.sh"), Confidence::no);
    EXPECT_EQ(engine().format().detect(text, "X.BIN"),
              Confidence::maybe); // its name promises a script: a damaged one
    const std::vector<std::byte> zeros(100);
    EXPECT_EQ(engine().format().detect(zeros, "x"), Confidence::no);
    EXPECT_EQ(engine().format().detect(bytes_of(small), "anything"), Confidence::likely);
}

TEST(PathologicFormat, LongNamesAndNeedlesslyLongLengths) {
    const std::string name(300, 'n');
    const std::string text =
        ".global int " + name +
        "\n.global bool short long\n.global float odd named 200 long\n.import Trace/1 long\n" +
        std::string(small);
    const std::vector<std::byte> bytes = bytes_of(text);
    Diagnostics diagnostics;
    const ProgramPtr program = engine().format().load(bytes, {}, diagnostics).value();
    EXPECT_EQ(script_of(program).globals[0].name, name);
    EXPECT_FALSE(script_of(program).globals[0].long_form);
    EXPECT_TRUE(script_of(program).globals[1].long_form);
    EXPECT_EQ(script_of(program).globals[2].named, 200);
    EXPECT_TRUE(script_of(program).imports[0].long_form);
    EXPECT_EQ(program->save().value(), bytes);
    EXPECT_EQ(assembled(program->disassemble({}))->save().value(), bytes);
}

TEST(PathologicFormat, FactsFunctionsAndReferences) {
    const ProgramPtr program =
        assembled(".global object Lantern\n" + std::string(small) +
                  "PushS \"text\"\nPushGE Lantern\nObjFunc S[1], Switch, S[2]\nEventEnable 6\n");
    EXPECT_EQ(program->facts().front().name, "numbering");
    const std::vector<Function> functions = program->functions();
    ASSERT_EQ(functions.size(), 1U);
    EXPECT_EQ(functions[0].name, "run");
    std::string uses;
    for (const Reference& use : program->references())
        uses += std::string(to_string(use.kind)) + ":" + use.name + " ";
    EXPECT_EQ(uses, "native:Trace string:text global:Lantern method:Switch event:OnUnload handler:OnUnload ");
}

} // namespace
} // namespace vellum::pathologic
