// Facts: docs/engines/ags.md, "Projects".
#include "engines/ags/project/room.hpp"

#include <algorithm>

#include "archives/source_reader.hpp"
#include "engines/ags/codes.hpp"

namespace vellum::ags::project {

namespace {

constexpr std::uint8_t main_block = 1, object_script_names_block = 9, last_block = 0xFF;
constexpr std::uint16_t wide_lengths_since = 32, counted_texts_since = 31, free_texts_since = 28;
constexpr std::uint16_t oldest = 26;

class RoomReader {
  public:
    explicit RoomReader(const ByteSource& room) : in_(room) {}

    Result<RoomNames> read() {
        version_ = in_.u16();
        if (version_ < oldest && in_.ok())
            in_.refuse("rooms of version " + std::to_string(version_) + " are not supported");
        while (in_.ok()) {
            const std::uint8_t id = in_.u8();
            if (id == last_block) break;
            if (id == 0) in_.skip(16); // its name
            const std::uint64_t length = id == 0 || version_ >= wide_lengths_since ? in_.u64() : in_.u32();
            if (!in_.fits(length, 1)) break;
            const std::uint64_t end = in_.position() + length;
            if (id == main_block) hotspots();
            if (id == object_script_names_block) objects();
            if (!in_.ok()) break;
            in_.seek(end);
        }
        if (!in_.ok())
            return fail(codes::container_format, "the room's names cannot be read: " + in_.error().message);
        return std::move(names_);
    }

  private:
    std::string text(std::uint16_t fixed) {
        if (version_ >= counted_texts_since) return in_.text(in_.u32());
        std::string bytes = in_.text(fixed);
        bytes.resize(std::min(bytes.find('\0'), bytes.size()));
        return bytes;
    }

    void hotspots() {
        constexpr std::uint32_t colour_bytes = 4, line = 2, point = 4;
        constexpr std::uint16_t name_bytes = 30, script_name_bytes = 20;
        in_.skip(colour_bytes);
        in_.skip(std::uint64_t{in_.u16()} * line);
        const std::uint32_t count = in_.u32();
        if (!in_.fits(count, point)) return in_.refuse("it has more hotspots than bytes");
        in_.skip(std::uint64_t{count} * point);
        for (std::uint32_t i = 0; i < count && in_.ok(); ++i) {
            if (version_ >= free_texts_since && version_ < counted_texts_since)
                static_cast<void>(in_.cstring());
            else
                static_cast<void>(text(name_bytes));
        }
        for (std::uint32_t i = 0; i < count && in_.ok(); ++i)
            if (std::string name = text(script_name_bytes); !name.empty())
                names_.hotspots.push_back(std::move(name));
    }

    void objects() {
        constexpr std::uint16_t script_name_bytes = 20;
        const std::uint8_t count = in_.u8();
        for (std::uint8_t i = 0; i < count && in_.ok(); ++i)
            if (std::string name = text(script_name_bytes); !name.empty())
                names_.objects.push_back(std::move(name));
    }

    archives::SourceReader in_;
    std::uint16_t version_ = 0;
    RoomNames names_;
};

} // namespace

Result<RoomNames> read_room_names(const ByteSource& room) { return RoomReader(room).read(); }

} // namespace vellum::ags::project
