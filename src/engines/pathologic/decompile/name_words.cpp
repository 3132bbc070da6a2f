#include "engines/pathologic/decompile/name_words.hpp"

#include <algorithm>
#include <array>

namespace vellum::pathologic::decompile {

namespace {

constexpr std::size_t longest = 32;

char large(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

struct Given {
    std::string_view by, what;
};
/// What is not named after the verb in front.
constexpr auto given = std::to_array<Given>({
    {"CreateBoolVector", "flags"},
    {"CreateFloatVector", "values"},
    {"CreateIntVector", "numbers"},
    {"CreateObjectSet", "objects"},
    {"CreateObjectVector", "objects"},
    {"CreateStringVector", "texts"},
    {"CreateVectorVector", "vectors"},
    {"Find", "found"},
    {"FollowPath", "finished"},
    {"GetActor", "actor"},
    {"GetInvItemByName", "itemId"},
    {"GetProperty", "value"},
    {"GetStringByID", "text"},
    {"GetVariable", "value"},
    {"MovePoint", "finished"},
    {"Next", "element"},
    {"RandOneOf", "choice"},
    {"Rotate", "finished"},
    {"RotatePath", "finished"},
    {"WaitForAnimEnd", "finished"},
    {"_strlen", "length"},
    {"_strsub", "part"},
    {"_strtoi", "number"},
    {"get", "element"},
    {"in", "found"},
    {"irand", "random"},
    {"lshHasAnimation", "exists"},
    {"lshHasSpeech", "exists"},
    {"rand", "random"},
    {"size", "count"},
    {"sync", "seconds"},
});
static_assert(std::ranges::is_sorted(given, {}, &Given::by));

constexpr auto look_ups = std::to_array<std::string_view>({
    "AddActor",
    "AddBlankActor",
    "AddBlankActorFromXml",
    "AddScriptedActor",
    "AddStationaryActor",
    "CreateWindow",
    "FindActor",
    "FindGeometry",
    "FindMark",
    "FindParticleSystem",
    "GetInvItemByName",
    "GetInvItemProperty",
    "GetItemCountOfType",
    "GetMusicAttribute",
    "GetMusicValue",
    "GetProperty",
    "GetRegistryData",
    "GetSceneByName",
    "GetScriptProperty",
    "GetStat",
    "GetVariable",
    "GetWeaponProperty",
    "HasInvItemProperty",
    "HasMusicAttribute",
    "HasMusicValue",
    "HasProperty",
    "HasScriptProperty",
    "PlayLoopedGlobalSound",
});
static_assert(std::ranges::is_sorted(look_ups));

constexpr auto askers = std::to_array<std::string_view>({
    "Next",
    "Trace",
    "UITrace",
    "_strchr",
    "_strlen",
    "_strsub",
    "_strtoi",
    "format",
    "get",
    "in",
    "irand",
    "iterator",
    "rand",
    "round",
    "self",
    "shift",
    "size",
});
static_assert(std::ranges::is_sorted(askers));

constexpr auto quest_ends = std::to_array<QuestEnd>({
    {"1000", "Complete", "Completed"},
    {"Minus1", "Fail", "Failed"},
});

/// A letter for the character, the day, "q", the number: "b12q01".
bool is_quest(std::string_view variable) {
    if (variable.empty() || !is_letter(variable.front())) return false;
    const auto digits = [&] {
        const std::size_t count = std::min(variable.size(), variable.find_first_not_of("0123456789"));
        variable.remove_prefix(count);
        return count != 0;
    };
    variable.remove_prefix(1);
    if (!digits() || !variable.starts_with('q')) return false;
    variable.remove_prefix(1);
    return digits() && variable.empty();
}

bool begins_with(std::string_view name, std::string_view word) {
    return name.size() > word.size() && name.starts_with(word) &&
           !(name[word.size()] >= 'a' && name[word.size()] <= 'z');
}

} // namespace

std::string camel(std::string_view text) {
    std::string name;
    bool begins = false;
    for (std::size_t i = 0; i < text.size() && name.size() < longest; ++i) {
        const char c = text[i];
        if (!is_letter(c) && !is_digit(c)) {
            begins = !name.empty();
            continue;
        }
        if (name.empty() && is_digit(c)) return {};
        name += begins ? large(c) : c;
        begins = false;
    }
    // The first word in small letters.
    std::size_t end = 0;
    while (end < name.size() && name[end] >= 'A' && name[end] <= 'Z') ++end;
    const std::size_t lower = end > 1 && end < name.size() && is_letter(name[end]) ? end - 1 : end;
    for (std::size_t i = 0; i < lower; ++i) name[i] = small(name[i]);
    return name;
}

std::string capital(std::string_view text) {
    while (text.starts_with('_')) text.remove_prefix(1);
    std::string name(text);
    if (!name.empty()) name[0] = large(name[0]);
    return name;
}

std::string given_by(std::string_view name) {
    const auto known = std::ranges::lower_bound(given, name, {}, &Given::by);
    if (known != given.end() && known->by == name) return std::string(known->what);
    for (const std::string_view prefix : {"Get", "Find", "Create", "Add", "Choose", "Calc", "Count"})
        if (begins_with(name, prefix)) return camel(name.substr(prefix.size()));
    return camel(name);
}

bool is_look_up(std::string_view name) { return std::ranges::binary_search(look_ups, name); }

bool only_asks(std::string_view name) {
    for (const std::string_view prefix : {"Get", "Find", "Is", "Has", "Can", "Rand", "lshHas", "lshGet"})
        if (begins_with(name, prefix)) return true;
    return std::ranges::binary_search(askers, name);
}

const QuestEnd* quest_end(std::string_view variable, std::string_view value) {
    const auto known = std::ranges::find(quest_ends, value, &QuestEnd::value);
    return known != quest_ends.end() && is_quest(variable) ? &*known : nullptr;
}

bool is_plain_end(std::string_view text) {
    return !text.empty() && text.size() <= longest &&
           std::ranges::all_of(text, [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

} // namespace vellum::pathologic::decompile
