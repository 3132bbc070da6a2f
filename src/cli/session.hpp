// What a running command works with: its parsed arguments, the console, and the few questions that every
// command asks of them. Handed to Command::run; lives on main's stack.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "cli/arguments.hpp"
#include "cli/console.hpp"
#include "cli/output.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/workspace.hpp"
#include "workspace/limits.hpp"

namespace vellum {
class Engine;
class JsonWriter;
} // namespace vellum

namespace vellum::cli {

enum class Format : std::uint8_t { text, json, jsonl };

class Session {
  public:
    Session(Console& console, const Arguments& arguments);

    [[nodiscard]] Console& console() noexcept { return console_; }
    [[nodiscard]] const Console& console() const noexcept { return console_; }
    [[nodiscard]] const Arguments& arguments() const noexcept { return arguments_; }

    /// --format; commands with formats of their own ask for the text.
    [[nodiscard]] Format format() const;
    /// --engine, or null.
    [[nodiscard]] const Engine* engine() const;
    /// --jobs, at least 1.
    [[nodiscard]] unsigned jobs() const;
    [[nodiscard]] bool quiet() const;
    /// What the command writes, and what it must not replace.
    [[nodiscard]] Outputs& outputs() noexcept { return outputs_; }
    /// Where everything is found and opened, with the settings of the command line: --engine, --data and the
    /// like.
    [[nodiscard]] const Workspace& workspace();
    /// --source and --listing; `otherwise` if neither is said, none for commands without them.
    [[nodiscard]] SourceView source_view(SourceView otherwise) const;
    /// Reads a file that an option names; it counts among the inputs.
    [[nodiscard]] Result<std::vector<std::byte>> read(const std::string& path,
                                                      std::uint64_t max = largest_text);

    /// Prints "vellum NAME: message" and a pointer to the help. Always ExitCode::usage.
    ExitCode usage(std::string_view message);
    /// Prints a diagnostic on standard error; the exit code that suits it.
    /// The text of a file that is an input.
    [[nodiscard]] Result<std::string> read_text(const std::string& path);
    ExitCode report(const Diagnostic& diagnostic);
    /// The same of several, but of one file at most as many as --messages says; the rest is counted. Returns
    /// the worst. Notes are left out where they are not wanted.
    ExitCode report(std::span<const Diagnostic> all, bool notes = true);

  private:
    Console& console_;
    const Arguments& arguments_;
    Outputs outputs_;
    std::unique_ptr<const Workspace> workspace_; ///< Made when it is asked for.
};

/// A diagnostic as text with colours for that stream, line end included.
/// "door.patho: 34 more messages; --messages 0 prints all", if not all that a file has were printed. `asked`:
/// the command has that option.
[[nodiscard]] std::string more_messages(const Console& console, std::string_view file, std::size_t all,
                                        bool asked = true);
[[nodiscard]] std::string describe(const Console& console, Stream stream, const Diagnostic& diagnostic);
/// ExitCode::io for problems with files themselves, ExitCode::findings for what stands in them, ok for mere
/// warnings.
[[nodiscard]] ExitCode exit_code_of(const Diagnostic& diagnostic);

} // namespace vellum::cli
