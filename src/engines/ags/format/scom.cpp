// Reading and writing of SCOM blocks, field by field in file order.
#include "engines/ags/format/scom.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "engines/ags/codes.hpp"

namespace vellum::ags {

namespace {

constexpr std::uint32_t signature = 0x4D4F4353; // "SCOM"
constexpr std::uint32_t end_signature = 0xBEEFCAFE;
constexpr std::uint8_t one_more = 0; ///< In front of an extension.
constexpr std::uint8_t no_more = 255;

/// Reads a block and keeps the first reason why it is none.
class BlockReader {
  public:
    BlockReader(std::span<const std::byte> bytes, std::uint64_t base) : reader_(bytes, base), base_(base) {}

    Result<Scom> read(std::size_t& consumed) {
        reader_.set_context("script block header");
        const bool signed_block = reader_.u32() == signature;
        scom_.version = reader_.i32();
        if (reader_.failed()) return std::unexpected(reader_.error());
        if (!signed_block)
            return problem(codes::scom_signature, "this is not a compiled script: SCOM is missing", 0);
        if (!is_scom_version(scom_.version))
            return problem(codes::scom_version,
                           "script version " + std::to_string(scom_.version) + " is not supported", 4,
                           "scripts of AGS up to 3.6 have versions up to 90, those of AGS 4 have 95");
        const std::int32_t data_size = reader_.i32();
        const std::int32_t code_words = reader_.i32();
        const std::int32_t strings_size = reader_.i32();
        if (reader_.failed()) return std::unexpected(reader_.error());
        if (data_size < 0 || code_words < 0 || strings_size < 0)
            return problem(codes::scom_size, "a size in the header is negative", 8);
        copy("global data", static_cast<std::uint64_t>(data_size), scom_.data);
        copy("code", static_cast<std::uint64_t>(code_words) * 4, scom_.code);
        copy("strings", static_cast<std::uint64_t>(strings_size), scom_.strings);
        fixups();
        names();
        if (scom_.version == scom_extended_version && !extensions()) {
            if (reader_.failed()) return std::unexpected(reader_.error());
            return problem(codes::scom_size, "the list of extensions is damaged", reader_.position() - 1);
        }
        if (reader_.failed()) return std::unexpected(reader_.error());
        if (negative_ != nullptr)
            return problem(codes::scom_size, "the number of " + std::string(negative_) + " is negative",
                           negative_at_);
        const std::size_t end = reader_.position();
        reader_.set_context("end mark");
        const bool ended = reader_.u32() == end_signature;
        if (reader_.failed()) return std::unexpected(reader_.error());
        if (!ended) return problem(codes::scom_signature, "the end mark of the script block is missing", end);
        consumed = reader_.position();
        return std::move(scom_);
    }

  private:
    std::unexpected<Diagnostic> problem(const DiagnosticCode& code, std::string message, std::size_t at,
                                        std::string hint = {}) {
        return fail(code, std::move(message), Place::at_offset(base_ + at), std::move(hint));
    }

    void copy(const char* what, std::uint64_t size, std::vector<std::byte>& out) {
        reader_.set_context(what);
        const std::span<const std::byte> bytes = reader_.bytes(size);
        out.assign(bytes.begin(), bytes.end());
    }

    /// A count of elements that take at least `element` bytes each; 0 after any problem.
    std::uint32_t count(const char* what, std::uint64_t element) {
        reader_.set_context(what);
        const std::size_t at = reader_.position();
        const std::int32_t value = reader_.i32();
        if (value < 0 && negative_ == nullptr) {
            negative_ = what;
            negative_at_ = at;
        }
        if (value <= 0 || negative_ != nullptr ||
            !reader_.count_fits(static_cast<std::uint64_t>(value), element))
            return 0;
        return static_cast<std::uint32_t>(value);
    }

    void fixups() {
        const std::uint32_t total = count("fixups", 5);
        scom_.fixups.resize(total);
        for (Fixup& fixup : scom_.fixups) fixup.type = reader_.u8();
        for (Fixup& fixup : scom_.fixups) fixup.position = reader_.i32();
    }

    void names() {
        scom_.imports.resize(count("imports", 1));
        for (std::string& name : scom_.imports) name = reader_.cstring();
        scom_.exports.resize(count("exports", 5));
        for (Export& entry : scom_.exports) {
            entry.name = reader_.cstring();
            entry.address = reader_.u32();
        }
        if (scom_.version < scom_sections_since) return;
        scom_.sections.resize(count("sections", 5));
        for (Section& section : scom_.sections) {
            section.name = reader_.cstring();
            section.offset = reader_.i32();
        }
    }

    bool extensions() {
        reader_.set_context("extensions");
        for (;;) {
            const std::uint8_t mark = reader_.u8();
            if (reader_.failed() || mark != one_more) return mark == no_more;
            Extension& made = scom_.extensions.emplace_back();
            made.name = as_text(reader_.bytes(scom_extension_name));
            made.name.resize(made.name.find_last_not_of('\0') + 1); // npos + 1 is 0
            const std::span<const std::byte> data = reader_.bytes(reader_.u64());
            made.data.assign(data.begin(), data.end());
        }
    }

    ByteReader reader_;
    std::uint64_t base_;
    Scom scom_;
    const char* negative_ = nullptr;
    std::size_t negative_at_ = 0;
};

} // namespace

std::size_t measure_scom(std::span<const std::byte> bytes, std::size_t& looked_at) {
    constexpr std::size_t sizes = 8; // three of them: data in bytes, code in words, strings in bytes
    constexpr std::size_t header = 20;
    looked_at = header;
    if (bytes.size() < header || load_u32(bytes.data()) != signature) return 0;
    const auto number = [&bytes](std::uint64_t at) {
        return static_cast<std::int32_t>(load_u32(bytes.data() + at));
    };
    const std::int32_t version = number(4);
    if (!is_scom_version(version)) return 0;
    std::uint64_t at = header;
    for (std::uint64_t i = 0; i < 3; ++i) {
        const std::int32_t count = number(sizes + 4 * i);
        if (count < 0) return 0;
        at += static_cast<std::uint64_t>(count) * (i == 1 ? 4 : 1);
    }
    struct List {
        std::uint64_t bytes; ///< Of an element beside its name.
        bool named;
    };
    constexpr List lists[] = {
        {5, false}, {0, true}, {4, true}, {4, true}}; // fixups, imports, exports, sections
    const std::string_view text = as_text(bytes);
    for (std::size_t i = 0; i < (version < scom_sections_since ? 3U : 4U); ++i) {
        if (at + 4 > bytes.size() || number(at) < 0) return 0;
        std::uint64_t count = load_u32(bytes.data() + at);
        at += 4;
        if (!lists[i].named) {
            at += count * lists[i].bytes;
            continue;
        }
        for (; count > 0; --count) {
            const std::size_t end =
                at < text.size() ? text.find('\0', static_cast<std::size_t>(at)) : std::string_view::npos;
            looked_at +=
                (end == std::string_view::npos ? text.size() - std::min<std::uint64_t>(at, text.size())
                                               : end - at) +
                1;
            if (end == std::string_view::npos) return 0;
            at = end + 1 + lists[i].bytes;
        }
    }
    if (version == scom_extended_version) {
        constexpr std::size_t head = 1 + scom_extension_name + 8;
        while (at < bytes.size() && load_u8(bytes.data() + at) == one_more) {
            looked_at += head;
            if (head > bytes.size() - at) return 0;
            const std::uint64_t length = load_u64(bytes.data() + at + 1 + scom_extension_name);
            at += head;
            if (length > bytes.size() - at) return 0;
            at += length;
        }
        if (at >= bytes.size() || load_u8(bytes.data() + at) != no_more) return 0;
        ++at;
    }
    if (at + 4 > bytes.size() || load_u32(bytes.data() + at) != end_signature) return 0;
    return static_cast<std::size_t>(at) + 4;
}

Result<Scom> read_scom(std::span<const std::byte> bytes, std::size_t& consumed, std::uint64_t base_offset) {
    return BlockReader(bytes, base_offset).read(consumed);
}

void order_imports(Scom& scom, std::span<const std::uint32_t> order, std::span<const Fixup> fixups) {
    std::vector<std::uint32_t> places(order.size());
    std::vector<std::string> imports(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        places[order[i]] = i;
        imports[i] = std::move(scom.imports[order[i]]);
    }
    scom.imports = std::move(imports);
    std::vector<bool> seen(scom.code.size() / 4);
    for (const Fixup& each : fixups) {
        const auto word = static_cast<std::size_t>(each.position);
        if (each.type != static_cast<std::uint8_t>(FixupType::import) || word >= seen.size() || seen[word])
            continue;
        seen[word] = true;
        std::byte* const at = scom.code.data() + word * 4;
        if (const std::uint32_t number = load_u32(at); number < places.size()) store_u32(at, places[number]);
    }
}

std::vector<std::byte> write_scom(const Scom& scom) {
    ByteWriter out;
    out.u32(signature);
    out.i32(scom.version);
    out.u32(static_cast<std::uint32_t>(scom.data.size()));
    out.u32(static_cast<std::uint32_t>(scom.code.size() / 4));
    out.u32(static_cast<std::uint32_t>(scom.strings.size()));
    out.bytes(scom.data);
    out.bytes(scom.code);
    out.bytes(scom.strings);
    out.u32(static_cast<std::uint32_t>(scom.fixups.size()));
    for (const Fixup& fixup : scom.fixups) out.u8(fixup.type);
    for (const Fixup& fixup : scom.fixups) out.i32(fixup.position);
    out.u32(static_cast<std::uint32_t>(scom.imports.size()));
    for (const std::string& name : scom.imports) out.cstring(name);
    out.u32(static_cast<std::uint32_t>(scom.exports.size()));
    for (const Export& entry : scom.exports) {
        out.cstring(entry.name);
        out.u32(entry.address);
    }
    if (scom.version >= scom_sections_since) {
        out.u32(static_cast<std::uint32_t>(scom.sections.size()));
        for (const Section& section : scom.sections) {
            out.cstring(section.name);
            out.i32(section.offset);
        }
    }
    if (scom.version == scom_extended_version) {
        for (const Extension& extension : scom.extensions) {
            out.u8(one_more);
            std::string name = extension.name;
            name.resize(scom_extension_name);
            out.bytes(as_bytes(name));
            out.u64(extension.data.size());
            out.bytes(extension.data);
        }
        out.u8(no_more);
    }
    out.u32(end_signature);
    return out.take();
}

} // namespace vellum::ags
