// World map listings with much of one thing, and files: the format bounds their size, so longer ones are only
// looked at.
#include "proportion/shapes.hpp"

namespace vellum::proportion {

std::vector<Shape> ff7_shapes() {
    const auto number = [](std::size_t i) { return std::to_string(i); };
    const auto head = std::string("; engine: ff7\n    RETURN\n");
    const auto straight = [=](std::size_t size) {
        return head + ".function system 0\n" +
               repeated(size, "    RESET\n    PUSH_CONST 1\n    PUSH_CONST 2\n    ADD\n") + "    RETURN\n";
    };
    const auto jumps = [=](std::size_t size) {
        return head + ".function system 0\n" +
               repeated(size,
                        [=](std::size_t i) {
                            return "l" + number(i) + ":\n    PUSH_CONST 1\n    GOTO_IF_FALSE l" +
                                   number(i / 2) + "\n";
                        }) +
               "    RETURN\n";
    };
    const auto functions = [=](std::size_t size) {
        return head + repeated(size, [=](std::size_t i) {
                   return ".function mesh " + number(i % 36) + "," + number(i / 36 % 28) + "," +
                          number(i / 1008 % 16) + "\n    RETURN\n";
               });
    };
    const auto nonsense = [=](std::size_t size) { return head + repeated(size, "ENTER_FEILD \"x\n"); };
    const auto list = [](std::string_view text) { assemble_and_list("ff7", text); };
    const auto load = [](std::string_view bytes) { load_and_list("ff7", bytes, "x.ev"); };
    return {
        {"Ff7ListingStraight", straight, list, 200, 60},
        {"Ff7ListingJumps", jumps, list, 200, 60},
        {"Ff7ListingFunctions", functions, list, 200, 60},
        {"Ff7ListingNonsense", nonsense, list, 200, 60},
        {"Ff7FileZeros", [](std::size_t size) { return std::string(size, '\0'); }, load, 200, 60},
    };
}

} // namespace vellum::proportion
