// Work on many inputs at once: several threads take inputs in order, one thread prints what they made in the
// same order, and nobody runs further ahead than a small window, so memory stays flat however long the list
// is.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "cli/inputs.hpp"
#include "cli/read_ahead.hpp"
#include "cli/scripts.hpp"
#include "cli/session.hpp"

namespace vellum::cli {

/// Calls `work(index)` for 0..count on up to `jobs` threads and `emit(index, result)` on this one, by
/// ascending index.
template <class Result, class Work, class Emit>
void in_order(std::size_t count, unsigned jobs, Work&& work, Emit&& emit) {
    if (jobs <= 1 || count < 2) {
        for (std::size_t i = 0; i < count; ++i) emit(i, work(i));
        return;
    }
    const std::size_t window = std::size_t{jobs} * 16;
    std::vector<std::optional<Result>> ring(window);
    std::mutex mutex;
    std::condition_variable room, ready;
    std::size_t next_work = 0, next_emit = 0;
    const auto worker = [&] {
        std::unique_lock lock(mutex);
        while (true) {
            room.wait(lock, [&] { return next_work >= count || next_work < next_emit + window; });
            if (next_work >= count) return;
            const std::size_t index = next_work++;
            lock.unlock();
            Result result = work(index);
            lock.lock();
            ring[index % window].emplace(std::move(result));
            if (index == next_emit) ready.notify_one();
        }
    };
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < jobs && i < count; ++i) threads.emplace_back(worker);
    for (std::size_t index = 0; index < count; ++index) {
        std::unique_lock lock(mutex);
        ready.wait(lock, [&] { return ring[index % window].has_value(); });
        Result result = std::move(*ring[index % window]);
        ring[index % window].reset();
        ++next_emit;
        // Half a window of room is worth waking for; one place at a time would wake everybody for every file.
        if (next_work >= count || next_work + window / 2 <= next_emit + window) room.notify_all();
        lock.unlock();
        emit(index, std::move(result));
    }
}

/// What every part of a batch has; commands add fields of their own by inheriting.
struct Part {
    std::string heading;  ///< For standard output before `out`, whose long text is not moved for a line.
    std::string out;      ///< For standard output.
    std::string messages; ///< For standard error.
    ExitCode code = ExitCode::ok;
    bool skipped = false; ///< Found in a folder, and no engine's.

    void report(const Console& console, const Diagnostic& diagnostic) {
        messages += describe(console, Stream::err, diagnostic);
        code = worst(code, exit_code_of(diagnostic));
    }
};

/// Opens the input for a part. On failure says so in the part and gives nothing.
[[nodiscard]] std::optional<OpenedInput> open_for(const Session& session, const Input& input,
                                                  const EngineChoice& choice, Part& part);

/// Runs `work(input, opened, part)` for every input and `emit(input, part)` in input order; the gravest exit
/// code.
template <class P, class Work, class Emit>
[[nodiscard]] ExitCode run_batch(Session& session, const std::vector<Input>& inputs, Work&& work,
                                 Emit&& emit) {
    const EngineChoice choice = EngineChoice::of(session);
    ExitCode code = ExitCode::ok;
    Console& console = session.console();
    if (session.quiet()) console.allow_progress(false);
    in_order<P>(
        inputs.size(), session.jobs(),
        [&](std::size_t index) {
            P part;
            read_ahead(inputs, index);
            if (auto opened = open_for(session, inputs[index], choice, part); opened.has_value())
                work(inputs[index], *opened, part);
            return part;
        },
        [&](std::size_t index, P&& part) {
            console.err(part.messages);
            console.out(part.heading);
            console.out(part.out);
            code = worst(code, part.code);
            emit(inputs[index], part);
            console.progress(index + 1, inputs.size(), "files");
        });
    console.clear_progress();
    return code;
}

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
