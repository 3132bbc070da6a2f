#include "engines/pathologic/decompile/names_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "base/text_writer.hpp"
#include "engines/pathologic/decompile/codes.hpp"
#include "engines/pathologic/source/words.hpp"

namespace vellum::pathologic::decompile {

namespace {

constexpr std::string_view heading = "vellum names 1";
constexpr std::array<std::string_view, 4> slot_words{"parameter", "local", "variable", "global"};

bool is_identifier(std::string_view text) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !text.empty() && letter(text.front()) && !source::is_keyword(text) &&
           std::ranges::all_of(text, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

class Reader {
  public:
    Reader(std::string_view text, Diagnostics& diagnostics) : text_(text), diagnostics_(diagnostics) {}

    std::shared_ptr<const Names> run() {
        const std::size_t before = diagnostics_.errors();
        auto names = std::make_shared<Names>();
        if (next_line() && line_ != heading)
            mistake("a file of names begins with '" + std::string(heading) + "'");
        while (next_line()) {
            const std::string_view kind = word();
            if (kind.empty() || kind.starts_with('#')) continue;
            if (kind == "function")
                function(*names);
            else if (current_ == nullptr)
                mistake("a line 'function HASH' is wanted first");
            else
                inside(kind);
        }
        return diagnostics_.errors() == before ? names : nullptr;
    }

  private:
    bool next_line() {
        if (text_.empty()) return false;
        const std::size_t end = std::min(text_.find('\n'), text_.size());
        line_ = text_.substr(0, end);
        text_.remove_prefix(std::min(end + 1, text_.size()));
        if (line_.ends_with('\r')) line_.remove_suffix(1);
        ++number_;
        return true;
    }
    std::string_view word() {
        line_.remove_prefix(std::min(line_.find_first_not_of(" \t"), line_.size()));
        const std::string_view found = line_.substr(0, line_.find_first_of(" \t"));
        line_.remove_prefix(found.size());
        return found;
    }
    void mistake(std::string message) {
        diagnostics_.add(codes::names_line, std::move(message), Place::at_line(number_));
    }
    template <class Number> bool number(std::string_view text, Number& value, int base = 10) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
        return error == std::errc() && end == text.data() + text.size();
    }

    void function(Names& names) {
        FunctionKey key;
        std::string_view hash = word();
        current_ = nullptr;
        if (const std::size_t dot = hash.find('.'); dot != std::string_view::npos) {
            if (!number(hash.substr(dot + 1), key.twin))
                return mistake("behind the point a number is wanted");
            hash = hash.substr(0, dot);
        }
        if (hash.size() != 16 || !number(hash, key.hash, 16))
            return mistake("a function is known by sixteen hexadecimal digits");
        const auto [entry, fresh] = names.functions.try_emplace(key);
        if (!fresh) return mistake("this function has its names already");
        current_ = &entry->second;
        taken_.clear();
    }

    void inside(std::string_view kind) {
        if (kind == "comment") return comment();
        if (kind == "name" || kind == "task") {
            const std::string_view name = word();
            if (!is_name(name)) return;
            std::string& place = kind == "name" ? current_->name : current_->task;
            if (!place.empty()) return mistake("the function has a " + std::string(kind) + " already");
            place = name;
            return;
        }
        const auto found = std::ranges::find(slot_words, kind);
        if (found == slot_words.end())
            return mistake("there is nothing called '" + std::string(kind) + "' here");
        Slot slot{static_cast<SlotKind>(found - slot_words.begin()), 0};
        const std::string_view which = word();
        if (!number(which, slot.number))
            return mistake("a number is wanted behind '" + std::string(kind) + "'");
        const std::string_view name = word();
        if (!is_name(name)) return;
        // Locals of two blocks may have one name; nothing else may.
        const bool local = slot.kind == SlotKind::local;
        if (const auto other = taken_.find(name); other != taken_.end() && !(local && other->second))
            return mistake("'" + std::string(name) + "' is the name of something else in this function");
        if (!current_->slots.emplace(slot, name).second)
            return mistake(std::string(kind) + " " + std::string(which) + " has a name already");
        taken_.emplace(name, local);
    }

    bool is_name(std::string_view name) {
        if (is_identifier(name)) return true;
        mistake(source::is_keyword(name) ? "'" + std::string(name) + "' is a word of the language"
                                         : "'" + std::string(name) + "' is no name");
        return false;
    }

    void comment() {
        Comment made;
        if (!number(word(), made.line)) return mistake("a line's number is wanted behind 'comment'");
        const std::string_view where = word();
        if (where != "above" && where != "behind")
            return mistake("a comment stands 'above' or 'behind' its line");
        made.behind = where == "behind";
        made.text = line_.substr(std::min<std::size_t>(1, line_.size()));
        current_->comments.push_back(std::move(made));
    }

    std::string_view text_, line_;
    Diagnostics& diagnostics_;
    std::uint32_t number_ = 0;
    FunctionNames* current_ = nullptr;
    std::map<std::string, bool, std::less<>> taken_; ///< Whether a local has it.
};

} // namespace

std::shared_ptr<const Names> read_names(std::string_view text, Diagnostics& diagnostics) {
    return Reader(text, diagnostics).run();
}

std::string write_names(const std::map<FunctionKey, FunctionNames>& functions) {
    TextWriter out;
    out.text(heading);
    out.newline();
    for (const auto& [key, names] : functions) {
        if (names.empty()) continue;
        out.text("function ");
        out.hex(key.hash, 16);
        if (key.twin != 0) {
            out.ch('.');
            out.dec(key.twin);
        }
        out.newline();
        if (!names.name.empty()) out.text("  name " + names.name + "\n");
        if (!names.task.empty()) out.text("  task " + names.task + "\n");
        for (const auto& [slot, name] : names.slots) {
            out.text("  ");
            out.text(slot_words[static_cast<std::size_t>(slot.kind)]);
            out.ch(' ');
            out.dec(slot.number);
            out.text(" " + name + "\n");
        }
        for (const Comment& comment : names.comments) {
            out.text("  comment ");
            out.dec(comment.line);
            out.text(comment.behind ? " behind " : " above ");
            out.text(comment.text);
            out.newline();
        }
    }
    return out.take();
}

} // namespace vellum::pathologic::decompile
