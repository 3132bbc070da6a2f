#include "engines/pathologic/decompile/names_file.hpp"

#include <algorithm>
#include <array>

#include "base/text_writer.hpp"
#include "engines/pathologic/decompile/codes.hpp"
#include "engines/pathologic/source/words.hpp"

namespace vellum::pathologic::decompile {

namespace {

using vellum::source::names_heading;
using vellum::source::NamesLines;

constexpr std::array<std::string_view, 4> slot_words{"parameter", "local", "variable", "global"};

class Reader {
  public:
    Reader(std::string_view text, Diagnostics& diagnostics)
        : lines_(text, codes::names_line, diagnostics), diagnostics_(diagnostics) {}

    std::shared_ptr<const Names> run() {
        const std::size_t before = diagnostics_.errors();
        auto names = std::make_shared<Names>();
        if (lines_.next() && lines_.rest() != names_heading)
            lines_.mistake("a names file begins with '" + std::string(names_heading) + "'");
        while (lines_.next()) {
            const std::string_view kind = lines_.word();
            if (kind.empty() || kind.starts_with('#')) continue;
            if (kind == "function")
                function(*names);
            else if (current_ == nullptr)
                lines_.mistake("expected a line 'function HASH' first");
            else
                inside(kind);
        }
        return diagnostics_.errors() == before ? names : nullptr;
    }

  private:
    void function(Names& names) {
        current_ = nullptr;
        const auto key = lines_.function_key();
        if (!key) return;
        const auto [entry, fresh] = names.functions.try_emplace(*key);
        if (!fresh) return lines_.mistake("this function already has names");
        current_ = &entry->second;
        taken_.clear();
    }

    void inside(std::string_view kind) {
        if (kind == "comment") return comment();
        if (kind == "name" || kind == "task") {
            const std::string_view name = lines_.word();
            if (!is_name(name)) return;
            std::string& place = kind == "name" ? current_->name : current_->task;
            if (!place.empty()) return lines_.mistake("the function has a " + std::string(kind) + " already");
            place = name;
            return;
        }
        const auto found = std::ranges::find(slot_words, kind);
        if (found == slot_words.end()) return lines_.mistake("unknown name '" + std::string(kind) + "' here");
        Slot slot{static_cast<SlotKind>(found - slot_words.begin()), 0};
        const std::string_view which = lines_.word();
        if (!NamesLines::number(which, slot.number))
            return lines_.mistake("expected a number after '" + std::string(kind) + "'");
        const std::string_view name = lines_.word();
        if (!is_name(name)) return;
        // Locals of two blocks may have one name; nothing else may.
        const bool local = slot.kind == SlotKind::local;
        if (const auto other = taken_.find(name); other != taken_.end() && !(local && other->second))
            return lines_.mistake("'" + std::string(name) + "' already has another meaning in this function");
        if (!current_->slots.emplace(slot, name).second)
            return lines_.mistake(std::string(kind) + " " + std::string(which) + " already has a name");
        taken_.emplace(name, local);
    }

    bool is_name(std::string_view name) {
        if (vellum::source::is_plain_name(name) && !source::is_keyword(name)) return true;
        lines_.mistake(source::is_keyword(name) ? "'" + std::string(name) + "' is a keyword"
                                                : "'" + std::string(name) + "' is not a valid name");
        return false;
    }

    void comment() {
        Comment made;
        if (!NamesLines::number(lines_.word(), made.line))
            return lines_.mistake("expected a line number after 'comment'");
        const std::string_view where = lines_.word();
        if (where != "above" && where != "behind")
            return lines_.mistake("a comment is 'above' or 'behind' its line");
        made.behind = where == "behind";
        made.text = lines_.comment();
        current_->comments.push_back(std::move(made));
    }

    NamesLines lines_;
    Diagnostics& diagnostics_;
    FunctionNames* current_ = nullptr;
    std::map<std::string, bool, std::less<>> taken_; ///< Whether a local has it.
};

} // namespace

std::shared_ptr<const Names> read_names(std::string_view text, Diagnostics& diagnostics) {
    return Reader(text, diagnostics).run();
}

std::string write_names(const std::map<FunctionKey, FunctionNames>& functions) {
    TextWriter out;
    out.put(names_heading, '\n');
    for (const auto& [key, names] : functions) {
        if (names.empty()) continue;
        vellum::source::write_function_line(out, key);
        if (!names.name.empty()) out.text("  name " + names.name + "\n");
        if (!names.task.empty()) out.text("  task " + names.task + "\n");
        for (const auto& [slot, name] : names.slots)
            out.put("  ", slot_words[static_cast<std::size_t>(slot.kind)], ' ', slot.number,
                    " " + name + "\n");
        for (const Comment& comment : names.comments)
            out.put("  comment ", comment.line, comment.behind ? " behind " : " above ", comment.text, '\n');
    }
    return out.take();
}

} // namespace vellum::pathologic::decompile
