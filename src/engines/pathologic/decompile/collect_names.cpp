// An edited text is compiled, and the script decompiled: what the two texts call otherwise was named by
// somebody. Comments keep their place by the tokens around them.
#include <algorithm>
#include <unordered_map>

#include "base/edits.hpp"
#include "engines/pathologic/compile/compile.hpp"
#include "engines/pathologic/compile/outline.hpp"
#include "engines/pathologic/compile/parser.hpp"
#include "engines/pathologic/decompile/codes.hpp"
#include "engines/pathologic/decompile/decompile.hpp"
#include "engines/pathologic/decompile/user_names.hpp"
#include "engines/pathologic/source/printer.hpp"

namespace vellum::pathologic::decompile {

namespace {

constexpr std::uint64_t most_steps = 4'000'000; ///< To find the tokens of one function in another text of it.

/// A word, a text or a sign, or a comment.
struct Piece {
    std::size_t begin = 0, end = 0;
    bool comment = false;
};

bool in_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The pieces of a text, blanks left out. A block of several lines of comment is one piece for each.
std::vector<Piece> pieces_of(std::string_view text, std::size_t begin, std::size_t end) {
    std::vector<Piece> pieces;
    for (std::size_t at = begin; at < end;) {
        const char c = text[at];
        std::size_t stop = at + 1;
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            at = stop;
            continue;
        }
        const bool line = text.substr(at).starts_with("//"), block = text.substr(at).starts_with("/*");
        if (line) {
            stop = std::min(text.find('\n', at), end);
        } else if (block) {
            const std::size_t close = text.find("*/", at + 2);
            stop = close == std::string_view::npos ? end : close + 2;
        } else if (c == '"') {
            while (stop < end && text[stop] != '"' && text[stop] != '\n') stop += text[stop] == '\\' ? 2 : 1;
            stop = std::min(stop + 1, end);
        } else if (in_word(c)) {
            while (stop < end && in_word(text[stop])) ++stop;
        }
        pieces.push_back({at, stop, line || block});
        at = stop;
    }
    return pieces;
}

/// The lines of a comment without their signs.
std::vector<std::string> lines_of(std::string_view comment) {
    if (comment.starts_with("//")) {
        comment.remove_prefix(2);
        if (comment.ends_with('\r')) comment.remove_suffix(1);
        return {std::string(comment)};
    }
    comment.remove_prefix(2);
    if (comment.ends_with("*/")) comment.remove_suffix(2);
    std::vector<std::string> lines;
    while (!comment.empty()) {
        const std::size_t end = std::min(comment.find('\n'), comment.size());
        const std::string_view line = comment.substr(0, end);
        const std::size_t first = line.find_first_not_of(" \t*\r");
        if (first != std::string_view::npos)
            lines.push_back(" " +
                            std::string(line.substr(first, line.find_last_not_of(" \t\r") - first + 1)));
        comment.remove_prefix(std::min(end + 1, comment.size()));
    }
    return lines;
}

class Collector {
  public:
    Collector(const Script& script, std::string_view text, const compile::Parsed& edited, Source made,
              const Names* known)
        : script_(script),
          text_(text),
          edited_(edited.tree),
          made_(std::move(made.tree)),
          keys_(function_keys(script, made_)),
          outline_(compile::outline(text)) {
        if (known != nullptr) names_.functions = known->functions;
    }

    std::string run() {
        find_functions();
        for (std::uint32_t i = 0; i < keys_.size(); ++i)
            if (theirs_[i] != none) names_of(i);
        comments();
        return write_names(names_.functions);
    }

  private:
    /// Which function of the text each function of the script comes from.
    void find_functions() {
        std::vector<std::size_t> lines{0};
        for (std::size_t i = 0; i < text_.size(); ++i)
            if (text_[i] == '\n') lines.push_back(i + 1);
        for (const FunctionEntry& entry : script_.entries.functions) {
            const Place place = script_.instructions.place_of(entry.address, 0);
            std::uint32_t found = none;
            if (place.line != 0 && place.line <= lines.size()) {
                const std::size_t at = lines[place.line - 1] + (place.column == 0 ? 0 : place.column - 1);
                const auto behind = std::ranges::upper_bound(outline_, at, {}, &SourceFunction::begin);
                if (behind != outline_.begin())
                    found = static_cast<std::uint32_t>(behind - outline_.begin()) - 1;
            }
            // The outline and the parser see the same functions in the same order, or this is not their text.
            theirs_.push_back(outline_.size() == edited_.functions.size() ? found : none);
        }
    }

    void note(FunctionNames& names, Slot slot, std::string_view theirs, std::string_view mine) {
        if (theirs == mine)
            names.slots.erase(slot);
        else
            names.slots[slot] = theirs;
    }

    void names_of(std::uint32_t number) {
        const source::Function& theirs = edited_.functions[theirs_[number]];
        const source::Function& mine = made_.functions[number];
        FunctionNames& names = names_.functions[keys_[number]];
        if (!mine.event && !mine.init)
            names.name = theirs.name == none || edited_.text(theirs.name) == made_.text(mine.name)
                             ? std::string{}
                             : std::string(edited_.text(theirs.name));
        const auto slots = [&](SlotKind kind, const auto& a, const auto& b) {
            for (std::uint32_t i = 0; a.size() == b.size() && i < a.size(); ++i)
                note(names, {kind, i}, edited_.text(a[i]), made_.text(b[i]));
        };
        slots(SlotKind::parameter, theirs.parameter_names, mine.parameter_names);
        slots(SlotKind::local, theirs.local_names, mine.local_names);
        const std::vector<std::uint32_t> globals = globals_in(script_, script_.entries.functions[number]);
        for (std::uint32_t i = 0; i < globals.size(); ++i)
            if (globals[i] < edited_.globals.size() && !made_.globals[globals[i]].property)
                note(names, {SlotKind::global, i}, edited_.text(edited_.globals[globals[i]].name),
                     made_.text(made_.globals[globals[i]].name));
        if (theirs.task == none || mine.task == none) return;
        const source::Task& their_task = edited_.tasks[theirs.task];
        const source::Task& my_task = made_.tasks[mine.task];
        if (mine.init)
            names.task = edited_.text(their_task.name) == made_.text(my_task.name)
                             ? std::string{}
                             : std::string(edited_.text(their_task.name));
        if (their_task.variables.size() != my_task.variables.size()) return;
        const auto variable = [&](std::uint32_t i) {
            note(names, {SlotKind::variable, i}, edited_.text(their_task.variables[i].name),
                 made_.text(my_task.variables[i].name));
        };
        if (mine.init) { // it stands for the task: also for variables that nobody uses
            for (std::uint32_t i = 0; i < my_task.variables.size(); ++i) variable(i);
            return;
        }
        const SourceFunction& part = outline_[theirs_[number]];
        std::unordered_map<std::string_view, std::uint32_t> variables;
        for (std::uint32_t i = 0; i < my_task.variables.size(); ++i)
            variables.emplace(edited_.text(their_task.variables[i].name), i);
        for (const Piece& piece : pieces_of(text_, part.begin, part.end)) {
            const auto found = variables.find(text_.substr(piece.begin, piece.end - piece.begin));
            if (found != variables.end()) variable(found->second);
        }
    }

    // --- Comments ---

    /// With the names, the decompiled text has the same tokens as the edited one.
    void comments() {
        apply_names(script_, names_, made_);
        const std::string print = source::print(made_);
        const std::vector<SourceFunction> parts = compile::outline(print);
        if (parts.size() != keys_.size()) return;
        for (std::uint32_t i = 0; i < keys_.size(); ++i)
            if (theirs_[i] != none) comments_of(i, print, parts[i]);
    }

    void comments_of(std::uint32_t number, std::string_view print, const SourceFunction& part) {
        const SourceFunction& theirs = outline_[theirs_[number]];
        // Lines of comment above a function belong to it, and what stands behind its end on the same line.
        const std::size_t before = theirs_[number] == 0 ? 0 : outline_[theirs_[number] - 1].end;
        const std::size_t behind = std::min(text_.find('\n', theirs.end), text_.size());
        std::vector<Piece> all = pieces_of(text_, before, behind);
        while (!all.empty() && all.back().begin >= theirs.end && !all.back().comment) all.pop_back();
        const auto first = std::ranges::find(all, theirs.begin, &Piece::begin);
        auto start = first;
        while (start != all.begin() && std::prev(start)->comment && is_first_on_line(std::prev(start)->begin))
            --start;
        all.erase(all.begin(), start);

        std::vector<Piece> tokens, fresh = pieces_of(print, part.begin, part.end);
        for (const Piece& piece : all)
            if (!piece.comment) tokens.push_back(piece);
        FunctionNames& names = names_.functions[keys_[number]];
        names.comments.clear();
        if (tokens.size() == all.size()) return;
        std::unordered_map<std::string_view, std::uint32_t> words;
        const auto numbers = [&](std::string_view text, const std::vector<Piece>& pieces) {
            std::vector<std::uint32_t> list;
            list.reserve(pieces.size());
            for (const Piece& piece : pieces)
                list.push_back(words
                                   .emplace(text.substr(piece.begin, piece.end - piece.begin),
                                            static_cast<std::uint32_t>(words.size()))
                                   .first->second);
            return list;
        };
        std::vector<std::size_t> places; // of each token, among the fresh ones
        std::size_t at = 0;
        for (const Edit& edit :
             find_edits(numbers(text_, tokens), numbers(print, fresh), most_steps).pieces) {
            for (std::size_t i = 0; i < edit.removed; ++i)
                places.push_back(std::min(at + (edit.same ? i : 0), fresh.size() - 1));
            at += edit.added;
        }
        std::size_t token = 0;
        for (const Piece& piece : all) {
            if (!piece.comment) {
                ++token;
                continue;
            }
            const bool above = is_first_on_line(piece.begin) && token < tokens.size();
            if (!above && token == 0) continue;
            const std::size_t place = fresh[places[above ? token : token - 1]].begin;
            const auto line = static_cast<std::uint32_t>(
                std::ranges::count(print.substr(part.begin, place - part.begin), '\n'));
            std::vector<std::string> lines = lines_of(text_.substr(piece.begin, piece.end - piece.begin));
            if (!above) { // one line, whatever it was
                std::string whole;
                for (const std::string& one : lines) whole += one;
                lines = {std::move(whole)};
            }
            for (std::string& one : lines) names.comments.push_back({line, !above, std::move(one)});
        }
    }

    [[nodiscard]] bool is_first_on_line(std::size_t at) const {
        while (at != 0 && (text_[at - 1] == ' ' || text_[at - 1] == '\t')) --at;
        return at == 0 || text_[at - 1] == '\n';
    }

    const Script& script_;
    std::string_view text_;
    const source::Tree& edited_;
    source::Tree made_;
    std::vector<FunctionKey> keys_;
    std::vector<SourceFunction> outline_;
    std::vector<std::uint32_t> theirs_; ///< By function of the script; none: not found.
    Names names_;
};

} // namespace

Result<std::string> names_in(const Engine& engine, std::string_view text, std::string name,
                             std::optional<Numbering> numbering, const Names* known,
                             Diagnostics& diagnostics) {
    Diagnostics compiling; // its warnings are told when the source is compiled
    const auto script =
        compile::compile_text(engine, text, name, numbering, compile::Wanted::program, nullptr, compiling);
    if (script == nullptr) {
        for (const Diagnostic& one : compiling.all())
            if (one.severity == Severity::error) {
                diagnostics.add(one);
                return std::unexpected(one);
            }
        return fail(codes::names_script, "the text could not be compiled");
    }
    Source made = decompile_script(*script);
    if (script->empty || text.starts_with(compile::listing_mark) || !made.whole)
        return fail(codes::names_script, "the script is a listing, which has no names", {.file = name});
    compile::Sources sources(text);
    const compile::Parsed edited = compile::parse(sources, nullptr, diagnostics);
    return Collector(*script, text, edited, std::move(made), known).run();
}

} // namespace vellum::pathologic::decompile
