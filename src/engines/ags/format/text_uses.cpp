// Parameters are pushed from the last to the first, and what a parameter needs is called in between: so the
// call that gets a text is the first one that takes as many parameters as were pushed since.
#include "engines/ags/format/text_uses.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/concat.hpp"
#include "engines/ags/isa/isa.hpp"

namespace vellum::ags {

namespace {

constexpr std::size_t most_instructions = 120; // looked at for one text
constexpr std::size_t most_waiting = 16;       // of these, until it is a parameter

class UseFinder {
  public:
    UseFinder(const Script& script, std::size_t index) : script_(script), code_(*script.code()), at_(index) {}

    [[nodiscard]] std::string find() {
        const std::uint32_t text_register = operand(at_, 0);
        if (!push(text_register)) return {};
        std::int64_t pushed = 1; // since the text, with it
        std::int64_t taken = -1; // by the next external call; unknown if nothing counts
        const std::size_t end = std::min(code_.instructions.size(), at_ + most_instructions);
        for (++at_; at_ < end; ++at_) {
            const Op op = this->op(at_);
            if (code_.row(code_.instructions[at_]).flow == isa::Flow::ret) return {};
            note(op);
            if (op == Op::pushreal) pushed += external_ ? 1 : 0;
            if (op == Op::pushreg) pushed += external_ ? 0 : 1;
            if (op == Op::popreg) pushed -= external_ ? 0 : 1;
            if (op == Op::numfuncargs) taken = operand_i32(0);
            if (op == Op::callext && external_) {
                if ((taken < 0 ? removed_after_call() : taken) >= pushed) return called();
                taken = -1;
            } else if (op == Op::call && !external_) {
                if (dropped_after_call() >= pushed) return called();
            }
            if (op == Op::subrealstack) pushed -= external_ ? operand_i32(0) : 0;
            if (op == Op::sub && operand(at_, 0) == reg_sp && !external_)
                pushed -= operand_i32(1) / entry_size;
            if (pushed <= 0) return {};
        }
        return {};
    }

  private:
    static constexpr std::int32_t entry_size = 4;

    [[nodiscard]] Op op(std::size_t index) const { return static_cast<Op>(code_.instructions[index].opcode); }
    [[nodiscard]] std::uint32_t operand(std::size_t index, std::size_t number) const {
        const auto values = code_.operands(code_.instructions[index]);
        return number < values.size() ? values[number] : 0;
    }
    [[nodiscard]] std::int32_t operand_i32(std::size_t number) const {
        return static_cast<std::int32_t>(operand(at_, number));
    }

    /// Moves to the instruction that pushes the text, which may wait in another register while the object of
    /// a property is loaded; false if something else becomes of it.
    bool push(std::uint32_t holder) {
        const std::size_t end = std::min(code_.instructions.size(), at_ + most_waiting);
        for (++at_; at_ < end; ++at_) {
            const Op op = this->op(at_);
            const bool about_text = operand(at_, 0) == holder;
            external_ = op == Op::pushreal;
            if ((external_ || op == Op::pushreg) && about_text) return true;
            if (op == Op::regtoreg && about_text)
                holder = operand(at_, 1);
            else if (op == Op::regtoreg ? operand(at_, 1) == holder
                                        : about_text && op != Op::createstring && op != Op::linenum)
                return false;
            else if (code_.row(code_.instructions[at_]).flow != isa::Flow::next || op == Op::callext)
                return false;
            note(op);
        }
        return false;
    }

    /// The name of what an instruction loads; nothing for numbers.
    [[nodiscard]] std::optional<std::string> loaded(std::size_t index) const {
        const isa::Instruction& instruction = code_.instructions[index];
        const std::uint8_t type = script_.fixup_at(instruction.address + literal_word);
        const std::uint32_t value = operand(index, 1);
        if (type == static_cast<std::uint8_t>(FixupType::import) && value < script_.scom().imports.size()) {
            const std::string& name = script_.scom().imports[value];
            return name.substr(0, name.rfind('^'));
        }
        if (type == static_cast<std::uint8_t>(FixupType::function)) {
            const auto entry = script_.entries().find(value);
            if (entry != script_.entries().end()) return script_.function_name(value, entry->second);
        }
        return {};
    }

    /// Keeps what was loaded last, and the object of the next call.
    void note(Op op) {
        if (op == Op::littoreg) {
            if (auto name = loaded(at_)) last_ = std::move(*name);
        } else if (op == Op::callobj) {
            object_ = std::exchange(last_, {});
        } else if (op == Op::callext || op == Op::call) {
            function_ = std::exchange(last_, {});
            called_object_ = std::exchange(object_, {});
        } else if (op == Op::pushreal || op == Op::checkbounds) {
            last_.clear(); // what is loaded next is not of this value; an element is nobody in particular
        }
    }

    /// What compilers of 2.x did not say before a call.
    [[nodiscard]] std::int64_t removed_after_call() const {
        return at_ + 1 < code_.instructions.size() && op(at_ + 1) == Op::subrealstack
                   ? static_cast<std::int32_t>(operand(at_ + 1, 0))
                   : 0;
    }

    [[nodiscard]] std::int64_t dropped_after_call() const {
        if (at_ + 1 >= code_.instructions.size() || op(at_ + 1) != Op::sub || operand(at_ + 1, 0) != reg_sp)
            return 0;
        return static_cast<std::int32_t>(operand(at_ + 1, 1)) / entry_size;
    }

    /// "player.Say", "Character.Say", "lblName.Text", "Display".
    [[nodiscard]] std::string called() const {
        const std::size_t colons = function_.find("::");
        if (colons == std::string::npos) return function_;
        std::string_view member = std::string_view(function_).substr(colons + 2);
        for (const std::string_view accessor : {"get_", "set_", "geti_", "seti_"})
            if (member.starts_with(accessor)) member.remove_prefix(accessor.size());
        const bool known = !called_object_.empty() && called_object_.find("::") == std::string::npos;
        return concat(known ? std::string_view(called_object_)
                            : std::string_view(function_).substr(0, colons),
                      ".", member);
    }

    const Script& script_;
    const isa::Code& code_;
    std::size_t at_;        ///< Instruction.
    bool external_ = false; ///< The text is a parameter of an external call.
    std::string last_, object_, function_, called_object_;
};

} // namespace

void describe_uses(const Script& script, std::span<GameText> texts) {
    for (GameText& text : texts) {
        text.context.clear();
        if (text.places.empty()) continue;
        const std::ptrdiff_t index = script.code()->at(text.places.front().address);
        if (index >= 0) text.context = UseFinder(script, static_cast<std::size_t>(index)).find();
    }
}

} // namespace vellum::ags
