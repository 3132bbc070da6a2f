// A block of a template is a component: one of the game's own, which are known by name, or a skrit.
#include "engines/skrit/systems/template_fields.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.hpp"
#include "base/suggest.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/compile/properties.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/fuel/resources.hpp"
#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

namespace {

/// Of the game's own program.
constexpr std::array<std::string_view, 25> own_components{
    "actor",  "aspect",    "attack",   "body",    "common",    "conversation", "defend",   "edit", "fader",
    "gizmo",  "follower",  "gold",     "gui",     "inventory", "magic",        "messages", "mind", "party",
    "potion", "placement", "pcontent", "physics", "store",     "component",    "stats"};

constexpr std::string_view job_folder = "world/ai/jobs";
constexpr std::size_t most_searched = 100; // names that are compared with all others

std::string question(std::string_view name) {
    return name.empty() ? std::string() : "did you mean '" + std::string(name) + "'?";
}

std::string without_blanks(std::string_view text) {
    std::string result;
    for (const char c : text)
        if (c != ' ' && c != '\t' && c != '\r' && c != '\n') result += c;
    return result;
}

bool is_plain_name(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
}

} // namespace

bool is_slip(std::string_view wanted, std::string_view name) {
    const auto digits = [](std::string_view text) {
        return std::ranges::count_if(text, [](char c) { return c >= '0' && c <= '9'; });
    };
    if (wanted.starts_with(name) || name.starts_with(wanted) || digits(wanted) != digits(name)) return false;
    const std::size_t most = wanted.size() >= 8 ? 2 : wanted.size() >= 5 ? 1 : 0;
    return most != 0 && edit_distance(wanted, name, most) <= most;
}

class FieldChecker::Checker {
  public:
    Checker(const FileSystem& mounted, const std::set<std::string>& templates, const ContentNames& names,
            bool complete, Diagnostics& diagnostics)
        : mounted_(mounted),
          templates_(templates),
          names_(names),
          complete_(complete),
          diagnostics_(diagnostics) {
        // not owned: it outlives this
        const std::shared_ptr<const FileSystem> files(std::shared_ptr<void>(), &mounted);
        resources_.add_driver({}, std::make_shared<FilesDriver>(files));
        Diagnostics elsewhere; // of naming keys, which are checked as files
        resources_.read_naming_keys(elsewhere);
    }

    void file(const FuelBlock& root, const std::string& name) {
        enter(name);
        blocks(root);
    }
    std::string required(const std::string& component, const std::string& name) {
        if (std::ranges::find(own_components, component) != own_components.end()) return {};
        enter(name);
        const auto path = find(component, component_folder);
        return path ? properties(*path).required : std::string();
    }

  private:
    void enter(const std::string& name) {
        file_ = name;
        const std::string path = resource_path(name);
        const std::size_t world = path.starts_with("world/") ? 0 : path.find("/world/");
        above_ = world == std::string::npos || world == 0 ? std::string() : path.substr(0, world + 1);
    }

    using Properties = DeclaredProperties;

    void blocks(const FuelBlock& block) {
        for (const auto& child : block.children) {
            const bool object = !child->type.empty() && child->name.starts_with("0x");
            if (object || same_name(child->type, "template"))
                for (const auto& part : child->children)
                    if (part->type.empty()) component(*part);
            blocks(*child);
        }
    }

    void component(const FuelBlock& block) {
        const std::string name = lower_case(block.name);
        if (name == "mind") jobs(block);
        if (name == "body")
            if (const FuelBlock* chores = block.child("chore_dictionary"); chores != nullptr)
                for (const auto& chore : chores->children)
                    if (const FuelAttribute* skrit = chore->attribute("skrit"); skrit != nullptr)
                        skrit_name(*skrit, animation_folder, "chore");
        if (std::ranges::find(own_components, name) != own_components.end() || !is_plain_name(name)) return;
        const auto path = find(name, component_folder);
        if (!path) return unknown_component(block, name);
        for (const FuelAttribute& field : block.attributes)
            property(*path, field.key, field, {field.key_line, field.key_column});
    }

    void jobs(const FuelBlock& mind) {
        for (const FuelAttribute& field : mind.attributes) {
            if (!same_name(std::string_view(field.key).substr(0, 4), "jat_")) continue;
            if (!siege_exports().find_constant(field.key))
                if (const std::string_view meant = slip_of(lower_case(field.key), job_kinds());
                    !meant.empty())
                    warn("[mind] has no field '" + field.key + "'", {field.key_line, field.key_column},
                         question(meant));
            skrit_name(field, job_folder, "job");
        }
    }

    [[nodiscard]] const std::vector<std::string>& job_kinds() {
        if (!kinds_.empty()) return kinds_;
        const std::uint32_t found = siege_exports().find_enum("eJobAbstractType");
        if (found != no_index)
            for (const EnumConstant& one : siege_exports().enum_at(found).constants)
                kinds_.push_back(lower_case(one.name));
        return kinds_;
    }

    /// `path\to\job?parameter=value&…`, in which white space does not count.
    void skrit_name(const FuelAttribute& field, std::string_view folder, const std::string& what) {
        const std::string text = without_blanks(field.text);
        const Position at{field.line, field.column};
        if (text.empty() || same_name(text, "jat_none") || field.quoting == FuelQuoting::raw) return;
        const std::string name = text.substr(0, text.find('?'));
        if (name.find_first_of("&=") != std::string::npos)
            return warn("the parameters of a " + what + " must begin with ?", at,
                        "write " + name.substr(0, name.find_first_of("&=")) + "?...");
        const auto path = find(name, folder);
        if (!path) return unknown_skrit(name, folder, what, at);
        std::set<std::string> given;
        for (std::string_view rest = std::string_view(text).substr(name.size()); rest.size() > 1;) {
            rest.remove_prefix(1); // ? or &
            const std::string_view part = rest.substr(0, rest.find('&'));
            rest.remove_prefix(part.size());
            const std::size_t equals = part.find('=');
            if (part.empty() || part.find('"') != std::string_view::npos) continue;
            FuelAttribute one;
            one.key = part.substr(0, equals);
            one.text = equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1);
            one.line = at.line;
            one.column = at.column;
            if (!given.insert(lower_case(one.key)).second)
                diagnostics_.add(make_diagnostic(codes::lint_content, "'" + one.key + "' is given twice",
                                                 {file_, Place::unknown, at.line, at.column},
                                                 "remove one of them"));
            property(*path, one.key, one, at);
        }
    }

    struct Position {
        std::uint32_t line = 0, column = 0;
    };

    void property(const std::string& path, const std::string& name, const FuelAttribute& field, Position at) {
        const Properties& all = properties(path);
        const std::string wanted = lower_case(name);
        const std::string skrit = stem_of(path);
        const auto found = std::ranges::find(all.properties, wanted, &Properties::Property::name);
        if (found == all.properties.end()) {
            if (!all.complete || !is_plain_name(name)) return;
            std::vector<std::string_view> names;
            names.reserve(all.properties.size());
            for (const Properties::Property& one : all.properties) names.emplace_back(one.name);
            const bool variable = std::ranges::find(all.variables, wanted) != all.variables.end();
            warn("'" + skrit + "' has no property '" + name + "'", at,
                 variable ? "the variable " + name + "$ is not a property, so it cannot be set from outside"
                          : question(nearest(wanted, names)));
            return;
        }
        template_name(*found, skrit, field);
        if (same_name(found->type.name, "Scid") && !names_.has_object(file_, field.text))
            warn("the map has no object " + field.text, {field.line, field.column});
        const bool judged =
            field.quoting != FuelQuoting::raw && field.text.find_first_of("#'") == std::string::npos;
        Value value;
        if (!judged || !is_known(found->type) ||
            parse_constant(field.text, found->type, siege_exports(), value))
            return;
        warn("'" + name + "' of '" + skrit + "' expects " + kind_of(found->type) + ", not '" + field.text +
                 "'",
             {field.line, field.column}, meant_constant(found->type, field.text));
    }

    /// A property whose default names a template is given a name that is nearly one, and none.
    void template_name(const Properties::Property& property, const std::string& skrit,
                       const FuelAttribute& field) {
        const std::string given = lower_case(field.text);
        if (property.type.kind != TypeKind::string || given.empty() || templates_.contains(given) ||
            !templates_.contains(property.initial) || searched_++ >= most_searched)
            return;
        const auto found =
            std::ranges::find_if(templates_, [&](const std::string& one) { return is_slip(given, one); });
        if (found == templates_.end()) return;
        diagnostics_.add(make_diagnostic(
            codes::lint_content,
            "'" + property.name + "' of '" + skrit + "' is not a template: '" + field.text + "'",
            {file_, Place::unknown, field.line, field.column}, question(*found)));
    }

    [[nodiscard]] static bool is_known(const UnitType& type) {
        return type.kind != TypeKind::none && !is_reference(type.kind);
    }
    [[nodiscard]] static std::string kind_of(const UnitType& type) {
        switch (type.kind) {
        case TypeKind::boolean: return "true or false";
        case TypeKind::integer: return "a whole number";
        case TypeKind::real: return "a number";
        case TypeKind::enumeration: return "a constant of " + type.name;
        default: return "a " + type.name;
        }
    }
    [[nodiscard]] static std::string meant_constant(const UnitType& type, std::string_view text) {
        const std::uint32_t found =
            type.kind == TypeKind::enumeration ? siege_exports().find_enum(type.name) : no_index;
        if (found == no_index) return {};
        std::string wanted(text);
        std::ranges::transform(wanted, wanted.begin(),
                               [](char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; });
        std::vector<std::string_view> names;
        for (const EnumConstant& one : siege_exports().enum_at(found).constants) names.emplace_back(one.name);
        return question(nearest(wanted, names));
    }

    void unknown_component(const FuelBlock& block, const std::string& name) {
        if (!told_.insert({name, {}}).second) return; // once for each name
        if (components_.empty()) {
            components_.assign(own_components.begin(), own_components.end());
            for (const std::string& path : resources_.list(".skrit"))
                if (path.find(component_folder) != std::string::npos) components_.push_back(stem_of(path));
        }
        missing("there is no component or skrit '" + block.name + "'", {block.line, block.column},
                slip_of(name, components_), components_.size() > own_components.size());
    }

    void unknown_skrit(const std::string& name, std::string_view folder, const std::string& what,
                       Position at) {
        if (!told_.insert({lower_case(name), folder}).second) return;
        std::string wanted = resource_path(name);
        if (wanted.ends_with(".skrit")) wanted.resize(wanted.size() - 6);
        const std::vector<std::string>& names = skrits_of(folder, wanted.find('/') != std::string::npos);
        missing("there is no " + what + " skrit '" + name + "'", at, slip_of(wanted, names), !names.empty());
    }

    /// The skrits of a folder, as paths from the root of the mod or by their names alone.
    [[nodiscard]] const std::vector<std::string>& skrits_of(std::string_view folder, bool paths) {
        const auto [entry, fresh] = skrits_.try_emplace({std::string(folder) + (paths ? "/" : ""), above_});
        if (!fresh) return entry->second;
        for (const std::string& known : resources_.list(".skrit"))
            if (known.starts_with(above_) && known.find(folder) != std::string::npos)
                entry->second.push_back(paths ? known.substr(above_.size(), known.size() - 6 - above_.size())
                                              : stem_of(known));
        return entry->second;
    }

    /// `known`: there are others of its kind, so that it should be there too.
    void missing(std::string message, Position at, std::string_view meant, bool known) {
        const bool certain = complete_ && known;
        if (!meant.empty() || certain) warn(std::move(message), at, question(meant));
    }

    [[nodiscard]] static std::string stem_of(std::string_view path) {
        path.remove_prefix(path.find_last_of('/') + 1);
        return std::string(path.substr(0, path.find('.')));
    }

    [[nodiscard]] std::string_view slip_of(std::string_view wanted, const std::vector<std::string>& names) {
        if (searched_++ >= most_searched) return {};
        const auto found =
            std::ranges::find_if(names, [&](const auto& name) { return is_slip(wanted, name); });
        return found == names.end() ? std::string_view() : std::string_view(*found);
    }

    /// A tree may hold several mods, each below a folder of its own.
    [[nodiscard]] std::optional<std::string> find(const std::string& name, std::string_view folder) const {
        const bool path = name.find_first_of("/\\") != std::string::npos;
        if (!above_.empty())
            if (auto found = resources_.find(path ? above_ + name : name, above_ + std::string(folder));
                found)
                return found;
        auto found = resources_.find(name, folder);
        const bool component = folder == component_folder; // those stand in their folder, and nowhere else
        return found && component && found->find(component_folder) == std::string::npos ? std::nullopt
                                                                                        : found;
    }

    const Properties& properties(const std::string& path) {
        const auto [entry, fresh] = properties_.try_emplace(path);
        if (!fresh) return entry->second;
        FileIncludes includes(&mounted_);
        if (const auto text = resources_.read(path))
            entry->second = declared_properties(*text, path, includes, siege_exports());
        return entry->second;
    }

    void warn(std::string message, Position at, std::string hint = {}) {
        diagnostics_.add(make_diagnostic(codes::template_problem, std::move(message),
                                         {file_, Place::unknown, at.line, at.column}, std::move(hint)));
    }

    const FileSystem& mounted_;
    const std::set<std::string>& templates_;
    const ContentNames& names_;
    bool complete_;
    Diagnostics& diagnostics_;
    Resources resources_;
    std::string file_, above_; ///< What is checked, and what stands in front of its "world/".
    std::map<std::string, Properties> properties_; ///< By path.
    std::vector<std::string> components_, kinds_;
    std::map<std::pair<std::string, std::string>, std::vector<std::string>>
        skrits_;                                              ///< By folder and above_.
    std::set<std::pair<std::string, std::string_view>> told_; ///< Names that are missing, with their folder.
    std::size_t searched_ = 0;
};

FieldChecker::FieldChecker(const FileSystem& mounted, const std::set<std::string>& templates,
                           const ContentNames& names, bool complete, Diagnostics& diagnostics)
    : checker_(std::make_unique<Checker>(mounted, templates, names, complete, diagnostics)) {}
FieldChecker::~FieldChecker() = default;

void FieldChecker::check(const FuelBlock& root, const std::string& file) { checker_->file(root, file); }
std::string FieldChecker::required_by(const std::string& component, const std::string& file) {
    return checker_->required(component, file);
}

} // namespace vellum::skrit
