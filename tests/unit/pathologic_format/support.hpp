// Short ways to assemble and check in tests.
#pragma once

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "engines/pathologic/engine.hpp"
#include "engines/pathologic/format/script.hpp"

namespace vellum::pathologic::test {

inline ProgramPtr assembled(std::string_view text) {
    Diagnostics diagnostics;
    auto program = engine().format().assemble(text, {}, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all()) ADD_FAILURE() << format(diagnostic);
    return program ? *program : nullptr;
}

inline const Script& script_of(const ProgramPtr& program) { return static_cast<const Script&>(*program); }

/// The codes that checking reports, in order, separated by blanks.
inline std::string problems(const ProgramPtr& program) {
    Diagnostics diagnostics;
    program->check(diagnostics);
    std::string ids;
    for (const Diagnostic& diagnostic : diagnostics.all())
        ids += (ids.empty() ? "" : " ") + std::string(diagnostic.code->id);
    return ids;
}

inline constexpr std::string_view one_task = ".run t, start\n.task t, 0, int, cvector\nstart:\n";

/// What checking reports about code that runs in a task with two variables.
inline std::string problems(std::string_view code) {
    const ProgramPtr program = assembled(std::string(one_task) + std::string(code));
    return program ? problems(program) : "not assembled";
}

} // namespace vellum::pathologic::test
