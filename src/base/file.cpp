// Reading and writing of whole files and listing of folders, on C streams and std::filesystem.
// Relies on errno for the reasons it reports. Sizes that the file system claims are only a hint: reading goes
// on until the end of the file or the limit, so devices and growing files can not overrun anything.
#include "base/file.hpp"

#if !defined(__wasi__)

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "base/codes.hpp"

namespace vellum {

namespace {

namespace fs = std::filesystem;

struct Closer {
    void operator()(std::FILE* file) const noexcept { static_cast<void>(std::fclose(file)); }
};
using File = std::unique_ptr<std::FILE, Closer>;

[[nodiscard]] std::string reason(int error) { return std::generic_category().message(error); }

[[nodiscard]] Place in_file(const std::string& path) {
    Place place;
    place.file = path;
    return place;
}

[[nodiscard]] std::unexpected<Diagnostic> cannot_read(const std::string& path, const std::string& why) {
    return fail(codes::io_read, "can not read the file: " + why, in_file(path));
}

[[nodiscard]] std::unexpected<Diagnostic> too_long(const std::string& path, std::uint64_t max) {
    return cannot_read(path, "it is longer than " + std::to_string(max) + " bytes");
}

[[nodiscard]] std::unexpected<Diagnostic> cannot_write(const std::string& path, const std::string& why) {
    return fail(codes::io_write, "can not write the file: " + why, in_file(path));
}

/// Writes and closes; an empty text means success.
[[nodiscard]] std::string write_and_close(File file, std::span<const std::byte> data) {
    errno = 0;
    const bool written = data.empty() || std::fwrite(data.data(), 1, data.size(), file.get()) == data.size();
    const int write_error = errno;
    // Closing writes what is still buffered, so a full disk may show only here.
    errno = 0;
    const bool closed = std::fclose(file.release()) == 0;
    if (!written) {
        return reason(write_error);
    }
    return closed ? std::string() : reason(errno);
}

/// Follows symbolic links by hand, because the last one may name a file that does not exist yet.
[[nodiscard]] fs::path follow_links(fs::path path) {
    constexpr int most_links = 40;
    for (int count = 0; count < most_links; ++count) {
        std::error_code error;
        if (!fs::is_symlink(path, error)) {
            break;
        }
        const fs::path next = fs::read_symlink(path, error);
        if (error) {
            break;
        }
        path = next.is_absolute() ? next : path.parent_path() / next;
    }
    return path;
}

/// Creates a file that did not exist, beside `target` so that renaming stays within one file system.
[[nodiscard]] File create_beside(const fs::path& target, std::string& name) {
    constexpr int most_attempts = 1000;
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        name = target.string() + ".new" + std::to_string(attempt);
        errno = 0;
        File file(std::fopen(name.c_str(), "wbx"));
        if (file != nullptr || errno != EEXIST) {
            return file;
        }
    }
    return nullptr;
}

[[nodiscard]] Result<void> replace_file(const std::string& path, const fs::path& target,
                                        std::span<const std::byte> data) {
    std::string temporary;
    File file = create_beside(target, temporary);
    if (file == nullptr) {
        return cannot_write(path, reason(errno));
    }
    std::string problem = write_and_close(std::move(file), data);
    std::error_code error;
    if (problem.empty()) {
        const std::uintmax_t arrived = fs::file_size(temporary, error);
        if (error) {
            problem = error.message();
        } else if (arrived != data.size()) {
            problem = std::to_string(arrived) + " of " + std::to_string(data.size()) + " bytes arrived";
        }
    }
    if (problem.empty()) {
        const fs::file_status old = fs::status(target, error);
        if (!error && fs::exists(old)) {
            // Losing the permissions would be a pity, but is no reason to keep the old content.
            fs::permissions(temporary, old.permissions(), error);
        }
        error.clear();
        fs::rename(temporary, target, error);
        if (error) {
            problem = error.message();
        }
    }
    if (!problem.empty()) {
        fs::remove(temporary, error);
        return cannot_write(path, problem);
    }
    return {};
}

class Collector {
  public:
    explicit Collector(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    void add(const std::string& path) {
        std::error_code error;
        const fs::file_status status = fs::status(path, error);
        if (!fs::exists(status)) {
            report(path, error ? error : std::make_error_code(std::errc::no_such_file_or_directory));
        } else if (fs::is_directory(status)) {
            folders_.emplace_back(path);
            walk();
        } else {
            files_.push_back(path);
        }
    }

    [[nodiscard]] std::vector<std::string> take() {
        std::ranges::sort(files_);
        const auto repeats = std::ranges::unique(files_);
        files_.erase(repeats.begin(), repeats.end());
        return std::move(files_);
    }

  private:
    void walk() {
        while (!folders_.empty()) {
            const fs::path folder = std::move(folders_.back());
            folders_.pop_back();
            std::error_code error;
            fs::directory_iterator entry(folder, error);
            for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
                visit(*entry);
            }
            if (error) {
                report(folder.string(), error);
            }
        }
    }

    // What the folder itself says about its entries is enough for nearly all: asking for each file's status
    // would read thousands of places of a disk.
    void visit(const fs::directory_entry& entry) {
        std::error_code error;
        if (entry.is_regular_file(error)) {
            files_.push_back(entry.path().string());
        } else if (entry.is_directory(error)) {
            if (!entry.is_symlink(error)) folders_.push_back(entry.path()); // a link might lead back here
        } else if (!entry.exists(error)) {
            report(entry.path().string(),
                   error ? error : std::make_error_code(std::errc::no_such_file_or_directory));
        }
    }

    void report(const std::string& path, const std::error_code& error) {
        diagnostics_.add(codes::io_read, "can not read: " + error.message(), in_file(path));
    }

    Diagnostics& diagnostics_;
    std::vector<fs::path> folders_;
    std::vector<std::string> files_;
};

} // namespace

Result<std::vector<std::byte>> read_file(const std::string& path, std::uint64_t max) {
    errno = 0;
    const File file(std::fopen(path.c_str(), "rb"));
    if (file == nullptr) {
        return cannot_read(path, reason(errno));
    }
    std::error_code error;
    const std::uintmax_t claimed = fs::file_size(path, error);
    if (!error && claimed > max) {
        return too_long(path, max);
    }
    constexpr std::size_t chunk = 64U << 10U;
    std::vector<std::byte> data;
    // One byte more than claimed shows the end of the file without growing the buffer.
    std::size_t wanted = error ? chunk : static_cast<std::size_t>(claimed) + 1;
    while (true) {
        const std::size_t before = data.size();
        data.resize(before + wanted);
        errno = 0;
        const std::size_t got = std::fread(data.data() + before, 1, wanted, file.get());
        data.resize(before + got);
        if (std::ferror(file.get()) != 0) {
            return cannot_read(path, reason(errno));
        }
        if (data.size() > max) {
            return too_long(path, max);
        }
        if (got < wanted) {
            return data;
        }
        wanted = chunk;
    }
}

Result<std::vector<std::byte>> read_file_in(const std::string& folder, const std::string& name,
                                            std::uint64_t max) {
    const auto same_but_case = [](const std::string& a, const std::string& b) {
        const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
        return std::ranges::equal(a, b, {}, lower, lower);
    };
    const fs::path path = fs::path(folder) / name;
    std::error_code error;
    if (!fs::exists(path, error))
        for (fs::directory_iterator entry(path.parent_path(), error), end; !error && entry != end;
             entry.increment(error))
            if (same_but_case(entry->path().filename().string(), path.filename().string()))
                return read_file(entry->path().string(), max);
    return read_file(path.string(), max);
}

Result<void> write_file_atomic(const std::string& path, std::span<const std::byte> data) {
    const fs::path target = follow_links(path);
    std::error_code error;
    const fs::file_status status = fs::status(target, error);
    if (!fs::exists(status) || fs::is_regular_file(status)) {
        return replace_file(path, target, data);
    }
    // A device or pipe can not be replaced without destroying it.
    errno = 0;
    File file(std::fopen(path.c_str(), "wb"));
    if (file == nullptr) {
        return cannot_write(path, reason(errno));
    }
    const std::string problem = write_and_close(std::move(file), data);
    if (!problem.empty()) {
        return cannot_write(path, problem);
    }
    return {};
}

bool remove_file(const std::string& path) {
    std::error_code error;
    return !fs::is_directory(fs::symlink_status(path, error)) && fs::remove(path, error);
}

std::vector<std::string> collect_files(std::span<const std::string> paths, Diagnostics& diagnostics) {
    Collector collector(diagnostics);
    for (const std::string& path : paths) {
        collector.add(path);
    }
    return collector.take();
}

} // namespace vellum

#else

#include "base/codes.hpp"

namespace vellum {

Result<std::vector<std::byte>> read_file(const std::string& path, std::uint64_t) {
    return fail(codes::io_read, "there are no files in this build", {.file = path});
}

Result<std::vector<std::byte>> read_file_in(const std::string&, const std::string& name, std::uint64_t max) {
    return read_file(name, max);
}

Result<void> write_file_atomic(const std::string& path, std::span<const std::byte>) {
    return fail(codes::io_write, "there are no files in this build", {.file = path});
}

bool remove_file(const std::string&) { return false; }

std::vector<std::string> collect_files(std::span<const std::string> paths, Diagnostics& diagnostics) {
    for (const std::string& path : paths)
        diagnostics.add(codes::io_read, "there are no files in this build", {.file = path});
    return {};
}

} // namespace vellum

#endif
