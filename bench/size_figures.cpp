// How the tools' time grows with the size of a script: the time for a byte of a script a hundred times as
// long, over the time for a byte of the short one. 1 is linear, below 1 the fixed costs show, well above 1
// something is wrong. The scripts are made here: the same few instructions with another number and another
// text each time, so that pools grow as well.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "contestants.hpp"
#include "figures.hpp"
#include "vellum/engine.hpp"

namespace vellum::bench {

namespace {

/// A listing (for Skrit a source) with `count` blocks.
std::string script(std::string_view id, int count) {
    std::string text;
    const bool ags = id == "ags";
    if (id == "pathologic") text = ".numbering hd\n.run main, start\n.task main, 0\nstart:\n";
    if (id == "ff7") text = ".layout 256\n.words 13824\n    RETURN\n.function system 0\n";
    if (ags) text = ".version 90\n.section \"bench\", 0\n.export func \"main$0\", main$0\n\nmain$0:\n";
    for (int i = 0; i < count; ++i) {
        const std::string number = std::to_string(i);
        if (id == "pathologic")
            text += "L" + number + ":\n    PushI   " + number + "\n    Pop     1\n    PushS   \"text " +
                    number + "\"\n    Pop     1\n    Jump    L" + std::to_string(i + 1) + "\n";
        else if (ags)
            text += "L" + number + ":\n    LITTOREG      AX, " + number +
                    "\n    PUSHREG       AX\n    POPREG        BX\n    JMP           L" +
                    std::to_string(i + 1) + "\n";
        else if (id == "ff7")
            text += "L_" + number + ":\n    RESET\n    PUSH_TEMP_WORD 0\n    PUSH_CONST " + number +
                    "\n    WRITE\n    GOTO L_" + std::to_string(i + 1) + "\n";
        else
            text += "int Number" + number + "$( int a$ )\n{\n    string s$ = \"text " + number +
                    "\";\n    if( a$ > " + number + " ) { return a$ + " + number + "; }\n    return Number" +
                    std::to_string(i / 2) + "$( a$ + 1 );\n}\n";
    }
    const std::string last = std::to_string(count);
    if (id == "pathologic") text += "L" + last + ":\n    Return  0\n";
    if (ags) text += "L" + last + ":\n    LITTOREG      AX, 0\n    RET\n";
    if (id == "ff7") text += "L_" + last + ":\n    RETURN\n";
    return text;
}

constexpr std::array<std::string_view, 4> ids{"pathologic", "ags", "skrit", "ff7"};
/// A world map file has 13,824 words, so its scripts are shorter.
constexpr std::array<int, 4> shortest{100, 100, 40, 15};

enum class Tool { make, load, check, list };

/// Seconds a byte, the best of some.
double cost(std::size_t index, Tool tool, int times) {
    const Engine& engine = *find_engine(ids[index]);
    const std::string text = script(ids[index], shortest[index] * times);
    const bool source = ids[index] == "skrit";
    const auto make = [&](Diagnostics& diagnostics) {
        const LoadOptions options{source ? "bench.skrit" : "bench", {}};
        return source ? engine.language()->compile(text, options, diagnostics)
                      : engine.format().assemble(text, options, diagnostics);
    };
    Diagnostics diagnostics;
    const auto program = make(diagnostics);
    if (!program) {
        std::fprintf(stderr, "%s\n", format(program.error()).c_str());
        return -1;
    }
    const auto bytes = (*program)->save();
    if (!bytes) return -1;
    double best = -1;
    const int repeats = std::max(1, 100 / times);
    for (int round = 0; round < 5; ++round) {
        std::size_t seen = 0;
        const double begin = processor_seconds();
        for (int i = 0; i < repeats; ++i) {
            Diagnostics said;
            if (tool == Tool::make) seen += make(said) ? 1 : 0;
            if (tool == Tool::load) seen += engine.format().load(*bytes, {"", {}}, said) ? 1 : 0;
            if (tool == Tool::check) (*program)->check(said), ++seen;
            if (tool == Tool::list) seen += (*program)->disassemble({}).empty() ? 0 : 1;
        }
        const double seconds = (processor_seconds() - begin) / repeats;
        if (seen != static_cast<std::size_t>(repeats)) return -1;
        best = best < 0 ? seconds : std::min(best, seconds);
    }
    return best / static_cast<double>(text.size());
}

template <std::size_t Index, Tool Which, int Times> double growth() {
    const double one = cost(Index, Which, 1);
    const double many = cost(Index, Which, Times);
    return one < 0 || many < 0 ? -1 : many / one;
}

template <std::size_t Index> constexpr std::array<Figure, 5> rows_of(std::string_view make) {
    return {{{ids[Index], "grow_make_10", "x", make, false, growth<Index, Tool::make, 10>},
             {ids[Index], "grow_make", "x", "the same, a hundred times as long", false,
              growth<Index, Tool::make, 100>},
             {ids[Index], "grow_load", "x", "time to load a byte, a hundred times as long over short", false,
              growth<Index, Tool::load, 100>},
             {ids[Index], "grow_check", "x", "the same for checking", false, growth<Index, Tool::check, 100>},
             {ids[Index], "grow_list", "x", "the same for listing", false, growth<Index, Tool::list, 100>}}};
}

} // namespace

std::span<const Figure> size_figures() {
    static constexpr auto rows = [] {
        constexpr std::string_view assembled = "time to assemble a byte, ten times as long over short";
        constexpr std::array<std::array<Figure, 5>, 4> engines{
            rows_of<0>(assembled), rows_of<1>(assembled),
            rows_of<2>("time to compile a byte, ten times as long over short"), rows_of<3>(assembled)};
        std::array<Figure, 20> all{};
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = engines[i / 5][i % 5];
        return all;
    }();
    return rows;
}

} // namespace vellum::bench
