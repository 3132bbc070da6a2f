#include "base/disk.hpp"

#include <algorithm>

#include "base/windows/windows.hpp"

namespace vellum::disk {

namespace {

FileKind kind_of_attributes(DWORD attributes) {
    return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? FileKind::folder : FileKind::file;
}

} // namespace

FileKind kind_of(const std::string& path) {
    const windows::Handle opened = windows::open_to_ask(path);
    if (!opened.is_open()) {
        // What others hold back may still be asked about.
        const DWORD attributes = ::GetFileAttributesW(windows::wide_path(path).c_str());
        const bool known =
            attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0;
        return known ? kind_of_attributes(attributes) : FileKind::none;
    }
    if (::GetFileType(opened.get()) != FILE_TYPE_DISK) return FileKind::other;
    BY_HANDLE_FILE_INFORMATION facts{};
    if (::GetFileInformationByHandle(opened.get(), &facts) == 0) return FileKind::other;
    return kind_of_attributes(facts.dwFileAttributes);
}

bool is_taken(const std::string& path) {
    return ::GetFileAttributesW(windows::wide_path(path).c_str()) != INVALID_FILE_ATTRIBUTES;
}

std::error_code make_folders(const std::string& path, Links) {
    if (path.empty() || kind_of(path) == FileKind::folder) return {};
    if (::CreateDirectoryW(windows::wide_path(path).c_str(), nullptr) != 0) return {};
    DWORD problem = ::GetLastError();
    const std::size_t slash = path.find_last_of("/\\", path.find_last_not_of("/\\"));
    if (problem == ERROR_PATH_NOT_FOUND && slash != std::string::npos && slash != 0) {
        if (const std::error_code above = make_folders(path.substr(0, slash))) return above;
        if (::CreateDirectoryW(windows::wide_path(path).c_str(), nullptr) != 0) return {};
        problem = ::GetLastError();
    }
    if (problem == ERROR_ALREADY_EXISTS && kind_of(path) == FileKind::folder) return {};
    return windows::error_of(problem == ERROR_ALREADY_EXISTS ? ERROR_DIRECTORY : problem);
}

std::error_code list(const std::string& folder, std::vector<FileEntry>& entries) {
    const std::string below = folder.empty() || folder.ends_with('/') ? folder : folder + "/";
    WIN32_FIND_DATAW found{};
    const HANDLE search = ::FindFirstFileW(windows::wide_path(below + "*").c_str(), &found);
    if (search == INVALID_HANDLE_VALUE) {
        const DWORD problem = ::GetLastError();
        return problem == ERROR_FILE_NOT_FOUND ? std::error_code() : windows::error_of(problem);
    }
    do {
        const std::wstring_view name(found.cFileName);
        if (name == L"." || name == L"..") continue;
        FileEntry entry{windows::narrow(name), kind_of_attributes(found.dwFileAttributes), false};
        if ((found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0) {
            entry.kind = kind_of(below + entry.name);
            // Files that a cloud keeps are such points too; only links have these two marks.
            entry.link = found.dwReserved0 == IO_REPARSE_TAG_SYMLINK ||
                         found.dwReserved0 == IO_REPARSE_TAG_MOUNT_POINT;
        }
        entries.push_back(std::move(entry));
    } while (::FindNextFileW(search, &found) != 0);
    const DWORD problem = ::GetLastError();
    ::FindClose(search);
    return problem == ERROR_NO_MORE_FILES ? std::error_code() : windows::error_of(problem);
}

std::optional<FileStamp> stamp_of(const std::string& path, Links links) {
    const windows::Handle opened = windows::open_to_ask(path);
    BY_HANDLE_FILE_INFORMATION facts{};
    if (!opened.is_open() || ::GetFileType(opened.get()) != FILE_TYPE_DISK ||
        ::GetFileInformationByHandle(opened.get(), &facts) == 0 ||
        kind_of_attributes(facts.dwFileAttributes) != FileKind::file ||
        (links == Links::refuse && windows::final_path(opened.get()) != path))
        return std::nullopt;
    const auto whole = [](DWORD high, DWORD low) { return std::uint64_t{high} << 32U | low; };
    return FileStamp{whole(facts.nFileSizeHigh, facts.nFileSizeLow),
                     static_cast<std::int64_t>(
                         whole(facts.ftLastWriteTime.dwHighDateTime, facts.ftLastWriteTime.dwLowDateTime))};
}

bool is_absolute(std::string_view path) {
    return path.starts_with('/') || path.starts_with('\\') || (path.size() > 1 && path[1] == ':');
}

std::string absolute(const std::string& path) {
    const std::wstring given = windows::wide(path);
    std::wstring whole(::GetFullPathNameW(given.c_str(), 0, nullptr, nullptr),
                       L'\0'); // with the zero at its end
    if (whole.empty()) return path;
    whole.resize(::GetFullPathNameW(given.c_str(), static_cast<DWORD>(whole.size()), whole.data(), nullptr));
    return windows::narrow(whole);
}

std::string resolved(const std::string& path) {
    const std::string whole = portable(absolute(path));
    // Of what does not exist yet, the part that does is asked about.
    for (std::size_t end = whole.size(); end != std::string::npos && end > 0;
         end = whole.rfind('/', end - 1)) {
        const bool disk = whole[end - 1] == ':'; // without a slash it would be the current folder there
        const windows::Handle opened = windows::open_to_ask(whole.substr(0, end) + (disk ? "/" : ""));
        std::string found = opened.is_open() ? windows::final_path(opened.get()) : std::string();
        if (found.empty()) continue;
        if (end == whole.size()) return found;
        if (found.ends_with('/')) found.pop_back();
        return found + whole.substr(end);
    }
    return whole;
}

std::error_code rename(const std::string& from, const std::string& to) {
    if (::MoveFileExW(windows::wide_path(from).c_str(), windows::wide_path(to).c_str(),
                      MOVEFILE_REPLACE_EXISTING) != 0)
        return {};
    return windows::error_of(::GetLastError());
}

std::error_code enter(const std::string& folder) {
    if (::SetCurrentDirectoryW(windows::wide(folder).c_str()) != 0) return {};
    return windows::error_of(::GetLastError());
}

std::string portable(std::string path) {
    std::ranges::replace(path, '\\', '/');
    return path;
}

} // namespace vellum::disk
