// Every row of the Skrit table. An instruction gets the cells that its letters say, from constants, locals
// and variables by chance, and what it gives is stored in one of them: such neighbours are joined into one
// operation.
#include <array>
#include <bit>
#include <functional>

#include <gtest/gtest.h>

#include "engines/skrit/isa/isa.hpp"
#include "row_subject.hpp"
#include "support/skrit_judge.hpp"

namespace vellum::test {
namespace {

using skrit::Effect;
using skrit::Op;

constexpr std::string_view head = R"(.skrit "rows" unit
.string ""
.string "abc"
.string "Abc"
.type pointer "Crate"
.type pointer "Item"
.type managed "Skrit"
.import function "" "see" 2 variadic
.parameter 4 "s"
.import singleton "Report" "one" 3
.parameter 2 "n"
.import member "Item" "two" 2
.parameter 2 "n"
.import function "" "make" 7
.import function "" "make" 5
.import singleton "Report" "base" 2
.import member "Item" "base" 2
.upcast 5 6
.instance 3 2 1
.shared 3 2 1
.variable "i0$" 2 16384 none 2 1 none 0 1 ""
.variable "i1$" 2 16385 none 2 9 none 0 1 ""
.variable "i2$" 3 16386 none 3 1065353216 none 0 1 ""
.variable "i3$" 4 16384 none 4 1 none 0 1 ""
.variable "i4$" 4 16385 none 4 0 none 0 1 ""
.variable "i5$" 7 16384 none 7 0 none 0 1 ""
.variable "s0$" 2 32768 none 2 3 none 0 1 "" shared
.variable "s1$" 2 32769 none 2 4 none 0 1 "" shared
.variable "s2$" 3 32770 none 3 0 none 0 1 "" shared
.variable "s3$" 4 32768 none 4 5 none 0 1 "" shared
.variable "s4$" 4 32769 none 4 0 none 0 1 "" shared
.variable "s5$" 7 32768 none 7 0 none 0 1 "" shared
.event "OnEnterState" 0
.state "A$" 0 4 startup
.state "B$" 0 5
.start 0 0
.handler 0 1 0
.function "Twice$" function 2 none 0 2 ""
.parameter 2 "n"
.parameter 3 "m"
    ALLOCVAR
    PUSHPRM
    STOREVAR local[0]
    SKIPPRM
    LOADVAR local[0]
    PUSH1 2
    MULTIPLYI
    RETURN
.function "OnEnterState$" event 0 0 0 4 ""
    ALLOCVAR
    ALLOCVAR
    ALLOCVAR
    ALLOCSTR
    ALLOCSTR
    ALLOCHDL
    CALL "make()@3"
    STOREHDL local[0]
    CALL "make()@3"
    STOREHDL instance[0]
)";

class SkritRows final : public RowSubject {
  public:
    SkritRows() : RowSubject(skrit::engine(), skrit::opcode_table) {}

    std::string program(const isa::Row& row, Random& random) override {
        random_ = &random;
        labels_ = 0;
        text_ = head;
        for (const char* local : {"0", "1"}) {
            push('I');
            line(std::string("STOREVAR local[") + local + "]");
        }
        push('F');
        line("STOREVAR local[2]");
        const std::size_t place = random.below(4);
        for (std::size_t i = 0; i < 4; ++i)
            instruction(i == place ? row : table().rows[random.below(table().rows.size())]);
        for (const char* local : {"0", "1"})
            line(std::string("LOADVAR local[") + local + "]\n    STOREVAR instance[" + local + "]");
        line("LOADVAR local[2]\n    STOREVAR instance[2]");
        line("LOADSTR local[0]\n    STORESTR instance[0]");
        line("FREEHDL 1\n    FREESTR 2\n    FREEVAR 3\n    RETURN0");
        return text_;
    }
    std::span<const NeverSeen> never_seen() const override {
        static constexpr std::array rows{NeverSeen{"ABORT", "it ends in a fault"}};
        return rows;
    }
    std::vector<Settings> other_forms() const override {
        return {{{"tier", "precise"}}, {{"tier", "native"}, {"native_after", "1"}}};
    }
    Value answer(std::string_view) const override { return Value(ObjectId{77}); }

    // A world cannot be saved while a script is paused: pieces end in pauses, and the world is restored
    // between two runs of the event.
    void start(Scheduler& world, std::uint64_t piece) override {
        again_ = true;
        in_pieces(world, piece, [&] { world.start(); });
        if (piece == 0) go_on(world, 0);
    }
    bool stopped(Scheduler&) override { return again_; }
    void go_on(Scheduler& world, std::uint64_t piece) override {
        again_ = false;
        in_pieces(world, piece, [&] { EXPECT_TRUE(world.send({"OnEnterState", {}})); });
        in_pieces(world, piece, [&] { world.frame(0.25F); });
    }
    bool is_fast(Scheduler&) const override { return true; }

  private:
    static void in_pieces(Scheduler& world, std::uint64_t piece, const std::function<void()>& action) {
        auto& own = static_cast<skrit::World&>(world);
        if (piece != 0) own.pause_after(piece);
        action();
        while (own.paused()) {
            own.pause_after(piece);
            own.resume();
        }
        own.clear_pauses();
    }
    std::size_t below(std::size_t limit) { return random_->below(limit); }
    void line(const std::string& text) { text_ += "    " + text + "\n"; }

    /// `local[0]`: a variable of that letter, of one frame or another.
    std::string slot(char letter) {
        static constexpr std::array frames{"local", "local", "instance", "shared"};
        const std::string frame = frames[below(frames.size())];
        const std::size_t number = letter == 'F' ? 2 : letter == 'H' ? 0 : below(2);
        return frame + "[" + std::to_string(number) + "]";
    }
    std::string number() {
        return std::to_string(below(4) == 0 ? static_cast<std::int32_t>(random_->next())
                                            : static_cast<std::int32_t>(below(6)) - 1);
    }
    void push(char letter) {
        switch (letter) {
        case 'I': // what joins is a local or a constant
            if (below(2) == 0)
                line("LOADVAR " + slot('I'));
            else if (below(2) == 0)
                line("PUSH1 " + std::to_string(static_cast<int>(below(9)) - 2));
            else
                line("PUSH4 " + number());
            break;
        case 'F':
            if (below(2) == 0)
                line("LOADVAR " + slot('F'));
            else
                line("PUSH4 " +
                     std::to_string(std::bit_cast<std::int32_t>(static_cast<float>(below(9)) * 0.5F - 1)));
            break;
        case 'S': line("LOADSTR " + slot('S')); break;
        case 'C':
            if (below(2) == 0)
                line("LOADCSTR " + slot('S'));
            else
                line("PUSH1 " + std::string(below(2) == 0 ? "1" : "5") + "\n    OFFTOPCC");
            break;
        case 'H': line("LOADHDL " + slot('H')); break;
        case 'P': line(below(2) == 0 ? "PUSHTHIS" : "CALL \"make()@4\""); break;
        case 'D': push('F'), line("FLTTODBL"); break;
        default: ADD_FAILURE() << "say here how a cell '" << letter << "' is made";
        }
    }
    void take(char letter) {
        switch (letter) {
        case 'I':
            if (below(3) != 0) return line("STOREVAR " + slot('I'));
            line("BRANCHZERO at" + std::to_string(labels_));
            line("PUSH1 1\n    LOADVAR instance[1]\n    ADDI\n    STOREVAR instance[1]");
            text_ += "at" + std::to_string(labels_++) + ":\n";
            return;
        case 'F': return line("STOREVAR " + slot('F'));
        case 'S': return line("STORESTR " + slot('S'));
        case 'C': return line("STORECSTR " + slot('S'));
        case 'H': return line("STOREHDL " + slot('H'));
        default: return line("POP1");
        }
    }
    void push_all(std::string_view letters) {
        for (const char letter : letters) push(letter);
    }

    void call(Op op) {
        const auto show = [&](std::string_view letters, const char* import, char result) {
            push_all(letters);
            line(std::string(skrit::opcode_table.rows[static_cast<std::size_t>(op)].mnemonic) + " " + import);
            take(result);
        };
        if (op == Op::CALL) {
            push_all("CI");
            push('D');
            line("PUSH1 3\n    CALL 0");
            return take('I');
        }
        if (op == Op::CALLSINGLETON) return show("I", "1", 'F');
        if (op == Op::CALLMEMBER) {
            line("CALL \"make()@4\"\n    BASEADJUST 0");
            return show("I", "2", 'I');
        }
        if (op == Op::CALLSINGLETONBASE) return show("", "5, 0", 'I');
        line("CALL \"make()@4\"");
        show("", "6, 0", 'I');
    }

    /// The operand that an instruction of one number has.
    std::string operand_text(const isa::Row& row) {
        if (row.operands.empty()) return {};
        const std::string_view kind = row.operands[0].kind->name;
        if (row.target_operand() >= 0) return " at" + std::to_string(labels_);
        if (kind == "int") return " " + std::to_string(below(9));
        return " 0"; // the first state, upcast
    }

    void instruction(const isa::Row& row) {
        const auto op = static_cast<Op>(row.opcode);
        const skrit::OpcodeFacts& facts = skrit::facts_of(row.opcode);
        const std::string name(row.mnemonic);
        const std::string_view takes = facts.takes.substr(0, facts.takes.find('/'));
        static constexpr std::string_view any = "IFSCHP";
        const char letter = any[below(any.size())];
        switch (facts.effect) {
        case Effect::plain:
            if (row.flow == isa::Flow::stop || row.flow == isa::Flow::ret) return;
            push_all(takes);
            line(name + operand_text(row));
            for (const char given : facts.gives) take(given);
            break;
        case Effect::call: call(op); break;
        case Effect::script:
            push_all("IF");
            line(name + " Twice$@0");
            take('I');
            break;
        case Effect::load: {
            const char kind = facts.gives == "?" ? (below(2) == 0 ? 'I' : 'F') : facts.gives[0];
            line(name + " " + slot(kind == 'C' ? 'S' : kind));
            take(kind);
            break;
        }
        case Effect::store: {
            const char kind = takes == "?" ? (below(2) == 0 ? 'I' : 'F') : takes[0];
            push(kind);
            line(name + " " + slot(kind == 'C' ? 'S' : kind));
            break;
        }
        case Effect::param:
        case Effect::skip: call_script(); break; // it stands in the function
        case Effect::alloc: line(name + "\n    FREE" + name.substr(5) + " 1"); break;
        case Effect::release: line("ALLOC" + name.substr(4) + "\n    " + name + " 1"); break;
        case Effect::push:
            line(name + operand_text(row));
            take('I');
            break;
        case Effect::drop:
            if (row.operands.empty()) {
                push(letter);
                line(name);
            } else {
                push(letter);
                push(any[below(any.size())]);
                line(name + " 2");
            }
            break;
        case Effect::swap: {
            const char second = any[below(any.size())];
            push(letter);
            push(second);
            line(name);
            take(letter);
            take(second);
            break;
        }
        case Effect::result: call_script(); break;
        case Effect::constant:
            line("PUSH1 1\n    " + name);
            take('C');
            break;
        case Effect::null:
            push_all(letter == 'H' ? "HH" : letter == 'P' ? "PP" : "II");
            line(name);
            take('I');
            break;
        }
        text_ += "at" + std::to_string(labels_++) + ":\n";
    }
    void call_script() {
        push_all("IF");
        line("CALLSKRIT Twice$@0");
        take('I');
    }

    Random* random_ = nullptr;
    std::string text_;
    int labels_ = 0;
    bool again_ = false; ///< The event is still to be sent a second time.
};

TEST(SkritRows, DoTheSameInAllForms) {
    SkritRows subject;
    hold_rows(subject, 8);
}

} // namespace
} // namespace vellum::test
