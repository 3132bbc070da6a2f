// Calls and members: which function of the script or the host is meant (docs/engines/skrit.md, "Host things",
// "Open mode"), and what open mode declares when there is none.
#include <algorithm>

#include "base/plural.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/compile/builder.hpp"
#include "engines/skrit/compile/guesses.hpp"

namespace vellum::skrit {

namespace {

bool starts_with(std::string_view name, std::string_view prefix) {
    return name.size() > prefix.size() && same_name(name.substr(0, prefix.size()), prefix);
}

/// Names that say themselves what kind of answer they give.
bool reads_as_question(std::string_view name) {
    for (const std::string_view prefix : {"Is", "Has", "Can", "Does", "Get", "Was", "Are"})
        if (starts_with(name, prefix) && name.size() > prefix.size() && name[prefix.size()] >= 'A' &&
            name[prefix.size()] <= 'Z')
            return true;
    return false;
}

} // namespace

std::uint32_t Builder::choose(std::span<const std::uint32_t> candidates, std::span<const NodeId> arguments,
                              bool& ambiguous) const {
    std::uint32_t best = no_index;
    int best_cost = 0;
    ambiguous = false;
    for (const std::uint32_t candidate : candidates) {
        const FunctionExport& function = exports_.function_at(candidate);
        const std::size_t fixed = function.parameters.size();
        if (function.variadic ? arguments.size() < fixed : arguments.size() != fixed) continue;
        int total = function.variadic ? 1 : 0; // an exact list is nearer than "anything"
        for (std::size_t i = 0; i < fixed && total >= 0; ++i) {
            const ExportParameter& parameter = function.parameters[i];
            const int one = parameter.any ? 20 : cost(arguments[i], parameter.type);
            total = one < 0 ? -1 : total + one;
        }
        if (total < 0) continue;
        if (best == no_index || total < best_cost) {
            best = candidate;
            best_cost = total;
            ambiguous = false;
        } else if (total == best_cost && exports_.function_at(best).owner ==
                                             function.owner) // an override in a derived class is no tie
            ambiguous = true;
    }
    return best;
}

void Builder::check_arguments(const FunctionExport& function, std::span<const NodeId> arguments) {
    for (std::size_t i = 0; i < function.parameters.size() && i < arguments.size(); ++i)
        if (function.parameters[i].any) {
            if (is_open(node(arguments[i]).type)) settle(arguments[i], type_error); // needed, type unknown
        } else
            coerce(arguments[i], function.parameters[i].type);
    const auto open = [&](NodeId argument) { return is_open(node(argument).type); };
    if (!function.variadic || std::ranges::none_of(arguments, open)) return;
    // The format says what an argument nobody declared must be.
    std::string format;
    const std::size_t fixed = function.parameters.size();
    if (function.format && fixed != 0 && fixed <= arguments.size() &&
        node(arguments[fixed - 1]).kind == NodeKind::string)
        format = text_of_string(node(arguments[fixed - 1]));
    std::size_t at = 0;
    for (std::size_t i = fixed; i < arguments.size(); ++i) {
        char letter = 0;
        while ((at = format.find('%', at)) != std::string::npos) {
            at = format.find_first_not_of("0123456789+-# .*lh", at + 1);
            if (at == std::string::npos) break;
            letter = format[at++];
            if (letter != '%') break;
        }
        if (at == std::string::npos) at = format.size();
        Node& argument = node(arguments[i]);
        if (is_open(argument.type)) {
            const bool real =
                letter == 'f' || letter == 'g' || letter == 'e' || letter == 'G' || letter == 'E';
            const ExportType as = letter == 's' ? type_string : real ? type_float : type_int;
            settle(arguments[i], letter == 0 ? type_error : as);
            argument.type = as;
        }
    }
}

/// "it is F$( int, string )": for hints.
std::string Builder::signature_of(std::uint32_t function) const {
    std::string text = "it is " + unit_.functions_table[function].name + "(";
    for (std::size_t i = 0; i < scripts_[function].parameters.size(); ++i)
        text += (i == 0 ? " " : ", ") + name_of(scripts_[function].parameters[i]);
    return text + (scripts_[function].parameters.empty() ? ")" : " )");
}

/// A constant format and what is given to it.
void Builder::check_format(const FunctionExport& function, std::span<const NodeId> arguments) {
    const std::size_t fixed = function.parameters.size();
    if (!function.format || fixed == 0 || fixed > arguments.size() || in_.dry) return;
    const Node& text = node(arguments[fixed - 1]);
    if (text.kind != NodeKind::string) return;
    const std::string format = text_of_string(text);
    std::size_t wanted = 0;
    for (std::size_t at = 0; (at = format.find('%', at)) != std::string::npos;) {
        at = format.find_first_not_of("0123456789+-# .lhI", at + 1);
        if (at == std::string::npos) break;
        const char letter = format[at++];
        if (letter == '%') continue;
        if (letter == '*') return; // widths from arguments: nobody counts those
        const std::size_t index = fixed + wanted++;
        if (index >= arguments.size()) continue;
        const Node& argument = node(arguments[index]);
        const TypeKind kind = argument.type.kind;
        if (static_cast<std::uint8_t>(kind) >= 100) continue;
        const bool real = std::string_view("fgeGE").find(letter) != std::string_view::npos;
        const bool fits = letter == 's' || letter == 'S' ? kind == TypeKind::string
                          : real                         ? kind == TypeKind::real
                                                         : kind != TypeKind::string && kind != TypeKind::real;
        if (!fits)
            report(codes::format_argument, argument.position,
                   std::string("%") + letter + " of the format is given " + name_of(argument.type),
                   "%s takes a text, %d an int, %f and %g a float");
    }
    if (wanted != arguments.size() - fixed)
        report(codes::format_argument, text.position,
               "the format takes " + plural(wanted, "value") + " and is given " +
                   std::to_string(arguments.size() - fixed),
               "every % in a format takes one value; write %% for a %");
}

ExportType Builder::analyse_script_call(NodeId id, std::uint32_t function,
                                        std::span<const NodeId> arguments) {
    node(id).op = 3;
    node(id).ref = function;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        analyse(arguments[i],
                i < scripts_[function].parameters.size() ? scripts_[function].parameters[i] : ExportType{});
    const Script& script = scripts_[function];
    if (arguments.size() != script.parameters.size()) {
        report(codes::call, node(id).position,
               "'" + unit_.functions_table[function].name + "' takes " +
                   plural(script.parameters.size(), "argument") + ", not " + std::to_string(arguments.size()),
               signature_of(function));
        return type_error;
    }
    bool fits = true;
    for (std::size_t i = 0; i < arguments.size(); ++i) fits &= coerce(arguments[i], script.parameters[i]);
    return fits ? script.result : type_error;
}

ExportType Builder::analyse_call(NodeId id) {
    const Node at = node(id);
    const std::span<const NodeId> arguments = in_.tree.list(at); // the tree's shape no longer changes
    const NodeId callee = at.a;
    switch (node(callee).kind) {
    case NodeKind::user: {
        const Symbol symbol = node(callee).a;
        const NameEntry entry = names_[symbol];
        if (entry.kind == NameKind::function) return analyse_script_call(id, entry.index, arguments);
        if (in_.inference != nullptr && missing_include_ && entry.kind == NameKind::none &&
            locals_of_[symbol] == no_index) {
            std::vector<ExportType> types;
            types.reserve(arguments.size());
            for (const NodeId argument : arguments) types.push_back(analyse(argument));
            for (const NodeId argument : arguments)
                if (is_open(node(argument).type)) settle(argument, type_error);
            const ExportType type = in_.inference->script_function(spelled(at.position, symbol), types);
            node(id).op = 0;
            return type; // the next run finds it as an assumed function
        }
        for (const NodeId argument : arguments) analyse(argument);
        report(codes::undefined, at.position,
               entry.kind == NameKind::variable || locals_of_[symbol] != no_index
                   ? "'" + user_name(symbol) + "' is a variable and cannot be called"
                   : "undefined function '" + user_name(symbol) + "'",
               meant_user(symbol));
        return type_error;
    }
    case NodeKind::name: {
        const Symbol symbol = node(callee).a;
        for (const NodeId argument : arguments) analyse(argument);
        if (symbol == word::string) break;
        if (in_.inference == nullptr &&
            in_.lookup.functions(no_index, symbol, Lookup::Prefix::none).empty()) {
            const std::string text(in_.tokens.names.text(symbol));
            report(codes::undefined, at.position, "undefined function '" + text + "'",
                   names_[symbol].kind == NameKind::function
                       ? "names that a script defines end with $: " + text + "$"
                       : meant(NameSort::function, text));
            return type_error;
        }
        return host_call(id, no_index, true, symbol, arguments, false);
    }
    case NodeKind::member: return analyse_member(callee, arguments, id);
    default: break;
    }
    return type_error;
}

/// `object.Name`, `Class.Name`, with or without arguments. The annotated node is the call if there is one.
ExportType Builder::analyse_member(NodeId id, std::span<const NodeId> arguments, NodeId node_of_call) {
    const Node at = node(id);
    const NodeId annotated = node_of_call != no_node ? node_of_call : id;
    const bool accessors = node_of_call == no_node;
    const Node object = node(at.a);
    if (object.kind == NodeKind::name) {
        // A class name in front of a dot; a global function of that name gives way to it.
        std::uint32_t owner = in_.lookup.find_class(object.a);
        if (owner == no_index && in_.inference != nullptr && !in_.lookup.constant(object.a) &&
            in_.lookup.functions(no_index, object.a, Lookup::Prefix::none).empty())
            owner = in_.inference->class_of_functions(called(at.a));
        if (owner != no_index) {
            for (const NodeId argument : arguments) analyse(argument);
            node(at.a).type = type_void;
            node(at.a).op = 4; // a class: no code
            return host_call(annotated, owner, true, at.b, arguments, accessors);
        }
    }
    ExportType type = analyse(at.a);
    for (const NodeId argument : arguments) analyse(argument);
    if (is_open(type) && in_.inference != nullptr) {
        // Something nobody declared is used as an object: it gets a class.
        type = in_.inference->object(called(at.a), no_index);
        settle(at.a, type);
        node(at.a).type = type;
    }
    if (is_bad(type)) return type_error;
    if ((!is_named(type.kind) || type.kind == TypeKind::enumeration) && in_.inference != nullptr &&
        node(at.a).op == 2) {
        const ExportType guess = in_.inference->object(called(at.a), no_index);
        if (assume(at.a, guess)) type = guess;
    }
    if (!is_named(type.kind) || type.kind == TypeKind::enumeration) {
        const std::string member(in_.tokens.names.text(at.b));
        report(codes::member, at.position, name_of(type) + " has no members; '" + member + "' is not one",
               "only objects of the host have members");
        return type_error;
    }
    return host_call(annotated, type.index, false, at.b, arguments, accessors);
}

std::string Builder::known_versions(std::span<const std::uint32_t> functions) const {
    std::string text = "known:";
    int told = 0;
    for (const std::uint32_t index : functions)
        if ((exports_.function_at(index).flags & export_inferred) == 0 && told < 4)
            text += (told++ == 0 ? " " : "; ") + exports_.signature(index);
    return text;
}

ExportType Builder::host_call(NodeId id, std::uint32_t owner, bool needs_static, Symbol symbol,
                              std::span<const NodeId> arguments, bool accessors) {
    const std::string_view spelled_name = in_.tokens.names.text(symbol);
    for (const NodeId argument : arguments) {
        Node& part = node(argument);
        if (part.type.kind == TypeKind::none) {
            report(in_.inference != nullptr && part.op == 2 ? codes::assumed_overload : codes::type,
                   part.position, "the argument has no value");
            part.type = in_.inference != nullptr && part.op == 2 ? type_int : type_error;
        }
        if (is_bad(part.type)) return type_error;
    }
    std::span<const std::uint32_t> candidates; // nothing below looks up functions once they are found
    if (owner == no_index)
        candidates = in_.lookup.functions(no_index, symbol, Lookup::Prefix::none);
    else {
        candidates = in_.lookup.members(owner, symbol, Lookup::Prefix::none);
        if (accessors) {
            // a name without parentheses: the function itself if it takes nothing, else its getter
            const bool callable = std::ranges::any_of(candidates, [&](std::uint32_t index) {
                return exports_.function_at(index).parameters.empty();
            });
            if (!callable) candidates = in_.lookup.members(owner, symbol, Lookup::Prefix::get);
        }
    }
    bool ambiguous = false;
    std::uint32_t chosen = choose(candidates, arguments, ambiguous);
    Node& at = node(id);
    const auto name = [&] { return std::string(spelled_name); };
    if (chosen == no_index && in_.inference != nullptr) {
        argument_types_.clear();
        std::size_t format = 0;
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            argument_types_.push_back(node(arguments[i]).type);
            if (format == 0 && spelled_name.ends_with('F') && node(arguments[i]).kind == NodeKind::string &&
                text_of_string(node(arguments[i])).find('%') != std::string::npos)
                format = i + 1;
        }
        std::string made(as_written(at.position, symbol));
        if (accessors && owner != no_index && !reads_as_question(spelled_name) && (at.op & 0x80U) == 0)
            made = "Get" + made;
        const bool as_static =
            owner == no_index || (needs_static && exports_.class_at(owner).kind != ClassKind::singleton);
        chosen = in_.inference->function(owner, made, as_static, argument_types_, format != 0, format);
        ambiguous = false;
    }
    if (chosen == no_index) {
        if (candidates.empty()) {
            if (owner != no_index)
                report_no_member(owner, name(), at.position);
            else
                report(codes::member, at.position, "undefined function '" + name() + "'",
                       meant(NameSort::function, spelled_name));
        } else {
            report(codes::call, at.position, "no overload of '" + name() + "' takes these parameters",
                   known_versions(candidates));
        }
        return type_error;
    }
    const FunctionExport& function = exports_.function_at(chosen);
    if ((function.flags & export_inferred) != 0 && in_.inference != nullptr) {
        // a declared function of that name took other arguments
        if (std::ranges::any_of(candidates, [&](std::uint32_t index) {
                return (exports_.function_at(index).flags & export_inferred) == 0;
            }))
            report(codes::assumed_overload, at.position,
                   "no known overload of '" + name() + "' takes these arguments; assumed another one",
                   known_versions(candidates));
        argument_types_.clear();
        for (const NodeId argument : arguments) argument_types_.push_back(node(argument).type);
        in_.inference->refine(chosen, argument_types_);
    }
    if (ambiguous) {
        report(codes::ambiguous, at.position, "several overloads of '" + name() + "' fit equally well",
               known_versions(candidates));
        return type_error;
    }
    if ((function.flags & export_not_skrit) != 0 ||
        (in_.options.retail && (function.flags & export_dev) != 0)) {
        report(codes::not_callable, at.position,
               (function.flags & export_not_skrit) != 0
                   ? "'" + function.name + "' is exported, but scripts may not call it"
                   : "'" + function.name + "' is missing in retail hosts",
               (function.flags & export_not_skrit) != 0 ? "it is for the host only"
                                                        : "wrap the call in #only( !retail ) [[ ... ]]");
        return type_error;
    }
    if (in_.options.game_only && (function.flags & export_added) != 0) {
        report(codes::added, at.position,
               "'" + function.name + "' is an addition of Vellum; the game has no such function",
               "vellum exports lists what the game has");
        return type_error;
    }
    if (needs_static && !function.is_static &&
        exports_.class_at(function.owner).kind != ClassKind::singleton) {
        const std::string member = "'" + exports_.class_at(owner).name + "." + name() + "'";
        if (!accessors || in_.inference == nullptr || !starts_with(function.name, "Get") ||
            !function.parameters.empty()) {
            report(codes::member, at.position, member + " needs an object",
                   "it is a member of objects of that class");
            return type_error;
        }
        // the game lists getters as variables, where it does not say which of them are static
        lint(codes::lint_class_member, at.position, member + " is used on the class, not on an object",
             "the script faults here if the game's getter needs one");
    }
    check_arguments(function, arguments);
    check_format(function, arguments);
    at.op = 2;
    at.ref = chosen;
    return in_.inference != nullptr ? in_.inference->result_of(chosen) : function.result;
}

} // namespace vellum::skrit
