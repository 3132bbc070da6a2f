// "svg|dot|json": the words that may stand as a value, as tables write them.
#pragma once

#include <string_view>
#include <vector>

namespace vellum {

[[nodiscard]] inline std::vector<std::string_view> split_choices(std::string_view choices) {
    std::vector<std::string_view> result;
    while (!choices.empty()) {
        const std::size_t bar = choices.find('|');
        result.push_back(choices.substr(0, bar));
        choices = bar == std::string_view::npos ? std::string_view{} : choices.substr(bar + 1);
    }
    return result;
}

} // namespace vellum
