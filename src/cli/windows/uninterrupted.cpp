// Windows tells of Ctrl-C and of windows that close on a thread of its own, which can wait for the writers.
#include "cli/uninterrupted.hpp"

#include <atomic>
#include <mutex>

#include "base/disk.hpp"
#include "base/windows/windows.hpp"

namespace vellum::cli {

namespace {

std::atomic<int> writers = 0;
std::atomic<bool> ending = false;

BOOL WINAPI handle(DWORD) {
    ending = true;
    while (writers != 0) ::Sleep(1);
    return FALSE; // what usually happens: the process ends
}

} // namespace

Uninterrupted::Uninterrupted(const std::string& path) {
    const FileKind kind = disk::kind_of(path);
    counts_ = kind == FileKind::none || kind == FileKind::file;
    if (!counts_) return;
    static std::once_flag once;
    std::call_once(once, [] { ::SetConsoleCtrlHandler(handle, TRUE); });
    ++writers;
    if (!ending) return;
    --writers; // too late to begin
    while (true) ::Sleep(INFINITE);
}

Uninterrupted::~Uninterrupted() {
    if (counts_) --writers;
}

} // namespace vellum::cli
