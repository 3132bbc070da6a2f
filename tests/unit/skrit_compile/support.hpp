// Short ways to compile and look at the outcome.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/text_writer.hpp"
#include "engines/skrit/assembler.hpp"
#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/engine.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/exports/declarations.hpp"
#include "engines/skrit/format.hpp"
#include "engines/skrit/listing/listing.hpp"
#include "engines/skrit/unit/unit.hpp"
#include "isa/listing.hpp"
#include "skrit/feature.hpp"

namespace vellum::skrit::test {

inline std::string read_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// What the conformance programs' host offers.
inline const Exports& conformance_exports() {
    static const Exports* const exports = [] {
        auto* made = new Exports(&base_exports()); // lives as long as the process
        Diagnostics diagnostics;
        read_exports(read_text(std::filesystem::path(VELLUM_SOURCE_DIR) / "tests/skrit/conformance.exports"),
                     "conformance.exports", *made, diagnostics);
        EXPECT_TRUE(diagnostics.ok());
        return made;
    }();
    return *exports;
}

/// Includes from a map of names to texts.
class MapIncludes final : public IncludeProvider {
  public:
    explicit MapIncludes(std::map<std::string, std::string> files) : files_(std::move(files)) {}
    std::optional<IncludedSource> include(std::string_view name, std::string_view) override {
        ++asked;
        const auto found = files_.find(std::string(name));
        if (found == files_.end()) return std::nullopt;
        return IncludedSource{found->first + ".skrit", found->second};
    }
    int asked = 0;

  private:
    std::map<std::string, std::string> files_;
};

struct Compiled {
    std::shared_ptr<Unit> unit;
    Diagnostics diagnostics;

    /// "skrit.type@3:7 …" for all entries from `least` on.
    [[nodiscard]] std::string problems(Severity least = Severity::error) const {
        std::string text;
        for (const Diagnostic& diagnostic : diagnostics.all())
            if (diagnostic.severity >= least)
                text += (text.empty() ? "" : " ") + std::string(diagnostic.code->id) + "@" +
                        std::to_string(diagnostic.place.line) + ":" + std::to_string(diagnostic.place.column);
        return text;
    }
    [[nodiscard]] std::string messages() const {
        std::string text;
        for (const Diagnostic& diagnostic : diagnostics.all()) text += format(diagnostic) + "\n";
        return text;
    }
    /// Mnemonics and operands of a function, one blank between instructions' parts, "; " between
    /// instructions.
    [[nodiscard]] std::string code(std::string_view name = {}) const {
        if (unit == nullptr) return "not compiled: " + messages();
        const std::uint32_t index = name.empty() ? 0 : unit->find_function(name);
        if (index == none) return "no such function";
        return code_of(index);
    }
    [[nodiscard]] std::string code_of(std::uint32_t index) const {
        const UnitFunction& function = unit->functions_table[index];
        std::string text;
        const auto& all = unit->instructions.instructions;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].address < function.address || all[i].address >= function.end) continue;
            TextWriter line;
            isa::print_instruction(line, unit->instructions, i, *unit);
            std::string squeezed;
            for (const char c : line.take())
                if (c != ' ' || (!squeezed.empty() && squeezed.back() != ' ')) squeezed += c;
            text += (text.empty() ? "" : "; ") + squeezed;
        }
        return text;
    }
};

inline Compiled compiled(std::string_view text, CompileOptions options = {}) {
    Compiled result;
    if (options.exports == nullptr) options.exports = &conformance_exports();
    if (options.name.empty() && options.mode == UnitMode::skrit) options.name = "test.skrit";
    result.unit = compile_unit(text, options, result.diagnostics);
    return result;
}

/// The text as a command, as `Skrit.CheckCommand` would see it.
inline Compiled command(std::string_view text) {
    CompileOptions options;
    options.mode = UnitMode::command;
    return compiled(text, options);
}

inline Compiled formula(std::string_view text, const std::vector<std::string>* macros = nullptr) {
    CompileOptions options;
    options.mode = UnitMode::formula;
    options.macros = macros;
    return compiled(text, options);
}

/// A function body: what is inside `Run$ { }`, which begins on line 1.
inline Compiled body(std::string_view text) { return compiled("Run$ { " + std::string(text) + " }"); }

inline bool fine(const Compiled& result) {
    if (result.unit != nullptr) return true;
    ADD_FAILURE() << result.messages();
    return false;
}

/// Folder of real scripts, or an empty path.
inline std::filesystem::path corpus() {
    const char* path = std::getenv("VELLUM_CORPUS");
    return path == nullptr ? std::filesystem::path() : std::filesystem::path(path) / "skrit";
}

} // namespace vellum::skrit::test
