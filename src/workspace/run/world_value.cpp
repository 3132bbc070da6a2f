#include "workspace/run/world_value.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/ascii.hpp"
#include "base/concat.hpp"
#include "base/json.hpp"
#include "base/number.hpp"
#include "base/suggest.hpp"
#include "workspace/run/codes.hpp"

namespace vellum::runs {

namespace {

std::unexpected<Diagnostic> nothing(std::string message) { return fail(codes::cli_plan, std::move(message)); }

std::string plain(const Json& value) {
    return value.is_string() ? std::string(value.as_string()) : value.to_text();
}

/// "Tiny Bronco" is found as tiny_bronco.
bool same_word(std::string_view name, std::string_view word) {
    return std::ranges::equal(name, word, [](char a, char b) {
        return lower_ascii(a == ' ' ? '_' : a) == lower_ascii(b == ' ' ? '_' : b);
    });
}

/// The element with that index, or else that name.
const Json* element(const Json& list, std::string_view word) {
    if (const auto index = whole_number<std::size_t>(word))
        return *index < list.size() ? &list.at(*index) : nullptr;
    for (const Json& each : list.elements())
        if (same_word(each["name"].as_string(), word)) return &each;
    return nullptr;
}

Result<std::string> state_value(const Json& state, std::string_view path) {
    const Json* at = &state;
    std::string so_far = "the world";
    while (!path.empty()) {
        const std::size_t end = std::min(path.find_first_of(". \t"), path.size());
        const std::string_view word = path.substr(0, end);
        path = trimmed(path.substr(std::min(end + 1, path.size())));
        const Json* next = at->is_array() ? element(*at, word) : at->find(word);
        if (next == nullptr) {
            std::vector<std::string_view> known;
            for (const JsonMember& member : at->members()) known.push_back(member.key);
            for (const Json& each : at->elements())
                if (each.contains("name")) known.push_back(each["name"].as_string());
            std::string message = concat(so_far, " has no '", word, "'");
            if (const std::string meant = did_you_mean(word, known); !meant.empty()) message += "." + meant;
            return nothing(std::move(message));
        }
        at = next;
        so_far = concat("'", word, "'");
    }
    return plain(*at);
}

Result<std::string> variable(const Scheduler& world, std::string_view name) {
    std::vector<std::string> known;
    for (std::size_t machine = 0; machine < world.machine_count(); ++machine) {
        const auto scopes = world.scopes(machine, 0, {.first = 0, .count = most_variables});
        if (!scopes) continue;
        for (const Scope& scope : *scopes)
            for (const Variable& each : scope.variables) {
                if (each.name == name) return each.text;
                known.push_back(each.name);
            }
    }
    const std::vector<std::string_view> names(known.begin(), known.end());
    return nothing(concat("unknown variable '", name, "'.", did_you_mean(name, names)));
}

std::optional<double> number(std::string_view text) {
    if (text == "true") return 1;
    if (text == "false") return 0;
    if (text.starts_with("0x")) {
        const auto value = whole_number<std::uint64_t>(text.substr(2), 16);
        return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
    }
    const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
    if (digits.empty() || number_prefix(digits) != digits.size()) return std::nullopt;
    return read_double(text);
}

std::string_view without_quotes(std::string_view text) {
    return text.size() >= 2 && text.front() == '"' && text.back() == '"' ? text.substr(1, text.size() - 2)
                                                                         : text;
}

template <class T> bool compare(const T& a, std::string_view comparison, const T& b) {
    if (comparison == "==") return a == b;
    if (comparison == "!=") return a != b;
    if (comparison == "<") return a < b;
    if (comparison == "<=") return a <= b;
    if (comparison == ">") return a > b;
    return a >= b;
}

} // namespace

Result<std::string> world_value(const Scheduler& world, std::string_view name) {
    if (auto place = world.place_value(name)) return *std::move(place);
    constexpr std::string_view of_variable = "variable ";
    if (name.starts_with(of_variable)) return variable(world, trimmed(name.substr(of_variable.size())));
    if (name.contains('(')) return nothing(concat("unknown place '", name, "'"));
    const auto text = world.state_json();
    if (!text)
        return nothing(concat("worlds of this engine have no value '", name, "': use 'variable NAME'"));
    const auto state = parse_json(*text);
    if (!state) return std::unexpected(state.error());
    return state_value(*state, name);
}

bool holds(std::string_view value, std::string_view comparison, std::string_view wanted) {
    if (comparison.starts_with("has")) { // of a list: "iKey, iLamp"
        bool found = false;
        while (!value.empty()) {
            const std::size_t end = std::min(value.find(','), value.size());
            found |= trimmed(value.substr(0, end)) == wanted;
            value.remove_prefix(std::min(end + 1, value.size()));
        }
        return found == (comparison == "has");
    }
    const auto a = number(value), b = number(wanted);
    if (a && b) return compare(*a, comparison, *b);
    return compare(without_quotes(value), comparison, without_quotes(wanted));
}

} // namespace vellum::runs
