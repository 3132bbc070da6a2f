// Descriptions of the table leave open whether a length counts bytes or characters. Only one of the two makes
// the last text end with the file.
#include "engines/pathologic/format/text_table.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/bytes.hpp"
#include "base/encoding.hpp"

namespace vellum::pathologic {

namespace {

constexpr std::size_t least_entry = 5;
constexpr std::uint8_t more = 0x80; // another group of the length follows

std::uint32_t read_length(ByteReader& reader) {
    constexpr unsigned group = 7, groups = 5;
    std::uint64_t length = 0;
    for (unsigned i = 0; i < groups; ++i) {
        const std::uint8_t byte = reader.u8();
        length |= static_cast<std::uint64_t>(byte & ~more) << (i * group);
        if ((byte & more) == 0) break;
    }
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(length, 0xFFFFFFFF));
}

void write_length(ByteWriter& writer, std::size_t length) {
    for (; length >= more; length >>= 7U) writer.u8(static_cast<std::uint8_t>((length & 0x7FU) | more));
    writer.u8(static_cast<std::uint8_t>(length));
}

} // namespace

std::optional<std::vector<TextTable::Entry>> TextTable::parse(std::span<const std::byte> bytes,
                                                              std::size_t unit) {
    ByteReader reader(bytes);
    const std::uint32_t count = reader.u32();
    if (!reader.count_fits(count, least_entry)) return {};
    std::vector<Entry> entries;
    std::unordered_map<std::uint32_t, unsigned> seen;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t number = reader.u32();
        Entry entry{std::to_string(number), static_cast<std::size_t>(reader.position()), 0, 0};
        const std::uint64_t length = std::uint64_t{read_length(reader)} * unit;
        entry.text_at = static_cast<std::size_t>(reader.position());
        reader.skip(length);
        if (!reader.ok() || length % 2 != 0) return {};
        entry.end = static_cast<std::size_t>(reader.position());
        if (const unsigned before = seen[number]++; before != 0) entry.id += "." + std::to_string(before + 1);
        entries.push_back(std::move(entry));
    }
    if (!reader.ok() || reader.position() != bytes.size()) return {};
    return entries;
}

Result<TextTable> TextTable::read(std::span<const std::byte> bytes) {
    auto by_units = parse(bytes, 2), by_bytes = parse(bytes, 1);
    const auto has_text = [](const Entry& entry) { return entry.end != entry.text_at; };
    if (by_units && by_bytes && std::ranges::any_of(*by_units, has_text))
        return fail(vellum::codes::text_change, "the lengths in the table of texts are ambiguous");
    if (!by_units && !by_bytes)
        return fail(vellum::codes::text_change,
                    "this is not a table of texts: its entries do not end where it does");
    TextTable table;
    table.bytes_ = bytes;
    table.unit_ = by_units ? 2 : 1;
    table.entries_ = by_units ? std::move(*by_units) : std::move(*by_bytes);
    return table;
}

std::vector<GameText> TextTable::texts() const {
    std::vector<GameText> texts;
    for (const Entry& entry : entries_) {
        GameText& text = texts.emplace_back();
        text.id = entry.id;
        text.text = utf16le_to_wtf8(bytes_.subspan(entry.text_at, entry.end - entry.text_at));
        text.places.push_back({{}, static_cast<std::uint32_t>(entry.text_at)});
    }
    return texts;
}

Result<std::vector<std::byte>> TextTable::change(std::span<const TextChange> changes) const {
    std::unordered_map<std::string_view, const TextChange*> wanted;
    for (const TextChange& change : changes) wanted.emplace(change.id, &change);
    ByteWriter out;
    std::size_t copied = 0;
    for (const Entry& entry : entries_) {
        const auto found = wanted.find(entry.id);
        if (found == wanted.end()) continue;
        const TextChange& change = *found->second;
        wanted.erase(found);
        if (utf16le_to_wtf8(bytes_.subspan(entry.text_at, entry.end - entry.text_at)) != change.before)
            return fail(vellum::codes::text_change, "text " + change.id + " is not '" + change.before + "'");
        if (change.before == change.after) continue;
        ByteWriter text;
        if (!wtf8_to_utf16le(change.after, text))
            return fail(vellum::codes::text_change, "text " + change.id + " is not UTF-8");
        out.bytes(bytes_.subspan(copied, entry.length_at - copied));
        write_length(out, text.size() / unit_);
        out.bytes(text.take());
        copied = entry.end;
    }
    if (!wanted.empty())
        return fail(vellum::codes::text_change,
                    "the table has no text " + std::string(wanted.begin()->second->id));
    out.bytes(bytes_.subspan(copied));
    std::vector<std::byte> changed = out.take();
    const auto again = read(changed);
    if (!again || again->unit_ != unit_)
        return fail(vellum::codes::text_change, "the changed table would be mistaken for another kind");
    return changed;
}

} // namespace vellum::pathologic
