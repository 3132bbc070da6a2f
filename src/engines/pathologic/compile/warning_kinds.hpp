// The kinds of warnings, each a walk of its own over a function.
#pragma once

#include <string>
#include <unordered_set>
#include <utility>

#include "engines/pathologic/source/native_index.hpp"
#include "engines/pathologic/source/tree.hpp"
#include "source/sources.hpp"

namespace vellum::pathologic::compile {

/// Where warnings go.
class WarningOutput {
  public:
    WarningOutput(const source::Tree& tree, const vellum::source::Sources& sources, Diagnostics& diagnostics)
        : tree(tree), sources_(sources), diagnostics_(diagnostics) {}

    void add(const DiagnosticCode& code, std::uint32_t place, std::string message, std::string hint = {}) {
        diagnostics_.add(code, std::move(message), sources_.place(place), std::move(hint));
    }
    [[nodiscard]] std::string quoted(source::TextId name) const {
        return "'" + std::string(tree.text(name)) + "'";
    }
    /// Of the text itself, not of one that it includes.
    [[nodiscard]] bool is_own(std::uint32_t place) const { return sources_.file_of(place) == 0; }

    const source::Tree& tree;

  private:
    const vellum::source::Sources& sources_;
    Diagnostics& diagnostics_;
};

/// What is never reached, and functions that end without their result.
void warn_of_flow(WarningOutput& out, const source::Function& function);
/// What becomes of locals.
void warn_of_usage(WarningOutput& out, const source::Function& function);
/// Values that go where their type loses something, or cannot go.
void warn_of_conversions(WarningOutput& out, const source::Function& function);
/// Natives nobody knows, and answers that are lost. `told`: what needs no second word.
void warn_of_natives(WarningOutput& out, const source::NativeIndex& natives,
                     std::unordered_set<std::uint64_t>& told, const source::Function& function);

} // namespace vellum::pathologic::compile
