// Streams by file descriptors.
#include "base/stream.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

#include "base/codes.hpp"
#include "base/posix/descriptor.hpp"
#include "base/posix/wait.hpp"

namespace vellum {

bool wait_for(int file, short what, std::chrono::milliseconds most) {
    const auto end = std::chrono::steady_clock::now() + most;
    pollfd wanted{.fd = file, .events = what, .revents = 0};
    while (true) {
        const std::int64_t left = std::min<std::int64_t>(left_until(end).count(), INT_MAX);
        const int got = ::poll(&wanted, 1, static_cast<int>(left));
        if (got >= 0) return got > 0;
        if (errno != EINTR) return true; // the next call says what is wrong
    }
}

namespace {

class StandardStream final : public ByteStream {
  public:
    bool readable(std::chrono::milliseconds most) override { return wait_for(STDIN_FILENO, POLLIN, most); }

    Result<std::size_t> read(std::span<char> room) override {
        while (true) {
            const ssize_t got = ::read(STDIN_FILENO, room.data(), room.size());
            if (got >= 0) return static_cast<std::size_t>(got);
            if (errno == EAGAIN) {
                static_cast<void>(wait_for(STDIN_FILENO, POLLIN, std::chrono::hours(1)));
            } else if (errno != EINTR) {
                return fail(codes::io_read, "cannot read: " + reason(errno), {.file = "<stdin>"});
            }
        }
    }

    Result<void> write(std::string_view bytes, std::chrono::milliseconds /*most*/) override {
        while (!bytes.empty()) {
            const ssize_t put = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
            if (put >= 0) {
                bytes.remove_prefix(static_cast<std::size_t>(put));
            } else if (errno == EAGAIN) {
                static_cast<void>(wait_for(STDOUT_FILENO, POLLOUT, std::chrono::hours(1)));
            } else if (errno != EINTR) {
                return fail(codes::io_write, "cannot write: " + reason(errno), {.file = "<stdout>"});
            }
        }
        return {};
    }
};

} // namespace

Result<std::unique_ptr<ByteStream>> standard_stream() { return std::make_unique<StandardStream>(); }

} // namespace vellum
