// What Vellum uses of Windows: paths of any length from UTF-8, handles that close themselves, reasons in the
// words that other systems have for them.
#pragma once

#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#define WIN32_LEAN_AND_MEAN
#if !defined(NOMINMAX) // libstdc++ defines it too
#define NOMINMAX
#endif
#include <windows.h>

namespace vellum::windows {

/// UTF-8 (WTF-8 for what is no valid UTF-16) to what the system takes, and back.
[[nodiscard]] std::wstring wide(std::string_view text);
[[nodiscard]] std::string narrow(std::wstring_view text);

/// A path as the system takes it. One that is long is made absolute with the mark that lifts the limit of 260
/// characters.
[[nodiscard]] std::wstring wide_path(const std::string& path);

/// A handle that closes itself.
class Handle {
  public:
    Handle() = default;
    explicit Handle(HANDLE handle) : handle_(handle) {}
    Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, INVALID_HANDLE_VALUE)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Handle() { static_cast<void>(close()); }

    [[nodiscard]] bool is_open() const noexcept { return handle_ != INVALID_HANDLE_VALUE; }
    [[nodiscard]] HANDLE get() const noexcept { return handle_; }
    /// False, with the reason at GetLastError, if the system says only now that something went wrong.
    [[nodiscard]] bool close() noexcept {
        const HANDLE handle = std::exchange(handle_, INVALID_HANDLE_VALUE);
        return handle == INVALID_HANDLE_VALUE || ::CloseHandle(handle) != 0;
    }

  private:
    HANDLE handle_ = INVALID_HANDLE_VALUE;
};

/// Opens what is there to be read, or a folder to be asked about; others may go on writing to it.
[[nodiscard]] Handle open_to_read(const std::string& path);
[[nodiscard]] Handle open_to_ask(const std::string& path);
/// Opens a folder that keeps its name until the handle is closed.
[[nodiscard]] Handle open_to_hold(const std::string& path);

/// The path that a handle leads to, without links, with '/' between folders; empty if the system does not
/// say.
[[nodiscard]] std::string final_path(HANDLE handle);

/// The error that GetLastError names.
[[nodiscard]] std::error_code error_of(DWORD code);
/// The system's words for it.
[[nodiscard]] std::string reason(DWORD code);

} // namespace vellum::windows
