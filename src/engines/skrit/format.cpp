// One walk over all tables serves both directions: `exchange` writes what it is given or reads into it, so
// the two halves of the format cannot drift apart.
#include "engines/skrit/format.hpp"

#include <bit>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/unit/tables.hpp"
#include "engines/skrit/verify.hpp"

namespace vellum::skrit {

namespace {

class Saver {
  public:
    void u8(std::uint8_t value) { out.u8(value); }
    void u16(std::uint16_t value) { out.u16(value); }
    void u32(std::uint32_t value) { out.u32(value); }
    void u64(std::uint64_t value) { out.u64(value); }
    void flag(bool value) { out.u8(value ? 1 : 0); }
    void real(float value) { out.u32(std::bit_cast<std::uint32_t>(value)); }
    void text(const std::string& value) {
        out.u32(static_cast<std::uint32_t>(value.size()));
        out.bytes(as_bytes(value));
    }
    void raw(const std::vector<std::byte>& value) {
        out.u32(static_cast<std::uint32_t>(value.size()));
        out.bytes(value);
    }
    template <class E> void kind(const E& value) { out.u8(static_cast<std::uint8_t>(value)); }
    template <class V> bool size(const V& list, std::size_t) {
        out.u32(static_cast<std::uint32_t>(list.size()));
        return true;
    }
    ByteWriter out;
};

class Loader {
  public:
    explicit Loader(std::span<const std::byte> bytes) : in(bytes) {}
    void u8(std::uint8_t& value) { value = in.u8(); }
    void u16(std::uint16_t& value) { value = in.u16(); }
    void u32(std::uint32_t& value) { value = in.u32(); }
    void u64(std::uint64_t& value) { value = in.u64(); }
    void flag(bool& value) {
        const std::uint8_t byte = in.u8();
        odd = odd || byte > 1;
        value = byte == 1;
    }
    void real(float& value) { value = std::bit_cast<float>(in.u32()); }
    void text(std::string& value) { value = std::string(as_text(in.bytes(in.u32()))); }
    void raw(std::vector<std::byte>& value) {
        const std::span<const std::byte> bytes = in.bytes(in.u32());
        value.assign(bytes.begin(), bytes.end());
        code_offset = in.position() - bytes.size();
    }
    template <class E> void kind(E& value) {
        value = static_cast<E>(in.u8());
    } // settle_tables knows the range
    template <class V> bool size(V& list, std::size_t least) {
        const std::uint32_t count = in.u32();
        if (!in.count_fits(count, least)) return false;
        list.resize(count);
        return true;
    }
    ByteReader in;
    bool odd = false; ///< A flag was neither 0 nor 1.
    std::uint64_t code_offset = 0;
};

/// The tables in file order. `Io` is Saver with a const unit or Loader with a mutable one.
template <class Io, class U> void exchange(Io& io, U& unit) {
    const auto each = [&](auto& list, std::size_t least, auto&& row) {
        if (!io.size(list, least)) return;
        for (auto& entry : list) row(entry);
    };
    const auto parameter = [&](auto& entry) {
        io.u16(entry.type);
        io.flag(entry.in_out);
        io.flag(entry.any);
        io.text(entry.name);
    };
    const auto constant = [&](auto& value) {
        io.u16(value.type);
        io.u32(value.bits);
    };
    const auto place = [&](auto& value) {
        io.u16(value.file);
        io.u32(value.line);
    };
    const auto delay = [&](auto& value) {
        io.kind(value.unit);
        io.real(value.value);
        io.u32(value.function);
    };
    const auto sizes = [&](auto& value) {
        io.u16(value.general);
        io.u16(value.text);
        io.u16(value.handle);
    };
    io.text(unit.source_name);
    io.kind(unit.mode);
    io.u64(unit.source_hash);
    io.u64(unit.exports_hash);
    io.flag(unit.stripped);
    each(unit.types, 5, [&](auto& type) {
        io.kind(type.kind);
        io.text(type.name);
    });
    io.text(unit.strings);
    each(unit.string_starts, 4, [&](auto& start) { io.u32(start); });
    each(unit.imports, 18, [&](auto& import) {
        io.kind(import.kind);
        io.text(import.owner);
        io.text(import.name);
        io.u16(import.result);
        each(import.parameters, 8, parameter);
        io.flag(import.variadic);
        io.flag(import.format);
        io.flag(import.inferred);
    });
    each(unit.upcasts, 4, [&](auto& upcast) {
        io.u16(upcast.from);
        io.u16(upcast.to);
    });
    each(unit.functions_table, 41, [&](auto& function) {
        io.text(function.name);
        io.kind(function.kind);
        io.u32(function.address);
        io.u32(function.end);
        io.u16(function.result);
        each(function.parameters, 8, parameter);
        io.u32(function.state);
        place(function.place);
        io.text(function.documentation);
        each(function.locals, 16, [&](auto& local) {
            io.text(local.name);
            io.u16(local.type);
            io.u16(local.slot);
            io.u32(local.begin);
            io.u32(local.end);
        });
    });
    each(unit.variables, 37, [&](auto& variable) {
        io.text(variable.name);
        io.u16(variable.type);
        io.flag(variable.shared);
        io.flag(variable.property);
        io.flag(variable.hidden);
        io.u16(variable.slot);
        io.u32(variable.state);
        constant(variable.initial);
        io.u32(variable.initialiser);
        io.text(variable.documentation);
        place(variable.place);
    });
    each(unit.events, 11, [&](auto& event) {
        io.text(event.name);
        io.u16(event.result);
        each(event.parameters, 2, [&](auto& type) { io.u16(type); });
        io.flag(event.inferred);
    });
    each(unit.handlers, 17, [&](auto& handler) {
        io.u32(handler.event);
        io.u32(handler.function);
        io.u32(handler.state);
        io.flag(handler.trigger);
        each(handler.filter, 6, constant);
    });
    each(unit.transitions, 22, [&](auto& transition) {
        io.u32(transition.from);
        io.u32(transition.to);
        each(transition.terms, 12, [&](auto& term) {
            io.u32(term.event);
            each(term.filter, 6, constant);
            io.u32(term.condition);
        });
        io.u32(transition.handler);
        place(transition.place);
    });
    each(unit.at_functions, 17, [&](auto& at) {
        io.u32(at.function);
        io.u32(at.state);
        delay(at.delay);
    });
    each(unit.states, 21, [&](auto& state) {
        io.text(state.name);
        io.flag(state.startup);
        io.flag(state.polls);
        delay(state.poll);
        place(state.place);
    });
    io.u32(unit.startup);
    io.u32(unit.first);
    io.u16(unit.owner);
    each(unit.macros, 4, [&](auto& macro) { io.text(macro); });
    sizes(unit.instance);
    sizes(unit.shared);
    each(unit.files, 8, [&](auto& file) {
        io.text(file.name);
        io.text(file.text);
    });
    each(unit.line_table, 10, [&](auto& entry) {
        io.u32(entry.address);
        io.u16(entry.file);
        io.u32(entry.line);
    });
    io.raw(unit.bytes);
}

} // namespace

bool is_skc(std::span<const std::byte> bytes) noexcept {
    return bytes.size() >= 4 && load_u32(bytes.data()) == skc_magic;
}

std::vector<std::byte> write_skc(const Unit& unit) {
    Saver saver;
    saver.out.u32(skc_magic);
    saver.out.u16(skc_version);
    saver.out.u16(0);
    exchange(saver, unit);
    saver.out.u64(hash64(saver.out.view())); // against damage, not against malice
    return saver.out.take();
}

std::shared_ptr<Unit> read_skc(std::span<const std::byte> bytes, std::string name, Diagnostics& diagnostics) {
    const auto refuse = [&](const DiagnosticCode& code, std::string message, std::uint64_t offset,
                            std::string hint = {}) {
        Place place = Place::at_offset(offset);
        place.file = name;
        diagnostics.add(code, std::move(message), std::move(place), std::move(hint));
        return std::shared_ptr<Unit>();
    };
    if (!is_skc(bytes)) return refuse(codes::skc, "this is not a compiled skrit", 0);
    if (bytes.size() < 16) return refuse(codes::skc, "the file ends in its header", bytes.size());
    const std::uint16_t version = load_u16(bytes.data() + 4);
    if (version != skc_version)
        return refuse(codes::skc_version, "the file has version " + std::to_string(version), 4,
                      "this build reads version 1; compile the source again");
    if (load_u16(bytes.data() + 6) != 0) return refuse(codes::skc, "unknown bits are set in the header", 6);
    const std::span<const std::byte> body = bytes.first(bytes.size() - 8);
    if (hash64(body) != load_u64(bytes.data() + body.size()))
        return refuse(codes::skc, "the file is damaged: its check sum does not match", body.size());
    Loader loader(body);
    loader.in.seek(8);
    auto unit = std::make_shared<Unit>(name);
    exchange(loader, *unit);
    unit->code_offset = loader.code_offset;
    if (loader.in.failed()) {
        Diagnostic error = loader.in.error();
        error.place.file = name;
        diagnostics.add(std::move(error));
        return nullptr;
    }
    if (loader.odd) return refuse(codes::skc, "a flag is neither 0 nor 1", 8);
    if (loader.in.remaining() != 0)
        return refuse(codes::skc, "there are bytes after the last table", loader.in.position());
    if (unit->mode > UnitMode::formula) return refuse(codes::skc, "unknown mode", 8);
    if (!settle_tables(*unit, diagnostics) || !prepare_code(*unit, diagnostics)) return nullptr;
    return unit;
}

} // namespace vellum::skrit
