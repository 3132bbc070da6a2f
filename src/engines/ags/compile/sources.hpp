// From the texts of headers and script to a SCOM block: preprocessor, lexer and compiler one behind the
// other, and where in the files what they found wrong stands. Opens no files.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/ags/compile/compiler.hpp"
#include "engines/ags/compile/options.hpp"
#include "engines/ags/format/scom.hpp"
#include "engines/ags/format/variables.hpp"
#include "engines/ags/source/preprocessor.hpp"

namespace vellum::ags::compile {

/// One file.
struct Source {
    std::string file;   ///< For messages.
    std::string script; ///< As sections and agscc call it.
    std::string_view text;
    /// Of a text made of another file: of each line the one there, or 0.
    std::span<const std::uint32_t> lines{};
};

/// Something that is wrong.
struct Mistake {
    const DiagnosticCode* code = nullptr;
    bool preprocessing = false;
    std::size_t source = 0;      ///< Which file.
    std::int32_t agscc_line = 0; ///< The line that agscc prints.
    std::uint32_t line = 0;      ///< In the file, from 1; 0 if there is none.
    std::uint32_t column = 0;    ///< In bytes from 1; 0 if it is not known.
    std::string message;         ///< As agscc words it.
    std::string suggestion;      ///< A name that is known and much like the one that is not.
};

/// What came out: a block, or mistakes.
struct Compiled {
    std::optional<Scom> scom;
    Variables variables; ///< Of the script.
    std::vector<Mistake> mistakes;
};

/// A compilation file by file, headers first. A copy goes on from where the other one is, so that headers
/// that several scripts share are read once.
class Compilation {
  public:
    explicit Compilation(const Settings& settings); ///< Must outlive it and its copies.
    /// Compiles the next file, which is number `number` in mistakes. False if there were any; it is of no use
    /// then.
    bool add(const Source& source, std::size_t number, bool first_only, std::vector<Mistake>& mistakes);
    /// What became of it all; the last file is the script.
    [[nodiscard]] Scom finish(Variables& variables);

  private:
    std::string_view line_end_;
    source::Preprocessor preprocessor_;
    Compiler compiler_;
};

/// Compiles the sources, headers first, the script last. `first_only` stops where agscc does.
[[nodiscard]] Compiled compile_sources(std::span<const Source> sources, const Settings& settings,
                                       bool first_only);

} // namespace vellum::ags::compile
