// GNU gettext's PO files. The context of an entry is the file it is of, and for tables " #" and the number.
#include <optional>

#include "base/ascii.hpp"
#include "tools/texts/escape.hpp"
#include "tools/texts/forms.hpp"

namespace vellum::tools {

namespace {

constexpr std::string_view number_mark = " #";
constexpr std::string_view head = "msgid \"\"\nmsgstr \"\"\n\"MIME-Version: 1.0\\n\"\n"
                                  "\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
                                  "\"Content-Transfer-Encoding: 8bit\\n\"\n";

/// A text may have several lines, each a string of its own behind an empty one.
void write_text(std::string& out, std::string_view keyword, std::string_view text) {
    out.append(keyword).append(" ");
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos || end + 1 == text.size()) {
        out.append("\"").append(escape_text(text, true)).append("\"\n");
        return;
    }
    out += "\"\"\n";
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t line = std::min(text.find('\n', at), text.size() - 1) + 1;
        out.append("\"").append(escape_text(text.substr(at, line - at), true)).append("\"\n");
        at = line;
    }
}

/// Reads entry by entry.
class PoReader {
  public:
    explicit PoReader(std::string_view text) : text_(text) {}

    Result<std::vector<TextRow>> read() {
        for (std::size_t at = 0; at < text_.size();) {
            const std::size_t end = std::min(text_.find('\n', at), text_.size());
            ++line_;
            if (auto done = take(trimmed(text_.substr(at, end - at))); !done)
                return std::unexpected(std::move(done.error()));
            at = end + 1;
        }
        finish();
        return std::move(rows_);
    }

  private:
    struct Entry {
        std::optional<std::string> context, before, after;
        bool fuzzy = false;
        std::uint32_t line = 0;
    };

    Result<void> take(std::string_view line) {
        if (line.starts_with('#') || line.empty()) {
            if (entry_.after) finish();
            if (line.starts_with("#,") && line.find("fuzzy") != std::string_view::npos) entry_.fuzzy = true;
            target_ = nullptr;
            return {};
        }
        if (!line.starts_with('"')) {
            const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
            const std::string_view word = line.substr(0, blank);
            if (entry_.after && (word == "msgctxt" || word == "msgid")) finish();
            target_ = word == "msgctxt"  ? &entry_.context
                      : word == "msgid"  ? &entry_.before
                      : word == "msgstr" ? &entry_.after
                                         : nullptr;
            if (target_ == nullptr || target_->has_value())
                return wrong_line(line_, "'" + std::string(word) + "' is unexpected here");
            if (entry_.line == 0) entry_.line = line_;
            target_->emplace();
            line = trimmed(line.substr(blank));
        }
        if (line.size() < 2 || line.front() != '"' || line.back() != '"')
            return wrong_line(line_, "expected a text in quotation marks");
        const auto piece = unescape_text(line.substr(1, line.size() - 2));
        if (!piece || target_ == nullptr)
            return wrong_line(line_, piece ? "a text without a keyword" : "unknown escape in the text");
        **target_ += *piece;
        return {};
    }

    void finish() {
        Entry entry;
        std::swap(entry, entry_);
        target_ = nullptr;
        if (!entry.before || !entry.after || !entry.context) return; // the head
        TextRow& row = rows_.emplace_back();
        row.file = std::move(*entry.context);
        if (const std::size_t mark = row.file.rfind(number_mark); mark != std::string::npos) {
            row.text.id = row.file.substr(mark + number_mark.size());
            row.file.resize(mark);
        }
        row.text.text = std::move(*entry.before);
        if (!entry.fuzzy) row.translation = std::move(*entry.after);
        row.line = entry.line;
    }

    std::string_view text_;
    std::uint32_t line_ = 0;
    Entry entry_;
    std::optional<std::string>* target_ = nullptr;
    std::vector<TextRow> rows_;
};

} // namespace

std::string write_po(std::span<const TextRow> rows) {
    std::string out(head);
    for (const TextRow& row : rows) {
        out += '\n';
        if (!row.text.context.empty()) out += "#. " + escape_text(row.text.context, false) + "\n";
        for (const GameText::Place& place : row.text.places)
            out += "#: " + escape_text(row.file, false) + ":" +
                   (place.function.empty() ? std::string() : escape_text(place.function, false) + ":") +
                   std::to_string(place.address) + "\n";
        write_text(out, "msgctxt",
                   row.text.id.empty() ? row.file : row.file + std::string(number_mark) + row.text.id);
        write_text(out, "msgid", row.text.text);
        write_text(out, "msgstr", row.translation);
    }
    return out;
}

Result<std::vector<TextRow>> read_po(std::string_view text) { return PoReader(text).read(); }

} // namespace vellum::tools
