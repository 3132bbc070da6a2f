// Native calls: arguments by reference to the script's own variables, latent natives, and events that a
// native sends to the very script that called it. See reference section 4.6 and, for re-entrancy, choice 14
// of section 9.
#include <array>
#include <memory>

#include "engines/pathologic/machine/run.hpp"
#include "engines/pathologic/scheduler/running_world.hpp"

namespace vellum::pathologic {

namespace {

/// Argument pointers and the types the variables had before the call.
class Arguments {
  public:
    explicit Arguments(std::size_t count) : count_(count) {
        if (count > inline_values_.size()) {
            more_values_ = std::make_unique<Value*[]>(count);
            more_types_ = std::make_unique<Type[]>(count);
        }
    }
    [[nodiscard]] std::span<Value*> values() noexcept {
        return {more_values_ ? more_values_.get() : inline_values_.data(), count_};
    }
    [[nodiscard]] std::span<Type> types() noexcept {
        return {more_types_ ? more_types_.get() : inline_types_.data(), count_};
    }

  private:
    std::size_t count_;
    std::array<Value*, 12> inline_values_;
    std::array<Type, 12> inline_types_;
    std::unique_ptr<Value*[]> more_values_;
    std::unique_ptr<Type[]> more_types_;
};

} // namespace

void Run::finish_stopped(const Native& native, std::span<Value* const> values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i]->is(Type::boolean)) continue;
        const bool known = native.signature != nullptr && i < native.signature->parameters.size();
        const bool result =
            known ? native.signature->parameters[i].direction != Direction::in : i + 1 == values.size();
        if (result) values[i]->set_boolean(false);
    }
}

void Run::keep_waiting(Pending waiting, std::uint32_t number, std::uint32_t address) {
    // An event that the native sent has a handler that waits. The native goes on when that handler has
    // returned.
    for (std::size_t i = calls.size(); i-- > 0;) {
        if (calls[i].marker != number) continue;
        saved.push_back(std::move(waiting));
        calls[i].saved = static_cast<std::uint32_t>(saved.size());
        calls[i].return_address = address;
        calls[i].marker = 0;
        return;
    }
}

Progress Run::invoke(const Native& native, const NativeKey& key, ObjectId receiver,
                     std::span<const std::uint32_t> operands, float delta_time) {
    const std::size_t count = operands.size() / 2;
    Arguments arguments(count);
    const std::span<Value*> values = arguments.values();
    const std::span<Type> types = arguments.types();
    for (std::size_t i = 0; i < count; ++i) {
        Value* slot = operands[2 * i + 1] != 0 ? task_slot(operands[2 * i]) : stack_slot(operands[2 * i]);
        if (slot == nullptr) return bad_operand();
        values[i] = slot;
        types[i] = slot->type();
    }
    if (pending.active && pending.stopped) {
        pending = {};
        finish_stopped(native, values);
        ++ip;
        return Progress::next;
    }
    const std::uint32_t here = ip;
    const std::uint32_t next = here + 1;
    const std::size_t depth = calls.size();
    const std::uint32_t outer = native_in_flight;
    const std::uint64_t moves = stack.moves();
    if (++native_number == host_call) native_number = 1;
    native_in_flight = native_number;
    const std::uint32_t number = native_number;

    Call call;
    call.arguments = values;
    call.receiver = receiver;
    call.delta_time = delta_time;
    call.scheduler = SchedulerLink(&world);
    call.machine = index;
    Pending waiting;
    if (pending.active) {
        waiting = std::exchange(pending, {});
        call.resumed = true;
    }
    call.state = &waiting.state;
    ip = next; // an event sent by the native comes back behind this instruction
    stack.enter_native();
    native(call);
    native_in_flight = outer;
    if (call.outcome == Outcome::failed) world.native_failed(*this, key, call.error);
    if (world.observer() != nullptr) world.observer()->native({world, index, key, call, native.stand_in});

    // Whatever the native wrote takes on the variable's own type.
    const bool moved = stack.moves() != moves;
    std::size_t text = 0;
    for (std::size_t i = 0; i < count; ++i) {
        Value& slot = *values[i];
        if (slot.type() != types[i]) [[unlikely]] {
            Value converted = Value::default_of(types[i]);
            if (store(converted, slot, link->host) != Verdict::done)
                world.native_failed(*this, key, "wrote a value that its variable cannot hold");
            slot = std::move(converted);
        }
        if (slot.is(Type::string)) text += slot.text().size();
        if (moved) stack.carry_over(&slot);
    }
    // An event may have taken variables away; what was written above the top must not stay there as text.
    if (state == MachineState::faulted || ip != next || calls.size() != depth) {
        for (Value* slot : values)
            if (slot >= stack.data() + stack.size() && slot < stack.data() + stack.capacity())
                *slot = Value();
    }
    stack.leave_native();
    if (state == MachineState::faulted) return Progress::failed;
    if (state == MachineState::finished) return Progress::ended;
    if (text != 0 && !account(text)) return Progress::failed;
    if (call.outcome == Outcome::pending) {
        waiting.active = true;
        if (ip == next && calls.size() == depth) {
            ip = here;
            pending = std::move(waiting);
            return Progress::suspended;
        }
        keep_waiting(std::move(waiting), number, here);
    }
    // The native is done but a handler it caused waits: the script goes on with the next frame.
    if (pending.active && ip != next) return Progress::suspended;
    return Progress::next;
}

Progress Run::call_function(const Instruction& instruction, float delta_time) {
    const auto operands = code->operands(instruction);
    if (operands[0] >= link->imports.size())
        return fault(codes::fault_native, "there is no import " + std::to_string(operands[0]));
    const Native& native = link->import(operands[0]);
    const Import& import = code->script->imports[operands[0]];
    if (!native) {
        return fault(codes::fault_native, "the host has no function " + import.name + " with " +
                                              std::to_string(import.argument_count) + " arguments");
    }
    const NativeKey key{
        NativeKind::function, {}, import.name, static_cast<std::int32_t>(import.argument_count)};
    const Progress progress = invoke(native, key, {}, operands.subspan(1), delta_time);
    // What StopGroup0 does to waiting natives is the machine's own business, so that a replay does it too.
    if (import.argument_count == 0 && import.name == "StopGroup0" && progress == Progress::next)
        stop_waiting();
    return progress;
}

Progress Run::script_property(const MethodSite& site, Run& of, std::span<const std::uint32_t> operands,
                              bool& handled) {
    // Set takes name and value, Get and Has take the result and the name (order of the observed calls).
    const bool set = site.name == "SetScriptProperty";
    const bool has = site.name == "HasScriptProperty";
    if (site.argument_count != 2 || (!set && !has && site.name != "GetScriptProperty")) return Progress::next;
    const auto slot = [&](std::size_t argument) {
        return operands[2 * argument + 1] != 0 ? task_slot(operands[2 * argument])
                                               : stack_slot(operands[2 * argument]);
    };
    Value* first = slot(0);
    Value* second = slot(1);
    if (first == nullptr || second == nullptr) return bad_operand();
    const std::string property_name(set ? first->text() : second->text());
    const std::optional<Value> value = world.property(of.index, property_name);
    handled = true;
    bool good = true;
    if (set)
        good = world.set_property(of.index, property_name, *second);
    else if (has)
        good = store(*first, Value(value.has_value()), link->host) == Verdict::done;
    else
        good = value.has_value() && store(*first, *value, link->host) == Verdict::done;
    if (!good)
        world.native_failed(*this, {NativeKind::method, {}, site.name, 2},
                            "no property '" + property_name + "' of that type");
    ++ip;
    return Progress::next;
}

Progress Run::call_method(const Instruction& instruction, float delta_time) {
    const auto operands = code->operands(instruction);
    const Value* receiver = instruction.op == Op::TObjFunc ? task_slot(operands[0]) : stack_slot(operands[0]);
    if (receiver == nullptr) return bad_operand();
    const MethodSite& site = code->methods[instruction.extra];
    if (!receiver->is(Type::object))
        return fault(codes::fault_type, "the method " + std::string(site.name) + " is called on a " +
                                            std::string(to_string(receiver->type())));
    const ObjectId object = receiver->object();
    if (!object) {
        if (!world.limits().ignore_null_receiver)
            return fault(codes::fault_null,
                         "the method " + std::string(site.name) + " is called on a null object");
        pending = {};
        ++ip;
        return Progress::next;
    }
    if (site.is_script_property)
        if (Run* of = world.run_of(object); of != nullptr) {
            bool handled = false;
            const Progress progress = script_property(site, *of, operands.subspan(3), handled);
            if (handled || progress != Progress::next) return progress;
        }
    const Native native = link->method(instruction.extra, object);
    if (!native) {
        return fault(codes::fault_native, "the host has no method " + std::string(site.name) + " with " +
                                              std::to_string(site.argument_count) + " arguments for " +
                                              std::string(link->host.object_class(object)));
    }
    const NativeKey key{NativeKind::method, link->methods[instruction.extra].owner, site.name,
                        static_cast<std::int32_t>(site.argument_count)};
    return invoke(native, key, object, operands.subspan(3), delta_time);
}

} // namespace vellum::pathologic
