// An edited text and the decompiled one have the same words where nobody gave a name; comments keep their
// lines.
#include "engines/ags/decompile/user_names.hpp"
#include "engines/ags/decompile/game_words.hpp"

#include <algorithm>
#include <set>

#include "engines/ags/codes.hpp"
#include "engines/ags/decompile/decompile.hpp"
#include "engines/ags/source/outline.hpp"

namespace vellum::ags::decompile {

using source::Piece;

namespace {

constexpr std::string_view settings_mark = "// vellum:";

/// Number of the line in which a place stands, from 0.
class LineNumbers {
  public:
    explicit LineNumbers(std::string_view text) {
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == '\n') begins_.push_back(i + 1);
    }
    [[nodiscard]] std::int32_t of(std::size_t place) const {
        return static_cast<std::int32_t>(std::ranges::upper_bound(begins_, place) - begins_.begin()) - 1;
    }

  private:
    std::vector<std::size_t> begins_{0};
};

/// The functions of a text by name, those that are there twice left out.
std::map<std::string_view, const SourceFunction*> by_name(const std::vector<SourceFunction>& outline) {
    std::map<std::string_view, const SourceFunction*> found;
    for (const SourceFunction& one : outline) {
        const auto [entry, fresh] = found.emplace(one.name, &one);
        if (!fresh) entry->second = nullptr;
    }
    return found;
}

std::string full_name(const Extent& extent) {
    return (extent.type.empty() ? "" : std::string(extent.type) + ".") + extent.name;
}

/// The lines of a comment without their signs.
std::vector<std::string> lines_of(std::string_view comment) {
    const bool block = comment.starts_with("/*");
    comment.remove_prefix(2);
    if (block && comment.ends_with("*/")) comment.remove_suffix(2);
    std::vector<std::string> lines;
    while (true) {
        const std::size_t end = std::min(comment.find('\n'), comment.size());
        std::string_view line = comment.substr(0, end);
        while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
        lines.emplace_back(line);
        if (end == comment.size()) return lines;
        comment.remove_prefix(end + 1);
    }
}

class Collector {
  public:
    Collector(const Script& script, std::string_view text, const NamesUsed& used, const Decompiled& made,
              const Names* known)
        : block_(script), theirs_(text), mine_(made.text), used_(used), their_lines_(text) {
        if (known == nullptr) return;
        names_.functions = known->functions;
        names_.game = known->game;
    }

    std::string run() {
        const std::vector<SourceFunction> their_outline = source::outline(theirs_);
        const std::vector<SourceFunction> my_outline = source::outline(mine_);
        const auto theirs = by_name(their_outline);
        const auto mine = by_name(my_outline);
        const std::vector<FunctionKey> keys = function_keys(block_);
        for (std::uint32_t i = 0; i < keys.size(); ++i) {
            const std::string name = full_name(block_.functions()[i]);
            const auto their = theirs.find(name);
            const auto my = mine.find(name);
            if (their == theirs.end() || my == mine.end() || their->second == nullptr ||
                my->second == nullptr)
                continue;
            FunctionNames& names = names_.functions[keys[i]];
            compare(i, names, *their->second, *my->second);
            const auto before =
                std::ranges::lower_bound(their_outline, their->second->begin, {}, &SourceFunction::begin);
            comments(names, *their->second, before == their_outline.begin() ? 0 : std::prev(before)->end,
                     *my->second);
        }
        return write_names(names_.functions, names_.game.get());
    }

  private:
    /// What stands in the place of a made-up name is a name that somebody gave.
    void compare(std::uint32_t number, FunctionNames& names, const SourceFunction& theirs,
                 const SourceFunction& mine) {
        const auto words = [](std::string_view text, const SourceFunction& of) {
            std::vector<std::string_view> list;
            for (const Piece& piece : source::pieces_of(text, of.begin, of.end))
                if (!piece.comment) list.push_back(text.substr(piece.begin, piece.end - piece.begin));
            return list;
        };
        const auto left = words(theirs_, theirs), right = words(mine_, mine);
        if (left.size() != right.size()) return; // more than names was changed
        const std::vector<std::string>& locals = used_.locals[number];
        const std::vector<std::int32_t> globals = globals_in(block_, number);
        names.locals.clear();
        names.globals.clear();
        for (std::size_t i = 0; i < left.size(); ++i) {
            const bool member = i > 0 && right[i - 1] == ".";
            if (left[i] == right[i] || member || !is_name(left[i])) continue;
            const auto local = std::ranges::find(locals, right[i]);
            if (local != locals.end()) {
                names.locals[static_cast<std::uint32_t>(local - locals.begin())] = left[i];
                continue;
            }
            const auto global = std::ranges::find_if(
                used_.globals, [&](const auto& each) { return each.second == right[i]; });
            if (global == used_.globals.end()) continue;
            const auto behind = std::next(global);
            for (std::uint32_t k = 0; k < globals.size(); ++k)
                if (globals[k] >= global->first &&
                    (behind == used_.globals.end() || globals[k] < behind->first)) {
                    names.globals[k] = left[i];
                    break;
                }
        }
    }

    void comments(FunctionNames& names, const SourceFunction& theirs, std::size_t from,
                  const SourceFunction& mine) {
        std::set<std::string_view> own;
        for (const Piece& piece : source::pieces_of(mine_, mine.begin, mine.end))
            if (piece.comment)
                own.insert(std::string_view(mine_).substr(piece.begin, piece.end - piece.begin));
        names.comments.clear();
        const std::size_t behind = std::min(theirs_.find('\n', theirs.end), theirs_.size());
        const std::int32_t first = their_lines_.of(theirs.begin);
        const std::int32_t last_before = from == 0 ? -1 : their_lines_.of(from);
        for (const Piece& piece : source::pieces_of(theirs_, from, behind)) {
            const std::string_view text = theirs_.substr(piece.begin, piece.end - piece.begin);
            if (!piece.comment || text.starts_with(settings_mark) || own.contains(text)) continue;
            std::int32_t line = their_lines_.of(piece.begin);
            if (line == last_before) continue; // that of the function before
            for (std::string& each : lines_of(text))
                if (!each.empty()) names.comments.emplace(line++ - first, std::move(each));
        }
    }

    const Block block_;
    std::string_view theirs_;
    const std::string& mine_;
    const NamesUsed& used_;
    LineNumbers their_lines_;
    Names names_;
};

} // namespace

std::string with_comments(const Block& block, const Names& names, std::string text) {
    std::vector<std::string> lines;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        lines.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const LineNumbers numbers(text);
    const std::vector<SourceFunction> outline = source::outline(text);
    const auto functions = by_name(outline);
    const std::vector<FunctionKey> keys = function_keys(block);
    bool any = false;
    for (std::uint32_t i = 0; i < keys.size(); ++i) {
        const auto found = names.functions.find(keys[i]);
        const auto function = functions.find(full_name(block.functions()[i]));
        if (found == names.functions.end() || function == functions.end() || function->second == nullptr)
            continue;
        const std::int64_t first = numbers.of(function->second->begin);
        for (const auto& [line, comment] : found->second.comments) {
            const std::int64_t at = std::clamp<std::int64_t>(first + line, 0, std::ssize(lines) - 1);
            std::string& to = lines[static_cast<std::size_t>(at)];
            const std::size_t settings = to.find(settings_mark);
            const std::string made = (comment.starts_with(' ') ? "//" : "// ") + comment;
            if (settings != std::string::npos || comment.find_first_of("\r\n") != std::string::npos) continue;
            const bool inside = to.find_first_not_of(' ') == std::string::npos && line > 0;
            if (to.find_first_not_of(' ') == std::string::npos)
                to = (inside ? "  " : "") + made;
            else
                to += " " + made;
            any = true;
        }
    }
    if (!any) return text;
    std::string out;
    for (const std::string& line : lines) out += line + "\n";
    return out;
}

Result<std::string> names_in(const Script& script, std::string_view text, const Names* known) {
    NamesUsed used;
    const Decompiled made = decompile_text(script, {}, &used);
    if (!made.listing.empty())
        return fail(codes::names_script, "the script is a listing, which has no names",
                    {.file = script.name()});
    return Collector(script, text, used, made, known).run();
}

} // namespace vellum::ags::decompile
