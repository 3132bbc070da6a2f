// A file that is read where it is asked to be, by pread: several threads may share it.
#include "base/file.hpp"

#include "base/codes.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/posix/walk.hpp"

namespace vellum {

namespace {

class FileSource : public ByteSource {
  public:
    FileSource(Descriptor file, std::string path, std::uint64_t size)
        : file_(std::move(file)), path_(std::move(path)), size_(size) {}

    [[nodiscard]] std::uint64_t size() const noexcept override { return size_; }
    [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> out) const override {
        constexpr std::size_t most_at_once = std::size_t{1} << 30U;
        while (!out.empty()) {
            const ssize_t got = ::pread(file_.get(), out.data(), std::min(out.size(), most_at_once),
                                        static_cast<off_t>(offset));
            if (got < 0 && errno == EINTR) continue;
            if (got < 0)
                return fail(codes::io_read, "cannot read the file: " + reason(errno), {.file = path_});
            if (got == 0)
                return fail(codes::bytes_truncated, "the file ends too early",
                            {.file = path_, .offset = offset});
            out = out.subspan(static_cast<std::size_t>(got));
            offset += static_cast<std::uint64_t>(got);
        }
        return {};
    }

  private:
    Descriptor file_;
    std::string path_;
    std::uint64_t size_;
};

} // namespace

Result<std::shared_ptr<const ByteSource>> open_file(const std::string& path, Links links) {
    const std::filesystem::path whole(path);
    Descriptor file = links == Links::refuse
                          ? open_plain(open_folder_of(whole), whole.filename())
                          : Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status{};
    const bool known = file.is_open() && ::fstat(file.get(), &status) == 0;
    if (!known && errno != EINVAL) // of what is no plain file
        return fail(codes::io_read, "cannot read the file: " + reason(errno), {.file = path});
    if (!known || !S_ISREG(status.st_mode))
        return fail(codes::io_read, "cannot read the file: it is not a regular file", {.file = path});
    return std::make_shared<FileSource>(std::move(file), path, static_cast<std::uint64_t>(status.st_size));
}

} // namespace vellum
