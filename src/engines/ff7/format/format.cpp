// Reading and writing .ev files. Nothing says which of the two layouts a file has; the table that keeps the
// rules wins.
#include "engines/ff7/format/format.hpp"

#include <string>

#include "base/bytes.hpp"
#include "base/ending.hpp"
#include "engines/ff7/codes.hpp"

namespace vellum::ff7 {

namespace {

constexpr std::size_t entry_size = 4;

/// True if entries 1.. ascend and all unused ones stand at the end as (0xFFFF, 0).
bool keeps_the_rules(std::span<const std::byte> bytes, std::size_t entries) {
    if (bytes.size() < entries * entry_size + 2) return false;
    bool ended = false;
    std::uint32_t previous = 0;
    for (std::size_t i = 1; i < entries; ++i) {
        const std::uint16_t id = load_u16(bytes.data() + i * entry_size);
        const std::uint16_t ip = load_u16(bytes.data() + i * entry_size + 2);
        if (id == unused_id) {
            ended = true;
            if (ip != 0) return false;
        } else {
            if (ended || (i > 1 && id <= previous) || ip == 0) return false;
            previous = id;
        }
    }
    return load_u16(bytes.data() + 2) == 0 && load_u16(bytes.data() + entries * entry_size) == code::ret;
}

} // namespace

Confidence looks_like_script(std::span<const std::byte> bytes, std::string_view file_name) {
    if (keeps_the_rules(bytes, table_entries) || keeps_the_rules(bytes, old_table_entries))
        return Confidence::certain;
    return has_ending(file_name, ".ev") ? Confidence::maybe : Confidence::no;
}

Result<std::shared_ptr<Script>> read_script(const Engine& engine, std::span<const std::byte> bytes,
                                            const LoadOptions& options) {
    std::size_t entries = table_entries;
    if (options.variant == "128")
        entries = old_table_entries;
    else if (options.variant.empty() && !keeps_the_rules(bytes, table_entries) &&
             keeps_the_rules(bytes, old_table_entries))
        entries = old_table_entries;
    else if (!options.variant.empty() && options.variant != "256")
        return fail(vellum::codes::engine_option, "unknown layout '" + options.variant + "'", {},
                    "layouts are 256 and 128, the sizes of the call table");
    const std::size_t code_start = entries * entry_size;
    if (bytes.size() < code_start)
        return fail(codes::too_short,
                    "the call table takes " + std::to_string(code_start) + " bytes, the file has " +
                        std::to_string(bytes.size()),
                    Place::at_offset(bytes.size()));
    auto script = std::make_shared<Script>(engine, options.name);
    script->table.resize(entries);
    for (std::size_t i = 0; i < entries; ++i) {
        script->table[i].id = load_u16(bytes.data() + i * entry_size);
        script->table[i].ip = load_u16(bytes.data() + i * entry_size + 2);
    }
    const std::size_t words = std::min((bytes.size() - code_start) / 2, code_words);
    script->words.resize(words);
    for (std::size_t i = 0; i < words; ++i) script->words[i] = load_u16(bytes.data() + code_start + i * 2);
    const auto rest = bytes.subspan(code_start + words * 2);
    script->tail.assign(rest.begin(), rest.end());
    script->finish();
    return script;
}

std::vector<std::byte> write_script(const Script& script) {
    ByteWriter out;
    out.reserve(script.table.size() * entry_size + script.words.size() * 2 + script.tail.size());
    for (const Entry& entry : script.table) {
        out.u16(entry.id);
        out.u16(entry.ip);
    }
    out.u16(script.words);
    out.bytes(script.tail);
    return out.take();
}

} // namespace vellum::ff7
