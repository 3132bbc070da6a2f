// Makes rows of settings from members: `part` is the engine's structure in EngineSettings, `member` the
// setting in it.
#pragma once

#include <algorithm>

#include "base/number.hpp"
#include "vellum/settings.hpp"

namespace vellum {

template <auto part, auto member> constexpr SettingRow optional_row(std::string_view name) {
    SettingRow row{.name = name};
    row.merge = [](EngineSettings& into, const EngineSettings& from) {
        if (from.*part.*member) into.*part.*member = from.*part.*member;
    };
    return row;
}

template <auto part, auto member> constexpr SettingRow flag_row(std::string_view name) {
    SettingRow row = optional_row<part, member>(name);
    row.set = [](EngineSettings& settings, std::string_view value, std::size_t) {
        settings.*part.*member = value != "0";
        return true;
    };
    return row;
}

/// `values`: in the order of the member's enumeration, or for false and true.
template <auto part, auto member>
constexpr SettingRow choice_row(std::string_view name, std::string_view values) {
    SettingRow row = optional_row<part, member>(name);
    row.kind = SettingRow::Kind::choice;
    row.values = values;
    row.set = [](EngineSettings& settings, std::string_view, std::size_t choice) {
        auto& place = settings.*part.*member;
        place = static_cast<std::remove_reference_t<decltype(*place)>>(choice);
        return true;
    };
    return row;
}

/// `takes`: which texts make sense; null for all.
template <auto part, auto member, bool (*takes)(std::string_view) = nullptr>
constexpr SettingRow text_row(std::string_view name, std::string_view values = {}) {
    SettingRow row = optional_row<part, member>(name);
    row.kind = SettingRow::Kind::text;
    row.values = values;
    row.set = [](EngineSettings& settings, std::string_view value, std::size_t) {
        if constexpr (takes != nullptr)
            if (!takes(value)) return false;
        settings.*part.*member = value;
        return true;
    };
    return row;
}

/// `allowed` says of a number whether the setting takes it.
template <auto part, auto member, auto allowed>
constexpr SettingRow number_row(std::string_view name, std::string_view values) {
    SettingRow row = optional_row<part, member>(name);
    row.kind = SettingRow::Kind::text;
    row.values = values;
    row.set = [](EngineSettings& settings, std::string_view value, std::size_t) {
        const auto number = whole_number<std::int32_t>(value);
        if (!number || !allowed(*number)) return false;
        settings.*part.*member = *number;
        return true;
    };
    return row;
}

template <auto part, auto member> constexpr SettingRow files_row(std::string_view name) {
    SettingRow row{.name = name, .kind = SettingRow::Kind::files};
    row.set = [](EngineSettings& settings, std::string_view value, std::size_t) {
        (settings.*part.*member).emplace_back(value);
        return true;
    };
    row.merge = [](EngineSettings& into, const EngineSettings& from) {
        if (!(from.*part.*member).empty()) into.*part.*member = from.*part.*member;
    };
    row.files = [](EngineSettings& settings) -> std::vector<std::string>& { return settings.*part.*member; };
    return row;
}

/// Of two pairs with one name the later counts.
inline void set_pair(std::vector<std::pair<std::string, std::string>>& pairs, std::string_view key,
                     std::string_view value) {
    std::erase_if(pairs, [&](const auto& pair) { return pair.first == key; });
    pairs.emplace_back(key, value);
}

template <auto part, auto member> constexpr SettingRow pairs_row(std::string_view name) {
    SettingRow row{.name = name, .kind = SettingRow::Kind::pairs};
    row.set = [](EngineSettings& settings, std::string_view value, std::size_t) {
        const std::size_t equal = value.find('=');
        set_pair(settings.*part.*member, value.substr(0, equal),
                 equal == std::string_view::npos ? std::string_view("1") : value.substr(equal + 1));
        return true;
    };
    row.merge = [](EngineSettings& into, const EngineSettings& from) {
        for (const auto& [key, value] : from.*part.*member) set_pair(into.*part.*member, key, value);
    };
    return row;
}

} // namespace vellum
