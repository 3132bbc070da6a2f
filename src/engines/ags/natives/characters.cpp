#include "engines/ags/natives/characters.hpp"

#include <algorithm>

#include "base/encoding.hpp"
#include "base/search.hpp"
#include "engines/ags/machine/environment.hpp"
#include "engines/ags/natives/letter_pairs.hpp"
#include "engines/ags/natives/letters.hpp"

namespace vellum::ags {

namespace {

constexpr std::uint32_t broken_off = '^';

/// Goes over the characters of a UTF-8 text up to the one that reads as 0 without being a NUL.
class Walk {
  public:
    explicit Walk(std::string_view text) noexcept : text_(text) { look(); }
    [[nodiscard]] explicit operator bool() const noexcept { return now_.length != 0; }
    [[nodiscard]] const Character& operator*() const noexcept { return now_; }
    [[nodiscard]] std::size_t at() const noexcept { return at_; }
    Walk& operator++() noexcept {
        at_ += now_.length;
        look();
        return *this;
    }

  private:
    void look() noexcept {
        if (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) < 0x80) { // mostly
            now_ = {static_cast<unsigned char>(text_[at_]), 1};
            return;
        }
        now_ = character_at(text_, at_);
        if (now_.code == 0) now_.length = 0;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    Character now_;
};

std::uint32_t changed(Letters letters, std::uint32_t code) noexcept {
    return letters == Letters::lower ? lower_code(code) : upper_code(code);
}

/// Writes a code point that some letter changes to: none has more than three bytes.
char* put_letter(std::uint32_t code, char* out) noexcept {
    if (code >= 0x800) {
        *out++ = static_cast<char>(0xE0U | code >> 12U);
        *out++ = static_cast<char>(0x80U | (code >> 6U & 0x3FU));
        *out++ = static_cast<char>(0x80U | (code & 0x3FU));
    } else if (code >= 0x80) {
        *out++ = static_cast<char>(0xC0U | code >> 6U);
        *out++ = static_cast<char>(0x80U | (code & 0x3FU));
    } else
        *out++ = static_cast<char>(code);
    return out;
}

/// Writes a UTF-8 text with its letters changed. What has no other case stays byte for byte, and so does all
/// behind the place where the engine sees the text's end. Answers the end of what was written.
char* put_changed(Letters letters, std::string_view text, char* out) noexcept {
    std::size_t at = 0;
    while (at < text.size()) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte < 0x80) {
            *out++ = static_cast<char>(changed(letters, byte));
            ++at;
            continue;
        }
        const Character character = character_at(text, at);
        if (character.code == 0) break;
        const std::uint32_t code = changed(letters, character.code);
        if (code != character.code)
            out = put_letter(code, out);
        else
            for (std::uint32_t i = 0; i < character.length; ++i) *out++ = text[at + i];
        at += character.length;
    }
    return out + text.substr(at).copy(out, text.size());
}

std::string with_small_letters(std::string_view text) {
    std::string made(text.size(), '\0');
    made.resize(static_cast<std::size_t>(put_changed(Letters::lower, text, made.data()) - made.data()));
    return made;
}

} // namespace

Character character_at(std::string_view text, std::size_t at) noexcept {
    if (at >= text.size()) return {};
    const auto first = static_cast<unsigned char>(text[at]);
    if (first < 0x80) return {first, 1};
    const auto following = [&](std::size_t i) {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
    };
    if ((first & 0xE0U) == 0xC0U) { // what most letters have
        const unsigned second = following(1);
        if ((second & 0xC0U) != 0x80U) return {broken_off, 1};
        return {(first & 0x1FU) << 6U | (second & 0x3FU), 2};
    }
    unsigned bytes = 1;
    while ((first & (0x80U >> bytes)) != 0) ++bytes;
    std::uint32_t code = first & ((1U << (8 - bytes)) - 1U);
    for (unsigned i = 1; i < bytes; ++i) {
        const std::uint32_t next = following(i);
        if ((next & 0xC0U) != 0x80U) return {broken_off, i};
        code = code << 6U | (next & 0x3FU);
    }
    return {code, bytes};
}

std::size_t count_characters(TextMode mode, std::string_view text) noexcept {
    if (mode == TextMode::bytes) return text.size();
    std::size_t count = 0;
    for (Walk walk(text); walk; ++walk) ++count;
    return count;
}

std::size_t offset_of(TextMode mode, std::string_view text, std::size_t index) noexcept {
    if (mode == TextMode::bytes) return std::min(index, text.size());
    Walk walk(text);
    for (; index != 0 && walk; --index) ++walk;
    return walk.at();
}

std::int32_t code_at(TextMode mode, std::string_view text, std::size_t at) noexcept {
    if (mode == TextMode::utf8) return static_cast<std::int32_t>(character_at(text, at).code);
    return at < text.size() ? std::int32_t{static_cast<signed char>(text[at])} : 0;
}

std::string encoded(TextMode mode, std::uint32_t code) {
    if (mode == TextMode::bytes) return std::string(1, static_cast<char>(code));
    constexpr std::uint32_t replacement = 0xFFFD;
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    std::string made;
    append_utf8(made, surrogate ? replacement : code);
    return made;
}

std::int32_t compare_without_case(TextMode mode, std::string_view a, std::string_view b) noexcept {
    if (mode == TextMode::bytes) return compare_texts(a, b, lower_letter);
    for (Walk left(a), right(b);; ++left, ++right) {
        const std::uint32_t here = left ? changed(Letters::lower, (*left).code) : 0;
        const std::uint32_t there = right ? changed(Letters::lower, (*right).code) : 0;
        if (here != there) return static_cast<std::int32_t>(here - there);
        if (here == 0) return 0;
    }
}

std::size_t size_with(TextMode mode, Letters letters, std::string_view text) noexcept {
    if (mode == TextMode::bytes) return text.size();
    std::size_t size = 0;
    Walk walk(text);
    for (; walk; ++walk) {
        const std::uint32_t code = changed(letters, (*walk).code);
        char bytes[3];
        size +=
            code != (*walk).code ? static_cast<std::size_t>(put_letter(code, bytes) - bytes) : (*walk).length;
    }
    return size + text.size() - walk.at();
}

void write_with(TextMode mode, Letters letters, std::string_view text, char* out) noexcept {
    if (mode == TextMode::bytes)
        std::transform(text.begin(), text.end(), out,
                       letters == Letters::lower ? lower_letter : upper_letter);
    else
        static_cast<void>(put_changed(letters, text, out));
}

std::uint64_t Finder::memory(TextMode mode, Matching matching, std::string_view text,
                             std::string_view wanted) noexcept {
    const bool copies = mode == TextMode::utf8 && matching == Matching::without_case;
    return copies ? text.size() + wanted.size() : 0;
}

Finder::Finder(TextMode mode, Matching matching, std::string_view text, std::string_view wanted)
    : mode_(mode), matching_(matching), text_(text), wanted_(wanted) {
    if (memory(mode, matching, text, wanted) == 0) return;
    small_text_ = with_small_letters(text.substr(0, offset_of(mode, text, text.size())));
    small_wanted_ = with_small_letters(wanted.substr(0, offset_of(mode, wanted, wanted.size())));
}

bool Finder::next() noexcept {
    if (text_.empty() || done_) return false;
    const bool in_copies = mode_ == TextMode::utf8 && matching_ == Matching::without_case;
    done_ = in_copies ? small_wanted_.empty() : wanted_.empty();
    if (done_) return true;
    if (in_copies) return next_in_copies();
    begin_ = matching_ == Matching::exact ? find_text(text_, wanted_, same_letter, end_)
                                          : find_text(text_, wanted_, lower_letter, end_);
    if (begin_ == std::string_view::npos) return false;
    end_ = begin_ + wanted_.size();
    return true;
}

bool Finder::next_in_copies() noexcept {
    const std::size_t found = find_text(small_text_, small_wanted_, same_letter, small_end_);
    if (found == std::string_view::npos) return false;
    skip_to(found);
    begin_ = end_;
    skip_to(found + small_wanted_.size());
    return true;
}

/// Both ends go on, character by character, to the first that begins at or behind a place in the copy.
void Finder::skip_to(std::size_t place) noexcept {
    while (small_end_ < place) {
        const std::uint32_t length = character_at(small_text_, small_end_).length;
        end_ += character_at(text_, end_).length;
        small_end_ += length;
    }
}

void Finder::rewind() noexcept {
    begin_ = end_ = small_end_ = 0;
    done_ = false;
}

std::uint64_t compare_work(TextMode mode) noexcept { return mode == TextMode::bytes ? 2 : 16; }
std::uint64_t search_work(TextMode mode) noexcept { return mode == TextMode::bytes ? 3 : 12; }
std::uint64_t count_work(TextMode mode) noexcept { return mode == TextMode::bytes ? 0 : 4; }

} // namespace vellum::ags
