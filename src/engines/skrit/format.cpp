// One walk over all tables serves both directions: `exchange` writes what it is given or reads into it, so
// the two halves of the format cannot drift apart.
#include "engines/skrit/format.hpp"

#include <bit>
#include <type_traits>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/unit/tables.hpp"
#include "engines/skrit/verify.hpp"

namespace vellum::skrit {

namespace {

class Saver {
  public:
    /// Numbers and enumerations in as many bytes as they have, texts with their length.
    void operator()(const auto&... values) { (one(values), ...); }
    void raw(const std::vector<std::byte>& value) {
        one(static_cast<std::uint32_t>(value.size()));
        out.bytes(value);
    }
    template <class V> bool size(const V& list, std::size_t) {
        one(static_cast<std::uint32_t>(list.size()));
        return true;
    }
    ByteWriter out;

  private:
    void one(bool value) { out.u8(value ? 1 : 0); }
    void one(std::uint16_t value) { out.u16(value); }
    void one(std::uint32_t value) { out.u32(value); }
    void one(std::uint64_t value) { out.u64(value); }
    void one(float value) { out.u32(std::bit_cast<std::uint32_t>(value)); }
    template <class E>
        requires std::is_enum_v<E>
    void one(E value) {
        out.u8(static_cast<std::uint8_t>(value));
    }
    void one(const std::string& value) {
        one(static_cast<std::uint32_t>(value.size()));
        out.bytes(as_bytes(value));
    }
};

class Loader {
  public:
    explicit Loader(std::span<const std::byte> bytes) : in(bytes) {}
    void operator()(auto&... values) { (one(values), ...); }
    void raw(std::vector<std::byte>& value) {
        const std::span<const std::byte> bytes = in.bytes(in.u32());
        value.assign(bytes.begin(), bytes.end());
        code_offset = in.position() - bytes.size();
    }
    template <class V> bool size(V& list, std::size_t least) {
        const std::uint32_t count = in.u32();
        if (!in.count_fits(count, least)) return false;
        list.resize(count);
        return true;
    }
    ByteReader in;
    bool odd = false; ///< A flag was neither 0 nor 1.
    std::uint64_t code_offset = 0;

  private:
    void one(bool& value) {
        const std::uint8_t byte = in.u8();
        odd = odd || byte > 1;
        value = byte == 1;
    }
    void one(std::uint16_t& value) { value = in.u16(); }
    void one(std::uint32_t& value) { value = in.u32(); }
    void one(std::uint64_t& value) { value = in.u64(); }
    void one(float& value) { value = std::bit_cast<float>(in.u32()); }
    void one(std::string& value) { value = std::string(as_text(in.bytes(in.u32()))); }
    template <class E>
        requires std::is_enum_v<E>
    void one(E& value) {
        value = static_cast<E>(in.u8()); // settle_tables knows the range
    }
};

/// The tables in file order. `Io` is Saver with a const unit or Loader with a mutable one.
template <class Io, class U> void exchange(Io& io, U& unit) {
    const auto each = [&](auto& list, std::size_t least, auto&& row) {
        if (!io.size(list, least)) return;
        for (auto& entry : list) row(entry);
    };
    const auto parameter = [&](auto& entry) { io(entry.type, entry.in_out, entry.any, entry.name); };
    const auto constant = [&](auto& value) { io(value.type, value.bits); };
    const auto place = [&](auto& value) { io(value.file, value.line); };
    const auto delay = [&](auto& value) { io(value.unit, value.value, value.function); };
    const auto sizes = [&](auto& value) { io(value.general, value.text, value.handle); };
    io(unit.source_name, unit.mode, unit.source_hash, unit.exports_hash, unit.stripped);
    each(unit.types, 5, [&](auto& type) { io(type.kind, type.name); });
    io(unit.strings);
    each(unit.string_starts, 4, [&](auto& start) { io(start); });
    each(unit.imports, 18, [&](auto& import) {
        io(import.kind, import.owner, import.name, import.result);
        each(import.parameters, 8, parameter);
        io(import.variadic, import.format, import.inferred);
    });
    each(unit.upcasts, 4, [&](auto& upcast) { io(upcast.from, upcast.to); });
    each(unit.functions_table, 41, [&](auto& function) {
        io(function.name, function.kind, function.address, function.end, function.result);
        each(function.parameters, 8, parameter);
        io(function.state);
        place(function.place);
        io(function.documentation);
        each(function.locals, 16,
             [&](auto& local) { io(local.name, local.type, local.slot, local.begin, local.end); });
    });
    each(unit.variables, 37, [&](auto& variable) {
        io(variable.name, variable.type, variable.shared, variable.property, variable.hidden, variable.slot,
           variable.state);
        constant(variable.initial);
        io(variable.initialiser, variable.documentation);
        place(variable.place);
    });
    each(unit.events, 11, [&](auto& event) {
        io(event.name, event.result);
        each(event.parameters, 2, [&](auto& type) { io(type); });
        io(event.inferred);
    });
    each(unit.handlers, 17, [&](auto& handler) {
        io(handler.event, handler.function, handler.state, handler.trigger);
        each(handler.filter, 6, constant);
    });
    each(unit.transitions, 22, [&](auto& transition) {
        io(transition.from, transition.to);
        each(transition.terms, 12, [&](auto& term) {
            io(term.event);
            each(term.filter, 6, constant);
            io(term.condition);
        });
        io(transition.handler);
        place(transition.place);
    });
    each(unit.at_functions, 17, [&](auto& at) {
        io(at.function, at.state);
        delay(at.delay);
    });
    each(unit.states, 21, [&](auto& state) {
        io(state.name, state.startup, state.polls);
        delay(state.poll);
        place(state.place);
    });
    io(unit.startup, unit.first, unit.owner);
    each(unit.macros, 4, [&](auto& macro) { io(macro); });
    sizes(unit.instance);
    sizes(unit.shared);
    each(unit.files, 8, [&](auto& file) { io(file.name, file.text); });
    each(unit.line_table, 10, [&](auto& entry) { io(entry.address, entry.file, entry.line); });
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
