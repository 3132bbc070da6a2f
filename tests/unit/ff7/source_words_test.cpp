// Every construct of the source language with its words: the tables of docs/languages/ff7.md, row by row. A
// body begins at word 1 and its RETURN is left out.
#include <cstdio>
#include <iterator>
#include <string>

#include "unit/ff7/support.hpp"

namespace vellum::ff7::test {
namespace {

std::string words_of(const std::string& body) {
    Diagnostics diagnostics;
    const auto program = engine().language()->compile(
        "name fly = highwind.29;\nsystem 0 {\n" + body + "\n}\n", {"a.wms", {}}, diagnostics);
    if (!program) return format(program.error());
    const Script& script = script_of(*program);
    std::string text;
    for (std::uint32_t i = 1; i + 2 < script.used_words; ++i) {
        char word[8];
        static_cast<void>(std::snprintf(word, sizeof word, "%s%03X", i == 1 ? "" : " ", script.words[i]));
        text += word;
    }
    return text;
}

struct Row {
    const char* source;
    const char* words;
};

TEST(Ff7SourceWords, Operands) {
    static constexpr Row rows[] = {
        {"push(17);", "100 110 011"},
        {"push(0xFFFF);", "100 110 FFFF"},
        {"push(highwind);", "100 110 003"},
        {"push(save.bit(0xC22, 3));", "100 114 3F3"},
        {"push(save.byte(0xF25));", "100 118 381"},
        {"push(save.word(0xBA4));", "100 11C 000"},
        {"push(temp.bit(1, 2), temp.byte(3), temp.word(4));", "100 115 00A 119 003 11D 004"},
        {"push(temp2.bit(1, 2), temp2.byte(3), temp2.word(4));", "100 116 00A 11A 003 11E 004"},
        {"push(mesh_x, mesh_z, local_x, local_z, facing);", "100 11B 000 11B 001 11F 002 11F 003 11B 004"},
        {"push(marsh_side, left_second);", "100 117 00B 11B 014"},
        {"push(special(5), special(5, 0x113));", "100 11B 005 113 005"},
        {"push(item(0x1F2, 9));", "100 1F2 009"},
        {"push(-50);", "100 110 032 015"},
        {"push(!mesh_x);", "100 11B 000 017"},
        {"push(1 * 2, 1 + 2, 1 - 2);", "100 110 001 110 002 030 110 001 110 002 040 110 001 110 002 041"},
        {"push(1 << 2, 1 >> 2);", "100 110 001 110 002 050 110 001 110 002 051"},
        {"push(1 < 2, 1 > 2);", "100 110 001 110 002 060 110 001 110 002 061"},
        {"push(1 <= 2, 1 >= 2);", "100 110 001 110 002 062 110 001 110 002 063"},
        {"push(1 == 2, 1 != 2);", "100 110 001 110 002 070 110 001 110 002 071"},
        {"push(1 & 2, 1 | 2);", "100 110 001 110 002 080 110 001 110 002 0A0"},
        {"push(1 && 2, 1 || 2);", "100 110 001 110 002 0B0 110 001 110 002 0C0"},
        {"push(distance_to_point(1), distance_to_model(cid));", "100 110 001 018 110 002 019"},
        {"push(distance_to_stored(1), direction_to_point(2));", "100 110 001 01A 110 002 01B"},
        {"push(1 - 2 - 3);", "100 110 001 110 002 041 110 003 041"},
        {"push(1 + 2 * 3);", "100 110 001 110 002 110 003 030 040"},
    };
    for (const Row& row : rows) EXPECT_EQ(words_of(row.source), row.words) << row.source;
}

TEST(Ff7SourceWords, Statements) {
    static constexpr Row rows[] = {
        {"play_sfx(17);", "100 110 011 31D"},
        {"hide_model();", "339"},
        {"save.byte(0xF25) = 30;", "100 118 381 110 01E 0E0"},
        {"save.byte(0xF25) += 1;", "100 118 381 118 381 110 001 040 0E0"},
        {"save.byte(0xF25) -= 1;", "100 118 381 118 381 110 001 041 0E0"},
        {"call highwind.29;", "100 110 003 221"},
        {"call fly;", "100 110 003 221"},
        {"call system.7;", "100 110 FFFF 20B"},
        {"call (player_model).254;", "100 11B 008 202"},
        {"wait(1);", "100 110 001 305 306"},
        {"wait_frames(1); wait_step();", "100 110 001 305 306"},
        {"window(60, 20, 200, 41);", "32D 100 110 03C 110 014 110 0C8 110 029 324"},
        {"message(23);", "32D 100 110 017 325"},
        {"prompt(24, 0, 1);", "100 110 018 110 000 110 001 32D 326"},
        {"set_window_size(1, 2, 3, 4);", "100 110 001 110 002 110 003 110 004 324"},
        {"set_message(1); set_prompt(1, 2, 3);", "100 110 001 325 100 110 001 110 002 110 003 326"},
        {"wait_window();", "32D"},
        {"{ hide_model(); { show_model(); } }", "339 338"},
        {"if (mesh_x) hide_model();", "100 11B 000 201 007 339"},
        {"if (mesh_x) hide_model(); else show_model();", "100 11B 000 201 009 339 200 00A 338"},
        {"if (mesh_x) return; else { }", "100 11B 000 201 00A 200 00A 200 00A"},
        {"while (mesh_x) hide_model();", "100 11B 000 201 009 339 200 001"},
        {"loop hide_model();", "339 200 001"},
        {"loop { break; continue; }", "200 007 200 001 200 001"},
        {"return; hide_model();", "200 004 339"},
        {"L: goto L;", "200 001"},
        {"unless (mesh_x) goto L; hide_model(); L:", "100 11B 000 201 007 339"},
    };
    for (const Row& row : rows) EXPECT_EQ(words_of(row.source), row.words) << row.source;
}

TEST(Ff7SourceWords, WhatNoProgramNeeds) {
    static constexpr Row rows[] = {
        {"bare play_sfx(5);", "110 005 31D"},
        {"bare save.byte(0xF25) = 5;", "118 381 110 005 0E0"},
        {"bare call cid.3;", "110 002 207"},
        {"if (bare mesh_x) hide_model();", "11B 000 201 006 339"},
        {"while (bare mesh_x) hide_model();", "11B 000 201 008 339 200 001"},
        {"push(1, 2); bare push(3);", "100 110 001 110 002 110 003"},
        {"reset; reset;", "100 100"},
        {"bare play_sfx(pop);", "31D"},
        {"play_sfx(pop + 1);", "100 110 001 040 31D"},
        {"if (1, mesh_x) hide_model();", "100 110 001 11B 000 201 009 339"},
        {"set_prompt(1, 2, 3) after wait_window(), hide_model();", "100 110 001 110 002 110 003 32D 339 326"},
        {"set_encounters(stale(0x16));", "100 016 32B"},
        {"write(mesh_x, 5);", "100 11B 000 110 005 0E0"},
        {"op_356(); op_ffff();", "356 FFFF"},
        {"adjust_pos(temp.byte(3) + 80, 300);", "100 119 003 110 050 040 110 12C 353"},
        {"nop_31b(facing);", "100 11B 004 31B"},
        {"return here; hide_model();", "203 339"},
        {"asm {\n RESET\n again:\n GOTO again\n}", "100 200 002"},
    };
    for (const Row& row : rows) EXPECT_EQ(words_of(row.source), row.words) << row.source;
}

TEST(Ff7SourceWords, ShorterForms) {
    static constexpr Row pairs[] = {
        {"if (mesh_x) { } else if (mesh_z) hide_model();",
         "if (mesh_x) { } else { if (mesh_z) hide_model(); }"},
        {"push(mesh_x in (1, 2, 3));", "push(mesh_x == 1 || mesh_x == 2 || mesh_x == 3);"},
        {"switch (mesh_x) { case 1: hide_model(); case 2, 3: show_model(); default: wait(1); }",
         "if (mesh_x == 1) hide_model(); else if (mesh_x in (2, 3)) show_model(); else wait(1);"},
        {"switch (mesh_x) { case 1: }", "if (mesh_x == 1) { }"},
        {"temp.byte(1) += 2;", "temp.byte(1) = temp.byte(1) + 2;"},
        {"load_model(highwind);", "load_model(3);"},
    };
    for (const Row& pair : pairs) EXPECT_EQ(words_of(pair.source), words_of(pair.words)) << pair.source;
}

} // namespace
} // namespace vellum::ff7::test
