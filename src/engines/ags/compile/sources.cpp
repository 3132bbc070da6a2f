// Every header is preprocessed, read and parsed before the next one, as one compilation.
#include "engines/ags/compile/sources.hpp"

#include <algorithm>

#include "base/suggest.hpp"
#include "engines/ags/codes.hpp"

namespace vellum::ags::compile {

namespace {

constexpr std::string_view version = "3.6.3.0";

/// How many levels there are up to and with that one; all for an unknown or no name.
std::size_t level_number(std::string_view name) {
    const auto levels = api::levels();
    const auto found = std::ranges::find(levels, name);
    return found == levels.end() ? levels.size() : static_cast<std::size_t>(found - levels.begin()) + 1;
}

void define_all(source::Preprocessor& preprocessor, const Settings& settings) {
    const auto define = [&](bool when, std::string_view name) {
        if (when) preprocessor.define(name, "1");
    };
    define(true, "AGS_NEW_STRINGS");
    define(true, "AGS_SUPPORTS_IFVER");
    define(settings.debug, "DEBUG");
    define(settings.strict, "STRICT");
    define(settings.left_to_right, "LRPRECEDENCE");
    define(settings.new_strings, "STRICT_STRINGS");
    define(settings.new_audio, "STRICT_AUDIO");
    define(!settings.old_dialog, "NEW_DIALOGOPTS_API");
    define(settings.editor && settings.key_input, "NEW_KEYINPUT_API");
    define(settings.editor && settings.array_length, "SCRIPT_EXT_DYNARRAY_LENGTH");
    define(settings.utf8, "UNICODE");
    const auto levels = api::levels();
    const std::size_t known = std::min(settings.known_levels, levels.size());
    const std::size_t level = std::min(level_number(settings.api), known);
    const std::size_t compatible = std::min(level_number(settings.compatible), known);
    for (std::size_t i = 0; i < known; ++i) {
        define(i < level, "SCRIPT_API_" + std::string(levels[i]));
        const bool kept = settings.editor ? settings.compatible.empty() ? i + 1 >= level : i + 1 >= compatible
                                          : i < compatible;
        define(kept, "SCRIPT_COMPAT_" + std::string(levels[i]));
    }
    for (const auto& [name, value] : settings.defines) preprocessor.define(name, value);
}

bool is_word(char letter) noexcept {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '_';
}

std::string_view line_of(std::string_view text, std::uint32_t line) {
    while (line > 1 && !text.empty()) {
        const std::size_t end = text.find('\n');
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
        --line;
    }
    return text.substr(0, text.find_first_of("\r\n"));
}

/// Gives a mistake its place in the file: the line is that of the preprocessed text, and the column where the
/// same word stands for the same time.
void locate(Mistake& mistake, std::string_view file, std::string_view text, std::string_view line_end,
            std::uint32_t place) {
    const std::string_view before = text.substr(0, place);
    mistake.line = 0;
    std::size_t begin = 0;
    for (std::size_t at = before.find(line_end); at != std::string_view::npos;
         at = before.find(line_end, begin)) {
        ++mistake.line;
        begin = at + line_end.size();
    }
    const std::string_view line = line_of(file, mistake.line);
    std::size_t length = 0;
    while (place + length < text.size() && is_word(text[place + length])) ++length;
    if (length == 0 && place < text.size()) length = 1;
    const std::string_view wanted = text.substr(place, length);
    if (wanted.empty() || wanted == "\r" || wanted == "\n") {
        mistake.column = static_cast<std::uint32_t>(line.size()) + 1;
        return;
    }
    const auto whole = [&](std::string_view in, std::size_t at) {
        return !is_word(wanted.front()) ||
               ((at == 0 || !is_word(in[at - 1])) && (at + length >= in.size() || !is_word(in[at + length])));
    };
    const std::string_view processed = text.substr(begin, place - begin + length);
    std::size_t times = 0;
    for (std::size_t at = processed.find(wanted); at != std::string_view::npos;
         at = processed.find(wanted, at + 1))
        times += whole(processed, at) ? 1 : 0;
    for (std::size_t at = line.find(wanted); at != std::string_view::npos && times > 0;
         at = line.find(wanted, at + 1))
        if (whole(line, at) && --times == 0) mistake.column = static_cast<std::uint32_t>(at) + 1;
    if (mistake.column == 0) {
        const std::size_t first = line.find_first_not_of(" \t");
        mistake.column = first == std::string_view::npos ? 1 : static_cast<std::uint32_t>(first) + 1;
    }
}

/// The name nearest to one that is not known, or nothing.
std::string known_like(const source::Symbols& symbols, SymbolId about) {
    constexpr std::size_t shortest = 3; // everything is near to a single letter
    if (symbols[about].name.size() < shortest) return {};
    std::vector<std::string_view> names;
    for (SymbolId id = 1; id < symbols.size(); ++id) {
        const Symbol& symbol = symbols[id];
        if (symbol.kind == Kind::global || symbol.kind == Kind::local || symbol.kind == Kind::function ||
            symbol.kind == Kind::constant || symbol.kind == Kind::type)
            if (!symbol.name.contains("::")) names.push_back(symbol.name);
    }
    return std::string(vellum::nearest(symbols[about].name, names));
}

/// What #ifver compares with.
std::optional<std::uint64_t> editor_version(const Settings& settings) {
    if (!settings.editor) return std::nullopt;
    std::string_view text = settings.editor_version;
    if (text.empty()) text = settings.release ? api::releases()[*settings.release] : version;
    return source::Preprocessor::version_number(text);
}

} // namespace

Compilation::Compilation(const Settings& settings)
    : line_end_(settings.editor ? "\r\n" : "\n"),
      preprocessor_(line_end_, editor_version(settings)),
      compiler_(settings) {
    define_all(preprocessor_, settings);
}

bool Compilation::add(const Source& source, std::size_t number, bool first_only,
                      std::vector<Mistake>& mistakes) {
    std::vector<source::LineMistake> wrong;
    const std::string text = preprocessor_.run(source.text, source.script, wrong);
    for (source::LineMistake& each : wrong)
        mistakes.push_back({.code = each.demanded ? &codes::source_demand : &codes::source_preprocessor,
                            .preprocessing = true,
                            .source = number,
                            .agscc_line = static_cast<std::int32_t>(each.line),
                            .line = each.line,
                            .message = std::move(each.message),
                            .suggestion = {}});
    if (!wrong.empty()) return false;
    std::vector<Found> found;
    const bool done = compiler_.run(text, first_only, found);
    for (Found& each : found) {
        Mistake mistake{.code = each.unknown_name ? &codes::source_name : &codes::source_script,
                        .source = number,
                        .agscc_line = each.line,
                        .message = std::move(each.message),
                        .suggestion = {}};
        locate(mistake, source.text, text, line_end_, each.place);
        if (each.about != 0) mistake.suggestion = known_like(compiler_.symbols(), each.about);
        mistakes.push_back(std::move(mistake));
    }
    return done;
}

Scom Compilation::finish(Variables& variables) {
    variables = compiler_.variables();
    return compiler_.finish();
}

Compiled compile_sources(std::span<const Source> sources, const Settings& settings, bool first_only) {
    Compilation compilation(settings);
    Compiled compiled;
    for (std::size_t i = 0; i < sources.size(); ++i)
        if (!compilation.add(sources[i], i, first_only, compiled.mistakes)) return compiled;
    compiled.scom = compilation.finish(compiled.variables);
    return compiled;
}

} // namespace vellum::ags::compile
