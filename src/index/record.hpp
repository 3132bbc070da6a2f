// What an index knows of one file, as plain values: what `examine` computes and `Writer` writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "workspace/answers.hpp"

namespace vellum::index {

/// Texts of a record are UTF-8 (decode.hpp).
struct KindAndText {
    std::string kind, text;
};

/// A constant among the arguments of a use.
struct ConstantRecord {
    std::uint32_t position = 0; ///< From 0.
    std::uint32_t value = 0;    ///< See ScriptRecord::values.
};

/// From `begin` on, `size` of them.
struct Part {
    std::size_t begin = 0, size = 0;
};

/// A script has hundreds of uses of few names, so that these are said once.
struct UseRecord {
    std::uint32_t name = 0;                ///< See ScriptRecord::used.
    std::optional<std::uint32_t> function; ///< Number of the function, see ScriptRecord::functions.
    std::uint32_t address = 0;             ///< Of the instruction, in the engine's unit.
    std::uint32_t line = 0;                ///< Of the source; 0 if unknown.
    std::optional<Part> arguments;         ///< In the source; only of calls.
    Part constants;                        ///< Of ScriptRecord::constants: among its arguments.
};

struct FunctionRecord {
    std::string name, kind;
    std::uint32_t address = 0, instructions = 0, bytes = 0;
    std::uint32_t blocks = 0, complexity = 0;
    std::int32_t parameters = -1;
    std::uint64_t shape = 0;          ///< Hash of its normalised instructions.
    std::uint64_t with_calls = 0;     ///< The same, with those of what it calls.
    std::vector<std::uint32_t> lines; ///< A number for each normalised instruction, for its MinHash.
    bool identical = true;            ///< Its source compiles to the same instructions.
    std::string reason;               ///< Why not.
    std::size_t source_begin = 0, source_end = 0; ///< Bytes of ScriptRecord::source; equal: it has none.
};

struct TextRecord {
    std::string text, key, context, function;
    std::optional<std::uint32_t> address;
    std::size_t uses = 0;
};

/// A script by its content: the same wherever it lies.
struct ScriptRecord {
    std::string key; ///< SHA-256 of all that the other members depend on.
    std::string sha256, engine, variant, form;
    std::size_t size = 0;
    std::string verdict; ///< "identical", "fallback", "listing", "source", or empty.
    std::string reason;
    std::size_t instructions = 0, kept = 0, errors = 0, warnings = 0, notes = 0, names = 0, names_made_up = 0;
    std::string source;
    std::string trigrams;                  ///< with_trigrams_of the source.
    std::vector<FunctionRecord> functions; ///< By address.
    std::vector<UseRecord> uses;
    std::vector<KindAndText> used; ///< Names, in the order of their first use.
    std::vector<ConstantRecord> constants;
    std::vector<KindAndText> values; ///< Of constants.
    std::vector<TextRecord> texts;
    std::vector<Diagnostic> diagnostics;
    std::map<std::string, std::size_t> histogram; ///< By mnemonic.
};

struct PlaceRecord {
    std::string name, member;
    std::uint64_t offset = 0;
    std::string key;                    ///< Of the script.
    std::optional<ScriptRecord> script; ///< Nothing if the index has it already.
};

struct MemberRecord {
    std::string name, kind;
    std::uint64_t offset = 0, size = 0;
    bool cut_off = false;
};

/// Another file that was read for this one.
struct ReadRecord {
    std::string name;
    std::string sha256; ///< Empty if there was none.
    friend bool operator==(const ReadRecord&, const ReadRecord&) = default;
};

struct FileRecord {
    std::string name, container, root, engine;
    std::string content; ///< Hash of its scripts and the settings.
    std::uint64_t size = 0;
    std::uint64_t settings = 0; ///< Hash of the settings.
    /// The index has it already: nothing else is set but `name`, and `seen` if files look different now.
    bool unchanged = false;
    std::vector<Seen> seen; ///< What was looked at for all of this.
    std::vector<PlaceRecord> places;
    std::vector<MemberRecord> members;
    std::vector<ReadRecord> reads;
    std::vector<Diagnostic> problems; ///< Why there is nothing, or less.
};

} // namespace vellum::index
