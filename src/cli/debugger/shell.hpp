// The commands of `vellum debug`: a line of text in, an answer out. Every command is a row of a table, from
// which help and abbreviations are made. The work is the debugger's (src/debug); here it is put into words.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/session.hpp"
#include "debug/debugger.hpp"

namespace vellum::cli {

class DebugShell {
  public:
    DebugShell(Session& session, debug::Debugger& debugger, std::span<const ProgramPtr> programs,
               float seconds)
        : session_(session),
          debugger_(debugger),
          programs_(programs.begin(), programs.end()),
          seconds_(seconds) {
        debugger_.on_log([this](std::string_view line) { say(std::string(line) + "\n"); });
    }

    /// Executes a line; an empty one repeats the last step. False if it was wrong, which has been said.
    bool execute(std::string_view line);
    [[nodiscard]] bool quits() const noexcept { return quits_; }
    /// Where the world stands, as after a stop.
    void show_place();

    /// A row of the table.
    struct Entry {
        std::string_view name;  ///< In full.
        std::string_view brief; ///< What people type; may be empty.
        std::string_view arguments;
        std::string_view help; ///< What it does, in a sentence or two.
        bool (DebugShell::*run)(std::string_view arguments);
        bool repeats = false; ///< Enter alone does it again.
    };
    [[nodiscard]] static std::span<const Entry> table();
    /// The row that a word means: its name, its short form, or the beginning of one name only.
    [[nodiscard]] static const Entry* find(std::string_view word);

    /// Names that may stand at the end of a line like this one: commands, then functions and natives.
    [[nodiscard]] std::vector<std::string> names(std::string_view line) const;

  private:
    bool add_stop(std::string_view arguments, bool once);
    bool break_(std::string_view arguments) { return add_stop(arguments, false); }
    bool tbreak(std::string_view arguments) { return add_stop(arguments, true); }
    bool watch(std::string_view arguments);
    bool delete_(std::string_view arguments);
    bool enable(std::string_view arguments) { return set_enabled(arguments, true); }
    bool disable(std::string_view arguments) { return set_enabled(arguments, false); }
    bool set_enabled(std::string_view arguments, bool enabled);
    bool ignore(std::string_view arguments);

    bool go_on(std::string_view) { return told(debugger_.go_on()); }
    bool step(std::string_view n) { return many(n, debug::StepKind::into, debug::Granularity::line, false); }
    bool next(std::string_view n) { return many(n, debug::StepKind::over, debug::Granularity::line, false); }
    bool stepi(std::string_view n) {
        return many(n, debug::StepKind::into, debug::Granularity::instruction, false);
    }
    bool nexti(std::string_view n) {
        return many(n, debug::StepKind::over, debug::Granularity::instruction, false);
    }
    bool finish(std::string_view) {
        return told(debugger_.step_on(debug::StepKind::out, debug::Granularity::line));
    }
    bool until(std::string_view arguments);
    bool next_frame(std::string_view) { return told(debugger_.next_frame()); }
    bool next_event(std::string_view) { return told(debugger_.next_event()); }
    bool wait(std::string_view) { return told(debugger_.until_waiting()); }
    bool back(std::string_view) { return told(debugger_.back_to_stop()); }
    bool step_back(std::string_view n) {
        return many(n, debug::StepKind::into, debug::Granularity::line, true);
    }
    bool next_back(std::string_view n) {
        return many(n, debug::StepKind::over, debug::Granularity::line, true);
    }
    bool stepi_back(std::string_view n) {
        return many(n, debug::StepKind::into, debug::Granularity::instruction, true);
    }
    bool nexti_back(std::string_view n) {
        return many(n, debug::StepKind::over, debug::Granularity::instruction, true);
    }
    bool finish_back(std::string_view) {
        return told(debugger_.step_back(debug::StepKind::out, debug::Granularity::line));
    }
    bool who(std::string_view arguments);
    bool jump(std::string_view arguments);
    bool hits(std::string_view arguments);
    bool restart(std::string_view);
    bool many(std::string_view count, debug::StepKind kind, debug::Granularity granularity, bool back);

    bool backtrace(std::string_view);
    bool frame(std::string_view arguments);
    bool up(std::string_view) { return select(debugger_.machine(), debugger_.frame() + 1); }
    bool down(std::string_view);
    bool machine(std::string_view arguments);
    bool select(std::size_t machine, std::size_t frame);
    bool print(std::string_view arguments);
    bool set(std::string_view arguments);
    bool examine(std::string_view arguments);
    bool info(std::string_view what);
    bool list(std::string_view arguments);
    bool disassemble(std::string_view arguments);
    bool layout(std::string_view arguments);

    bool event(std::string_view arguments);
    bool call(std::string_view arguments);
    bool frames(std::string_view arguments);
    bool help(std::string_view arguments);
    bool quit(std::string_view);

    bool told(const debug::Report& report);
    bool wrong(std::string_view message);
    bool wrong(const Diagnostic& diagnostic);
    void say(std::string_view text) { session_.console().out(text); }
    [[nodiscard]] std::string describe(const debug::Stop& stop) const;
    [[nodiscard]] std::string frame_words(const Frame& frame, const debug::CodePlace& place) const;
    [[nodiscard]] std::string words_for(const debug::CodePlace& place) const;
    /// What surrounds a place: source and instructions side by side, or the one of them that there is.
    [[nodiscard]] std::string both(const debug::CodePlace& place);
    [[nodiscard]] bool shows_both() const;
    [[nodiscard]] std::string instruction(const debug::CodePlace& place, bool here) const;
    /// "/COUNT BLOCK OFFSET".
    struct Memory {
        std::string block;
        std::uint64_t first = 0, count = 64;
    };
    [[nodiscard]] Result<Memory> parse_memory(std::string_view arguments, std::uint64_t most) const;
    [[nodiscard]] Result<debug::StopRequest> parse_place(std::string_view text) const;
    [[nodiscard]] static std::pair<std::string_view, std::string> with_condition(std::string_view text);
    /// Lines of a source of a program; empty if its text is not at hand.
    const std::vector<std::string>& source(const Program& program, const std::string& file);

    Session& session_;
    debug::Debugger& debugger_;
    std::vector<ProgramPtr> programs_;
    float seconds_;
    /// What is shown where the run stops; `automatic`: both on a terminal with room for it.
    enum class Layout : std::uint8_t { automatic, line, both };
    Layout layout_ = Layout::automatic;
    bool quits_ = false;
    std::string last_;
    std::uint32_t listed_ = 0; ///< Line that `list` goes on with.
    std::map<std::pair<const Program*, std::string>, std::vector<std::string>> sources_;
};

} // namespace vellum::cli
