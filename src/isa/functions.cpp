#include "isa/functions.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/ascii.hpp"
#include "base/number.hpp"
#include "base/suggest.hpp"

namespace vellum::isa {

namespace {

/// What a function of that name is called, too: without parameters, owner, their number.
std::array<std::string_view, 5> spellings(std::string_view function) {
    const std::string_view whole = function.substr(0, function.find('('));
    const std::size_t owner = whole.find_last_of(":.");
    const std::string_view own = owner == std::string_view::npos ? whole : whole.substr(owner + 1);
    const std::string_view plain = own.substr(0, own.find_first_of("$^"));
    return {function, whole, own, whole.substr(0, whole.size() - own.size() + plain.size()), plain};
}

bool is_exactly(const Function& function, std::string_view wanted) {
    return function.name == wanted || function.name == dotted(wanted) ||
           std::ranges::find(function.also, wanted) != function.also.end();
}

} // namespace

std::optional<std::uint32_t> address_in(std::string_view text) {
    for (const std::string_view before : {"f_", "0x", "0X"}) {
        if (!text.starts_with(before)) continue;
        if (const auto address = whole_number<std::uint32_t>(text.substr(before.size()), 16)) return address;
    }
    return std::nullopt;
}

std::string dotted(std::string_view name) {
    std::string made(name);
    if (const std::size_t colons = made.find("::"); colons != std::string::npos) made.replace(colons, 2, ".");
    return made;
}

bool is_called(std::string_view function, std::string_view wanted) {
    return std::ranges::any_of(spellings(function), [name = dotted(wanted)](std::string_view each) {
        return same_name(each, name);
    });
}

bool is_called(const Function& function, std::string_view wanted) {
    return is_called(function.name, wanted) ||
           std::ranges::any_of(function.also,
                               [&](const std::string& name) { return is_called(name, wanted); }) ||
           address_in(wanted) == function.address;
}

std::vector<std::string> names_of(const Function& function) {
    std::vector<std::string> names;
    const auto add = [&](std::string_view name) {
        for (const std::string_view each : spellings(name)) names.push_back(lower_case(each));
    };
    add(function.name);
    for (const std::string& each : function.also) add(each);
    std::ranges::sort(names);
    const auto repeated = std::ranges::unique(names);
    names.erase(repeated.begin(), repeated.end());
    return names;
}

void add_known_names(const Function& function, std::vector<std::string_view>& names) {
    names.push_back(function.name);
    names.push_back(std::string_view(function.name).substr(function.name.rfind('.') + 1)); // npos + 1 is 0
    names.insert(names.end(), function.also.begin(), function.also.end());
}

Result<const Function*> function_named(std::span<const Function> functions, std::string_view wanted,
                                       const DiagnosticCode& code) {
    std::vector<const Function*> exact, meant;
    for (const Function& function : functions) {
        if (is_exactly(function, wanted)) exact.push_back(&function);
        if (is_called(function, wanted)) meant.push_back(&function);
    }
    if (exact.size() == 1) return exact.front();
    if (!exact.empty() && exact.front()->also.empty()) return exact.front(); // nothing tells them apart
    if (!exact.empty()) meant = std::move(exact);
    if (meant.size() == 1) return meant.front();
    std::string names;
    for (const Function* each : meant) {
        const bool alone = std::ranges::count(meant, each->name, &Function::name) == 1;
        names += (names.empty() ? "" : ", ") + (alone || each->also.empty() ? each->name : each->also.back());
    }
    if (!meant.empty()) return fail(code, "'" + std::string(wanted) + "' is ambiguous: " + names);
    std::vector<std::string_view> known;
    for (const Function& function : functions) add_known_names(function, known);
    return fail(code, "there is no function '" + std::string(wanted) + "'." + did_you_mean(wanted, known));
}

} // namespace vellum::isa
