// The machine by small programs: every statement of the seed about stack, addressing, calls, tasks, events
// and natives has one here. Each program runs in the fast and in the checked loop and as machine code; all
// must give the same.
#include <gtest/gtest.h>

#include "support/pathologic_driver.hpp"

namespace vellum::test {
namespace {

/// Runs a program with a native `out/1` that collects what it is given.
class Machine {
  public:
    explicit Machine(std::string_view body, Form form = Form::fast, Library* more = nullptr) {
        std::string error;
        program_ = assemble_pathologic(body, &error);
        EXPECT_NE(program_, nullptr) << error;
        own_.variadic("out", [this](Call& call) {
            std::string& text = lines_.emplace_back();
            pathologic_text(text, call[0]);
        });
        own_.variadic("set", [](Call& call) { call[0] = Value(42); });
        if (more != nullptr) chain_.push_back(*more);
        chain_.push_back(own_);
        chain_.push_back(pathologic::known_natives());
        pathologic::WorldOptions options = options_of(form);
        options.budget.instructions = 10'000;
        world = pathologic::make_world(chain_, options);
        if (program_ != nullptr) EXPECT_TRUE(world->add(program_, "test").has_value());
        world->start();
    }
    std::string lines() const {
        std::string all;
        for (const std::string& line : lines_) all += (all.empty() ? "" : " ") + line;
        return all;
    }
    std::string faults() const {
        std::string all;
        for (const Fault& fault : world->faults()) all += std::string(fault.code->id);
        return all;
    }
    void clear() { lines_.clear(); }

    static void pathologic_text(std::string& text, const Value& value) {
        switch (value.type()) {
        case Type::boolean: text = value.boolean() ? "true" : "false"; break;
        case Type::integer: text = std::to_string(value.integer()); break;
        case Type::real: text = std::to_string(value.real()).substr(0, 6); break;
        case Type::string: text = value.text(); break;
        case Type::vector: text = "vector"; break;
        default: text = "object"; break;
        }
    }

    std::unique_ptr<pathologic::World> world;

  private:
    ProgramPtr program_;
    std::vector<std::string> lines_;
    Library own_{"own"};
    HostChain chain_;
};

/// Runs one frame of `start:` in a task without variables, in all forms.
std::string run(std::string_view code, std::string_view tables = ".task Main, 0\n") {
    const std::string text = ".numbering hd\n.run Main, start\n" + std::string(tables) + std::string(code);
    std::string result[3];
    for (const Form form : all_forms) {
        Machine machine(text, form);
        machine.world->frame(0.1F);
        result[static_cast<std::size_t>(form)] = machine.lines() + machine.faults();
    }
    EXPECT_EQ(result[1], result[0]) << "fast and checked loop differ";
    EXPECT_EQ(result[2], result[0]) << "machine code and checked loop differ";
    return result[0];
}

TEST(PathologicMachine, stack_operands_count_from_the_top) {
    EXPECT_EQ(run("start:\n PushI 1\n PushI 2\n PushI 3\n Func out/1, S[1]\n Func out/1, S[3]\n Return 3\n"),
              "3 1");
}

TEST(PathologicMachine, moves_convert_to_the_destination) {
    EXPECT_EQ(
        run("start:\n PushV int, float, bool, string\n MovF S[4], 2.75\n MovI S[3], 5\n MovI S[2], 9\n"
            " MovI S[1], -3\n Func out/1, S[4]\n Func out/1, S[3]\n Func out/1, S[2]\n Func out/1, S[1]\n"
            " Mov S[3], S[4]\n Func out/1, S[4]\n Return 4\n"),
        "2 5.0000 true -3 5");
}

TEST(PathologicMachine, push_form_pops_then_pushes) {
    // The operands are found before anything is popped; two values go, one comes.
    EXPECT_EQ(run("start:\n PushI 9\n PushI 10\n PushI 4\n Sub S[2], S[1], 2\n Func out/1, S[1]\n Func "
                  "out/1, S[2]\n"
                  " Return 2\n"),
              "6 9");
}

TEST(PathologicMachine, store_form_writes_then_pops) {
    EXPECT_EQ(run("start:\n PushV float\n PushI 7\n PushI 2\n Div2 S[2], S[1], S[3], 2\n Func out/1, S[1]\n "
                  "Return 1\n"),
              "3.0000")
        << "the operands' type decides, then the result is converted";
}

TEST(PathologicMachine, task_operands_and_mode_bits) {
    EXPECT_EQ(run("start:\n TMovI T[0], 5\n TMovI T[1], 8\n Add T[0], T[1], 0\n Func out/1, S[1]\n PushI 1\n"
                  " Sub2 T[1], S[1], T[0], 1\n Func out/1, T[0]\n Return 1\n",
                  ".task Main, 0, int, int\n"),
              "13 7");
}

TEST(PathologicMachine, conditional_jump_pops_after_the_decision_either_way) {
    EXPECT_EQ(
        run("start:\n PushI 1\n PushB true\n JumpB S[1], there, true, 1\n Func out/1, S[1]\nthere:\n"
            " PushB true\n JumpB S[1], never, false, 1\n Func out/1, S[1]\n Return 1\nnever:\n Return 1\n"),
        "1");
}

TEST(PathologicMachine, vector_components_and_keep_bits) {
    EXPECT_EQ(
        run("start:\n PushVec (1.0, 2.0, 3.0)\n PushF 9.5\n PopE S[2], y, keep\n Func out/1, S[1]\n Pop 1\n"
            " PushE S[1], y\n Func out/1, S[1]\n PushE S[2], z\n Func out/1, S[1]\n Return 3\n"),
        "9.5000 9.5000 3.0000");
    EXPECT_EQ(
        run("start:\n PushI 3\n PopGE Number, keep\n Pop 1\n PushGE Number\n Func out/1, S[1]\n Return 1\n",
            ".global int Number\n.task Main, 0\n"),
        "3");
}

TEST(PathologicMachine, callee_writes_its_result_below_its_arguments) {
    EXPECT_EQ(
        run("start:\n PushV int, int\n MovI S[1], 20\n Call double\n Pop 1\n Func out/1, S[1]\n Return 1\n"
            "double:\n PushV\n Add2 S[1], S[1], S[2], 0\n Return 0\n"),
        "40");
}

TEST(PathologicMachine, task_call_puts_variables_under_the_arguments) {
    // T[0] is below the argument S[1]; TaskReturn takes it away from the middle and keeps argument and
    // result.
    EXPECT_EQ(
        run("start:\n PushI 77\n PushV int, int\n MovI S[1], 5\n TaskCall Inner\n Call init\n TaskReturn\n"
            " Pop 1\n Func out/1, S[1]\n Func out/1, S[2]\n Func out/1, T[0]\n Return 2\n"
            "init:\n PushV\n PushI 3\n Add2 S[1], S[2], T[0], 1\n Func out/1, T[0]\n Mov S[1], S[2]\n"
            " Func out/1, T[1]\n Return 0\n",
            ".task Main, 0, int\n.task Inner, 2, int, string\n"),
        "8  5 77 0");
}

TEST(PathologicMachine, texts_grow_and_are_shared_by_value) {
    EXPECT_EQ(
        run("start:\n PushV string, string\n MovS S[2], \"ab\"\n Mov S[2], S[1]\n PushS \"c\"\n"
            " Add2 S[3], S[1], S[3], 1\n Func out/1, S[2]\n Func out/1, S[1]\n Add2 S[2], S[2], S[2], 0\n"
            " Func out/1, S[2]\n Return 2\n"),
        "abc ab abcabc");
}

TEST(PathologicMachine, natives_write_into_variables_of_their_own_type) {
    EXPECT_EQ(run("start:\n PushV float\n Func set/1, S[1]\n Func out/1, S[1]\n Return 1\n"), "42.000");
}

TEST(PathologicMachine, faults_are_data) {
    EXPECT_EQ(run("start:\n PushI 1\n PushI 0\n Div S[2], S[1], 2\n Func out/1, S[1]\n Return 1\n"),
              "pathologic.fault-division");
    EXPECT_EQ(run("start:\n PushV object\n ObjFunc S[1], Remove\n Return 1\n"),
              "pathologic.fault-null-object");
    EXPECT_EQ(run("start:\n PushS \"x\"\n Neg S[1], 1\n Return 1\n"), "pathologic.fault-type");
    EXPECT_EQ(run("start:\n Func nobody/0\n Return 0\n"), "pathologic.fault-native");
    EXPECT_EQ(run("start:\n Call start\n Return 0\n"), "") << "endless recursion only uses up the frame";
}

TEST(PathologicMachine, a_fault_names_the_calls_that_led_to_it) {
    Machine machine(".numbering hd\n.run Main, start\n.task Main, 0\nstart:\n PushV\n Call inner\n Return 0\n"
                    "inner:\n PushV\n PushI 1\n PushI 0\n Mod S[2], S[1], 2\n Return 1\n");
    machine.world->frame(0.1F);
    ASSERT_EQ(machine.world->faults().size(), 1U);
    const Fault& fault = machine.world->faults()[0];
    ASSERT_EQ(fault.frames.size(), 2U);
    EXPECT_EQ(fault.frames[0].address, 6U);
    EXPECT_EQ(fault.frames[1].address, 2U);
    EXPECT_EQ(fault.machine_name, "test");
    EXPECT_EQ(machine.world->machine(0).state, MachineState::faulted);
    EXPECT_TRUE(machine.world->finished());
}

constexpr std::string_view endless = ".numbering hd\n.run Main, start\n.task Main, 0, int\n"
                                     "start:\n PushI 1\n Add2 T[0], S[1], T[0], 1\n Jump start\n";

TEST(PathologicMachine, the_instruction_limit_is_exact_and_continues) {
    for (const Form form : all_forms) {
        Machine machine(endless, form);
        machine.world->frame(0.1F);
        EXPECT_EQ(machine.world->instructions(), 10'000U);
        EXPECT_EQ(machine.world->machine(0).state, MachineState::exhausted);
        machine.world->frame(0.1F);
        EXPECT_EQ(machine.world->instructions(), 20'000U);
        EXPECT_TRUE(machine.world->faults().empty());
    }
}

TEST(PathologicMachine, the_instruction_limit_can_be_fatal) {
    const ProgramPtr program = assemble_pathologic(endless);
    ASSERT_NE(program, nullptr);
    pathologic::WorldOptions options;
    options.limit_is_fatal = true;
    PathologicRun run(program, options);
    run.world->start();
    run.world->frame(0.1F);
    EXPECT_EQ(run.world->instructions(), 1'000'000U) << "the seed's limit is the default";
    ASSERT_EQ(run.world->faults().size(), 1U);
    EXPECT_EQ(run.world->faults()[0].code->id, "pathologic.fault-instruction-limit");
}

TEST(PathologicMachine, a_pause_falls_exactly_where_it_was_asked_for) {
    for (std::uint64_t stop = 1; stop < 40; ++stop) {
        Machine machine(endless);
        machine.world->pause_after(stop);
        machine.world->frame(0.1F);
        EXPECT_TRUE(machine.world->paused());
        EXPECT_EQ(machine.world->instructions(), stop);
        machine.world->resume();
        EXPECT_EQ(machine.world->instructions(), 10'000U) << "the frame goes on with what it had left";
    }
}

TEST(PathologicMachine, memory_and_depth_have_limits) {
    const auto fault_of = [](std::string_view text) {
        const ProgramPtr program = assemble_pathologic(text);
        EXPECT_NE(program, nullptr);
        pathologic::WorldOptions options;
        options.budget.call_depth = 50;
        options.stack_limit = 1000;
        options.budget.memory = 1U << 20U;
        PathologicRun run(program, options);
        run.world->start();
        for (int i = 0; i < 3; ++i) run.world->frame(0.1F);
        return run.world->faults().empty() ? std::string() : std::string(run.world->faults()[0].code->id);
    };
    EXPECT_EQ(fault_of(".numbering hd\n.run M, start\n.task M, 0\nstart:\n Call start\n Return 0\n"),
              "pathologic.fault-call-depth");
    EXPECT_EQ(fault_of(".numbering hd\n.run M, start\n.task M, 0\nstart:\n PushI 1\n Jump start\n"),
              "pathologic.fault-memory");
    EXPECT_EQ(fault_of(".numbering hd\n.run M, start\n.task M, 0\nstart:\n PushS \"xy\"\nmore:\n"
                       " Add2 S[1], S[1], S[1], 0\n Jump more\n"),
              "pathologic.fault-memory");
}

TEST(PathologicMachine, a_script_that_is_no_script_ends_at_once) {
    const ProgramPtr program = load_pathologic({});
    ASSERT_NE(program, nullptr);
    PathologicRun run(program);
    run.world->start();
    run.world->frame(0.1F);
    EXPECT_TRUE(run.world->finished());
    EXPECT_TRUE(run.world->faults().empty());
}

} // namespace
} // namespace vellum::test
