// See the header.
#include "engines/ags/decompile/api.hpp"

#include <algorithm>
#include <charconv>

namespace vellum::ags::decompile {

namespace {

constexpr std::string_view table =
#include "engines/ags/decompile/api.inc"
    ;

std::string_view take(std::string_view& text, char divider) {
    const std::size_t end = std::min(text.find(divider), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

std::int32_t number(std::string_view text) {
    std::int32_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

ApiEntry entry(std::string_view type, std::string_view rest) {
    ApiEntry made;
    made.type = type;
    while (!rest.empty()) {
        std::string_view parameter = take(rest, ' ');
        if (parameter == "...") {
            made.variadic = true;
            continue;
        }
        std::string_view declared = take(parameter, '=');
        const std::string_view of = take(declared, ':');
        made.parameters.push_back({of == "const_string" ? "const string" : of, declared});
        if (!parameter.empty()) made.parameters.back().standard = number(parameter);
    }
    return made;
}

template <class Map, class Key> auto found_in(const Map& map, const Key& key) {
    const auto found = map.find(key);
    return found == map.end() ? nullptr : &found->second;
}

} // namespace

std::string_view ApiEnum::word(std::int32_t value) const noexcept {
    const auto found = std::ranges::find(words, value, &std::pair<std::string_view, std::int32_t>::second);
    return found == words.end() ? std::string_view{} : found->first;
}

const Api& Api::all() {
    static const Api api;
    return api;
}

Api::Api() {
    std::string_view text = table;
    while (!text.empty()) read(take(text, '\n'));
}

void Api::read(std::string_view line) {
    const std::string_view role = take(line, ' ');
    const std::string_view name = take(line, ' ');
    const std::size_t dot = name.find('.');
    const Name key = dot == std::string_view::npos ? Name{std::string_view{}, name}
                                                   : Name{name.substr(0, dot), name.substr(dot + 1)};
    if (role == "e") {
        ApiEnum& made = enums_[name];
        made.name = name;
        while (!line.empty()) {
            std::string_view word = take(line, ' ');
            const std::string_view spelled = take(word, '=');
            made.words.emplace_back(spelled, number(word));
        }
    } else if (role == "f" || role == "p") {
        const std::string_view type = take(line, ' ');
        (role == "f" ? functions_ : properties_)[key] = entry(type, line);
    } else if (role == "h") {
        handlers_.emplace_back(name, entry({}, line));
    } else if (role == "v") {
        variables_[name] = line;
    } else if (role == "m") {
        const std::string_view offset = take(line, ' ');
        members_[{name, number(offset)}] = line;
    }
}

const ApiEnum* Api::enumeration(std::string_view name) const noexcept { return found_in(enums_, name); }

const ApiEntry* Api::function(std::string_view owner, std::string_view name) const noexcept {
    return found_in(functions_, Name{owner, name});
}

const ApiEntry* Api::property(std::string_view owner, std::string_view name) const noexcept {
    return found_in(properties_, Name{owner, name});
}

const ApiEntry* Api::handler(std::string_view name) const noexcept {
    for (const auto& [pattern, of] : handlers_) {
        const std::size_t star = pattern.find('*');
        if (star == std::string_view::npos) {
            if (name == pattern) return &of;
        } else if (name.size() >= pattern.size() && name.starts_with(pattern.substr(0, star)) &&
                   name.ends_with(pattern.substr(star + 1))) {
            return &of;
        }
    }
    return nullptr;
}

std::string_view Api::variable(std::string_view name) const noexcept {
    const auto* const found = found_in(variables_, name);
    return found == nullptr ? std::string_view{} : *found;
}

std::int32_t Api::size(std::string_view owner) const noexcept {
    std::int32_t size = -1;
    for (const auto& [place, name] : members_)
        if (place.first == owner) size = std::max(size, place.second + 4);
    return size;
}

std::string_view Api::member(std::string_view owner, std::int32_t offset) const noexcept {
    const auto* const found = found_in(members_, std::pair(owner, offset));
    return found == nullptr ? std::string_view{} : *found;
}

} // namespace vellum::ags::decompile
