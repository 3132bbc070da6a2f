// Relies on posix_fadvise; where a system lacks it, files are read when their turn comes.
#include "cli/read_ahead.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "base/disk.hpp"

namespace vellum::cli {

namespace {

void ask_for(const Node& input) {
#ifdef POSIX_FADV_WILLNEED
    constexpr off_t most = off_t{16} << 20U; // of a large one perhaps only some parts are wanted
    // Opening a pipe and closing it again would end it for whoever writes into it. What was found in a folder
    // is no pipe.
    if (input.problem || input.archive != nullptr) return;
    if (input.named && disk::kind_of(input.path) != FileKind::file) return;
    const int file = ::open(input.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return; // whoever reads it will say why
    static_cast<void>(::posix_fadvise(file, 0, most, POSIX_FADV_WILLNEED));
    static_cast<void>(::close(file));
#else
    static_cast<void>(input);
#endif
}

} // namespace

void read_ahead(const std::vector<Node>& inputs, std::size_t index) {
    const std::size_t first = index == 0 ? 1 : index + read_ahead_window;
    const std::size_t end = std::min(inputs.size(), index + read_ahead_window + 1);
    for (std::size_t i = first; i < end; ++i) ask_for(inputs[i]);
}

} // namespace vellum::cli
