// Work on many inputs at once: several threads take inputs in order, what they made is printed in the same
// order, and nobody runs further ahead than a small window, so memory stays flat however long the list is.
#pragma once

#include <algorithm>
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

/// Calls `work(index)` for 0..count on `jobs` threads, of which this is one, and `emit(index, result)` by
/// ascending index on whichever of them has made the next result: never two at a time.
template <class Result, class Work, class Emit>
void in_order(std::size_t count, unsigned jobs, Work&& work, Emit&& emit) {
    if (jobs <= 1 || count < 2) {
        for (std::size_t i = 0; i < count; ++i) emit(i, work(i));
        return;
    }
    // A thread takes several neighbours of a long list at a time: handing over costs as much as a small
    // script.
    const std::size_t step = std::clamp<std::size_t>(count / (std::size_t{jobs} * 16), 1, 4);
    const std::size_t steps = (count + step - 1) / step;
    const std::size_t window = std::size_t{jobs} * 4;
    std::vector<std::optional<std::vector<Result>>> ring(window);
    std::mutex mutex;
    std::condition_variable room;
    std::size_t next_work = 0, next_emit = 0;
    bool emitting = false;
    const auto emit_what_is_ready = [&](std::unique_lock<std::mutex>& lock) {
        if (emitting) return; // that thread looks again when it is done
        emitting = true;
        while (ring[next_emit % window].has_value()) {
            std::vector<Result> results = std::move(*ring[next_emit % window]);
            ring[next_emit % window].reset();
            lock.unlock();
            for (std::size_t i = 0; i < results.size(); ++i)
                emit(next_emit * step + i, std::move(results[i]));
            lock.lock();
            ++next_emit;
            room.notify_all();
        }
        emitting = false;
    };
    const auto worker = [&] {
        std::unique_lock lock(mutex);
        while (true) {
            room.wait(lock, [&] { return next_work >= steps || next_work < next_emit + window; });
            if (next_work >= steps) return;
            const std::size_t mine = next_work++;
            lock.unlock();
            std::vector<Result> results;
            results.reserve(step);
            for (std::size_t i = mine * step; i < std::min(count, (mine + 1) * step); ++i)
                results.push_back(work(i));
            lock.lock();
            ring[mine % window].emplace(std::move(results));
            emit_what_is_ready(lock);
        }
    };
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < std::min<std::size_t>(jobs, steps); ++i) threads.emplace_back(worker);
    worker();
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
