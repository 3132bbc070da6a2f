// Code whose verification would take too long is refused, and how long that is grows with the code.
#include "support.hpp"
#include "vellum/engine.hpp"

namespace vellum::skrit::test {
namespace {

/// A loop over `blocks` branches in a function of that many variables, with as many values on the stack. What
/// is stored in the loop changes what is known at its head, so everything is looked at again.
std::string loop_of(std::size_t variables, std::size_t blocks) {
    std::string text =
        ".skrit \"t.skrit\" unit\n.hash 0 0\n.file \"t.skrit\"\n.instance 0 0 0\n.shared 0 0 0\n"
        ".start none 0\n.function \"Run$\" function 0 none 0 1 \"\"\n";
    for (std::size_t i = 0; i < variables; ++i) text += "    ALLOCVAR\n";
    for (std::size_t i = 0; i < variables; ++i) text += "    PUSH1 1\n";
    text += "again:\n    PUSH1 1\n    STOREVAR local[0]\n";
    for (std::size_t i = 0; i < blocks; ++i) {
        const std::string label = "next" + std::to_string(i);
        text += "    LOADVAR local[0]\n    BRANCHZERO " + label + "\n" + label + ":\n";
    }
    return text + "    BRANCH again\n    RETURN0\n";
}

std::string verdict(std::size_t variables, std::size_t blocks) {
    const Engine& engine = *find_engine("skrit");
    Diagnostics diagnostics;
    const auto program = engine.format().assemble(loop_of(variables, blocks), {"t.skc", {}}, diagnostics);
    if (program) (*program)->check(diagnostics);
    std::string text;
    for (const Diagnostic& each : diagnostics.all())
        if (each.severity == Severity::error) text += each.message + "\n";
    return text;
}

TEST(SkritTangled, code_is_refused) {
    EXPECT_EQ(verdict(10, 2000), "");
    EXPECT_EQ(verdict(990, 20), "");
    EXPECT_NE(verdict(990, 4000).find("the code of 'Run$' is too tangled to be verified"), std::string::npos);
}

} // namespace
} // namespace vellum::skrit::test
