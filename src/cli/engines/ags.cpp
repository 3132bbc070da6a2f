// What can be said about sources of Adventure Game Studio, in every command that takes scripts.
#include "cli/engines/engines.hpp"

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
    {"--api", 0, "RELEASE:LEVEL",
     "AGS sources: add the script API's header of this editor (3.6.1) and define its levels, or those up to "
     "LEVEL (v350). A level alone adds no header. Default: the newest level.",
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

} // namespace vellum::cli
