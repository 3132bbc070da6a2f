// The work of proving code has a bound: code whose kinds settle too slowly is refused, and told.
#include "support.hpp"

namespace vellum::skrit::test {
namespace {

/// A loop that carries the kind of the first variable to the last, one variable further each time around; in
/// it, `ways` places where ways meet, each of which looks at every variable.
std::string chain(int variables, int ways) {
    std::string text = "int Source$() { return 1; }\nRun$( bool on$ ) {\n";
    for (int i = 0; i < variables; ++i) text += "int v" + std::to_string(i) + "$ = 0;\n";
    text += "while( on$ ) {\n";
    for (int i = 0; i < ways; ++i) text += "if( on$ ) { }\n";
    for (int i = variables; --i > 0;)
        text += "v" + std::to_string(i) + "$ = v" + std::to_string(i - 1) + "$;\n";
    return text + "v0$ = Source$();\n} }\n";
}

TEST(SkritTangled, code_that_settles_too_slowly_is_refused) {
    const Compiled result = compiled(chain(600, 40));
    EXPECT_EQ(result.unit, nullptr);
    EXPECT_EQ(result.diagnostics.errors(), 1U) << result.messages();
    EXPECT_NE(result.messages().find("the code of 'Run$' is too tangled to be proved"), std::string::npos)
        << result.messages();
}

TEST(SkritTangled, code_that_settles_in_time_is_proved) {
    EXPECT_TRUE(fine(compiled(chain(60, 4))));
    EXPECT_TRUE(fine(compiled(chain(2, 200))));
}

} // namespace
} // namespace vellum::skrit::test
