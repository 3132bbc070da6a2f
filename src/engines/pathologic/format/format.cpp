// Reader and writer of the container. Section order, names and quirks: docs/engines/pathologic.md, "File
// format".
#include "engines/pathologic/format/format.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/bytes.hpp"
#include "engines/pathologic/codes.hpp"
#include "engines/pathologic/isa/tables.hpp"

namespace vellum::pathologic {

namespace {

// Smallest sizes of table entries in bytes; no count may promise more entries than the file has bytes for.
constexpr std::uint64_t smallest_global = 2;
constexpr std::uint64_t smallest_import = 5;
constexpr std::uint64_t smallest_task = 12;
constexpr std::uint64_t smallest_event = 12;
constexpr std::uint64_t smallest_instruction = 2;

constexpr unsigned long_name = 0x80; // first length byte: a second one follows

bool known_type(std::uint8_t tag) { return tag >= 1 && tag <= 6; }

class Reader {
  public:
    Reader(Script& script, std::span<const std::byte> bytes)
        : script_(script), bytes_(bytes), reader_(bytes) {}

    /// Everything in front of the code. Answers the announced number of instructions.
    Result<std::uint32_t> header() {
        globals();
        pool();
        imports();
        reader_.set_context("run entry");
        script_.run_task = reader_.u32();
        script_.run_address = reader_.u32();
        tasks();
        events(script_.events, "global events");
        reader_.set_context("code size");
        const std::uint32_t count = reader_.u32();
        if (wrong_type_) return std::unexpected(std::move(*wrong_type_));
        if (reader_.failed()) {
            const Diagnostic cause = reader_.error();
            return fail(codes::truncated, cause.message, cause.place,
                        "the file may be cut off, or it is not a Pathologic script");
        }
        script_.code_offset = reader_.position();
        return count;
    }

    Result<isa::Code> code(Numbering numbering, std::uint32_t count) const {
        const std::span<const std::byte> rest = bytes_.subspan(static_cast<std::size_t>(script_.code_offset));
        if (count > rest.size() / smallest_instruction)
            return fail(codes::truncated,
                        std::to_string(count) + " instructions expected, but only " +
                            std::to_string(rest.size()) + " bytes follow",
                        Place::at_offset(script_.code_offset - 4));
        isa::DecodeContext context;
        context.repeat = [](const void* self, std::uint32_t id) -> std::int64_t {
            const auto& imports = static_cast<const Script*>(self)->imports;
            return id < imports.size() ? std::int64_t{imports[id].argument_count} : -1;
        };
        context.self = &script_;
        context.base_offset = script_.code_offset;
        context.max_instructions = count;
        std::size_t consumed = 0;
        auto code = isa::decode(table_of(numbering), rest, context, &consumed);
        if (!code) return code;
        if (code->instructions.size() != count)
            return fail(codes::truncated,
                        "the code ends after " + std::to_string(code->instructions.size()) + " of " +
                            std::to_string(count) + " instructions",
                        Place::at_offset(bytes_.size()));
        if (consumed != rest.size())
            return fail(codes::trailing,
                        std::to_string(rest.size() - consumed) + " bytes follow the last instruction",
                        Place::at_offset(script_.code_offset + consumed));
        return code;
    }

  private:
    VariableType type() {
        const std::size_t at = reader_.position();
        const std::uint8_t tag = reader_.u8();
        if (!reader_.failed() && !known_type(tag) && !wrong_type_)
            wrong_type_ = make_diagnostic(
                codes::type_tag, "type " + std::to_string(tag) + " is not one of the six variable types",
                Place::at_offset(at), "the file may be damaged or belong to another engine");
        return static_cast<VariableType>(tag);
    }

    void types(std::vector<VariableType>& list) {
        const std::uint32_t count = reader_.u32();
        if (!reader_.count_fits(count, 1)) return;
        list.reserve(count);
        for (std::uint32_t i = 0; i < count; ++i) list.push_back(type());
    }

    void name(std::string& text, bool& long_form) {
        const std::uint8_t first = reader_.u8();
        std::uint32_t length = first;
        if ((first & long_name) != 0) {
            length = (first & ~long_name) | static_cast<std::uint32_t>(reader_.u8()) << 7U;
            long_form = length < long_name;
        }
        text = as_text(reader_.bytes(length));
    }

    void globals() {
        reader_.set_context("global variables");
        const std::uint32_t count = reader_.u32();
        if (!reader_.count_fits(count, smallest_global)) return;
        script_.globals.reserve(count);
        for (std::uint32_t i = 0; i < count && reader_.ok(); ++i) {
            GlobalVariable& global = script_.globals.emplace_back();
            global.type = type();
            global.named = reader_.u8();
            if (global.named != 0) name(global.name, global.long_form);
        }
    }

    void pool() {
        reader_.set_context("string pool");
        const std::uint32_t size = reader_.u32();
        const std::span<const std::byte> bytes = reader_.bytes(size);
        script_.pool.assign(bytes.begin(), bytes.end());
    }

    void imports() {
        reader_.set_context("imports");
        const std::uint32_t count = reader_.u32();
        if (!reader_.count_fits(count, smallest_import)) return;
        script_.imports.reserve(count);
        for (std::uint32_t i = 0; i < count && reader_.ok(); ++i) {
            Import& import = script_.imports.emplace_back();
            name(import.name, import.long_form);
            import.argument_count = reader_.u32();
        }
    }

    void events(std::vector<EventHandler>& list, const char* what) {
        reader_.set_context(what);
        const std::uint32_t count = reader_.u32();
        if (!reader_.count_fits(count, smallest_event)) return;
        list.reserve(count);
        for (std::uint32_t i = 0; i < count && reader_.ok(); ++i) {
            EventHandler& handler = list.emplace_back();
            handler.id = reader_.u32();
            handler.address = reader_.u32();
            types(handler.variables);
        }
    }

    void tasks() {
        reader_.set_context("tasks");
        const std::uint32_t count = reader_.u32();
        if (!reader_.count_fits(count, smallest_task)) return;
        script_.tasks.reserve(count);
        for (std::uint32_t i = 0; i < count && reader_.ok(); ++i) {
            Task& task = script_.tasks.emplace_back();
            types(task.variables);
            task.parameter_count = reader_.u32();
            events(task.events, "task events");
        }
    }

    Script& script_;
    std::span<const std::byte> bytes_;
    ByteReader reader_;
    std::optional<Diagnostic> wrong_type_;
};

void write_name(ByteWriter& out, std::string_view text, bool long_form) {
    if (text.size() < long_name && !long_form)
        out.u8(static_cast<std::uint8_t>(text.size()));
    else {
        out.u8(static_cast<std::uint8_t>(long_name | (text.size() & 0x7FU)));
        out.u8(static_cast<std::uint8_t>(text.size() >> 7U));
    }
    out.bytes(as_bytes(text));
}

void write_types(ByteWriter& out, std::span<const VariableType> types) {
    out.u32(static_cast<std::uint32_t>(types.size()));
    for (const VariableType type : types) out.u8(static_cast<std::uint8_t>(type));
}

void write_events(ByteWriter& out, std::span<const EventHandler> events) {
    out.u32(static_cast<std::uint32_t>(events.size()));
    for (const EventHandler& handler : events) {
        out.u32(handler.id);
        out.u32(handler.address);
        write_types(out, handler.variables);
    }
}

} // namespace

Result<std::shared_ptr<Script>> read_script(const Engine& engine, std::span<const std::byte> bytes,
                                            std::string name, std::optional<Numbering> numbering) {
    auto script = std::make_shared<Script>(engine, std::move(name));
    script->numbering = numbering.value_or(Numbering::hd);
    script->instructions.table = &table_of(script->numbering);
    if (bytes.empty()) {
        script->empty = true;
        return script;
    }
    Reader reader(*script, bytes);
    auto count = reader.header();
    if (!count) return std::unexpected(std::move(count.error()));
    auto code = reader.code(script->numbering, *count);
    if (!code && !numbering) {
        auto other = reader.code(Numbering::alpha, *count);
        if (other) {
            script->numbering = Numbering::alpha;
            code = std::move(other);
        } else {
            // The attempt that came further is the one worth telling about; the other is added for
            // completeness.
            const bool alpha_further = other.error().place.offset > code.error().place.offset;
            Diagnostic& best = alpha_further ? other.error() : code.error();
            const Diagnostic& second = alpha_further ? code.error() : other.error();
            best.related.push_back({second.place, "read with the other numbering: " + second.message});
            return std::unexpected(std::move(best));
        }
    }
    if (!code) return std::unexpected(std::move(code.error()));
    script->instructions = std::move(*code);
    script->index_code();
    return script;
}

std::vector<std::byte> write_front(const Script& script) {
    ByteWriter out;
    constexpr std::size_t usual = 1024; // beside the pool
    out.reserve(script.pool.size() + usual);
    out.u32(static_cast<std::uint32_t>(script.globals.size()));
    for (const GlobalVariable& global : script.globals) {
        out.u8(static_cast<std::uint8_t>(global.type));
        out.u8(global.named);
        if (global.named != 0) write_name(out, global.name, global.long_form);
    }
    out.u32(static_cast<std::uint32_t>(script.pool.size()));
    out.bytes(script.pool);
    out.u32(static_cast<std::uint32_t>(script.imports.size()));
    for (const Import& import : script.imports) {
        write_name(out, import.name, import.long_form);
        out.u32(import.argument_count);
    }
    out.u32(script.run_task);
    out.u32(script.run_address);
    out.u32(static_cast<std::uint32_t>(script.tasks.size()));
    for (const Task& task : script.tasks) {
        write_types(out, task.variables);
        out.u32(task.parameter_count);
        write_events(out, task.events);
    }
    write_events(out, script.events);
    out.u32(static_cast<std::uint32_t>(script.instructions.instructions.size()));
    return out.take();
}

std::vector<std::byte> write_script(const Script& script) {
    if (script.empty) return {};
    std::vector<std::byte> file = write_front(script);
    const std::vector<std::byte> code = isa::encode(script.instructions);
    file.insert(file.end(), code.begin(), code.end());
    return file;
}

bool same_file(const Script& a, const Script& b) {
    if (a.empty != b.empty) return false;
    if (a.empty) return true;
    const auto same = [](const isa::Instruction& one, const isa::Instruction& other) {
        return one.row == other.row && one.count == other.count && one.opcode == other.opcode;
    };
    // Values lie in the order of the instructions, so the same values belong to the same operands.
    return a.instructions.table == b.instructions.table && a.instructions.values == b.instructions.values &&
           std::ranges::equal(a.instructions.instructions, b.instructions.instructions, same) &&
           write_front(a) == write_front(b);
}

bool looks_like_script(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    const auto types = [&reader] {
        const std::span<const std::byte> tags = reader.bytes(reader.u32());
        for (const std::byte tag : tags)
            if (!known_type(std::to_integer<std::uint8_t>(tag))) return false;
        return reader.ok();
    };
    const auto name = [&reader] {
        const std::uint8_t first = reader.u8();
        const bool two = (first & long_name) != 0;
        reader.skip(two ? (first & ~long_name) | static_cast<std::uint32_t>(reader.u8()) << 7U : first);
    };
    const auto events = [&] {
        const std::uint32_t count = reader.u32();
        if (!reader.count_fits(count, smallest_event)) return false;
        for (std::uint32_t i = 0; i < count; ++i) {
            reader.skip(8);
            if (!types()) return false;
        }
        return true;
    };
    const std::uint32_t globals = reader.u32();
    if (!reader.count_fits(globals, smallest_global)) return false;
    for (std::uint32_t i = 0; i < globals; ++i) {
        if (!known_type(reader.u8())) return false;
        if (reader.u8() != 0) name();
    }
    reader.skip(reader.u32());
    const std::uint32_t imports = reader.u32();
    if (!reader.count_fits(imports, smallest_import)) return false;
    for (std::uint32_t i = 0; i < imports && reader.ok(); ++i) {
        name();
        reader.skip(4);
    }
    reader.skip(8);
    const std::uint32_t tasks = reader.u32();
    if (!reader.count_fits(tasks, smallest_task)) return false;
    for (std::uint32_t i = 0; i < tasks; ++i) {
        if (!types()) return false;
        reader.skip(4);
        if (!events()) return false;
    }
    if (!events()) return false;
    const std::uint32_t count = reader.u32();
    if (reader.failed() || count == 0 || count > reader.remaining() / smallest_instruction) return false;
    return reader.u16() < hd_row_count;
}

} // namespace vellum::pathologic
