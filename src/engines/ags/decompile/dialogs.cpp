// Goes through the script line by line, because the editor makes one line of each. A line that no command and
// nobody's speech becomes is script in the dialog, too. In the end the editor's own way leads from the texts
// to the script again, but for blanks and the names of what only the compiler sees.
#include "engines/ags/decompile/dialogs.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "base/ascii.hpp"
#include "base/concat.hpp"
#include "base/number.hpp"
#include "base/replace_all.hpp"
#include "engines/ags/project/generated.hpp"
#include "engines/ags/source/preprocessor.hpp"

namespace vellum::ags::decompile {

namespace {

constexpr std::int32_t most_options = 1000;

std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

/// What is between the two; nothing if the text does not begin and end so.
std::optional<std::string_view> between(std::string_view text, std::string_view begin, std::string_view end) {
    if (text.size() < begin.size() + end.size() || !text.starts_with(begin) || !text.ends_with(end))
        return std::nullopt;
    return text.substr(begin.size(), text.size() - begin.size() - end.size());
}

bool is_word(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        const char lower = lower_ascii(c);
        return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
}

struct Speech {
    std::string_view who, how; ///< "" and "Display" of the narrator.
    std::string text;
};

/// "cKeeper.Say("Good night.");", if nothing else is said with it.
std::optional<Speech> speech_in(std::string_view line) {
    const std::size_t open = line.find("(\"");
    if (open == std::string_view::npos) return std::nullopt;
    const auto said = between(line.substr(open), "(\"", "\");");
    if (!said) return std::nullopt;
    Speech made;
    for (std::size_t at = 0; at < said->size(); ++at) {
        const char c = (*said)[at];
        if (c == '"') return std::nullopt;
        if (c == '\\' && at + 1 < said->size() && (*said)[at + 1] == '"')
            ++at;
        else if (c == '\\' && at + 1 < said->size())
            made.text += (*said)[at++];
        made.text += (*said)[at];
    }
    std::string_view call = line.substr(0, open);
    if (const std::size_t dot = call.find('.'); dot != std::string_view::npos) {
        made.who = call.substr(0, dot);
        call.remove_prefix(dot + 1);
        if (!is_word(made.who)) return std::nullopt;
    }
    made.how = call;
    if (!is_word(call)) return std::nullopt;
    return made;
}

/// Without blanks, which are laid out otherwise outside of texts.
void put_compact(std::string& out, std::string_view text) {
    char quote = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (quote == 0 && (c == ' ' || c == '\t' || c == '\r' || c == '\n')) continue;
        out += c;
        if (quote != 0 && c == '\\' && at + 1 < text.size())
            out += text[++at];
        else if (quote != 0 ? c == quote : c == '"' || c == '\'')
            quote = quote != 0 ? '\0' : c;
    }
}

class Dialogs {
  public:
    std::string run(std::string_view script) {
        const std::string mark = concat("\"", source::section_mark, "Dialog ");
        std::vector<std::string_view> bodies;
        for (std::string_view rest = script; !rest.empty();) {
            const std::string_view line = take_line(rest);
            const auto id = between(line, mark, "\"");
            if (!id) {
                if (!bodies.empty()) extend(bodies.back(), line);
                continue;
            }
            const auto number = whole_number<std::int32_t>(*id);
            if (!number || *number < 0) return {};
            bodies.emplace_back(rest.substr(0, 0));
            project::Dialog& made = project_.dialogs.emplace_back();
            made.id = *number;
            made.options = most_options;
        }
        if (bodies.empty()) return {};
        for (const std::string_view body : bodies) find_ways(body);
        project_.switches.say = most(says_);
        project_.switches.narrate = most(narrates_);
        std::string made = concat(
            "// The scripts of the dialogs. Those of the editor become the same script. Speech is said with ",
            or_else(project_.switches.say, "Say"), ", the narrator's with ",
            or_else(project_.switches.narrate, "Display"), ".\n");
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            project::Dialog& dialog = project_.dialogs[i];
            if (!convert(bodies[i], dialog)) return {};
            made += concat("\n// Dialog ", dialog.id, "\n", dialog.script);
        }
        return is_same(bodies) ? made : std::string();
    }

  private:
    static std::string_view or_else(const std::string& text, std::string_view other) {
        return text.empty() ? other : std::string_view(text);
    }
    static std::string most(const std::map<std::string, std::size_t, std::less<>>& counts) {
        const auto found = std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; });
        return found == counts.end() ? std::string() : found->first;
    }
    /// `line` stands behind the body.
    static void extend(std::string_view& body, std::string_view line) {
        body = {body.data(), static_cast<std::size_t>(line.data() + line.size() - body.data())};
    }

    void find_ways(std::string_view body) {
        while (!body.empty())
            if (const auto speech = speech_in(trimmed(take_line(body))))
                ++(speech->who.empty() ? narrates_ : says_)[std::string(speech->how)];
    }

    /// What the lines between the head and the last "return" were.
    bool convert(std::string_view body, project::Dialog& dialog) {
        std::string_view head = take_line(body);
        const std::size_t open = head.find('(');
        const std::size_t brace = head.find('{');
        if (open == std::string_view::npos || brace == std::string_view::npos) return false;
        const std::string_view parameter = head.substr(open + 1, head.find(')') - open - 1);
        parameter_ = std::string(parameter.substr(parameter.rfind(' ') + 1));
        std::vector<std::string> lines{of_line(trimmed(head.substr(brace + 1)), dialog)};
        while (!body.empty()) lines.push_back(of_line(trimmed(take_line(body)), dialog));
        while (!lines.empty() && lines.back().empty()) lines.pop_back();
        if (lines.empty() || lines.back() != "return") return false;
        lines.pop_back(); // of the function
        for (const std::string& each : lines) dialog.script += each + "\n";
        return true;
    }

    std::string of_line(std::string_view line, const project::Dialog& dialog) {
        if (line.empty()) return {};
        std::string_view rest = line;
        const std::string again = concat(parameter_, " = ");
        if (rest.starts_with(again)) { // one entry goes on in the next
            const std::size_t end = rest.find("; }");
            if (end != std::string_view::npos) rest = trimmed(rest.substr(end + 3));
        }
        if (rest.starts_with("else ")) rest.remove_prefix(5);
        if (const auto entry = between(rest, concat("if (", parameter_, " == "), ") {"))
            return *entry == "0" ? std::string("@S") : concat("@", *entry);
        if (const auto result = between(line, "return ", "; }")) {
            if (*result == "-1") return "return";
            if (*result == "-2") return "stop";
            if (*result == "-4") return "goto-previous";
            if (const auto to = whole_number<std::int32_t>(*result); to && *to >= 0)
                return concat("goto-dialog ", *result);
        }
        if (const auto speech = speech_in(line)) {
            const bool narrates = speech->who.empty();
            const bool usual =
                speech->how == (narrates ? project_.switches.narrate : project_.switches.say) &&
                trimmed(speech->text) == speech->text && !speech->text.empty() &&
                !speech->text.contains("//");
            if (usual) {
                if (!narrates && speech->who != "player") know(speech->who);
                return concat(narrates ? "narrator" : speech->who, ": ", speech->text);
            }
        }
        if (std::string command = project::dialog_command(line, dialog.id); !command.empty()) return command;
        return concat("  ", line);
    }

    void know(std::string_view character) {
        if (!characters_.insert(std::string(character)).second) return;
        project_.characters.emplace_back().name = std::string(character);
    }

    [[nodiscard]] bool is_same(const std::vector<std::string_view>& bodies) const {
        Diagnostics diagnostics;
        const std::string made = project::make_dialogs(project_, diagnostics).text;
        if (!diagnostics.ok()) return false;
        const std::pair<std::string_view, std::string_view> names[] = {{"RUN_DIALOG_RETURN", "-1"},
                                                                       {"RUN_DIALOG_STOP_DIALOG", "-2"},
                                                                       {"RUN_DIALOG_GOTO_PREVIOUS", "-4"}};
        const std::string mark = concat("\"", source::section_mark, "Dialog ");
        std::string_view rest = made;
        rest.remove_prefix(std::min(rest.find(mark), rest.size()));
        for (const std::string_view body : bodies) {
            static_cast<void>(take_line(rest)); // the mark
            const std::size_t end = std::min(rest.find(mark), rest.size());
            std::string ours, theirs, parameter;
            put_compact(ours, body.substr(body.find('{')));
            const std::string_view section = rest.substr(0, end);
            put_compact(theirs, section.substr(section.find('{')));
            const std::string_view head = body.substr(0, body.find(')'));
            const std::string own(head.substr(head.rfind(' ') + 1));
            const auto replace = [&](std::string_view what, std::string_view by) {
                theirs = replace_all(theirs, what, by).first;
            };
            for (const auto& [name, value] : names) replace(name, value);
            replace("entryPoint", own);
            if (ours != theirs) return false;
            rest.remove_prefix(end);
        }
        return true;
    }

    project::Project project_;
    std::set<std::string> characters_; ///< Of the project.
    std::map<std::string, std::size_t, std::less<>> says_, narrates_;
    std::string parameter_;
};

} // namespace

std::string dialogs_of(std::string_view script) { return Dialogs().run(script); }

} // namespace vellum::ags::decompile
