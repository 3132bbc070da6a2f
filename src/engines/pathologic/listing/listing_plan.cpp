// Replays what the assembler will do with names and texts and keeps only those that come back to the same
// number.
#include "engines/pathologic/listing/listing_plan.hpp"

#include <algorithm>
#include <utility>

#include "base/bytes.hpp"
#include "base/encoding.hpp"
#include "base/text_writer.hpp"
#include "engines/pathologic/format/names.hpp"
#include "engines/pathologic/format/repetitions.hpp"

namespace vellum::pathologic {

namespace {

// Many operands may point into one long text. Texts are printed up to this multiple of the file's size, then
// numbers.
constexpr std::uint64_t text_room = 65536;
constexpr std::uint64_t text_per_byte = 8;
constexpr std::size_t bytes_per_line = 16;

std::uint64_t key_of(bool wide, std::uint32_t offset) {
    return std::uint64_t{offset} << 1U | (wide ? 1U : 0U);
}

/// Writes a wide text in quotes if it is ASCII that stands for itself there, as nearly all are, or nothing.
bool quote_plain(TextWriter& out, std::span<const std::byte> units) {
    bool plain = true;
    out.block(units.size() / 2 + 2, [&](char* const start) {
        char* at = start;
        *at++ = '"';
        for (std::size_t i = 0; i + 1 < units.size(); i += 2) {
            const std::uint16_t unit = load_u16(units.data() + i);
            plain = unit >= 0x20 && unit < 0x7F && unit != '"' && unit != '\\';
            if (!plain) return start;
            *at++ = static_cast<char>(unit);
        }
        *at++ = '"';
        return at;
    });
    return plain;
}

} // namespace

ListingPlan::ListingPlan(const Script& script) : script_(script), texts_(script.pool) {
    plan_imports();
    plan_globals();
    plan_texts();
}

/// Calls `visit(wide, offset)` for every text operand in code order until it answers false.
template <class Visit> void ListingPlan::for_each_text(Visit&& visit) const {
    for (const CodeReference& reference : script_.code_references.texts)
        if (!visit(reference.kind == CodeReference::Kind::wide_text, reference.value)) return;
}

void ListingPlan::plan_imports() {
    const std::vector<bool> repeated = repetitions(script_.imports, &Import::key);
    import_named_.assign(script_.imports.size(), false);
    for (std::size_t i = 0; i < script_.imports.size(); ++i) {
        const Import& import = script_.imports[i];
        import_named_[i] = !repeated[i] && is_plain_name(import.name);
        if (!import_named_[i] || import.long_form) explicit_imports_ = true;
    }
    std::uint32_t next = 0;
    for (const CodeReference& reference : script_.code_references.natives) {
        if (reference.value > next) explicit_imports_ = true;
        if (reference.value == next) ++next;
    }
    if (next != script_.imports.size()) explicit_imports_ = true;
}

void ListingPlan::plan_globals() {
    const std::vector<bool> repeated = repetitions(script_.globals, [](const GlobalVariable& global) {
        return std::pair(global.named != 0, std::string_view(global.name));
    });
    global_named_.assign(script_.globals.size(), false);
    for (std::size_t i = 0; i < script_.globals.size(); ++i) {
        const GlobalVariable& global = script_.globals[i];
        global_named_[i] =
            global.named != 0 && !repeated[i] && is_plain_name(global.name) && !is_global_number(global.name);
    }
}

void ListingPlan::plan_texts() {
    explicit_pool_ = !pool_is_compilers();
    if (explicit_pool_) find_texts();
}

bool ListingPlan::pool_is_compilers() {
    PoolBuilder builder;
    builder.reserve(script_.pool.size());
    bool same = true;
    std::uint64_t room = text_room + text_per_byte * (script_.pool.size() + script_.instructions.size);
    std::vector<std::uint8_t> placed(script_.pool.size(), 0); // bit per kind: this offset was placed before
    for_each_text([&](bool wide, std::uint32_t offset) {
        const std::span<const std::byte> bytes = text(wide, offset);
        same = !bytes.empty() && bytes.size() <= room;
        if (!same) return false;
        room -= bytes.size();
        const std::uint8_t bit = wide ? 1 : 2;
        if ((placed[offset] & bit) != 0) return true;
        placed[offset] |= bit;
        same = builder.place(bytes) == offset && !builder.exhausted();
        return same;
    });
    return same && as_text(builder.bytes()) == as_text(script_.pool);
}

void ListingPlan::find_texts() {
    PoolBuilder builder;
    builder.append(script_.pool);
    std::uint64_t room = text_room + text_per_byte * (script_.pool.size() + script_.instructions.size);
    for_each_text([&](bool wide, std::uint32_t offset) {
        const std::span<const std::byte> bytes = text(wide, offset);
        if (bytes.empty()) return true;
        if (bytes.size() > room) { // whichever text is too much, every use of it must go
            quoted_[key_of(wide, offset)] = false;
            return true;
        }
        const auto [entry, fresh] = quoted_.try_emplace(key_of(wide, offset), false);
        if (fresh && !builder.exhausted()) {
            const auto found = builder.find(bytes);
            entry->second = found == offset && !builder.exhausted();
        }
        if (entry->second) room -= bytes.size();
        return true;
    });
}

void ListingPlan::write_text(TextWriter& out, bool wide, std::span<const std::byte> bytes) {
    if (wide) {
        const std::span<const std::byte> units = bytes.first(bytes.size() - 2);
        if (!quote_plain(out, units)) out.quoted(utf16le_to_wtf8(units));
        return;
    }
    out.quoted(as_text(bytes.first(bytes.size() - 1)));
}

std::string_view ListingPlan::label_prefix(std::uint32_t address) const {
    const FunctionEntry* const function = script_.entries.function_at(address);
    if (function == nullptr) return isa::unnamed_label;
    return function->kind == EntryKind::call ? function_prefix : std::string_view();
}

bool ListingPlan::write(TextWriter& out, isa::SymbolSpace space, std::uint32_t id) const {
    switch (space) {
    case isa::SymbolSpace::label: {
        const FunctionEntry* const function = script_.entries.function_at(id);
        if (function == nullptr) return false;
        write_function_name(out, *function);
        return true;
    }
    case isa::SymbolSpace::native:
        return id < import_named_.size() && import_named_[id] && script_.write(out, space, id);
    case isa::SymbolSpace::string:
    case isa::SymbolSpace::method: {
        const bool wide = space == isa::SymbolSpace::string;
        if (explicit_pool_) {
            const auto known = quoted_.find(key_of(wide, id));
            if (known == quoted_.end() || !known->second) return false;
        }
        const std::span<const std::byte> bytes = text(wide, id);
        if (bytes.empty()) return false;
        if (wide)
            write_text(out, true, bytes);
        else
            write_name(out, as_text(bytes.first(bytes.size() - 1)));
        return true;
    }
    case isa::SymbolSpace::global:
        if (id < global_named_.size() && global_named_[id])
            out.text(script_.globals[id].name);
        else {
            out.put('G', id);
        }
        return true;
    default: return script_.write(out, space, id);
    }
}

void ListingPlan::write_pool(TextWriter& out) const {
    std::vector<std::uint32_t> wide_at, name_at;
    for_each_text([&](bool wide, std::uint32_t offset) {
        if (!text(wide, offset).empty()) (wide ? wide_at : name_at).push_back(offset);
        return true;
    });
    std::ranges::sort(wide_at);
    std::ranges::sort(name_at);
    const std::span<const std::byte> pool = script_.pool;
    std::size_t at = 0;
    const auto next_from = [&at](const std::vector<std::uint32_t>& offsets) -> std::size_t {
        const auto found = std::ranges::lower_bound(offsets, at);
        return found == offsets.end() ? SIZE_MAX : *found;
    };
    while (at < pool.size()) {
        const std::size_t wide = next_from(wide_at);
        const std::size_t name = next_from(name_at);
        if (wide == at || name == at) {
            const std::span<const std::byte> bytes = text(wide == at, static_cast<std::uint32_t>(at));
            out.text(wide == at ? ".wide " : ".ascii ");
            write_text(out, wide == at, bytes);
            at += bytes.size();
        } else {
            const std::size_t end = std::min({wide, name, pool.size(), at + bytes_per_line});
            out.text(".bytes");
            for (bool first = true; at < end; ++at, first = false) {
                out.text(first ? " " : ", ");
                out.hex0x(std::to_integer<unsigned>(pool[at]), 2);
            }
        }
        out.newline();
    }
}

} // namespace vellum::pathologic
