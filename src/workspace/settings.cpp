// Settings as JSON has them: those that a caller gives, and project files.
#include <algorithm>

#include "base/json.hpp"
#include "base/suggest.hpp"
#include "workspace/projects.hpp"

namespace vellum {

namespace {

using Kind = SettingRow::Kind;

/// Where a member's name stands in a text that is known to be JSON; `path`: the members around it, then it.
Place place_of(std::string_view text, std::span<const std::string_view> path, const std::string& file) {
    std::size_t depth = 0, found = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '{' || c == '[') ++depth;
        if (c == '}' || c == ']') --depth;
        if (c != '"') continue;
        const std::size_t begin = at++;
        while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
        if (depth != found + 1 || text.substr(begin + 1, at - begin - 1) != path[found]) continue;
        const std::size_t next = text.find_first_not_of(" \t\r\n", at + 1);
        if (next == std::string_view::npos || text[next] != ':' || ++found < path.size()) continue;
        const std::string_view before = text.substr(0, begin);
        const auto line = static_cast<std::uint32_t>(std::ranges::count(before, '\n'));
        const std::size_t column = begin - (line == 0 ? 0 : before.rfind('\n') + 1);
        return {file, Place::unknown, line + 1, static_cast<std::uint32_t>(column) + 1};
    }
    return {file};
}

struct KnownMember {
    std::string_view name;
    bool of_projects; ///< Only project files have it.
    std::vector<std::string> ReadSettings::* list = nullptr;
    std::string ReadSettings::* text = nullptr;
};

constexpr KnownMember known_members[] = {
    {"data", false},
    {"engine", false},
    {"lint", false},
    {"headers", false, &ReadSettings::headers},
    {"exports", true, &ReadSettings::exports},
    {"plans", true, &ReadSettings::plans},
    {"names", true, nullptr, &ReadSettings::names},
    {"host", true, nullptr, &ReadSettings::host},
    {"$schema", true},
};

class Reader {
  public:
    Reader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

    [[nodiscard]] Result<ReadSettings> read() {
        constexpr JsonLimits limits{.max_depth = 16, .max_bytes = std::size_t{1} << 20U};
        auto json = parse_json(text_, limits);
        if (!json) {
            json.error().place.file = file_;
            return std::unexpected(std::move(json.error()));
        }
        if (!json->is_object())
            return fail(codes::settings_member, "settings are a JSON object", {.file = file_});
        if (auto done =
                each(*json, [this](std::string_view name, const Json& value) { return take(name, value); });
            !done)
            return std::unexpected(std::move(done.error()));
        return std::move(read_);
    }

  private:
    /// Each member once.
    template <class Take> Result<void> each(const Json& object, const Take& take) {
        std::vector<std::string_view> seen;
        for (const auto& [name, value] : object.members()) {
            path_.push_back(name);
            if (seen.size() == most_members || std::ranges::find(seen, name) != seen.end())
                return wrong("stands twice, or there are too many");
            seen.push_back(name);
            if (auto done = take(name, value); !done) return done;
            path_.pop_back();
        }
        return {};
    }

    std::unexpected<Diagnostic> wrong(const std::string& message, std::string hint = {}) const {
        return fail(codes::settings_member, "'" + std::string(path_.back()) + "' " + message,
                    place_of(text_, path_, file_), std::move(hint));
    }

    Result<void> take(std::string_view name, const Json& value) {
        Settings& settings = read_.settings;
        std::vector<std::string_view> known;
        for (const Engine* engine : engines()) {
            if (engine->id() == name) return take_engine(*engine, value);
            known.push_back(engine->id());
        }
        const bool in_project = !file_.empty();
        const auto* const member = std::ranges::find(known_members, name, &KnownMember::name);
        if (member == std::end(known_members) || (member->of_projects && !in_project)) {
            for (const KnownMember& each : known_members)
                if (in_project || !each.of_projects) known.push_back(each.name);
            return wrong("is no setting." + did_you_mean(name, known));
        }
        if (name == "data") return take_list(value, settings.data);
        if (member->list != nullptr) {
            auto done = take_list(value, read_.*member->list);
            if (name == "headers") name_files(settings.load.engines, read_.headers);
            return done;
        }
        if (name == "lint") {
            if (!value.is_bool()) return wrong("must be true or false");
            settings.load.lint = value.as_bool();
            return {};
        }
        if (!value.is_string()) return wrong("must be a string");
        if (member->text != nullptr) read_.*member->text = value.as_string();
        if (name != "engine") return {};
        settings.engine = find_engine(value.as_string());
        if (settings.engine == nullptr)
            return wrong("names no engine." + did_you_mean(value.as_string(), known));
        return {};
    }

    Result<void> take_list(const Json& value, std::vector<std::string>& list) {
        if (!value.is_array() || value.size() > most_members ||
            !std::ranges::all_of(value.elements(), &Json::is_string))
            return wrong("must be an array of strings, 1,000 at most");
        for (const Json& each : value.elements()) list.emplace_back(each.as_string());
        return {};
    }

    Result<void> take_engine(const Engine& engine, const Json& value) {
        if (!value.is_object()) return wrong("must be an object");
        return each(value, [&](std::string_view name, const Json& setting) -> Result<void> {
            std::vector<std::string_view> known;
            for (const SettingRow& row : engine.setting_rows()) {
                if (row.kind == Kind::files) continue;
                if (row.name == name) return take_setting(row, setting);
                known.push_back(row.name);
            }
            return wrong("is no setting of " + std::string(engine.id()) + "." + did_you_mean(name, known),
                         name == "header" || name == "headers" ? "\"headers\" stands beside the engines"
                                                               : "");
        });
    }

    Result<void> take_setting(const SettingRow& row, const Json& value) {
        switch (row.kind) {
        case Kind::flag:
            if (!value.is_bool()) return wrong("must be true or false");
            return set(row, value.as_bool() ? "1" : "0");
        case Kind::pairs:
            if (!value.is_object()) return wrong("must be an object of strings");
            return each(value, [&](std::string_view name, const Json& one) -> Result<void> {
                if (!is_text(one)) return wrong("must be a string or a number");
                return set(row, std::string(name) + "=" + text_of(one));
            });
        case Kind::choice:
        case Kind::text:
        case Kind::files: break;
        }
        if (!is_text(value)) return wrong("must be a string or a number");
        return set(row, text_of(value));
    }

    [[nodiscard]] static bool is_text(const Json& value) { return value.is_string() || value.is_integer(); }
    [[nodiscard]] static std::string text_of(const Json& value) {
        return value.is_string() ? std::string(value.as_string()) : value.to_text();
    }

    Result<void> set(const SettingRow& row, std::string_view value) {
        auto done = set_setting(row, value, read_.settings.load.engines);
        if (!done) done.error().place = place_of(text_, path_, file_);
        return done;
    }

    static constexpr std::size_t most_members = 1000;
    std::string_view text_;
    const std::string& file_;
    std::vector<std::string_view> path_; ///< Of the member that is read.
    ReadSettings read_;
};

} // namespace

Result<ReadSettings> read_members(std::string_view text, const std::string& file) {
    return Reader(text, file).read();
}

namespace {

/// Without members that say nothing. Empty if none is left.
std::string what_is_said(const Json& settings) {
    bool any = false;
    std::string text = json_object([&](JsonWriter& json) {
        for (const JsonMember& member : settings.members()) {
            const Json& value = member.value;
            if (value.is_null() || (value.is_bool() && !value.as_bool()) ||
                (value.is_array() && value.elements().empty()) ||
                (value.is_object() && value.members().empty()))
                continue;
            json.member(member.key, value);
            any = true;
        }
    });
    return any ? text : std::string();
}

} // namespace

Result<Settings> read_settings(std::string_view text) {
    if (text.empty()) return Settings{};
    auto read = read_members(text, {});
    if (!read) return std::unexpected(std::move(read.error()));
    if (const auto json = parse_json(text)) read->settings.text = what_is_said(*json);
    return std::move(read->settings);
}

std::vector<std::string> named_files(EngineSettings settings) {
    std::vector<std::string> all;
    for (const Engine* engine : engines())
        for (const SettingRow& row : engine->setting_rows())
            if (row.files != nullptr) std::ranges::copy(row.files(settings), std::back_inserter(all));
    return all;
}

void name_files(EngineSettings& settings, const std::vector<std::string>& files) {
    for (const Engine* engine : engines())
        for (const SettingRow& row : engine->setting_rows())
            if (row.files != nullptr) row.files(settings) = files;
}

} // namespace vellum
