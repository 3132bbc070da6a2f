// The verifier: an abstract run of every function. Stack and local variables hold kinds of cells instead of
// values; where ways meet, kinds are joined until nothing changes; then one pass in code order records the
// facts and reports what is wrong. What an opcode takes and gives stands in its row, only its effect is told
// here.
#include "engines/skrit/verify.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "analysis/dataflow.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/isa/isa.hpp"
#include "engines/skrit/isa/operands.hpp"
#include "isa/addresses.hpp"
#include "isa/codes.hpp"

namespace vellum::skrit {

namespace {

constexpr std::size_t max_stack = 1000;
constexpr std::size_t max_live = 1024; // variables of one store

/// Kinds of cells join upward: the constant 0 is anything, a constant is int or float.
Cell join(Cell a, Cell b) {
    if (a == b) return a;
    const auto covers = [](Cell general, Cell special) {
        if (special == Cell::zero)
            return general == Cell::word || general == Cell::integer || general == Cell::real ||
                   general == Cell::pointer || general == Cell::handle;
        return special == Cell::word && (general == Cell::integer || general == Cell::real);
    };
    if (covers(a, b)) return a;
    if (covers(b, a)) return b;
    return Cell::unusable;
}

/// May a cell of kind `is` be read as `wanted`?
bool fits(Cell is, Cell wanted) {
    return is == wanted || (is != Cell::unusable && wanted != Cell::none && join(is, wanted) == wanted);
}

struct Value {
    Cell cell = Cell::none;
    bool known = false;
    std::uint32_t bits = 0;
    std::uint32_t slot = InOutArgument::temporary;
};

struct AbstractFrame {
    std::vector<Value> stack;
    std::vector<Cell> general; ///< Live variables of the general store.
    std::uint32_t text = 0, handle = 0;
    std::uint32_t parameter = 0;

    /// As at a function's beginning; keeps its memory.
    void reset() {
        stack.clear();
        general.clear();
        text = handle = parameter = 0;
    }
};

/// Where ways meet nothing but the kinds of cells is kept.
struct Entry {
    bool seen = false;
    AbstractFrame frame;
};

void forget_values(AbstractFrame& frame) {
    for (Value& value : frame.stack) value = {value.cell, false, 0, InOutArgument::temporary};
}

class Verifier {
  public:
    Verifier(const Unit& unit, const isa::AddressIndex& addresses, Verification& result,
             Diagnostics& diagnostics)
        : unit_(unit),
          code_(unit.instructions),
          addresses_(addresses),
          successors_(analysis::successors_of(unit.instructions, addresses)),
          out_(result),
          diagnostics_(diagnostics) {}

    bool run() {
        out_ = {};
        const std::size_t count = code_.instructions.size();
        out_.stack_begin.assign(count + 1, 0);
        out_.cells.reserve(count);
        out_.arguments.assign(count, 0);
        out_.reached.assign(count, false);
        out_.frames.assign(unit_.functions_table.size(), {});
        if (!slots()) return false;
        number_leaders();
        std::size_t next = 0;
        for (std::size_t i = 0; i < unit_.functions_table.size(); ++i) {
            if (!function(i, next)) return false;
            next = end_;
        }
        for (std::size_t i = next; i <= count; ++i)
            out_.stack_begin[i] = static_cast<std::uint32_t>(out_.cells.size());
        out_.verified = ok_;
        return ok_;
    }

  private:
    /// Every slot of the instance and shared stores belongs to one variable, which gives its kind.
    bool slots() {
        const auto prepare = [](std::vector<Cell>& cells, std::size_t size) {
            cells.assign(size, Cell::none);
        };
        prepare(instance_[0], unit_.instance.general);
        prepare(instance_[1], unit_.instance.text);
        prepare(instance_[2], unit_.instance.handle);
        prepare(shared_[0], unit_.shared.general);
        prepare(shared_[1], unit_.shared.text);
        prepare(shared_[2], unit_.shared.handle);
        for (const UnitVariable& variable : unit_.variables) {
            const TypeKind kind = unit_.types[variable.type].kind;
            std::vector<Cell>& cells =
                (variable.shared ? shared_ : instance_)[static_cast<std::size_t>(store_of(kind))];
            const bool frame =
                slot_frame(variable.slot) == (variable.shared ? SlotFrame::shared : SlotFrame::instance);
            const std::uint16_t index = slot_index(variable.slot);
            if (!frame || index >= cells.size() || cells[index] != Cell::none) {
                diagnostics_.add(codes::code, "variable '" + variable.name + "' has an impossible slot");
                return ok_ = false;
            }
            cells[index] = cell_of(kind);
        }
        return true;
    }

    void number_leaders() {
        leader_.assign(code_.instructions.size() + 1, -1);
        const std::vector<bool> targets = analysis::targets_of(successors_);
        for (std::size_t i = 0; i < targets.size(); ++i) {
            if (!targets[i]) continue;
            leader_[i] = static_cast<std::int32_t>(entries_.size());
            entries_.emplace_back();
        }
    }

    bool function(std::size_t index, std::size_t first) {
        const UnitFunction& row = unit_.functions_table[index];
        function_ = index;
        begin_ = first;
        const std::ptrdiff_t at = addresses_.boundary(row.address);
        const std::ptrdiff_t end = addresses_.boundary(row.end);
        if (at != static_cast<std::ptrdiff_t>(first) || end <= at) {
            diagnostics_.add(codes::code,
                             "function '" + row.name + "' does not cover instructions of its own");
            return ok_ = false;
        }
        end_ = static_cast<std::size_t>(end);
        budget_ = 500 * static_cast<std::size_t>(row.end - row.address) + 10000;
        const std::size_t first_cell = out_.cells.size();
        const std::size_t first_in_out = out_.in_out.size();
        mode_ = Mode::optimistic;
        conflict_ = false;
        record();
        if (!conflict_) return true;
        out_.cells.resize(first_cell);
        out_.in_out.resize(first_in_out);
        out_.frames[function_] = {};
        for (std::size_t i = begin_; i < end_; ++i) {
            out_.reached[i] = false;
            if (leader_[i] >= 0) entries_[static_cast<std::size_t>(leader_[i])].seen = false;
        }
        mode_ = Mode::learning;
        learn();
        if (budget_ == 0) {
            diagnostics_.add(codes::code, "the code of '" + row.name + "' is too tangled to be verified");
            return ok_ = false;
        }
        mode_ = Mode::recording;
        record();
        return true;
    }

    /// Finds the frames where ways meet, without messages.
    void learn() {
        std::vector<analysis::Successors> inside;
        const auto local = [this](std::uint32_t index) {
            return index >= begin_ && index < end_ ? static_cast<std::uint32_t>(index - begin_)
                                                   : analysis::none;
        };
        for (std::size_t i = begin_; i < end_; ++i)
            inside.push_back({local(successors_[i].next), local(successors_[i].target)});
        const std::uint32_t start = 0;
        const analysis::ControlFlowGraph graph(inside, std::span(&start, 1));
        std::vector<std::optional<AbstractFrame>> known(graph.size());
        known[graph.block_of(start)].emplace();
        known = analysis::solve(
            graph, analysis::Direction::forward, std::move(known),
            [&](std::uint32_t block, const AbstractFrame& frame) {
                return through(graph.instructions(block), frame);
            },
            [&](AbstractFrame& into, const AbstractFrame& from, std::uint32_t) {
                spend(1 + from.stack.size() + from.general.size());
                return alike(into, from) && merge(into, from);
            });
        for (std::uint32_t block = 0; block < graph.size(); ++block) {
            const std::int32_t leader = leader_[begin_ + graph.instructions(block).front()];
            if (leader >= 0 && known[block])
                entries_[static_cast<std::size_t>(leader)] = {true, *known[block]};
        }
    }

    void spend(std::size_t cost) { budget_ -= std::min(budget_, cost); }

    /// The frame behind the instructions of a block, or nothing if one of them is wrong.
    std::optional<AbstractFrame> through(std::span<const std::uint32_t> block, const AbstractFrame& before) {
        AbstractFrame frame = before;
        for (const std::uint32_t index : block) {
            if (budget_ == 0) return std::nullopt;
            --budget_;
            const std::size_t at = begin_ + index;
            failed_ = false;
            step(at, code_.row(code_.instructions[at]), frame);
            if (failed_) return std::nullopt;
        }
        forget_values(frame);
        return frame;
    }

    /// The blocks in order; what nothing leads to is passed over.
    void record() {
        for (std::size_t i = begin_; i < end_;) {
            const bool entry = leader_[i] >= 0;
            if (i == begin_ && entry) meet({}, i);
            const bool first_block = i == begin_ && !entry;
            if (!first_block && !(entry && entries_[static_cast<std::size_t>(leader_[i])].seen)) {
                out_.stack_begin[i] = static_cast<std::uint32_t>(out_.cells.size());
                ++i;
                continue;
            }
            if (first_block)
                frame_.reset();
            else
                frame_ = entries_[static_cast<std::size_t>(leader_[i])].frame;
            i = run_block(i, frame_);
            if (conflict_ && mode_ == Mode::optimistic) return;
        }
    }

    void problem(const DiagnosticCode& code, std::size_t at, std::string message) {
        failed_ = true;
        conflict_ = true;
        if (mode_ != Mode::recording) return;
        ok_ = false;
        const isa::Instruction& instruction = code_.instructions[at];
        Place place = code_.place_of(instruction.address, unit_.code_offset + instruction.address);
        place.file = unit_.name();
        if (const LineEntry* line = unit_.line_at(instruction.address); line != nullptr && place.line == 0) {
            place.line = line->line;
            if (line->file < unit_.files.size()) place.file = unit_.files[line->file].shown();
        }
        diagnostics_.add(code,
                         code_.words_for(instruction) + " in '" + unit_.functions_table[function_].name +
                             "': " + std::move(message),
                         std::move(place));
    }

    /// Control reaches a place where ways meet.
    void meet(const AbstractFrame& frame, std::size_t to) {
        Entry& entry = entries_[static_cast<std::size_t>(leader_[to])];
        spend(1 + frame.stack.size() + frame.general.size());
        if (!entry.seen) {
            entry.seen = true;
            entry.frame = frame;
            forget_values(entry.frame);
            if (to < here_) conflict_ = true;
        } else if (!alike(entry.frame, frame)) {
            problem(vellum::codes::isa_stack_mismatch, to,
                    "paths to this point differ in stack depth, live variables or parameters");
        } else if (merge(entry.frame, frame) && to <= here_) {
            conflict_ = true; // what was recorded there is too narrow
        }
    }

    static bool alike(const AbstractFrame& a, const AbstractFrame& b) {
        return a.stack.size() == b.stack.size() && a.general.size() == b.general.size() && a.text == b.text &&
               a.handle == b.handle && a.parameter == b.parameter;
    }

    /// True if `into` changed, which it can only do a few times for each cell.
    static bool merge(AbstractFrame& into, const AbstractFrame& from) {
        bool changed = false;
        const auto widen = [&changed](Cell& cell, Cell other) {
            const Cell joined = join(cell, other);
            changed = changed || joined != cell;
            cell = joined;
        };
        for (std::size_t i = 0; i < into.stack.size(); ++i) widen(into.stack[i].cell, from.stack[i].cell);
        for (std::size_t i = 0; i < into.general.size(); ++i) widen(into.general[i], from.general[i]);
        return changed;
    }

    /// Runs from `index` until control ends, jumps away or meets the next leader; returns where it stopped.
    std::size_t run_block(std::size_t index, AbstractFrame& frame) {
        for (std::size_t at = index;; ++at) {
            here_ = at;
            if (at >= end_) {
                problem(vellum::codes::isa_fall_off, at - 1, "control can run past the end of the function");
                return at;
            }
            if (at != index && leader_[at] >= 0) {
                meet(frame, at);
                return at;
            }
            out_.stack_begin[at] = static_cast<std::uint32_t>(out_.cells.size());
            for (const Value& value : frame.stack) out_.cells.push_back(value.cell);
            out_.reached[at] = true;
            if (budget_ != 0) --budget_;
            failed_ = false;
            const isa::Row& row = code_.row(code_.instructions[at]);
            step(at, row, frame);
            if (failed_) return at + 1;
            if (isa::jumps(row.flow)) {
                const std::uint32_t to = successors_[at].target;
                if (to < begin_ || to >= end_) { // also where none is
                    problem(vellum::codes::isa_jump_target, at,
                            "leads out of the function or into an instruction");
                    return at + 1;
                }
                meet(frame, to);
            }
            if (!isa::falls_through(row.flow)) return at + 1;
        }
    }

    // --- one instruction ---

    bool pop(std::size_t at, AbstractFrame& frame, Cell wanted, Value* value = nullptr) {
        if (frame.stack.empty()) {
            problem(vellum::codes::isa_stack_underflow, at, "takes more cells than are on the stack");
            return false;
        }
        const Value top = frame.stack.back();
        frame.stack.pop_back();
        if (value != nullptr) *value = top;
        if (wanted == Cell::none ? top.cell != Cell::unusable : fits(top.cell, wanted)) return true;
        problem(codes::code, at,
                std::string("needs a cell ") + static_cast<char>(wanted) + " but finds " +
                    static_cast<char>(top.cell));
        return false;
    }

    void push(std::size_t at, AbstractFrame& frame, Value value) {
        if (frame.stack.size() >= max_stack) {
            problem(codes::code, at, "the stack grows beyond 1000 cells");
            return;
        }
        frame.stack.push_back(value);
        if (mode_ != Mode::learning) {
            std::uint16_t& deepest = out_.frames[function_].stack;
            deepest = std::max(deepest, static_cast<std::uint16_t>(frame.stack.size()));
        }
    }
    void push(std::size_t at, AbstractFrame& frame, Cell cell) {
        push(at, frame, Value{cell, false, 0, InOutArgument::temporary});
    }

    void step(std::size_t at, const isa::Row& row, AbstractFrame& frame) {
        const isa::Instruction& instruction = code_.instructions[at];
        const std::span<const std::uint32_t> operands = code_.operands(instruction);
        const OpcodeFacts& facts = facts_of(instruction.opcode);
        if (facts.refers && !operands_exist(at, row, operands)) return;
        switch (facts.effect) {
        case Effect::plain:
            for (std::size_t i = facts.takes.size(); i-- > 0;)
                if (!pop(at, frame, static_cast<Cell>(facts.takes[i]))) return;
            for (const char letter : facts.gives) push(at, frame, static_cast<Cell>(letter));
            if (row.flow == isa::Flow::ret && unit_.types[row_of_function().result].kind != TypeKind::none &&
                row_of_function().kind != FunctionKind::event)
                problem(codes::code, at, "the function has a result");
            break;
        case Effect::call: call(at, instruction, operands, frame); break;
        case Effect::script: script(at, operands[0], frame); break;
        case Effect::load:
        case Effect::store: variable(at, facts, operands[0], frame); break;
        case Effect::param:
        case Effect::skip: parameter(at, facts.effect == Effect::param, frame); break;
        case Effect::alloc: alloc(at, facts.takes[1], frame); break;
        case Effect::release: release(at, facts.takes[1], operands[0], frame); break;
        case Effect::push:
            push(at, frame,
                 {operands[0] == 0 ? Cell::zero : Cell::word, true, operands[0], InOutArgument::temporary});
            break;
        case Effect::drop:
            for (std::uint32_t n = operands.empty() ? 1 : operands[0]; n != 0; --n)
                if (!pop(at, frame, Cell::none)) return;
            break;
        case Effect::swap:
            if (frame.stack.size() < 2)
                problem(vellum::codes::isa_stack_underflow, at, "takes more cells than are on the stack");
            else
                std::swap(frame.stack.back(), frame.stack[frame.stack.size() - 2]);
            break;
        case Effect::result: {
            const Cell wanted = cell_of(unit_.types[row_of_function().result].kind);
            if (wanted == Cell::none)
                problem(codes::code, at, "the function has no result");
            else
                static_cast<void>(pop(at, frame, wanted));
            break;
        }
        case Effect::constant: {
            Value offset;
            if (!pop(at, frame, Cell::integer, &offset)) return;
            if (!offset.known || !unit_.is_string_start(offset.bits))
                problem(codes::code, at, "needs the offset of a constant string, pushed right before");
            else
                push(at, frame, Cell::text);
            break;
        }
        case Effect::null: {
            Value right;
            Value left;
            if (!pop(at, frame, Cell::none, &right) || !pop(at, frame, Cell::none, &left)) return;
            const Cell both = join(left.cell, right.cell);
            const bool comparable = both == Cell::integer || both == Cell::word || both == Cell::zero ||
                                    both == Cell::pointer || both == Cell::handle;
            if (!comparable)
                problem(codes::code, at, "compares cells of different kinds");
            else
                push(at, frame, Cell::integer);
            break;
        }
        }
    }

    [[nodiscard]] const UnitFunction& row_of_function() const { return unit_.functions_table[function_]; }

    bool operands_exist(std::size_t at, const isa::Row& row, std::span<const std::uint32_t> operands) {
        for (std::size_t i = 0; i < row.operands.size(); ++i) {
            const isa::OperandKind* kind = row.operands[i].kind;
            std::size_t limit = 0xFFFFFFFF;
            if (kind == &operands::import) limit = unit_.imports.size();
            if (kind == &operands::function) limit = unit_.functions_table.size();
            if (kind == &operands::state) limit = unit_.states.size();
            if (kind == &operands::upcast) limit = unit_.upcasts.size();
            if (operands[i] >= limit && limit != 0xFFFFFFFF) {
                problem(codes::code, at,
                        "there is no " + std::string(kind->name) + " " + std::to_string(operands[i]));
                return false;
            }
        }
        return true;
    }

    void call(std::size_t at, const isa::Instruction& instruction, std::span<const std::uint32_t> operands,
              AbstractFrame& frame) {
        const Import& import = unit_.imports[operands[0]];
        ImportKind kind = ImportKind::function;
        const auto code = static_cast<Op>(instruction.opcode);
        if (code == Op::CALLSINGLETON || code == Op::CALLSINGLETONBASE) kind = ImportKind::singleton;
        if (code == Op::CALLMEMBER || code == Op::CALLMEMBERBASE) kind = ImportKind::member;
        if (import.kind != kind) {
            problem(codes::code, at, "the import is called in a different way");
            return;
        }
        std::size_t count = import.parameters.size();
        if (import.variadic) {
            Value number;
            if (!pop(at, frame, Cell::integer, &number)) return;
            if (!number.known || number.bits < count || number.bits > frame.stack.size()) {
                problem(codes::code, at, "the number of arguments must be a constant that fits");
                return;
            }
            count = number.bits;
        }
        for (std::size_t i = count; i-- > 0;) {
            Value value;
            if (!pop(at, frame, Cell::none, &value)) return;
            bool fine = false;
            if (i >= import.parameters.size() || import.parameters[i].any) {
                fine = value.cell != Cell::unusable && value.cell != Cell::string &&
                       (i < import.parameters.size() ? value.cell != Cell::wide : value.cell != Cell::real);
            } else {
                const UnitParameter& parameter = import.parameters[i];
                Cell wanted = cell_of(unit_.types[parameter.type].kind);
                if (wanted == Cell::string && !parameter.in_out) wanted = Cell::text;
                fine = fits(value.cell, wanted);
                if (fine && parameter.in_out && mode_ != Mode::learning)
                    out_.in_out.push_back(
                        {static_cast<std::uint32_t>(at), static_cast<std::uint16_t>(i), wanted, value.slot});
            }
            if (!fine) {
                problem(codes::code, at,
                        "argument " + std::to_string(i + 1) + " is a cell " + static_cast<char>(value.cell));
                return;
            }
        }
        if (kind == ImportKind::member) {
            Value object;
            if (!pop(at, frame, Cell::none, &object)) return;
            if (!fits(object.cell, Cell::pointer) && !fits(object.cell, Cell::integer)) {
                problem(codes::code, at, "the receiver is not an object");
                return;
            }
        }
        if (mode_ != Mode::learning) out_.arguments[at] = static_cast<std::uint16_t>(count);
        if (const Cell result = cell_of(unit_.types[import.result].kind); result != Cell::none)
            push(at, frame, result);
    }

    void script(std::size_t at, std::uint32_t callee, AbstractFrame& frame) {
        const UnitFunction& function = unit_.functions_table[callee];
        for (std::size_t i = function.parameters.size(); i-- > 0;)
            if (!pop(at, frame, cell_of(unit_.types[function.parameters[i].type].kind))) return;
        if (mode_ != Mode::learning)
            out_.arguments[at] = static_cast<std::uint16_t>(function.parameters.size());
        if (const Cell result = cell_of(unit_.types[function.result].kind); result != Cell::none)
            push(at, frame, result);
    }

    void variable(std::size_t at, const OpcodeFacts& facts, std::uint32_t slot, AbstractFrame& frame) {
        const char store = facts.takes.back();
        const std::size_t which = store == 'v' ? 0 : store == 's' ? 1 : 2;
        const std::size_t index = slot_index(slot);
        const SlotFrame where = slot_frame(slot);
        Cell known = Cell::none;
        bool exists = false;
        if (where == SlotFrame::local) {
            const std::size_t live = which == 0   ? frame.general.size()
                                     : which == 1 ? frame.text
                                                  : frame.handle;
            exists = index < live;
            if (exists && which == 0) known = frame.general[index];
        } else if (where == SlotFrame::instance || where == SlotFrame::shared) {
            const std::vector<Cell>& cells = (where == SlotFrame::instance ? instance_ : shared_)[which];
            exists = index < cells.size();
            if (exists) known = cells[index];
        }
        if (!exists) {
            problem(codes::code, at, "there is no such variable");
            return;
        }
        if (facts.effect == Effect::load) {
            Cell cell = known;
            if (facts.gives != "?") cell = static_cast<Cell>(facts.gives[0]);
            if (cell == Cell::unusable || cell == Cell::none) {
                problem(codes::code, at, "the variable may hold different kinds of values here");
                return;
            }
            push(at, frame, {cell, false, 0, slot});
            return;
        }
        Value value;
        const char letter = facts.takes[0];
        if (!pop(at, frame, letter == '?' ? Cell::none : static_cast<Cell>(letter), &value)) return;
        if (which != 0) return;
        const bool plain = fits(value.cell, Cell::integer) || fits(value.cell, Cell::real) ||
                           fits(value.cell, Cell::pointer);
        if (!plain || (where != SlotFrame::local && !fits(value.cell, known))) {
            problem(codes::code, at,
                    std::string("a cell ") + static_cast<char>(value.cell) + " does not fit the variable");
            return;
        }
        if (where == SlotFrame::local) frame.general[index] = value.cell;
    }

    void parameter(std::size_t at, bool wanted, AbstractFrame& frame) {
        const std::vector<UnitParameter>& parameters = row_of_function().parameters;
        if (frame.parameter >= parameters.size()) {
            problem(codes::code, at, "the function has no such parameter");
            return;
        }
        const TypeKind kind = unit_.types[parameters[frame.parameter++].type].kind;
        if (wanted) push(at, frame, cell_of(kind));
    }

    void alloc(std::size_t at, char store, AbstractFrame& frame) {
        FrameSize& size = out_.frames[function_];
        const auto grow = [&](std::uint32_t live, std::uint16_t& most) {
            if (live > max_live) problem(codes::code, at, "more than 1024 variables of a store at a time");
            if (mode_ != Mode::learning) most = std::max(most, static_cast<std::uint16_t>(live));
        };
        if (store == 'v') {
            frame.general.push_back(Cell::zero);
            grow(static_cast<std::uint32_t>(frame.general.size()), size.general);
        } else if (store == 's')
            grow(++frame.text, size.text);
        else
            grow(++frame.handle, size.handle);
    }

    void release(std::size_t at, char store, std::uint32_t count, AbstractFrame& frame) {
        const std::size_t live = store == 'v'   ? frame.general.size()
                                 : store == 's' ? frame.text
                                                : frame.handle;
        if (count > live) {
            problem(codes::code, at, "frees more variables than there are");
            return;
        }
        if (store == 'v')
            frame.general.resize(live - count);
        else
            (store == 's' ? frame.text : frame.handle) -= count;
    }

    const Unit& unit_;
    const isa::Code& code_;
    const isa::AddressIndex& addresses_;
    const std::vector<analysis::Successors> successors_;
    Verification& out_;
    Diagnostics& diagnostics_;
    std::vector<Cell> instance_[3], shared_[3];
    std::vector<std::int32_t> leader_; ///< Index in entries_ of an instruction where ways meet, or -1.
    std::vector<Entry> entries_;
    AbstractFrame frame_; ///< Where the abstract run is.
    std::size_t function_ = 0, begin_ = 0, end_ = 0, budget_ = 0;
    std::size_t here_ = 0;
    enum class Mode : std::uint8_t { optimistic, learning, recording };
    Mode mode_ = Mode::optimistic;
    bool failed_ = false, conflict_ = false, ok_ = true;
};

} // namespace

bool verify_unit(const Unit& unit, Verification& result, Diagnostics& diagnostics) {
    return Verifier(unit, isa::AddressIndex(unit.instructions), result, diagnostics).run();
}

bool prepare_code(Unit& unit, Diagnostics& diagnostics, std::vector<isa::TextLine> lines) {
    Result<isa::Code> code = isa::decode(opcode_table, unit.bytes);
    if (!code) {
        Diagnostic error = code.error();
        if (error.place.file.empty()) error.place.file = unit.name();
        diagnostics.add(std::move(error));
        return false;
    }
    unit.instructions = std::move(*code);
    unit.instructions.lines = std::move(lines);
    // symbols point at instructions: the listing writes them between two
    const isa::AddressIndex addresses(unit.instructions);
    const auto at_instruction = [&](std::uint32_t address) { return addresses.boundary(address) >= 0; };
    bool fine = std::ranges::all_of(unit.line_table,
                                    [&](const LineEntry& entry) { return at_instruction(entry.address); });
    for (const UnitFunction& function : unit.functions_table)
        for (const LocalSymbol& local : function.locals)
            fine = fine && local.begin < function.end && at_instruction(local.begin) &&
                   at_instruction(local.end);
    if (!fine) {
        diagnostics.add(codes::skc, "a line or a local variable points into an instruction",
                        Place{unit.name(), Place::unknown, 0, 0});
        return false;
    }
    return Verifier(unit, addresses, unit.verification, diagnostics).run();
}

} // namespace vellum::skrit
