// TRS, what translators of AGS games edit: pairs of lines, the text and its translation; lines that begin
// with
// `//` where a text is expected say something else. Texts stand as in a script, `\n` and `\"` as two
// characters. Sources: the editor's Translation.cs, and files of public games.
#include <optional>
#include <set>

#include "base/ascii.hpp"
#include "base/concat.hpp"
#include "tools/texts/forms.hpp"

namespace vellum::tools {

namespace {

constexpr std::string_view comment = "//", setting_mark = "//#", note_mark = "//$";
constexpr std::string_view parser_word_note = "PARSERWORD:";
constexpr std::string_view line_end = "\r\n";

/// `\[` is what the game has, too: a bracket that breaks no line.
std::string escape_line(std::string_view text) {
    std::string line;
    if (text.starts_with(comment)) line += '\\'; // else it would be a comment
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n')
            line += "\\n";
        else if (c == '\r')
            line += "\\r";
        else if (c == '"')
            line += "\\\"";
        else if (c == '\\' && (i + 1 == text.size() || text[i + 1] != '['))
            line += "\\\\";
        else
            line += c;
    }
    return line;
}

std::string unescape_line(std::string_view line) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\\' || i + 1 == line.size()) {
            text += line[i];
            continue;
        }
        const char c = line[++i];
        if (c == 'n')
            text += '\n';
        else if (c == 'r')
            text += '\r';
        else if (c == '"' || c == '\\' || c == '\'' || c == '/')
            text += c;
        else
            (text += '\\') += c;
    }
    return text;
}

/// Lines without their ends.
class LineReader {
  public:
    explicit LineReader(std::string_view text) : rest_(text) {}
    std::optional<std::string_view> next() {
        if (rest_.empty()) return {};
        const std::size_t end = rest_.find('\n');
        std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        ++number_;
        return line;
    }
    [[nodiscard]] std::uint32_t number() const noexcept { return number_; }

  private:
    std::string_view rest_;
    std::uint32_t number_ = 0;
};

} // namespace

std::string write_trs(const TextFile& file) {
    std::string out;
    const auto line = [&](const auto&... parts) { out += concat(parts..., line_end); };
    line("// Each text has its translation in the line after it; an empty line: none yet.");
    line("// \\n begins a new line, and so does [; \\[ is a bracket. Keep %d, %s and the like.");
    for (const auto& [name, value] : file.settings) line(setting_mark, name, "=", value);
    std::set<std::pair<std::string_view, bool>> known;
    const std::string* section = nullptr;
    for (const TextRow& row : file.rows) {
        const auto word = parser_word(row);
        if (row.text.text.empty() || !known.emplace(row.text.text, word.has_value()).second) continue;
        if (!row.file.empty() && (section == nullptr || *section != row.file)) {
            section = &row.file;
            line(note_mark, "SECTION: ", escape_line(row.file));
        }
        if (!row.text.context.empty()) line(comment, " ", escape_line(row.text.context));
        if (word) line(note_mark, parser_word_note, " ", *word);
        line(escape_line(row.text.text));
        line(escape_line(row.translation));
    }
    return out;
}

Result<TextFile> read_trs(std::string_view text) {
    TextFile file;
    LineReader lines(text);
    std::string word; // of the next pair: its id
    while (const auto key = lines.next()) {
        if (key->starts_with(setting_mark)) {
            const std::string_view setting = key->substr(setting_mark.size());
            const std::size_t equals = setting.find('=');
            if (equals == std::string_view::npos || equals == 0)
                return wrong_line(lines.number(), "a setting is //#Name=value");
            if (const std::string_view name = trimmed(setting.substr(0, equals));
                file.setting(name) == nullptr)
                file.set(name, std::string(trimmed(setting.substr(equals + 1))));
            continue;
        }
        if (key->starts_with(note_mark)) {
            std::string_view note = trimmed(key->substr(note_mark.size()));
            if (note.starts_with(parser_word_note))
                word = concat("word ", file.rows.size(), " meaning ",
                              trimmed(note.substr(parser_word_note.size())));
            continue;
        }
        if (key->starts_with(comment)) continue;
        const std::uint32_t number = lines.number();
        const auto translation = lines.next();
        if (key->empty()) { // a pair of empty lines is none
            if (translation && !translation->empty())
                return wrong_line(number,
                                  "an empty line where a text is expected: text and translation are out "
                                  "of step");
            continue;
        }
        TextRow& row = file.rows.emplace_back();
        row.text.id = std::exchange(word, {});
        row.text.text = unescape_line(*key);
        if (translation) row.translation = unescape_line(*translation);
        row.line = number;
    }
    return file;
}

} // namespace vellum::tools
