// TRA, the translations that AGS games load: blocks of a game's name and number, of pairs of texts, and of
// settings. Texts are hidden by a key. Sources: the engine's tra_file.cpp, and files of public games.
#include <algorithm>
#include <charconv>
#include <set>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/concat.hpp"
#include "tools/texts/forms.hpp"

namespace vellum::tools {

namespace {

constexpr std::string_view tra_mark("AGSTranslation\0", 15);
constexpr std::string_view tra_key = "Avis Durgan";
constexpr std::int32_t pairs_block = 1, game_block = 2, settings_block = 3, named_block = 0, last_block = -1;
constexpr std::size_t name_size = 16;
constexpr std::int32_t standard = -1; // a font or direction that stays the game's own

using Option = std::pair<std::string_view, std::string_view>;
// Of the block of options: as it calls them, as TRS files do.
constexpr Option text_options[] = {
    {"encoding", "Encoding"}, {"language", "Language"}, {"gameencoding", "GameEncoding"}};
constexpr std::string_view options_block = "ext_sopts", words_block = "ext_parserdict";
constexpr std::pair<std::string_view, std::int32_t> directions[] = {
    {"DEFAULT", standard}, {"LEFT", 1}, {"RIGHT", 2}};
constexpr std::int32_t translate_said = 1; // a flag

std::string with_key(std::string_view text, int sign) {
    std::string out(text);
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<char>(static_cast<int>(static_cast<unsigned char>(out[i])) +
                                   sign * tra_key[i % tra_key.size()]);
    return out;
}

/// A text; `ended`: whether a NUL at its end counts.
std::string hidden_text(ByteReader& reader, bool* ended = nullptr) {
    std::string text = with_key(as_text(reader.bytes(reader.u32())), -1);
    const std::size_t end = text.find('\0');
    if (ended != nullptr) *ended = *ended || end != std::string::npos;
    text.resize(std::min(end, text.size()));
    return text;
}

void put_hidden(ByteWriter& out, std::string_view text, bool ended) {
    std::string bytes = with_key(ended ? std::string(text) + '\0' : std::string(text), 1);
    out.u32(static_cast<std::uint32_t>(bytes.size()));
    out.bytes(as_bytes(bytes));
}

std::string counted_text(ByteReader& reader) { return std::string(as_text(reader.bytes(reader.u32()))); }

void put_counted(ByteWriter& out, std::string_view text) {
    out.u32(static_cast<std::uint32_t>(text.size()));
    out.bytes(as_bytes(text));
}

std::unexpected<Diagnostic> not_tra(std::string why, std::uint64_t offset) {
    return fail(codes::text_file, std::move(why), Place::at_offset(offset));
}

/// "DEFAULT" or a number.
std::string font_word(std::int32_t font) { return font == standard ? "DEFAULT" : std::to_string(font); }

std::int32_t font_number(const std::string* word) {
    std::int32_t font = standard;
    if (word != nullptr) std::from_chars(word->data(), word->data() + word->size(), font);
    return font;
}

std::uint32_t game_number(const std::string& word) {
    std::int64_t number = 0;
    std::from_chars(word.data(), word.data() + word.size(), number);
    return static_cast<std::uint32_t>(number);
}

class TraReader {
  public:
    explicit TraReader(std::string_view bytes) : reader_(as_bytes(bytes)) {}

    Result<TextFile> read() {
        if (as_text(reader_.bytes(tra_mark.size())) != tra_mark)
            return not_tra("this is no compiled translation", 0);
        for (;;) {
            reader_.set_context("the blocks of a translation");
            const std::int32_t id = reader_.i32();
            if (!reader_.ok()) return wrong();
            if (id == last_block) return std::move(file_);
            std::string name = id == named_block ? std::string(as_text(reader_.bytes(name_size))) : "";
            name.resize(std::min(name.find('\0'), name.size()));
            const std::uint64_t length = id == named_block ? reader_.u64() : reader_.u32();
            const std::uint64_t begin = reader_.position();
            if (!reader_.has(length)) {
                reader_.skip(length);
                return wrong();
            }
            block(id, name, length);
            if (!reader_.ok()) return wrong();
            const std::uint64_t end = begin + length;
            // Editors of AGS 2 say one byte too little for the game's name.
            if (reader_.position() > end && !(id == game_block && reader_.position() == end + 1))
                return not_tra("a block is longer than it says", begin);
            reader_.seek(std::max<std::uint64_t>(reader_.position(), end));
        }
    }

  private:
    std::unexpected<Diagnostic> wrong() const {
        Diagnostic error = reader_.error();
        error.code = &codes::text_file;
        return std::unexpected(std::move(error));
    }

    void block(std::int32_t id, const std::string& name, std::uint64_t length) {
        if (id == pairs_block) {
            pairs();
        } else if (id == game_block) {
            file_.set("GameID", std::to_string(reader_.u32()));
            file_.set("GameName", hidden_text(reader_));
        } else if (id == settings_block) {
            settings(length);
        } else if (id == named_block && name == options_block) {
            options();
        } else if (id == named_block) {
            file_.blocks.emplace_back(name, std::string(as_text(reader_.bytes(length))));
        } else {
            reader_.skip(length);
        }
    }

    void pairs() {
        reader_.set_context("the texts of a translation");
        while (reader_.ok()) {
            TextRow row;
            row.text.text = hidden_text(reader_, &file_.ended);
            row.translation = hidden_text(reader_, &file_.ended);
            if (row.text.text.empty() && row.translation.empty()) return;
            if (reader_.ok()) file_.rows.push_back(std::move(row));
        }
    }

    void settings(std::uint64_t length) {
        constexpr std::uint64_t with_flags = 16;
        file_.set("NormalFont", font_word(reader_.i32()));
        file_.set("SpeechFont", font_word(reader_.i32()));
        const std::int32_t direction = reader_.i32();
        for (const auto& [word, number] : directions)
            if (number == direction) file_.set("TextDirection", std::string(word));
        if (length >= with_flags)
            file_.set("AutoTranslateParserSaid", (reader_.i32() & translate_said) != 0 ? "ON" : "OFF");
    }

    void options() {
        for (std::uint32_t count = reader_.u32(); count != 0 && reader_.ok(); --count) {
            const std::string name = counted_text(reader_);
            std::string value = counted_text(reader_);
            const auto known = std::ranges::find(text_options, std::string_view(name), &Option::first);
            if (known != std::end(text_options)) file_.set(known->second, std::move(value));
        }
    }

    ByteReader reader_;
    TextFile file_;
};

void put_block(ByteWriter& out, std::int32_t id, ByteWriter& content) {
    out.i32(id);
    out.u32(static_cast<std::uint32_t>(content.size()));
    out.bytes(content.take());
}

void put_named(ByteWriter& out, std::string_view name, std::span<const std::byte> content) {
    out.i32(named_block);
    std::string padded(name);
    padded.resize(name_size);
    out.bytes(as_bytes(padded));
    out.u64(content.size());
    out.bytes(content);
}

void put_options(ByteWriter& out, const TextFile& file) {
    ByteWriter content;
    std::uint32_t count = 0;
    for (const auto& [own, name] : text_options) {
        const std::string* value = file.setting(name);
        if (value == nullptr || value->empty()) continue;
        put_counted(content, own);
        put_counted(content, *value);
        ++count;
    }
    if (count == 0) return;
    ByteWriter block;
    block.u32(count);
    block.bytes(content.take());
    put_named(out, options_block, block.take());
}

void put_words(ByteWriter& out, const TextFile& file) {
    ByteWriter content;
    std::uint32_t count = 0;
    for (const TextRow& row : file.rows)
        if (const auto meaning = parser_word(row); meaning && !row.translation.empty()) {
            put_hidden(content, row.translation, false);
            content.u16(*meaning);
            ++count;
        }
    if (count == 0) return;
    ByteWriter block;
    block.u32(count);
    block.bytes(content.take());
    put_named(out, words_block, block.take());
}

} // namespace

std::string write_tra(const TextFile& file) {
    ByteWriter out, content;
    out.bytes(as_bytes(tra_mark));
    const std::string* id = file.setting("GameID");
    const std::string* name = file.setting("GameName");
    content.u32(id == nullptr ? 0 : game_number(*id));
    put_hidden(content, name == nullptr ? std::string_view() : std::string_view(*name), file.ended);
    put_block(out, game_block, content);
    std::set<std::string_view> known;
    for (const TextRow& row : file.rows) {
        if (row.translation.empty() || row.text.text.empty() || parser_word(row)) continue;
        if (!known.insert(row.text.text).second) continue;
        put_hidden(content, row.text.text, file.ended);
        put_hidden(content, row.translation, file.ended);
    }
    put_hidden(content, {}, file.ended);
    put_hidden(content, {}, file.ended);
    put_block(out, pairs_block, content);
    put_words(out, file);
    content.i32(font_number(file.setting("NormalFont")));
    content.i32(font_number(file.setting("SpeechFont")));
    const std::string* direction = file.setting("TextDirection");
    std::int32_t number = standard;
    for (const auto& [word, value] : directions)
        if (direction != nullptr && *direction == word) number = value;
    content.i32(number);
    if (const std::string* said = file.setting("AutoTranslateParserSaid"))
        content.i32(*said == "ON" ? translate_said : 0);
    put_block(out, settings_block, content);
    put_options(out, file);
    for (const auto& [block, bytes] : file.blocks) put_named(out, block, as_bytes(bytes));
    out.i32(last_block);
    return std::string(as_text(out.view()));
}

Result<TextFile> read_tra(std::string_view bytes) { return TraReader(bytes).read(); }

} // namespace vellum::tools
