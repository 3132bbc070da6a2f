// See the header.
#include "engines/skrit/decompile/assembly.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text_writer.hpp"
#include "engines/skrit/decompile/names.hpp"
#include "isa/listing.hpp"

namespace vellum::skrit::decompile {

/// Writes one function; also names what its instructions refer to.
class Assembly::Writer final : public isa::Symbols {
  public:
    Writer(const Assembly& from, std::uint32_t function, std::string_view indent)
        : from_(from),
          unit_(from.unit_),
          function_(unit_.functions_table[function]),
          first_(static_cast<std::size_t>(from.addresses_.boundary(function_.address))),
          end_(static_cast<std::size_t>(from.addresses_.boundary(function_.end))),
          indent_(indent) {
        for (std::size_t i = first_; i < end_; ++i)
            if (const auto target = isa::target_of(unit_.instructions, i);
                target && *target >= function_.address && *target <= function_.end)
                labels_.push_back(static_cast<std::uint32_t>(*target));
        std::ranges::sort(labels_);
        labels_.erase(std::ranges::unique(labels_).begin(), labels_.end());
        for (std::size_t i = 0; i < function_.locals.size(); ++i)
            if (function_.locals[i].end != function_.locals[i].begin)
                ends_.emplace_back(function_.locals[i].end, i);
        std::ranges::sort(ends_);
    }

    std::string run() {
        for (std::size_t i = first_; i < end_; ++i) {
            const std::uint32_t address = unit_.instructions.instructions[i].address;
            locals(address);
            label(address);
            out_.text(indent_);
            if (pushes_text(i)) {
                out_.put(".text ", Quoted{unit_.string_at(unit_.instructions.operands(instruction(i))[0])});
                ++i;
            } else
                isa::print_instruction(out_, unit_.instructions, i, *this);
            out_.newline();
        }
        label(function_.end);
        return out_.take();
    }

    bool write(TextWriter& out, isa::SymbolSpace space, std::uint32_t id) const override {
        switch (space) {
        case isa::SymbolSpace::label: {
            const auto found = std::ranges::lower_bound(labels_, id);
            if (found == labels_.end() || *found != id) return false;
            out.put('L', found - labels_.begin() + 1);
            return true;
        }
        case isa::SymbolSpace::native: {
            if (id >= unit_.imports.size() || unit_.imports[id].name.size() > longest_name ||
                unit_.imports[id].owner.size() > longest_name)
                return false;
            const std::string signature = unit_.import_signature(id);
            out.quoted(from_.numbers_ ? signature + "@" + std::to_string(id) : signature);
            return true;
        }
        case isa::SymbolSpace::import: {
            if (from_.numbers_ || id >= unit_.upcasts.size()) return false;
            const Upcast& upcast = unit_.upcasts[id];
            out.quoted(unit_.types[upcast.from].name + "->" + unit_.types[upcast.to].name);
            return true;
        }
        case isa::SymbolSpace::state:
            if (id >= from_.names_.states.size()) return false;
            out.text(from_.names_.states[id]);
            return true;
        case isa::SymbolSpace::function: {
            if (id >= from_.names_.functions.size()) return false;
            const UnitFunction& row = unit_.functions_table[id];
            const bool alone = row.state == none && row.kind != FunctionKind::event &&
                               row.kind != FunctionKind::trigger && is_routine(row.kind);
            const std::string& name = from_.names_.functions[id].name;
            out.text(is_routine(row.kind) ? std::string_view(name) : "F$");
            if (alone) return true;
            out.put('@', id);
            return true;
        }
        default: return false;
        }
    }

  private:
    [[nodiscard]] const isa::Instruction& instruction(std::size_t at) const {
        return unit_.instructions.instructions[at];
    }
    void label(std::uint32_t address) {
        if (!std::ranges::binary_search(labels_, address)) return;
        static_cast<void>(write(out_, isa::SymbolSpace::label, address));
        out_.text(":\n");
    }
    /// A text as the compiler pushes it, in one piece.
    [[nodiscard]] bool pushes_text(std::size_t at) const {
        if (at + 1 >= end_ || !from_.is_text(at)) return false;
        const std::uint32_t next = instruction(at + 1).address;
        return !std::ranges::binary_search(labels_, next) &&
               !std::ranges::binary_search(function_.locals, next, {}, &LocalSymbol::begin) &&
               !std::ranges::binary_search(ends_, next, {}, &std::pair<std::uint32_t, std::size_t>::first);
    }
    void locals(std::uint32_t address) {
        for (; end_of_local_ < ends_.size() && ends_[end_of_local_].first == address; ++end_of_local_)
            out_.put(indent_, ".drop ", ends_[end_of_local_].second, '\n');
        for (; local_ < function_.locals.size() && function_.locals[local_].begin == address; ++local_) {
            const LocalSymbol& symbol = function_.locals[local_];
            out_.put(indent_, ".local ", Quoted{symbol.name}, ' ');
            if (from_.numbers_)
                out_.dec(symbol.type);
            else
                out_.quoted(unit_.types[symbol.type].name);
            out_.put(' ', symbol.slot);
            if (symbol.end == address) out_.text(" empty");
            out_.newline();
        }
    }

    const Assembly& from_;
    const Unit& unit_;
    const UnitFunction& function_;
    std::size_t first_, end_;
    std::string_view indent_;
    std::vector<std::uint32_t> labels_;
    std::vector<std::pair<std::uint32_t, std::size_t>> ends_; ///< Where locals end, and which.
    std::size_t local_ = 0;                                   ///< The next to become known …
    std::size_t end_of_local_ = 0;                            ///< … and to end.
    TextWriter out_;
};

Assembly::Assembly(const Unit& unit, const Tree& names, bool numbers)
    : unit_(unit), names_(names), numbers_(numbers), addresses_(unit.instructions) {
    for (const std::uint32_t start : unit.string_starts) texts_.try_emplace(unit.string_at(start), start);
}

std::string Assembly::lines(std::uint32_t function, std::string_view indent) const {
    return Writer(*this, function, indent).run();
}

bool Assembly::is_text(std::size_t at) const {
    const isa::Instruction& one = unit_.instructions.instructions[at];
    const auto op = static_cast<Op>(one.opcode);
    if (op != Op::PUSH1 && op != Op::PUSH2 && op != Op::PUSH4) return false;
    if (static_cast<Op>(unit_.instructions.instructions[at + 1].opcode) != Op::OFFTOPCC) return false;
    const std::uint32_t offset = unit_.instructions.operands(one)[0];
    if (!unit_.is_string_start(offset) || texts_.at(unit_.string_at(offset)) != offset) return false;
    return op == (offset <= 0x7F ? Op::PUSH1 : offset <= 0x7FFF ? Op::PUSH2 : Op::PUSH4);
}

} // namespace vellum::skrit::decompile
