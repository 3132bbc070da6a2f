// Settings of the engines: what is said about scripts that their files do not say themselves. Plain
// structures for programs; rows say how each setting is typed on a command line and written in JSON. A member
// without a value leaves the choice to the engine, or to the script.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/export.hpp"

namespace vellum {

/// How sources of Adventure Game Studio are compiled; docs/languages/ags.md explains each.
struct AgsSettings {
    std::vector<std::string> headers = {};                         ///< Read before the script, in this order.
    std::vector<std::pair<std::string, std::string>> defines = {}; ///< Macros: name and value.
    std::optional<std::string> api = {}, compatible = {};          ///< "v361", "Highest", "3.6.1:v350".
    std::optional<std::string> section = {};                       ///< What the script's section is called.
    std::optional<std::int32_t> version = {};                      ///< Of the block that is written.
    std::optional<bool> editor_lines = {}; ///< Lines as the editor counts; else agscc.
    std::optional<bool> line_numbers = {}, left_to_right = {}, new_strings = {}, strict = {}, new_audio = {};
    std::optional<bool> old_dialog = {}, export_all = {}, import_override = {}, debug = {}, utf8 = {};
    std::optional<bool> first_mistake = {}, full_names = {}, padded_literals = {}, counted_imports = {};
    std::optional<bool> counted_members = {}, folded_negatives = {}, stack_offsets = {};
    std::optional<bool> counted_arguments = {}, counted_exports = {};
};

/// How skrits are compiled.
struct SkritSettings {
    /// Names that nothing declares: inferred with a warning, an error, or inferred without a word.
    enum class Undeclared : std::uint8_t { open, strict, silent };
    std::optional<Undeclared> undeclared = {};
    std::optional<bool> strip = {};  ///< Without lines, names of locals, documents and source.
    std::optional<bool> retail = {}; ///< As in a retail game; strips too.
};

namespace pathologic {
/// The two opcode numberings. Nothing in a file says which it is; the decoder finds out.
enum class Numbering : std::uint8_t { alpha, hd };
} // namespace pathologic

/// How scripts of Pathologic are read.
struct PathologicSettings {
    std::optional<pathologic::Numbering> numbering = {};
};

/// How world map scripts of Final Fantasy VII are read.
struct Ff7Settings {
    enum class Layout : std::uint8_t { entries_128, entries_256 }; ///< Length of the call table.
    std::optional<Layout> layout = {};
};

/// The settings of all engines; each engine reads its own.
struct EngineSettings {
    AgsSettings ags = {};
    SkritSettings skrit = {};
    PathologicSettings pathologic = {};
    Ff7Settings ff7 = {};
};

/// One setting as words and JSON have it.
struct SettingRow {
    enum class Kind : std::uint8_t {
        flag,   ///< 0, 1 or nothing for 1; in JSON true or false
        choice, ///< one of `values`; in words the value alone is enough
        text,   ///< any text that `set` takes
        files,  ///< names of files, one a word; a JSON object has them in "headers" beside the engines
        pairs,  ///< NAME or NAME=VALUE, one a word; in JSON an object
    };
    std::string_view name;
    Kind kind = Kind::flag;
    std::string_view values = {}; ///< Of a choice "hd|alpha"; of a text what it may be, for messages.
    /// Takes a value; `choice` is its place in `values`. False if it makes no sense.
    bool (*set)(EngineSettings& settings, std::string_view value, std::size_t choice) = nullptr;
    /// What `from` says replaces what `into` says; the rest stays.
    void (*merge)(EngineSettings& into, const EngineSettings& from) = nullptr;
    /// Where names of files are kept; null for other kinds.
    std::vector<std::string>& (*files)(EngineSettings& settings) = nullptr;
};

/// Sets what a row says. Fails with engine.option.
[[nodiscard]] VELLUM_API Result<void> set_setting(const SettingRow& row, std::string_view value,
                                                  EngineSettings& settings);
/// Reads words divided by commas, or by lines if there are several: "header=vm.ash, api=v361",
/// "strict,retail". Fails with engine.option.
[[nodiscard]] VELLUM_API Result<void> read_setting_words(std::span<const SettingRow> rows,
                                                         std::string_view words, EngineSettings& settings);

namespace codes {
inline constexpr DiagnosticCode engine_option{
    "engine.option", Severity::error, "A setting is unknown to the engine or has an impossible value."};
} // namespace codes

} // namespace vellum
