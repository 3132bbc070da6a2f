// Calls out of scripts: parameters from the list into values, results back into words. Types come from the
// native's signature where there is one, because a script's float literal is only bits until somebody says
// what they mean.
#include <algorithm>
#include <array>
#include <utility>

#include "base/bytes.hpp"
#include "base/moving.hpp"
#include "engines/ags/api/index.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/machine/machine.hpp"
#include "engines/ags/play/play.hpp"
#include "vellum/ags.hpp"

namespace vellum::ags {

namespace {

constexpr std::uint32_t most_arguments = 255;
constexpr std::uint32_t short_text =
    4096; ///< Up to this a machine keeps an argument's place for the next call.

/// By its declaration; what older ones call a function is mostly nothing.
bool gives_nothing(const Callee& callee) {
    if (callee.native_kind == NativeKind::setter) return true;
    const auto declared = api::Index::all().find(callee.owner, callee.name);
    return !declared.empty() && (declared.front()->type == "void" || declared.front()->type == "function");
}

} // namespace

Word BuiltinCall::fail(const DiagnosticCode& why, std::string_view text) {
    code = &why;
    message = text;
    return 0;
}

bool BuiltinCall::text(Word word, std::string_view& out) { return environment.current->text(word, out); }

void BuiltinCall::charge(std::uint64_t bytes) { environment.current->work(bytes); }

Word BuiltinCall::string(std::string_view text) {
    char* bytes = nullptr;
    const Word made = text_of(text.size(), bytes);
    if (bytes != nullptr) text.copy(bytes, text.size());
    return made;
}

Word BuiltinCall::text_of(std::uint64_t length, char*& bytes) {
    bytes = nullptr;
    charge(length + object_work);
    const std::uint32_t handle = environment.pool().make_text(length, bytes);
    if (handle == 0)
        return fail(codes::out_of_memory, "script objects need more memory than the budget allows");
    return address_word(Tag::object, handle);
}

Word BuiltinCall::kept(std::uint64_t object, std::string_view name, std::int32_t index, Word otherwise) {
    const Properties& properties = environment.properties();
    charge(properties.look_up_work(name));
    if (const Word* found = properties.find(object, name, index)) return *found;
    if (environment.play == nullptr || !is_thing(object)) return otherwise;
    constexpr std::uint64_t element = 16; // a name is compared with one
    charge(element * environment.play->initial_work(thing_of(object), name));
    const Value said = environment.play->initial(thing_of(object), name, index);
    if (said.is(Type::none)) return otherwise;
    Word word = 0;
    if (!environment.word_of(said, word))
        return fail(codes::out_of_memory, "script objects need more memory than the budget allows");
    return word;
}

bool BuiltinCall::keep(std::uint64_t object, std::string_view name, std::int32_t index, Word value) {
    Properties& properties = environment.properties();
    charge(properties.look_up_work(name) + object_work);
    if (properties.set(environment.pool(), object, name, index, value)) return true;
    fail(codes::out_of_memory, "script objects need more memory than the budget allows");
    return false;
}

std::span<const Word> Machine::take_arguments(std::uint32_t count) {
    argument_words_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) argument_words_[i] = parameters[parameters.size() - 1 - i];
    return argument_words_;
}

bool Machine::list_parameters(std::span<const Word> arguments) {
    if (parameters.size() + arguments.size() > stack_bytes)
        return fault(codes::stack_overflow, "the parameter list is full");
    before_push(parameters);
    for (std::size_t i = arguments.size(); i-- > 0;) parameters.push_back(arguments[i]);
    return true;
}

bool Machine::drop_parameters(std::uint32_t count) {
    const std::uint32_t base = runs.back().parameter_base;
    if (count > parameters.size() - base)
        return fault(codes::stack_underflow, "function callstack underflow");
    parameters.resize(parameters.size() - count);
    if (far_arguments >= 0) {
        for (std::uint32_t i = 0; i < count; ++i) {
            Word ignored = 0;
            if (!pop(ignored)) return false;
        }
        far_arguments = -1;
    }
    return true;
}

CallOutcome Machine::call_external(Word target) {
    if (kind_of(target) != Tag::code || object_of(target) >= environment_.callees().size()) {
        fault(codes::bad_call, "a call leads to something other than a function");
        return CallOutcome::failed;
    }
    const Callee& callee = environment_.callees()[object_of(target)];
    const auto pending = static_cast<std::uint32_t>(parameters.size() - runs.back().parameter_base);
    const std::uint32_t count = next_arguments >= 0 ? static_cast<std::uint32_t>(next_arguments) : pending;
    if (count > pending || count > most_arguments) {
        fault(codes::stack_underflow, "function callstack underflow");
        return CallOutcome::failed;
    }
    if (callee.kind == CalleeKind::script) {
        fault(codes::bad_call, "a function of another script was called as an engine function");
        return CallOutcome::failed;
    }
    return call_direct(callee, take_arguments(count), object_call ? registers[reg_op] : 0);
}

CallOutcome Machine::call_direct(const Callee& callee, std::span<const Word> arguments, Word self) {
    if (native_depth_ >= deepest_native) {
        fault(codes::call_overflow, "CallScriptFunction stack overflow (recursive call error?)");
        return CallOutcome::failed;
    }
    ++native_depth_;
    const CallOutcome outcome = callee.kind == CalleeKind::builtin ? call_builtin(callee, arguments, self)
                                                                   : call_host(callee, arguments, self);
    --native_depth_;
    waiting = outcome == CallOutcome::waiting;
    if (waiting) return outcome;
    object_call = false;
    next_arguments = -1;
    far_arguments = -1;
    if (outcome == CallOutcome::done && abort_requested) return CallOutcome::aborted;
    return outcome;
}

CallOutcome Machine::call_plain(const Callee& callee, std::span<const Word> arguments) {
    std::array<std::uint32_t, most_plain_arguments> words; // only as many are read as are written
    if (!may_call_pure() || (observed_ && callee.kind != CalleeKind::builtin))
        return call_direct(callee, arguments, 0);
    std::uint32_t* word = words.data();
    for (const Word argument : arguments) {
        if (!is_number(argument)) return call_direct(callee, arguments, 0);
        *word++ = number_of(argument);
    }
    if (callee.kind == CalleeKind::builtin) {
        Word result = 0;
        if (!callee.compute(arguments, result)) return call_direct(callee, arguments, 0);
        ++callee.calls;
        registers[reg_ax] = result;
        far_arguments = -1;
        return CallOutcome::done;
    }
    for (std::size_t i = 0; callee.takes_booleans && i < arguments.size(); ++i)
        if (callee.types[i] == Type::boolean) words[i] = words[i] != 0 ? 1 : 0;
    std::uint32_t number = 0;
    const bool done = callee.native.plain(callee.native.self, native_call_, words.data(), number);
    return end_plain(callee, done, number);
}

CallOutcome Machine::end_plain(const Callee& callee, bool done, std::uint32_t number) {
    if (!done) {
        const std::string error = std::exchange(native_call_.error, {});
        abort_requested |= error.empty(); // as with values
        if (!error.empty()) fault(codes::host_error, error);
    }
    if (environment_.pool().has_disposed_host_objects()) tell_disposed();
    if (fault_code_ != nullptr) return CallOutcome::failed;
    registers[reg_ax] = callee.word_for(number);
    far_arguments = -1;
    return abort_requested ? CallOutcome::aborted : CallOutcome::done;
}

CallOutcome Machine::call_builtin(const Callee& callee, std::span<const Word> arguments, Word self) {
    if (static_cast<std::int32_t>(arguments.size()) < callee.least_arguments) {
        fault(codes::bad_call, "'" + callee.import + "' was called with too few parameters");
        return CallOutcome::failed;
    }
    if (!waiting && !native_state.is(Type::none)) native_state = Value();
    BuiltinCall call{environment_, arguments, self, nullptr, {}, &native_state, waiting, false, &callee};
    const Word result = callee.builtin(call);
    if (call.code != nullptr) fault(*call.code, std::move(call.message));
    if (fault_code_ != nullptr) return CallOutcome::failed;
    if (call.suspended) return CallOutcome::waiting;
    if (!native_state.is(Type::none)) native_state = Value();
    registers[reg_ax] = result;
    tell_disposed();
    if (counted_)
        ++callee.calls;
    else if (observed_)
        tell_builtin(callee, arguments, self, result);
    return CallOutcome::done;
}

/// In the places of calls of the host: nothing is made anew for it.
void Machine::tell_builtin(const Callee& callee, std::span<const Word> arguments, Word self, Word result) {
    make_places();
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (!set_argument(native_values_[i], arguments[i], Type::none)) fault_code_ = nullptr;
    Call& told = native_call_;
    told.arguments = std::span<Value* const>(native_arguments_.data(), arguments.size());
    told.receiver = ObjectId{environment_.host_id(self)};
    told.result = environment_.play != nullptr && is_null(result) && gives_nothing(callee)
                      ? Value()
                      : to_value(result, Type::none);
    told.outcome = Outcome::done;
    told.resumed = false;
    told.work = 0;
    context_.native(*this, callee, told);
    drop_long_texts();
    fault_code_ = nullptr; // what could not be told is no fault of the script
}

void Machine::make_places() {
    if (!native_values_.empty()) return; // once; the pointers stay good for every later call
    native_values_.resize(most_arguments + 1);
    for (Value& value : native_values_) native_arguments_.push_back(&value);
}

Value Machine::to_value(Word word, Type wanted) {
    const std::uint32_t number = number_of(word);
    if (is_number(word)) {
        switch (wanted) {
        case Type::integer: return Value(static_cast<std::int32_t>(number));
        case Type::real: return Value(canonical(real_of(word)));
        case Type::boolean: return Value(number != 0);
        case Type::none:
            if (tag_of(word) == static_cast<std::uint32_t>(Tag::real)) return Value(canonical(real_of(word)));
            return Value(static_cast<std::int32_t>(number));
        case Type::object: return Value(ObjectId{});
        default: return {}; // null for a text or a piece of memory
        }
    }
    const Tag kind = kind_of(word);
    const bool object = kind == Tag::object && environment_.pool().exists(object_of(word));
    if (wanted == Type::memory) {
        const std::span<std::byte> bytes =
            kind == Tag::stack ? stack_memory(word) : environment_.writable(word);
        return Value(MemoryView{bytes.data(), static_cast<std::uint32_t>(bytes.size())});
    }
    if (wanted == Type::object ||
        (wanted == Type::none && (kind == Tag::variable || object) &&
         !(object && environment_.pool()[object_of(word)].kind == ObjectKind::string))) {
        const std::uint32_t handle =
            kind == Tag::variable ? environment_.variable_object(word) : object_of(word);
        if (handle == 0 || (kind != Tag::variable && !object)) return Value(ObjectId{});
        const Object& entry = environment_.pool()[handle];
        return Value(ObjectId{entry.kind == ObjectKind::host ? entry.host_id : script_object | handle});
    }
    std::string_view text;
    const std::span<const std::byte> readable =
        kind == Tag::stack ? stack_memory(word) : environment_.readable(word);
    if ((wanted == Type::string || wanted == Type::none) && readable.data() != nullptr &&
        this->text(word, text)) {
        work(text.size());
        if (text.size() > short_text) { // copies count while somebody has them
            if (!environment_.pool().charge(text.size())) {
                fault(codes::out_of_memory,
                      "texts passed to a native need more memory than the budget allows");
                return {};
            }
            held_texts_ += text.size();
        }
        return Value(text);
    }
    return Value(static_cast<std::int32_t>(number));
}

bool Machine::from_value(const Value& value, Word& out) {
    switch (value.type()) {
    case Type::none: out = 0; return true;
    case Type::boolean: out = integer_word(value.boolean()); return true;
    case Type::integer: out = integer_word(value.integer()); return true;
    case Type::real: out = real_word(value.real()); return true;
    case Type::object: {
        const std::uint64_t id = value.object().id;
        out = 0;
        if (id == 0) return true;
        const std::uint32_t handle = environment_.handle_of(id);
        if (handle == 0 && (id & script_object) == 0)
            return fault(codes::out_of_memory, "script objects need more memory than the budget allows");
        if (handle == 0) return fault(codes::bad_handle, "a native returned an object that does not exist");
        out = address_word(Tag::object, handle);
        return true;
    }
    case Type::string:
        work(value.text().size() + BuiltinCall::object_work);
        return object_made(environment_.pool().make_string(value.text()), out);
    default: return fault(codes::host_error, "a native returned a value that scripts cannot hold");
    }
}

/// Puts a word into a reused argument: numbers, which most are, without looking at what was there. False
/// after a fault.
bool Machine::set_argument(Value& target, Word word, Type wanted) {
    if (is_number(word) && !target.is(Type::string)) {
        const bool real = wanted == Type::real ||
                          (wanted == Type::none && tag_of(word) == static_cast<std::uint32_t>(Tag::real));
        if (real) {
            target.set_real(canonical(real_of(word)));
            return true;
        }
        if (wanted == Type::integer || wanted == Type::none) {
            target.set_integer(signed_of(word));
            return true;
        }
    }
    target = to_value(word, wanted);
    return fault_code_ == nullptr;
}

/// Takes back the copies of long texts that a native was given, so that they do not stay with the machine.
void Machine::drop_long_texts() {
    if (held_texts_ == 0) return;
    environment_.pool().uncharge(std::exchange(held_texts_, 0));
    for (Value& value : native_values_)
        if (value.is(Type::string) && value.text().size() > short_text) value = Value();
}

Value Machine::result_value() {
    Value value = to_value(result(), Type::none);
    environment_.pool().uncharge(std::exchange(held_texts_, 0)); // it is the caller's from here on
    fault_code_ = nullptr;
    return value;
}

/// Lets the stand-in game answer instead; false if it has no answer.
bool Machine::stand_in(const Callee& callee, std::span<const Word> arguments, Word self) {
    BuiltinCall call{environment_, arguments, self, nullptr, {}};
    Word result = 0;
    if (!answer_for_game(call, callee, result)) return false;
    if (call.code != nullptr) fault(*call.code, std::move(call.message));
    registers[reg_ax] = result;
    native_call_.result = to_value(result, Type::none);
    return true;
}

CallOutcome Machine::call_host(const Callee& callee, std::span<const Word> words, Word self) {
    make_places();
    const std::size_t described = callee.types.size();
    for (std::size_t i = 0; i < words.size(); ++i) {
        Value& target = native_values_[i];
        const Type wanted = i < described ? callee.types[i] : Type::none;
        if (is_number(words[i]) && wanted == Type::integer && target.is(Type::integer)) // mostly
            target.set_integer(signed_of(words[i]));
        else if (!set_argument(target, words[i], wanted))
            break;
    }

    // Reused as well: a machine makes one call at a time, nested ones have machines of their own. `run` has
    // filled in what stays the same.
    Call& call = native_call_;
    call.arguments = std::span<Value* const>(native_arguments_.data(), words.size());
    call.receiver = self != 0 ? to_value(self, Type::object).object() : ObjectId{};
    if (call.result.is(Type::string))
        call.result = Value();
    else
        call.result.reset_plain(Type::none);
    call.outcome = Outcome::done;
    call.resumed = waiting;
    call.work = 0;
    if (!waiting && !native_state.is(Type::none)) native_state = Value();
    if (fault_code_ != nullptr) { // an argument could not be read
        drop_long_texts();
        return CallOutcome::failed;
    }
    callee.native(call);
    if (call.work != 0) work(call.work);

    CallOutcome outcome = CallOutcome::done;
    if (callee.native.stand_in && call.outcome == Outcome::done && stand_in(callee, words, self)) {
        if (fault_code_ != nullptr) outcome = CallOutcome::failed;
    } else if (call.outcome == Outcome::done) {
        if (call.result.is(Type::integer))
            registers[reg_ax] = integer_word(call.result.integer());
        else if (!from_value(call.result, registers[reg_ax]))
            outcome = CallOutcome::failed;
    } else if (call.outcome == Outcome::pending) {
        drop_long_texts();
        return CallOutcome::waiting;
    } else if (call.error.empty()) { // the abort flag: stop before the next instruction, without a message
        abort_requested = true;
    } else {
        fault(codes::host_error, call.error);
        outcome = CallOutcome::failed;
    }
    if (!native_state.is(Type::none)) native_state = Value();
    if (observed_) context_.native(*this, callee, call);
    if (outcome != CallOutcome::done) call.error.clear();
    if (held_texts_ != 0) drop_long_texts();
    if (environment_.pool().has_disposed_host_objects()) tell_disposed();
    return outcome;
}

} // namespace vellum::ags
