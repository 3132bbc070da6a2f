// Every row of the Pathologic table: programs are made from the operands that the row says it has, over
// variables of every type, and from its own stack effect. Afterwards a native is shown every variable that
// must be there. A new kind of operand says that it is missing.
#include <gtest/gtest.h>

#include <bit>

#include "engines/pathologic/isa/operands.hpp"
#include "engines/pathologic/isa/tables.hpp"
#include "row_subject.hpp"
#include "support/pathologic_driver.hpp"

namespace vellum::test {
namespace {

using namespace pathologic;

// Six variables of every type below the instruction, a text in the middle and on top; 66 more under them, so
// that any pop count is there.
constexpr std::array<std::string_view, 8> values{"PushS \"text\"", "PushVec (1.5, -2.0, nan(0xffc00001))",
                                                 "PushV object",   "PushB true",
                                                 "PushF -0.5",     "PushI 7",
                                                 "PushI -3",       "PushS \"12\""};
constexpr std::string_view types_of_values = "svobriis";
constexpr std::string_view types_of_task = "isrovb";
constexpr std::uint32_t variables = 66 + 8;

/// Which variables an instruction works with: most of one type, because few instructions take any two.
struct Chosen {
    Random& random;
    std::size_t first_value = random.below(values.size()); ///< So that each is on top now and then.
    char type = "iirrsvob"[random.below(8)];
    /// A number is pushed right before and is the right operand: what is joined into one operation.
    bool constant = (type == 'i' || type == 'r') && random.below(2) == 0;

    [[nodiscard]] std::size_t choose(std::string_view types) const {
        for (int tries = 0; tries < 30 && (constant || random.below(4) != 0); ++tries)
            if (const std::size_t at = random.below(types.size()); types[at] == type) return at;
        return random.below(types.size());
    }
    [[nodiscard]] std::string stack() const {
        const std::size_t pushed = (choose(types_of_values) + values.size() - first_value) % values.size();
        return "S[" + std::to_string(values.size() - pushed + (constant ? 1 : 0)) + "]";
    }
    [[nodiscard]] std::string task() const { return "T[" + std::to_string(choose(types_of_task)) + "]"; }
};

/// Text for one operand, chosen by `choice`; empty if the kind is not known here. `number` is what a count
/// was written as.
std::string operand_text(const isa::OperandSpec& spec, const Chosen& chosen, std::uint32_t& number) {
    Random& random = chosen.random;
    const isa::OperandKind* kind = spec.kind;
    const auto any = [&](std::initializer_list<std::string_view> texts) {
        return std::string(texts.begin()[random.below(texts.size())]);
    };
    if (chosen.constant && spec.name == "right") return "S[1]";
    if (kind == &operands::stack_slot) return chosen.stack();
    if (kind == &operands::task_slot) return chosen.task();
    if (kind == &operands::mode_slot || kind == &operands::argument)
        return !chosen.constant && random.below(3) == 0 ? chosen.task() : chosen.stack();
    if (kind == &operands::mode_pops) {
        number = random.below(3) == 0 ? spec.param : static_cast<std::uint32_t>(random.below(6));
        if (chosen.constant) number = 1;
        number = std::min<std::uint32_t>(number, variables - 8);
        return std::to_string(number);
    }
    if (kind == &operands::count || kind == &operands::short_count)
        return std::to_string(number = static_cast<std::uint32_t>(random.below(9)));
    if (kind == &operands::keep_flags) return any({"pop", "keep"});
    if (kind == &operands::boolean) return any({"false", "true"});
    if (kind == &operands::component) return any({"x", "y", "z"});
    if (kind == &operands::variable_type) return any({"bool, int", "string", "float, object, cvector"});
    if (kind == &operands::integer) return any({"0", "-1", "2147483647"});
    if (kind == &operands::real) return any({"0.0", "-2.5", "nan(0xffc00000)", "inf"});
    if (kind == &operands::vector) return any({"(1.0, 2.0, 3.0)", "(nan(0xff800001), 0.0, -0.0)"});
    if (kind == &operands::string) return any({"\"\"", "\"some text\""});
    if (kind == &operands::method) return "Method";
    if (kind == &operands::global) return "G" + std::to_string(random.below(6));
    if (kind == &operands::task) return "Other";
    if (kind == &operands::event) return "5";
    if (kind == &operands::native) return any({"change/0", "change/1", "change/2"});
    if (kind->role == isa::Role::target) return "behind";
    return {};
}

/// A program around one instruction of that row, `alone` or with neighbours that it may be joined with; empty
/// if the row says nothing testable.
std::string program_of(const isa::Row& row, Random& random, bool alone = false) {
    Chosen chosen{random};
    if (alone) chosen.constant = false;
    std::string instruction(row.mnemonic);
    std::uint32_t number = 0;
    std::uint32_t arguments = 0;
    bool first = true;
    for (const isa::OperandSpec& spec : row.operands) {
        if (!spec.kind->shown) continue;
        std::string text;
        if (spec.repeat != isa::Repeat::once && spec.kind == &operands::argument) {
            for (std::uint32_t i = 0; i < arguments; ++i)
                text += (i == 0 ? "" : ", ") + operand_text(spec, chosen, number);
            if (text.empty()) continue;
        } else {
            text = operand_text(spec, chosen, number);
            EXPECT_FALSE(text.empty()) << "say here what a '" << spec.kind->name << "' looks like";
            if (spec.kind == &operands::native) arguments = static_cast<std::uint32_t>(text.back() - '0');
            if (spec.kind == &operands::method) arguments = static_cast<std::uint32_t>(random.below(3));
        }
        instruction += (first ? " " : ", ") + text;
        first = false;
    }
    std::string text = ".numbering hd\n.global int\n.global string\n.global float\n.global object\n.global "
                       "cvector\n.global bool\n.run Main, start\n.task Main, 0, int, string, float, object, "
                       "cvector, bool\n.task Other, 1, int\nstart:\n PushV";
    for (int i = 0; i < 66; ++i) text += i % 3 == 0 ? " string" : i % 3 == 1 ? " int" : " object";
    for (std::size_t at = text.find("PushV") + 6, next; (next = text.find(' ', at)) != std::string::npos;
         at = next + 2)
        text.replace(next, 1, ", ");
    text += "\n";
    for (std::size_t i = 0; i < values.size(); ++i)
        text += " " + std::string(values[(chosen.first_value + i) % values.size()]) + "\n";
    std::uint32_t depth = variables;
    if (row.mnemonic == "TaskCall" || row.mnemonic == "TaskReturn")
        text += " TaskCall Other\n Call other\n TaskReturn\n";
    else if (row.mnemonic == "Call")
        text += " Call behind\n Return " + std::to_string(variables) + "\n";
    else if (row.mnemonic != "Return") {
        if (chosen.constant) {
            text += chosen.type == 'r' ? " PushF 1.5\n" : " PushI 3\n";
            ++depth;
        }
        text += " " + instruction + "\n";
        if (!alone && row.stack.pushes.fixed == 1 && random.below(2) == 0) { // a result that decides a jump
            text += " JumpB S[1], further, " + std::string(random.below(2) == 0 ? "true" : "false") +
                    ", 1\n PushI 9\n Pop 1\nfurther:\n";
            --depth;
        }
    }
    // Whatever the effect is: the rest of the frame is shown from the top, then the frame goes.
    const std::string stub = text + "behind:\n Return 0\nother:\n Return 0\n";
    const ProgramPtr probe = assemble_pathologic(stub);
    if (probe == nullptr) return {};
    const isa::Code& code = static_cast<const Script&>(*probe).instructions;
    for (const isa::Instruction& each : code.instructions) {
        if (code.row(each).mnemonic != row.mnemonic || each.address < values.size() + 1) continue;
        const auto v = code.operands(each);
        depth -= std::min(depth, row.stack.pops.of(v.data(), v.size()));
        depth += row.stack.pushes.of(v.data(), v.size());
        break;
    }
    if (row.mnemonic == "Return") depth = variables;
    if (row.mnemonic == "Call") return stub;
    text += "behind:\n";
    for (std::uint32_t slot = 1; slot <= std::min(depth, 70U); ++slot)
        text += " Func see/1, S[" + std::to_string(slot) + "]\n";
    for (std::uint32_t slot = 0; slot < 6; ++slot) text += " Func see/1, T[" + std::to_string(slot) + "]\n";
    for (std::uint32_t global = 0; global < 6; ++global)
        text += " PushGE G" + std::to_string(global) + "\n Func see/1, S[1]\n Pop 1\n";
    // What the row says of the type on top decides how the next instruction is done.
    text += " Add S[1], S[1], 0\n Func see/1, S[1]\n Pop 1\n";
    return text + " Return " + std::to_string(depth) + "\nother:\n Return 0\n";
}

/// What natives saw, bit for bit, and how it ended.
std::string story(const ProgramPtr& program, bool checked) {
    Library own("own");
    std::string seen;
    own.variadic("see", [&](Call& call) {
        seen += std::string(to_string(call[0].type())) + ":";
        switch (call[0].type()) {
        case Type::string: seen += call[0].text(); break;
        case Type::real: seen += std::to_string(std::bit_cast<std::uint32_t>(call[0].real())); break;
        case Type::vector:
            for (const float part : {call[0].vector().x, call[0].vector().y, call[0].vector().z})
                seen += std::to_string(std::bit_cast<std::uint32_t>(part)) + ",";
            break;
        default: seen += std::to_string(call[0].object().id); break;
        }
        seen += " ";
    });
    own.variadic("change", [&](Call& call) {
        for (std::size_t i = 0; i < call.size(); ++i)
            if (call[i].is(Type::real)) call[i] = Value(std::bit_cast<float>(0xFFC12345U));
    });
    pathologic::WorldOptions options;
    options.checked = checked;
    options.ignore_null_receiver = true;
    const auto world = make_world(own, options);
    if (!world->add(program, "row")) return "not added";
    world->start();
    world->frame(0.1F);
    for (const Fault& fault : world->faults()) seen += "! " + fault.message;
    return seen + "; " + std::to_string(world->instructions());
}

class PathologicRows final : public RowSubject {
  public:
    PathologicRows() : RowSubject(pathologic::engine(), hd_table) {}

    std::string program(const isa::Row& row, Random& random) override { return program_of(row, random); }
    std::unique_ptr<Scheduler> world(const ProgramPtr& program, Host& host, std::uint64_t) override {
        RunOptions run;
        run.settings = form();
        auto options = pathologic::world_options(run);
        EXPECT_TRUE(options);
        options->ignore_null_receiver = true;
        auto made = make_world(host, *options);
        EXPECT_TRUE(made->add(program, "row"));
        return made;
    }
    std::vector<Settings> other_forms() const override {
        return {{{"tier", "native"}, {"native_after", "1"}}};
    }
    void start(Scheduler& world, std::uint64_t piece) override {
        framed_ = false;
        if (piece != 0) own(world).pause_after(piece);
        world.start();
        frame(world);
    }
    bool stopped(Scheduler& world) override { return own(world).paused(); }
    void go_on(Scheduler& world, std::uint64_t piece) override {
        own(world).pause_after(piece);
        own(world).resume();
        frame(world);
    }
    bool is_fast(Scheduler& world) const override {
        return static_cast<const Script&>(world.program(0)).verification().verified;
    }

  private:
    static World& own(Scheduler& world) { return static_cast<World&>(world); }
    void frame(Scheduler& world) {
        if (framed_ || own(world).paused()) return;
        framed_ = true;
        world.frame(0.1F);
    }

    bool framed_ = false;
};

TEST(PathologicRows, do_the_same_in_all_forms) {
    PathologicRows subject;
    hold_rows(subject, 10);
}

/// The type that a result column promises; none if it depends on the operands or nothing is pushed.
Type promised(Pushed result) {
    switch (result) {
    case Pushed::boolean: return Type::boolean;
    case Pushed::integer: return Type::integer;
    case Pushed::real: return Type::real;
    case Pushed::string: return Type::string;
    case Pushed::vector: return Type::vector;
    case Pushed::nothing:
    case Pushed::unknown:
    case Pushed::first_operand:
    case Pushed::arithmetic:
    case Pushed::global:
    case Pushed::listed: break;
    }
    return Type::none;
}

// The fast loop believes the column; here it is held against what the checked loop really pushes. Most
// operands are of a wrong type for most instructions, so tries go on until one is done.
TEST(PathologicRows, every_result_has_the_type_that_its_row_says) {
    Random random(15);
    for (std::size_t i = 0; i < hd_table.rows.size(); ++i) {
        const isa::Row& row = hd_table.rows[i];
        const Type type = promised(pushed_types[i]);
        if (type == Type::none) continue;
        bool done = false;
        for (int tries = 0; tries < 2000 && !done; ++tries) {
            const ProgramPtr program = assemble_pathologic(program_of(row, random, true));
            ASSERT_NE(program, nullptr) << row.mnemonic;
            const std::string seen = story(program, true); // the first that is shown is on top
            const std::size_t colon = seen.find(':');
            if (seen.starts_with('!')) continue;
            done = true;
            EXPECT_EQ(seen.substr(0, colon), to_string(type)) << row.mnemonic;
        }
        EXPECT_TRUE(done) << row.mnemonic << ": always a fault";
    }
}

// --- Pop counts, as the reference has them ---

TEST(PathologicRows, every_bit_of_a_pop_count_counts) {
    struct Form {
        std::string_view text;
        std::uint32_t most; ///< By the width of the instruction's mode byte.
        bool pushes;
    };
    for (const Form& form :
         {Form{"Add S[1], S[2]", 63, true}, Form{"Add2 S[1], S[2], S[3]", 31, false},
          Form{"Neg S[1]", 127, true}, Form{"Neg2 S[1], S[2]", 63, false},
          Form{"FuncExist T[0], T[1], T[2]", 31, true}, Form{"FuncExist2 T[0], T[1], T[2], T[3]", 15, false}})
        for (std::uint32_t pops = 3; pops <= form.most; pops = pops * 2 + 1) {
            std::string text = ".numbering hd\n.run M, a\n.task M, 0, object, string, int, bool\na:\n";
            for (int i = 0; i < 130; ++i) text += " PushI " + std::to_string(i) + "\n";
            text += " " + std::string(form.text) + ", " + std::to_string(pops) + "\n";
            const std::uint32_t left = 130 - pops;
            text += " Func see/1, S[" + std::to_string(form.pushes ? 2 : 1) + "]\n Return " +
                    std::to_string(left + (form.pushes ? 1 : 0)) + "\n";
            std::string error;
            const ProgramPtr program = assemble_pathologic(text, &error);
            ASSERT_NE(program, nullptr) << error;
            const std::string seen = "int:" + std::to_string(left - 1) + " ; 133";
            EXPECT_EQ(story(program, true), seen) << form.text << " pops " << pops;
            EXPECT_EQ(story(program, false), seen) << form.text << " pops " << pops;
        }
}

} // namespace
} // namespace vellum::test
