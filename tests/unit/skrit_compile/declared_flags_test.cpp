// What declarations say beside types and names comes back when they are written and read again.
#include "support.hpp"

namespace vellum::skrit::test {
namespace {

std::string rewritten(const std::string& text) {
    Exports exports(&base_exports());
    Diagnostics diagnostics;
    EXPECT_TRUE(read_exports(text, "t", exports, diagnostics)) << format_all(diagnostics, "t");
    return write_exports(exports);
}

TEST(SkritExportFlags, each_user_bit_is_its_own) {
    for (int bit = 0; bit < 16; ++bit) {
        const std::string flag = " user " + std::to_string(bit);
        const std::string text = rewritten("int Odd( int value )" + flag + ";");
        EXPECT_NE(text.find("int Odd( int value )" + flag + ";"), std::string::npos) << text;
        EXPECT_EQ(text.find("user"), text.rfind("user")) << text;
        EXPECT_EQ(rewritten(text), text);
    }
    const std::string all = rewritten("int Odd( int value ) user 0 user 15 dev noskrit user 7;");
    EXPECT_NE(all.find("int Odd( int value ) noskrit dev user 0 user 7 user 15;"), std::string::npos) << all;
}

TEST(SkritExportFlags, events_and_members_have_them_too) {
    for (const char* const text : {"int Odd( int value ) dev;", "int Odd( int value ) noskrit;",
                                   "int Odd( int value ) const dev \"Words.\";"}) {
        const std::string written = rewritten("class Thing { " + std::string(text) + " };");
        EXPECT_NE(written.find(text), std::string::npos) << written;
    }
    const std::string events =
        rewritten("events \"test\" { OnPing; bool OnAsk( int count ) dev \"A question.\"; };");
    EXPECT_NE(events.find("bool OnAsk( int count ) dev \"A question.\";"), std::string::npos) << events;
    EXPECT_EQ(rewritten(events), events);
}

TEST(SkritSignatures, name_every_parameter) {
    Exports exports(&base_exports());
    Diagnostics diagnostics;
    ASSERT_TRUE(read_exports(
        "class Thing { void Put( int count, string& text, any what ); static int Say( string format, ... );\n"
        "int None(); };",
        "t", exports, diagnostics))
        << format_all(diagnostics, "t");
    std::vector<std::string> signatures;
    for (std::uint32_t i = exports.base()->function_count(); i < exports.function_count(); ++i)
        signatures.push_back(exports.signature(i));
    EXPECT_EQ(signatures,
              (std::vector<std::string>{"void Thing.Put( int count, string& text, any what )",
                                        "int Thing.Say( string format, ... )", "int Thing.None()"}));
}

} // namespace
} // namespace vellum::skrit::test
