// What can be said about sources of Adventure Game Studio, in every command that takes scripts. The engine
// gets it as words of the variant, one a line.
#include "cli/engines/engines.hpp"

#include "cli/arguments.hpp"

namespace vellum::cli {

namespace {

constexpr Option own[] = {
    {"--header",
     0,
     "FILE",
     "AGS sources: read this header before the script. Headers are read in the order given, from the "
     "script's folder or below a folder of --data.",
     ValueKind::text,
     {},
     true},
    {"--define",
     0,
     "NAME[=VALUE]",
     "AGS sources: define a macro, as 1 unless a value is given.",
     ValueKind::text,
     {},
     true},
    {"--api", 0, "LEVEL", "AGS sources: the script API up to this level, such as v361. Default: the newest.",
     ValueKind::text},
    {"--compat", 0, "LEVEL", "AGS sources: keep what has been deprecated since this level.", ValueKind::text},
    {"--switch",
     0,
     "NAME[=0|1]",
     "AGS sources: a switch of the original compiler, such as linenumbers=0 or utf8; docs/languages/ags.md "
     "has all.",
     ValueKind::text,
     {},
     true},
    {"--agscc-lines", 0, "",
     "AGS sources: count lines as agscc does on Linux. Default: as the Windows editor does."},
    {"--strict-agscc", 0, "",
     "AGS sources: stop at the first error and report it with agscc's text and line."},
};

} // namespace

constexpr OptionGroup ags_source_options = own;

std::string ags_source_words(const Arguments& arguments) {
    std::string words;
    const auto add = [&](std::string_view name, std::string_view value) {
        words += name;
        words += value;
        words += '\n';
    };
    for (const std::string& value : arguments.list("--header")) add("header=", value);
    for (const std::string& value : arguments.list("--define")) add("define=", value);
    for (const std::string& value : arguments.list("--switch")) add("", value);
    if (arguments.has("--api")) add("api=", arguments.text("--api"));
    if (arguments.has("--compat")) add("compat=", arguments.text("--compat"));
    if (arguments.has("--agscc-lines")) add("lines=", "agscc");
    if (arguments.has("--strict-agscc")) add("first-mistake", "");
    return words;
}

} // namespace vellum::cli
