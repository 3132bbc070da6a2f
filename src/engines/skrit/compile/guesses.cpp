// Names are compared without regard to case. Nothing here changes what is compiled.
#include "engines/skrit/compile/guesses.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/ascii.hpp"
#include "base/suggest.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/exports/base.hpp"

namespace vellum::skrit {

namespace {

using Names = std::vector<std::string_view>;

constexpr std::string_view type_words[] = {"bool", "int", "float", "string", "void"};
constexpr std::size_t most_compared = 200; // names that are compared with all others

/// How many slips of the hand a word may have: a short one is near to many others. Names of constants begin
/// alike, and a class has few members.
std::size_t most_slips(std::string_view wanted, bool member) {
    if (wanted.size() >= 8 || (wanted.size() >= 6 && wanted.find('_') != std::string_view::npos)) return 2;
    return wanted.size() >= (member ? 3 : 4) ? 1 : 0;
}

/// The nearest name that differs by a slip of the hand, or nothing.
std::string_view slip_of(std::string_view wanted, const Names& names, bool member = false) {
    const std::string lower = lower_case(wanted);
    std::string_view best;
    std::size_t most = most_slips(wanted, member);
    for (const std::string_view name : names) {
        if (most == 0) break;
        const std::size_t distance = edit_distance(lower, lower_case(name), most);
        if (distance > most || distance == 0) continue;
        best = name;
        most = distance - 1;
    }
    return best;
}

std::string question(std::string_view name) {
    return name.empty() ? std::string() : "did you mean '" + std::string(name) + "'?";
}

bool made_up(std::uint32_t flags) { return (flags & export_inferred) != 0; }

void add_function(const FunctionExport& function, Names& names) {
    if (made_up(function.flags)) return;
    names.emplace_back(function.name);
    const std::string_view name = function.name;
    const bool accessor = same_name(name.substr(0, 3), "Get") ? function.parameters.empty()
                                                              : same_name(name.substr(0, 3), "Set");
    if (accessor && name.size() > 3) names.emplace_back(name.substr(3));
}

Names members_of(const Exports& exports, std::uint32_t owner) {
    Names names;
    for (int steps = 0; owner != no_index && steps < 64; ++steps) {
        for (const std::uint32_t index : exports.functions_of(owner))
            add_function(exports.function_at(index), names);
        owner = exports.class_at(owner).base;
    }
    return names;
}

Names classes_of(const Exports& exports) {
    Names names;
    for (std::uint32_t i = 0; i < exports.class_count(); ++i)
        if (!made_up(exports.class_at(i).flags)) names.emplace_back(exports.class_at(i).name);
    return names;
}

Names names_of(const Exports& exports, NameSort sort) {
    Names names;
    switch (sort) {
    case NameSort::function:
        for (const std::uint32_t index : exports.functions_of(no_index))
            add_function(exports.function_at(index), names);
        break;
    case NameSort::type:
        names = classes_of(exports);
        for (std::uint32_t i = 0; i < exports.enum_count(); ++i)
            if (!made_up(exports.enum_at(i).flags)) names.emplace_back(exports.enum_at(i).name);
        names.insert(names.end(), std::begin(type_words), std::end(type_words));
        break;
    case NameSort::constant:
        for (std::uint32_t i = 0; i < exports.enum_count(); ++i)
            if (!made_up(exports.enum_at(i).flags))
                for (const EnumConstant& one : exports.enum_at(i).constants) names.emplace_back(one.name);
        break;
    case NameSort::event:
        for (std::uint32_t i = 0; i < exports.event_count(); ++i)
            if (!made_up(exports.event_at(i).flags)) names.emplace_back(exports.event_at(i).name);
        break;
    }
    return names;
}

class Teller {
  public:
    Teller(const Exports& inferred, const TokenList& tokens, SourceMap& sources, bool silent,
           Diagnostics& diagnostics)
        : exports_(inferred), sources_(sources), silent_(silent), diagnostics_(diagnostics) {
        for (const Token& token : tokens.tokens)
            if (token.kind == Tok::name || token.kind == Tok::user) {
                const std::string name = lower_case(tokens.names.text(token.value));
                first_.try_emplace(name, &token);
            }
    }

    void run() {
        const Exports& known = *exports_.base();
        for (std::uint32_t i = known.class_count(); i < exports_.class_count(); ++i) class_name(i);
        for (std::uint32_t i = known.enum_count(); i < exports_.enum_count(); ++i) {
            const EnumExport& entry = exports_.enum_at(i);
            if (!made_up(entry.flags)) continue;
            tell(entry.name, "'" + entry.name + "'", "enumeration", NameSort::type);
            for (const EnumConstant& one : entry.constants)
                tell(one.name, "'" + one.name + "'", "constant", NameSort::constant);
        }
        for (const auto& [enumeration, one] : exports_.added_constants())
            tell(one.name, "'" + one.name + "'", "constant", NameSort::constant);
        for (std::uint32_t i = known.function_count(); i < exports_.function_count(); ++i)
            function(exports_.function_at(i));
        for (std::uint32_t i = known.event_count(); i < exports_.event_count(); ++i)
            if (made_up(exports_.event_at(i).flags)) event(exports_.event_at(i).name);
        for (auto& [token, one] : said_) diagnostics_.add(std::move(one));
    }

  private:
    [[nodiscard]] const Token* token_of(std::string_view name) const {
        const auto found = first_.find(lower_case(name));
        return found == first_.end() ? nullptr : found->second;
    }
    [[nodiscard]] const Names& names(NameSort sort) {
        Names& known = names_[static_cast<std::size_t>(sort)];
        if (known.empty()) known = names_of(*exports_.base(), sort);
        return known;
    }

    [[nodiscard]] std::string_view slip_in(std::string_view name, const Names& among, bool member = false) {
        return ++compared_ > most_compared ? std::string_view() : slip_of(name, among, member);
    }

    void event(const std::string& name) {
        const Token* token = token_of(name);
        const std::string_view slip = slip_in(name, names(NameSort::event));
        const bool other_host = !said_.empty(); // nor has the game what else it uses
        if (token == nullptr || !slip.empty() || other_host)
            return tell(name, "'" + name + "'", "event", NameSort::event);
        say(codes::assumed, Severity::warning, *token, "the game does not declare the event '" + name + "'",
            "its handlers never run, unless the owner's class sends it");
    }

    void class_name(std::uint32_t index) {
        const ClassExport& entry = exports_.class_at(index);
        if (!made_up(entry.flags)) return;
        tell(entry.name, "'" + entry.name + "'",
             entry.kind == ClassKind::functions ? "class of functions" : "class", NameSort::type);
    }

    void function(const FunctionExport& entry) {
        if (!made_up(entry.flags)) return;
        std::string_view name = entry.name;
        const Token* token = token_of(name);
        if (token == nullptr && name.size() > 3) token = token_of(name = name.substr(3));
        if (token == nullptr) return;
        if (entry.owner == no_index) {
            if (!slip_in(name, names(NameSort::constant)).empty())
                return tell(name, "'" + std::string(name) + "'", "constant", NameSort::constant);
            return tell(name, "'" + std::string(name) + "'", "function", NameSort::function);
        }
        const ClassExport& owner = exports_.class_at(entry.owner);
        const std::string whole = "'" + owner.name + "." + std::string(name) + "'";
        std::vector<std::uint32_t> same;
        exports_.base()->find_functions(entry.owner, NameKey(entry.name), same);
        if (entry.owner < exports_.base()->class_count() && !same.empty()) return; // told as another version
        const bool language = base_exports().find_class(owner.name) != no_index;
        const Names members = made_up(owner.flags) || compared_ > most_compared
                                  ? Names()
                                  : members_of(*exports_.base(), entry.owner);
        const std::string_view slip = slip_in(name, members, true);
        if (same_name(std::string_view(entry.name).substr(0, 3), "Set") && has_getter(entry))
            return say(codes::assignment, Severity::error, *token,
                       "'" + owner.name + "." + std::string(name) + "' cannot be written",
                       "scripts can only read it");
        if (language)
            return say(codes::member, Severity::error, *token,
                       "'" + owner.name + "' has no member '" + std::string(name) + "'",
                       slip.empty() ? "/Help.Class( \"" + owner.name + "\" ) on the console lists its members"
                                    : question(slip));
        told(whole, "member", *token, slip, false);
    }

    /// A Set function was made up, and the member can be read.
    [[nodiscard]] bool has_getter(const FunctionExport& setter) const {
        const std::string name = setter.name.substr(3), getter = "Get" + name; // GetGold, or IsValid
        std::vector<std::uint32_t> found;
        std::uint32_t owner = setter.owner;
        for (int steps = 0; owner < exports_.base()->class_count() && steps < 64; ++steps) {
            exports_.base()->find_functions(owner, NameKey(getter), found);
            exports_.base()->find_functions(owner, NameKey(name), found);
            owner = exports_.class_at(owner).base;
        }
        return setter.name.size() > 3 && !found.empty();
    }

    void tell(std::string_view name, const std::string& whole, std::string_view what, NameSort sort) {
        const Token* token = token_of(name);
        if (token == nullptr) return;
        const std::string_view slip = slip_in(name, names(sort));
        // A short word is near to many others.
        constexpr std::size_t shortest = 5;
        bool language = false;
        if (name.size() < shortest) return told(whole, what, *token, slip, false);
        if (sort == NameSort::event) language = base_exports().find_event(slip) != no_index;
        if (sort == NameSort::type)
            language = std::ranges::find(type_words, slip) != std::end(type_words) ||
                       base_exports().find_class(slip) != no_index;
        told(whole, what, *token, slip, language && !slip.empty());
    }
    void told(const std::string& whole, std::string_view what, const Token& token, std::string_view slip,
              bool language) {
        say(language && what == "event" ? codes::event
            : language                  ? codes::undefined
                                        : codes::assumed,
            language       ? Severity::error
            : slip.empty() ? Severity::note
                           : Severity::warning,
            token,
            language ? "there is no " + std::string(what) + " " + whole
                     : "the " + std::string(what) + " " + whole + " is not declared and was assumed",
            question(slip));
    }
    void say(const DiagnosticCode& code, Severity severity, const Token& token, std::string message,
             std::string hint) {
        if (silent_ && severity != Severity::error) return;
        Diagnostic one =
            make_diagnostic(code, std::move(message), sources_.place(token.position), std::move(hint));
        one.severity = severity;
        const auto [known, fresh] = said_.try_emplace(token.position, one);
        if (!fresh && severity > known->second.severity) known->second = std::move(one);
    }

    const Exports& exports_;
    SourceMap& sources_;
    bool silent_;
    Diagnostics& diagnostics_;
    std::unordered_map<std::string, const Token*> first_; ///< Where a name occurs first.
    Names names_[4];
    /// A member may be read and written, and give a class that is called like it: the gravest counts.
    std::map<Position, Diagnostic> said_;
    std::size_t compared_ = 0;
};

} // namespace

std::string meant_name(const Exports& exports, NameSort sort, std::string_view wanted) {
    return question(slip_of(wanted, names_of(exports, sort)));
}

std::string meant_member(const Exports& exports, std::uint32_t owner, std::string_view wanted) {
    return question(slip_of(wanted, members_of(exports, owner)));
}

void tell_guesses(const Exports& inferred, const TokenList& tokens, SourceMap& sources, bool silent,
                  Diagnostics& diagnostics) {
    Teller(inferred, tokens, sources, silent, diagnostics).run();
}

} // namespace vellum::skrit
