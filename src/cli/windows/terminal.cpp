#include "cli/terminal.hpp"

#include <cwchar>

#include <fcntl.h>
#include <io.h>

#include "base/windows/windows.hpp"

#include <shellapi.h>

namespace vellum::cli {

struct Keys::Saved {
    DWORD usual = 0;
    std::wstring units; ///< Half a character.
    std::string bytes;  ///< Read and not yet handed out.
};

void prepare_streams() {
    for (std::FILE* stream : {stdin, stdout, stderr})
        static_cast<void>(::_setmode(::_fileno(stream), _O_BINARY));
    // Not every C library of Windows has it so from the start.
    static_cast<void>(std::setvbuf(stderr, nullptr, _IONBF, 0));
    static_cast<void>(::SetConsoleOutputCP(CP_UTF8));
    for (const DWORD which : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
        DWORD mode = 0;
        const HANDLE console = ::GetStdHandle(which);
        if (::GetConsoleMode(console, &mode) != 0)
            ::SetConsoleMode(console, mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
}

std::vector<std::string> command_line(int, char**) {
    int count = 0;
    wchar_t** const words = ::CommandLineToArgvW(::GetCommandLineW(), &count);
    std::vector<std::string> result;
    for (int i = 1; i < count; ++i) result.push_back(windows::narrow(words[i]));
    ::LocalFree(words);
    return result;
}

bool is_terminal(std::FILE* stream) {
    DWORD mode = 0;
    return ::GetConsoleMode(reinterpret_cast<HANDLE>(::_get_osfhandle(::_fileno(stream))), &mode) != 0;
}

std::size_t terminal_width() {
    CONSOLE_SCREEN_BUFFER_INFO facts{};
    if (::GetConsoleScreenBufferInfo(::GetStdHandle(STD_OUTPUT_HANDLE), &facts) == 0) return 80;
    return static_cast<std::size_t>(facts.srWindow.Right - facts.srWindow.Left + 1);
}

std::FILE* open_to_append(const std::string& path) {
    return ::_wfopen(windows::wide_path(path).c_str(), L"ab");
}

Keys::Keys() : saved_(std::make_unique<Saved>()) {
    const HANDLE input = ::GetStdHandle(STD_INPUT_HANDLE);
    if (::GetConsoleMode(input, &saved_->usual) == 0) return;
    work_ = ::SetConsoleMode(input, ENABLE_VIRTUAL_TERMINAL_INPUT) != 0;
}

Keys::~Keys() {
    if (work_) ::SetConsoleMode(::GetStdHandle(STD_INPUT_HANDLE), saved_->usual);
}

std::optional<char> Keys::next() {
    while (saved_->bytes.empty()) {
        wchar_t unit = 0;
        DWORD got = 0;
        if (::ReadConsoleW(::GetStdHandle(STD_INPUT_HANDLE), &unit, 1, &got, nullptr) == 0 || got != 1)
            return std::nullopt;
        saved_->units += unit;
        if (IS_HIGH_SURROGATE(unit)) continue;
        saved_->bytes = windows::narrow(saved_->units);
        saved_->units.clear();
    }
    const char byte = saved_->bytes.front();
    saved_->bytes.erase(0, 1);
    return byte;
}

bool Keys::pending() {
    const HANDLE input = ::GetStdHandle(STD_INPUT_HANDLE);
    DWORD count = 0;
    switch (::GetFileType(input)) {
    case FILE_TYPE_DISK: return true;
    case FILE_TYPE_PIPE:
        return ::PeekNamedPipe(input, nullptr, 0, nullptr, &count, nullptr) == 0 || count != 0;
    default: return ::GetNumberOfConsoleInputEvents(input, &count) != 0 && count != 0;
    }
}

} // namespace vellum::cli
