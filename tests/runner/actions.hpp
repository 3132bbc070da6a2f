// What a case can ask for. Each action turns the case's programs into text; a diagnostic is text, too.
//
//     check             what the assembler, compiler or loader and the engine's check say
//     disasm [bytes] [plain] [facts]   the listing: with encoded bytes, without addresses, with verified
//     facts info              the facts of `vellum info`;  references  what the code refers to save the file
//     as hexadecimal roundtrip         assemble, save, load, save, list and assemble again must agree run
//     [summary]     the plain-words report of a run trace             the same with every instruction state
//     what a run changed in the world, from its JSON form: a line for each value restored          a run that
//     is saved and restored before every frame, held against the straight run replayed          a run played
//     back from its host log, held against the recorded one
//     names             what an edited source names, and the source decompiled with that; or with the names
//                       that a second program is
//     diff [listing]    what differs between two programs: as source where there is one, or as instructions
//     edit …            what an editor is told about the texts (editing.hpp)
#pragma once

#include <string>

#include "runner/case_file.hpp"
#include "vellum/engine.hpp"

namespace vellum::cases {

/// The text of all actions of the case. With more than one action each begins with a line "-- <action>".
[[nodiscard]] std::string perform(const Engine& engine, const CaseFile& file);

} // namespace vellum::cases
