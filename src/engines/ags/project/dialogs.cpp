// Dialogs as the script that the editor compiles: one line for each of theirs, because lines are part of what
// a script is compiled to.
#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/ascii.hpp"
#include "base/concat.hpp"
#include "base/number.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/project/generated.hpp"
#include "engines/ags/source/preprocessor.hpp"

namespace vellum::ags::project {

namespace {

constexpr std::string_view beginning[] = {
    "#define DIALOG_NONE      0",
    "#define DIALOG_RUNNING   1",
    "#define DIALOG_STOP      2",
    "#define DIALOG_NEWROOM   100",
    "#define DIALOG_NEWTOPIC  12000",
    "",
    "_tryimport function dialog_request(int);",
    "int __dlgscript_tempval;",
    "",
    "function _run_dialog_request (int parmtr) {",
    "  game.stop_dialog_at_end = DIALOG_RUNNING;",
    "  dialog_request(parmtr);",
    "",
    "  if (game.stop_dialog_at_end == DIALOG_STOP) {",
    "    game.stop_dialog_at_end = DIALOG_NONE;",
    "    return -2;",
    "  }",
    "  if (game.stop_dialog_at_end >= DIALOG_NEWTOPIC) {",
    "    int tval = game.stop_dialog_at_end - DIALOG_NEWTOPIC;",
    "    game.stop_dialog_at_end = DIALOG_NONE;",
    "    return tval;",
    "  }",
    "  if (game.stop_dialog_at_end >= DIALOG_NEWROOM) {",
    "    int roomnum = game.stop_dialog_at_end - DIALOG_NEWROOM;",
    "    game.stop_dialog_at_end = DIALOG_NONE;",
    "    player.ChangeRoom(roomnum);",
    "    return -2;",
    "  }",
    "  game.stop_dialog_at_end = DIALOG_NONE;",
    "  return -1;",
    "}",
};

constexpr std::string_view go_on = "return RUN_DIALOG_RETURN; }";

bool is_word(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// A command: its name, its arguments in the order of the text, and what it becomes, where "%1" and "%2" are
/// these. `n`: a number, `s`: one that may be negative, `c`: a character, `d`: a dialog. "%0" is the dialog's
/// own number.
struct CommandRow {
    std::string_view name, arguments, meaning;
    bool ends = false; ///< The entry is over.
};
constexpr CommandRow commands[] = {
    {"return", "", "return RUN_DIALOG_RETURN; }", true},
    {"stop", "", "return RUN_DIALOG_STOP_DIALOG; }", true},
    {"goto-previous", "", "return RUN_DIALOG_GOTO_PREVIOUS; }", true},
    {"goto-dialog", "d", "return %1;}", true},
    {"option-on", "n", "dialog[%0].SetOptionState(%1, eOptionOn);"},
    {"option-off", "n", "dialog[%0].SetOptionState(%1, eOptionOff);"},
    {"option-off-forever", "n", "dialog[%0].SetOptionState(%1, eOptionOffForever);"},
    {"set-speech-view", "cn", "%1.SpeechView = %2;"},
    {"set-globalint", "nn", "SetGlobalInt(%1,%2);"},
    {"run-script", "n",
     "__dlgscript_tempval=_run_dialog_request(%1); if(__dlgscript_tempval!=-1) return __dlgscript_tempval;"},
    {"play-sound", "n", "PlaySound(%1);"},
    {"add-inv", "n", "player.AddInventory(inventory[%1]);"},
    {"lose-inv", "n", "player.LoseInventory(inventory[%1]);"},
    {"give-score", "n", "GiveScore(%1);"},
    {"new-room", "n", "player.ChangeRoom(%1); return RUN_DIALOG_STOP_DIALOG;}", true},
};

class DialogScript {
  public:
    DialogScript(const Project& project, Diagnostics& diagnostics)
        : project_(project), diagnostics_(diagnostics) {
        for (const Item& each : project.characters) {
            const std::string name = lower_case(each.name);
            exact_.try_emplace(name, &each);
            if (name.size() > 1 && name.front() == 'c') short_.try_emplace(name.substr(1), &each);
        }
        for (const Dialog& each : project.dialogs) dialogs_.try_emplace(lower_case(each.name), each.id);
        say_ = project.switches.say.empty() ? "Say" : project.switches.say;
        narrate_ = project.switches.narrate.empty() ? "Display" : project.switches.narrate;
    }

    Generated run() {
        for (const std::string_view line : beginning) out_.line(line);
        for (const Dialog& dialog : project_.dialogs) convert(dialog);
        return std::move(out_);
    }

  private:
    void convert(const Dialog& dialog) {
        dialog_ = &dialog;
        inside_ = seen_entry_ = false;
        entries_.clear();
        number_ = 0;
        out_.line(concat("\"", source::section_mark, "Dialog ", dialog.id, "\""), dialog.line);
        out_.text += concat("function _run_dialog", dialog.id, "(int entryPoint) { ");
        for (std::string_view rest = dialog.script; !rest.empty();) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            const std::string_view line = rest.substr(0, end);
            rest.remove_prefix(std::min(end + 1, rest.size()));
            ++number_;
            out_.line(converted(line), source_line());
        }
        if (inside_) out_.line("}", source_line());
        out_.line(go_on, dialog.line);
    }

    [[nodiscard]] std::uint32_t source_line() const { return dialog_->script_line + number_ - 1; }

    /// A mistake of the line; nothing comes of it.
    std::string wrong(std::string message) {
        diagnostics_.add(codes::project_dialog,
                         concat("dialog ", dialog_->id, ", line ", number_, ": ", message),
                         Place::at_line(source_line()));
        return {};
    }

    std::string converted(std::string_view line) {
        if (!line.empty() && (line.front() == ' ' || line.front() == '\t')) {
            if (trimmed(line).empty()) return std::string(line);
            if (!inside_) return wrong("script before the first entry point ('@S' or '@1')");
            return with_dialog_for_this(line);
        }
        line = trimmed(line.substr(0, line.find("//")));
        if (line.empty()) return {};
        if (line.front() == '@') return entry(line.substr(1));
        if (!inside_) {
            diagnostics_.add(codes::project_dialog_line,
                             concat("dialog ", dialog_->id, ", line ", number_,
                                    ": this is never reached: no entry point leads here"),
                             Place::at_line(source_line()));
            return {};
        }
        const std::size_t colon = line.find(':');
        if (colon != std::string_view::npos && colon > 0) return speech(line, colon);
        return command(line);
    }

    /// Real script: "this" is the dialog.
    [[nodiscard]] std::string with_dialog_for_this(std::string_view line) const {
        constexpr std::string_view word = "this";
        std::string made;
        char quote = 0;
        for (std::size_t at = 0; at < line.size();) {
            const char c = line[at];
            if (quote != 0) {
                made += c;
                if (c == '\\' && at + 1 < line.size()) made += line[++at];
                if (c == quote) quote = 0;
                ++at;
                continue;
            }
            if (c == '"' || c == '\'') quote = c;
            const bool here = at > 0 && line.substr(at).starts_with(word) && !is_word(line[at - 1]) &&
                              (at + word.size() == line.size() || !is_word(line[at + word.size()]));
            if (here) {
                made += concat("dialog[", dialog_->id, "]");
                at += word.size();
            } else {
                made += c;
                ++at;
            }
        }
        return made;
    }

    std::string entry(std::string_view name) {
        std::int32_t number = 0;
        name = trimmed(name);
        if (name.empty() || (name.front() != 's' && name.front() != 'S')) {
            number = whole_number<std::int32_t>(name).value_or(-1);
            if (number < 0 || number > dialog_->options)
                return wrong(concat("invalid entry point '@", name, "': the dialog has ", dialog_->options,
                                    " options"));
        }
        if (!entries_.insert(number).second)
            return wrong(concat("the entry point '@", name, "' is used twice"));
        std::string made;
        if (inside_)
            made = concat("entryPoint = ", number, "; }");
        else if (seen_entry_)
            made = "else ";
        made += concat("if (entryPoint == ", number, ") {");
        inside_ = seen_entry_ = true;
        return made;
    }

    [[nodiscard]] const Item* character(std::string_view name) const {
        const std::string wanted = lower_case(name);
        if (const auto found = exact_.find(wanted); found != exact_.end()) return found->second;
        const auto found = short_.find(wanted);
        return found == short_.end() ? nullptr : found->second;
    }

    std::string speech(std::string_view line, std::size_t colon) {
        const std::string_view who = trimmed(line.substr(0, colon));
        std::string_view said = trimmed(line.substr(colon + 1));
        if (said.empty()) said = "...";
        std::string text;
        for (const char c : said) {
            if (c == '"') text += '\\';
            text += c;
        }
        const std::string name = lower_case(who);
        if (name == "narrator") return concat(narrate_, "(\"", text, "\");");
        if (name == "player") return concat("player.", say_, "(\"", text, "\");");
        const Item* found = character(name);
        if (found == nullptr) return wrong(concat("there is no character '", who, "'"));
        return concat(found->name, ".", say_, "(\"", text, "\");");
    }

    std::string command(std::string_view line) {
        std::string text = lower_case(line);
        std::erase(text, ';');
        const std::string_view all = trimmed(text);
        // The longest name that the line begins with: "option-off-forever" begins with another's.
        const CommandRow* best = nullptr;
        for (const CommandRow& row : commands)
            if (all.starts_with(row.name) && (best == nullptr || row.name.size() > best->name.size()))
                best = &row;
        std::string made;
        if (best == nullptr || !arguments(*best, all.substr(best->name.size()), made))
            return wrong(concat("Unknown command: ", line,
                                ". The command may require parameters which you have not supplied."));
        if (best->ends) inside_ = false;
        return made;
    }

    bool arguments(const CommandRow& row, std::string_view rest, std::string& made) {
        std::string values[2];
        for (std::size_t i = 0; i < row.arguments.size(); ++i) {
            rest = trimmed(rest);
            if (i > 0 && rest.starts_with(',')) rest = trimmed(rest.substr(1));
            if (!argument(row.arguments[i], rest, values[i])) return false;
        }
        if (!trimmed(rest).empty()) return false;
        for (std::size_t at = 0; at < row.meaning.size(); ++at) {
            if (row.meaning[at] != '%') {
                made += row.meaning[at];
                continue;
            }
            const char which = row.meaning[++at];
            made += which == '0' ? std::to_string(dialog_->id) : values[which - '1'];
        }
        return true;
    }

    /// Takes one argument off the text.
    bool argument(char kind, std::string_view& rest, std::string& value) {
        std::size_t end = 0;
        while (end < rest.size() && is_word(rest[end])) ++end;
        const std::string_view word = rest.substr(0, end);
        if (word.empty()) return false;
        if (kind == 'c') {
            const Item* found = character(word);
            if (found == nullptr) return false;
            value = found->name;
            rest.remove_prefix(end);
            return true;
        }
        std::uint32_t number = 0;
        const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
        const bool numeric = read.ec == std::errc{};
        if (kind == 'd' && !numeric) {
            const auto found = dialogs_.find(std::string(word));
            if (found == dialogs_.end()) return false;
            value = std::to_string(found->second);
            rest.remove_prefix(end);
            return true;
        }
        if (!numeric) return false;
        value = std::to_string(number);
        rest.remove_prefix(static_cast<std::size_t>(read.ptr - word.data()));
        return true;
    }

    const Project& project_;
    Diagnostics& diagnostics_;
    std::unordered_map<std::string, const Item*> exact_, short_; ///< Characters by name, and without the 'c'.
    std::unordered_map<std::string, std::int32_t> dialogs_;
    std::string say_, narrate_;
    Generated out_;
    const Dialog* dialog_ = nullptr;
    std::uint32_t number_ = 0; ///< Of the line, from 1.
    bool inside_ = false, seen_entry_ = false;
    std::unordered_set<std::int32_t> entries_;
};

} // namespace

Generated make_dialogs(const Project& project, Diagnostics& diagnostics) {
    return DialogScript(project, diagnostics).run();
}

std::string dialog_command(std::string_view statement, std::int32_t dialog) {
    std::string compact;
    std::ranges::copy_if(statement, std::back_inserter(compact), [](char c) { return c != ' '; });
    for (const CommandRow& row : commands) {
        if (row.ends) continue;
        std::string values[2];
        std::string_view rest = compact;
        bool same = true;
        for (std::size_t at = 0; at < row.meaning.size() && same; ++at) {
            const char c = row.meaning[at];
            if (c == ' ') continue;
            if (c != '%') {
                same = rest.starts_with(c);
                rest.remove_prefix(same ? 1 : 0);
                continue;
            }
            const char which = row.meaning[++at];
            const auto end = static_cast<std::size_t>(std::ranges::find_if_not(rest, is_word) - rest.begin());
            const std::string_view word = rest.substr(0, end);
            same = !word.empty() && (which != '0' || word == std::to_string(dialog));
            if (which != '0') values[which - '1'] = std::string(word);
            rest.remove_prefix(end);
        }
        if (!same || !rest.empty()) continue;
        std::string made(row.name);
        for (std::size_t i = 0; i < row.arguments.size(); ++i) made += concat(i == 0 ? " " : ", ", values[i]);
        return made;
    }
    return {};
}

std::string dialog_place(const Project& project, std::uint32_t line) {
    for (const Dialog& dialog : project.dialogs) {
        const auto lines = static_cast<std::uint32_t>(std::ranges::count(dialog.script, '\n')) + 1;
        if (line >= dialog.script_line && line - dialog.script_line < lines)
            return concat("dialog ", dialog.id, ", line ", line - dialog.script_line + 1);
    }
    return {};
}

} // namespace vellum::ags::project
