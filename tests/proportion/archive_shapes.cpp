// Archives with many members, members over each other, long tables, and archives inside archives.
#include "proportion/shapes.hpp"
#include "support/made_archives.hpp"

namespace vellum::proportion {

namespace {

using namespace vellum::test;

std::string number(std::size_t i) { return std::to_string(i); }
std::string text_of(std::span<const std::byte> bytes) { return std::string(as_text(bytes)); }

std::vector<MadeFile> many(std::size_t size, std::string_view ending) {
    std::vector<MadeFile> files;
    for (std::size_t i = 0; i * 120 < size; ++i)
        files.push_back({"", "f" + number(i) + std::string(ending), bytes_of(std::string(60, 'x'))});
    return files;
}

/// Opened, read and changed; what is read of members that lie over each other is no more than a few times the
/// file.
void work_on(std::string_view bytes) {
    const auto opened = archives::open(in_memory(bytes_of(bytes)));
    if (!opened) return;
    const archives::Archive& archive = **opened;
    static_cast<void>(archive.find("not there"));
    std::uint64_t total = 0;
    std::vector<archives::Change> changes;
    for (std::size_t i = 0; i < archive.members().size() && total < 4 * bytes.size(); ++i) {
        const auto content = archive.read(i);
        if (!content) continue;
        total += content->size();
        if (changes.empty() && !content->empty())
            changes.push_back({archive.members()[i].name, std::vector(content->size(), std::byte{'y'})});
    }
    const auto changed = archive.change(changes);
    if (changed) static_cast<void>(archives::compare(archive, changes, *changed));
}

/// An image of a disc whose root folder takes as many sectors as it needs; all files lie in the last one.
std::string disc(std::size_t size, bool folders) {
    constexpr std::size_t sector = 2048, root_at = 18;
    const std::size_t sectors = root_at + 3 + size / 256;
    const std::size_t last = sectors - 1;
    std::vector<std::byte> image = made_disc({{"", "A", bytes_of("a")}}, "WORLD", {{"", "B", bytes_of("b")}});
    const std::vector<std::byte> record(image.begin() + root_at * sector + 34 * 2,
                                        image.begin() + root_at * sector + 34 * 2 + 36);
    image.resize(root_at * sector);
    image.resize(sectors * sector);
    store_u32(&image[16 * sector + 156 + 10], static_cast<std::uint32_t>((last - root_at) * sector));
    for (std::size_t at = root_at; at < last; ++at)
        for (std::size_t i = 0; i < sector / 36; ++i) {
            std::byte* const one = &image[at * sector + i * 36];
            std::copy(record.begin(), record.end(), one);
            const bool is_folder = folders && i == 0;
            // A folder is the rest of the image, from its own sector on.
            store_u32(one + 2, static_cast<std::uint32_t>(is_folder ? at + 1 : last));
            store_u32(one + 10, static_cast<std::uint32_t>(is_folder ? (last - at - 1) * sector : 1));
            one[25] = is_folder ? std::byte{2} : std::byte{0};
        }
    return text_of(image);
}

/// A zip archive whose directory names one member over and over, as long as the file.
std::string overlapping_zip(std::size_t size) {
    const std::string content(size / 2, 'x');
    std::string zip = text_of(made_zip({{"", "a", bytes_of(content)}}));
    const std::size_t begin = zip.rfind("PK\1\2"), end = zip.rfind("PK\5\6");
    const std::string entry = zip.substr(begin, end - begin), tail = zip.substr(end);
    const std::size_t count = size / 2 / entry.size();
    zip.resize(begin);
    for (std::size_t i = 0; i < count; ++i) zip += entry;
    const std::size_t at = zip.size();
    zip += tail;
    auto* const bytes = reinterpret_cast<std::byte*>(zip.data() + at);
    for (const std::size_t place : {8U, 10U}) {
        bytes[place] = static_cast<std::byte>(count);
        bytes[place + 1] = static_cast<std::byte>(count >> 8U);
    }
    store_u32(bytes + 12, static_cast<std::uint32_t>(count * entry.size()));
    return zip;
}

/// Files of a Final Fantasy VII archive that are all the same bytes; or each begins a little behind the one
/// before it.
std::string overlapping_lgp(std::size_t size, bool shifted) {
    std::vector<MadeFile> files;
    const std::size_t count = size / 2 / 80;
    for (std::size_t i = 0; i < count; ++i) files.push_back({"", "aa" + number(i), {}});
    files.push_back({"", "ab", std::vector<std::byte>(size / 2, std::byte{'x'})});
    std::string lgp = text_of(made_lgp(files));
    auto* const bytes = reinterpret_cast<std::byte*>(lgp.data());
    const std::uint32_t last = load_u32(bytes + 16 + 27 * count + 20);
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = static_cast<std::uint32_t>(shifted ? last + 24 * (i + 1) : last);
        store_u32(bytes + 16 + 27 * i + 20, at);
        if (shifted) store_u32(bytes + at + 20, static_cast<std::uint32_t>(lgp.size() - at - 24 - 14));
    }
    return lgp;
}

/// A packed file with so many sections, or with one that a few bytes say over and over.
std::string txz(std::size_t size, bool sections) {
    ByteWriter plain;
    if (sections) {
        const auto count = static_cast<std::uint32_t>(size / 5);
        plain.u32(count);
        for (std::uint32_t i = 0; i < count; ++i) plain.u32(4 * count);
        plain.bytes(std::vector<std::byte>(8));
    } else {
        plain.u32(1);
        plain.u32(4);
    }
    const std::vector<std::byte> all = plain.take();
    ByteWriter out;
    for (std::size_t i = 0; i < all.size(); i += 8) {
        const auto part = std::span(all).subspan(i, std::min<std::size_t>(8, all.size() - i));
        out.u8(sections || part.size() == 8 ? 0xFF : 0);
        out.bytes(part);
    }
    while (!sections && out.size() + 17 < size) {
        out.u8(0);
        for (int i = 0; i < 8; ++i) out.u16(0x0F00);
    }
    const std::vector<std::byte> stream = out.take();
    ByteWriter file;
    file.u32(static_cast<std::uint32_t>(stream.size()));
    file.bytes(stream);
    return text_of(file.take());
}

/// Archives in an archive in an archive.
void work_on_all(std::string_view bytes) {
    std::vector<std::byte> inner = bytes_of(bytes);
    for (int depth = 0; depth < 4; ++depth) {
        work_on(as_text(inner));
        const auto opened = archives::open(in_memory(inner));
        if (!opened) return;
        auto content = (*opened)->read(0);
        if (!content) return;
        inner = std::move(*content);
    }
}

} // namespace

std::vector<Shape> archive_shapes() {
    const auto made = [](auto make, std::string_view ending) {
        return [=](std::size_t size) { return text_of(make(many(size, ending))); };
    };
    // Packing looks for the best of all forms, and a byte of the file stands for up to eight.
    constexpr double packing_work = 4000, packing_memory = 400;
    return {
        {"LgpManyMembers", made([](auto files) { return made_lgp(std::move(files)); }, ".ev"), work_on, 400,
         60},
        {"LgpMembersOverEachOther", [](std::size_t size) { return overlapping_lgp(size, false); }, work_on,
         400, 60},
        {"LgpMembersAlmostOverEachOther", [](std::size_t size) { return overlapping_lgp(size, true); },
         work_on, 400, 60},
        {"VfsManyMembers", made([](const auto& files) { return made_vfs(files, "UI", {}); }, ".bin"), work_on,
         400, 60},
        {"TankLongMember",
         [](std::size_t size) { return text_of(made_tank("a.skrit", std::string(size, 'x'))); }, work_on, 400,
         60},
        {"ZipManyMembers", made([](const auto& files) { return made_zip(files); }, ".skrit"), work_on, 400,
         60},
        {"ZipMembersOverEachOther", overlapping_zip, work_on, 400, 60},
        {"DiscManyMembers", [](std::size_t size) { return disc(size, false); }, work_on, 400, 60},
        {"DiscFoldersOverEachOther", [](std::size_t size) { return disc(size, true); }, work_on, 400, 60},
        {"DiscRaw", [](std::size_t size) { return text_of(raw_disc(bytes_of(disc(size, false)))); }, work_on,
         400, 60},
        {"TxzManySections", [](std::size_t size) { return txz(size, true); }, work_on, packing_work,
         packing_memory},
        {"TxzLongSection", [](std::size_t size) { return txz(size, false); }, work_on, packing_work,
         packing_memory},
        {"ArchivesInArchives",
         [](std::size_t size) {
             std::vector<std::byte> inner = made_zip(many(size, ".skrit"));
             for (int depth = 0; depth < 3; ++depth) inner = made_zip({{"", "inner.zip", std::move(inner)}});
             return text_of(inner);
         },
         work_on_all, 1600, 60},
    };
}

} // namespace vellum::proportion
