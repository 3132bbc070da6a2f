// What editors since 3.5.1 keep after all else: named blocks, of which some replace names that the standard
// part cuts off. Unknown ones stay as they are.
#include <algorithm>

#include "base/concat.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/format/main_data_parts.hpp"

namespace vellum::ags {

namespace {

class ExtensionReader {
  public:
    ExtensionReader(std::span<const std::byte> bytes, MainData& data) : bytes_(bytes), data_(data) {}

    Result<void> read(std::uint64_t at) {
        constexpr std::uint8_t last = 0xFF;
        constexpr std::uint64_t name_size = 16;
        FieldReader list(bytes_, at, bytes_.size());
        list.set_context("the list of extensions");
        for (;;) {
            const std::uint64_t begin = list.position();
            const std::uint8_t kind = list.u8();
            if (!list.ok()) return std::unexpected(list.error());
            if (kind == last) break;
            if (kind != 0) return main_data_refused("an extension without a name", begin);
            const std::string name = list.fixed(name_size).text;
            const std::uint64_t count_at = list.position();
            const std::uint64_t length = list.u64();
            const std::uint64_t content = list.position();
            list.skip(length);
            if (!list.ok()) return std::unexpected(list.error());
            data_.counts.push_back({count_at, 8, content, content + length});
            FieldReader block(bytes_, content, content + length);
            if (auto done = read_block(name, block); !done) return done;
            if (!block.ok()) return std::unexpected(block.error());
        }
        if (list.remaining() != 0)
            return main_data_refused("bytes after the last extension", list.position());
        return {};
    }

  private:
    Result<void> read_block(std::string_view name, FieldReader& in) {
        if (name == "v361_objnames") return long_names(in);
        if (name == "v362_interevents") return events(in);
        if (name == "v362_interevent2") {
            in.set_context("the names of scripts");
            static_cast<void>(in.counted());
            static_cast<void>(in.counted());
            for (std::uint32_t count = in.count(4); count != 0 && in.ok(); --count)
                static_cast<void>(in.counted());
            return events(in);
        }
        if (name == "v363_dialogsnew") return dialogs(in);
        return {};
    }

    /// The number of elements that follow must be that of the standard part.
    Result<void> expect(FieldReader& in, std::size_t count, std::string_view what) {
        const std::uint64_t at = in.position();
        const std::uint32_t said = in.u32();
        if (in.ok() && said != count)
            return main_data_refused(concat("the game has ", count, " ", what, ", and an extension ", said),
                                     at);
        return {};
    }

    Result<void> long_names(FieldReader& in) {
        in.set_context("long names");
        data_.name.full = in.counted();
        static_cast<void>(in.counted()); // the folder of saves
        if (auto same = expect(in, data_.characters.size(), "characters"); !same) return same;
        for (MainData::Character& character : data_.characters) {
            character.script_name.full = in.counted();
            character.name.full = in.counted();
        }
        if (auto same = expect(in, data_.items.size(), "items"); !same) return same;
        for (MainData::Item& item : data_.items) item.description.full = in.counted();
        if (auto same = expect(in, data_.cursors.size(), "cursors"); !same) return same;
        for (MainData::Cursor& cursor : data_.cursors) cursor.script_name = in.counted().text;
        if (auto same = expect(in, data_.clips.size(), "audio clips"); !same) return same;
        for (MainData::Clip& clip : data_.clips) {
            clip.script_name.full = in.counted();
            static_cast<void>(in.counted()); // its file
        }
        return {};
    }

    Result<void> events(FieldReader& in) {
        in.set_context("events");
        const auto one = [&](EventHandlers& events) {
            in.skip(4); // the version
            static_cast<void>(in.counted());
            events.assign(in.count(4), {});
            for (std::string& name : events) name = in.counted().text;
        };
        if (auto same = expect(in, data_.characters.size(), "characters"); !same) return same;
        for (MainData::Character& character : data_.characters) one(character.events);
        if (auto same = expect(in, data_.items.size(), "items"); !same) return same;
        for (MainData::Item& item : data_.items) one(item.events);
        return {};
    }

    /// Dialogs may have more options here than the standard part has room for.
    Result<void> dialogs(FieldReader& in) {
        in.set_context("dialogs");
        if (auto same = expect(in, data_.dialogs.size(), "dialogs"); !same) return same;
        for (MainData::Dialog& dialog : data_.dialogs) {
            dialog.script_name = in.counted().text;
            in.skip(4 + 12);
            constexpr std::uint64_t least = 4 + 4 + 12;
            const std::uint32_t count = in.count(least);
            if (!in.ok()) return {};
            dialog.options.resize(count);
            dialog.flags.resize(count);
            for (std::uint32_t i = 0; i < count; ++i) {
                dialog.options[i].full = in.counted();
                dialog.flags[i] = in.i32();
                in.skip(12);
            }
        }
        return {};
    }

    std::span<const std::byte> bytes_;
    MainData& data_;
};

} // namespace

Result<void> read_extensions(std::span<const std::byte> bytes, std::uint64_t at, MainData& data) {
    return ExtensionReader(bytes, data).read(at);
}

} // namespace vellum::ags
