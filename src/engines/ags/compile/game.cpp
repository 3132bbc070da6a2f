// Facts: docs/engines/ags.md, "Projects".
#include "engines/ags/compile/game.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/code_page.hpp"
#include "base/concat.hpp"
#include "base/encoding.hpp"
#include "base/ending.hpp"
#include "base/source.hpp"
#include "base/text_storage.hpp"
#include "engines/ags/api/header.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/format/container.hpp"

namespace vellum::ags::compile {

namespace {

constexpr std::uint64_t most_of_text = std::uint64_t{64} << 20U;

/// Texts of a project in UTF-8 for a game whose texts are not: what has no byte becomes a question mark.
void to_bytes(std::string& text) {
    if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return;
    const CodePage* page = CodePage::find("windows-1252");
    std::string made;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint point = decode_utf8(text, at);
        const std::size_t length = std::max<std::size_t>(point.length, 1);
        made += page->from_utf8(std::string_view(text).substr(at, length)).value_or("?");
        at += length;
    }
    text = std::move(made);
}

/// "sub/A.asc" for "sub\A.asc".
std::string with_slashes(std::string name) {
    std::ranges::replace(name, '\\', '/');
    return name;
}

std::string_view last_part(std::string_view name) noexcept {
    return name.substr(name.find_last_of("/\\") + 1);
}

bool has_function(std::string_view text, std::string_view head) noexcept {
    return text.find(head) != std::string_view::npos;
}

std::string room_file(std::int32_t number, std::string_view ending) { return concat("room", number, ending); }

} // namespace

Result<std::unique_ptr<GameSources>> GameSources::read(const std::string& file, const FileSystem& files,
                                                       const std::vector<std::string>& headers) {
    constexpr std::uint64_t most = std::uint64_t{256} << 20U;
    const auto bytes = files.read_at_most(file, most);
    if (!bytes) return std::unexpected(bytes.error());
    std::unique_ptr<GameSources> made(new GameSources(files));
    made->file_ = file;
    made->folder_ = file.substr(0, file.size() - last_part(file).size());
    auto project = project::read_project(stored_text(*bytes));
    if (project) made->project_ = std::move(*project);
    auto done = project ? made->find_plugins(headers) : std::unexpected(std::move(project.error()));
    if (!done) {
        if (done.error().place.file.empty()) done.error().place.file = file;
        return std::unexpected(std::move(done.error()));
    }
    const auto release = api::release_for_editor(made->project_.editor.text);
    made->api_ = api::api_header(release.value_or(api::newest_release()));
    made->names_ = &made->keep(project::make_names(made->project_));
    if (!made->project_.variables.empty())
        made->variables_ = &made->keep(project::make_variables_header(made->project_));
    made->list_scripts();
    return made;
}

Result<void> GameSources::find_plugins(const std::vector<std::string>& headers) {
    for (const std::string& name : headers) {
        auto text = file(name, most_of_text);
        if (!text) return std::unexpected(std::move(text.error()));
        plugins_.push_back({name, std::string(last_part(name)), **text});
    }
    if (!headers.empty()) return {};
    std::size_t number = 100;
    for (const std::string& plugin : project_.plugins) {
        const std::string_view header = project::plugin_header(plugin);
        if (header.empty())
            return fail(codes::project_plugin,
                        concat("the functions of the plugin '", plugin, "' are not known"), {},
                        "write their declarations into a header and name it with --header");
        const std::string name = concat("__Plugin", number++, ".ash");
        plugins_.push_back({name, name, header});
    }
    return {};
}

void GameSources::list_scripts() {
    if (variables_ != nullptr) scripts_.push_back({"_GlobalVariables", {}, {}, 0, true});
    std::size_t headers = 0;
    for (const project::Module& module : project_.modules)
        scripts_.push_back({std::string(stem(module.script)), with_slashes(module.script), {}, ++headers});
    scripts_.push_back({"__DialogScripts", {}, {}, headers});
    for (const project::Room& room : project_.rooms)
        scripts_.push_back({room_file(room.number, ""), room_file(room.number, ".asc"),
                            room_file(room.number, ".crm"), headers});
}

GameScript GameSources::script_of(std::string_view file) const {
    const std::string name = with_slashes(std::string(file));
    const bool inside = std::string_view(name).starts_with(folder_);
    const std::string_view own = inside ? std::string_view(name).substr(folder_.size()) : last_part(name);
    if (has_ending(own, ".agf"))
        return {std::string(stem(project::dialogs_script)), {}, {}, project_.modules.size()};
    const auto is_it = [&](std::string_view known) {
        return same_name(known, own) || (!inside && same_name(last_part(known), own));
    };
    for (const GameScript& each : scripts_)
        if (!each.file.empty() && (is_it(each.file) || (!each.room.empty() && is_it(each.room)))) return each;
    for (std::size_t i = 0; i < project_.modules.size(); ++i) // a header sees those before it
        if (is_it(with_slashes(project_.modules[i].header)))
            return GameScript{std::string(stem(own)), std::string(own), {}, i};
    GameScript other{std::string(stem(own)), std::string(own), {}, project_.modules.size()};
    if (is_room_name(own)) other.room = other.file.substr(0, other.file.rfind('.')) + ".crm";
    return other;
}

Settings GameSources::settings() const {
    const project::EditorVersion& editor = project_.editor;
    const project::Switches& switches = project_.switches;
    const auto release = api::release_for_editor(editor.text).value_or(api::newest_release());
    const bool levels = editor.since(3, 4, 0);
    Settings made;
    made.full_names = true;
    made.left_to_right = switches.left_to_right;
    made.new_strings = switches.new_strings;
    made.strict = switches.strict;
    made.new_audio = switches.new_audio;
    made.debug = switches.debug;
    made.old_dialog = !levels || switches.old_dialog_options;
    made.key_input = editor.since(3, 6, 0) && !switches.old_keyboard;
    made.array_length = editor.since(3, 6, 2);
    made.utf8 = editor.since(3, 6, 0) && switches.utf8;
    made.newest_words = levels;
    made.version = levels ? 90 : 89;
    made.folded_negatives = levels;
    made.counted_members = true;
    made.counted_imports = editor.since(3, 6, 2);
    made.padded_literals = !editor.since(3, 5, 0) || editor.since(3, 6, 2);
    made.editor_version = editor.text;
    if (levels) {
        const auto known = api::levels();
        made.known_levels =
            static_cast<std::size_t>(std::ranges::find(known, api::newest_level(release)) - known.begin()) +
            1;
    } else {
        made.known_levels = 0;
    }
    made.api = switches.api.empty() ? "Highest" : switches.api;
    made.compatible = switches.compatible.empty() ? "Highest" : switches.compatible;
    return made;
}

const project::Generated& GameSources::keep(project::Generated made) {
    if (project_.utf8 && !project_.switches.utf8) to_bytes(made.text);
    return made_.emplace_back(std::move(made));
}

Source GameSources::generated(std::string_view name, const project::Generated& made) const {
    return {file_, std::string(name), made.text, made.lines};
}

Result<const std::string*> GameSources::file(const std::string& name, std::uint64_t most) {
    if (const auto known = texts_.find(name); known != texts_.end()) return &known->second;
    const auto bytes = files_.read_at_most(name, most);
    if (!bytes) {
        const Diagnostic& why = bytes.error();
        return fail(codes::source_header, concat("'", name, "' cannot be read: ", why.message),
                    {.file = file_}, "the project names it");
    }
    return &texts_.emplace(name, stored_text(*bytes)).first->second;
}

Result<std::vector<Source>> GameSources::headers_of(const GameScript& script) {
    std::vector<Source> sources;
    sources.push_back({std::string(api::header_name), std::string(api::header_name), api_});
    const project::Generated* names = names_;
    if (!script.room.empty()) {
        constexpr std::uint64_t largest_room = std::uint64_t{1} << 30U;
        if (const auto bytes = files_.read_at_most(path_of(script.room), largest_room)) {
            auto room = read_room_data(*bytes);
            if (!room) {
                room.error().place.file = path_of(script.room);
                return std::unexpected(std::move(room.error()));
            }
            names = &keep(project::make_names(project_, &*room));
        }
    }
    sources.push_back(generated(project::names_header, *names));
    if (variables_ != nullptr) sources.push_back(generated(project::variables_header, *variables_));
    if (!script.internal) sources.insert(sources.end(), plugins_.begin(), plugins_.end());
    std::uint64_t left = most_of_text;
    for (std::size_t i = 0; i < script.modules; ++i) {
        const std::string name = with_slashes(project_.modules[i].header);
        if (name.empty()) continue;
        auto text = file(path_of(name), most_of_text);
        if (!text) {
            text.error().place.line = project_.modules[i].line;
            return std::unexpected(std::move(text.error()));
        }
        if ((*text)->size() > left)
            return fail(codes::source_header, "the headers of the script modules have more than 64 MB",
                        {.file = file_, .line = project_.modules[i].line});
        left -= (*text)->size();
        sources.push_back({path_of(name), std::string(last_part(name)), **text});
    }
    return sources;
}

Result<Source> GameSources::text_of(const GameScript& script, std::optional<std::string_view> given) {
    if (script.file.empty() && script.internal)
        return generated(project::variables_script, keep(project::make_variables_script(project_)));
    if (script.file.empty()) {
        dialog_mistakes_.clear();
        auto made = project::make_dialogs(project_, dialog_mistakes_);
        dialog_mistakes_.set_file(file_);
        return generated(project::dialogs_script, keep(std::move(made)));
    }
    std::string_view text;
    if (given) {
        text = *given;
    } else {
        auto read = file(path_of(script.file), most_of_text);
        if (!read) return std::unexpected(std::move(read.error()));
        text = **read;
    }
    Source source{path_of(script.file), std::string(last_part(script.file)), text};
    if (same_name(source.script, "GlobalScript.asc") && !has_function(text, "function dialog_request(")) {
        const bool newer = project_.editor.since(3, 6, 2);
        project::Generated whole{std::string(text), {}};
        whole.text += newer ? "\r\nfunction dialog_request(int param)\r\n{\r\n\r\n}\r\n"
                            : "\r\nfunction dialog_request(int param) {\r\n}";
        source.text = made_.emplace_back(std::move(whole)).text;
    }
    return source;
}

} // namespace vellum::ags::compile
