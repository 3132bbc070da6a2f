#include "base/posix/walk.hpp"

#include <sys/stat.h>

#include <cerrno>

namespace vellum {

Descriptor open_folder(const std::filesystem::path& root, const std::filesystem::path& inside, bool make) {
    Descriptor at(::open(root.c_str(), to_search));
    for (auto part = inside.begin(); at.is_open() && part != inside.end(); ++part) {
        if (make && ::mkdirat(at.get(), part->c_str(), 0777) != 0 && errno != EEXIST) return {};
        at = Descriptor(::openat(at.get(), part->c_str(), to_search | O_NOFOLLOW));
    }
    return at;
}

Descriptor open_plain(const Descriptor& folder, const std::filesystem::path& name) {
    struct stat status{};
    if (!folder.is_open() || ::fstatat(folder.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
        return {};
    if (!S_ISREG(status.st_mode)) {
        errno = EINVAL; // to open a pipe or a device might wait, or do something
        return {};
    }
    return Descriptor(::openat(folder.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
}

} // namespace vellum
