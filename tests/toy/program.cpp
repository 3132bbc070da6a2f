// Reading and writing toy files, and what a toy program tells about itself.
#include "toy/program.hpp"

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text_writer.hpp"
#include "toy/isa.hpp"
#include "vellum/engine.hpp"

namespace vellum::toy {

Result<std::shared_ptr<Program>> read(const Engine& engine, std::span<const std::byte> bytes,
                                      std::string name) {
    auto program = std::make_shared<Program>(engine, std::move(name));
    ByteReader reader(bytes);
    reader.set_context("toy program");
    if (as_text(reader.bytes(4)) != "TOY1")
        return fail(vellum::codes::engine_unknown, "this is not a toy program", Place::at_offset(0));
    const std::uint8_t native_count = reader.u8();
    for (unsigned i = 0; i < native_count && reader.ok(); ++i)
        program->natives.emplace_back(reader.cstring());
    const std::uint8_t event_count = reader.u8();
    for (unsigned i = 0; i < event_count && reader.ok(); ++i) {
        EventHandler& event = program->events.emplace_back();
        event.name = reader.cstring();
        event.address = reader.u16();
    }
    const std::uint16_t size = reader.u16();
    const auto code = reader.bytes(size);
    if (reader.failed()) return std::unexpected(reader.error());
    if (reader.remaining() != 0)
        return fail(vellum::codes::engine_unknown, "there is something behind the code",
                    Place::at_offset(reader.position()));
    isa::DecodeContext context;
    context.base_offset = reader.position() - size;
    auto decoded = isa::decode(table(), code, context);
    if (!decoded) return std::unexpected(std::move(decoded.error()));
    program->instructions = std::move(*decoded);
    program->identity = hash64(bytes);
    return program;
}

std::vector<std::byte> write(const Program& program) {
    ByteWriter writer;
    writer.bytes(as_bytes("TOY1"));
    writer.u8(static_cast<std::uint8_t>(program.natives.size()));
    for (const std::string& native : program.natives) writer.cstring(native);
    writer.u8(static_cast<std::uint8_t>(program.events.size()));
    for (const EventHandler& event : program.events) {
        writer.cstring(event.name);
        writer.u16(static_cast<std::uint16_t>(event.address));
    }
    const std::vector<std::byte> code = isa::encode(program.instructions);
    writer.u16(static_cast<std::uint16_t>(code.size()));
    writer.bytes(code);
    return writer.take();
}

std::vector<Fact> Program::facts() const {
    return {{"natives", natives.size()},
            {"events", events.size()},
            {"instructions", instructions.instructions.size()}};
}

std::vector<Function> Program::functions() const {
    std::vector<Function> result{{"main", 0, 0, 0, "function"}};
    for (const EventHandler& event : events) result.push_back({event.name, event.address, 0, 0, "event"});
    return result;
}

std::vector<Reference> Program::references() const {
    std::vector<Reference> result;
    for (const isa::Instruction& instruction : instructions.instructions) {
        if (instruction.opcode != Opcode::call) continue;
        const std::uint32_t id = instructions.operands(instruction)[0];
        if (id < natives.size()) result.push_back({ReferenceKind::native, natives[id], instruction.address});
    }
    return result;
}

bool Program::write(TextWriter& out, isa::SymbolSpace space, std::uint32_t id) const {
    if (space != isa::SymbolSpace::native || id >= natives.size()) return false;
    for (std::uint32_t i = 0; i < id; ++i)
        if (natives[i] == natives[id]) return false; // the name means the first
    out.quoted(natives[id]);
    return true;
}

} // namespace vellum::toy
