// Writing of whole files: complete and on the disk under a name beside the target, then renamed. Until then
// the file is marked to vanish with its handle, so that nothing stays if the process ends in the middle.
#include "base/file.hpp"

#include <algorithm>

#include "base/codes.hpp"
#include "base/disk.hpp"
#include "base/windows/windows.hpp"

namespace vellum {

namespace {

using windows::Handle;

[[nodiscard]] std::unexpected<Diagnostic> cannot_write(const std::string& path, const std::string& why) {
    return fail(codes::io_write, "cannot write the file: " + why, {.file = path});
}

/// Writes all; an empty text means success.
[[nodiscard]] std::string write_all(HANDLE file, std::span<const std::byte> data) {
    constexpr std::size_t most_at_once = std::size_t{1} << 24U;
    while (!data.empty()) {
        DWORD done = 0;
        const auto size = static_cast<DWORD>(std::min(data.size(), most_at_once));
        if (::WriteFile(file, data.data(), size, &done, nullptr) == 0)
            return windows::reason(::GetLastError());
        data = data.subspan(done);
    }
    return {};
}

[[nodiscard]] std::string write_all(HANDLE file, const ByteSource& data) {
    const auto done = read_in_pieces(data, [file](std::span<const std::byte> piece) -> Result<void> {
        if (std::string problem = write_all(file, piece); !problem.empty())
            return fail(codes::io_write, std::move(problem));
        return {};
    });
    return done ? std::string() : done.error().message;
}

/// Whether the file vanishes with its last handle.
[[nodiscard]] bool mark_to_vanish(HANDLE file, bool vanish) {
    FILE_DISPOSITION_INFO wish{};
    wish.DeleteFile = vanish ? TRUE : FALSE;
    return ::SetFileInformationByHandle(file, FileDispositionInfo, &wish, sizeof wish) != 0;
}

/// A new file beside the target, marked to vanish, and its name.
[[nodiscard]] Handle create_beside(const std::string& target, std::wstring& name) {
    constexpr int most_attempts = 1000;
    const std::size_t slash = target.find_last_of("/\\:");
    const std::string folder = slash == std::string::npos ? "" : target.substr(0, slash + 1);
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        name = windows::wide_path(folder + ".vellum-new" + std::to_string(attempt));
        Handle file(::CreateFileW(name.c_str(), GENERIC_WRITE | DELETE, FILE_SHARE_DELETE, nullptr,
                                  CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr));
        if (file.is_open()) {
            static_cast<void>(mark_to_vanish(file.get(), true));
            return file;
        }
        // A file that is about to vanish refuses to be asked.
        const DWORD problem = ::GetLastError();
        const bool taken =
            problem == ERROR_FILE_EXISTS || problem == ERROR_ALREADY_EXISTS ||
            (problem == ERROR_ACCESS_DENIED && ::GetFileAttributesW(name.c_str()) != INVALID_FILE_ATTRIBUTES);
        if (!taken) break;
    }
    return {};
}

/// Gives a finished file its name. One that somebody reads, this process perhaps, cannot be replaced, but it
/// can be renamed; it vanishes when it is closed.
[[nodiscard]] bool give_name(const std::wstring& temporary, const std::wstring& target,
                             const WriteOptions& options) {
    const DWORD durable = options.durable ? MOVEFILE_WRITE_THROUGH : 0;
    const DWORD replace = options.replace ? MOVEFILE_REPLACE_EXISTING : 0;
    if (::MoveFileExW(temporary.c_str(), target.c_str(), durable | replace) != 0) return true;
    const DWORD problem = ::GetLastError();
    const std::wstring aside = temporary + L"-old";
    if (options.replace && (problem == ERROR_ACCESS_DENIED || problem == ERROR_SHARING_VIOLATION) &&
        ::MoveFileExW(target.c_str(), aside.c_str(), 0) != 0) {
        if (::MoveFileExW(temporary.c_str(), target.c_str(), durable) != 0) {
            ::DeleteFileW(aside.c_str());
            return true;
        }
        ::MoveFileExW(aside.c_str(), target.c_str(), 0); // as it was
    }
    ::SetLastError(problem);
    return false;
}

/// An empty text means success.
[[nodiscard]] std::string write_new(const std::string& target, const ByteSource& data,
                                    const WriteOptions& options) {
    std::wstring temporary;
    Handle file = create_beside(target, temporary);
    if (!file.is_open()) return windows::reason(::GetLastError());
    if (std::string problem = write_all(file.get(), data); !problem.empty()) return problem;
    if (options.durable && ::FlushFileBuffers(file.get()) == 0) return windows::reason(::GetLastError());
    // From here the name has to be removed by hand.
    std::string problem;
    if (!mark_to_vanish(file.get(), false) || !file.close()) problem = windows::reason(::GetLastError());
    if (problem.empty() && !give_name(temporary, windows::wide_path(target), options))
        problem = windows::reason(::GetLastError());
    if (!problem.empty()) ::DeleteFileW(temporary.c_str());
    return problem;
}

/// The file that a link names; the path itself where there is none.
[[nodiscard]] std::string behind_links(const std::string& path) {
    const DWORD attributes = ::GetFileAttributesW(windows::wide_path(path).c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES || (attributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0)
        return path;
    const Handle opened = windows::open_to_ask(path);
    const std::string found = opened.is_open() ? windows::final_path(opened.get()) : std::string();
    return found.empty() ? path : found;
}

} // namespace

Result<void> write_file_atomic(const std::string& path, const ByteSource& data, const WriteOptions& options) {
    const std::string target = options.replace && options.links == Links::follow ? behind_links(path) : path;
    const FileKind kind = disk::kind_of(target);
    if (kind == FileKind::folder)
        return cannot_write(path, std::make_error_code(std::errc::is_a_directory).message());
    if (kind == FileKind::other) {
        if (options.links == Links::refuse) return cannot_write(path, "it is not a regular file");
        // A device or pipe can not be replaced without destroying it.
        Handle file(::CreateFileW(windows::wide_path(path).c_str(), GENERIC_WRITE,
                                  FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr, OPEN_EXISTING,
                                  FILE_ATTRIBUTE_NORMAL, nullptr));
        if (!file.is_open()) return cannot_write(path, windows::reason(::GetLastError()));
        const std::string problem = write_all(file.get(), data);
        return problem.empty() ? Result<void>() : cannot_write(path, problem);
    }
    // A folder that is open so cannot be renamed or made a link.
    Handle held;
    if (options.links == Links::refuse) {
        const std::string folder = target.substr(0, target.rfind('/'));
        const std::string shown = folder.ends_with(':') ? folder + "/" : folder;
        held = windows::open_to_hold(shown);
        if (!held.is_open()) return cannot_write(path, windows::reason(::GetLastError()));
        if (windows::final_path(held.get()) != shown) return cannot_write(path, "a link leads elsewhere");
    }
    const std::string problem = write_new(target, data, options);
    return problem.empty() ? Result<void>() : cannot_write(path, problem);
}

void sync_files(const std::string&) {} // the system has no such wish for those who do not administer it

} // namespace vellum
