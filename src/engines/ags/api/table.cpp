// See the header. Nothing here is input: the table is the library's own.
#include "engines/ags/api/table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <iterator>
#include <limits>

namespace vellum::ags::api {

namespace {

constexpr std::string_view parts[] = {
#include "engines/ags/api/rows.inc"
};

constexpr std::string_view all_releases[] = {
    "3.2.0",    "3.2.1",   "3.3.0",    "3.3.4",    "3.3.5",    "3.4.0",    "3.4.1",
    "3.5.0",    "3.5.1",   "3.6.0.23", "3.6.0.35", "3.6.1.13", "3.6.1.26", "3.6.1.29",
    "3.6.1.30", "3.6.2.9", "3.6.2.12", "3.6.2.20", "3.6.3.13",
};
constexpr std::uint32_t every_release = (1U << std::size(all_releases)) - 1;

constexpr std::string_view all_levels[] = {"v321",  "v330", "v334", "v335",   "v340", "v341", "v350",
                                           "v3507", "v351", "v360", "v36026", "v361", "v362", "v363"};
/// As the options of games have them.
constexpr std::int32_t level_numbers[] = {0, 1, 2,       3,       4,       5,       6,
                                          7, 8, 3060000, 3060026, 3060100, 3060200, 3060300};
static_assert(std::size(level_numbers) == std::size(all_levels));

/// The newest level of each release, by its place.
constexpr std::uint8_t newest_levels[] = {0, 0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 11, 11, 11, 12, 12, 12, 13};
static_assert(std::size(newest_levels) == std::size(all_releases));

using Numbers = std::array<std::uint32_t, 4>;
/// "3.6.1.26"; `filler` stands for the numbers that it does not have.
std::optional<Numbers> version_of(std::string_view text, std::uint32_t filler) noexcept {
    Numbers version;
    version.fill(filler);
    for (std::size_t i = 0; i < version.size(); ++i) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), version[i]);
        if (error != std::errc{}) return std::nullopt;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (text.empty()) return version;
        if (text.front() != '.') return std::nullopt;
        text.remove_prefix(1);
    }
    return std::nullopt;
}

std::size_t level_place(std::string_view level) noexcept {
    return static_cast<std::size_t>(std::ranges::find(all_levels, level) - std::begin(all_levels));
}

/// Takes what may stand behind a declaration.
std::uint8_t take_hints(std::string_view& line) noexcept {
    std::uint8_t hints = 0;
    const auto take = [&](char mark, Hint hint) {
        if (!line.ends_with(mark)) return;
        line.remove_suffix(1);
        hints |= static_cast<std::uint8_t>(hint);
    };
    take('!', Hint::hidden);
    take('$', Hint::not_inherited);
    take('^', Hint::static_only);
    return hints;
}

/// Takes the last word off.
std::string_view take_last(std::string_view& text) noexcept {
    const std::size_t blank = text.rfind(' ');
    const std::string_view last = blank == std::string_view::npos ? text : text.substr(blank + 1);
    text = blank == std::string_view::npos ? std::string_view{} : text.substr(0, blank);
    return last;
}

} // namespace

std::span<const std::string_view> releases() noexcept { return all_releases; }

Release newest_release() noexcept { return static_cast<Release>(std::size(all_releases) - 1); }

std::optional<Release> release_for_editor(std::string_view version) noexcept {
    constexpr std::uint32_t first_of_another_api = 4;
    const auto wanted = version_of(version, std::numeric_limits<std::uint32_t>::max());
    if (!wanted || wanted->front() >= first_of_another_api) return std::nullopt;
    Release found = 0;
    for (Release i = 0; i < std::size(all_releases); ++i)
        if (*version_of(all_releases[i], 0) <= *wanted) found = i;
    return found;
}

std::string_view newest_level(Release release) noexcept { return all_levels[newest_levels[release]]; }

std::span<const std::string_view> levels() noexcept { return all_levels; }

std::string_view level_of_option(std::int32_t number) noexcept {
    const auto* const found = std::ranges::find(level_numbers, number);
    return found == std::end(level_numbers) ? std::string_view{}
                                            : all_levels[found - std::begin(level_numbers)];
}

bool Row::has_word(std::string_view word) const noexcept {
    for (std::string_view rest = words; !rest.empty();)
        if (take_word(rest) == word) return true;
    return false;
}

std::string_view take_word(std::string_view& text, char divider) noexcept {
    const std::size_t end = std::min(text.find(divider), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

Parameter take_parameter(std::string_view& parameters) noexcept {
    Parameter made;
    std::string_view text = take_word(parameters, ',');
    if (const std::size_t sign = text.find('='); sign != std::string_view::npos) {
        made.value = text.substr(sign + 1);
        text = text.substr(0, sign);
    }
    if (text.ends_with("[]")) {
        made.array = true;
        text.remove_suffix(2);
    }
    // "const string name" or "const string": the type has two words after "const".
    std::string_view rest = text;
    const bool fixed = rest.starts_with("const ");
    if (fixed) static_cast<void>(take_word(rest));
    const std::string_view type = take_word(rest);
    made.type = text.substr(0, static_cast<std::size_t>(type.data() + type.size() - text.data()));
    made.name = rest;
    return made;
}

void Rows::conditions(std::string_view line) {
    std::string_view letters = take_word(line);
    guards_ = line;
    releases_ = letters.empty() ? every_release : 0;
    for (; letters.size() >= 2; letters.remove_prefix(2))
        for (char letter = letters[0]; letter <= letters[1]; ++letter)
            releases_ |= 1U << unsigned(letter - 'a');
}

/// What a row is declared in. Releases that begin a struct differently may have rows of others between their
/// beginnings, so that each has its own.
std::string_view Rows::owner() const noexcept {
    return around_[static_cast<std::size_t>(std::countr_zero(releases_))];
}

void Rows::set_owner(std::string_view name) noexcept {
    for (std::size_t i = 0; i < around_.size(); ++i)
        if ((releases_ >> i & 1U) != 0) around_[i] = name;
}

void Rows::read(std::string_view line, Row& row) {
    row.hints = take_hints(line);
    const auto named_after = [&](char mark) {
        if (!line.starts_with(mark)) return false;
        line.remove_prefix(1);
        return true;
    };
    if (named_after('#')) {
        row.kind = RowKind::macro;
        row.name = take_word(line);
        row.value = line;
        return;
    }
    if (named_after('-')) {
        row.kind = RowKind::undefine;
        row.name = line;
        return;
    }
    if (line == "}") {
        row.kind = RowKind::end;
        row.name = owner();
        row.owner = {};
        row.in_enumeration = in_enumeration_;
        set_owner({});
        in_enumeration_ = false;
        return;
    }
    if (line.starts_with("enum ")) {
        row.kind = RowKind::enumeration;
        row.name = line.substr(5);
        set_owner(row.name);
        row.owner = {};
        in_enumeration_ = true;
        return;
    }
    const bool data = named_after('.');
    if (const std::size_t open = line.find('('); open != std::string_view::npos) {
        row.kind = RowKind::function;
        row.parameters = line.substr(open + 1, line.size() - open - 2);
        line = line.substr(0, open);
    } else {
        row.kind = data ? RowKind::field : row.owner.empty() ? RowKind::variable : RowKind::property;
    }
    row.name = take_last(line);
    if (row.kind != RowKind::function && (line == "struct" || line.ends_with(" struct"))) {
        take_last(line);
        row.words = line;
        row.kind = row.name.ends_with(';') ? RowKind::forward : RowKind::structure;
        if (row.kind == RowKind::forward) {
            row.name.remove_suffix(1);
            return;
        }
        row.value = row.name;
        row.name = take_word(row.value, ':');
        set_owner(row.name);
        row.owner = {};
        return;
    }
    if (const std::size_t index = row.name.find('['); index != std::string_view::npos) {
        row.index = row.name.substr(index);
        row.name = row.name.substr(0, index);
    }
    row.type = take_last(line);
    row.words = line;
}

bool Rows::next(Row& row) {
    if (!started_) conditions({});
    started_ = true;
    row = {};
    while (words_.empty()) {
        while (rest_.empty()) {
            if (part_ == std::size(parts)) return false;
            rest_ = parts[part_++];
        }
        const std::string_view line = take_word(rest_, '\n');
        if (line.starts_with('@')) {
            conditions(line.substr(1));
            continue;
        }
        row.guards = guards_;
        row.releases = releases_;
        row.owner = owner();
        if (in_enumeration_ && line != "}") {
            words_ = line;
            continue;
        }
        read(line, row);
        return true;
    }
    row.kind = RowKind::constant;
    row.guards = guards_;
    row.releases = releases_;
    row.owner = owner();
    row.value = take_word(words_);
    row.hints = take_hints(row.value);
    row.name = take_word(row.value, '=');
    return true;
}

Conditions Conditions::newest(Release release) noexcept {
    return {.api = newest_levels[release], .compat = newest_levels[release]};
}

bool Conditions::hold(std::string_view guards) const noexcept {
    while (!guards.empty()) {
        std::string_view guard = take_word(guards);
        const bool negated = guard.starts_with('!');
        if (negated) guard.remove_prefix(1);
        bool defined = false;
        if (guard.starts_with('v'))
            defined = level_place(guard) <= api;
        else if (guard.starts_with('<'))
            defined = level_place(guard.substr(1)) >= compat;
        else if (guard == "STRICT")
            defined = strict;
        else if (guard == "STRICT_STRINGS")
            defined = strict_strings;
        else if (guard == "STRICT_AUDIO")
            defined = strict_audio;
        else if (guard == "STRICT_IN_v330") // the first rows of the table define these two
            defined = hold("STRICT v330 !<v321");
        else if (guard == "STRICT_IN_v340")
            defined = hold("STRICT v340 !<v335");
        if (defined == negated) return false;
    }
    return true;
}

} // namespace vellum::ags::api
