// Options that several commands share, declared once so that they are named and explained alike everywhere.
#include "cli/command.hpp"

namespace vellum::cli {

namespace {

constexpr Option common[] = {
    {"--color", 0, "WHEN", "Colours: 'auto' (on a terminal, unless NO_COLOR is set), 'always' or 'never'.",
     ValueKind::choice, "auto|always|never"},
    {"--help", 'h', "", "Show this help."},
};

constexpr Option engine[] = {
    {"--engine", 'e', "ID",
     "Use this engine instead of detecting it from the bytes. 'vellum version' lists them.",
     ValueKind::engine},
    {"--variant", 0, "WORDS",
     "Settings of the engine, with commas between them: a build or opcode numbering such as 'alpha' or 'hd', "
     "'strict,retail' for skrits. docs/projects.md has all.",
     ValueKind::text},
    {"--no-project", 0, "", "Do not use the project file, vellum.json, of the folder or one above it."},
    {"--exports",
     0,
     "FILE",
     "Skrit: what the host exports, instead of the game's known exports: a declaration file, or the output "
     "of the game's own Help.All. Each file adds to the ones before.",
     ValueKind::file,
     {},
     true},
    {"--data",
     'd',
     "FOLDER",
     "Let scripts and sources also read files below this folder or in this archive: includes, naming keys, "
     "scripts by name. Without it they read only the folder of the script, or the folder given.",
     ValueKind::folder,
     {},
     true},
};

constexpr Option output[] = {
    {"--force", 0, "", "Overwrite existing files. Inputs of the command are never overwritten."},
};

constexpr Option batch[] = {
    {"--jobs", 'j', "N",
     "Process N files at a time. Default: one per processor. Output keeps the order of the input.",
     ValueKind::count},
    {"--shard", 0, "I/N",
     "Process only the Ith of N parts of the files, to share a list among N machines. The content of a file "
     "says which part it is in, so that it stays there when others come and go.",
     ValueKind::text},
    {"--messages", 0, "N", "Print at most N messages about one file, 0 for all. Default: 20. JSON has all.",
     ValueKind::count},
    {"--quiet", 'q', "", "No progress or summary: only results and errors."},
};

constexpr Option list[] = {
    {"--files-from",
     0,
     "LIST",
     "Also read FILE names from this file, one per line; - for standard input. Lines may end with a zero "
     "byte instead, as from 'find -print0'.",
     ValueKind::file,
     {},
     true},
};

constexpr Option names[] = {
    {"--names", 0, "FILE",
     "Decompile with the names and comments of this file, wherever their functions occur. 'vellum decompile "
     "--save-names' makes it.",
     ValueKind::file},
};

constexpr Option format[] = {
    {"--format", 'f', "FORMAT",
     "'text' for people, 'json' for one JSON value, 'jsonl' for one JSON object per line.", ValueKind::choice,
     "text|json|jsonl"},
};

constexpr Option source[] = {
    {"--listing", 0, "",
     "Name functions and places as the listing does. Otherwise a compiled script is shown as its source: the "
     "one next to it, 'door.patho' for 'door.bin', or the one that 'vellum decompile' gives."},
    {"--source", 0, "", "As usual, but a missing source is an error."},
};

} // namespace

constexpr OptionGroup common_options = common;
constexpr OptionGroup engine_options = engine;
constexpr OptionGroup output_options = output;
constexpr OptionGroup batch_options = batch;
constexpr OptionGroup list_options = list;
constexpr OptionGroup names_options = names;
constexpr OptionGroup format_options = format;
constexpr OptionGroup source_options = source;

} // namespace vellum::cli
