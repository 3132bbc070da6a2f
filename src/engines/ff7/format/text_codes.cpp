// Where public tables of the characters differ, a byte stays a number.
#include "engines/ff7/format/text_codes.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <unordered_map>

#include "base/bytes.hpp"
#include "base/encoding.hpp"
#include "base/number.hpp"
#include "base/suggest.hpp"
#include "engines/ff7/codes.hpp"
#include "engines/ff7/format/japanese.hpp"

namespace vellum::ff7 {

namespace {

constexpr std::uint8_t first_accent = 0x60;
constexpr std::uint8_t new_line = 0xE7;
constexpr std::uint8_t first_prefix = 0xFA;  // to 0xFD: one more byte says which character of a table
constexpr std::uint8_t function_code = 0xFE; // one more byte says which, or is one of a last table
constexpr std::uint8_t text_end_code = 0xFF;
constexpr std::uint8_t western_only = 0xE4; // single codes up to here are characters in a Japanese edition

/// Characters from 0x60 on, 0 where there is none or none is sure.
constexpr std::array<char16_t, 0x74> accents = {
    u'Ä', u'Å', u'Ç', u'É', u'Ñ', u'Ö', u'Ü', u'á', u'à', u'â', u'ä', u'ã', u'å', u'ç', u'é', u'è', // 60
    u'ê', u'ë', u'í', u'ì', u'î', u'ï', u'ñ', u'ó', u'ò', u'ô', u'ö', u'õ', u'ú', u'ù', u'û', u'ü', // 70
    0,    u'°', u'¢', u'£', 0,    0,    0,    u'ß', 0,    0,    0,    u'´', u'¨', u'≠', u'Æ', u'Ø', // 80
    u'∞', u'±', u'≤', u'≥', u'¥', u'µ', u'∂', 0,    0,    u'π', 0,    u'ª', u'º', u'Ω', u'æ', u'ø', // 90
    u'¿', u'¡', u'¬', u'√', u'ƒ', u'≈', 0,    u'«', u'»', u'…', 0,    u'À', u'Ã', u'Õ', u'Œ', u'œ', // A0
    u'–', u'—', u'“', u'”', u'‘', u'’', u'÷', u'◊', u'ÿ', u'Ÿ', 0,    0,    u'‹', u'›', 0,    0,    // B0
    u'■', u'▪', u'‚', u'„', u'‰', u'Â', u'Ê', u'Á', u'Ë', u'È', u'Í', u'Î', u'Ï', u'Ì', u'Ó', u'Ô', // C0
    0,    u'Ò', 0,    u'Û',                                                                         // D0
};

struct Code {
    std::uint8_t code;
    std::uint8_t words; ///< Operands of 16 bits.
    std::string_view name;
};

constexpr Code single_codes[] = {
    {0xE0, 0, "TEN SPACES"}, {0xE1, 0, "FOUR SPACES"}, {0xE2, 0, "COMMA"},    {0xE3, 0, "FULL STOP"},
    {0xE4, 0, "ELLIPSIS"},   {0xE8, 0, "NEW PAGE"},    {0xE9, 0, "PAGE 2"},   {0xEA, 0, "CLOUD"},
    {0xEB, 0, "BARRET"},     {0xEC, 0, "TIFA"},        {0xED, 0, "AERITH"},   {0xEE, 0, "RED XIII"},
    {0xEF, 0, "YUFFIE"},     {0xF0, 0, "CAIT SITH"},   {0xF1, 0, "VINCENT"},  {0xF2, 0, "CID"},
    {0xF3, 0, "MEMBER 1"},   {0xF4, 0, "MEMBER 2"},    {0xF5, 0, "MEMBER 3"}, {0xF6, 0, "CIRCLE"},
    {0xF7, 0, "TRIANGLE"},   {0xF8, 0, "SQUARE"},      {0xF9, 0, "CROSS"},
};
constexpr Code function_codes[] = {
    {0xD2, 0, "GREY"},    {0xD3, 0, "BLUE"},   {0xD4, 0, "RED"},    {0xD5, 0, "PURPLE"}, {0xD6, 0, "GREEN"},
    {0xD7, 0, "CYAN"},    {0xD8, 0, "YELLOW"}, {0xD9, 0, "WHITE"},  {0xDA, 0, "FLASH"},  {0xDB, 0, "RAINBOW"},
    {0xDC, 0, "PAUSE"},   {0xDD, 1, "WAIT"},   {0xDE, 0, "NUMBER"}, {0xDF, 0, "HEX"},    {0xE0, 0, "SCROLL"},
    {0xE1, 0, "RNUMBER"}, {0xE2, 2, "MEMORY"}, {0xE9, 0, "FIXED"},
};

const Code* find(std::span<const Code> codes, std::uint8_t code) noexcept {
    const auto found = std::ranges::find(codes, code, &Code::code);
    return found == codes.end() ? nullptr : &*found;
}

constexpr bool has(Edition edition, const Code& single) noexcept {
    return edition == Edition::western || single.code > western_only;
}

/// What stands at the start of `bytes`, which are not empty: how long it is, and which code, if it has a
/// name.
struct Item {
    std::size_t length = 1;
    const Code* code = nullptr;
};

Item item_at(std::span<const std::byte> bytes) noexcept {
    const std::uint8_t first = load_u8(bytes.data());
    if (first < first_prefix || first == text_end_code) return {1, find(single_codes, first)};
    if (bytes.size() < 2 || first != function_code) return {2, nullptr};
    const Code* code = find(function_codes, load_u8(bytes.data() + 1));
    return {2U + (code != nullptr ? code->words * 2U : 0U), code};
}

void append_byte(std::string& text, std::byte byte) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto value = std::to_integer<unsigned>(byte);
    text += {'{', digits[value >> 4U], digits[value & 0xFU], '}'};
}

/// Of one byte, or of two that begin with the name of a table; 0 where there is none.
char16_t japanese_character(std::span<const std::byte> bytes) noexcept {
    const std::uint8_t prefix = bytes.size() > 1 ? load_u8(bytes.data()) : 0;
    const std::uint8_t place = load_u8(&bytes.back());
    const auto found = std::ranges::find(japanese_tables, prefix, &JapaneseTable::prefix);
    return bytes.size() <= 2 && found != std::end(japanese_tables) && place < found->characters.size()
               ? found->characters[place]
               : u'\0';
}

char16_t character_of(std::span<const std::byte> bytes, Edition edition) noexcept {
    const std::uint8_t byte = load_u8(bytes.data());
    if (byte == new_line) return u'\n';
    if (edition == Edition::japanese) return japanese_character(bytes);
    if (bytes.size() != 1) return u'\0';
    if (byte < 0x5F) {
        const auto ascii = static_cast<char16_t>(byte + 0x20);
        return ascii == u'{' || ascii == u'}' ? u'\0' : ascii;
    }
    return byte >= first_accent && byte - first_accent < static_cast<int>(accents.size())
               ? accents[byte - first_accent]
               : u'\0';
}

std::optional<std::byte> western_byte(char32_t point) noexcept {
    if (point >= 0x20 && point < 0x7F) return static_cast<std::byte>(point - 0x20);
    const auto found = std::ranges::find(accents, point, [](char16_t each) { return char32_t{each}; });
    if (point == 0 || found == accents.end()) return std::nullopt;
    return static_cast<std::byte>(first_accent + (found - accents.begin()));
}

struct Spot {
    std::uint8_t prefix = 0, place = 0;
};

/// Where a character is in the Japanese tables; null if it is in none.
const Spot* japanese_spot(char32_t point) {
    static const std::unordered_map<char32_t, Spot> spots = [] {
        std::unordered_map<char32_t, Spot> all;
        for (const JapaneseTable& table : japanese_tables)
            for (std::size_t i = 0; i < table.characters.size(); ++i)
                all.emplace(table.characters[i], Spot{table.prefix, static_cast<std::uint8_t>(i)});
        return all;
    }();
    const auto found = spots.find(point);
    return found == spots.end() ? nullptr : &found->second;
}

/// False if the edition has no such character.
bool append_character(std::vector<std::byte>& out, char32_t point, Edition edition) {
    if (point == U'\n') {
        out.push_back(std::byte{new_line});
    } else if (edition == Edition::japanese) {
        const Spot* const spot = japanese_spot(point);
        if (spot == nullptr) return false;
        if (spot->prefix != 0) out.push_back(std::byte{spot->prefix});
        out.push_back(std::byte{spot->place});
    } else {
        const auto byte = western_byte(point);
        if (!byte) return false;
        out.push_back(*byte);
    }
    return true;
}

class Encoder {
  public:
    Encoder(std::string_view text, Edition edition) : text_(text), edition_(edition) {}

    Result<std::vector<std::byte>> run() {
        while (at_ < text_.size()) {
            if (text_[at_] == '{') {
                if (auto read = code(); !read) return std::unexpected(read.error());
                continue;
            }
            const CodePoint point = decode_utf8(text_, at_);
            if (point.length == 0 || !append_character(out_, point.value, edition_))
                return wrong("the game has no character '" +
                                 std::string(text_.substr(at_, std::max(point.length, 1U))) + "'",
                             edition_ == Edition::japanese && point.value < 0x7F
                                 ? "a Japanese edition has full-width capitals, digits and spaces"
                                 : "write a byte that another edition shows like this as {8A}");
            at_ += point.length;
        }
        out_.push_back(text_end);
        const bool whole = text_length(out_) == out_.size() - 1;
        out_.pop_back();
        if (!whole)
            return wrong("the text would end too early or too late",
                         "{FA} to {FE} include the byte after them");
        return std::move(out_);
    }

  private:
    std::unexpected<Diagnostic> wrong(std::string message, std::string hint) const {
        const std::string_view before = text_.substr(0, at_);
        const auto line = static_cast<std::uint32_t>(std::ranges::count(before, '\n') + 1);
        const std::size_t start = before.rfind('\n');
        const std::size_t column = at_ - (start == std::string_view::npos ? 0 : start + 1) + 1;
        return fail(codes::text, std::move(message), Place::at_line(line, static_cast<std::uint32_t>(column)),
                    std::move(hint));
    }

    Result<void> code() {
        const std::size_t close = text_.find('}', at_);
        if (close == std::string_view::npos) return wrong("a code has no '}'", "write a brace as {5B}");
        std::string_view name = text_.substr(at_ + 1, close - at_ - 1);
        if (const auto byte = whole_number<std::uint8_t>(name, 16); byte && name.size() == 2) {
            out_.push_back(std::byte{*byte});
            at_ = close + 1;
            return {};
        }
        for (const Code& each : single_codes)
            if (each.name == name && has(edition_, each)) {
                out_.push_back(std::byte{each.code});
                at_ = close + 1;
                return {};
            }
        for (const Code& each : function_codes) {
            if (!name.starts_with(each.name)) continue;
            auto words = operands(name.substr(each.name.size()), each.words);
            if (!words) continue;
            out_.push_back(std::byte{function_code});
            out_.push_back(std::byte{each.code});
            out_.insert(out_.end(), words->begin(), words->end());
            at_ = close + 1;
            return {};
        }
        return unknown(name);
    }

    /// " 30 4" as words.
    static std::optional<std::vector<std::byte>> operands(std::string_view text, std::size_t count) {
        std::vector<std::byte> bytes;
        for (; count != 0; --count) {
            std::uint16_t word = 0;
            if (!text.starts_with(' ')) return std::nullopt;
            const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), word);
            if (error != std::errc()) return std::nullopt;
            text.remove_prefix(static_cast<std::size_t>(end - text.data()));
            bytes.resize(bytes.size() + 2);
            store_u16(bytes.data() + bytes.size() - 2, word);
        }
        if (!text.empty()) return std::nullopt;
        return bytes;
    }

    std::unexpected<Diagnostic> unknown(std::string_view name) const {
        std::vector<std::string_view> known;
        for (const Code& each : single_codes)
            if (has(edition_, each)) known.push_back(each.name);
        for (const Code& each : function_codes) known.push_back(each.name);
        return wrong("unknown code {" + std::string(name) + "}." + did_you_mean(name, known),
                     "codes are names such as {CLOUD}, with numbers as {WAIT 30}, or two hexadecimal digits");
    }

    std::string_view text_;
    Edition edition_;
    std::size_t at_ = 0;
    std::vector<std::byte> out_;
};

} // namespace

std::size_t text_length(std::span<const std::byte> bytes) noexcept {
    for (std::size_t at = 0; at < bytes.size(); at += item_at(bytes.subspan(at)).length)
        if (bytes[at] == text_end) return at;
    return std::string_view::npos;
}

std::string decode_text(std::span<const std::byte> bytes, Edition edition) {
    std::string text;
    text.reserve(bytes.size());
    while (!bytes.empty()) {
        Item item = item_at(bytes);
        const bool cut_off = item.length > bytes.size();
        if (cut_off) item = {1, nullptr};
        if (item.code != nullptr && (item.length > 1 || has(edition, *item.code))) {
            text += '{';
            text += item.code->name;
            for (std::size_t i = 0; i < item.code->words; ++i)
                text += ' ' + std::to_string(load_u16(bytes.data() + 2 + i * 2));
            text += '}';
        } else if (const char16_t character =
                       cut_off ? u'\0' : character_of(bytes.first(item.length), edition);
                   character != 0) {
            append_utf8(text, character);
        } else {
            for (const std::byte byte : bytes.first(item.length)) append_byte(text, byte);
        }
        bytes = bytes.subspan(item.length);
    }
    return text;
}

Result<std::vector<std::byte>> encode_text(std::string_view text, Edition edition) {
    return Encoder(text, edition).run();
}

} // namespace vellum::ff7
