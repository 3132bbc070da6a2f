// One pass over the lines. Only TREE lines lead anywhere; CANIMCLASS lines name stances of animations.
#include "engines/skrit/fuel/naming_key.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "engines/skrit/codes.hpp"

namespace vellum::skrit {

namespace {

constexpr std::size_t longest_name = 1000; // of a name to expand; keeps hostile ones from costing anything

/// The next part of a comma-separated list; commas in quotes do not divide. Quotes are taken off.
std::string_view next_part(std::string_view& rest) {
    bool quoted = false;
    std::size_t end = 0;
    for (; end < rest.size() && (quoted || rest[end] != ','); ++end)
        if (rest[end] == '"') quoted = !quoted;
    std::string_view part = trimmed(rest.substr(0, end));
    rest = end < rest.size() ? rest.substr(end + 1) : std::string_view();
    if (part.size() >= 2 && part.starts_with('"') && part.ends_with('"'))
        part = trimmed(part.substr(1, part.size() - 2));
    return part;
}

} // namespace

void NamingKey::add(std::string_view text, std::string_view name, Diagnostics& diagnostics) {
    std::uint32_t number = 0;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        ++number;
        bool quoted = false;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] == '"') quoted = !quoted;
            if (line[i] == '#' && !quoted) line = line.substr(0, i);
        }
        line = trimmed(line);
        if (line.empty()) continue;
        const auto warn = [&](std::string message) {
            diagnostics.add(make_diagnostic(codes::naming_key, std::move(message),
                                            {std::string(name), Place::unknown, number, 1},
                                            "a line is written TREE = PREFIX, folder, \"description\""));
        };
        const std::size_t equals = line.find('=');
        const std::string_view keyword = trimmed(line.substr(0, equals));
        if (equals == std::string_view::npos) {
            warn("the line defines nothing");
            continue;
        }
        if (same_name(keyword, "CANIMCLASS")) continue;
        if (!same_name(keyword, "TREE")) {
            warn("'" + std::string(keyword) + "' is not a known definition");
            continue;
        }
        std::string_view rest = line.substr(equals + 1);
        const std::string prefix = lower_case(next_part(rest));
        if (prefix.empty()) {
            warn("the prefix is missing");
            continue;
        }
        Tree tree;
        tree.folder = lower_case(next_part(rest));
        std::ranges::replace(tree.folder, '\\', '/');
        while (tree.folder.ends_with('/')) tree.folder.pop_back();
        tree.description = next_part(rest);
        trees_[prefix] = std::move(tree);
    }
}

std::optional<std::string> NamingKey::expand(std::string_view name, std::string_view extension) const {
    if (name.size() > longest_name) return std::nullopt;
    const std::string whole = lower_case(name);
    std::string path;
    bool found = false;
    for (std::size_t end = whole.find('_');; end = whole.find('_', end + 1)) {
        const auto tree = trees_.find(whole.substr(0, end));
        if (tree == trees_.end()) break;
        found = true;
        if (!tree->second.folder.empty()) path += tree->second.folder + "/";
        if (end == std::string::npos) break;
    }
    if (!found) return std::nullopt;
    return path + whole + std::string(extension);
}

std::string_view NamingKey::description(std::string_view name) const {
    if (name.size() > longest_name) return {};
    const std::string whole = lower_case(name);
    std::string_view last;
    for (std::size_t end = whole.find('_');; end = whole.find('_', end + 1)) {
        const auto tree = trees_.find(whole.substr(0, end));
        if (tree == trees_.end()) break;
        last = tree->second.description;
        if (end == std::string::npos) break;
    }
    return last;
}

} // namespace vellum::skrit
