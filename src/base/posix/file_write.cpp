// Writing of whole files: complete and on the disk first, then under their names.
// The content goes into a file without a name where the system has such (O_TMPFILE): of those nothing stays
// if the process ends in the middle. A name that is new is given in one step. One that is taken can only be
// replaced by renaming, so there the finished file has another name for an instant.
#include "base/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/codes.hpp"
#include "base/posix/walk.hpp"

namespace vellum {

namespace {

namespace fs = std::filesystem;

[[nodiscard]] std::unexpected<Diagnostic> cannot_write(const std::string& path, const std::string& why) {
    return fail(codes::io_write, "cannot write the file: " + why, {.file = path});
}

/// Follows symbolic links by hand, because the last one may name a file that does not exist yet.
[[nodiscard]] fs::path follow_links(fs::path path) {
    constexpr int most_links = 40;
    for (int count = 0; count < most_links; ++count) {
        std::error_code error;
        const fs::path next = fs::read_symlink(path, error);
        if (error) break; // it is no link
        path = next.is_absolute() ? next : path.parent_path() / next;
    }
    return path;
}

/// Writes all; an empty text means success.
[[nodiscard]] std::string write_all(int file, std::span<const std::byte> data) {
    while (!data.empty()) {
        const ssize_t done = ::write(file, data.data(), data.size());
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return reason(errno);
        data = data.subspan(static_cast<std::size_t>(done));
    }
    return {};
}

[[nodiscard]] std::string write_all(int file, const ByteSource& data) {
    const auto done = read_in_pieces(data, [file](std::span<const std::byte> piece) -> Result<void> {
        if (std::string problem = write_all(file, piece); !problem.empty())
            return fail(codes::io_write, std::move(problem));
        return {};
    });
    return done ? std::string() : done.error().message;
}

/// Some file systems cannot promise anything; that is no failure.
[[nodiscard]] bool sync(int file) { return ::fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP; }

/// One file on its way to its name.
class NewFile {
  public:
    NewFile(const Descriptor& folder, std::string name, const WriteOptions& options)
        : folder_(folder.get()), name_(std::move(name)), options_(options) {}
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    ~NewFile() {
        if (!temporary_.empty()) ::unlinkat(folder_, temporary_.c_str(), 0);
    }

    /// An empty text means success.
    [[nodiscard]] std::string write(const ByteSource& data, bool nameless) {
        if (!create(nameless)) return reason(errno);
        if (std::string problem = write_all(file_.get(), data); !problem.empty()) return problem;
        struct stat old{};
        const std::string model = options_.like.empty() ? name_ : std::string(options_.like);
        // Losing the permissions would be a pity, but is no reason to keep the old content.
        if (::fstatat(folder_, model.c_str(), &old,
                      options_.links == Links::follow ? 0 : AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(old.st_mode))
            static_cast<void>(::fchmod(file_.get(), old.st_mode & 07777U));
        struct stat status{};
        if (::fstat(file_.get(), &status) != 0) return reason(errno);
        if (static_cast<std::uint64_t>(status.st_size) != data.size())
            return std::to_string(status.st_size) + " of " + std::to_string(data.size()) +
                   " bytes were written";
        if (options_.durable && !sync(file_.get())) return reason(errno);
        if (!temporary_.empty() && !file_.close()) return reason(errno); // what is nameless needs its file
        if (!give_name()) return reason(errno);
        if (options_.durable) sync_folder();
        return {};
    }
    /// True if what failed was only that the system has no files without a name.
    [[nodiscard]] bool needs_name() const noexcept { return needs_name_; }

  private:
    [[nodiscard]] bool create(bool nameless) {
#if defined(O_TMPFILE)
        if (nameless) {
            file_ = Descriptor(::openat(folder_, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666));
            needs_name_ = !file_.is_open() && errno != ENOENT && errno != ENOTDIR && errno != EACCES;
            return file_.is_open();
        }
#else
        if (nameless) {
            needs_name_ = true;
            return false;
        }
#endif
        return try_names([this](const std::string& name) {
            file_ =
                Descriptor(::openat(folder_, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
            return file_.is_open();
        });
    }

    /// Finds a name beside the target that nobody has, so that renaming stays within one file system.
    template <class Make> [[nodiscard]] bool try_names(Make&& make) {
        constexpr int most_attempts = 1000;
        for (int attempt = 0; attempt < most_attempts; ++attempt) {
            const std::string name = ".vellum-new" + std::to_string(attempt);
            if (make(name)) {
                temporary_ = name;
                return true;
            }
            if (errno != EEXIST) return false;
        }
        return false;
    }

    [[nodiscard]] bool link_to(const std::string& name) {
        if (!temporary_.empty()) return ::linkat(folder_, temporary_.c_str(), folder_, name.c_str(), 0) == 0;
        const std::string self = "/proc/self/fd/" + std::to_string(file_.get());
        const bool linked = ::linkat(AT_FDCWD, self.c_str(), folder_, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
        needs_name_ = !linked && errno != EEXIST;
        return linked;
    }

    [[nodiscard]] bool give_name() {
        if (link_to(name_)) return true;
        if (!options_.replace && (errno == EEXIST || needs_name_)) return false;
        struct stat taken{};
        if (!options_.replace && ::fstatat(folder_, name_.c_str(), &taken, AT_SYMLINK_NOFOLLOW) == 0) {
            errno = EEXIST; // a file system without hard links: the best there is
            return false;
        }
        if (temporary_.empty()) {
            if (errno != EEXIST) return false;
            if (!try_names([this](const std::string& name) { return link_to(name); })) return false;
        }
        if (::renameat(folder_, temporary_.c_str(), folder_, name_.c_str()) != 0) return false;
        temporary_.clear();
        return true;
    }

    void sync_folder() const {
        const Descriptor opened(::openat(folder_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (opened.is_open()) static_cast<void>(sync(opened.get())); // the file itself is on the disk
    }

    int folder_;
    std::string name_; ///< In the folder.
    WriteOptions options_;
    Descriptor file_;
    std::string temporary_; ///< Removed again unless it was renamed.
    bool needs_name_ = false;
};

} // namespace

Result<void> write_file_atomic(const std::string& path, const ByteSource& data, const WriteOptions& options) {
    const bool follow = options.links == Links::follow;
    const fs::path target = options.replace && follow ? follow_links(path) : fs::path(path);
    const fs::path above = target.has_parent_path() ? target.parent_path() : fs::path(".");
    const Descriptor folder = follow ? Descriptor(::open(above.c_str(), to_search)) : open_folder_of(target);
    if (!folder.is_open()) return cannot_write(path, reason(errno));
    const std::string name = target.filename().string();
    struct stat status{};
    if (::fstatat(folder.get(), name.c_str(), &status, follow ? 0 : AT_SYMLINK_NOFOLLOW) == 0 &&
        !S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode)) {
        if (!follow) return cannot_write(path, "it is not a regular file");
        // A device or pipe can not be replaced without destroying it.
        Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
        if (!file.is_open()) return cannot_write(path, reason(errno));
        const std::string problem = write_all(file.get(), data);
        if (!problem.empty()) return cannot_write(path, problem);
        return file.close() ? Result<void>() : cannot_write(path, reason(errno));
    }
    bool again = false;
    {
        NewFile file(folder, name, options);
        const std::string problem = file.write(data, true);
        if (problem.empty()) return {};
        again = file.needs_name();
        if (!again) return cannot_write(path, problem);
    }
    NewFile file(folder, name, options);
    const std::string problem = file.write(data, false);
    return problem.empty() ? Result<void>() : cannot_write(path, problem);
}

void sync_files([[maybe_unused]] const std::string& folder) {
#if defined(__linux__)
    const Descriptor opened(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC));
    if (opened.is_open()) static_cast<void>(::syncfs(opened.get()));
#else
    ::sync();
#endif
}

} // namespace vellum
