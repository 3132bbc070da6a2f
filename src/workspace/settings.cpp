// Settings as JSON has them.
#include <algorithm>

#include "base/json.hpp"
#include "base/suggest.hpp"
#include "vellum/workspace.hpp"

namespace vellum {

namespace {

constexpr std::string_view names[] = {"data", "engine", "headers", "lint", "variant"};

std::unexpected<Diagnostic> wrong(std::string_view name, std::string message) {
    return fail(codes::settings_member, "'" + std::string(name) + "' " + message);
}

Result<void> take_list(const Json& value, std::string_view name, std::vector<std::string>& list) {
    if (!value.is_array() || !std::ranges::all_of(value.elements(), &Json::is_string))
        return wrong(name, "must be an array of strings");
    for (const Json& each : value.elements()) list.emplace_back(each.as_string());
    return {};
}

} // namespace

Result<Settings> read_settings(std::string_view text) {
    Settings settings;
    if (text.empty()) return settings;
    auto json = parse_json(text);
    if (!json) return std::unexpected(std::move(json.error()));
    if (!json->is_object()) return fail(codes::settings_member, "settings must be a JSON object");
    for (const auto& [name, value] : json->members()) {
        if (name == "data" || name == "headers") {
            auto done = take_list(value, name, name == "data" ? settings.data : settings.headers);
            if (!done) return std::unexpected(std::move(done.error()));
        } else if (name == "lint") {
            if (!value.is_bool()) return wrong(name, "must be true or false");
            settings.load.lint = value.as_bool();
        } else if (name == "engine") {
            settings.engine = find_engine(value.as_string());
            if (settings.engine == nullptr) return wrong(name, "names an unknown engine");
        } else if (name == "variant") {
            if (!value.is_string()) return wrong(name, "must be a string");
            settings.load.variant = value.as_string();
        } else
            return wrong(name, "is not a setting." + did_you_mean(name, names));
    }
    return settings;
}

} // namespace vellum
