// The development console of skrit without its screen: lines in, text out. A line that begins with / is
// skrit, one that begins with # is a whole skrit, every other one a console command; `help` lists them.
// Pasted lines are joined: while brackets or quotes are open, and while the next lines do not start a new
// entry.
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

/// A console for the objects of an engine.
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

    /// Enters a line as typed or pasted, without its line end. True while more lines belong to it.
    /// `more_at_hand`: the next line is already available, as in a paste; skrit then continues in it unless
    /// it begins with / # ! or with the name of a console command.
    bool enter(std::string_view line, bool more_at_hand = false);
    /// No more lines will come: runs an open entry as it is.
    void end();
    /// Drops lines that wait for more.
    void cancel();
    /// Completions of the last word of a line: commands, names that scripts can use, members of the selected
    /// object. Words consist of letters, digits, `_`, `$`, `.` and `-`.
    [[nodiscard]] std::vector<std::string> names(std::string_view line) const;
    [[nodiscard]] bool done() const noexcept;   ///< The user entered quit.
    [[nodiscard]] bool failed() const noexcept; ///< Something was refused or has failed.

    /// Adds a command of the game. `help` is "ARGUMENTS  what it does".
    void add_command(std::string name, std::string help, std::function<void(std::string_view rest)> run);
    /// Opens the target of `report STREAM TARGET`; without it there are none.
    void on_target(std::function<Result<Sink>(const std::string& target)> open);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace vellum
