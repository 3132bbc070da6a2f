// Two atomic numbers are all that handler and threads share. A writer counts itself before it looks for a
// signal, the handler notes its signal before it looks for writers: one of them always sees the other.
#include "cli/uninterrupted.hpp"

#include <atomic>
#include <csignal>
#include <mutex>

#include <unistd.h>

#include "base/disk.hpp"

namespace vellum::cli {

namespace {

std::atomic<int> writers = 0;
std::atomic<int> noted = 0;
static_assert(std::atomic<int>::is_always_lock_free); // or handlers could not use it

void follow(int number) {
    std::signal(number, SIG_DFL);
    std::raise(number);
}

void handle(int number) {
    noted = number;
    if (writers == 0) follow(number);
}

void leave() {
    if (--writers == 0)
        if (const int number = noted; number != 0) follow(number);
}

void install() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        if (std::signal(number, handle) != SIG_DFL) std::signal(number, SIG_IGN); // as nohup wants it
}

} // namespace

Uninterrupted::Uninterrupted(const std::string& path) {
    const FileKind kind = disk::kind_of(path);
    counts_ = kind == FileKind::none || kind == FileKind::file;
    if (!counts_) return;
    static std::once_flag once;
    std::call_once(once, install);
    ++writers;
    if (noted == 0) return;
    leave();                // too late to begin
    while (true) ::pause(); // another one still writes, and ends the process after that
}

Uninterrupted::~Uninterrupted() {
    if (counts_) leave();
}

} // namespace vellum::cli
