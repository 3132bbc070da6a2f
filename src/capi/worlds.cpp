// Running worlds across the C border.
#include "base/bytes.hpp"
#include "base/text_writer.hpp"
#include "capi/handles.hpp"
#include "runtime/value_text.hpp"

namespace vellum::capi {

namespace {
void tell(const WatchObserver& observer, const char* kind, TextWriter& text) {
    text.ch('\0');
    const char* line =
        text.view().data(); // NOLINT(bugprone-suspicious-stringview-data-usage): ended just now
    observer.watch(observer.user, kind, line);
}
} // namespace

void WatchObserver::native(const NativeStep& step) {
    TextWriter text;
    if (!step.key.owner.empty()) {
        write_told(text, step.key.owner);
        text.ch('.');
    }
    write_told(text, step.key.name);
    text.ch('(');
    for (std::size_t i = 0; i < step.call.size(); ++i) {
        if (i != 0) text.text(", ");
        write_plain(text, step.call[i]);
    }
    text.ch(')');
    if (!step.call.result.is(Type::none)) {
        text.text(" = ");
        write_plain(text, step.call.result);
    }
    tell(*this, "native", text);
}

void WatchObserver::event(const Scheduler&, std::uint32_t, std::string_view name,
                          std::span<const Value> values, std::string_view outcome) {
    TextWriter text;
    write_event(text, name, values);
    text.text(": ");
    write_told(text, outcome);
    tell(*this, "event", text);
}

void WatchObserver::note(const Scheduler&, std::uint32_t, std::string_view words) {
    TextWriter text;
    write_told(text, words, most_told_note);
    tell(*this, "note", text);
}

void WatchObserver::fault(const Scheduler&, const Fault& fault) {
    TextWriter text;
    text.text(format(fault));
    tell(*this, "fault", text);
}

} // namespace vellum::capi

using namespace vellum;
using namespace vellum::capi;

namespace {

std::vector<Value> values_from_c(const vellum_value* values, std::size_t count) {
    std::vector<Value> out;
    out.reserve(count);
    for (std::size_t i = 0; i < count; ++i) out.push_back(from_c(values[i]));
    return out;
}

} // namespace

vellum_status vellum_world_create(const vellum_program* const* programs, std::size_t count, vellum_host* host,
                                  const vellum_world_options* options, vellum_world** world,
                                  vellum_error** error) {
    if (programs == nullptr || count == 0 || host == nullptr || world == nullptr) return VELLUM_BAD_ARGUMENT;
    if (options != nullptr && options->struct_size != sizeof(vellum_world_options))
        return VELLUM_BAD_ARGUMENT;
    auto made = std::make_unique<vellum_world>();
    for (std::size_t i = 0; i < count; ++i) {
        if (programs[i] == nullptr) return VELLUM_BAD_ARGUMENT;
        made->programs.push_back(programs[i]->program);
    }
    RunOptions run;
    if (options != nullptr) {
        run.budget = {options->instructions, options->memory, options->call_depth};
        for (const char* const* setting = options->settings;
             setting != nullptr && setting[0] != nullptr && setting[1] != nullptr; setting += 2)
            run.settings.emplace_back(setting[0], setting[1]);
    }
    const Engine& engine = made->programs.back()->engine();
    Host* answering = &host->natives;
    if (host->stand_in) {
        made->stand_in = std::make_unique<StandInHost>(&host->natives, engine.runtime().known_natives());
        answering = made->stand_in.get();
    }
    Diagnostics diagnostics;
    auto scheduler = engine.runtime().instantiate(made->programs, *answering, run, diagnostics);
    if (!scheduler) return fail_with(error, std::move(scheduler.error()));
    made->scheduler = std::move(*scheduler);
    *world = made.release();
    return VELLUM_OK;
}

void vellum_world_watch(vellum_world* world, vellum_watch watch, void* user) {
    if (world == nullptr) return;
    world->observer.watch = watch;
    world->observer.user = user;
    if (watch == nullptr)
        world->scheduler->remove_observer(world->observer);
    else
        world->scheduler->add_observer(world->observer);
}

void vellum_world_start(vellum_world* world) {
    if (world != nullptr) world->scheduler->start();
}

void vellum_world_frame(vellum_world* world, float seconds) {
    if (world != nullptr) world->scheduler->frame(seconds);
}

vellum_status vellum_world_send(vellum_world* world, const char* event, const vellum_value* values,
                                std::size_t count, const char** outcome, vellum_error** error) {
    if (world == nullptr || event == nullptr || (values == nullptr && count != 0)) return VELLUM_BAD_ARGUMENT;
    EventResult sent = world->scheduler->send({event, values_from_c(values, count)});
    world->event_outcome = static_cast<std::int32_t>(sent.outcome);
    if (!sent) return fail_with(error, std::move(sent.error()));
    world->text = std::move(*sent);
    if (outcome != nullptr) *outcome = world->text.c_str();
    return VELLUM_OK;
}

vellum_status vellum_world_call(vellum_world* world, const char* function, const vellum_value* arguments,
                                std::size_t count, vellum_value* result, vellum_error** error) {
    if (world == nullptr || function == nullptr || (arguments == nullptr && count != 0))
        return VELLUM_BAD_ARGUMENT;
    CallResult answer = world->scheduler->call(function, values_from_c(arguments, count));
    world->call_outcome = static_cast<std::int32_t>(answer.outcome);
    if (!answer) return fail_with(error, std::move(answer.error()));
    world->result = std::move(*answer);
    if (result != nullptr) *result = to_c(world->result);
    return VELLUM_OK;
}

std::int32_t vellum_world_event_outcome(const vellum_world* world) {
    static_assert(static_cast<int>(EventOutcome::interrupted) == VELLUM_EVENT_INTERRUPTED);
    return world == nullptr ? -1 : world->event_outcome;
}

std::int32_t vellum_world_call_outcome(const vellum_world* world) {
    static_assert(static_cast<int>(CallOutcome::interrupted) == VELLUM_CALL_INTERRUPTED);
    return world == nullptr ? -1 : world->call_outcome;
}

int vellum_world_finished(const vellum_world* world) {
    return world == nullptr || world->scheduler->finished() ? 1 : 0;
}

std::uint64_t vellum_world_instructions(const vellum_world* world) {
    return world == nullptr ? 0 : world->scheduler->instructions();
}

std::size_t vellum_world_fault_count(const vellum_world* world) {
    return world == nullptr ? 0 : world->faults.size() + world->scheduler->faults().size();
}

vellum_fault* vellum_world_next_fault(vellum_world* world) {
    if (world == nullptr) return nullptr;
    for (Fault& fault : world->scheduler->take_faults()) world->faults.push_back(std::move(fault));
    if (world->faults.empty()) return nullptr;
    auto* taken = new vellum_fault{std::move(world->faults.front()), {}};
    taken->text = format(taken->fault);
    world->faults.pop_front();
    return taken;
}

const char* vellum_world_take_fault(vellum_world* world) {
    const std::unique_ptr<vellum_fault> taken(vellum_world_next_fault(world));
    if (taken == nullptr) return nullptr;
    world->text = std::move(taken->text);
    return world->text.c_str();
}

void vellum_fault_get(const vellum_fault* fault, vellum_fault_info* out) {
    if (fault == nullptr || out == nullptr) return;
    const Fault& said = fault->fault;
    out->code = said.code == nullptr ? "" : literal(said.code->id);
    out->message = said.message.c_str();
    out->text = fault->text.c_str();
    out->program = said.program.c_str();
    out->machine_name = said.machine_name.c_str();
    out->machine = said.machine;
    out->offset = said.offset;
    out->frames = said.frames.size();
}

vellum_status vellum_fault_frame(const vellum_fault* fault, std::size_t index, vellum_frame* out) {
    if (fault == nullptr || out == nullptr || index >= fault->fault.frames.size()) return VELLUM_BAD_ARGUMENT;
    *out = to_c(fault->fault.frames[index]);
    return VELLUM_OK;
}

void vellum_fault_free(vellum_fault* fault) { delete fault; }

vellum_status vellum_world_state_json(const vellum_world* world, vellum_buffer* out, vellum_error** error) {
    if (world == nullptr || out == nullptr) return VELLUM_BAD_ARGUMENT;
    auto text = world->scheduler->state_json();
    if (!text) return fail_with(error, std::move(text.error()));
    return fill(out, *text);
}

vellum_status vellum_world_snapshot(const vellum_world* world, vellum_buffer* out, vellum_error** error) {
    if (world == nullptr || out == nullptr) return VELLUM_BAD_ARGUMENT;
    auto bytes = world->scheduler->snapshot();
    if (!bytes) return fail_with(error, std::move(bytes.error()));
    return fill(out, as_text(*bytes));
}

vellum_status vellum_world_restore(vellum_world* world, const void* data, std::size_t size,
                                   vellum_error** error) {
    if (world == nullptr || (data == nullptr && size != 0)) return VELLUM_BAD_ARGUMENT;
    auto done = world->scheduler->restore({static_cast<const std::byte*>(data), size});
    if (!done) return fail_with(error, std::move(done.error()));
    return VELLUM_OK;
}

void vellum_world_interrupt(vellum_world* world) {
    if (world != nullptr) world->scheduler->interrupt();
}

void vellum_world_resume(vellum_world* world) {
    if (world != nullptr) world->scheduler->resume();
}

int vellum_world_interrupted(const vellum_world* world) {
    return world != nullptr && world->scheduler->interrupted() ? 1 : 0;
}

void vellum_world_pause_after(vellum_world* world, std::uint64_t instructions) {
    static_assert(Scheduler::no_pause == UINT64_MAX);
    if (world != nullptr) world->scheduler->pause_after(instructions);
}

int vellum_world_paused(const vellum_world* world) {
    return world != nullptr && world->scheduler->paused() ? 1 : 0;
}

void vellum_world_free(vellum_world* world) { delete world; }
