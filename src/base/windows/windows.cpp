#include "base/windows/windows.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/encoding.hpp"

namespace vellum::windows {

std::wstring wide(std::string_view text) {
    ByteWriter writer;
    static_cast<void>(wtf8_to_utf16le(text, writer));
    const std::vector<std::byte> bytes = writer.take();
    std::wstring units(bytes.size() / sizeof(wchar_t), L'\0');
    std::memcpy(units.data(), bytes.data(), units.size() * sizeof(wchar_t));
    return units;
}

std::string narrow(std::wstring_view text) { return utf16le_to_wtf8(std::as_bytes(std::span(text))); }

std::wstring wide_path(const std::string& path) {
    constexpr std::size_t shortest_limit =
        240; // a folder may have 248, and temporary files get names beside theirs
    std::wstring given = wide(path);
    std::ranges::replace(given, L'/', L'\\');
    if (given.starts_with(L"\\\\?\\") || given.starts_with(L"\\\\.\\")) return given;
    const DWORD room = ::GetFullPathNameW(given.c_str(), 0, nullptr, nullptr);
    if (room < shortest_limit) return given;
    std::wstring full(room, L'\0');
    full.resize(::GetFullPathNameW(given.c_str(), room, full.data(), nullptr));
    if (full.starts_with(L"\\\\")) return L"\\\\?\\UNC" + full.substr(1);
    return L"\\\\?\\" + full;
}

namespace {

constexpr DWORD all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

Handle open(const std::string& path, DWORD access, DWORD flags, DWORD share = all) {
    return Handle(
        ::CreateFileW(wide_path(path).c_str(), access, share, nullptr, OPEN_EXISTING, flags, nullptr));
}

} // namespace

Handle open_to_read(const std::string& path) { return open(path, GENERIC_READ, FILE_ATTRIBUTE_NORMAL); }

Handle open_to_ask(const std::string& path) { return open(path, 0, FILE_FLAG_BACKUP_SEMANTICS); }

Handle open_to_hold(const std::string& path) {
    // Without a right to something in it, others need not share.
    return open(path, FILE_LIST_DIRECTORY, FILE_FLAG_BACKUP_SEMANTICS, FILE_SHARE_READ | FILE_SHARE_WRITE);
}

std::string final_path(HANDLE handle) {
    const DWORD room = ::GetFinalPathNameByHandleW(handle, nullptr, 0, FILE_NAME_NORMALIZED);
    std::wstring path(room, L'\0');
    path.resize(::GetFinalPathNameByHandleW(handle, path.data(), room, FILE_NAME_NORMALIZED));
    if (path.starts_with(L"\\\\?\\UNC\\"))
        path.replace(0, 7, L"\\");
    else if (path.starts_with(L"\\\\?\\"))
        path.erase(0, 4);
    std::ranges::replace(path, L'\\', L'/');
    return narrow(path);
}

std::error_code error_of(DWORD code) {
    struct Row {
        DWORD code;
        std::errc error;
    };
    constexpr std::array<Row, 21> rows{{
        {ERROR_FILE_NOT_FOUND, std::errc::no_such_file_or_directory},
        {ERROR_PATH_NOT_FOUND, std::errc::no_such_file_or_directory},
        {ERROR_INVALID_NAME, std::errc::no_such_file_or_directory},
        {ERROR_BAD_PATHNAME, std::errc::no_such_file_or_directory},
        {ERROR_BAD_NETPATH, std::errc::no_such_file_or_directory},
        {ERROR_INVALID_DRIVE, std::errc::no_such_file_or_directory},
        {ERROR_DIRECTORY, std::errc::not_a_directory},
        {ERROR_ACCESS_DENIED, std::errc::permission_denied},
        {ERROR_SHARING_VIOLATION, std::errc::permission_denied},
        {ERROR_LOCK_VIOLATION, std::errc::permission_denied},
        {ERROR_WRITE_PROTECT, std::errc::read_only_file_system},
        {ERROR_FILE_EXISTS, std::errc::file_exists},
        {ERROR_ALREADY_EXISTS, std::errc::file_exists},
        {ERROR_DISK_FULL, std::errc::no_space_on_device},
        {ERROR_HANDLE_DISK_FULL, std::errc::no_space_on_device},
        {ERROR_TOO_MANY_OPEN_FILES, std::errc::too_many_files_open},
        {ERROR_FILENAME_EXCED_RANGE, std::errc::filename_too_long},
        {ERROR_BROKEN_PIPE, std::errc::broken_pipe},
        {ERROR_NO_DATA, std::errc::broken_pipe},
        {ERROR_NOT_ENOUGH_MEMORY, std::errc::not_enough_memory},
        {ERROR_OUTOFMEMORY, std::errc::not_enough_memory},
    }};
    const auto row = std::ranges::find(rows, code, &Row::code);
    if (row != rows.end()) return std::make_error_code(row->error);
    return {static_cast<int>(code), std::system_category()};
}

std::string reason(DWORD code) { return error_of(code).message(); }

} // namespace vellum::windows
