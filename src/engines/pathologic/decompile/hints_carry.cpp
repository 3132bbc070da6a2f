// Carries names along copies, calls and lists.
#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "engines/pathologic/decompile/hints.hpp"
#include "engines/pathologic/decompile/name_words.hpp"
#include "engines/pathologic/format/event_names.hpp"

namespace vellum::pathologic::decompile {

namespace {

constexpr int most_rounds = 8;

/// What is so when an event has come.
struct Happened {
    std::string_view event, so;
};
constexpr auto happened = std::to_array<Happened>({
    {"OnAttacked", "attacked"},
    {"OnCollision", "collided"},
    {"OnDeath", "dead"},
    {"OnDialogReply", "replied"},
    {"OnGameTime", "timeCame"},
    {"OnHear", "heard"},
    {"OnHit", "hit"},
    {"OnIntersection", "entered"},
    {"OnLButtonDown", "pressed"},
    {"OnLSHAnimationEnd", "animationEnded"},
    {"OnLoad", "loaded"},
    {"OnMouseEnter", "mouseInside"},
    {"OnRButtonDown", "rightPressed"},
    {"OnSee", "seen"},
    {"OnSteal", "stolen"},
    {"OnTimer", "timeOver"},
    {"OnTrigger", "triggered"},
    {"OnUnload", "unloaded"},
    {"OnUse", "used"},
});
static_assert(std::ranges::is_sorted(happened, {}, &Happened::event));

constexpr auto general_words = std::to_array<std::string_view>(
    {"a", "b", "element", "found", "high", "i", "low", "number", "present", "v", "value", "x", "y", "z"});
static_assert(std::ranges::is_sorted(general_words));
constexpr auto list_words = std::to_array<std::string_view>(
    {"data", "flags", "list", "numbers", "objects", "set", "texts", "values", "vectors"});
static_assert(std::ranges::is_sorted(list_words));

} // namespace

bool Hints::give(std::uint32_t to, std::uint32_t from, std::uint8_t most) {
    const Hint& source = hints_[from];
    // Less by one each time: no name goes in circles. Counters keep their letters for themselves.
    if (source.worth <= worth::flag || source.name == none) return false;
    const auto value = static_cast<std::uint8_t>(std::min<int>(most, source.worth - 1));
    if (hints_[to].worth >= value || is_general(source.name)) return false;
    if (source.text && is_various(to)) return false;
    hints_[to] = {value, source.name, source.text};
    return true;
}

void Hints::carry(const std::vector<bool>& made_up) {
    for (std::uint32_t i = 0; i < made_up.size(); ++i) {
        if (made_up[i] || !tree_.functions[i].result || tree_.functions[i].init || tree_.functions[i].event)
            continue;
        std::string_view name = tree_.text(tree_.functions[i].name);
        if (const std::size_t number = name.find_last_of('_');
            number != std::string_view::npos && number + 1 < name.size() && is_digit(name[number + 1]))
            name = name.substr(0, number);
        if (name.starts_with("Always") || name.starts_with("Func")) continue;
        const std::size_t line = name.find('_');
        if (line != std::string_view::npos && is_look_up(name.substr(0, line)))
            suggest(results_ + i, worth::function, camel(name.substr(line + 1)), true);
        else
            suggest(results_ + i, worth::function, given_by(name.substr(0, line)));
        // "Attack" says less than what it returns.
        if (!only_asks(name) && !name.starts_with("Create") && !name.starts_with("Count"))
            hints_[results_ + i].worth = worth::passed;
    }
    for (const Made& one : made_) {
        const std::string name = made_name(made_up, one.by, one.text);
        if (name.empty()) continue;
        const std::string_view by = tree_.text(tree_.functions[one.by].name);
        if (is_various(one.place))
            suggest(one.place, worth::native, is_look_up(by) ? given_by(by) : "actor");
        else
            suggest(one.place, worth::native, name, true);
    }
    carry_along();
    name_members(made_up);
    carry_along();
    for (const Flag& one : flags_) {
        const Function& by = tree_.functions[one.function];
        if (by.init || (made_up[one.function] && !by.event)) continue;
        const std::string_view name = by.event ? event_name(*by.event, tree_.window) : tree_.text(by.name);
        const auto known = std::ranges::lower_bound(happened, name, {}, &Happened::event);
        if (name.starts_with("Stop"))
            suggest(one.place, worth::flag + 1, "stopped");
        else
            suggest(one.place, worth::flag,
                    known != happened.end() && known->event == name
                        ? std::string(known->so)
                        : camel(by.event && name.starts_with("On") ? name.substr(2) : name));
    }
    for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
        if (tree_.functions[i].body == none) continue;
        const std::uint32_t end = locals_[i] + static_cast<std::uint32_t>(tree_.functions[i].locals.size());
        for (std::uint32_t v = parameters_[i]; v < end; ++v)
            if (!mentioned_[v]) suggest(v, worth::unused, "unused");
    }
}

void Hints::carry_along() {
    bool changed = true;
    for (int round = 0; changed && round < most_rounds; ++round) {
        changed = false;
        for (const Same& one : same_) {
            changed |= give(one.a, one.b, one.to_a);
            // What one caller knows of a result is nothing to the others.
            if (one.b < results_ || !hints_[one.a].text) changed |= give(one.b, one.a, one.to_b);
        }
    }
}

/// What a text says of an actor that a function of the script adds, or of what it looks up; empty if it does
/// neither.
std::string Hints::made_name(const std::vector<bool>& made_up, std::uint32_t by, source::TextId text) const {
    const std::string_view function = tree_.text(tree_.functions[by].name);
    if (made_up[by] || !(function.starts_with("Add") || is_look_up(function))) return {};
    std::string_view name = tree_.text(text);
    if (function.starts_with("Has")) return camel("has_" + std::string(name.substr(0, name.find('.'))));
    if (name.starts_with("pt_")) name.remove_prefix(3);
    return camel(name.substr(0, name.find('.')));
}

/// What all that is put into a list have in common; empty if nothing.
std::string Hints::member_name(const std::vector<bool>& made_up,
                               std::span<const Member* const> members) const {
    const auto common = [&](const auto& name_of) {
        std::string first = name_of(*members.front());
        const bool all =
            std::ranges::all_of(members, [&](const Member* one) { return name_of(*one) == first; });
        return all ? first : std::string();
    };
    const auto is_numbered = [](std::string_view name) { return !name.empty() && is_digit(name.back()); };
    const bool made = std::ranges::all_of(members, [&](const Member* one) {
        return one->text != none && !made_name(made_up, one->by, one->text).empty();
    });
    if (made) {
        std::string name = common([&](const Member& one) { return made_name(made_up, one.by, one.text); });
        if (name.empty() || is_numbered(name))
            name = common([&](const Member& one) {
                return one.kind == none ? std::string()
                                        : camel(tree_.text(one.kind).substr(actor_kind.size()));
            });
        return name.empty() || is_numbered(name) ? "actor" : name;
    }
    const auto hinted = [&](const Member& one) {
        const Hint& hint = hints_[one.member];
        return hint.worth <= worth::receiver || hint.name == none ? std::string()
                                                                  : std::string(tree_.text(hint.name));
    };
    std::string name = common(hinted);
    if (!name.empty()) return name;
    // Names that nothing but a text gave say nothing of the others.
    for (const Member* const one : members)
        if (hints_[one->member].text) return {};
    return hinted(*members.front());
}

/// "actors" hold an "actor" each.
void Hints::name_members(const std::vector<bool>& made_up) {
    std::map<std::uint32_t, std::vector<const Member*>> added;
    for (const Member& one : members_)
        if (one.added) added[one.list].push_back(&one);
    for (const auto& [number, members] : added) {
        Hint& list = hints_[number];
        if (list.worth > worth::native + 1 && !is_list_word(list.name)) continue;
        const std::string name = member_name(made_up, members);
        if (name.empty() || name == "element" || name == "i" || name.ends_with('s') || is_digit(name.back()))
            continue;
        const bool y =
            name.ends_with('y') && !name.ends_with("ey") && !name.ends_with("ay") && !name.ends_with("oy");
        suggest(number, static_cast<std::uint8_t>(std::max<int>(list.worth, worth::native) + 1),
                (y ? name.substr(0, name.size() - 1) : name) + (y ? "ies" : "s"));
    }
    for (const Member& one : members_) {
        const Hint& list = hints_[one.list];
        Hint& member = hints_[one.member];
        if (one.added || list.name == none || is_list_word(list.name) || member.worth > worth::native ||
            (member.name != none && tree_.text(member.name) != "element"))
            continue;
        std::string name(tree_.text(list.name));
        if (name.size() < 4 || !name.ends_with('s') || name.ends_with("ss")) continue;
        name.pop_back();
        if (name.ends_with("ie")) name.replace(name.size() - 2, 2, "y");
        suggest(one.member, worth::native + 1, name);
    }
}

/// Says what something is in one place, and nothing anywhere else.
bool Hints::is_general(source::TextId name) {
    if (name >= general_.size()) general_.resize(std::size_t{name} + 64);
    General& known = general_[name];
    if (known == General::unknown)
        known = std::ranges::binary_search(general_words, tree_.text(name)) ? General::yes : General::no;
    return known == General::yes;
}

/// Says only what a list can hold.
bool Hints::is_list_word(source::TextId name) const {
    return name == none || std::ranges::binary_search(list_words, tree_.text(name));
}

} // namespace vellum::pathologic::decompile
