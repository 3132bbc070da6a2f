// Code, memory and texts. An instruction is called by a number that holds its program, too, for clients
// compute with addresses; memory by its name.
#include <algorithm>

#include "base/base64.hpp"
#include "base/text_writer.hpp"
#include "protocol/codes.hpp"
#include "protocol/dap/adapter.hpp"

namespace vellum::protocol::dap {

using debug::CodePlace;

namespace {

constexpr std::uint64_t most_instructions = 10'000; ///< Of one answer.
constexpr std::size_t most_bytes = std::size_t{1} << 20U;

} // namespace

std::string Adapter::reference(const CodePlace& place) const {
    const auto programs = subject_->debugger().stops().programs();
    const auto found = std::ranges::find(programs, place.program);
    TextWriter out;
    out.hex0x(static_cast<std::uint64_t>(found - programs.begin()) << 32U | place.address, 4);
    return out.take();
}

Result<CodePlace> Adapter::place_of(std::string_view reference, std::int64_t offset) const {
    const auto number = debug::number_of(reference);
    const auto programs = subject_->debugger().stops().programs();
    if (!number || *number >> 32U >= programs.size())
        return fail(codes::protocol_request, "this is not a place in the code");
    const std::int64_t address = static_cast<std::int64_t>(*number & 0xFFFFFFFF) +
                                 std::clamp<std::int64_t>(offset, -0x100000000, 0x100000000);
    return CodePlace{programs[static_cast<std::size_t>(*number >> 32U)],
                     static_cast<std::uint32_t>(std::clamp<std::int64_t>(address, 0, 0xFFFFFFFF))};
}

Adapter::Reply Adapter::disassemble(const Json& arguments) {
    const auto place = place_of(arguments["memoryReference"].as_string(), arguments["offset"].as_int());
    if (!place) return std::unexpected(place.error());
    const Program& program = *place->program;
    const isa::Code* const code = program.code();
    const auto count = std::min(arguments["instructionCount"].as_uint(0), most_instructions);
    const auto size = code == nullptr ? 0 : static_cast<std::int64_t>(code->instructions.size());
    // The instruction that lies there.
    std::int64_t index = 0;
    if (code != nullptr) {
        const auto behind =
            std::ranges::upper_bound(code->instructions, place->address, {}, &isa::Instruction::address);
        index = std::max<std::int64_t>(behind - code->instructions.begin() - 1, 0);
        if (place->address >= code->end_address()) index = size + (place->address - code->end_address());
    }
    constexpr std::int64_t furthest = 1 << 30;
    index += std::clamp(arguments["instructionOffset"].as_int(), -furthest, furthest);
    const std::vector<Function> functions = program.functions();
    const auto name_of = [&](std::uint32_t address) { return reference({&program, address}); };
    Json body;
    Json& list = body.set("instructions", Json::array());
    const Source* told = nullptr;
    std::uint32_t told_line = 0;
    for (std::uint64_t i = 0; i < count; ++i, ++index) {
        Json one;
        if (index < 0 || index >= size) { // as many as were asked for are wanted
            const std::uint32_t end = code == nullptr ? 0 : code->end_address();
            one.set("address", name_of(index < 0 ? 0 : static_cast<std::uint32_t>(end + index - size)));
            one.set("instruction", "");
            one.set("presentationHint", "invalid");
            list.push_back(std::move(one));
            continue;
        }
        const CodePlace here{&program, code->instructions[static_cast<std::size_t>(index)].address};
        one.set("address", name_of(here.address));
        one.set("instruction", instruction_text(program, static_cast<std::size_t>(index)));
        const auto function = std::ranges::lower_bound(functions, here.address, {}, &Function::address);
        if (function != functions.end() && function->address == here.address)
            one.set("symbol", function->name);
        if (const Sources::Spot spot = sources_->spot(here); spot.line != 0 && !spot.source->listing()) {
            if (spot.source != told) one.set("location", sources_->describe(*spot.source));
            if (spot.source != told || spot.line != told_line) one.set("line", spot.line - 1 + first_line_);
            told = spot.source;
            told_line = spot.line;
        }
        list.push_back(std::move(one));
    }
    return body;
}

Adapter::Reply Adapter::read_memory(const Json& arguments) {
    std::string_view block = arguments["memoryReference"].as_string();
    if (!block.starts_with(memory_prefix)) return fail(codes::protocol_request, "there is no such memory");
    block.remove_prefix(memory_prefix.size());
    const std::int64_t offset = arguments["offset"].as_int();
    const std::size_t count = std::min(arguments["count"].as_size(), most_bytes);
    Json body;
    TextWriter address;
    if (offset < 0) {
        body.set("address", "0x0");
        body.set("unreadableBytes", count);
        return body;
    }
    const auto bytes = debugger().scheduler().read_memory(block, static_cast<std::uint64_t>(offset), count);
    if (!bytes) return std::unexpected(bytes.error());
    address.hex0x(static_cast<std::uint64_t>(offset));
    body.set("address", address.take());
    body.set("data", to_base64(*bytes));
    if (bytes->size() < count) body.set("unreadableBytes", count - bytes->size());
    return body;
}

Adapter::Reply Adapter::write_memory(const Json& arguments) {
    std::string_view block = arguments["memoryReference"].as_string();
    if (!block.starts_with(memory_prefix)) return fail(codes::protocol_request, "there is no such memory");
    block.remove_prefix(memory_prefix.size());
    const std::int64_t offset = arguments["offset"].as_int();
    auto bytes = from_base64(arguments["data"].as_string());
    if (offset < 0 || !bytes) return fail(codes::protocol_request, "the data to write is not valid");
    if (arguments["allowPartial"].as_bool())
        for (const MemoryBlock& one : debugger().scheduler().memory_blocks())
            if (one.name == block)
                bytes->resize(static_cast<std::size_t>(std::min<std::uint64_t>(
                    bytes->size(), one.size - std::min(one.size, static_cast<std::uint64_t>(offset)))));
    const bool branches = debugger().timeline().here() < debugger().timeline().latest();
    if (auto written = debugger().write_memory(block, static_cast<std::uint64_t>(offset), *bytes); !written)
        return std::unexpected(written.error());
    if (branches) tell("console", "the recording after this moment is discarded\n");
    Json body;
    body.set("offset", 0);
    body.set("bytesWritten", bytes->size());
    if (wants_memory_)
        after_.emplace_back([this, name = arguments["memoryReference"], offset, count = bytes->size()] {
            Json changed;
            changed.set("memoryReference", name);
            changed.set("offset", offset);
            changed.set("count", count);
            event("memory", std::move(changed));
        });
    return body;
}

Adapter::Reply Adapter::loaded_sources(const Json&) {
    Json body;
    Json& list = body.set("sources", Json::array());
    for (const Source* const one : sources_->all()) list.push_back(sources_->describe(*one));
    return body;
}

Adapter::Reply Adapter::source(const Json& arguments) {
    Json wanted = arguments["source"];
    if (arguments["sourceReference"].as_uint() != 0)
        wanted.set("sourceReference", arguments["sourceReference"]);
    const Source* const found = sources_->find(wanted);
    if (found == nullptr || found->text.empty())
        return fail(codes::protocol_request, "the text of this source is not available");
    Json body;
    body.set("content", found->text);
    body.set("mimeType", "text/plain");
    return body;
}

/// Not of the protocol: the world as it is now, drawn on the map that its scripts belong to.
Adapter::Reply Adapter::picture(const Json&) {
    for (const ProgramPtr& program : subject_->programs()) {
        auto drawn = program->picture(&debugger().scheduler());
        if (!drawn) continue;
        Json body;
        body.set("svg", std::move(*drawn));
        return body;
    }
    return fail(codes::protocol_request, "these scripts do not belong to a map");
}

} // namespace vellum::protocol::dap
