// Errors as data: a diagnostic has a code, a place, a message and a hint, and never stops the process.
// Functions that can fail return Result<T>; parsers that can continue after an error collect into
// Diagnostics.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/export.hpp"

namespace vellum {

/// How bad a diagnostic is. Only `error` makes a file unusable.
enum class Severity : std::uint8_t { note, warning, error };

/// "note", "warning" or "error".
[[nodiscard]] VELLUM_API std::string_view to_string(Severity severity) noexcept;

/// One kind of diagnostic. Every kind is one `constexpr` object in a `codes.hpp` table; its address is never
/// needed, its `id` is stable and is what tools should match on.
struct DiagnosticCode {
    std::string_view id;      ///< Stable name such as "bytes.truncated" or "pathologic.jump-target".
    Severity severity;        ///< Its severity unless a caller raises it.
    std::string_view meaning; ///< One sentence for documents and SARIF rules.
};

/// Where a diagnostic points: a byte offset, an instruction address, or a line and column; any may be absent.
struct Place {
    static constexpr std::uint64_t unknown = ~std::uint64_t{0}; ///< There is no offset.

    std::string file;               ///< Path as the user named it; empty when there is none.
    std::uint64_t offset = unknown; ///< Byte offset in the file, or `unknown`.
    std::uint32_t line = 0;         ///< Line from 1, or 0 when there is none.
    std::uint32_t column = 0;       ///< Column from 1 in bytes, or 0 when there is none.

    [[nodiscard]] static Place at_offset(std::uint64_t offset) { return {{}, offset, 0, 0}; } ///< A byte.
    [[nodiscard]] static Place at_line(std::uint32_t line, std::uint32_t column = 0) { /// Lines from 1.
        return {{}, unknown, line, column};
    }
};

/// A second place that explains the first ("first defined here").
struct Related {
    Place place;         ///< The second place.
    std::string message; ///< How it relates to the first.
};

/// One located message.
struct Diagnostic {
    const DiagnosticCode* code =
        nullptr;                         ///< Static table entry; never null in a diagnostic the library made.
    Severity severity = Severity::error; ///< How bad it is here.
    std::string message;                 ///< What is wrong, in plain words, without file name or place.
    Place place;                         ///< Where it is.
    std::string hint;                    ///< What to try; may be empty.
    std::vector<Related> related;        ///< Places that explain it.
    /// The line of the text that `place` is in, or the part of it that matters; empty if the text is not
    /// available or `place` has no column. See Diagnostics::quote.
    std::string quote = {};
    std::uint32_t quote_column = 0; ///< Where in `quote` that is, from 1 in bytes, or 0.
};

/// Makes a diagnostic with the code's own severity.
[[nodiscard]] VELLUM_API Diagnostic make_diagnostic(const DiagnosticCode& code, std::string message,
                                                    Place place = {}, std::string hint = {});

/// A value, or the diagnostic that explains why there is none.
template <class T> using Result = std::expected<T, Diagnostic>;

/// `return fail(code, "…", place)` from a function that returns Result<T>.
[[nodiscard]] inline std::unexpected<Diagnostic> fail(const DiagnosticCode& code, std::string message,
                                                      Place place = {}, std::string hint = {}) {
    return std::unexpected(make_diagnostic(code, std::move(message), std::move(place), std::move(hint)));
}

/// Collects diagnostics of one run. Keeps at most `limit` entries (hostile input can be wrong in a million
/// places) but counts all of them.
class VELLUM_API Diagnostics {
  public:
    explicit Diagnostics(std::size_t limit = 1000) : limit_(limit) {} ///< `limit`: entries kept.

    void add(Diagnostic diagnostic); ///< Keeps or counts it.
    void add(const DiagnosticCode& code, std::string message, Place place = {}, std::string hint = {});

    [[nodiscard]] const std::vector<Diagnostic>& all() const noexcept { return entries_; } ///< What was kept.
    [[nodiscard]] std::size_t errors() const noexcept { return errors_; }                  ///< All of them.
    [[nodiscard]] std::size_t warnings() const noexcept { return warnings_; }              ///< All of them.
    [[nodiscard]] bool ok() const noexcept { return errors_ == 0; }                        ///< No errors.
    /// Number of diagnostics that were counted but not kept.
    [[nodiscard]] std::size_t dropped() const noexcept { return dropped_; }
    /// Sets `place.file` of every entry that has none.
    void set_file(std::string_view file);
    /// Quotes the lines of a file in every entry that points into it. One pass over the text.
    void quote(std::string_view file, std::string_view text);
    void clear(); ///< Removes everything and resets the counts.

  private:
    std::vector<Diagnostic> entries_;
    std::size_t limit_;
    std::size_t errors_ = 0;
    std::size_t warnings_ = 0;
    std::size_t dropped_ = 0;
};

/// "file:12:3: error: message [code]" or "file:0x1f0: …" without a line end; the quoted line with a mark
/// below it, hint and related places follow on separate lines, indented.
[[nodiscard]] VELLUM_API std::string format(const Diagnostic& diagnostic);

} // namespace vellum
