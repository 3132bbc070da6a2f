// The actions that run a case's programs in a world of their own: with the case's answers, and a stand-in for
// the rest.
#pragma once

#include <vector>

#include "runner/case_file.hpp"
#include "vellum/engine.hpp"

namespace vellum {
class TextWriter;
}

namespace vellum::cases {

using Programs = std::vector<ProgramPtr>;

void run(const Engine& engine, const CaseFile& file, const Programs& programs, bool summary, TextWriter& out);
void trace(const Engine& engine, const CaseFile& file, const Programs& programs, TextWriter& out);
void state(const Engine& engine, const CaseFile& file, const Programs& programs, TextWriter& out);
void restored(const Engine& engine, const CaseFile& file, const Programs& programs, TextWriter& out);
/// Paused over and over, looked at and restored: every run must come to the same end as the straight one.
void paused(const Engine& engine, const CaseFile& file, const Programs& programs, TextWriter& out);
/// Stops after so many instructions and shows what every machine with frames, or the first, holds.
void inspect(const Engine& engine, const CaseFile& file, const Programs& programs, std::uint64_t instructions,
             TextWriter& out);
/// Has the case's conversation with a debug adapter; without `sources` it finds no text of the program.
void dap(const Engine& engine, const CaseFile& file, const Programs& programs, bool sources, TextWriter& out);
void replayed(const Engine& engine, const CaseFile& file, const Programs& programs, TextWriter& out);

} // namespace vellum::cases
