// Members of containers through the C interface: the C test has no game to open.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "engines/ags/engine.hpp"
#include "support/ags_packages.hpp"
#include "vellum/vellum.h"

namespace vellum::ags {
namespace {

std::vector<std::byte> script(const std::string& name) {
    Diagnostics diagnostics;
    const auto program = engine().assemble(".section \"" + name + ".asc\", 0\n.export func \"" + name +
                                               "_main$0\", here\nhere:\n    LITTOREG AX, 1\n    RET\n",
                                           {}, diagnostics);
    EXPECT_TRUE(program) << (program ? "" : format(program.error()));
    return *engine().save(**program);
}

TEST(CMembers, AreNamedAndOpened) {
    const std::vector<std::byte> game = test::package(
        21, {{"game28.dta", test::game_data({script("GlobalScript"), script("__DialogScripts")})},
             {"room12.crm", test::room_file(33, script("room12"))}});
    const vellum_load_options options{sizeof options, nullptr, "game.ags", nullptr};
    vellum_members* members = nullptr;
    ASSERT_EQ(vellum_members_find(game.data(), game.size(), &options, &members, nullptr), VELLUM_OK);
    std::map<std::string, std::size_t> scripts;
    vellum_member member{};
    for (std::size_t i = 0; i < vellum_members_count(members); ++i) {
        ASSERT_EQ(vellum_members_get(members, i, &member), VELLUM_OK);
        EXPECT_LE(member.offset + member.size, game.size());
        EXPECT_EQ(member.cut_off, 0);
        if (member.kind == std::string_view("script")) scripts[member.name] = i;
    }
    ASSERT_TRUE(scripts.contains("GlobalScript"));
    const std::size_t index = scripts["GlobalScript"];
    vellum_program* program = nullptr;
    ASSERT_EQ(
        vellum_members_load(members, index, game.data(), game.size(), nullptr, &program, nullptr, nullptr),
        VELLUM_OK);
    EXPECT_STREQ(vellum_program_engine(program), "ags");
    vellum_code* code = vellum_code_create(program);
    vellum_function function{};
    ASSERT_EQ(vellum_code_function(code, 0, &function), VELLUM_OK);
    EXPECT_STREQ(function.name, "GlobalScript_main");
    vellum_code_free(code);
    vellum_program_free(program);
    program = nullptr;
    // Bytes that do not hold the member, and a member that is not there.
    EXPECT_EQ(vellum_members_load(members, index, game.data(), 8, nullptr, &program, nullptr, nullptr),
              VELLUM_BAD_ARGUMENT);
    EXPECT_EQ(vellum_members_load(members, vellum_members_count(members), game.data(), game.size(), nullptr,
                                  &program, nullptr, nullptr),
              VELLUM_BAD_ARGUMENT);
    EXPECT_EQ(vellum_members_get(members, vellum_members_count(members), &member), VELLUM_BAD_ARGUMENT);
    EXPECT_EQ(program, nullptr);
    vellum_members_free(members);
    // The container itself has facts and no code.
    ASSERT_EQ(vellum_load(game.data(), game.size(), &options, &program, nullptr, nullptr), VELLUM_OK);
    code = vellum_code_create(program);
    EXPECT_EQ(vellum_code_table(code), VELLUM_NO_INDEX);
    EXPECT_EQ(vellum_code_instruction_count(code), 0U);
    EXPECT_GT(vellum_code_fact_count(code), 0U);
    vellum_operand operand{};
    EXPECT_EQ(vellum_code_operand(code, 0, 0, &operand), VELLUM_BAD_ARGUMENT);
    vellum_code_free(code);
    vellum_program_free(program);
}

} // namespace
} // namespace vellum::ags
