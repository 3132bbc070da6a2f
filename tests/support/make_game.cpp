// Puts compiled scripts into the main data of a game, so that each is decompiled with what the others declare
// (scripts/measure-names.py). usage: make_game <file to write> <global script> <dialogs> <module>...
#include <cstdio>
#include <iterator>
#include <tuple>

#include "base/file.hpp"
#include "support/ags_main_data.hpp"

int main(int count, char** arguments) {
    using namespace vellum;
    constexpr int first_script = 2, least = 4;
    if (count < least) {
        std::fputs("usage: make_game <file to write> <global script> <dialogs> <module>...\n", stderr);
        return 2;
    }
    test::MadeGame game = test::made_game(test::made_versions[std::size(test::made_versions) - 1]);
    for (int i = first_script; i < count; ++i) {
        auto script = read_file(arguments[i]);
        if (!script) {
            std::fprintf(stderr, "%s\n", format(script.error()).c_str());
            return 1;
        }
        game.scripts.push_back(std::move(*script));
    }
    const auto written = write_file_atomic(arguments[1], test::MainDataMaker(game).make(), {});
    if (!written) std::fprintf(stderr, "%s\n", format(written.error()).c_str());
    return written ? 0 : 1;
}
