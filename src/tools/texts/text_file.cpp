#include "tools/texts/text_file.hpp"

#include <algorithm>
#include <charconv>

#include "base/ascii.hpp"
#include "base/ending.hpp"
#include "tools/texts/forms.hpp"

namespace vellum::tools {

const std::string* TextFile::setting(std::string_view name) const {
    const auto found = std::ranges::find(settings, name, &std::pair<std::string, std::string>::first);
    return found == settings.end() ? nullptr : &found->second;
}

void TextFile::set(std::string_view name, std::string value) {
    const auto found = std::ranges::find(settings, name, &std::pair<std::string, std::string>::first);
    if (found == settings.end())
        settings.emplace_back(name, std::move(value));
    else
        found->second = std::move(value);
}

bool TextFile::is_utf8() const {
    const std::string* encoding = setting("Encoding");
    return encoding != nullptr && lower_case(*encoding) == "utf-8";
}

TextForm text_form(std::string_view file_name) {
    static constexpr std::pair<std::string_view, TextForm> endings[] = {
        {".csv", TextForm::csv}, {".trs", TextForm::trs}, {".tra", TextForm::tra}};
    for (const auto& [ending, form] : endings)
        if (has_ending(file_name, ending)) return form;
    return TextForm::po;
}

std::string write_text_file(const TextFile& file, TextForm form) {
    switch (form) {
    case TextForm::csv: return write_csv(file.rows);
    case TextForm::trs: return write_trs(file);
    case TextForm::tra: return write_tra(file);
    case TextForm::po: break;
    }
    return write_po(file.rows);
}

Result<TextFile> read_text_file(std::string_view text, TextForm form) {
    if (form == TextForm::tra) return read_tra(text);
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (text.starts_with(mark)) text.remove_prefix(mark.size());
    if (form == TextForm::trs) return read_trs(text);
    auto rows = form == TextForm::csv ? read_csv(text) : read_po(text);
    if (!rows) return std::unexpected(std::move(rows.error()));
    return TextFile{std::move(*rows)};
}

std::optional<std::uint16_t> parser_word(const TextRow& row) {
    constexpr std::string_view meaning = " meaning ";
    if (!row.text.id.starts_with("word ")) return {};
    const std::size_t at = row.text.id.rfind(meaning);
    if (at == std::string::npos) return {};
    std::uint16_t number = 0;
    const char* const end = row.text.id.data() + row.text.id.size();
    const auto read = std::from_chars(row.text.id.data() + at + meaning.size(), end, number);
    if (read.ec != std::errc() || read.ptr != end) return {};
    return number;
}

bool same_placeholders(std::string_view before, std::string_view after) {
    const auto of = [](std::string_view text) {
        std::string kinds;
        for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at)) {
            if (++at < text.size() && text[at] == '%') {
                ++at;
                continue;
            }
            at = text.find_first_not_of("-+#0123456789.*l", at);
            if (at == std::string_view::npos) break;
            constexpr std::string_view known = "dioxXucsfgGeEp";
            if (known.find(text[at]) != std::string_view::npos) kinds += text[at];
        }
        return kinds;
    };
    return of(before) == of(after);
}

bool same_line_breaks(std::string_view before, std::string_view after) {
    const auto of = [](std::string_view text) {
        std::size_t breaks = 0;
        for (std::size_t at = 0; at < text.size(); ++at)
            if (text[at] == '\\')
                ++at;
            else if (text[at] == '[')
                ++breaks;
        return breaks;
    };
    return of(before) == of(after);
}

} // namespace vellum::tools
