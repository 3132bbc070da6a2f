// The development console of skrit without its screen: lines in, text out. A line that begins with / is
// skrit, one that begins with # is skrit as it stands, every other one a console command; `help` lists them.
// Pasted lines are packed together: while brackets or quotes are open, and as long as lines at hand are no
// entries of their own.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/export.hpp"
#include "vellum/skrit.hpp"

namespace vellum {

/// Talks to the objects of an engine.
class VELLUM_API SkritConsole {
  public:
    /// Receives text of a report stream.
    using Sink = std::function<void(std::string_view stream, std::string_view text)>;

    /// Prints all report streams of the engine and its errors from now on. The engine must outlive the
    /// console.
    SkritConsole(SkritEngine& engine, std::function<void(std::string_view text)> print);
    SkritConsole(const SkritConsole&) = delete;
    SkritConsole& operator=(const SkritConsole&) = delete;
    ~SkritConsole();

    /// A line as typed or pasted, without its end. True while more lines belong to it. `more_at_hand`: the
    /// next line is already there, as in a paste; then skrit waits for it, and goes on in it unless it begins
    /// with / # ! or with the name of a console command.
    bool enter(std::string_view line, bool more_at_hand = false);
    /// No more lines come: what is still open is run as it is.
    void end();
    /// Forgets lines that wait for more.
    void cancel();
    /// What the last word of a line may become: commands, what scripts may ask for, what the selected object
    /// has. Words are of letters, digits, `_`, `$`, `.` and `-`.
    [[nodiscard]] std::vector<std::string> names(std::string_view line) const;
    [[nodiscard]] bool done() const noexcept;   ///< The user said quit.
    [[nodiscard]] bool failed() const noexcept; ///< Something was refused or failed so far.

    /// Adds a command of the game. `help` is "ARGUMENTS  what it does".
    void add_command(std::string name, std::string help, std::function<void(std::string_view rest)> run);
    /// Opens the target of `report STREAM TARGET`; without it there are none.
    void on_target(std::function<Result<Sink>(const std::string& target)> open);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace vellum
