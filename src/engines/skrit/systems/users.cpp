// Which skrits include which, from the words of their directives: nothing is compiled.
#include <algorithm>
#include <set>
#include <utility>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/ending.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/fuel/file_includes.hpp"
#include "vellum/skrit_content.hpp"

namespace vellum {

namespace {

constexpr std::size_t most_includes = 1000; // of one file; no skrit has as many
constexpr std::size_t deepest = 64;         // includes within includes, as for the compiler

/// What stands in quotes behind each `#include`.
std::set<std::string_view> included_by(std::string_view text) {
    constexpr std::string_view word = "#include";
    std::set<std::string_view> names;
    for (std::size_t at = 0; (at = text.find('#', at)) != std::string_view::npos; ++at) {
        if (!same_name(text.substr(at, word.size()), word)) continue;
        const std::size_t open = text.find_first_not_of(" \t", at + word.size());
        if (open == std::string_view::npos || text[open] != '"') continue;
        const std::size_t end = text.find_first_of("\"\r\n", open + 1);
        if (end != std::string_view::npos && text[end] == '"' && names.size() < most_includes)
            names.insert(text.substr(open + 1, end - open - 1));
    }
    return names;
}

/// Called as the game's includes are.
bool is_called_include(std::string_view file) {
    std::string path = lower_case(file);
    std::ranges::replace(path, '\\', '/');
    const std::string_view name = std::string_view(path).substr(path.find_last_of("/!") + 1);
    return name.starts_with("k_") || path.find("world/global/skrits/") != std::string::npos;
}

} // namespace

bool skrit_users_may_declare(std::string_view file, const Diagnostic& diagnostic) {
    const DiagnosticCode* code = diagnostic.code;
    const bool own_name =
        code == &skrit::codes::undefined && diagnostic.message.find("$'") != std::string::npos;
    return is_called_include(file) &&
           (own_name || code == &skrit::codes::state || code == &skrit::codes::owner);
}

std::map<std::string, std::vector<std::string>> skrit_users(const FileSystem& files) {
    std::map<std::string, std::vector<std::string>> direct;
    for (const std::string& file : files.list({})) {
        if (!has_ending(file, ".skrit")) continue;
        const auto bytes = files.read(file);
        if (!bytes) continue;
        skrit::FileIncludes includes(&files);
        for (const std::string_view name : included_by(as_text(*bytes)))
            if (const auto found = includes.include(name, file); found && !same_name(found->name, file))
                direct[lower_case(found->name)].push_back(file);
    }
    std::map<std::string, std::vector<std::string>> all;
    for (const auto& [included, first] : direct) {
        std::set<std::string> seen;
        std::vector<std::string> level = first;
        for (std::size_t depth = 0; depth < deepest && !level.empty(); ++depth) {
            std::vector<std::string> next;
            for (const std::string& user : level) {
                if (!seen.insert(user).second) continue;
                if (const auto further = direct.find(lower_case(user)); further != direct.end())
                    next.insert(next.end(), further->second.begin(), further->second.end());
            }
            level = std::move(next);
        }
        std::vector<std::string>& users = all[included];
        for (const std::string& user : seen)
            if (!direct.contains(lower_case(user))) users.push_back(user); // what is itself no include
        if (users.empty()) all.erase(included);                            // they include each other
    }
    return all;
}

} // namespace vellum
