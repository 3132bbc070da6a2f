// The precise step: one instruction, every check, exactly as docs/engines/pathologic.md has it. It
// executes code that could not be verified, observed and stepped runs, the last instructions of a budget and
// the rare instructions that the fast loop leaves to it. The fast loop must do the same to the state, and
// tests hold the two against each other.
#include <bit>

#include "engines/pathologic/machine/machine.hpp"

namespace vellum::pathologic {

namespace {

std::int32_t as_signed(std::uint32_t value) noexcept { return static_cast<std::int32_t>(value); }
Value vector_value(std::span<const std::uint32_t> parts) {
    return Value(Vector3{std::bit_cast<float>(parts[0]), std::bit_cast<float>(parts[1]),
                         std::bit_cast<float>(parts[2])});
}

std::string with_article(Type type) {
    const std::string_view name = to_string(type);
    const bool vowel = !name.empty() && std::string_view("aeiou").contains(name.front());
    return (vowel ? "an " : "a ") + std::string(name);
}

float* component(Vector3& vector, std::uint32_t index) noexcept {
    switch (index) {
    case 0: return &vector.x;
    case 1: return &vector.y;
    case 2: return &vector.z;
    default: return nullptr;
    }
}

} // namespace

Progress Machine::step(float delta_time) {
    const Instruction& instruction = code->code[ip];
    const auto v = code->operands(instruction);
    const Mode& mode = mode_of(instruction.op);
    const Host& host = link->host;

    const auto store_into = [&](Value* target, const Value& source) -> Progress {
        if (target == nullptr) return bad_operand();
        const Verdict verdict = store(*target, source, host);
        if (verdict != Verdict::done)
            return verdict_fault(verdict, with_article(source.type()) + " cannot be stored in " +
                                              with_article(target->type()));
        if (target->is(Type::string) && !source.is(Type::string)) {
            work(target->text().size());
            if (!account(target->text().size())) return Progress::failed;
        }
        ++ip;
        return Progress::next;
    };
    const auto push_value = [&](const Value* value) -> Progress {
        if (value == nullptr) return bad_operand();
        const Value copy = *value; // growing may move what `value` points to
        if (!room(1)) return Progress::failed;
        stack.push(copy);
        ++ip;
        return Progress::next;
    };
    const auto push_constant = [&](Value value) -> Progress {
        if (!room(1)) return Progress::failed;
        stack.push(std::move(value));
        ++ip;
        return Progress::next;
    };
    const auto operand = [&](std::uint32_t number, bool in_task) {
        return in_task ? task_slot(number) : stack_slot(number);
    };
    const auto pop = [&](std::uint32_t count) {
        if (count > stack.size()) return false;
        stack.erase(count, 0);
        return true;
    };
    const auto push_result = [&](Value result, std::uint32_t pops) -> Progress {
        if (!pop(pops)) return bad_operand();
        return push_constant(std::move(result));
    };
    const auto finish_store = [&](Value* out, Value result, std::uint32_t pops) -> Progress {
        const Progress progress = store_into(out, result);
        if (progress == Progress::next && !pop(pops)) return bad_operand();
        return progress;
    };
    const auto run_binary = [&](BinaryOp op, const Value& a, const Value& b, Value& result) -> Progress {
        if (a.is(Type::string) || b.is(Type::string)) { // joined or compared
            const std::size_t size = a.text().size() + b.text().size();
            work(size);
            if (op == BinaryOp::Add && size > context.limits.text)
                return verdict_fault(Verdict::too_long, {});
        }
        const Verdict verdict = binary(op, a, b, result, host);
        if (verdict != Verdict::done)
            return verdict_fault(verdict, "the operator " + std::string(operator_text(op)) +
                                              " does not take " + with_article(a.type()) + " and " +
                                              with_article(b.type()));
        if (result.is(Type::string) && !account(result.text().size())) return Progress::failed;
        return Progress::next;
    };
    const auto run_unary = [&](UnaryOp op, const Value& a, Value& result) -> Progress {
        const Verdict verdict = unary(op, a, result);
        if (verdict == Verdict::done) return Progress::next;
        return verdict_fault(verdict, "the operator " + std::string(operator_text(op)) + " does not take " +
                                          with_article(a.type()));
    };

    switch (instruction.op) {
    case Op::Mov: {
        const Value* source = stack_slot(v[0]);
        return source == nullptr ? bad_operand() : store_into(stack_slot(v[1]), *source);
    }
    case Op::MovT: {
        const Value* source = task_slot(v[0]);
        return source == nullptr ? bad_operand() : store_into(stack_slot(v[1]), *source);
    }
    case Op::TMov: {
        const Value* source = stack_slot(v[0]);
        return source == nullptr ? bad_operand() : store_into(task_slot(v[1]), *source);
    }
    case Op::TMovT: {
        const Value* source = task_slot(v[0]);
        return source == nullptr ? bad_operand() : store_into(task_slot(v[1]), *source);
    }
    case Op::MovB: return store_into(stack_slot(v[0]), Value(v[1] != 0));
    case Op::MovI: return store_into(stack_slot(v[0]), Value(as_signed(v[1])));
    case Op::MovF: return store_into(stack_slot(v[0]), Value(std::bit_cast<float>(v[1])));
    case Op::MovS: {
        Value text;
        return pool_text(instruction, v[1], text) ? store_into(stack_slot(v[0]), text) : Progress::failed;
    }
    case Op::MovV: return store_into(stack_slot(v[0]), vector_value(v.subspan(1)));
    case Op::TMovB: return store_into(task_slot(v[0]), Value(v[1] != 0));
    case Op::TMovI: return store_into(task_slot(v[0]), Value(as_signed(v[1])));
    case Op::TMovF: return store_into(task_slot(v[0]), Value(std::bit_cast<float>(v[1])));
    case Op::TMovS: {
        Value text;
        return pool_text(instruction, v[1], text) ? store_into(task_slot(v[0]), text) : Progress::failed;
    }
    case Op::TMovV: return store_into(task_slot(v[0]), vector_value(v.subspan(1)));

    case Op::Jump: ip = v[0]; return Progress::next;
    case Op::JumpB: {
        const Value* condition = stack_slot(v[0]);
        if (condition == nullptr || v[3] > stack.size()) return bad_operand();
        bool taken = false;
        if (truth(*condition, taken) != Verdict::done)
            return verdict_fault(Verdict::wrong_type,
                                 "a " + std::string(to_string(condition->type())) + " cannot be a condition");
        ip = taken == (v[2] != 0) ? v[1] : ip + 1;
        stack.erase(v[3], 0); // after the decision, either way
        return Progress::next;
    }

    case Op::Push: return push_value(stack_slot(v[0]));
    case Op::PushT: return push_value(task_slot(v[0]));
    case Op::PushB: return push_constant(Value(v[0] != 0));
    case Op::PushI: return push_constant(Value(as_signed(v[0])));
    case Op::PushF: return push_constant(Value(std::bit_cast<float>(v[0])));
    case Op::PushS: {
        Value text;
        if (!pool_text(instruction, v[0], text)) return Progress::failed;
        return push_constant(std::move(text));
    }
    case Op::PushVec: return push_constant(vector_value(v));
    case Op::PushV: {
        const auto types = code->list({instruction.extra, static_cast<std::uint32_t>(instruction.count - 1)});
        for (const Type type : types)
            if (type == Type::none)
                return fault(codes::fault_type, "a variable of an unknown type is pushed");
        work(types.size());
        if (!room(static_cast<std::uint32_t>(types.size()))) return Progress::failed;
        stack.insert(types, 0);
        ++ip;
        return Progress::next;
    }
    case Op::PushE: {
        const Value* variable = operand(v[0], v[1] != 0);
        if (variable == nullptr) return bad_operand();
        Vector3 vector = variable->vector();
        const float* part = component(vector, v[2]);
        if (!variable->is(Type::vector) || part == nullptr)
            return fault(codes::fault_type, "a component is read that the variable does not have");
        return push_constant(Value(*part));
    }
    case Op::PopE: {
        Value* variable = operand(v[0], (v[2] & mode.task[0]) != 0);
        if (variable == nullptr || stack.size() == 0) return bad_operand();
        Vector3 vector = variable->vector();
        float* part = component(vector, v[1]);
        Value number{0.0F};
        if (!variable->is(Type::vector) || part == nullptr ||
            store(number, stack.from_top(1), host) != Verdict::done)
            return fault(codes::fault_type, "a component is written that the variable does not have");
        *part = number.real();
        variable->set_vector(vector);
        if ((v[2] & 2U) == 0) stack.erase(1, 0);
        ++ip;
        return Progress::next;
    }
    case Op::PushGE:
        if (v[0] >= globals.size()) return bad_operand();
        return push_constant(globals[v[0]]);
    case Op::PopGE: {
        if (v[0] >= globals.size() || stack.size() == 0) return bad_operand();
        const Value top = stack.from_top(1);
        const Progress progress = store_into(&globals[v[0]], top);
        if (progress == Progress::next && (v[1] & 1U) == 0) stack.erase(1, 0);
        return progress;
    }
    case Op::Pop:
        if (!pop(v[0])) return bad_operand();
        ++ip;
        return Progress::next;
    case Op::SetNull:
    case Op::SetNullT: {
        Value* variable = operand(v[0], instruction.op == Op::SetNullT);
        if (variable == nullptr) return bad_operand();
        if (!variable->is(Type::object)) return fault(codes::fault_type, "only an object can be set to null");
        *variable = Value(ObjectId{});
        ++ip;
        return Progress::next;
    }

    case Op::Add:
    case Op::Sub:
    case Op::Mult:
    case Op::Div:
    case Op::Mod:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Eq:
    case Op::Neq:
    case Op::LT:
    case Op::GT:
    case Op::LE:
    case Op::GE:
    case Op::Pow: {
        const Value* a = operand(v[0], (v[2] & mode.task[0]) != 0);
        const Value* b = operand(v[1], (v[2] & mode.task[1]) != 0);
        if (a == nullptr || b == nullptr) return bad_operand();
        Value result;
        const Progress progress = run_binary(static_cast<BinaryOp>(instruction.op), *a, *b, result);
        return progress == Progress::next ? push_result(std::move(result), v[2] & mode.pops) : progress;
    }
    case Op::Add2:
    case Op::Sub2:
    case Op::Mult2:
    case Op::Div2:
    case Op::Mod2:
    case Op::And2:
    case Op::Or2:
    case Op::Xor2:
    case Op::Eq2:
    case Op::Neq2:
    case Op::LT2:
    case Op::GT2:
    case Op::LE2:
    case Op::GE2:
    case Op::Pow2: {
        Value* a = operand(v[0], (v[3] & mode.task[0]) != 0);
        const Value* b = operand(v[1], (v[3] & mode.task[1]) != 0);
        Value* out = operand(v[2], (v[3] & mode.task[2]) != 0);
        if (a == nullptr || b == nullptr || out == nullptr) return bad_operand();
        if (instruction.op == Op::Add2 && a == out && a->is(Type::string)) {
            // s += x: grows in place where nobody else holds the text
            const std::size_t added = b->text().size();
            work(added);
            if (a->text().size() + added > context.limits.text) return verdict_fault(Verdict::too_long, {});
            const char* const before = a->text().data();
            const Verdict verdict = append(*a, *b, host);
            if (verdict != Verdict::done)
                return verdict_fault(verdict, "a " + std::string(to_string(b->type())) +
                                                  " cannot be appended to a text");
            if (a->text().data() != before && !text_moved(a->text().size())) return Progress::failed;
            if (!pop(v[3] & mode.pops)) return bad_operand();
            ++ip;
            return Progress::next;
        }
        Value result;
        const Progress progress =
            run_binary(static_cast<BinaryOp>(push_form(instruction.op)), *a, *b, result);
        return progress == Progress::next ? finish_store(out, std::move(result), v[3] & mode.pops) : progress;
    }
    case Op::NullEq:
    case Op::NullNeq:
    case Op::Neg:
    case Op::Not:
    case Op::Sqrt:
    case Op::Sin:
    case Op::Cos:
    case Op::ASin:
    case Op::CString: {
        const Value* a = operand(v[0], (v[1] & mode.task[0]) != 0);
        if (a == nullptr) return bad_operand();
        Value result;
        const Progress progress = run_unary(static_cast<UnaryOp>(instruction.op), *a, result);
        return progress == Progress::next ? push_result(std::move(result), v[1] & mode.pops) : progress;
    }
    case Op::NullEq2:
    case Op::NullNeq2:
    case Op::Neg2:
    case Op::Not2:
    case Op::Sqrt2:
    case Op::Sin2:
    case Op::Cos2:
    case Op::ASin2:
    case Op::CString2: {
        const Value* a = operand(v[0], (v[2] & mode.task[0]) != 0);
        Value* out = operand(v[1], (v[2] & mode.task[1]) != 0);
        if (a == nullptr || out == nullptr) return bad_operand();
        Value result;
        const Progress progress = run_unary(static_cast<UnaryOp>(push_form(instruction.op)), *a, result);
        return progress == Progress::next ? finish_store(out, std::move(result), v[2] & mode.pops) : progress;
    }

    case Op::Call:
        // Nothing waits here but in a state that was restored.
        if (!push_call({ip + 1, 0, 0, 0}) || !set_aside(calls.back())) return Progress::failed;
        ip = v[0];
        return Progress::next;
    case Op::Return: return do_return(v[0]);
    case Op::TaskCall: return enter_task(v[0]);
    case Op::TaskReturn: return leave_task();
    case Op::Func: return call_function(instruction, delta_time);
    case Op::ObjFunc:
    case Op::TObjFunc: return call_method(instruction, delta_time);
    case Op::EventEnable:
        enable_event(v[0]);
        ++ip;
        return Progress::next;
    case Op::EventDisable:
        if (!disable_event(v[0])) return Progress::failed;
        ++ip;
        return Progress::next;
    case Op::FuncExist:
    case Op::FuncExist2: {
        const bool into_slot = instruction.op == Op::FuncExist2;
        const std::uint32_t bits = v.back();
        const Value* object = operand(v[0], (bits & mode.task[0]) != 0);
        const Value* method = operand(v[1], (bits & mode.task[1]) != 0);
        const Value* count = operand(v[2], (bits & mode.task[2]) != 0);
        Value* out = into_slot ? operand(v[3], (bits & mode.task[3]) != 0) : nullptr;
        if (object == nullptr || method == nullptr || count == nullptr || (into_slot && out == nullptr))
            return bad_operand();
        if (!object->is(Type::object) || !method->is(Type::string) || !count->is(Type::integer))
            return fault(codes::fault_type, "FuncExist needs an object, a name and a number");
        work(method->text().size());
        const Value found(context.method_exists(*link, object->object(), method->text(), count->integer()));
        return into_slot ? finish_store(out, found, bits & mode.pops) : push_result(found, bits & mode.pops);
    }
    }
    return fault(codes::fault_address, "an unknown instruction is executed");
}

} // namespace vellum::pathologic
