// Look-up in parsed command lines.
#include "cli/arguments.hpp"

#include <cassert>

#include "base/number.hpp"

namespace vellum::cli {

bool Arguments::declares(std::string_view option) const {
    bool found = false;
    for_each_option(*command_, [&](const Option& each) { found = found || each.name == option; });
    return found;
}

const std::vector<std::string>& Arguments::list(std::string_view option) const {
    assert(declares(option) && "the command does not declare this option");
    static const std::vector<std::string> nothing;
    const auto found = values_.find(option);
    return found == values_.end() ? nothing : found->second;
}

bool Arguments::has(std::string_view option) const { return !list(option).empty(); }

std::string_view Arguments::text(std::string_view option, std::string_view otherwise) const {
    const auto& values = list(option);
    return values.empty() ? otherwise : std::string_view(values.back());
}

std::optional<std::uint64_t> Arguments::count(std::string_view option) const {
    return whole_number<std::uint64_t>(text(option));
}

std::optional<double> Arguments::real(std::string_view option) const {
    const std::string_view value = text(option);
    if (value.empty()) return std::nullopt;
    return read_double(value);
}

} // namespace vellum::cli
