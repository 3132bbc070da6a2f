// Scopes come in pages; a name is looked for through all of them once and then found by its place.
#include "debug/names.hpp"

#include <algorithm>

#include "base/number.hpp"
#include "debug/codes.hpp"
#include "runtime/inspect.hpp"

namespace vellum::debug {

namespace {

constexpr std::size_t most_looked_at = 1U << 20U; ///< Variables of a scope.

/// "scope.rest" or "scope[rest]" for that scope.
std::optional<std::string_view> behind(std::string_view path, std::string_view scope, bool& number) {
    if (!path.starts_with(scope)) return std::nullopt;
    path.remove_prefix(scope.size());
    number = path.starts_with('[') && path.ends_with(']');
    if (number) return path.substr(1, path.size() - 2);
    if (path.starts_with('.')) return path.substr(1);
    return std::nullopt;
}

} // namespace

std::optional<Variable> FrameNames::at(const VariablePlace& place) const {
    auto scopes = scheduler_.scopes(machine_, frame_, {place.index, 1});
    if (!scopes) return std::nullopt;
    for (Scope& scope : *scopes)
        if (scope.name == place.scope && scope.first == place.index && !scope.variables.empty())
            return std::move(scope.variables.front());
    return std::nullopt;
}

std::optional<VariablePlace> FrameNames::place_of(std::string_view path) const {
    if (const auto known = known_.find(path); known != known_.end()) {
        const std::optional<Variable> there = at(known->second);
        if (there && there->name == found_names_.find(path)->second) return known->second;
    }
    Page page{0, most_variables};
    for (bool more = true; more && page.first < most_looked_at; page.first += page.count) {
        more = false;
        const auto scopes = scheduler_.scopes(machine_, frame_, page);
        if (!scopes) return std::nullopt;
        for (const Scope& scope : *scopes) {
            more = more || scope.count > page.first + page.count;
            bool number = false;
            const auto rest = behind(path, scope.name, number);
            const auto index = rest && number ? whole_number<std::size_t>(*rest) : std::nullopt;
            if (scope.first != page.first && scope.first >= scope.count) continue; // shorter than that
            for (std::size_t i = 0; i < scope.variables.size(); ++i) {
                const std::string& name = scope.variables[i].name;
                if (name != path && !(rest && !number && name == *rest) &&
                    !(index && scope.first + i == *index))
                    continue;
                VariablePlace place{scope.name, scope.first + i};
                known_.insert_or_assign(std::string(path), place);
                found_names_.insert_or_assign(std::string(path), name);
                return place;
            }
        }
    }
    return std::nullopt;
}

std::vector<std::string> FrameNames::beginning_with(std::string_view text, std::size_t most) const {
    std::vector<std::string> result;
    const auto scopes = scheduler_.scopes(machine_, frame_, {0, most_variables});
    if (!scopes) return result;
    const auto add = [&](std::string name) {
        if (result.size() < most && std::ranges::find(result, name) == result.end())
            result.push_back(std::move(name));
    };
    for (const Scope& scope : *scopes) {
        if (scope.count == 0) continue;
        if (scope.name.starts_with(text)) add(scope.name);
        bool number = false;
        const std::string in = scope.name + ".";
        const std::optional<std::string_view> rest =
            text == in ? std::string_view() : behind(text, scope.name, number);
        for (const Variable& one : scope.variables) {
            if (!text.empty() && one.name.starts_with(text)) add(one.name);
            if (rest && !number && one.name.starts_with(*rest)) add(in + one.name);
        }
    }
    if (text.empty())
        for (const Scope& scope : *scopes)
            for (const Variable& one : scope.variables) add(one.name);
    return result;
}

Result<Variable> FrameNames::find(std::string_view path) const {
    if (const auto place = place_of(path))
        if (auto found = at(*place)) return std::move(*found);
    // A component of a vector.
    const std::size_t dot = path.rfind('.');
    if (dot != std::string_view::npos && path.size() == dot + 2) {
        const std::size_t part = std::string_view("xyz").find(path[dot + 1]);
        if (part != std::string_view::npos)
            if (const auto place = place_of(path.substr(0, dot)))
                if (const auto found = at(*place); found && found->value.is(Type::vector)) {
                    const Vector3 all = found->value.vector();
                    return variable(std::string(path), Value(part == 0 ? all.x : part == 1 ? all.y : all.z));
                }
    }
    return fail(codes::debug_expression, "there is no '" + std::string(path) + "' here");
}

} // namespace vellum::debug
