// Reading of whole files and listing of folders. Sizes that the file system claims are only a hint: reading
// goes on until the end of the file or the limit, so devices and growing files can not overrun anything.
#include "base/file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/ascii.hpp"
#include "base/codes.hpp"
#include "base/posix/descriptor.hpp"
#include "base/posix/wait.hpp"
#include "base/posix/walk.hpp"

namespace vellum {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds longest_wait{10}; ///< For more of what has an end only if someone writes it.

[[nodiscard]] Place in_file(const std::string& path) {
    Place place;
    place.file = path;
    return place;
}

[[nodiscard]] std::unexpected<Diagnostic> cannot_read(const std::string& path, const std::string& why) {
    return fail(codes::io_read, "cannot read the file: " + why, in_file(path));
}

[[nodiscard]] std::unexpected<Diagnostic> too_long(const std::string& path, std::uint64_t max) {
    return cannot_read(path, "it is longer than " + std::to_string(max) + " bytes");
}

/// `patient`: it may be silent for as long as it likes.
[[nodiscard]] Result<std::vector<std::byte>> read_open(int file, const std::string& path, std::uint64_t max,
                                                       bool patient = false) {
    struct stat status{};
    if (::fstat(file, &status) != 0) return cannot_read(path, reason(errno));
    const bool plain = S_ISREG(status.st_mode);
    if (!plain) max = std::min(max, largest_stream);
    const auto claimed = plain ? static_cast<std::uint64_t>(status.st_size) : 0;
    if (claimed > max) return too_long(path, max);
    constexpr std::size_t chunk = 64U << 10U;
    std::vector<std::byte> data;
    std::size_t size = 0;
    while (true) {
        // One byte more than claimed shows the end of the file without growing the buffer.
        if (size == data.size())
            data.resize(size == 0 && claimed != 0 ? static_cast<std::size_t>(claimed) + 1
                                                  : std::max(chunk, size + size / 2));
        if (!plain && !patient && !wait_for(file, POLLIN, longest_wait))
            return cannot_read(path, std::string(S_ISFIFO(status.st_mode) ? "the pipe" : "it") +
                                         " was silent for " + std::to_string(longest_wait.count()) +
                                         " seconds");
        const ssize_t got = ::read(file, data.data() + size, data.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return cannot_read(path, reason(errno));
        size += static_cast<std::size_t>(got);
        if (size > max) return too_long(path, max);
        if (got == 0) break;
    }
    data.resize(size);
    return data;
}

/// The entry of a folder with that name, or else the first (by its bytes) that differs in case only.
std::string entry_named(const fs::path& folder, const std::string& name) {
    std::error_code error;
    if (fs::exists(fs::symlink_status(folder / name, error))) return name;
    std::string best;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        std::string candidate = entry->path().filename().string();
        if (same_name(candidate, name) && (best.empty() || candidate < best)) best = std::move(candidate);
    }
    return best;
}

/// The path from `root` to a path below it, both without links; empty if it is not below.
fs::path below(const fs::path& root, const fs::path& path) {
    const auto [at, rest] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
    fs::path inside;
    if (at == root.end())
        for (auto part = rest; part != path.end(); ++part) inside /= *part;
    return inside;
}

} // namespace

Result<std::vector<std::byte>> read_file(const std::string& path, std::uint64_t max) {
    // Pipes and devices that nobody writes to would be waited for, even before they are open.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (!file.is_open()) return cannot_read(path, reason(errno));
    return read_open(file.get(), path, max);
}

Result<std::vector<std::byte>> read_standard_input(std::uint64_t max) {
    return read_open(STDIN_FILENO, "<stdin>", max, true);
}

Result<FoundFile> read_below(const std::string& folder, std::string_view wanted, std::uint64_t max) {
    std::string name(wanted);
    std::ranges::replace(name, '\\', '/');
    const std::string shown = (fs::path(folder) / name).generic_string();
    std::error_code error;
    if (name.find('\0') != std::string::npos) return cannot_read(shown, reason(ENOENT));
    const fs::path root = fs::canonical(folder.empty() ? "." : folder, error);
    if (error) return cannot_read(shown, error.message());
    fs::path found = root;
    for (const fs::path& part : fs::path(name)) {
        if (part.empty() || part == ".") continue;
        const std::string entry = part.is_absolute() || part == ".." ? "" : entry_named(found, part.string());
        if (entry.empty()) return cannot_read(shown, reason(ENOENT));
        found = fs::canonical(found / entry, error); // one link at a time: not even names are read outside
        if (error) return cannot_read(shown, error.message());
        if (found != root && below(root, found).empty())
            return cannot_read(shown, "a link leads outside the allowed folder");
    }
    const fs::path inside = below(root, found);
    // If a link turns up nevertheless, somebody is changing the folder right now, and it is not followed.
    const Descriptor file = open_plain(open_folder(root, inside.parent_path()), inside.filename());
    if (!file.is_open())
        return cannot_read(shown, errno == EINVAL ? "it is not a regular file" : reason(errno));
    const std::string path = (fs::path(folder) / found.lexically_relative(root)).generic_string();
    auto bytes = read_open(file.get(), path, max);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    return FoundFile{path, std::move(*bytes)};
}

std::vector<std::string> list_below(const std::string& folder, std::string_view wanted, std::size_t most) {
    std::vector<std::string> names;
    std::error_code error;
    const fs::path root = fs::canonical(folder.empty() ? "." : folder, error);
    if (error) return names;
    const fs::path start = fs::canonical(root / wanted, error);
    if (error || (start != root && below(root, start).empty())) return names;
    std::size_t seen = 0;
    fs::recursive_directory_iterator at(start, fs::directory_options::skip_permission_denied, error);
    for (const fs::recursive_directory_iterator end; !error && at != end && seen < most;
         at.increment(error), ++seen) {
        std::error_code ignored;
        if (!at->is_regular_file(ignored)) continue;
        if (at->is_symlink(ignored) && below(root, fs::canonical(at->path(), ignored)).empty()) continue;
        names.push_back(at->path().lexically_relative(root).generic_string());
    }
    std::ranges::sort(names);
    return names;
}

std::string file_identity(const std::string& path) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) return {};
    return std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino);
}

bool remove_file(const std::string& path) {
    std::error_code error;
    return !fs::is_directory(fs::symlink_status(path, error)) && fs::remove(path, error);
}

} // namespace vellum
