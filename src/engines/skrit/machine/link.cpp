// From decoded instructions to the machine's own. The number of live variables before each instruction
// follows from a walk along the code; the verifier has seen to it that all ways agree.
#include <algorithm>

#include "analysis/control_flow.hpp"
#include "engines/skrit/isa/operands.hpp"
#include "engines/skrit/machine/code.hpp"

namespace vellum::skrit {

namespace {

struct Live {
    std::uint16_t general = 0, text = 0, handle = 0, parameter = 0;
    bool seen = false;

    /// Those of the store with that letter (isa/opcodes.def).
    [[nodiscard]] std::uint16_t& of(char store) noexcept {
        return store == 'v' ? general : store == 's' ? text : handle;
    }
};

/// The live variables before each instruction of the function that begins at `first`.
void walk(const isa::Code& code, std::span<const analysis::Successors> successors, std::uint32_t first,
          std::vector<Live>& live) {
    std::vector<std::size_t> work{first};
    live[first].seen = true;
    while (!work.empty()) {
        const std::size_t i = work.back();
        work.pop_back();
        Live next = live[i];
        const isa::Instruction& instruction = code.instructions[i];
        const auto operands = code.operands(instruction);
        const OpcodeFacts& facts = facts_of(instruction.opcode);
        if (facts.effect == Effect::alloc) ++next.of(facts.takes.back());
        if (facts.effect == Effect::release) {
            std::uint16_t& live_now = next.of(facts.takes.back());
            live_now = static_cast<std::uint16_t>(live_now - operands[0]);
        }
        if (facts.effect == Effect::param || facts.effect == Effect::skip) ++next.parameter;
        const auto go = [&](std::uint32_t to) {
            if (to == analysis::none || live[to].seen) return;
            live[to] = next;
            work.push_back(to);
        };
        go(successors[i].target);
        go(successors[i].next);
    }
}

class Linker {
  public:
    Linker(const Unit& unit, Binder& binder) : unit_(unit), binder_(binder) {}

    LinkedCode run() {
        const isa::Code& code = unit_.instructions;
        const std::size_t count = code.instructions.size();
        out_.unit = &unit_;
        live_.assign(count, {});
        successors_ = analysis::successors_of(code);
        targets_ = analysis::targets_of(successors_);
        out_.unfused.assign(count, {});
        for (const std::uint32_t start : unit_.string_starts) out_.texts.emplace_back(unit_.string_at(start));
        for (std::size_t f = 0; f < unit_.functions_table.size(); ++f) function(f);
        for (std::size_t f = 0; f < unit_.functions_table.size(); ++f) {
            const UnitFunction& row = unit_.functions_table[f];
            in_place_ = find_in_place(unit_, f, targets_);
            out_.functions[f].begin = static_cast<std::uint32_t>(in_place_.begin);
            for (auto i = static_cast<std::size_t>(code.at(row.address));
                 i < count && code.instructions[i].address < row.end; ++i)
                if (unit_.verification.reached[i]) instruction(f, i);
        }
        measure_runs();
        out_.fused = out_.unfused;
        fuse_sequences(out_, targets_);
        return std::move(out_);
    }

  private:
    void function(std::size_t f) {
        const UnitFunction& row = unit_.functions_table[f];
        const FrameSize& size = unit_.verification.frames[f];
        LinkedFunction linked;
        linked.first = static_cast<std::uint32_t>(unit_.instructions.at(row.address));
        linked.general = size.general;
        linked.text = size.text;
        linked.handle = size.handle;
        linked.locals = static_cast<std::uint16_t>(size.general + size.text + size.handle);
        linked.stack = size.stack;
        linked.parameters = static_cast<std::uint16_t>(row.parameters.size());
        linked.result = unit_.types[row.result].kind;
        for (const UnitParameter& parameter : row.parameters)
            linked.owned_parameters =
                linked.owned_parameters || store_of(unit_.types[parameter.type].kind) != Store::general;
        out_.functions.push_back(linked);
        walk(unit_.instructions, successors_, linked.first, live_);
    }

    /// Instructions between two that are charged for.
    void measure_runs() {
        std::uint32_t length = 0;
        for (const isa::Instruction& instruction : unit_.instructions.instructions) {
            ++length;
            out_.longest_run = std::max(out_.longest_run, length);
            const isa::Flow flow = unit_.instructions.row(instruction).flow;
            const Effect effect = facts_of(instruction.opcode).effect;
            // A branch that is not taken is not charged for.
            if (flow == isa::Flow::jump || flow == isa::Flow::ret || effect == Effect::call ||
                effect == Effect::script)
                length = 0;
        }
    }

    [[nodiscard]] std::int32_t offset_of_local(std::size_t slot) const { return in_place_.offset_of(slot); }

    [[nodiscard]] std::int32_t offset(std::size_t function, std::uint32_t slot, Store store) const {
        const std::uint16_t index = slot_index(slot);
        std::uint32_t general = 0;
        std::uint32_t text = 0;
        switch (slot_frame(slot)) {
        case SlotFrame::local:
            if (store == Store::general) return offset_of_local(index);
            general = out_.functions[function].general;
            text = out_.functions[function].text;
            break;
        case SlotFrame::instance:
            general = unit_.instance.general;
            text = unit_.instance.text;
            break;
        default:
            general = unit_.shared.general;
            text = unit_.shared.text;
            break;
        }
        const std::uint32_t first = store == Store::general ? 0
                                    : store == Store::text  ? general
                                                            : general + text;
        return static_cast<std::int32_t>(first + index);
    }

    static Do by_frame(Do local, std::uint32_t slot) {
        return static_cast<Do>(static_cast<std::uint16_t>(local) + (slot_frame(slot) == SlotFrame::local ? 0
                                                                    : slot_frame(slot) == SlotFrame::instance
                                                                        ? 1
                                                                        : 2));
    }

    void instruction(std::size_t f, std::size_t i) {
        const isa::Code& code = unit_.instructions;
        const isa::Instruction& decoded = code.instructions[i];
        const auto operands = code.operands(decoded);
        const std::span<const Cell> stack = unit_.verification.stack_before(i);
        const LinkedFunction& function = out_.functions[f];
        const Live& live = live_[i];
        Instruction& out = out_.unfused[i];
        const auto set = [&](Do op, std::int32_t b = 0, std::size_t a = 0) {
            out = {op, static_cast<std::int16_t>(a), b, 0};
        };
        const auto handles = [&] {
            return stack.back() == Cell::handle || stack[stack.size() - 2] == Cell::handle;
        };
        const auto pop_one = [&](Cell cell) {
            if (cell == Cell::string || cell == Cell::text)
                set(Do::pop_text);
            else if (cell == Cell::handle)
                set(Do::pop_handle);
            else
                set(Do::POP1);
        };
        const auto op = static_cast<Op>(decoded.opcode);
        switch (op) {
#define PLAIN(name)                                                                                          \
    case Op::name: set(Do::name); break;
#define OPERATION(name)
#include "engines/skrit/machine/operations.def"
        case Op::PUSH1:
        case Op::PUSH2:
        case Op::PUSH4: set(Do::push_integer, static_cast<std::int32_t>(operands[0])); break;
        case Op::OFFTOPCC: set(Do::constant_text); break;
        case Op::LOADVAR:
            set(by_frame(Do::load_local, operands[0]), offset(f, operands[0], Store::general));
            break;
        case Op::LOADSTR:
        case Op::LOADCSTR:
            set(by_frame(Do::load_text_local, operands[0]), offset(f, operands[0], Store::text));
            break;
        case Op::LOADHDL:
            set(by_frame(Do::load_handle_local, operands[0]), offset(f, operands[0], Store::handle));
            break;
        case Op::STOREVAR:
            set(by_frame(Do::store_local, operands[0]), offset(f, operands[0], Store::general));
            break;
        case Op::STORESTR:
        case Op::STORECSTR:
            set(by_frame(Do::store_text_local, operands[0]), offset(f, operands[0], Store::text));
            break;
        case Op::STOREHDL:
            set(by_frame(Do::store_handle_local, operands[0]), offset(f, operands[0], Store::handle));
            break;
        case Op::ALLOCVAR:
            if (i < in_place_.end && offset_of_local(live.general) < 0)
                set(Do::skip); // the parameter is there already
            else
                set(Do::zero_local, offset_of_local(live.general));
            break;
        case Op::ALLOCSTR: // free texts and handles are all zeros at any time
        case Op::ALLOCHDL:
        case Op::FREEVAR:
        case Op::SKIPPRM:
        case Op::SITNSPIN:
        case Op::BASEADJUST:
        case Op::STRTOPCC:
        case Op::CSTRTOSTR:
        case Op::FLTTODBL: set(Do::skip); break;
        case Op::FREESTR:
            set(Do::free_text, function.general + live.text - static_cast<std::int32_t>(operands[0]),
                operands[0]);
            break;
        case Op::FREEHDL:
            set(Do::free_handle,
                function.general + function.text + live.handle - static_cast<std::int32_t>(operands[0]),
                operands[0]);
            break;
        case Op::PUSHPRM:
            set(Do::parameter, live.parameter,
                store_of(unit_.types[unit_.functions_table[f].parameters[live.parameter].type].kind) !=
                        Store::general
                    ? 1
                    : 0);
            break;
        case Op::POP1: pop_one(stack.back()); break;
        case Op::POP: set(Do::pop_mixed, 0, operands[0]); break;
        case Op::ISEQUALI: set(handles() ? Do::equal_handle : Do::ISEQUALI); break;
        case Op::ISNOTEQUALI: set(handles() ? Do::differ_handle : Do::ISNOTEQUALI); break;
        case Op::BRANCH:
        case Op::BRANCHZERO:
            set(op == Op::BRANCH ? Do::branch_to : Do::branch_zero_to,
                static_cast<std::int32_t>(successors_[i].target));
            break;
        case Op::CALLSKRIT: set(Do::call_script, static_cast<std::int32_t>(operands[0])); break;
        case Op::CALL:
        case Op::CALLSINGLETON:
        case Op::CALLMEMBER:
        case Op::CALLSINGLETONBASE:
        case Op::CALLMEMBERBASE:
            set(Do::call_native, static_cast<std::int32_t>(out_.sites.size()));
            site(f, i, operands[0], stack);
            break;
        case Op::SETSTATE: set(Do::SETSTATE, static_cast<std::int32_t>(operands[0])); break;
        }
    }

    void site(std::size_t f, std::size_t i, std::uint32_t number, std::span<const Cell> stack) {
        const Import& import = unit_.imports[number];
        CallSite site;
        site.import = number;
        site.count = unit_.verification.arguments[i];
        site.member = import.kind == ImportKind::member;
        site.variadic = import.variadic;
        site.result = unit_.types[import.result].kind;
        site.kinds = static_cast<std::uint32_t>(out_.argument_kinds.size());
        const std::size_t first = stack.size() - site.count - (import.variadic ? 1 : 0);
        for (std::size_t n = 0; n < site.count; ++n) {
            const Cell cell = stack[first + n];
            ArgumentKind kind = ArgumentKind::integer;
            if (cell == Cell::text || cell == Cell::string)
                kind = ArgumentKind::text;
            else if (cell == Cell::handle)
                kind = ArgumentKind::handle;
            else if (n < import.parameters.size() && !import.parameters[n].any) {
                switch (unit_.types[import.parameters[n].type].kind) {
                case TypeKind::boolean: kind = ArgumentKind::boolean; break;
                case TypeKind::real: kind = ArgumentKind::real; break;
                case TypeKind::pointer:
                case TypeKind::value: kind = ArgumentKind::object; break;
                case TypeKind::managed: kind = ArgumentKind::handle; break;
                default: break;
                }
            } else if (cell == Cell::wide || cell == Cell::real)
                kind = ArgumentKind::real;
            else if (cell == Cell::pointer)
                kind = ArgumentKind::object;
            site.has_text = site.has_text || kind == ArgumentKind::text;
            site.counted = site.counted || kind == ArgumentKind::text || kind == ArgumentKind::handle;
            out_.argument_kinds.push_back(kind);
        }
        if (site.member) {
            const Cell receiver = stack[first - 1];
            site.receiver_id = receiver == Cell::integer || receiver == Cell::word ||
                               std::ranges::any_of(unit_.types, [&](const UnitType& type) {
                                   return type.kind == TypeKind::identifier && type.name == import.owner;
                               });
        }
        site.write_back = static_cast<std::uint32_t>(out_.write_backs.size());
        const auto& in_out = unit_.verification.in_out;
        for (auto entry = std::ranges::lower_bound(in_out, static_cast<std::uint32_t>(i), {},
                                                   &InOutArgument::instruction);
             entry != in_out.end() && entry->instruction == i; ++entry)
            if (entry->slot != InOutArgument::temporary) {
                const Store store = entry->cell == Cell::string   ? Store::text
                                    : entry->cell == Cell::handle ? Store::handle
                                                                  : Store::general;
                out_.write_backs.push_back(
                    {entry->argument, entry->cell, slot_frame(entry->slot), offset(f, entry->slot, store)});
            }
        site.write_back_end = static_cast<std::uint32_t>(out_.write_backs.size());
        site.native =
            binder_.bind(unit_, number, import.variadic ? -1 : static_cast<std::int32_t>(site.count));
        out_.most_arguments = std::max<std::size_t>(out_.most_arguments, site.count);
        out_.sites.push_back(site);
    }

    const Unit& unit_;
    Binder& binder_;
    LinkedCode out_;
    std::vector<Live> live_;
    InPlace in_place_;
    std::vector<analysis::Successors> successors_;
    std::vector<bool> targets_;
};

} // namespace

InPlace find_in_place(const Unit& unit, std::size_t f, const std::vector<bool>& targets) {
    const isa::Code& code = unit.instructions;
    InPlace found;
    found.offsets.assign(unit.verification.frames[f].general, 0);
    const auto count = static_cast<std::int32_t>(unit.functions_table[f].parameters.size());
    auto i = static_cast<std::size_t>(code.at(unit.functions_table[f].address));
    std::int32_t number = 0;
    std::size_t general = 0;
    bool from_the_start = true;
    const auto op = [&](std::size_t at) {
        return at < code.instructions.size() && !targets[at] ? static_cast<Op>(code.instructions[at].opcode)
                                                             : Op::ABORT;
    };
    found.begin = i;
    for (;; ++number) {
        if (op(i) == Op::SKIPPRM)
            ++i;
        else if (op(i) == Op::ALLOCVAR && op(i + 1) == Op::PUSHPRM && op(i + 2) == Op::STOREVAR &&
                 code.operands(code.instructions[i + 2])[0] == general) {
            found.offsets[general++] = number - count;
            i += 3;
        } else if ((op(i) == Op::ALLOCSTR || op(i) == Op::ALLOCHDL) && op(i + 1) == Op::PUSHPRM &&
                   (op(i + 2) == Op::STORESTR || op(i + 2) == Op::STOREHDL)) {
            from_the_start = false;
            i += 3;
        } else
            break;
        if (from_the_start) found.begin = i;
    }
    found.end = i;
    return found;
}

std::vector<std::uint16_t> live_general(const Unit& unit) {
    const isa::Code& code = unit.instructions;
    const std::vector<analysis::Successors> successors = analysis::successors_of(code);
    std::vector<Live> live(code.instructions.size());
    for (const UnitFunction& function : unit.functions_table)
        walk(code, successors, static_cast<std::uint32_t>(code.at(function.address)), live);
    std::vector<std::uint16_t> general;
    general.reserve(live.size());
    for (const Live& one : live) general.push_back(one.general);
    return general;
}

LinkedCode link(const Unit& unit, Binder& binder) { return Linker(unit, binder).run(); }

void LinkedCode::plant(std::span<const CodeRange> ranges) {
    if (!whole_.empty()) {
        // In their places: a loop may be running here that called somebody who asked for this.
        std::ranges::copy(whole_, fused.begin());
        std::ranges::copy(whole_functions_, functions.begin());
        whole_.clear();
        whole_functions_.clear();
    }
    const std::vector<isa::Instruction>& all = unit->instructions.instructions;
    for (const CodeRange& range : ranges) {
        if (range.program != unit) continue;
        if (whole_.empty()) {
            whole_ = fused;
            whole_functions_ = functions;
        }
        for (std::size_t i = 0; i < all.size() && i < fused.size(); ++i)
            if (all[i].address >= range.begin && all[i].address < range.end)
                fused[i] = {Do::planted, 0, 0, 0};
        // The taking of parameters is part of what can be stopped at.
        for (LinkedFunction& function : functions)
            if (function.first < fused.size() && fused[function.first].op == Do::planted)
                function.begin = function.first;
    }
}

} // namespace vellum::skrit
