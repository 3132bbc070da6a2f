// See the header. Skrits are judged in content_skrits.cpp.
#include "engines/skrit/systems/content_check.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/ascii.hpp"
#include "base/ending.hpp"
#include "base/suggest.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/systems/content_rules.hpp"
#include "engines/skrit/systems/template_fields.hpp"

namespace vellum::skrit {

namespace {

constexpr std::size_t most_searched = 100; // names that are compared with all others
constexpr int deepest = 64;                // blocks within blocks

/// `name( value, value )`: nothing if the text is no call.
struct Call {
    std::string_view name;
    std::vector<std::string_view> values; ///< Without quotes.
};

std::string_view unquoted(std::string_view text) {
    text = trimmed(text);
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
    return text;
}

std::optional<Call> read_call(std::string_view text) {
    constexpr std::string_view otherwise = "when_false";
    text = trimmed(text);
    if (same_name(text.substr(0, otherwise.size()), otherwise)) text = trimmed(text.substr(otherwise.size()));
    const std::size_t open = text.find('(');
    if (open == std::string_view::npos) return std::nullopt;
    Call made{trimmed(text.substr(0, open)), {}};
    std::size_t begin = open + 1;
    bool quotes = false;
    for (std::size_t i = begin; i < text.size(); ++i) {
        if (text[i] == '"') quotes = !quotes;
        if (quotes || (text[i] != ',' && text[i] != ')')) continue;
        const std::string_view value = trimmed(text.substr(begin, i - begin));
        if (!value.empty() || text[i] == ',' || !made.values.empty()) made.values.push_back(unquoted(value));
        if (text[i] == ')') return made;
        begin = i + 1;
    }
    return std::nullopt;
}

std::string counted(unsigned fewest, unsigned most) {
    const std::string number = std::to_string(fewest) + (fewest == most ? "" : " to " + std::to_string(most));
    return number + (most == 1 ? " value" : " values");
}

constexpr std::string_view unnamed = "the block";
std::string said(const FuelBlock& block) {
    const std::string_view name = without_star(block.name);
    return name.empty() || name == "*" ? std::string(unnamed) : "'" + std::string(name) + "'";
}

/// "a, 3": the name in front of the comma.
std::string_view first_part(std::string_view text) { return unquoted(text.substr(0, text.find(','))); }

} // namespace

void ContentChecker::warn(std::string message, const Place& place, std::string hint) {
    diagnostics_.add(make_diagnostic(codes::template_problem, std::move(message), place, std::move(hint)));
}
void ContentChecker::lint(std::string message, const Place& place, std::string hint) {
    diagnostics_.add(make_diagnostic(codes::lint_content, std::move(message), place, std::move(hint)));
}

std::string ContentChecker::meant(std::string_view wanted, const std::set<std::string>& names) {
    if (searched_++ >= most_searched) return {};
    const std::vector<std::string_view> all(names.begin(), names.end());
    const std::string_view found = nearest(lower_case(wanted), all);
    return found.empty() ? std::string() : "did you mean '" + std::string(found) + "'?";
}

/// Whether the name must be one of these: it is nearly one, or of a family that only they have ("mill_day").
bool ContentChecker::is_one_of(std::string_view name, const std::set<std::string>& names) {
    if (in_.complete) return true;
    if (searched_++ >= most_searched) return false;
    const std::string wanted = lower_case(name);
    const std::string family = wanted.substr(0, wanted.find_last_of('_') + 1);
    const bool is_family = std::ranges::count(family, '_') >= 2;
    return std::ranges::any_of(names, [&](const std::string& one) {
        return is_slip(wanted, one) || (is_family && one.starts_with(family));
    });
}

void ContentChecker::check(const FuelBlock& root, const std::string& file) {
    file_ = file;
    what_ = content_file(file);
    map_ = what_.map.empty() ? nullptr : in_.names.map(what_.map);
    if (what_.sort == ContentSort::objects) objects(root);
    if (what_.sort == ContentSort::conversations)
        for (const auto& one : root.children) conversation(*one);
    if (what_.sort == ContentSort::quests) quest_block(root);
    blocks(root, 0);
}

void ContentChecker::blocks(const FuelBlock& block, int depth) {
    for (const auto& child : block.children) {
        const bool numbered = object_number(child->name).has_value();
        if (!child->type.empty() && !numbered && is_slip(lower_case(child->type), "template"))
            warn("'t:" + child->type + "' is not a kind of block here",
                 {file_, Place::unknown, child->line, child->column}, "did you mean 't:template'?");
        if (numbered || same_name(child->type, "template")) {
            repeated(*child);
            for (const auto& part : child->children)
                if (part->type.empty()) component(*part);
            const FuelBlock* list =
                numbered && map_ != nullptr ? child->find("conversation:conversations") : nullptr;
            if (list != nullptr) conversations(*list, file_, {what_.map});
        }
        if (depth < deepest) blocks(*child, depth + 1);
    }
    const std::string name = lower_case(block.name);
    const bool triggers = name == "instance_triggers" || name == "template_triggers";
    if (triggers)
        for (const auto& one : block.children) {
            fields(*one, " trigger");
            for (const FuelAttribute& field : one->attributes) {
                const std::string_view key = without_star(field.key);
                if (same_name(key, "condition") || same_name(key, "action"))
                    trigger(field, same_name(key, "action"));
            }
        }
    if (what_.sort == ContentSort::moods && block.attribute("mood_name") != nullptr) fields(block, " mood");
    for (const FuelAttribute& field : block.attributes)
        if (field.quoting == FuelQuoting::raw) formula(field);
}

/// Blocks and fields that stand twice where lists have a star.
void ContentChecker::repeated(const FuelBlock& block) {
    std::set<std::string> seen;
    for (const auto& part : block.children)
        if (part->line != 0 && part->type.empty() && !part->name.ends_with('*') &&
            !seen.insert(lower_case(part->name)).second)
            lint("[" + part->name + "] is there twice; the blocks are merged",
                 {file_, Place::unknown, part->line, part->column}, "put the fields of both into one block");
}

void ContentChecker::component(const FuelBlock& block) {
    fields(block);
    const FuelAttribute* const lore = same_name(block.name, "gui") ? block.attribute("lore_key") : nullptr;
    if (lore != nullptr && !in_.names.lore.contains(lower_case(lore->text)) &&
        is_one_of(lore->text, in_.names.lore))
        warn("there is no lore '" + lore->text + "'", at(*lore), meant(lore->text, in_.names.lore));
    const FuelBlock* const chores = same_name(block.name, "body") ? block.child("chore_dictionary") : nullptr;
    if (chores != nullptr)
        for (const auto& chore : chores->children) {
            FuelAttribute name;
            name.text = chore->name;
            name.line = chore->line;
            name.column = chore->column;
            constant(name, "eAnimChore");
        }
}

void ContentChecker::fields(const FuelBlock& block, std::string_view kind) {
    const BlockRule* const rule = block_rule(kind.empty() ? std::string_view(block.name) : kind);
    std::set<std::string> seen;
    for (const FuelAttribute& field : block.attributes) {
        if (field.key.empty()) continue;
        const std::string key = lower_case(without_star(field.key));
        if (!field.key.ends_with('*') && !seen.insert(key).second)
            lint("'" + field.key + "' is set twice",
                 {file_, Place::unknown, field.key_line, field.key_column},
                 "remove one of them; entries of lists end with a * after their name");
        if (rule == nullptr) continue;
        const auto known = rule->fields.find(key);
        if (known != rule->fields.end()) {
            field_value(field, block, known->second);
            if (const auto words = rule->enumerations.find(key); words != rule->enumerations.end())
                constant(field, words->second);
            continue;
        }
        // what else there is, nobody knows for certain
        for (const auto& [name, type] : rule->fields)
            if (is_slip(key, name)) {
                warn(said(block) + " has no field '" + field.key + "'",
                     {file_, Place::unknown, field.key_line, field.key_column},
                     "did you mean '" + name + "'?");
                break;
            }
    }
    if (rule != nullptr) inner_blocks(block, rule->blocks);
}

void ContentChecker::field_value(const FuelAttribute& field, const FuelBlock& block, TypeKind type) {
    if (type == TypeKind::none || field.quoting == FuelQuoting::raw || field.text.empty() ||
        field.text.find_first_of("#'\n") != std::string::npos) // a missing ; is told by the reader
        return;
    // a number that is too large for 32 bits is one all the same
    const bool whole = field.integer() || (field.real() && field.text.find('.') == std::string::npos);
    const bool fits = type == TypeKind::boolean   ? field.boolean().has_value()
                      : type == TypeKind::integer ? whole
                                                  : whole || field.real().has_value();
    if (fits) return;
    warn("'" + field.key + "'" + (said(block) == unnamed ? std::string() : " of " + said(block)) +
             " expects " +
             (type == TypeKind::boolean   ? "true or false"
              : type == TypeKind::integer ? "a whole number"
                                          : "a number") +
             ", not '" + field.text + "'",
         at(field));
}

/// A word that is nearly a constant of the enumeration, and none.
void ContentChecker::constant(const FuelAttribute& field, std::string_view enumeration) {
    const std::uint32_t found = siege_exports().find_enum(enumeration);
    const std::string wanted = lower_case(unquoted(field.text));
    if (found == no_index || siege_exports().find_constant(wanted)) return;
    for (const EnumConstant& one : siege_exports().enum_at(found).constants)
        if (const std::string name = lower_case(one.name); is_slip(wanted, name))
            return warn("there is no constant '" + field.text + "' of " + std::string(enumeration), at(field),
                        "did you mean '" + name + "'?");
}

void ContentChecker::inner_blocks(const FuelBlock& component,
                                  const std::set<std::string, std::less<>>& known) {
    for (const auto& child : component.children) {
        const std::string name = lower_case(without_star(child->name));
        if (known.contains(name)) continue;
        for (const std::string& one : known)
            if (is_slip(name, one)) {
                warn("'" + component.name + "' has no block [" + child->name + "]",
                     {file_, Place::unknown, child->line, child->column}, "did you mean [" + one + "]?");
                break;
            }
    }
}

// --- Triggers
// -------------------------------------------------------------------------------------------------

void ContentChecker::trigger(const FuelAttribute& field, bool action) {
    const std::optional<Call> call = read_call(field.text);
    const TriggerKind kind = action ? TriggerKind::action : TriggerKind::condition;
    const std::string word = action ? "action" : "condition";
    if (!call) {
        if (field.text.find('(') != std::string::npos)
            warn("the values of the " + word + " must end with ')'", at(field));
        return;
    }
    std::set<std::string> names;
    const TriggerRule* rule = nullptr;
    for (const TriggerRule& one : trigger_rules()) {
        if (one.kind != kind) continue;
        names.emplace(one.name);
        if (same_name(one.name, call->name)) rule = &one;
    }
    if (rule == nullptr) { // builds of the game may know more of them
        if (std::ranges::any_of(names, [&](const auto& one) { return is_slip(lower_case(call->name), one); }))
            warn("there is no " + word + " '" + std::string(call->name) + "'", at(field),
                 meant(call->name, names));
        return;
    }
    const std::size_t count = call->values.size();
    if (count < rule->fewest || count > rule->most)
        return warn("the " + word + " '" + std::string(rule->name) + "' takes " +
                        counted(rule->fewest, rule->most) + ", not " + std::to_string(count),
                    at(field));
    for (std::size_t i = 0; i < count && i < std::size(rule->named); ++i)
        if (rule->named[i] == Named::step)
            quest(std::string(call->values.front()) + "," + std::string(call->values[i]), field);
        else
            named(call->values[i], rule->named[i], field);
}

void ContentChecker::named(std::string_view text, Named sort, const FuelAttribute& field) {
    if (text.empty()) return;
    switch (sort) {
    case Named::any:
    case Named::step: return;
    case Named::boundary: {
        FuelAttribute one = field;
        one.text = text;
        return constant(one, "eBoundaryTest");
    }
    case Named::event: {
        const std::uint32_t events = siege_exports().find_enum("eWorldEvent");
        if (events == no_index || siege_exports().find_constant(text)) return;
        std::set<std::string> names;
        for (const EnumConstant& one : siege_exports().enum_at(events).constants)
            names.insert(lower_case(one.name));
        return warn("there is no world event '" + std::string(text) + "'", at(field), meant(text, names));
    }
    case Named::object:
        if (!in_.names.has_object(file_, text)) warn("the map has no object " + std::string(text), at(field));
        return;
    case Named::quest: return quest(text, field);
    case Named::mood:
        if (!in_.names.moods.contains(lower_case(text)) && is_one_of(text, in_.names.moods))
            warn("there is no mood '" + std::string(text) + "'", at(field), meant(text, in_.names.moods));
        return;
    }
}

// --- Maps
// -----------------------------------------------------------------------------------------------------

void ContentChecker::objects(const FuelBlock& root) {
    if (map_ == nullptr) return;
    for (const auto& one : root.children) {
        const auto number = object_number(one->name);
        if (!number || one->type.empty()) continue;
        const Place place{file_, Place::unknown, one->line, one->column};
        const auto found = map_->objects.find({what_.level, *number});
        const Place& first = found == map_->objects.end() ? place : found->second;
        if (first.file != file_ || first.line != one->line || first.column != one->column) {
            Diagnostic twice =
                make_diagnostic(codes::template_problem, "the object " + one->name + " is in the map twice",
                                place, "each object needs its own number");
            twice.severity = Severity::error;
            twice.related.push_back({first, "the first one"});
            diagnostics_.add(std::move(twice));
        }
        const std::string name = lower_case(one->type);
        if (!in_.templates.contains(name) && told_.insert("template " + name).second &&
            is_one_of(name, in_.templates))
            warn("there is no template '" + one->type + "'", place, meant(name, in_.templates));
    }
}

void ContentChecker::conversation(const FuelBlock& block) {
    std::set<std::int32_t> orders;
    static const std::set<std::string> choices{"more", "shop", "potential_member", "buy_packmule"};
    for (const auto& text : block.children) {
        fields(*text, " conversation");
        for (const FuelAttribute& field : text->attributes) {
            const std::string key = lower_case(without_star(field.key));
            if (key == "give_reward" || key == "remove_item") is_template(field);
            if (key == "choice" && !choices.contains(lower_case(field.text)) &&
                std::ranges::any_of(choices, [&](const std::string& one) {
                    return edit_distance(lower_case(field.text), one, 1) == 1;
                }))
                warn("there is no choice '" + field.text + "'", at(field), meant(field.text, choices));
            if (key == "button_1_value" || key == "button_2_value")
                set_keys_.try_emplace(lower_case(field.text), at(field));
            if (key == "activate_quest" || key == "complete_quest" || key == "deactivate_quest")
                quest(field.text, field);
            if (key != "order" || !same_name(without_star(text->name), "text")) continue;
            const auto order = field.integer();
            if (order && !orders.insert(*order).second)
                lint("the order " + field.text + " is there twice in '" + block.name + "'", at(field),
                     "texts are spoken in order, one at a time");
        }
    }
}

/// "name" or "name, step", where the file's map has quests at all.
void ContentChecker::quest(std::string_view text, const FuelAttribute& field) {
    if (map_ == nullptr || map_->quests.empty()) return;
    const std::string name(first_part(text));
    const auto found = map_->quests.find(lower_case(name));
    if (found == map_->quests.end()) {
        std::set<std::string> names;
        for (const auto& [one, orders] : map_->quests) names.insert(one);
        return warn("the map has no quest '" + name + "'", at(field), meant(name, names));
    }
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos || found->second.empty()) return;
    FuelAttribute step;
    step.text = unquoted(text.substr(comma + 1));
    if (const auto number = step.integer(); number && !found->second.contains(*number))
        warn("the quest '" + name + "' has no entry with the order " + step.text, at(field));
}

void ContentChecker::is_template(const FuelAttribute& field) {
    const std::string name = lower_case(unquoted(field.text));
    if (!name.empty() && !in_.templates.contains(name) &&
        std::ranges::any_of(in_.templates, [&](const std::string& one) { return is_slip(name, one); }))
        warn("there is no template '" + field.text + "'", at(field), meant(name, in_.templates));
}

void ContentChecker::quest_block(const FuelBlock& root) {
    for (const auto& part : root.children)
        for (const auto& one : part->children) {
            const bool is_quest = same_name(part->name, "quests");
            if (!is_quest && !same_name(part->name, "chapters")) continue;
            fields(*one, is_quest ? " quest" : " chapter");
            std::set<std::int32_t> orders;
            for (const auto& entry : one->children) {
                fields(*entry, " entry");
                const FuelAttribute* const order = entry->attribute("order");
                if (const auto number = order == nullptr ? std::nullopt : order->integer();
                    number && !orders.insert(*number).second)
                    lint("the order " + order->text + " is there twice in '" + one->name + "'", at(*order));
            }
            const FuelAttribute* const chapter = is_quest ? one->attribute("chapter") : nullptr;
            if (chapter != nullptr && !chapter->text.empty() && map_ != nullptr && !map_->chapters.empty() &&
                !map_->chapters.contains(lower_case(chapter->text)))
                warn("there is no chapter '" + chapter->text + "'", at(*chapter),
                     meant(chapter->text, map_->chapters));
            award(*one);
        }
}

/// The skrit of a quest is next to the file.
void ContentChecker::award(const FuelBlock& quest) {
    const FuelAttribute* const skrit = quest.attribute("skrit");
    if (skrit == nullptr || skrit->text.empty()) return;
    std::string name = file_.substr(0, file_.find_last_of("/\\") + 1) + skrit->text;
    if (!has_ending(name, ".skrit")) name += ".skrit";
    if (!in_.files.read(name)) warn("there is no skrit '" + skrit->text + "' next to this file", at(*skrit));
}

void ContentChecker::conversations(const FuelBlock& listing, const std::string& file,
                                   const std::set<std::string>& maps) {
    file_ = file;
    for (const FuelAttribute& field : listing.attributes) {
        const std::string name = lower_case(field.text);
        if (name.empty() || name.starts_with('z')) continue; // the engine's own
        for (const std::string& path : maps) {
            const MapNames* map = in_.names.map(path);
            if (map == nullptr || map->conversations.empty() || map->conversations.contains(name)) continue;
            if (told_.insert("conversation " + name + " " + file).second)
                warn("the map '" + path.substr(path.find_last_of('/') + 1) + "' has no conversation '" +
                         field.text + "'",
                     at(field), meant(name, map->conversations));
        }
    }
}

/// A key that is read and never set, where one that is nearly it is set and never read.
void ContentChecker::finish() {
    for (const auto& [key, place] : read_keys_) {
        if (set_keys_.contains(key)) continue;
        for (const auto& [other, set_at] : set_keys_)
            if (!read_keys_.contains(other) && searched_++ < most_searched && is_slip(key, other)) {
                Diagnostic one =
                    make_diagnostic(codes::lint_content, "the key '" + key + "' is read but never set", place,
                                    "did you mean '" + other + "'?");
                one.related.push_back({set_at, "'" + other + "' is set but never read"});
                diagnostics_.add(std::move(one));
                break;
            }
    }
}

// --- Formulas
// -------------------------------------------------------------------------------------------------

/// Macros are the host's; a word that is nearly a known one and none is a slip.
void ContentChecker::formula(const FuelAttribute& field) {
    for (std::size_t i = field.text.find('#'); i != std::string::npos; i = field.text.find('#', i + 1)) {
        std::size_t end = i + 1;
        const auto in_name = [](char c) {
            return (lower_ascii(c) >= 'a' && lower_ascii(c) <= 'z') || c == '_';
        };
        while (end < field.text.size() && in_name(field.text[end])) ++end;
        std::string name = lower_case(std::string_view(field.text).substr(i + 1, end - i - 1));
        if (name.starts_with("src_")) name.erase(0, 4);
        const std::span<const std::string_view> known = formula_macros();
        if (name.size() < 3 || name == "only" || name == "include" || name == "option" ||
            std::ranges::find(known, name) != known.end() || searched_++ >= most_searched)
            continue;
        const auto near = std::ranges::find_if(
            known, [&](std::string_view one) { return edit_distance(name, one, 2) == 1; });
        if (near != known.end())
            warn("there is no macro '#" + name + "'", at(field),
                 "did you mean '#" + std::string(*near) + "'?");
    }
}

} // namespace vellum::skrit
