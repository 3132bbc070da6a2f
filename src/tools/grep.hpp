// A text in the sources of scripts: where it is, and another one in its place.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/engine.hpp"

namespace vellum::tools {

/// Answers whether a line is meant.
using LineTest = std::function<bool(std::string_view line)>;

/// A line that is meant.
struct LineFound {
    std::uint32_t line = 0; ///< From 1.
    std::string function;   ///< That it is in; empty: none.
    std::string text;       ///< Without blanks at its ends; UTF-8.
};

/// The lines of a source that are meant, in their order.
[[nodiscard]] std::vector<LineFound> find_lines(const Engine& engine, std::string_view source,
                                                const LineTest& test);

/// Compiles the changed source of a program: for engines whose decompiled sources have headers, with these.
/// Fails as the compiler does.
[[nodiscard]] Result<ProgramPtr> compile_changed(const Program& program, std::string_view source,
                                                 std::span<const SourceHeader> headers,
                                                 const LoadOptions& options, Diagnostics& diagnostics);

} // namespace vellum::tools
