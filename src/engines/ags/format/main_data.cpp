// The parts of main data in their order. What the game's scripts need no name for is skipped; counts are
// checked against the bytes that are left before anything is kept.
#include "engines/ags/format/main_data.hpp"

#include <algorithm>

#include "base/concat.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/format/container.hpp"
#include "engines/ags/format/main_data_parts.hpp"
#include "engines/ags/format/scom.hpp"

namespace vellum::ags {

namespace {

constexpr std::size_t text_encoding_option = 49;
constexpr std::size_t debug_option = 0;

class MainDataReader {
  public:
    explicit MainDataReader(std::span<const std::byte> bytes) : bytes_(bytes), in_(bytes, 0, bytes.size()) {}

    Result<MainData> read() {
        const std::uint64_t name = game_name_offset(bytes_, data_.version);
        if (name == 0) return main_data_refused("its first bytes are not those of main data", 0);
        if (data_.version < MainData::oldest_version || data_.version >= MainData::newer_versions)
            return main_data_refused(
                concat("data version ", data_.version,
                       " is not supported; versions from 40 (AGS 3.1.2) to AGS 3.6.3 are"),
                main_data_mark_size);
        in_.seek(main_data_mark_size + 4);
        data_.editor = in_.counted().text;
        in_.seek(name);
        using Part = Result<void> (MainDataReader::*)();
        static constexpr Part parts[] = {
            &MainDataReader::head,       &MainDataReader::things,  &MainDataReader::events,
            &MainDataReader::words,      &MainDataReader::scripts, &MainDataReader::views,
            &MainDataReader::characters, &MainDataReader::dialogs, &MainDataReader::guis,
            &MainDataReader::plugins,    &MainDataReader::schema,  &MainDataReader::properties,
            &MainDataReader::names,      &MainDataReader::audio,   &MainDataReader::rooms,
            &MainDataReader::extensions,
        };
        for (const Part part : parts) {
            if (auto done = (this->*part)(); !done) return std::unexpected(std::move(done.error()));
            if (!in_.ok()) return std::unexpected(in_.error());
        }
        return std::move(data_);
    }

  private:
    Result<void> head() {
        constexpr std::uint32_t own_resolution = 8, own_resolution_since = 43;
        in_.set_context("the game's settings");
        data_.name.cut = in_.fixed(50);
        in_.skip(2);
        for (std::int32_t& option : data_.options) option = in_.i32();
        in_.skip(256 + 1024); // the palette
        views_ = in_.u32();
        characters_ = in_.u32();
        data_.player = in_.u32();
        in_.skip(4); // the highest score
        items_ = in_.u16();
        in_.skip(2);
        dialogs_ = in_.u32();
        in_.skip(4);
        fonts_ = in_.u32();
        in_.skip(4 * 4);
        data_.unique_id = in_.u32();
        guis_ = in_.u32();
        cursors_ = in_.u32();
        if (in_.u32() == own_resolution && data_.version >= own_resolution_since) in_.skip(2 * 4);
        in_.skip(2 * 4 + 64);
        extension_offset_at_ = in_.position();
        extension_offset_ = in_.u32();
        for (bool& has : has_message_) has = in_.u32() != 0;
        has_words_ = in_.u32() != 0;
        in_.skip(8);
        has_scripts_ = in_.u32() != 0;
        in_.skip(40 + 20 + 50); // the game's own number, ending and folder of its saves
        return {};
    }

    Result<void> things() {
        constexpr std::uint64_t item_size = 68, cursor_size = 24;
        in_.set_context("fonts");
        if (data_.version >= 50) {
            in_.skip_all(fonts_, 20);
        } else {
            in_.skip_all(fonts_, 2);
            if (data_.version == 48) in_.skip_all(fonts_, 4);
            if (data_.version == 49) in_.skip_all(fonts_, 8);
        }
        in_.set_context("sprites");
        in_.skip_all(in_.u32(), 1);
        in_.set_context("inventory items");
        if (!in_.count_fits(items_, item_size)) return {};
        data_.items.resize(items_);
        for (MainData::Item& item : data_.items) {
            item.description.cut = in_.fixed(25);
            in_.skip(3);
            item.sprite = in_.i32();
            item.cursor_sprite = in_.i32();
            in_.skip(item_size - 25 - 3 - 2 * 4);
        }
        in_.set_context("cursors");
        if (!in_.count_fits(cursors_, cursor_size)) return {};
        data_.cursors.resize(cursors_);
        for (MainData::Cursor& cursor : data_.cursors) {
            in_.skip(4 + 2 * 2 + 2);
            cursor.name = in_.fixed(10).text;
            in_.skip(4);
        }
        return {};
    }

    Result<void> events() {
        in_.set_context("events");
        if (!in_.count_fits(characters_, character_size)) return {};
        data_.characters.resize(characters_);
        for (MainData::Character& character : data_.characters) character.events = read_events(in_);
        for (std::size_t i = 1; i < data_.items.size() && in_.ok(); ++i)
            data_.items[i].events = read_events(in_);
        return {};
    }

    Result<void> words() {
        in_.set_context("the dictionary");
        if (!has_words_) return {};
        constexpr std::uint64_t least = 4 + 2;
        for (std::uint32_t count = in_.count(least); count != 0 && in_.ok(); --count) {
            TextField word = in_.hidden();
            const std::uint16_t meaning = in_.u16();
            data_.words.emplace_back(std::move(word), meaning);
        }
        return {};
    }

    Result<void> scripts() {
        in_.set_context("scripts");
        if (!has_scripts_) return {};
        for (int leading = 0; leading < 2; ++leading) // the global script, the dialogs'
            if (auto done = script(); !done) return done;
        constexpr std::uint64_t least = 20;
        for (std::uint32_t count = in_.count(least); count != 0; --count)
            if (auto done = script(); !done) return done;
        return {};
    }
    Result<void> script() {
        if (!in_.ok()) return {};
        std::size_t looked_at = 0;
        const std::size_t length = measure_scom(bytes_.subspan(in_.position()), looked_at);
        if (length == 0) return main_data_refused("a compiled script was expected here", in_.position());
        in_.skip(length);
        return {};
    }

    Result<void> views() {
        constexpr std::uint64_t frame_size = 28;
        in_.set_context("views");
        if (!in_.count_fits(views_, 2)) return {};
        for (std::uint32_t view = 0; view < views_ && in_.ok(); ++view)
            for (std::uint16_t loops = in_.u16(); loops != 0 && in_.ok(); --loops) {
                const std::uint16_t frames = in_.u16();
                in_.skip(4);
                in_.skip_all(frames, frame_size);
            }
        return {};
    }

    Result<void> characters() {
        constexpr std::uint64_t color_at = 56, walk_speed_at = 108, counts_at = 112, counts_end = 718;
        constexpr std::uint32_t counts = 301;
        in_.set_context("characters");
        for (MainData::Character& character : data_.characters) {
            const std::uint64_t begin = in_.position();
            character.view = in_.i32() + 1;
            character.speech_view = in_.i32() + 1;
            in_.skip(4);
            character.room = in_.i32();
            in_.skip(4);
            character.x = in_.i32();
            character.y = in_.i32();
            in_.seek(begin + color_at);
            character.speech_color = in_.i32();
            in_.seek(begin + walk_speed_at);
            character.walk_speed = in_.i16();
            in_.seek(begin + counts_at);
            for (std::uint32_t item = 0; item < counts; ++item)
                if (const std::int16_t count = in_.i16(); count > 0)
                    character.items.emplace_back(item, count);
            in_.seek(begin + counts_end);
            character.name.cut = in_.fixed(40);
            character.script_name.cut = in_.fixed(20);
            in_.skip(2);
        }
        in_.skip(20 * 50); // lip sync
        in_.set_context("global messages");
        constexpr std::uint32_t first_message = 500;
        for (std::uint32_t i = 0; i < has_message_.size() && in_.ok(); ++i)
            if (has_message_[i]) data_.messages.emplace_back(first_message + i, in_.hidden());
        return {};
    }

    Result<void> dialogs() {
        constexpr std::uint64_t dialog_size = 4696, option_size = 150, most_options = 30;
        constexpr std::uint64_t count_at = 4688;
        in_.set_context("dialogs");
        if (!in_.count_fits(dialogs_, dialog_size)) return {};
        data_.dialogs.resize(dialogs_);
        for (MainData::Dialog& dialog : data_.dialogs) {
            const std::uint64_t begin = in_.position();
            in_.seek(begin + count_at);
            const std::uint32_t count = in_.u32();
            if (count > most_options)
                return main_data_refused("a dialog has more than 30 options", begin + count_at);
            in_.seek(begin);
            dialog.options.resize(count);
            for (LongText& option : dialog.options) option.cut = in_.fixed(option_size);
            in_.seek(begin + most_options * option_size);
            dialog.flags.resize(count);
            for (std::int32_t& flags : dialog.flags) flags = in_.i32();
            in_.seek(begin + dialog_size);
        }
        return {};
    }

    Result<void> guis() { return read_guis(in_, guis_, data_); }

    Result<void> plugins() {
        in_.set_context("plugins");
        if (in_.u32() != 1 && in_.ok())
            return main_data_refused("unknown version of the list of plugins", in_.position() - 4);
        constexpr std::uint64_t least = 1 + 4;
        for (std::uint32_t count = in_.count(least); count != 0 && in_.ok(); --count) {
            static_cast<void>(in_.cstring());
            in_.skip(in_.u32());
        }
        return {};
    }

    Result<void> schema() {
        in_.set_context("the schema of properties");
        const std::uint64_t at = in_.position();
        const std::uint32_t version = in_.u32();
        if (in_.ok() && (version < 1 || version > 2))
            return main_data_refused("unknown version of the properties", at);
        constexpr std::uint64_t least = 3 + 4;
        for (std::uint32_t count = in_.count(least); count != 0 && in_.ok(); --count) {
            MainData::PropertySchema& property = data_.properties.emplace_back();
            if (version == 1) {
                property.name = in_.terminated().text;
                property.description = in_.terminated().text;
                property.standard = in_.terminated();
                property.type = in_.i32();
            } else {
                property.name = in_.counted().text;
                property.type = in_.i32();
                property.description = in_.counted().text;
                property.standard = in_.counted();
            }
        }
        return {};
    }

    Result<void> properties() {
        in_.set_context("properties");
        for (MainData::Character& character : data_.characters)
            if (auto done = read_property_values(in_, character.properties); !done) return done;
        for (MainData::Item& item : data_.items)
            if (auto done = read_property_values(in_, item.properties); !done) return done;
        return {};
    }
    Result<void> names() {
        in_.set_context("names");
        if (!in_.count_fits(views_, 1)) return {};
        data_.views.resize(views_);
        for (std::string& name : data_.views) name = in_.cstring();
        for (MainData::Item& item : data_.items) item.script_name = in_.cstring();
        for (MainData::Dialog& dialog : data_.dialogs) dialog.script_name = in_.cstring();
        return {};
    }

    Result<void> audio() {
        constexpr std::uint32_t since = 41;
        constexpr std::uint64_t type_size = 5 * 4, clip_size = 64;
        if (data_.version < since) return {};
        in_.set_context("audio clips");
        in_.skip_all(in_.u32(), type_size);
        data_.clips.resize(in_.count(clip_size));
        for (MainData::Clip& clip : data_.clips) {
            in_.skip(4);
            clip.script_name.cut = in_.fixed(30);
            in_.skip(clip_size - 4 - 30);
        }
        in_.skip(4);
        return {};
    }

    Result<void> rooms() {
        if (data_.options[debug_option] == 0) return {};
        in_.set_context("rooms");
        constexpr std::uint64_t least = 4 + 1;
        for (std::uint32_t count = in_.count(least); count != 0 && in_.ok(); --count) {
            const std::int32_t number = in_.i32();
            data_.rooms.push_back({number, std::string(in_.cstring())});
        }
        return {};
    }

    Result<void> extensions() {
        const std::uint64_t standard_end = in_.position();
        if (extension_offset_ != 0) {
            if (extension_offset_ != standard_end)
                return main_data_refused(concat("the standard part ends at ", standard_end,
                                                ", and the extensions are said to begin at ",
                                                extension_offset_),
                                         extension_offset_at_);
            data_.counts.push_back({extension_offset_at_, 4, 0, standard_end});
        }
        if (in_.remaining() == 0) return {}; // up to AGS 3.5.0 there are none
        return read_extensions(bytes_, standard_end, data_);
    }

    static constexpr std::uint64_t character_size = 780;

    std::span<const std::byte> bytes_;
    FieldReader in_;
    MainData data_;
    std::uint32_t views_ = 0, characters_ = 0, items_ = 0, dialogs_ = 0, fonts_ = 0, guis_ = 0, cursors_ = 0;
    std::uint64_t extension_offset_at_ = 0;
    std::uint32_t extension_offset_ = 0;
    std::array<bool, 500> has_message_{};
    bool has_words_ = false, has_scripts_ = false;
};

} // namespace

std::uint32_t MainData::code_page() const noexcept {
    return static_cast<std::uint32_t>(options[text_encoding_option]);
}

bool MainData::is_utf8() const noexcept {
    constexpr std::uint32_t utf8 = 65001;
    return code_page() == utf8;
}

const MainData::Control* MainData::control(std::uint32_t reference) const noexcept {
    const std::uint32_t kind = reference >> 16U, number = reference & 0xFFFFU;
    return kind < controls.size() && number < controls[kind].size() ? &controls[kind][number] : nullptr;
}

std::unexpected<Diagnostic> main_data_refused(std::string why, std::uint64_t offset) {
    return fail(codes::container_format, "main data: " + std::move(why), Place::at_offset(offset));
}

Result<void> read_property_values(FieldReader& in, std::vector<PropertyValue>& values) {
    const std::uint64_t at = in.position();
    const std::uint32_t version = in.u32();
    if (in.ok() && (version < 1 || version > 2))
        return main_data_refused("unknown version of the properties", at);
    for (std::uint32_t count = in.count(2); count != 0 && in.ok(); --count) {
        const auto text = [&] { return version == 1 ? in.terminated() : in.counted(); };
        std::string name = text().text;
        values.emplace_back(std::move(name), text());
    }
    return {};
}

EventHandlers read_events(FieldReader& in) {
    EventHandlers events(in.count(1));
    for (std::string& name : events) name = in.cstring();
    return events;
}

Result<MainData> read_main_data(std::span<const std::byte> bytes) { return MainDataReader(bytes).read(); }

} // namespace vellum::ags
