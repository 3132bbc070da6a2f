// What the C++ library of WebAssembly leaves out, because there is one thread and no file: put in front of
// every file that needs it (cmake/wasm_module.cmake, cmake/wasm_command.cmake). Locks of a single thread have
// nothing to do.
#pragma once

#include <istream>

namespace std {

class mutex {
  public:
    void lock() noexcept {}
    void unlock() noexcept {}
    bool try_lock() noexcept { return true; }
};

template <class Mutex> class unique_lock {
  public:
    explicit unique_lock(Mutex&) noexcept {}
    void lock() noexcept {}
    void unlock() noexcept {}
};

template <class Mutex> class scoped_lock {
  public:
    explicit scoped_lock(Mutex&) noexcept {}
};

class shared_mutex : public mutex {
  public:
    void lock_shared() noexcept {}
    void unlock_shared() noexcept {}
};

class condition_variable {
  public:
    template <class Lock, class Until> void wait(Lock&, Until&&) noexcept {}
    void notify_all() noexcept {}
};

class jthread {
  public:
    jthread() noexcept = default;
    template <class Work> explicit jthread(Work&&) noexcept {}
};

class thread {
  public:
    static unsigned hardware_concurrency() noexcept { return 1; }
};

namespace this_thread {
template <class Rep, class Period> void sleep_for(const chrono::duration<Rep, Period>& span) {
    const auto left = chrono::duration_cast<chrono::nanoseconds>(span).count();
    if (left <= 0) return;
    const timespec wanted{.tv_sec = left / 1'000'000'000, .tv_nsec = static_cast<long>(left % 1'000'000'000)};
    ::nanosleep(&wanted, nullptr);
}
template <class Clock, class Span> void sleep_until(const chrono::time_point<Clock, Span>& when) {
    sleep_for(when - Clock::now());
}
} // namespace this_thread

template <> class basic_ifstream<char> : public istream {
  public:
    explicit basic_ifstream(const string&, ios_base::openmode = ios_base::in) : istream(nullptr) {}
    void close() {}
};

} // namespace std
