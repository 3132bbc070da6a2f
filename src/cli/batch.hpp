// Many inputs at once: each is opened and worked on by some thread, and what comes of it is printed in their
// order.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/in_order.hpp"
#include "cli/inputs.hpp"
#include "cli/read_ahead.hpp"
#include "cli/session.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::cli {

/// What goes to standard output.
enum class OutputKind : std::uint8_t {
    report,   ///< A text for people.
    document, ///< A text that is read again.
    bytes     ///< No text.
};

/// What every part of a batch has; commands add fields of their own by inheriting.
struct Part {
    std::string heading;  ///< For standard output before `out`, whose long text is not moved for a line.
    std::string out;      ///< For standard output.
    std::string messages; ///< For standard error.
    ExitCode code = ExitCode::ok;
    OutputKind kind = OutputKind::report; ///< Of `heading` and `out`.
    bool skipped = false;                 ///< Found in a folder, and no engine's.
    std::vector<Diagnostic> problems;     ///< What was reported, for JSON.
    std::size_t told = 0;                 ///< How many of them, printed or not.

    void report(const Console& console, const Diagnostic& diagnostic) {
        if (console.prints_message(told++)) messages += describe(console, Stream::err, diagnostic);
        code = worst(code, exit_code_of(diagnostic));
        problems.push_back(diagnostic);
    }
    /// Reports what was said while something was made, and why it was not if nothing says so. False if it was
    /// not.
    template <class T> bool take(const Console& console, const Diagnostics& said, const Result<T>& made) {
        for (const Diagnostic& diagnostic : said.all()) report(console, diagnostic);
        if (!made && said.ok()) report(console, made.error());
        return made.has_value();
    }
    /// Something of the input could not be taken.
    [[nodiscard]] bool has_failed() const {
        return skipped || std::ranges::any_of(problems, [](const Diagnostic& one) {
                   return one.severity == Severity::error;
               });
    }
};

/// Opens the input for a part. On failure says so in the part and gives nothing.
[[nodiscard]] std::optional<tools::OpenedFile> open_for(Session& session, const Node& input, Part& part);

/// Tells in the part why an input could not be opened. What lay in a folder and is no engine's was skipped.
void tell_unopened(const Session& session, const Node& input, Diagnostic problem, Part& part);

/// True for a file that was found in a folder or archive, not named, and has no script to translate: the part
/// says that it was skipped.
[[nodiscard]] bool pass_over(const Node& input, Part& part);
/// "12 files passed over: they hold no script", or nothing.
[[nodiscard]] std::string passed_over(std::size_t count);

/// Lets inputs whose results may have one name be worked on one after the other, so that which of them is
/// refused does not depend on the threads. Commands that write no files need no turns.
class Turns {
  public:
    Turns(const std::vector<Node>& inputs, bool needed);
    /// Until the input before it whose result may have the same name is done.
    void wait(std::size_t index);
    void done(std::size_t index);

  private:
    std::vector<std::size_t> before_; ///< One more than its number; 0: none.
    std::vector<bool> done_;
    std::mutex mutex_;
    std::condition_variable changed_;
};

/// Runs `work(input, opened, part)` for every input that `open(input, part)` gives something for, and
/// `emit(input, part)` in input order; the most serious exit code.
template <class P, class Open, class Work, class Emit>
[[nodiscard]] ExitCode run_batch(Session& session, const std::vector<Node>& inputs, Open&& open, Work&& work,
                                 Emit&& emit) {
    ExitCode code = ExitCode::ok;
    static_cast<void>(session.workspace()); // made here, before several threads ask for it
    Console& console = session.console();
    if (session.quiet()) console.allow_progress(false);
    const bool writes = session.arguments().declares("--output") && session.arguments().has("--output");
    Turns turns(inputs, session.jobs() > 1 && writes);
    in_order<P>(
        inputs.size(), session.jobs(),
        [&](std::size_t index) {
            P part;
            read_ahead(inputs, index);
            if (auto opened = open(inputs[index], part); opened.has_value()) {
                turns.wait(index);
                work(inputs[index], *opened, part);
            }
            turns.done(index);
            return part;
        },
        [&](std::size_t index, P&& part) {
            console.err(part.messages);
            console.err(more_messages(console, inputs[index].name(), part.told));
            switch (part.kind) {
            case OutputKind::report: console.out(part.heading), console.out(part.out); break;
            case OutputKind::document: console.document(part.heading), console.document(part.out); break;
            case OutputKind::bytes: console.bytes(part.out); break;
            }
            code = worst(code, part.code);
            emit(inputs[index], part);
            console.progress(index + 1, inputs.size(), "files");
        });
    console.clear_progress();
    return code;
}

/// The same with everything opened as a whole.
template <class P, class Work, class Emit>
[[nodiscard]] ExitCode run_batch(Session& session, const std::vector<Node>& inputs, Work&& work,
                                 Emit&& emit) {
    const auto open = [&](const Node& input, Part& part) { return open_for(session, input, part); };
    return run_batch<P>(session, inputs, open, std::forward<Work>(work), std::forward<Emit>(emit));
}

/// {"file", "ok": false, "diagnostics"} for an input that gave nothing else, so that every input has a line.
[[nodiscard]] std::string problems_json(const Node& input, const Part& part);
using questions::problems_json;

using questions::write_problems;

/// Begins and ends the JSON array around the parts of a batch and puts commas between them.
class JsonList {
  public:
    explicit JsonList(Session& session) : session_(session), format_(session.format()) {}
    /// Adds one rendered value.
    void add(std::string_view json) {
        if (format_ == Format::json) session_.console().out(count_ == 0 ? "[\n" : ",\n");
        session_.console().out(json);
        if (format_ == Format::jsonl) session_.console().out("\n");
        ++count_;
    }
    void finish() {
        if (format_ == Format::json) session_.console().out(count_ == 0 ? "[]\n" : "\n]\n");
    }

  private:
    Session& session_;
    Format format_;
    std::size_t count_ = 0;
};

} // namespace vellum::cli
