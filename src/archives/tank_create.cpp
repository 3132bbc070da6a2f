// A new tank: what a mod puts beside the game's own. The order of everything is that of the makers' builder.
#include <algorithm>

#include "archives/codes.hpp"
#include "archives/create.hpp"
#include "archives/deflate.hpp"
#include "archives/tank_tree.hpp"

namespace vellum::archives {

namespace {

constexpr std::uint32_t version = 0x00010002;
constexpr std::uint32_t user_priority = 0x4000;        // above the game's own
constexpr std::uint64_t no_time = 0x01C00000'00000000; // of 2000: a tank is the same whenever it is made
constexpr std::size_t data_padding = 16;               // behind the last file

void pad(ByteWriter& writer, std::uint64_t to, std::uint64_t before) {
    while ((before + writer.size()) % to != 0) writer.u8(0);
}

} // namespace

Result<std::vector<std::byte>> create_tank(std::span<const Change> members) {
    tank::Tree tree;
    for (const Change& member : members) {
        tank::FileEntry entry;
        entry.time = no_time;
        entry.format = 1;
        if (auto added = tree.add(member.name, std::move(entry)); !added)
            return std::unexpected(std::move(added.error()));
    }
    ByteWriter data;
    std::uint32_t crc = 0;
    for (const std::size_t member : tree.write().order) {
        tank::FileEntry& entry = tree.files()[member];
        entry.offset = static_cast<std::uint32_t>(data.size());
        auto packed = tank::pack(*members[member].bytes, entry);
        if (!packed) return std::unexpected(std::move(packed.error()));
        crc = crc32(*members[member].bytes, crc);
        data.bytes(*packed);
        pad(data, tank::alignment, 0);
    }
    for (std::size_t i = 0; i < data_padding; ++i) data.u8(0);
    pad(data, tank::alignment, tank::header_size);

    const auto [directories, files, order] = tree.write();
    const std::uint64_t directories_at = tank::header_size + data.size();
    const std::uint64_t size = directories_at + directories.size() + files.size();
    if (size > 0xFFFFFFFF)
        return fail(codes::archive_change, "the tank would be longer than its format allows");
    std::vector<std::byte> tank(tank::header_size);
    std::ranges::copy(as_bytes(tank::first_game), tank.begin());
    const auto put = [&](std::uint64_t at, std::uint64_t value) {
        store_u32(&tank[static_cast<std::size_t>(at)], static_cast<std::uint32_t>(value));
    };
    put(tank::at::version, version);
    put(tank::at::directories, directories_at);
    put(tank::at::files, directories_at + directories.size());
    put(tank::at::index_size, directories.size() + files.size());
    put(tank::at::data, tank::header_size);
    put(tank::at::priority, user_priority);
    std::ranges::copy(as_bytes("USER"), &tank[tank::at::creator]);
    put(tank::at::index_crc, crc32(files, crc32(directories)));
    put(tank::at::data_crc, crc);
    const std::vector<std::byte> contents = data.take();
    for (const auto* part : {&contents, &directories, &files})
        tank.insert(tank.end(), part->begin(), part->end());
    return tank;
}

} // namespace vellum::archives
