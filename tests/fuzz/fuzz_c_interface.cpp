// Fuzz target: the C interface as a sequence of calls. Two bytes are a call: which, and with what. There are
// a few places for handles of each kind; they are freed, used again, and left empty as the bytes say. What
// the header forbids (a handle after its free, a host freed before its worlds) is not done; everything else
// may be.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "base/bytes.hpp"
#include "vellum/vellum.h"
#include "worlds.hpp"

namespace {

using vellum::test::demand;

constexpr std::size_t places = 3;

void vacate(vellum_program*& place) { vellum_program_free(std::exchange(place, nullptr)); }
void vacate(vellum_world*& place) { vellum_world_free(std::exchange(place, nullptr)); }
void vacate(vellum_host*& place) { vellum_host_free(std::exchange(place, nullptr)); }

struct Sequence {
    std::array<vellum_program*, places> programs{};
    std::array<vellum_world*, places> worlds{};
    std::array<vellum_host*, 2> hosts{};
    vellum_diagnostics* diagnostics = nullptr;
    vellum_error* error = nullptr;
    vellum_code* code_model = nullptr;
    vellum_workspace* workspace = nullptr;
    vellum_fault* fault = nullptr;
    vellum_buffer buffer{};
    std::uint8_t what = 0;

    vellum_error** fresh_error() {
        vellum_error_free(error);
        error = nullptr;
        return what % 5 == 0 ? nullptr : &error;
    }
    vellum_diagnostics** fresh_diagnostics() {
        vellum_diagnostics_free(diagnostics);
        diagnostics = nullptr;
        return &diagnostics;
    }
    void fresh_buffer() {
        vellum_buffer_free(&buffer);
        buffer = {};
    }
    void look() {
        vellum_diagnostic one{};
        if (error != nullptr) {
            vellum_error_get(error, &one);
            demand(std::strlen(vellum_error_text(error)) > 0 && one.code != nullptr, "an error has a text");
        }
        if (diagnostics == nullptr) return;
        demand(vellum_diagnostics_errors(diagnostics) <= vellum_diagnostics_count(diagnostics),
               "errors are messages");
        demand((vellum_diagnostics_get(diagnostics, what, &one) == VELLUM_OK) ==
                   (what < vellum_diagnostics_count(diagnostics)),
               "no message past the end");
    }
    vellum_value value() const {
        vellum_value made{};
        made.type = what % 10; // two of them are no types
        if (made.type == VELLUM_STRING) {
            made.as.text = "text";
            made.size = what % 5;
        } else if (made.type == VELLUM_OBJECT)
            made.as.object = what;
        else if (made.type != VELLUM_MEMORY)
            made.as.integer = what;
        return made;
    }
    void call(std::uint8_t code, std::uint8_t with);
    void look_at_code() const;
    void ask();
    void draw(const vellum_program* program);
    void look_at_fault() const;
    ~Sequence() {
        vellum_code_free(code_model);
        vellum_workspace_free(workspace);
        vellum_fault_free(fault);
        for (vellum_world* world : worlds) vellum_world_free(world);
        for (vellum_host* host : hosts) vellum_host_free(host);
        for (vellum_program* program : programs) vellum_program_free(program);
        vellum_error_free(error);
        vellum_diagnostics_free(diagnostics);
        vellum_buffer_free(&buffer);
    }
};

/// A native that waits, fails or answers.
void native(void* user, vellum_call* call) {
    auto& all = *static_cast<Sequence*>(user);
    const vellum_value value = all.value();
    for (std::size_t i = 0; i <= vellum_call_count(call); ++i)
        static_cast<void>(vellum_call_argument(call, i));
    static_cast<void>(vellum_call_receiver(call));
    static_cast<void>(vellum_call_state(call));
    vellum_call_set_argument(call, all.what % 4U, &value);
    vellum_call_set_result(call, &value);
    vellum_call_set_state(call, &value);
    if (all.what % 7 == 1 && vellum_call_resumed(call) == 0) vellum_call_suspend(call);
    if (all.what % 7 == 2) vellum_call_fail(call, all.what % 2 != 0 ? "no" : nullptr);
}

/// Everything about one instruction and one function, which may be past the end.
void Sequence::look_at_code() const {
    const std::size_t count = vellum_code_instruction_count(code_model);
    const std::size_t index = count == 0 ? what : what * 7U % (count + 1);
    vellum_instruction instruction{};
    const bool there = vellum_code_instruction(code_model, index, &instruction) == VELLUM_OK;
    demand(there == (index < count), "no instruction past the end");
    demand((std::strlen(vellum_code_text(code_model, index)) > 0) == there, "an instruction has a text");
    vellum_operand operand{};
    demand(vellum_code_operand(code_model, index, instruction.operands, &operand) == VELLUM_BAD_ARGUMENT,
           "no operand past the end");
    for (std::uint32_t i = 0; i < instruction.operands && i < 8; ++i)
        demand(vellum_code_operand(code_model, index, i, &operand) == VELLUM_OK, "each operand is told");
    if (there) demand(vellum_code_find(code_model, instruction.address) == index, "an address leads back");
    vellum_function function{};
    static_cast<void>(vellum_code_function(code_model, what, &function));
    const std::size_t blocks = vellum_code_block_count(code_model, what);
    vellum_block block{};
    for (std::size_t i = 0; i < blocks; ++i)
        demand(vellum_code_block(code_model, what, i, &block) == VELLUM_OK &&
                   block.first + block.count <= count &&
                   (block.next == VELLUM_NO_INDEX || block.next < blocks) &&
                   (block.target == VELLUM_NO_INDEX || block.target < blocks),
               "blocks lead to blocks");
    vellum_reference reference{};
    static_cast<void>(vellum_code_reference(code_model, what, &reference));
    vellum_fact fact{};
    static_cast<void>(vellum_code_fact(code_model, what, &fact));
    static_cast<void>(vellum_code_table(code_model));
    vellum_row row{};
    vellum_row_operand in_table{};
    const char* const engine = vellum_engine_id(what % 5U);
    demand((vellum_table_row(engine, 0, instruction.row, &row) == VELLUM_OK) || engine == nullptr || there,
           "row 0 is there");
    static_cast<void>(vellum_table_operand(engine, what % 3U, instruction.row, what % 4U, &in_table));
    vellum_implicit_operand beside{};
    static_cast<void>(vellum_table_implicit_operand(engine, what % 3U, instruction.row, what % 4U, &beside));
}

/// A question about the bytes in the buffer, which are the only file there is.
void Sequence::ask() {
    static constexpr const char* questions[] = {"check", "decompile", "disasm", "extract", "info",
                                                "texts", "xref",      "code",   "nothing"};
    constexpr std::string_view parameters = R"({"nodes": "a.bin"})";
    vellum_files files{sizeof files,
                       this,
                       [](void* user, const char* name, vellum_buffer* bytes) -> std::int32_t {
                           const vellum_buffer& own = static_cast<Sequence*>(user)->buffer;
                           if (std::string_view(name) != "a.bin") return 1;
                           return vellum_buffer_set(bytes, own.data, own.size);
                       },
                       nullptr,
                       nullptr,
                       nullptr};
    if (what % 3 == 0) { // in part
        files.size = [](void* user, const char* name, std::uint64_t* size) -> std::int32_t {
            *size = static_cast<Sequence*>(user)->buffer.size;
            return std::string_view(name) == "a.bin" ? 0 : 1;
        };
        files.read_at = [](void* user, const char*, std::uint64_t offset, void* out,
                           std::size_t size) -> std::int32_t {
            std::memcpy(out, static_cast<Sequence*>(user)->buffer.data + offset, size);
            return 0;
        };
    }
    vellum_workspace_free(std::exchange(workspace, nullptr));
    if (vellum_workspace_open(&files, what % 8 == 7 ? R"({"lint": true})" : nullptr, &workspace,
                              fresh_error()) != VELLUM_OK)
        return;
    vellum_buffer answer{};
    if (vellum_workspace_ask(workspace, questions[what % std::size(questions)], parameters.data(),
                             parameters.size(), &answer, fresh_error()) == VELLUM_OK)
        demand(answer.size > 1 && answer.data[0] == '[', "an answer is a list");
    vellum_buffer_free(&answer);
}

/// A log of what was said last, and a graph of the program.
void Sequence::draw(const vellum_program* program) {
    vellum_buffer log{};
    demand((vellum_diagnostics_sarif(diagnostics, &log) == VELLUM_OK) == (diagnostics != nullptr),
           "what was said is a log");
    vellum_buffer_free(&log);
    const vellum_graph_options graph{sizeof graph, what % 4, what % 3 == 0 ? "run" : nullptr, what & 8,
                                     what % 5U};
    fresh_buffer();
    vellum_program_graph(program, &graph, &buffer, fresh_error());
    look();
}

void Sequence::look_at_fault() const {
    if (fault == nullptr) return;
    vellum_fault_info info{};
    vellum_frame frame{};
    vellum_fault_get(fault, &info);
    demand(std::strlen(info.text) > 0, "a fault has a text");
    for (std::size_t i = 0; i <= info.frames; ++i)
        demand((vellum_fault_frame(fault, i, &frame) == VELLUM_OK) == (i < info.frames),
               "no frame past the end");
}

void Sequence::call(std::uint8_t code, std::uint8_t with) {
    what = with;
    vellum_program*& program = programs[with % places];
    vellum_world*& world = worlds[with % places];
    vellum_host*& host = hosts[with % hosts.size()];
    vellum_load_options options{with % 16 == 15 ? 4 : sizeof options, nullptr, "x", nullptr};
    const vellum_value one = value();
    switch (code % 30) {
    case 0:
    case 1: { // a script that ships, as it is or with a byte changed
        const std::size_t index = with / places % vellum::fuzz::script_count;
        const auto script = vellum::fuzz::program(index);
        auto bytes = script->save();
        if (!bytes) return;
        if (code % 30 == 1) (*bytes)[with * 7U % bytes->size()] ^= std::byte{1};
        options.name = vellum::fuzz::scripts[index].file;
        vacate(program);
        vellum_load(bytes->data(), bytes->size(), &options, &program, fresh_diagnostics(), fresh_error());
        return look();
    }
    case 2:
        options.engine = vellum_engine_id(with % 5U);
        vacate(program);
        vellum_assemble(buffer.data, buffer.size, &options, &program, fresh_diagnostics(), fresh_error());
        return look();
    case 3:
        options.engine = with % 2 != 0 ? "skrit" : nullptr;
        vacate(program);
        vellum_compile(buffer.data, buffer.size, &options, &program, fresh_diagnostics(), fresh_error());
        return look();
    case 4:
        fresh_buffer();
        vellum_save(program, &buffer, fresh_error());
        return look();
    case 5:
    case 6:
        fresh_buffer();
        vellum_disassemble(program, &buffer, fresh_error());
        return look();
    case 7: vellum_check(program, fresh_diagnostics()); return look();
    case 8:
        fresh_buffer();
        vellum_program_json(program, &buffer);
        return;
    case 9: vacate(program); return;
    case 10:
        if (host == nullptr) host = vellum_host_create(with / 2 % 2);
        vellum_host_function(host, with % 3 == 0 ? "Trace" : "Display", with % 4 - 1,
                             with % 16 == 5 ? nullptr : native, this);
        vellum_host_method(host, with % 3 == 0 ? nullptr : "X", "Use", with % 3 - 1, native, this);
        return;
    case 11: // a host lives longer than its worlds
        for (vellum_world*& each : worlds) vacate(each);
        vacate(host);
        return;
    case 12:
    case 13:
    case 14: {
        const char* const settings[] = {"strict", with % 2 != 0 ? "1" : "maybe", nullptr};
        const vellum_world_options limits{sizeof limits, 1 + 16U * with, 1U << 20U, with % 32U,
                                          with % 8 == 7 ? settings : nullptr};
        vellum_program* const some[] = {programs[with / places % places], program};
        vacate(world);
        vellum_world_create(some + with % 2, 2U - with % 2, host, with % 4 == 3 ? nullptr : &limits, &world,
                            fresh_error());
        return look();
    }
    case 15: vellum_world_start(world); return;
    case 16: vellum_world_frame(world, 0.1F); return;
    case 17: {
        const char* outcome = nullptr;
        vellum_world_send(world, with % 2 != 0 ? "OnUse" : "2", &one, with / 2 % 2, &outcome, fresh_error());
        return look();
    }
    case 18: {
        vellum_value result{};
        vellum_world_call(world, with % 2 != 0 ? "main" : "twice", &one, with / 2 % 2, &result,
                          fresh_error());
        return look();
    }
    case 19:
        fresh_buffer();
        vellum_world_snapshot(world, &buffer, fresh_error());
        return look();
    case 20: vellum_world_restore(world, buffer.data, buffer.size, fresh_error()); return look();
    case 21:
        static_cast<void>(vellum_world_finished(world));
        static_cast<void>(vellum_world_instructions(world));
        while (vellum_world_take_fault(world) != nullptr) {
        }
        return demand(vellum_world_fault_count(world) == 0, "all faults were taken");
    case 22:
        vellum_world_watch(
            world,
            with % 2 == 0
                ? nullptr
                : +[](void*, const char* kind,
                      const char*
                          text) { demand(kind != nullptr && text != nullptr, "a watcher gets texts"); },
            nullptr);
        return;
    case 23:
        vellum_code_free(code_model);
        code_model = vellum_code_create(program);
        return look_at_code();
    case 24: return look_at_code();
    case 25: {
        const vellum_listing_options listing{with % 8 == 7 ? 4 : sizeof listing, with & 1, with & 2, with & 4,
                                             with & 8};
        fresh_buffer();
        vellum_disassemble_with(program, &listing, &buffer, fresh_error());
        return look();
    }
    case 26: ask(); return look();
    case 27: return draw(program);
    case 28:
        vellum_fault_free(fault);
        fault = vellum_world_next_fault(world);
        look_at_fault();
        demand(vellum_world_event_outcome(world) <= VELLUM_EVENT_INTERRUPTED &&
                   vellum_world_call_outcome(world) <= VELLUM_CALL_INTERRUPTED,
               "outcomes are in their lists");
        return;
    default: vacate(world);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Sequence sequence;
    for (std::size_t at = 0; at + 2 <= size && at < 160; at += 2) sequence.call(data[at], data[at + 1]);
    return 0;
}
