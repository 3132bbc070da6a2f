// Templates of all mounted files in one index. Nothing is compiled here.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/ending.hpp"
#include "base/suggest.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/fuel/reader.hpp"
#include "engines/skrit/systems/content_check.hpp"
#include "engines/skrit/systems/content_names.hpp"
#include "engines/skrit/systems/template_fields.hpp"
#include "vellum/skrit_content.hpp"

namespace vellum {

namespace {

constexpr std::size_t most_guesses = 100; // a name that is compared with all others costs time
constexpr std::size_t longest_line = 64;  // of templates that specialize each other; a ring is longer

constexpr std::string_view conversation_list = "conversation:conversations";

struct Template {
    std::string name, base;
    Place place, base_place;
    std::vector<std::string> components; ///< Names of its blocks in lower case.
    bool talks = false;                  ///< Lists conversations.
    std::string_view root; ///< What stands in front of the game's own folders: a tree may hold several mods.
};

/// The part of a path in front of "world/".
std::string_view root_of(std::string_view file) {
    for (std::size_t at = 0; at != std::string_view::npos; at = file.find('/', at)) {
        if (at != 0) ++at;
        if (same_name(file.substr(at, 6), "world/")) return file.substr(0, at);
    }
    return {};
}

/// Beside the folder that the game takes templates from, as "contentdb/templates-old/".
bool set_aside(std::string_view file) {
    const std::string path = lower_case(file);
    const std::size_t at = path.find("contentdb/");
    return at != std::string::npos && path.compare(at, 20, "contentdb/templates/") != 0;
}

class Index {
  public:
    Index(const FileSystem& from, bool keeps) {
        std::set<std::string> seen; // sources may spell a path differently; the first of them counts
        for (const std::string& file : from.list({})) {
            if (!has_ending(file, ".gas") || set_aside(file) || !seen.insert(lower_case(file)).second)
                continue;
            const auto bytes = from.read(file);
            if (!bytes) continue;
            Diagnostics told_elsewhere;
            skrit::FuelBlock root = skrit::read_fuel(as_text(*bytes), file, told_elsewhere);
            walk(root, file);
            content.add(root, file);
            if (keeps) files.emplace_back(file, std::move(root));
        }
        for (Template& one : all) {
            one.root = root_of(one.place.file);
            by_name[lower_case(one.name)].push_back(&one);
            names.emplace_back(one.name);
            lower_names.insert(lower_case(one.name));
        }
    }

    /// The template that the one names, or null.
    [[nodiscard]] const Template* base_of(const Template& one) const {
        const auto found = by_name.find(lower_case(one.base));
        return found == by_name.end() ? nullptr : found->second.front();
    }

    std::vector<Template> all;
    std::vector<std::pair<std::string, skrit::FuelBlock>> files; ///< With their names, if they are kept.
    std::map<std::string, std::vector<const Template*>> by_name; ///< In lower case.
    std::vector<std::string_view> names;
    std::set<std::string> lower_names;
    skrit::ContentNames content;

  private:
    void walk(const skrit::FuelBlock& block, const std::string& file) {
        for (const auto& child : block.children) {
            if (same_name(child->type, "template")) {
                Template one{child->name, {}, {file, Place::unknown, child->line, 0}, {}, {}, {}, {}};
                for (const auto& part : child->children)
                    if (part->type.empty()) one.components.push_back(lower_case(part->name));
                one.talks = child->find(conversation_list) != nullptr;
                if (const skrit::FuelAttribute* base = child->attribute("specializes"); base != nullptr) {
                    one.base = base->text;
                    one.base_place = {file, Place::unknown, base->line, base->column};
                }
                all.push_back(std::move(one));
            }
            walk(*child, file);
        }
    }
};

/// Skrit components say which other one they need. Templates that others specialize may leave it to those.
void required_components(const Index& own, const Index& every, skrit::FieldChecker& fields,
                         Diagnostics& diagnostics) {
    std::set<std::string> bases;
    for (const Template& one : every.all) bases.insert(lower_case(one.base));
    for (const Template& one : own.all) {
        if (bases.contains(lower_case(one.name))) continue;
        std::set<std::string> all;
        const Template* at = &one;
        for (std::size_t steps = 0; at != nullptr && steps < longest_line; ++steps) {
            all.insert(at->components.begin(), at->components.end());
            if (at->base.empty()) break;
            at = every.base_of(*at);
        }
        if (at == nullptr) continue; // its base is the game's
        for (const std::string& component : all) {
            const std::string needed = fields.required_by(component, one.place.file);
            if (!needed.empty() && !all.contains(needed))
                diagnostics.add(
                    make_diagnostic(skrit::codes::template_problem,
                                    "'" + component + "' requires the component '" + needed +
                                        "', which the template '" + one.name + "' does not have",
                                    one.place, "it may also come from a template that this one specializes"));
        }
    }
}

/// For each template that lists conversations: the maps that have objects of it.
std::map<std::string, std::set<std::string>> talking(const Index& every) {
    std::map<std::string, std::set<std::string>> made;
    for (const auto& [name, maps] : every.content.placed) {
        const auto found = every.by_name.find(name);
        const Template* at = found == every.by_name.end() ? nullptr : found->second.front();
        for (std::size_t steps = 0; at != nullptr && !at->talks && steps < longest_line; ++steps)
            at = at->base.empty() ? nullptr : every.base_of(*at);
        if (at != nullptr && at->talks) made[lower_case(at->name)].insert(maps.begin(), maps.end());
    }
    return made;
}

void conversations(const skrit::FuelBlock& block, const std::string& file,
                   const std::map<std::string, std::set<std::string>>& talkers,
                   skrit::ContentChecker& checker) {
    for (const auto& child : block.children) {
        const auto maps = talkers.find(lower_case(child->name));
        if (same_name(child->type, "template") && maps != talkers.end())
            if (const skrit::FuelBlock* list = child->find(conversation_list); list != nullptr)
                checker.conversations(*list, file, maps->second);
        conversations(*child, file, talkers, checker);
    }
}

/// What templates, maps and skrits say of each other.
void content(const FileSystem& mod, const FileSystem& mounted, const Index& own, const Index& every,
             bool complete, Diagnostics& diagnostics) {
    skrit::ContentChecker checker({every.content, every.lower_names, mounted, complete}, diagnostics);
    const auto talkers = talking(every);
    for (const auto& [file, root] : own.files) {
        checker.check(root, file);
        conversations(root, file, talkers, checker);
    }
    for (const std::string& file : mod.list({}))
        if (has_ending(file, ".skrit"))
            if (const auto bytes = mod.read(file)) checker.skrit(as_text(*bytes), file);
    checker.finish();
}

} // namespace

void check_skrit_templates(const FileSystem& mod, const FileSystem& mounted, bool complete,
                           Diagnostics& diagnostics) {
    const Index own(mod, true), every(mounted, false);
    skrit::FieldChecker fields(mounted, every.lower_names, every.content, complete, diagnostics);
    for (const auto& [file, root] : own.files) fields.check(root, file);
    content(mod, mounted, own, every, complete, diagnostics);
    if (own.all.empty()) return;
    const auto warn = [&](std::string message, const Place& place, std::string hint = {}) -> Diagnostic {
        return make_diagnostic(skrit::codes::template_problem, std::move(message), place, std::move(hint));
    };
    required_components(own, every, fields, diagnostics);
    std::size_t guesses = 0;
    for (const Template& one : own.all) {
        const auto& same = every.by_name.find(lower_case(one.name))->second;
        const auto first = std::ranges::find_if(
            same, [&](const Template* other) { return other->root == one.root || other->root.empty(); });
        if (first != same.end() &&
            ((*first)->place.file != one.place.file || (*first)->place.line != one.place.line)) {
            Diagnostic twice =
                warn("the template '" + one.name + "' is defined more than once", one.place,
                     "give each name once; a file at the same path as one of the game replaces it");
            twice.related.push_back({(*first)->place, "the first one"});
            diagnostics.add(std::move(twice));
        }
        if (one.base.empty()) continue;
        const Template* base = every.base_of(one);
        if (base == nullptr) {
            // without the game's own a name may be one of those, unless it is nearly one of the mod's
            std::string guess(guesses++ < most_guesses ? nearest(one.base, every.names) : std::string_view());
            if (!complete && !skrit::is_slip(lower_case(one.base), lower_case(guess))) guess.clear();
            Diagnostic missing = warn("the template '" + one.name + "' specializes '" + one.base +
                                          "', which " + (complete ? "does not exist" : "is not here"),
                                      one.base_place,
                                      guess.empty() ? "add the files that define it with --data"
                                                    : "did you mean '" + guess + "'?");
            if (!complete && guess.empty()) missing.severity = Severity::note;
            diagnostics.add(std::move(missing));
            continue;
        }
        const Template* at = base;
        for (std::size_t steps = 0; at != nullptr && steps < longest_line; ++steps) {
            if (same_name(at->name, one.name)) {
                diagnostics.add(warn("the template '" + one.name + "' specializes itself", one.base_place));
                break;
            }
            at = at->base.empty() ? nullptr : every.base_of(*at);
        }
    }
}

} // namespace vellum
