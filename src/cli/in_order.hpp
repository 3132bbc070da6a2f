// Work on many things at once: several threads take them in order, what they made is handed out in the same
// order, and nobody runs further ahead than a small window, so memory stays flat however long the list is.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

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

} // namespace vellum::cli
