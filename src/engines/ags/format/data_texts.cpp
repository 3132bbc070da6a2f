#include "engines/ags/format/data_texts.hpp"

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "archives/splice.hpp"
#include "base/bytes.hpp"
#include "base/concat.hpp"
#include "base/encoding.hpp"
#include "base/source.hpp"
#include "engines/ags/format/container.hpp"
#include "engines/ags/format/main_data.hpp"
#include "engines/ags/format/room_data.hpp"

namespace vellum::ags {

namespace {

/// A text of a file.
struct DataText {
    std::string id;
    std::string context;
    LongText text;
};

struct DataTexts {
    std::vector<DataText> texts;
    std::vector<ByteCount> counts;
    bool utf8 = false;
};

std::string name_or_number(const std::string& name, std::string_view kind, std::size_t number) {
    return name.empty() ? concat(kind, " ", number) : name;
}

/// Collects in the order of the editor, so that its files and ours can be compared.
class MainDataTexts {
  public:
    explicit MainDataTexts(const MainData& data) : data_(data) {}

    std::vector<DataText> collect() {
        dialogs();
        controls();
        for (std::size_t i = 0; i < data_.characters.size(); ++i) {
            const MainData::Character& character = data_.characters[i];
            add(concat("character ", i),
                "name of " + name_or_number(character.script_name.text(), "character", i), character.name);
        }
        for (std::size_t i = 1; i < data_.items.size(); ++i)
            add(concat("item ", i), "name of " + name_or_number(data_.items[i].script_name, "item", i),
                data_.items[i].description);
        for (const auto& [number, message] : data_.messages)
            add(concat("message ", number), concat("global message ", number), {message});
        for (std::size_t i = 0; i < data_.words.size(); ++i)
            add(concat("word ", i, " meaning ", data_.words[i].second), "word for the text parser",
                {data_.words[i].first});
        properties();
        return std::move(texts_);
    }

  private:
    void add(std::string id, std::string context, const LongText& text) {
        if (!text.text().empty()) texts_.push_back({std::move(id), std::move(context), text});
    }

    void dialogs() {
        for (std::size_t i = 0; i < data_.dialogs.size(); ++i) {
            const MainData::Dialog& dialog = data_.dialogs[i];
            const std::string name = name_or_number(dialog.script_name, "dialog", i);
            for (std::size_t option = 0; option < dialog.options.size(); ++option)
                add(concat("dialog ", i, " option ", option + 1), concat("option ", option + 1, " of ", name),
                    dialog.options[option]);
        }
    }

    void controls() {
        using Kind = MainData::ControlKind;
        static constexpr std::pair<Kind, std::string_view> kinds[] = {{Kind::label, "label"},
                                                                      {Kind::button, "button"},
                                                                      {Kind::list_box, "list box"},
                                                                      {Kind::text_box, "text box"}};
        std::map<std::uint32_t, std::size_t> owners; // by reference: the GUI
        for (std::size_t i = 0; i < data_.guis.size(); ++i)
            for (const std::uint32_t reference : data_.guis[i].controls) owners.emplace(reference, i);
        for (const auto& [kind, word] : kinds) {
            const auto& list = data_.controls[static_cast<std::size_t>(kind)];
            for (std::size_t i = 0; i < list.size(); ++i) {
                const MainData::Control& control = list[i];
                std::string name = concat(word, control.script_name.empty() ? "" : " ", control.script_name);
                const auto owner =
                    owners.find(static_cast<std::uint32_t>(kind) << 16U | static_cast<std::uint32_t>(i));
                if (owner != owners.end())
                    name += " of " + name_or_number(data_.guis[owner->second].name, "GUI", owner->second);
                const bool several = kind == Kind::list_box;
                for (std::size_t item = 0; item < control.texts.size(); ++item)
                    add(several ? concat(word, " ", i, " item ", item) : concat(word, " ", i),
                        several ? concat("item ", item, " of ", name) : name, {control.texts[item]});
            }
        }
    }

    void properties() {
        std::map<std::string_view, bool> is_text;
        for (std::size_t i = 0; i < data_.properties.size(); ++i) {
            const MainData::PropertySchema& property = data_.properties[i];
            is_text[property.name] = property.type == MainData::PropertySchema::text;
            if (property.type == MainData::PropertySchema::text)
                add("property " + property.name, "default of the property " + property.name,
                    {property.standard});
        }
        const auto values = [&](const std::vector<PropertyValue>& list, const std::string& id,
                                const std::string& name) {
            for (const auto& [property, value] : list)
                if (const auto known = is_text.find(property); known != is_text.end() && known->second)
                    add(id + " property " + property, "property " + property + " of " + name, {value});
        };
        for (std::size_t i = 0; i < data_.characters.size(); ++i)
            values(data_.characters[i].properties, concat("character ", i),
                   name_or_number(data_.characters[i].script_name.text(), "character", i));
        for (std::size_t i = 0; i < data_.items.size(); ++i)
            values(data_.items[i].properties, concat("item ", i),
                   name_or_number(data_.items[i].script_name, "item", i));
    }

    const MainData& data_;
    std::vector<DataText> texts_;
};

std::vector<DataText> room_texts(const RoomData& room) {
    std::vector<DataText> texts;
    const auto add = [&](std::string id, std::string context, const TextField& field) {
        if (!field.text.empty()) texts.push_back({std::move(id), std::move(context), {field}});
    };
    for (std::size_t i = 0; i < room.messages.size(); ++i)
        add(concat("message ", i), concat("message ", i, " of the room"), room.messages[i]);
    for (std::size_t i = 0; i < room.hotspots.size(); ++i)
        add(concat("hotspot ", i), "name of " + name_or_number(room.hotspots[i].script_name, "hotspot", i),
            room.hotspots[i].name);
    for (std::size_t i = 0; i < room.objects.size(); ++i)
        add(concat("object ", i), "name of " + name_or_number(room.objects[i].script_name, "object", i),
            room.objects[i].name);
    return texts;
}

Result<DataTexts> read_texts(std::span<const std::byte> bytes) {
    if (is_main_data(bytes)) {
        auto data = read_main_data(bytes);
        if (!data) return std::unexpected(std::move(data.error()));
        return DataTexts{MainDataTexts(*data).collect(), std::move(data->counts), data->is_utf8()};
    }
    auto room = read_room_data(bytes);
    if (!room) return std::unexpected(std::move(room.error()));
    return DataTexts{room_texts(*room), std::move(room->counts), true};
}

/// As much of a text as its place has room for, and no half characters.
std::string_view cut_to(std::string_view text, std::uint64_t longest, bool utf8) {
    if (text.size() <= longest) return text;
    auto length = static_cast<std::size_t>(longest);
    constexpr unsigned more_bits = 0xC0, more = 0x80;
    while (utf8 && length != 0 && (static_cast<unsigned char>(text[length]) & more_bits) == more) --length;
    return text.substr(0, length);
}

} // namespace

bool has_data_texts(std::span<const std::byte> bytes, std::string_view name) {
    const FileKind kind = recognise(bytes, name);
    return kind == FileKind::game_data || kind == FileKind::room;
}

Result<std::vector<GameText>> data_texts(std::span<const std::byte> bytes) {
    auto data = read_texts(bytes);
    if (!data) return std::unexpected(std::move(data.error()));
    std::vector<GameText> texts;
    texts.reserve(data->texts.size());
    for (DataText& text : data->texts) {
        const TextField& field = text.text.full ? *text.text.full : text.text.cut;
        texts.push_back({std::move(text.id),
                         text.text.text(),
                         std::move(text.context),
                         {{{}, static_cast<std::uint32_t>(field.offset)}}});
    }
    return texts;
}

Result<std::vector<std::byte>> change_data_texts(std::span<const std::byte> bytes,
                                                 std::span<const TextChange> changes) {
    const auto data = read_texts(bytes);
    if (!data) return std::unexpected(data.error());
    std::map<std::pair<std::string_view, std::string_view>, const DataText*> known;
    for (const DataText& text : data->texts) known.try_emplace({text.id, text.text.text()}, &text);
    archives::Splice splice(std::make_shared<SpanSource>(bytes));
    for (const TextChange& change : changes) {
        if (change.before == change.after) continue;
        const auto found = known.find({change.id, change.before});
        if (found == known.end())
            return fail(vellum::codes::text_change,
                        concat("the file has no text '", change.before, "' as ", change.id));
        const LongText& text = found->second->text;
        known.erase(found); // of two changes of one text the second has nothing to change
        const auto put = [&](const TextField& field, std::string_view other) -> Result<void> {
            auto made = field.with(other);
            if (!made) {
                made.error().message = change.id + ": " + made.error().message;
                return std::unexpected(std::move(made.error()));
            }
            splice.replace(field.offset, field.size, std::move(*made));
            return {};
        };
        if (text.full)
            if (auto done = put(*text.full, change.after); !done) return std::unexpected(done.error());
        if (text.cut.size == 0) continue;
        const std::string_view other =
            text.full ? cut_to(change.after, text.cut.longest(), data->utf8) : std::string_view(change.after);
        if (auto done = put(text.cut, other); !done) return std::unexpected(done.error());
    }
    for (const ByteCount& count : data->counts) {
        const std::uint64_t length = count.end - count.begin;
        const std::uint64_t now = splice.moved(count.end) - splice.moved(count.begin);
        if (now == length) continue;
        if (count.width == 4 && now > 0x7FFFFFFF)
            return fail(vellum::codes::text_change, "the texts are too long for the file");
        if (count.width == 8)
            splice.put_u64(count.at, now);
        else
            splice.put_u32(count.at, static_cast<std::uint32_t>(now));
    }
    const auto changed = splice.finish();
    if (!changed) return std::unexpected(changed.error());
    return read_range(**changed, 0, (*changed)->size());
}

} // namespace vellum::ags
