#include "tools/texts/decode.hpp"

#include <algorithm>

#include "base/code_page.hpp"
#include "base/encoding.hpp"

namespace vellum::tools {

namespace {

bool is_high(char c) { return static_cast<unsigned char>(c) >= 0x80; }

} // namespace

const CodePage& likely_page(std::string_view text) {
    std::size_t alone = 0, together = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!is_high(text[i])) continue;
        const bool beside = (i > 0 && is_high(text[i - 1])) || (i + 1 < text.size() && is_high(text[i + 1]));
        ++(beside ? together : alone);
    }
    return *CodePage::find(together > alone ? "windows-1251" : "windows-1252");
}

Decoded::Decoded(std::string_view original, const CodePage* page) {
    const bool utf8 = find_invalid_utf8(original) == std::string_view::npos;
    if (utf8 && original.find('\0') == std::string_view::npos) {
        text_ = original;
        return;
    }
    if (page == nullptr) page = &likely_page(original);
    text_.reserve(original.size() + original.size() / 2);
    for (std::size_t i = 0; i < original.size(); ++i) {
        const std::size_t before = text_.size();
        if (original[i] == '\0')
            text_ += "\xEF\xBF\xBD";
        else if (utf8 || !is_high(original[i]))
            text_ += original[i];
        else
            text_ += page->to_utf8(original.substr(i, 1));
        longer_.insert(longer_.end(), text_.size() - before - 1, i);
    }
}

std::size_t Decoded::place_of(std::size_t byte) const {
    return byte + static_cast<std::size_t>(std::ranges::lower_bound(longer_, byte) - longer_.begin());
}

std::string decoded(std::string_view original, const CodePage* page) {
    return Decoded(original, page).take();
}

} // namespace vellum::tools
