// Comma-separated values after RFC 4180, for spreadsheets. Columns are known by their names, so that they may
// be moved, and only those that say which text it is are needed.
#include <algorithm>
#include <array>

#include "tools/csv.hpp"
#include "tools/texts/escape.hpp"
#include "tools/texts/forms.hpp"

namespace vellum::tools {

namespace {

enum Column : std::size_t { file, id, function, offset, context, bytes, text, translation, column_count };
constexpr std::array<std::string_view, column_count> names{"file",    "id",    "function", "offset",
                                                           "context", "bytes", "text",     "translation"};

[[nodiscard]] std::string_view without_guard(std::string_view field) {
    if (field.starts_with('\'') && is_csv_formula(field)) field.remove_prefix(1);
    return field;
}

/// Reads records, whose fields may have line ends.
class CsvReader {
  public:
    explicit CsvReader(std::string_view text) : text_(text) {}

    /// False at the end of the text.
    Result<bool> record(std::vector<std::string>& fields) {
        fields.clear();
        if (at_ >= text_.size()) return false;
        begin_ = line_;
        for (;;) {
            std::string& field = fields.emplace_back();
            if (at_ < text_.size() && text_[at_] == '"') {
                if (!quoted(field)) return wrong_line(begin_, "unterminated quotation mark");
            } else {
                const std::size_t end = std::min(text_.find_first_of(",\r\n", at_), text_.size());
                field = text_.substr(at_, end - at_);
                at_ = end;
            }
            if (at_ < text_.size() && text_[at_] == ',') {
                ++at_;
                continue;
            }
            if (at_ < text_.size() && text_[at_] != '\r' && text_[at_] != '\n')
                return wrong_line(line_, "text after a closing quotation mark");
            if (at_ < text_.size() && text_[at_] == '\r') ++at_;
            if (at_ < text_.size() && text_[at_] == '\n') ++at_;
            ++line_;
            return true;
        }
    }
    [[nodiscard]] std::uint32_t line() const noexcept { return begin_; }

  private:
    bool quoted(std::string& field) {
        for (++at_; at_ < text_.size(); ++at_) {
            if (text_[at_] == '\n') ++line_;
            if (text_[at_] == '"') {
                if (at_ + 1 >= text_.size() || text_[at_ + 1] != '"') {
                    ++at_;
                    return true;
                }
                ++at_;
            }
            field += text_[at_];
        }
        return false;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::uint32_t line_ = 1, begin_ = 1;
};

} // namespace

std::string write_csv(std::span<const TextRow> rows) {
    std::string out;
    for (std::size_t i = 0; i < column_count; ++i) write_csv_field(out, names[i], i + 1 == column_count);
    for (const TextRow& row : rows) {
        std::array<std::string, column_count> fields;
        fields[file] = escape_text(row.file, false);
        fields[id] = row.text.id;
        if (!row.text.places.empty()) {
            fields[function] = escape_text(row.text.places.front().function, false);
            fields[offset] = std::to_string(row.text.places.front().address);
        }
        fields[context] = escape_text(row.text.context, false);
        fields[bytes] = std::to_string(row.text.text.size());
        fields[text] = escape_text(row.text.text, false);
        fields[translation] = escape_text(row.translation, false);
        for (std::size_t i = 0; i < column_count; ++i) write_csv_field(out, fields[i], i + 1 == column_count);
    }
    return out;
}

Result<std::vector<TextRow>> read_csv(std::string_view all) {
    CsvReader reader(all);
    std::vector<std::string> fields;
    auto more = reader.record(fields);
    if (!more) return std::unexpected(std::move(more.error()));
    std::array<std::size_t, column_count> place{};
    for (std::size_t i = 0; i < column_count; ++i) {
        const auto found = std::ranges::find(fields, names[i]);
        place[i] = static_cast<std::size_t>(found - fields.begin());
        if (found == fields.end() && (i == file || i == text || i == translation))
            return wrong_line(1, "there is no column '" + std::string(names[i]) + "'");
    }
    std::vector<TextRow> rows;
    for (;;) {
        more = reader.record(fields);
        if (!more) return std::unexpected(std::move(more.error()));
        if (!*more) return rows;
        if (fields.size() == 1 && fields[0].empty()) continue; // an empty line
        TextRow& row = rows.emplace_back();
        row.line = reader.line();
        const auto take = [&](Column column, std::string& target) {
            const auto value =
                unescape_text(place[column] < fields.size() ? without_guard(fields[place[column]]) : "");
            if (value) target = *value;
            return value.has_value();
        };
        if (!take(file, row.file) || !take(id, row.text.id) || !take(text, row.text.text) ||
            !take(translation, row.translation))
            return wrong_line(row.line, "unknown escape in a text");
    }
}

} // namespace vellum::tools
