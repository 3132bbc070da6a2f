// Every row of the world map's table. A snapshot holds a world between two frames, so a program is cut there.
// A program is the system's Enter function with a model on the map and a
// few functions to call; every instruction gets the items that its stack effect takes, and what it leaves is
// written to a bank or decides a jump. The unwatched loop executes such statements as one.
#include <gtest/gtest.h>

#include "engines/ff7/engine.hpp"
#include "engines/ff7/isa/isa.hpp"
#include "row_subject.hpp"

namespace vellum::test {
namespace {

constexpr int frames = 10;

class Ff7Rows final : public RowSubject {
  public:
    Ff7Rows() : RowSubject(ff7::engine(), ff7::table()) {}

    std::string program(const isa::Row& row, Random& random) override {
        text_ = ".words 600\n    RETURN\n.function system 0\n";
        labels_ = 0;
        for (const char* model : {"6", "0"}) {
            line(std::string("RESET\n    PUSH_CONST ") + model + "\n    LOAD_MODEL");
            line(
                "RESET\n    PUSH_CONST 12\n    PUSH_CONST " + std::to_string(random.below(9)) +
                "\n    SET_MESH_POS\n    RESET\n    PUSH_CONST 1000\n    PUSH_CONST 4000\n    SET_LOCAL_POS");
        }
        line("SET_PLAYER");
        const std::size_t place = random.below(4);
        for (std::size_t i = 0; i < 4; ++i)
            statement(i == place ? row : table().rows[random.below(table().rows.size())], random);
        line("RETURN");
        for (const char* function : {"system 7", "model 0 4", "model 6 254", "model 6 3"})
            text_ +=
                std::string(".function ") + function +
                "\n    RESET\n    PUSH_TEMP_BYTE 0x20\n    PUSH_TEMP_BYTE 0x20\n    PUSH_CONST 3\n    ADD\n"
                "    WRITE\n    RETURN\n";
        return text_;
    }

    void start(Scheduler& world, std::uint64_t piece) override {
        world.start();
        left_ = frames;
        if (piece != 0)
            run_until(world, static_cast<int>(piece) % frames);
        else
            go_on(world, 0);
    }
    bool stopped(Scheduler&) override { return left_ != 0; }
    void go_on(Scheduler& world, std::uint64_t) override { run_until(world, 0); }
    bool is_fast(Scheduler&) const override { return true; }

  private:
    void run_until(Scheduler& world, int left) {
        for (; left_ > left; --left_) world.frame(1.0F / 30);
    }

    void line(const std::string& text) { text_ += "    " + text + "\n"; }

    void item(Random& random) {
        switch (random.below(8)) {
        case 0: line("PUSH_TEMP_WORD " + std::to_string(random.below(0x100))); break;
        case 1: line("PUSH_SAVE_BYTE " + std::to_string(random.below(0x400))); break;
        case 2: line("PUSH_SPECIAL_BYTE " + std::to_string(random.below(20))); break;
        case 3: line("PUSH_CONST " + std::to_string(random.below(0x10000))); break;
        default: line("PUSH_CONST " + std::to_string(random.below(8))); break;
        }
    }

    std::string operand_text(const isa::Row& row, const isa::OperandSpec& operand, Random& random) {
        const std::string_view kind = operand.kind->name;
        if (operand.kind->role == isa::Role::target) return "at" + std::to_string(labels_);
        if (kind == "constant" || kind == "operand") return std::to_string(random.below(0x10000));
        if (kind == "bank address") return std::to_string(random.below(0x500));
        if (kind == "special value") return std::to_string(random.below(24));
        if (kind == "function")
            return std::to_string(random.below(3) == 0 ? random.below(252) : 3 + random.below(5));
        if (kind == "code")
            return std::to_string(row.opcode + random.below(row.opcode_last - row.opcode + 1U));
        ADD_FAILURE() << "say here what a '" << kind << "' looks like";
        return {};
    }

    void statement(const isa::Row& row, Random& random) {
        const bool gives = row.stack.pushes.fixed == 1;
        const bool tests = gives && random.below(3) == 0;
        if (row.flow != isa::Flow::ret) {
            line("RESET");
            if (gives && !tests) line("PUSH_TEMP_WORD " + std::to_string(2 * random.below(0x80)));
            if (row.opcode == ff7::code::write) line("PUSH_TEMP_WORD 64");
            if (row.opcode == ff7::code::write)
                item(random);
            else
                for (std::uint32_t i = 0; i < row.stack.pops.fixed; ++i) item(random);
            std::string text(row.mnemonic);
            for (const isa::OperandSpec& operand : row.operands)
                text += (&operand == row.operands.data() ? " " : ", ") + operand_text(row, operand, random);
            line(text);
            if (tests) {
                line("GOTO_IF_FALSE at" + std::to_string(labels_));
                line("RESET\n    PUSH_TEMP_WORD 96\n    PUSH_TEMP_WORD 96\n    PUSH_CONST 1\n    ADD\n    "
                     "WRITE");
            } else if (gives)
                line("WRITE");
        }
        text_ += "at" + std::to_string(labels_++) + ":\n";
    }

    std::string text_;
    int labels_ = 0;
    int left_ = 0;
};

TEST(Ff7Rows, DoTheSameInAllForms) {
    Ff7Rows subject;
    hold_rows(subject, 6);
}

} // namespace
} // namespace vellum::test
