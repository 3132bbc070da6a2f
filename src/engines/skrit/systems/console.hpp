// The development console without its screen: lines in, text out (docs/engines/skrit.md, "The console"). A
// line that begins with / is skrit, one that begins with # is skrit as it stands, every other one a console
// command. Pasted lines are packed together: while brackets or quotes are open, and as long as lines at hand
// are no entries of their own. Front ends show what it prints and feed it lines.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

/// Follows brackets, braces and quotes of a skrit text line by line; comments are passed over. A line that
/// ends with a backslash inside quotes does not hide what follows.
class OpenBrackets {
  public:
    void feed(std::string_view line);
    [[nodiscard]] bool wants_more() const noexcept { return open_ > 0 || quote_ != 0 || comment_; }

  private:
    std::int64_t open_ = 0;
    char quote_ = 0; ///< The quote that is open.
    bool comment_ = false;
};

class DevelopmentConsole {
  public:
    using Output = std::function<void(std::string_view text)>;
    /// Prints all report streams of the world and its errors from now on. Both must outlive the console.
    DevelopmentConsole(World& world, Output print);
    DevelopmentConsole(const DevelopmentConsole&) = delete;
    DevelopmentConsole& operator=(const DevelopmentConsole&) = delete;
    ~DevelopmentConsole();

    /// A line as typed or pasted, without its end. True while more lines belong to it. `more_at_hand`: the
    /// next line is already there, as in a paste; then skrit waits for it, and goes on in it unless it begins
    /// with / # ! or with the name of a console command.
    bool enter(std::string_view line, bool more_at_hand = false);
    /// No more lines come: what is still open is run as it is.
    void end();
    /// Forgets lines that wait for more.
    void cancel() {
        open_.clear();
        complete_ = false;
    }
    /// The user said quit.
    [[nodiscard]] bool done() const noexcept { return done_; }
    /// True if something was refused or failed so far.
    [[nodiscard]] bool failed() const noexcept { return failed_; }
    /// Names that may stand at the end of a line like this one.
    [[nodiscard]] std::vector<std::string> names(std::string_view line) const;
    /// What was entered, oldest first, packed lines as one entry.
    [[nodiscard]] const std::vector<std::string>& history() const noexcept { return history_; }
    /// The object that `send`, `call`, `get` and the like are about, or 0.
    [[nodiscard]] std::uint64_t selected() const noexcept { return selected_; }
    void select(std::uint64_t object) { selected_ = object; }

    /// Adds a command of the host. `help` is "ARGUMENTS  what it does".
    void add_command(std::string name, std::string help, std::function<void(std::string_view rest)> run);
    /// Opens the target of `report STREAM TARGET`; unset: there are none.
    std::function<Result<ReportSink>(const std::string& target)> open_target;

  private:
    struct Command {
        std::string name, help;
        std::function<void(std::string_view rest)> run;
    };

    void perform(const std::string& text);
    [[nodiscard]] bool goes_on(std::string_view line) const;
    void skrit(std::string_view text);
    void host_command(std::string_view line);
    void own_commands();
    void object_commands();
    void call_commands();
    void world_commands();
    [[nodiscard]] std::vector<const Object*> present() const;
    void report(std::string_view rest);
    void recall(std::string_view which);
    void say(std::string_view text) { print_(text); }
    void tell(std::string_view stream, std::string_view text);
    void complain(std::string_view text);
    [[nodiscard]] Object* object();
    /// Values of a list of expressions; false after complaining.
    bool evaluate(std::string_view list, std::vector<Value>& values);

    World& world_;
    Output print_;
    std::vector<Command> commands_; ///< By name.
    std::vector<std::string> history_;
    std::string open_;      ///< Lines that wait for more.
    OpenBrackets brackets_; ///< Of those.
    bool complete_ = false; ///< They need not; they only wait for what is at hand.
    std::uint64_t selected_ = 0;
    bool at_line_start_ = true;
    bool done_ = false, failed_ = false;
    int recalls_ = 0; ///< Nested history entries under way.
};

/// True if brackets, braces or quotes of a skrit text are still open.
[[nodiscard]] bool wants_more(std::string_view text);

} // namespace vellum::skrit
