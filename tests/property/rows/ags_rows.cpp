// Every row of the AGS table. A program is a function with a number, a pointer to a dynamic array and an
// array of its own on the stack; instructions find registers by chance, MAR at one of these or at global
// data.
#include <array>

#include <gtest/gtest.h>

#include "engines/ags/engine.hpp"
#include "engines/ags/isa/isa.hpp"
#include "engines/ags/world/world.hpp"
#include "row_subject.hpp"

namespace vellum::test {
namespace {

/// Instructions that make sense only between others; what they stand between keeps the stack's shape.
struct Neighbours {
    std::string_view mnemonic;
    std::string_view before;
    std::string_view operands; ///< Instead of any.
    std::string_view after;
};
constexpr std::array neighbours{
    Neighbours{"PUSHREG", "", "", "POPREG BX"},
    Neighbours{"POPREG", "PUSHREG CX", "", ""},
    Neighbours{"ZEROMEMORY", "REGTOREG SP, MAR", "8", "ADD SP, 8\nSUB SP, 8"},
    Neighbours{"CALL", "PUSHREG BX\nLITTOREG AX, func helper", "AX",
               "SUB SP, 4\nLITTOREG BX, 0\nLITTOREG CX, 0\nLITTOREG DX, 0"},
    Neighbours{"RET", "LITTOREG AX, func back\nCALL AX", "",
               "LITTOREG BX, 0\nLITTOREG CX, 0\nLITTOREG DX, 0"},
    Neighbours{"PUSHREAL", "", "",
               "NUMFUNCARGS 1\nLITTOREG AX, import \"see^100\"\nCALLEXT AX\nSUBREALSTACK 1"},
    Neighbours{"NUMFUNCARGS", "", "0", "LITTOREG AX, import \"see^100\"\nCALLEXT AX"},
    Neighbours{"CALLEXT", "NUMFUNCARGS 0\nLITTOREG AX, import \"see^100\"", "AX", ""},
    Neighbours{"SUBREALSTACK", "PUSHREAL BX\nNUMFUNCARGS 1\nLITTOREG AX, import \"see^100\"\nCALLEXT AX", "1",
               ""},
    Neighbours{"CALLOBJ", "LITTOREG AX, 2\nNEWARRAY AX, 4, 0", "AX",
               "NUMFUNCARGS 0\nLITTOREG AX, import \"see^100\"\nCALLEXT AX"},
    Neighbours{"DYNAMICBOUNDS", "LITTOREG CX, 4\nLOADSPOFFS 12\nMEMREADPTR MAR\nCHECKNULL", "CX",
               "ADDREG MAR, CX\nMEMREAD AX"},
};

class AgsRows final : public RowSubject {
  public:
    AgsRows() : RowSubject(ags::engine(), ags::scom_table) {}

    std::string program(const isa::Row& row, Random& random) override {
        text_ = ".import \"see^100\"\n.zero 64\n.export func \"main$0\", main\n"
                ".export func \"helper$1\", helper\n.export func \"back$0\", back\nmain:\n";
        labels_ = 0;
        if (&row == table().find(static_cast<std::uint32_t>(ags::Op::thisbase))) lines("THISBASE 0");
        lines("LINENUM 1\nLITTOREG AX, " + number(random) +
              "\nREGTOREG SP, MAR\nMEMWRITE AX\nADD SP, 4\n"
              "LITTOREG AX, 3\nNEWARRAY AX, 4, 0\nREGTOREG SP, MAR\nMEMINITPTR AX\nADD SP, 4\n"
              "REGTOREG SP, MAR\nZEROMEMORY 8\nADD SP, 8");
        for (const char* place : {"32", "36", "40", "44"})
            lines("LITTOREG MAR, data " + std::string(place) + "\nLITTOREG AX, " + number(random) +
                  "\nMEMWRITE AX");
        const std::size_t place = random.below(3);
        for (std::size_t i = 0; i < 3; ++i)
            instruction(i == place ? row : table().rows[random.below(table().rows.size())], random);
        lines("LOADSPOFFS 8\nMEMREAD AX\nLOADSPOFFS 16\nMEMREAD BX\nLITTOREG MAR, data 8\nMEMREADB CX\n"
              "LITTOREG DX, 0");
        show();
        lines("LOADSPOFFS 12\nMEMZEROPTR\nSUB SP, 16\nLITTOREG AX, 0\nRET");
        text_ += "helper:\n";
        lines("LINENUM 90\nLOADSPOFFS 8\nMEMREAD AX\nADD AX, 1\nRET");
        text_ += "back:\n";
        lines("LINENUM 95\nLITTOREG AX, 5\nRET");
        return text_;
    }

    std::span<const NeverSeen> never_seen() const override {
        static constexpr std::array rows{
            NeverSeen{"CALLAS", "the linker makes it out of CALLEXT; traces show what stands in the file"},
            NeverSeen{"NEWUSEROBJECT2", "the precise form runs it"},
            NeverSeen{"NEWARRAY2", "the precise form runs it"},
            NeverSeen{"DYNAMICCAST", "the precise form runs it"}};
        return rows;
    }

    std::vector<Settings> other_forms() const override {
        return {{{"tier", "native"}, {"native_after", "1"}}};
    }

    std::unique_ptr<Scheduler> world(const ProgramPtr& program, Host& host, std::uint64_t piece) override {
        auto made = RowSubject::world(program, host, piece);
        if (made != nullptr && piece != 0) {
            Budget budget = made->budget();
            budget.instructions = piece;
            made->set_budget(budget);
        }
        return made;
    }
    void start(Scheduler& world, std::uint64_t) override { EXPECT_TRUE(world.send({"main", {}})); }
    bool stopped(Scheduler& world) override { return world.machine(0).state == MachineState::exhausted; }
    void go_on(Scheduler& world, std::uint64_t) override { world.frame(0.0F); }
    bool is_fast(Scheduler& world) const override {
        return static_cast<ags::World&>(world).environment().fast();
    }
    /// Registers that no compiled code expects to survive a call are free to differ.
    std::string end(Scheduler& world) const override {
        std::string bytes;
        for (const std::byte byte : static_cast<ags::World&>(world).environment().instances()[0].data)
            bytes += std::to_string(std::to_integer<unsigned>(byte)) + " ";
        return bytes;
    }

  private:
    void lines(std::string_view several) {
        for (std::size_t at = 0; at <= several.size() && !several.empty();) {
            const std::size_t end = std::min(several.find('\n', at), several.size());
            text_ += "    " + std::string(several.substr(at, end - at)) + "\n";
            at = end + 1;
        }
    }
    void show() {
        lines("PUSHREAL DX\nPUSHREAL CX\nPUSHREAL BX\nPUSHREAL AX\nNUMFUNCARGS 4\n"
              "LITTOREG AX, import \"see^100\"\nCALLEXT AX\nSUBREALSTACK 4");
    }
    static std::string number(Random& random) {
        switch (random.below(4)) {
        case 0: return std::to_string(static_cast<std::int32_t>(random.next()));
        case 1: return random.below(2) == 0 ? "1073741824" : "-1082130432"; // 2.0, -1.0
        default: return std::to_string(static_cast<int>(random.below(6)) - 1);
        }
    }
    static std::string any_register(Random& random) {
        static constexpr std::array names{"AX", "AX", "AX", "BX", "BX", "CX", "DX"};
        return names[random.below(names.size())];
    }
    void surroundings(Random& random) {
        for (const char* name : {"AX", "BX", "CX", "DX"}) // what the lowering knows, and what it cannot
            if (random.below(3) == 0)
                lines(std::string("LITTOREG ") + name + ", " + number(random));
            else
                lines("LITTOREG MAR, data " + std::to_string(32 + 4 * random.below(4)) + "\nMEMREAD " + name);
        switch (random.below(6)) {
        case 0: lines("LOADSPOFFS 16"); break;
        case 1: lines("LITTOREG MAR, data " + std::to_string(4 * random.below(8))); break;
        case 2:
            lines(
                "LITTOREG CX, 8\nLOADSPOFFS 12\nMEMREADPTR MAR\nCHECKNULL\nDYNAMICBOUNDS CX\nADDREG MAR, CX");
            break;
        case 3: lines("LOADSPOFFS 12"); break;
        default: lines("LOADSPOFFS 8"); break;
        }
        switch (random.below(6)) {
        case 0: lines("LITTOREG AX, string \"text\"\nLITTOREG BX, string \"text\""); break;
        case 1:
            lines("LITTOREG AX, string \"text\"\nCREATESTRING AX\nLITTOREG BX, string "
                  "\"other\"\nCREATESTRING BX");
            break;
        case 2: lines("LITTOREG AX, 2\nNEWARRAY AX, 4, 0"); break;
        default: break;
        }
    }
    void instruction(const isa::Row& row, Random& random) {
        lines("LINENUM " + std::to_string(2 + random.below(80)));
        surroundings(random);
        const auto found = std::ranges::find(neighbours, row.mnemonic, &Neighbours::mnemonic);
        if (found != neighbours.end()) lines(found->before);
        const std::string label = "at" + std::to_string(labels_++);
        std::string operands;
        if (found != neighbours.end()) operands = found->operands;
        if (operands.empty())
            for (const isa::OperandSpec& operand : row.operands) {
                if (!operands.empty()) operands += ", ";
                if (operand.access != isa::Access::none)
                    operands += any_register(random);
                else if (operand.kind->role == isa::Role::relative)
                    operands += label;
                else
                    operands += std::array{"0", "1", "2", "4", "8"}[random.below(5)];
            }
        if (row.flow != isa::Flow::ret && row.mnemonic != "CALLAS" && row.mnemonic != "THISBASE")
            lines(std::string(row.mnemonic) + " " + operands);
        if (found != neighbours.end()) lines(found->after);
        text_ += label + ":\n";
        show();
    }

    std::string text_;
    int labels_ = 0;
};

TEST(AgsRows, DoTheSameInAllForms) {
    AgsRows subject;
    hold_rows(subject, 8);
}

} // namespace
} // namespace vellum::test
