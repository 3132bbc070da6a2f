// The lists behind names.hpp.
#include "engines/ff7/names/names.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "base/ascii.hpp"
#include "vellum/ff7.hpp"

namespace vellum::ff7 {

namespace {

constexpr std::array<std::string_view, 31> models{"Cloud",
                                                  "Tifa",
                                                  "Cid",
                                                  "Highwind",
                                                  "wild chocobo",
                                                  "Tiny Bronco",
                                                  "buggy",
                                                  "Junon cannon",
                                                  "cargo ship",
                                                  "propellers",
                                                  "Diamond Weapon",
                                                  "Ultimate Weapon",
                                                  "Fort Condor",
                                                  "submarine",
                                                  "Gold Saucer",
                                                  "Rocket Town rocket",
                                                  "launch pad",
                                                  "sunken Gelnika",
                                                  "underwater reactor",
                                                  "chocobo",
                                                  "Midgar cannon",
                                                  "snow pole 1",
                                                  "snow pole 2",
                                                  "snow pole 3",
                                                  "North Crater barrier",
                                                  "Ancient Forest",
                                                  "Key of the Ancients",
                                                  "wreck",
                                                  "red submarine",
                                                  "Ruby Weapon",
                                                  "Emerald Weapon"};

constexpr std::array<std::string_view, 21> specials{
    "mesh_x",        "mesh_z",          "local_x",      "local_z",        "facing",         "last_module",
    "entry_field",   "map_options",     "player_model", "caught_chocobo", "battle_escaped", "marsh_side",
    "prompt_result", "triangle_script", "party_leader", "active_model",   "random_byte",    "joined_first",
    "joined_second", "left_first",      "left_second"};

constexpr auto model_functions =
    std::to_array<std::string_view>({"enter", "exit", "tick", "touch", "action", "left"});
constexpr auto system_functions = std::to_array<std::string_view>(
    {"enter", "exit", "tick", "", "", "", "highwind_menu", "zolom", "farm", "northern_cave"});

constexpr std::uint32_t most_models = 64;

/// By number; empty where there is no name.
const std::array<std::string, most_models>& words_of_models() {
    static const std::array<std::string, most_models> words = [] {
        std::array<std::string, most_models> made;
        for (std::uint32_t i = 0; i < most_models; ++i) {
            made[i] = lower_case(model_name(i));
            std::ranges::replace(made[i], ' ', '_');
        }
        return made;
    }();
    return words;
}

} // namespace

std::string_view model_name(std::uint32_t model) noexcept {
    if (model < models.size()) return models[model];
    if (model == 41) return "second farm chocobo";
    if (model == 42) return "third farm chocobo";
    return {};
}

std::size_t special_count() noexcept { return specials.size(); }

std::string_view special_name(std::uint32_t number) noexcept {
    return number < specials.size() ? specials[number] : std::string_view{};
}

std::optional<std::uint32_t> special_number(std::string_view name) noexcept {
    for (std::uint32_t i = 0; i < specials.size(); ++i)
        if (specials[i] == name) return i;
    return std::nullopt;
}

std::string_view model_word(std::uint32_t model) noexcept {
    return model < most_models ? std::string_view(words_of_models()[model]) : std::string_view{};
}

std::optional<std::uint32_t> model_number(std::string_view word) noexcept {
    if (word.empty()) return std::nullopt;
    const auto& words = words_of_models();
    const auto found = std::ranges::find(words, word);
    if (found == words.end()) return std::nullopt;
    return static_cast<std::uint32_t>(found - words.begin());
}

std::span<const std::string_view> model_words_list() noexcept {
    static const std::vector<std::string_view> list = [] {
        std::vector<std::string_view> made;
        for (const std::string& word : words_of_models())
            if (!word.empty()) made.push_back(word);
        return made;
    }();
    return list;
}

std::string_view function_word(bool system, std::uint32_t function) noexcept {
    const std::span<const std::string_view> list =
        system ? std::span<const std::string_view>(system_functions) : model_functions;
    return function < list.size() ? list[function] : std::string_view{};
}

std::optional<std::uint32_t> function_number(bool system, std::string_view word) noexcept {
    const std::span<const std::string_view> list =
        system ? std::span<const std::string_view>(system_functions) : model_functions;
    const auto found = std::ranges::find(list, word);
    if (found == list.end()) return std::nullopt;
    return static_cast<std::uint32_t>(found - list.begin());
}

std::string_view system_function_name(std::uint32_t function) noexcept {
    switch (function) {
    case 0: return "Enter";
    case 1: return "Exit";
    case 2: return "Tick";
    case 6: return "Highwind menu";
    case 7: return "Midgar Zolom";
    case 8: return "chocobo farm";
    case 9: return "Northern Cave";
    default: return {};
    }
}

std::string_view model_function_name(std::uint32_t function) noexcept {
    switch (function) {
    case 0: return "Enter";
    case 1: return "Exit";
    case 2: return "Tick";
    case 3: return "Touch";
    case 4: return "Action";
    case 5: return "Left";
    default: return {};
    }
}

std::string model_words(std::uint32_t model) {
    std::string words = "model " + std::to_string(model);
    const std::string_view name = model_name(model);
    if (!name.empty()) words.append(" ").append(name);
    return words;
}

} // namespace vellum::ff7
