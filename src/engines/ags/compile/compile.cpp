// Headers come from the file system that was given, which decides what may be opened. A mistake is shown with
// its line, so that nobody has to look for it.
#include "engines/ags/compile/compile.hpp"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "base/bytes.hpp"
#include "base/ending.hpp"
#include "base/first_error.hpp"
#include "base/suggest.hpp"
#include "base/text_storage.hpp"
#include "engines/ags/api/header.hpp"
#include "engines/ags/api/index.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/compile/game.hpp"
#include "engines/ags/compile/sources.hpp"
#include "engines/ags/format/module.hpp"
#include "engines/ags/project/generated.hpp"
#include "source/included_files.hpp"

namespace vellum::ags::compile {

namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20U; ///< Of all sources of a script together.

/// "room1" of "rooms/room1.asc".
std::string_view script_name(std::string_view file, bool full) {
    if (const std::size_t slash = file.find_last_of("/\\"); slash != std::string_view::npos)
        file.remove_prefix(slash + 1);
    return full ? file : file.substr(0, file.rfind('.'));
}

/// True if a message is about a name that a script has from the script API.
bool is_of_api(std::string_view message) {
    const std::size_t begin = message.find('\'');
    const std::size_t end = message.rfind('\'');
    if (begin == end) return false;
    const std::string_view name = message.substr(begin + 1, end - begin - 1);
    return std::ranges::any_of(api::Index::all().rows(), [&](const api::Row& row) {
        return row.name == name && (row.owner.empty() || row.kind == api::RowKind::constant);
    });
}

/// The header beside the script, else from the root; the other way round for one that the user named, who
/// counts from where he is. The file system may begin anywhere above the script, so the script's folders are
/// tried from the outermost on.
Result<std::vector<std::byte>> read_header(const FileSystem& files, std::string_view script,
                                           const std::string& name, bool named_by_user, std::uint64_t most) {
    if (named_by_user)
        if (auto found = files.read_at_most(name, most)) return found;
    const std::size_t slash = script.find_last_of("/\\");
    std::string_view folder =
        slash == std::string_view::npos ? std::string_view{} : script.substr(0, slash + 1);
    while (!folder.empty()) {
        if (folder.front() != '/' && !folder.starts_with(".."))
            if (auto found = files.read_at_most(std::string(folder) + name, most)) return found;
        folder.remove_prefix(std::min(folder.find_first_of("/\\") + 1, folder.size()));
    }
    return files.read_at_most(name, most);
}

/// Where a mistake is in the author's file.
Place place_of(const Mistake& mistake, const Source& source) {
    Place place = Place::at_line(mistake.line, mistake.column);
    place.file = source.file;
    if (!source.lines.empty()) { // made of another file
        place.line =
            mistake.line != 0 && mistake.line <= source.lines.size() ? source.lines[mistake.line - 1] : 0;
        place.column = 0;
    }
    return place;
}

/// A script of a project, with everything that the project says.
Result<Scom> compile_in_project(std::string_view text, const LoadOptions& options, AgsSettings said,
                                Diagnostics& diagnostics, Variables* variables) {
    const std::string file = *project_among(said.headers);
    if (options.files == nullptr)
        return fail(codes::source_header, "there is no folder to read the project '" + file + "' from");
    std::erase(said.headers, file);
    auto game = GameSources::read(file, *options.files, said.headers);
    if (!game) return std::unexpected(std::move(game.error()));
    Settings settings = (*game)->settings();
    apply(said, settings);
    const GameScript script = (*game)->script_of(options.name);
    auto sources = (*game)->headers_of(script);
    if (!sources) return std::unexpected(std::move(sources.error()));
    auto own = (*game)->text_of(script, text);
    if (!own) return std::unexpected(std::move(own.error()));
    const std::size_t before = diagnostics.errors();
    if (script.file.empty()) {
        for (const Diagnostic& each : (*game)->dialog_mistakes().all()) diagnostics.add(each);
    } else {
        own->file = options.name;
        own->script = std::string(script_name(script.file, true));
    }
    sources->push_back(std::move(*own));
    Compiled compiled = compile_sources(*sources, settings, settings.first_mistake);
    if (variables != nullptr) *variables = std::move(compiled.variables);
    report(compiled.mistakes, *sources, settings, &(*game)->project(), diagnostics);
    if (compiled.scom && diagnostics.errors() == before) return std::move(*compiled.scom);
    return first_error(diagnostics, before, codes::source_script, "the script cannot be compiled");
}

} // namespace

void report(std::span<const Mistake> mistakes, std::span<const Source> sources, const Settings& settings,
            const project::Project* project, Diagnostics& diagnostics) {
    if (mistakes.empty()) return;
    // The original's preprocessor goes on and tells its last mistake, its compiler stops at the first.
    if (settings.first_mistake)
        mistakes = mistakes.front().preprocessing ? mistakes.last(1) : mistakes.first(1);
    for (const Mistake& mistake : mistakes) {
        Place place = place_of(mistake, sources[mistake.source]);
        std::string message = mistake.message;
        if (settings.first_mistake && project == nullptr) {
            place.line = static_cast<std::uint32_t>(std::max(mistake.agscc_line, 0));
            place.column = 0;
            diagnostics.add(*mistake.code, message, place);
            continue;
        }
        while (message.ends_with(' ')) message.pop_back();
        if (project != nullptr && !sources[mistake.source].lines.empty()) {
            const std::string dialog = project::dialog_place(*project, place.line);
            message.insert(0, (dialog.empty() ? sources[mistake.source].script : dialog) + ": ");
        }
        std::string hint;
        if (!mistake.suggestion.empty())
            hint = "did you mean '" + mistake.suggestion + "'?";
        else if (!settings.release && project == nullptr && is_of_api(message))
            hint = "it is part of the script API, whose header --api RELEASE adds (--api 3.6.1)";
        diagnostics.add(make_diagnostic(*mistake.code, std::move(message), place, std::move(hint)));
    }
}

const std::string* project_among(std::span<const std::string> headers) {
    const auto found =
        std::ranges::find_if(headers, [](const std::string& name) { return has_ending(name, ".agf"); });
    return found == headers.end() ? nullptr : &*found;
}

Result<Scom> compile_text(std::string_view text, const LoadOptions& options, Diagnostics& diagnostics,
                          Variables* variables) {
    std::optional<ModulePackage> module;
    std::string file = options.name;
    if (is_module(as_bytes(text))) {
        auto read = read_module(as_bytes(text), options.name);
        if (!read) return std::unexpected(std::move(read.error()));
        module = std::move(*read);
        text = module->script.text;
        file = options.name + "!" + module->script.name;
    }
    auto said = said_of(text, options.engines);
    if (!said) return std::unexpected(std::move(said.error()));
    // A project file as a script: its dialogs.
    if (has_ending(options.name, ".agf") && project_among(said->headers) == nullptr)
        said->headers.insert(said->headers.begin(), options.name);
    if (!module && project_among(said->headers) != nullptr)
        return compile_in_project(text, options, std::move(*said), diagnostics, variables);
    auto settings = settings_of(text, options.engines);
    if (!settings) return std::unexpected(std::move(settings.error()));
    std::vector<std::string> headers;
    std::size_t bytes = text.size();
    std::unordered_set<std::string> taken;
    std::erase_if(
        settings->headers, // each once, however often it is named
        [&](const std::string& name) { return !taken.insert(vellum::source::plain_name(name)).second; });
    for (const std::string& name : settings->headers) {
        if (options.files == nullptr)
            return fail(codes::source_header, "there is no folder to read the header '" + name + "' from", {},
                        "name one with --data");
        auto header = read_header(*options.files, options.name, name, settings->headers_named_by_user,
                                  most_bytes - std::min(most_bytes, bytes));
        if (!header)
            return fail(codes::source_header,
                        "the header '" + name + "' cannot be read: " + header.error().message, {},
                        "headers are searched for in the current folder (if given with --header), next to "
                        "the source, and below the folders of --data");
        bytes += header->size();
        auto read = text_in(*header, name);
        if (!read) return std::unexpected(std::move(read.error()));
        headers.push_back(std::move(*read));
    }
    if (bytes > most_bytes)
        return fail(codes::source_script, "the script and its headers have more than 64 MB", {}, {});
    const auto section = [&](const std::optional<std::string>& own, std::string_view name) {
        return own.value_or(std::string(script_name(name, settings->full_names)));
    };
    std::vector<Source> sources;
    std::string api; // the game's own copy goes first
    if (settings->release && !taken.contains(std::string(api::header_name))) {
        api = api::api_header(*settings->release);
        sources.push_back({std::string(api::header_name), section(std::nullopt, api::header_name), api});
    }
    for (std::size_t i = 0; i < headers.size(); ++i) {
        const std::string& name = settings->headers[i];
        const auto own = own_settings(headers[i]);
        if (!own) return std::unexpected(own.error());
        sources.push_back({name, section(own->section, name), headers[i]});
    }
    if (module) // the last of its headers is its own, as in the editor
        sources.push_back({options.name + "!" + module->header.name,
                           section(std::nullopt, module->header.name), module->header.text});
    sources.push_back({file, section(settings->section, module ? module->script.name : options.name), text});
    Compiled compiled = compile_sources(sources, *settings, settings->first_mistake);
    if (variables != nullptr) *variables = std::move(compiled.variables);
    if (compiled.scom) return std::move(*compiled.scom);
    const Mistake& only =
        compiled.mistakes.front().preprocessing ? compiled.mistakes.back() : compiled.mistakes.front();
    const std::size_t before = diagnostics.errors();
    report(compiled.mistakes, sources, *settings, nullptr, diagnostics);
    if (!api.empty()) diagnostics.quote(std::string(api::header_name), api);
    if (module) // nobody else finds these texts
        for (const Source& source : sources)
            if (source.file.starts_with(options.name + "!")) diagnostics.quote(source.file, source.text);
    return first_error(diagnostics, before, codes::source_script, only.message);
}

} // namespace vellum::ags::compile
