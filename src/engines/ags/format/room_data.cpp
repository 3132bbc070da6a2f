#include "engines/ags/format/room_data.hpp"

#include <algorithm>

#include "base/concat.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/format/main_data_parts.hpp"

namespace vellum::ags {

namespace {

constexpr std::uint16_t wide_lengths_since = 32, counted_names_since = 31, terminated_names_since = 28;
// Since 3.6.3 a room has the version of the editor's data; AGS 4 has another layout.
constexpr std::uint16_t last_small_version = 33, first_large_version = 30000, newer_versions = 40000;

std::unexpected<Diagnostic> room_refused(std::string why, std::uint64_t offset) {
    return fail(codes::container_format, "room: " + std::move(why), Place::at_offset(offset));
}

class RoomReader {
  public:
    explicit RoomReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    Result<RoomData> read() {
        constexpr std::uint8_t main_block = 1, object_names = 5, properties = 8, object_script_names = 9,
                               last = 0xFF;
        constexpr std::uint64_t name_size = 16;
        FieldReader list(bytes_, 0, bytes_.size());
        list.set_context("the room's blocks");
        room_.version = list.u16();
        const bool known =
            (room_.version >= RoomData::oldest_version && room_.version <= last_small_version) ||
            (room_.version >= first_large_version && room_.version < newer_versions);
        if (list.ok() && !known)
            return room_refused(concat("version ", room_.version,
                                       " is not supported; versions from 26 (AGS 3.0) to AGS 3.6.3 are"),
                                0);
        while (list.ok()) {
            const std::uint8_t id = list.u8();
            if (!list.ok() || id == last) break;
            if (id == 0) list.skip(name_size);
            const unsigned width = id == 0 || room_.version >= wide_lengths_since ? 8 : 4;
            const std::uint64_t count_at = list.position();
            const std::uint64_t length = width == 8 ? list.u64() : list.u32();
            const std::uint64_t content = list.position();
            list.skip(length);
            if (!list.ok()) break;
            FieldReader block(bytes_, content, content + length);
            room_.counts.push_back({count_at, width, content, content + length});
            if (id == main_block) {
                if (auto done = main(block); !done) return std::unexpected(std::move(done.error()));
            } else if (id == object_names) {
                block.set_context("names of objects");
                if (auto done = expect(block); !done) return std::unexpected(std::move(done.error()));
                for (RoomData::Object& object : room_.objects) object.name = name(block, 30);
            } else if (id == properties) {
                if (auto done = values(block); !done) return std::unexpected(std::move(done.error()));
            } else if (id == object_script_names) {
                block.set_context("names of objects");
                if (auto done = expect(block); !done) return std::unexpected(std::move(done.error()));
                for (RoomData::Object& object : room_.objects) object.script_name = name(block, 20).text;
            }
            if (!block.ok()) return std::unexpected(block.error());
        }
        if (!list.ok()) return std::unexpected(list.error());
        return std::move(room_);
    }

  private:
    [[nodiscard]] TextField name(FieldReader& in, std::uint64_t fixed_size) const {
        return room_.version >= counted_names_since ? in.counted() : in.fixed(fixed_size);
    }

    Result<void> expect(FieldReader& in) const {
        const std::uint64_t at = in.position();
        const std::size_t said = in.u8();
        if (in.ok() && said != room_.objects.size())
            return room_refused(concat("it has ", room_.objects.size(), " objects, and names of ", said), at);
        return {};
    }

    Result<void> values(FieldReader& in) {
        in.set_context("properties");
        const std::uint64_t at = in.position();
        if (in.u32() != 1 && in.ok()) return room_refused("unknown version of the properties", at);
        auto done = read_property_values(in, room_.properties);
        const auto read = [&](auto& things) {
            for (std::size_t i = 0; i < things.size() && done && in.ok(); ++i)
                done = read_property_values(in, things[i].properties);
        };
        read(room_.hotspots);
        read(room_.objects);
        return done;
    }

    Result<void> main(FieldReader& in) {
        in.set_context("the room's main block");
        in.skip(4);
        in.skip_all(in.u16(), 2); // walk-behinds
        hotspots(in);
        const std::uint64_t walls_at = in.position();
        if (in.u32() != 0 && in.ok()) return room_refused("it has walls, which AGS 2 had", walls_at);
        in.skip(4 * 2); // edges
        objects(in);
        constexpr std::uint64_t variable_size = 23 + 1 + 4;
        in.skip_all(in.u32(), variable_size);
        room_.regions.resize(in.count(4));
        room_.events = read_events(in);
        for (RoomData::Hotspot& hotspot : room_.hotspots) hotspot.events = read_events(in);
        for (RoomData::Object& object : room_.objects) object.events = read_events(in);
        for (EventHandlers& region : room_.regions) region = read_events(in);
        in.skip_all(room_.objects.size(), 4); // baselines
        room_.width = in.i16();
        room_.height = in.i16();
        in.skip_all(room_.objects.size(), 2); // flags
        room_.mask_scale = std::max<std::int16_t>(in.i16(), 1);
        in.skip_all(in.u32(), 5 * 2); // walkable areas
        in.skip(11 + 6 + 4);
        messages(in);
        if (in.ok()) masks(in);
        return {};
    }

    /// Where they cannot be read nothing has a shape, and all the rest of the room is known.
    void masks(FieldReader in) {
        constexpr std::uint64_t lights = 16 * 2, region = 2 + 4, palette = 256 * 4;
        if (in.u16() != 0) return; // animations, which AGS 2 had
        in.skip(lights + room_.regions.size() * region + palette + 4);
        in.skip(in.u32()); // the background
        RoomMask regions = mask(in);
        static_cast<void>(mask(in)); // walkable areas
        static_cast<void>(mask(in)); // walk-behinds
        RoomMask hotspots = mask(in);
        if (!in.ok()) return;
        room_.region_mask = std::move(regions);
        room_.hotspot_mask = std::move(hotspots);
    }

    /// Runs may go on in the next row.
    static RoomMask mask(FieldReader& in) {
        constexpr std::uint8_t repeats = 0x80; // more than that: 257 less so many of the next byte
        constexpr std::uint64_t palette = 256 * 3;
        const std::uint16_t width = in.u16(), height = in.u16();
        RoomMask made(width);
        for (std::uint64_t left = std::uint64_t{width} * height; left > 0 && in.ok();) {
            const std::uint8_t head = in.u8();
            const std::uint64_t count = std::min<std::uint64_t>(head > repeats    ? 257U - head
                                                                : head == repeats ? 1U
                                                                                  : head + 1U,
                                                                left);
            left -= count;
            if (head > repeats)
                made.add(in.u8(), static_cast<std::uint32_t>(count));
            else
                for (std::uint64_t i = 0; i < count && in.ok(); ++i) made.add(in.u8(), 1);
        }
        in.skip(palette);
        return made;
    }

    void hotspots(FieldReader& in) {
        constexpr std::uint64_t least = 2 * 2 + 1 + 4;
        const std::uint32_t count = in.count(least);
        if (!in.ok()) return;
        room_.hotspots.resize(count);
        for (RoomData::Hotspot& hotspot : room_.hotspots) {
            hotspot.walk_x = in.i16();
            hotspot.walk_y = in.i16();
        }
        for (RoomData::Hotspot& hotspot : room_.hotspots)
            hotspot.name = room_.version >= terminated_names_since && room_.version < counted_names_since
                               ? in.terminated()
                               : name(in, 30);
        for (RoomData::Hotspot& hotspot : room_.hotspots) hotspot.script_name = name(in, 20).text;
    }

    void objects(FieldReader& in) {
        constexpr std::uint64_t object_size = 5 * 2;
        const std::uint16_t count = in.u16();
        if (!in.count_fits(count, object_size)) return;
        room_.objects.resize(count);
        for (RoomData::Object& object : room_.objects) {
            object.sprite = in.u16();
            object.x = in.i16();
            object.y = in.i16();
            in.skip(2);
            object.visible = in.i16() != 0;
        }
    }

    void messages(FieldReader& in) {
        const std::uint16_t count = in.u16();
        in.skip(4);
        in.skip_all(count, 2);
        if (!in.count_fits(count, 4)) return;
        for (std::uint16_t i = 0; i < count && in.ok(); ++i) room_.messages.push_back(in.hidden());
    }

    std::span<const std::byte> bytes_;
    RoomData room_;
};

} // namespace

void RoomMask::add(std::uint8_t number, std::uint32_t count) {
    const std::uint32_t before = runs_.empty() ? 0 : runs_.back().end;
    if (runs_.empty() || runs_.back().number != number) runs_.push_back({before, number});
    runs_.back().end = before + count;
}

std::uint8_t RoomMask::at(std::int32_t x, std::int32_t y) const noexcept {
    if (x < 0 || y < 0 || x >= width_) return 0;
    const std::uint64_t pixel = static_cast<std::uint64_t>(y) * width_ + static_cast<std::uint64_t>(x);
    const auto run = std::ranges::upper_bound(runs_, pixel, {}, &Run::end);
    return run == runs_.end() ? std::uint8_t{0} : run->number;
}

Result<RoomData> read_room_data(std::span<const std::byte> bytes) { return RoomReader(bytes).read(); }

} // namespace vellum::ags
