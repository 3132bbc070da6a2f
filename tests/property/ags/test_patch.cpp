// A changed function costs no entry of a table: every export and import is still there, and what they lead to
// has the same instructions, fixups and data. Samples and random sources.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/file.hpp"
#include "engines/ags/engine.hpp"
#include "engines/ags/format/script.hpp"
#include "source_generator.hpp"
#include "support/random.hpp"
#include "support/same_code.hpp"
#include "vellum/tools.hpp"

namespace vellum::test {
namespace {

namespace fs = std::filesystem;

std::uint32_t word_of(const Program& program, std::size_t index, std::size_t operand) {
    return program.code()->instructions[index].address + 1 + static_cast<std::uint32_t>(operand);
}

std::uint32_t value_at(const ags::Script& script, std::uint32_t word) {
    return load_u32(script.scom().code.data() + std::size_t{word} * 4);
}

/// Functions are addresses with a fixup.
std::optional<std::uint32_t> function_operand(const Program& program, std::size_t index,
                                              std::size_t operand) {
    const auto& script = static_cast<const ags::Script&>(program);
    const std::uint32_t word = word_of(program, index, operand);
    if (script.fixup_at(word) != static_cast<std::uint8_t>(ags::FixupType::function)) return std::nullopt;
    return value_at(script, word);
}

/// Fixups of the data, by place.
std::vector<std::pair<int, std::int32_t>> data_fixups(const ags::Scom& scom) {
    std::vector<std::pair<int, std::int32_t>> found;
    for (const ags::Fixup& one : scom.fixups)
        if (one.type == static_cast<std::uint8_t>(ags::FixupType::pointer))
            found.emplace_back(one.type, one.position);
    std::ranges::sort(found);
    return found;
}

/// Empty, or which entry is lost or leads to something else.
std::string lost_entry(const ags::Script& before, const ags::Script& after, std::uint32_t changed) {
    const ags::Scom &mine = before.scom(), &other = after.scom();
    SameCode code(before, after, changed, function_operand);
    for (const ags::Export& one : mine.exports) {
        const auto found = std::ranges::find_if(other.exports, [&](const ags::Export& each) {
            return each.name == one.name && each.kind() == one.kind();
        });
        if (found == other.exports.end()) return "the export '" + one.name + "' is lost";
        if (one.kind() != ags::export_function) {
            if (one.offset() != found->offset()) return "the export '" + one.name + "' is elsewhere";
        } else if (std::string wrong = code.compare(one.offset(), found->offset()); !wrong.empty())
            return one.name + ": " + wrong;
    }
    if (mine.data != other.data) return "the data is other data";
    if (data_fixups(mine) != data_fixups(other)) return "fixups of the data are lost";
    for (const ags::Section& one : mine.sections)
        if (std::ranges::find(other.sections, one.name, &ags::Section::name) == other.sections.end())
            return "the section '" + one.name + "' is lost";
    return {};
}

/// Empty, or the first import that is gone.
std::string lost_import(const ags::Scom& before, const ags::Scom& after) {
    for (const std::string& one : before.imports)
        if (!one.empty() && std::ranges::find(after.imports, one) == after.imports.end()) return one;
    return {};
}

/// Gives its functions, one after the other, one statement more, and no statement at all; how many were
/// tried.
std::size_t change_each(const Program& program, const std::string& what) {
    const auto source = program.decompile({});
    if (!source || !source->listing.empty()) return 0;
    const auto outline = program.engine().language()->outline(source->text);
    if (!outline) return 0;
    std::size_t tried = 0;
    for (const FunctionVerdict& one : source->functions) {
        const auto own = std::ranges::find(*outline, one.name, &SourceFunction::name);
        if (!one.identical || own == outline->end()) continue;
        const std::string text = source->text.substr(own->begin, own->end - own->begin);
        const std::size_t body = text.find('{') + 1;
        if (body == 0) continue;
        for (const bool emptied : {false, true}) {
            const std::string fresh =
                text.substr(0, body) + (emptied ? "}" : " int vellum_new = 5; " + text.substr(body));
            Diagnostics diagnostics;
            const auto made =
                tools::patch(program, {.functions = {one.name}, .text = fresh, .name = "new"}, diagnostics);
            EXPECT_TRUE(made) << what << ": " << one.name << ": " << (made ? "" : format(made.error()));
            if (!made) continue;
            const auto& before = static_cast<const ags::Script&>(program);
            const auto& after = static_cast<const ags::Script&>(*made->program);
            EXPECT_EQ(lost_entry(before, after, one.address), "") << what << ": " << one.name;
            EXPECT_TRUE(made->left_out.empty()) << what << ": " << one.name << ": " << made->left_out.front();
            if (!emptied) { // what only it used may go
                EXPECT_EQ(lost_import(before.scom(), after.scom()), "") << what << ": " << one.name;
            }
        }
        ++tried;
    }
    return tried;
}

TEST(Patch, CostsNoEntryOfSamples) {
    std::size_t tried = 0;
    for (const auto& entry : fs::directory_iterator(VELLUM_SOURCE_DIR "/samples/ags")) {
        if (entry.path().extension() != ".o") continue;
        const auto bytes = read_file(entry.path().string());
        ASSERT_TRUE(bytes);
        Diagnostics diagnostics;
        const auto program =
            ags::engine().format().load(*bytes, {entry.path().filename().string(), {}}, diagnostics);
        ASSERT_TRUE(program);
        tried += change_each(**program, entry.path().filename().string());
    }
    EXPECT_GT(tried, 50U);
}

TEST(Patch, CostsNoEntryOfRandomSources) {
    const auto count = static_cast<std::uint32_t>(setting("VELLUM_DECOMPILED", 12));
    const auto first = static_cast<std::uint32_t>(setting("VELLUM_SEED", 0));
    std::size_t tried = 0;
    for (std::uint32_t seed = first; seed < first + count; ++seed) {
        Diagnostics diagnostics;
        const auto program =
            ags::engine().language()->compile(SourceGenerator(seed).make(), {"random.asc", {}}, diagnostics);
        if (program) tried += change_each(**program, "seed " + std::to_string(seed));
    }
    EXPECT_GT(tried, count);
}

} // namespace
} // namespace vellum::test
