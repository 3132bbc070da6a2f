// Native calls: arguments by reference to the script's own variables, latent natives, and events that a
// native sends to the very script that called it.
#include <array>
#include <memory>

#include "base/plural.hpp"
#include "engines/pathologic/machine/machine.hpp"
#include "engines/pathologic/machine/text_count.hpp"

namespace vellum::pathologic {

/// Argument pointers, and what the variables were before the call.
class Machine::Arguments {
  public:
    /// Nothing in it is set beforehand: there are more than most calls need.
    struct Before {
        Type type;
        const char* text; ///< Place and size of a string; only to be compared.
        std::size_t size;
    };
    explicit Arguments(std::size_t count) : count_(count) {
        if (count > inline_values_.size()) {
            more_values_ = std::make_unique<Value*[]>(count);
            more_before_ = std::make_unique<Before[]>(count);
        }
    }
    [[nodiscard]] std::span<Value*> values() noexcept {
        return {more_values_ ? more_values_.get() : inline_values_.data(), count_};
    }
    [[nodiscard]] std::span<Before> before() noexcept {
        return {more_before_ ? more_before_.get() : inline_before_.data(), count_};
    }

  private:
    std::size_t count_;
    std::array<Value*, 12> inline_values_;
    std::array<Before, 12> inline_before_;
    std::unique_ptr<Value*[]> more_values_;
    std::unique_ptr<Before[]> more_before_;
};

namespace {

/// Of a type that holds neither a float nor a text.
constexpr bool is_plain(Type type) {
    return type == Type::integer || type == Type::object || type == Type::boolean;
}

} // namespace

void Machine::finish_stopped(const Native& native, std::span<Value* const> values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i]->is(Type::boolean)) continue;
        const bool known = native.signature != nullptr && i < native.signature->parameters.size();
        const bool result =
            known ? native.signature->parameters[i].direction != Direction::in : i + 1 == values.size();
        if (result) values[i]->set_boolean(false);
    }
}

/// An event that the native sent has a handler that waits: the native goes on when that handler has returned.
/// False after a fault.
bool Machine::keep_waiting(Pending waiting, std::uint32_t number, std::uint32_t address) {
    for (std::size_t i = calls.size(); i-- > 0;) {
        if (calls[i].marker != number) continue;
        if (!grow(saved, ~std::size_t{0})) return false;
        saved.push_back(std::move(waiting));
        calls[i].saved = static_cast<std::uint32_t>(saved.size());
        calls[i].return_address = address;
        calls[i].marker = 0;
        break;
    }
    return true;
}

/// Whatever a native wrote takes on the variable's own type, and texts it made are accounted for. False after
/// a fault.
bool Machine::take_results(Arguments& arguments, const NativeKey& key, bool moved) {
    std::size_t made = 0;
    const Arguments::Before* known = arguments.before().data();
    for (Value* const value : arguments.values()) {
        Value& slot = *value;
        const Arguments::Before& before = *known++;
        if (slot.type() != before.type) [[unlikely]] {
            Value converted = Value::default_of(before.type);
            if (store(converted, slot, link->host) != Verdict::done)
                context.native_failed(*this, key, "wrote a value that its variable cannot hold");
            slot = std::move(converted);
        }
        if (slot.is(Type::string)) {
            const std::string_view text = slot.text();
            if (!text.empty() && (text.data() != before.text || text.size() != before.size))
                made += text.size() + text_overhead;
        } else
            slot.make_canonical();
        if (moved) stack.carry_over(&slot);
    }
    return made == 0 || account(made);
}

Progress Machine::invoke(const Native& native, const NativeKey& key, ObjectId receiver,
                         std::span<const std::uint32_t> operands, float delta_time) {
    const std::size_t count = operands.size() / 2;
    Arguments arguments(count);
    const std::span<Value*> values = arguments.values();
    const std::span<Arguments::Before> known = arguments.before();
    for (std::size_t i = 0; i < count; ++i) {
        Value* slot = operands[2 * i + 1] != 0 ? task_slot(operands[2 * i]) : stack_slot(operands[2 * i]);
        if (slot == nullptr) return bad_operand();
        Arguments::Before& before = known[i];
        before.type = slot->type();
        if (before.type == Type::string) {
            before.text = slot->text().data();
            before.size = slot->text().size();
        } else
            slot->make_canonical(); // nobody outside may see which NaN a processor made
        values[i] = slot;
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
    call.scheduler = SchedulerLink(&context.scheduler);
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
    if (call.work >= work_per_instruction) pay(call.work);
    if (context.scheduler.interrupted()) look_up = true;
    if (call.outcome == Outcome::failed) context.native_failed(*this, key, call.error);
    if (context.scheduler.observer() != nullptr) {
        for (Value* slot : values) slot->make_canonical();
        context.scheduler.observer()->native(
            {context.scheduler, index, key, call, native.stand_in, native.signature});
    }
    const bool moved = stack.moves() != moves;
    bool plain = !moved; // then there is nothing to put right
    for (std::size_t i = 0; i < count; ++i)
        plain = plain && values[i]->type() == known[i].type && is_plain(known[i].type);
    const bool afforded = plain || take_results(arguments, key, moved);
    // An event may have taken variables away; what was written above the top must not stay there as text.
    if (state == MachineState::faulted || ip != next || calls.size() != depth) {
        for (Value* slot : values)
            if (slot >= stack.data() + stack.size() && slot < stack.data() + stack.capacity())
                *slot = Value();
    }
    stack.leave_native();
    if (moved) tell_size(); // the old arrays are gone
    if (state == MachineState::faulted || !afforded) return Progress::failed;
    if (state == MachineState::finished) return Progress::ended;
    if (call.outcome == Outcome::pending) {
        waiting.active = true;
        waiting.receiver = receiver;
        waiting.state.make_canonical();
        if (ip == next && calls.size() == depth) {
            ip = here;
            pending = std::move(waiting);
            return pending.state.is(Type::string) && !account(pending.state.text().size())
                       ? Progress::failed
                       : Progress::suspended;
        }
        if (!keep_waiting(std::move(waiting), number, here)) return Progress::failed;
    }
    // The native is done but a handler it caused waits: the script goes on with the next frame.
    if (pending.active && ip != next) return Progress::suspended;
    return Progress::next;
}

Progress Machine::call_function(const Instruction& instruction, float delta_time) {
    const auto operands = code->operands(instruction);
    if (operands[0] >= link->imports.size())
        return fault(codes::fault_native, "there is no import " + std::to_string(operands[0]));
    const Native& native = link->import(operands[0]);
    const Import& import = code->script->imports[operands[0]];
    if (!native) {
        return fault(codes::fault_native, "the host has no function " + import.name + " with " +
                                              plural(import.argument_count, "argument"));
    }
    const NativeKey key{
        NativeKind::function, {}, import.name, static_cast<std::int32_t>(import.argument_count)};
    const Progress progress = invoke(native, key, {}, operands.subspan(1), delta_time);
    // What ends a waiting native is the machine's own business, so that a replay does it too.
    if (link->ends[operands[0]] && progress == Progress::next) end_waiting(operands[0]);
    return progress;
}

Progress Machine::script_property(const MethodSite& site, Machine& of,
                                  std::span<const std::uint32_t> operands, bool& handled) {
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
    work(property_name.size() + of.globals.size());
    const std::optional<Value> value = context.property(of.index, property_name);
    handled = true;
    bool good = true;
    if (set)
        good = context.set_property(of.index, property_name, *second);
    else if (has)
        good = store(*first, Value(value.has_value()), link->host) == Verdict::done;
    else
        good = value.has_value() && store(*first, *value, link->host) == Verdict::done;
    if (!good)
        context.native_failed(*this, {NativeKind::method, {}, site.name, 2},
                              "no property '" + property_name + "' of that type");
    ++ip;
    return Progress::next;
}

Progress Machine::call_method(const Instruction& instruction, float delta_time) {
    const auto operands = code->operands(instruction);
    const Value* receiver = instruction.op == Op::TObjFunc ? task_slot(operands[0]) : stack_slot(operands[0]);
    if (receiver == nullptr) return bad_operand();
    const MethodSite& site = code->methods[instruction.extra];
    if (!receiver->is(Type::object))
        return fault(codes::fault_type, "the method " + std::string(site.name) + " is called on a " +
                                            std::string(to_string(receiver->type())));
    // A method that waits is still asked of the object it was called on, whatever the variable holds by now.
    const ObjectId object = pending.active ? pending.receiver : receiver->object();
    if (!object) {
        if (!context.limits.ignore_null_receiver)
            return fault(codes::fault_null,
                         "the method " + std::string(site.name) + " is called on a null object");
        pending = {};
        ++ip;
        return Progress::next;
    }
    if (site.is_script_property && !pending.active) {
        work(context.scheduler.machine_count());
        if (Machine* of = context.machine_of(object); of != nullptr) {
            bool handled = false;
            const Progress progress = script_property(site, *of, operands.subspan(3), handled);
            if (handled || progress != Progress::next) return progress;
        }
    }
    const Native native = link->method(instruction.extra, object);
    if (!native) {
        return fault(codes::fault_native, "the host has no method " + std::string(site.name) + " with " +
                                              plural(site.argument_count, "argument") + " for " +
                                              std::string(link->host.object_class(object)));
    }
    const NativeKey key{NativeKind::method, link->methods[instruction.extra].owner, site.name,
                        static_cast<std::int32_t>(site.argument_count)};
    return invoke(native, key, object, operands.subspan(3), delta_time);
}

} // namespace vellum::pathologic
