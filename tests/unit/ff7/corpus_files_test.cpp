// Every script of the corpus: saved and listed without loss, checked without errors, and every instruction
// where the reference listings have it.
#include <filesystem>

#include "support.hpp"

namespace vellum::ff7::test {
namespace {

std::vector<std::string> scripts() {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus()))
        if (entry.path().extension() == ".ev") files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    return files;
}

TEST(CorpusFiles, ComeBackAsTheSameBytes) {
    VELLUM_NEEDS_CORPUS();
    for (const std::string& file : scripts()) {
        const std::string text = read_text(file);
        const ProgramPtr program = load_bytes(text, file);
        EXPECT_EQ(engine().format().detect(bytes_of(text), "unnamed"), Confidence::certain) << file;
        EXPECT_EQ(*program->save(), bytes_of(text)) << file;
        Diagnostics diagnostics;
        const auto again = engine().format().assemble(program->disassemble({}), {file, {}}, diagnostics);
        ASSERT_TRUE(again.has_value()) << file << ": " << again.error().message;
        EXPECT_EQ(*(*again)->save(), bytes_of(text)) << file;
        Diagnostics problems;
        program->check(problems);
        EXPECT_EQ(problems.errors(), 0U) << file;
    }
}

TEST(CorpusFiles, InstructionsAreWhereTheListingsHaveThem) {
    VELLUM_NEEDS_CORPUS();
    std::size_t rows = 0;
    for (const std::string& file : scripts()) {
        const std::string listing = file.substr(0, file.size() - 3) + ".listing.csv";
        const ProgramPtr program = load_file(file);
        const Script& script = script_of(program);
        std::string previous;
        for (const auto& row : read_csv(listing)) {
            ++rows;
            const auto hex = [&](std::size_t i) {
                return static_cast<std::uint32_t>(std::strtoul(row.at(i).c_str(), nullptr, 16));
            };
            const std::size_t entry = std::stoul(row[0]);
            ASSERT_LT(entry, script.table.size());
            ASSERT_EQ(script.table[entry].id, hex(1));
            if (row[0] != previous) { // the function itself
                previous = row[0];
                const FunctionId what = FunctionId::from(script.table[entry].id);
                const char* kinds[] = {"system", "model", "mesh", "other"};
                EXPECT_EQ(row[2], kinds[static_cast<std::size_t>(what.kind)]);
                EXPECT_EQ(std::to_string(what.function), row[4]);
                if (what.kind != FunctionKind::system) EXPECT_EQ(std::to_string(what.owner), row[3]);
                if (what.kind == FunctionKind::mesh) {
                    EXPECT_EQ(std::to_string(what.owner % 36), row[5]);
                    EXPECT_EQ(std::to_string(what.owner / 36), row[6]);
                }
                EXPECT_EQ(script.find(script.table[entry].id), script.table[entry].ip);
            }
            const std::ptrdiff_t index = script.sweep.at(hex(8));
            ASSERT_GE(index, 0) << file << " " << row[8];
            const isa::Instruction& instruction = script.sweep.instructions[static_cast<std::size_t>(index)];
            EXPECT_EQ(script.offset_of(instruction.address), hex(9));
            EXPECT_EQ(instruction.opcode, hex(10));
            const isa::Row& known = script.sweep.row(instruction);
            if (is_call(instruction.opcode))
                EXPECT_EQ("CALL_" + std::to_string(called_function(instruction.opcode)), row[11]);
            else
                EXPECT_EQ(known.mnemonic, row[11]);
            ASSERT_EQ(row[12].empty(), !has_operand(instruction.opcode));
            if (!row[12].empty()) EXPECT_EQ(script.sweep.values[instruction.first], hex(12));
        }
    }
    EXPECT_GT(rows, 30'000U);
}

TEST(CorpusFiles, TheSweepIsTheReferenceSweep) {
    VELLUM_NEEDS_CORPUS();
    const ProgramPtr program = load_file(corpus() + "wm0.ev");
    const Script& script = script_of(program);
    const auto rows = read_csv(corpus() + "wm0.sweep.csv");
    ASSERT_EQ(rows.size(), script.sweep.instructions.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(script.sweep.instructions[i].address, std::strtoul(rows[i].at(0).c_str(), nullptr, 16));
        EXPECT_EQ(script.sweep.instructions[i].opcode, std::strtoul(rows[i].at(2).c_str(), nullptr, 16));
    }
}

} // namespace
} // namespace vellum::ff7::test
