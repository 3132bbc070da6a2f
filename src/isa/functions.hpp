// Which function an address belongs to, and which one a name means.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/code.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::isa {

/// The function that has the address, or null. They are sorted by address.
[[nodiscard]] inline const Function* function_at(std::span<const Function> functions, std::uint32_t address) {
    const auto after = std::ranges::upper_bound(functions, address, {}, &Function::address);
    if (after == functions.begin()) return nullptr;
    const Function& candidate = *std::prev(after);
    return candidate.end != 0 && address >= candidate.end ? nullptr : &candidate;
}

/// The one spelling of a function's name: "TMain.OnUse" for "TMain::OnUse".
[[nodiscard]] std::string dotted(std::string_view name);

/// True if a function of that name may be meant: ASCII case is ignored, and "TMain.OnUse" is meant by
/// "TMain::OnUse" and by "OnUse", "Report.Generic(string)" by "Generic", "buy$2" by "buy".
[[nodiscard]] bool is_called(std::string_view function, std::string_view wanted);
/// The same of all its names; also by its address, "f_056f" or "0x56f".
[[nodiscard]] bool is_called(const Function& function, std::string_view wanted);

/// The address in a name such as "f_056f" or "0x56f".
[[nodiscard]] std::optional<std::uint32_t> address_in(std::string_view name);

/// All names that `is_called` is true for, in lower case, but for addresses: an index of many functions.
[[nodiscard]] std::vector<std::string> names_of(const Function& function);

/// Adds the names that a suggestion may give: all of the function's, and the last part of the first.
void add_known_names(const Function& function, std::vector<std::string_view>& names);

/// The function that a name means: one that is called exactly so, or else the only one that may be meant.
/// Fails with `code`, and a suggestion.
[[nodiscard]] Result<const Function*> function_named(std::span<const Function> functions,
                                                     std::string_view wanted, const DiagnosticCode& code);

} // namespace vellum::isa
