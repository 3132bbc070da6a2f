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
     "Use this engine instead of finding it out from the bytes. 'vellum version' lists them.",
     ValueKind::engine},
    {"--variant", 0, "WORDS",
     "Settings of the engine, with commas between them: a build or opcode numbering such as 'alpha' or 'hd', "
     "'strict,retail' for skrits. docs/projects.md has all.",
     ValueKind::text},
    {"--no-project", 0, "", "Do not use the project file, vellum.json, of the folder or one above it."},
    {"--exports",
     0,
     "FILE",
     "Skrit: what the host exports, instead of what is known of the game: a declaration file, or what the "
     "game's own "
     "Help.All printed. Several stand on each other.",
     ValueKind::file,
     {},
     true},
    {"--data",
     'd',
     "FOLDER",
     "Let scripts and sources read what is below this folder, or in this archive, too: includes, naming "
     "keys, "
     "scripts by name. Without it only the folder of the script itself, or the folder named, is open to "
     "them.",
     ValueKind::folder,
     {},
     true},
};

constexpr Option output[] = {
    {"--force", 0, "", "Replace files that exist. What the command reads is never replaced."},
};

constexpr Option batch[] = {
    {"--jobs", 'j', "N",
     "Work on N files at a time. Default: one per processor. Output keeps the order of the input.",
     ValueKind::count},
    {"--shard", 0, "I/N",
     "Take only every Nth file, beginning with the Ith: share the work of one list among N machines.",
     ValueKind::text},
    {"--messages", 0, "N", "Print at most N messages about one file, 0 for all. Default: 20. JSON has all.",
     ValueKind::count},
    {"--quiet", 'q', "", "No progress, no summary: only results and errors."},
};

constexpr Option list[] = {
    {"--files-from",
     0,
     "LIST",
     "Also take every line of this file for a FILE; - for standard input. Lines may end with a zero byte "
     "instead, as 'find -print0' has it.",
     ValueKind::file,
     {},
     true},
};

constexpr Option resume[] = {
    {"--resume", 0, "RECORD",
     "Leave out what an earlier run with this record has done without a complaint and what has not changed "
     "since, by SHA-256; what a file includes counts with it. The record is kept up to date, also by a run "
     "that is broken off.",
     ValueKind::file},
};

constexpr Option names[] = {
    {"--names", 0, "FILE",
     "Decompile with the names and comments of this file, wherever the functions they are for occur. 'vellum "
     "decompile --save-names' makes it.",
     ValueKind::file},
};

constexpr Option format[] = {
    {"--format", 'f', "FORMAT",
     "'text' for people, 'json' for one JSON value, 'jsonl' for one JSON object a line.", ValueKind::choice,
     "text|json|jsonl"},
};

constexpr Option source[] = {
    {"--listing", 0, "",
     "Name functions and places as the listing does. Otherwise a compiled script is told of by its source: "
     "that beside it, 'door.patho' for 'door.bin', or else what 'vellum decompile' gives."},
    {"--source", 0, "", "The same as usual, but it is an error if there is no source."},
};

} // namespace

constexpr OptionGroup common_options = common;
constexpr OptionGroup engine_options = engine;
constexpr OptionGroup output_options = output;
constexpr OptionGroup batch_options = batch;
constexpr OptionGroup list_options = list;
constexpr OptionGroup resume_options = resume;
constexpr OptionGroup names_options = names;
constexpr OptionGroup format_options = format;
constexpr OptionGroup source_options = source;

} // namespace vellum::cli
