#include "tools/texts/text_file.hpp"

#include "base/ending.hpp"
#include "tools/texts/forms.hpp"

namespace vellum::tools {

TextForm text_form(std::string_view file_name) {
    return has_ending(file_name, ".csv") ? TextForm::csv : TextForm::po;
}

std::string write_text_file(std::span<const TextRow> rows, TextForm form) {
    return form == TextForm::csv ? write_csv(rows) : write_po(rows);
}

Result<std::vector<TextRow>> read_text_file(std::string_view text, TextForm form) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (text.starts_with(mark)) text.remove_prefix(mark.size());
    return form == TextForm::csv ? read_csv(text) : read_po(text);
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

} // namespace vellum::tools
