// By std::filesystem, whose own paths are those of the system here.
#include "base/disk.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <filesystem>

#include "base/posix/walk.hpp"

namespace vellum::disk {

namespace {

namespace fs = std::filesystem;

FileKind kind_of(const fs::file_status& status) {
    if (!fs::exists(status)) return FileKind::none;
    if (fs::is_regular_file(status)) return FileKind::file;
    return fs::is_directory(status) ? FileKind::folder : FileKind::other;
}

} // namespace

FileKind kind_of(const std::string& path) {
    std::error_code ignored;
    return kind_of(fs::status(path, ignored));
}

bool is_taken(const std::string& path) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(path, ignored));
}

std::error_code make_folders(const std::string& path, Links links) {
    std::error_code error;
    if (links == Links::refuse) {
        if (!open_folder("/", fs::path(path).relative_path(), true).is_open())
            error.assign(errno, std::generic_category());
        return error;
    }
    fs::create_directories(path, error);
    return error;
}

std::error_code rename(const std::string& from, const std::string& to) {
    std::error_code error;
    fs::rename(from, to, error);
    return error;
}

std::error_code list(const std::string& folder, std::vector<FileEntry>& entries) {
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        std::error_code ignored;
        // What the folder itself says about its entries is enough for nearly all: asking for each file's
        // status would read thousands of places of a disk.
        const bool link = entry->is_symlink(ignored);
        FileKind kind = FileKind::none;
        if (entry->is_regular_file(ignored))
            kind = FileKind::file;
        else if (entry->is_directory(ignored))
            kind = FileKind::folder;
        else if (entry->exists(ignored))
            kind = FileKind::other;
        entries.push_back({entry->path().filename().string(), kind, link});
    }
    return error;
}

std::optional<FileStamp> stamp_of(const std::string& path, Links links) {
    struct stat status{};
    int failed = 0;
    if (links == Links::refuse) {
        const fs::path whole(path);
        const Descriptor folder = open_folder_of(whole);
        failed = ::fstatat(folder.get(), whole.filename().c_str(), &status, AT_SYMLINK_NOFOLLOW);
    } else {
        failed = ::stat(path.c_str(), &status);
    }
    if (failed != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    constexpr std::int64_t second = 1'000'000'000;
    return FileStamp{static_cast<std::uint64_t>(status.st_size),
                     std::int64_t{status.st_mtim.tv_sec} * second + status.st_mtim.tv_nsec};
}

bool is_absolute(std::string_view path) { return path.starts_with('/'); }

std::string absolute(const std::string& path) {
    std::error_code error;
    std::string whole = fs::absolute(path, error).string();
    return error ? path : whole;
}

std::string resolved(const std::string& path) {
    std::error_code error;
    std::string whole = fs::weakly_canonical(fs::absolute(path, error), error).string();
    return error ? std::string() : whole;
}

std::error_code enter(const std::string& folder) {
    std::error_code error;
    fs::current_path(folder, error);
    return error;
}

std::string portable(std::string path) { return path; }

} // namespace vellum::disk
