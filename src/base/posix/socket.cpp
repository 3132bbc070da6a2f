// Sockets of POSIX. They never block: whoever waits says for how long.
#include "base/socket.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/codes.hpp"
#include "base/posix/descriptor.hpp"
#include "base/posix/wait.hpp"
#include "base/text_writer.hpp"

namespace vellum {

namespace {

#if defined(MSG_NOSIGNAL)
constexpr int no_signal = MSG_NOSIGNAL;
#else
constexpr int no_signal = 0; // the socket says it, see prepare()
#endif

[[nodiscard]] std::unexpected<Diagnostic> cannot(const DiagnosticCode& code, const std::string& what) {
    return fail(code, "cannot " + what + ": " + reason(errno));
}

void prepare(int file) {
    static_cast<void>(::fcntl(file, F_SETFD, FD_CLOEXEC));
    static_cast<void>(::fcntl(file, F_SETFL, O_NONBLOCK));
    [[maybe_unused]] constexpr int yes = 1;
    static_cast<void>(::setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes)));
#if defined(SO_NOSIGPIPE)
    static_cast<void>(::setsockopt(file, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof(yes)));
#endif
}

[[nodiscard]] sockaddr_in loopback(std::uint16_t number) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(number);
    return address;
}

class Connection final : public ByteStream {
  public:
    explicit Connection(Descriptor file) : file_(std::move(file)) { prepare(file_.get()); }

    bool readable(std::chrono::milliseconds most) override { return wait_for(file_.get(), POLLIN, most); }

    Result<std::size_t> read(std::span<char> room) override {
        while (true) {
            const ssize_t got = ::recv(file_.get(), room.data(), room.size(), 0);
            if (got >= 0) return static_cast<std::size_t>(got);
            if (errno == EAGAIN || errno == EWOULDBLOCK) {
                static_cast<void>(wait_for(file_.get(), POLLIN, std::chrono::hours(1)));
            } else if (errno == ECONNRESET) {
                return 0;
            } else if (errno != EINTR) {
                return cannot(codes::io_read, "read from the connection");
            }
        }
    }

    Result<void> write(std::string_view bytes, std::chrono::milliseconds most) override {
        const auto end = std::chrono::steady_clock::now() + most;
        while (!bytes.empty()) {
            const ssize_t put = ::send(file_.get(), bytes.data(), bytes.size(), no_signal);
            if (put >= 0) {
                bytes.remove_prefix(static_cast<std::size_t>(put));
            } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
                if (!wait_for(file_.get(), POLLOUT, left_until(end)))
                    return fail(codes::io_write, "the other end of the connection does not read");
            } else if (errno != EINTR) {
                return cannot(codes::io_write, "write to the connection");
            }
        }
        return {};
    }

  private:
    Descriptor file_;
};

constexpr std::chrono::milliseconds a_while{100};

class Port final : public LocalPort {
  public:
    Port(Descriptor file, std::uint16_t number) : file_(std::move(file)), number_(number) {}
    [[nodiscard]] std::uint16_t number() const override { return number_; }

    Result<std::unique_ptr<ByteStream>> accept(std::chrono::milliseconds most) override {
        if (!wait_for(file_.get(), POLLIN, most)) return nullptr;
        Descriptor file(::accept(file_.get(), nullptr, nullptr));
        if (file.is_open()) return std::make_unique<Connection>(std::move(file));
        if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR || errno == ECONNABORTED)
            return nullptr;
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) { // until others leave
            static_cast<void>(::poll(nullptr, 0, static_cast<int>(std::min(most, a_while).count())));
            return nullptr;
        }
        return cannot(codes::io_read, "take a connection");
    }

  private:
    Descriptor file_;
    std::uint16_t number_;
};

} // namespace

Result<std::unique_ptr<LocalPort>> open_local_port(std::uint16_t number) {
    Descriptor file(::socket(AF_INET, SOCK_STREAM, 0));
    const std::string what = "open port " + std::to_string(number) + " of this machine";
    if (!file.is_open()) return cannot(codes::io_read, what);
    prepare(file.get());
    constexpr int yes = 1;
    static_cast<void>(::setsockopt(file.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)));
    sockaddr_in address = loopback(number);
    socklen_t size = sizeof(address);
    auto* const place = reinterpret_cast<sockaddr*>(&address); // as the system's interface has it
    constexpr int waiting =
        64; // a browser opens many at once; one that is turned away comes back after a second
    if (::bind(file.get(), place, size) != 0 || ::listen(file.get(), waiting) != 0 ||
        ::getsockname(file.get(), place, &size) != 0)
        return cannot(codes::io_read, what);
    return std::make_unique<Port>(std::move(file), ntohs(address.sin_port));
}

Result<std::unique_ptr<ByteStream>> connect_locally(std::uint16_t number) {
    Descriptor file(::socket(AF_INET, SOCK_STREAM, 0));
    const sockaddr_in address = loopback(number);
    if (!file.is_open() ||
        ::connect(file.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0)
        return cannot(codes::io_read, "connect to port " + std::to_string(number) + " of this machine");
    return std::make_unique<Connection>(std::move(file));
}

Result<std::string> random_token() {
    std::array<unsigned char, 16> bytes{};
    if (::getentropy(bytes.data(), bytes.size()) != 0) return cannot(codes::io_read, "make a random token");
    TextWriter text;
    for (const unsigned char byte : bytes) text.hex(byte, 2);
    return text.take();
}

} // namespace vellum
