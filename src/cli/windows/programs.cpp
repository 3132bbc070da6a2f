#include "cli/programs.hpp"

#include <array>

#include "base/disk.hpp"
#include "base/windows/windows.hpp"

#include <shellapi.h>

namespace vellum::cli {

std::string program_folder() {
    std::wstring path(32768, L'\0'); // the longest path of Windows
    path.resize(::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
    const std::string name = disk::portable(windows::narrow(path));
    return name.substr(0, name.rfind('/') == std::string::npos ? 0 : name.rfind('/'));
}

bool open_in_browser(const std::string& address) {
    constexpr INT_PTR least_success = 32; // as its documentation has it
    const HINSTANCE answer =
        ::ShellExecuteW(nullptr, L"open", windows::wide(address).c_str(), nullptr, nullptr, SW_SHOWNORMAL);
    return reinterpret_cast<INT_PTR>(answer) > least_success;
}

bool console_closes() {
    std::array<DWORD, 2> processes{};
    return ::GetConsoleProcessList(processes.data(), static_cast<DWORD>(processes.size())) == 1;
}

} // namespace vellum::cli
