// Sockets of Windows. They never block: whoever waits says for how long.
#include "base/socket.hpp"

#include <winsock2.h>
#include <ws2tcpip.h>

#include <algorithm>
#include <array>

#include "base/codes.hpp"
#include "base/text_writer.hpp"
#include "base/windows/windows.hpp"

#include <ntsecapi.h>

namespace vellum {

namespace {

constexpr std::size_t most_at_once = std::size_t{1} << 20U;

[[nodiscard]] std::unexpected<Diagnostic> cannot(const DiagnosticCode& code, const std::string& what) {
    return fail(code, "cannot " + what + ": " + windows::reason(static_cast<DWORD>(::WSAGetLastError())));
}

/// The system wants to be told by every process.
bool begin_sockets() {
    static const bool begun = [] {
        WSADATA data;
        return ::WSAStartup(MAKEWORD(2, 2), &data) == 0;
    }();
    return begun;
}

/// A socket that closes itself.
class Socket {
  public:
    explicit Socket(SOCKET socket) : socket_(socket) {}
    Socket(Socket&& other) noexcept : socket_(std::exchange(other.socket_, INVALID_SOCKET)) {}
    Socket& operator=(Socket&& other) noexcept {
        std::swap(socket_, other.socket_);
        return *this;
    }
    ~Socket() {
        if (is_open()) ::closesocket(socket_);
    }
    [[nodiscard]] bool is_open() const noexcept { return socket_ != INVALID_SOCKET; }
    [[nodiscard]] SOCKET get() const noexcept { return socket_; }

  private:
    SOCKET socket_;
};

void prepare(SOCKET socket) {
    u_long yes = 1;
    static_cast<void>(::ioctlsocket(socket, static_cast<long>(FIONBIO), &yes));
    constexpr BOOL now = TRUE;
    static_cast<void>(
        ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, reinterpret_cast<const char*>(&now), sizeof(now)));
    static_cast<void>(::SetHandleInformation(reinterpret_cast<HANDLE>(socket), HANDLE_FLAG_INHERIT, 0));
}

bool wait_for(SOCKET socket, short what, std::chrono::milliseconds most) {
    WSAPOLLFD wanted{socket, what, 0};
    return ::WSAPoll(&wanted, 1, static_cast<INT>(std::min<std::int64_t>(most.count(), 0x7FFFFFFF))) != 0;
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
    explicit Connection(Socket socket) : socket_(std::move(socket)) { prepare(socket_.get()); }

    bool readable(std::chrono::milliseconds most) override {
        return wait_for(socket_.get(), POLLRDNORM, most);
    }

    Result<std::size_t> read(std::span<char> room) override {
        while (true) {
            const int got =
                ::recv(socket_.get(), room.data(), static_cast<int>(std::min(room.size(), most_at_once)), 0);
            if (got >= 0) return static_cast<std::size_t>(got);
            const int problem = ::WSAGetLastError();
            if (problem == WSAECONNRESET || problem == WSAECONNABORTED) return 0;
            if (problem != WSAEWOULDBLOCK) return cannot(codes::io_read, "read from the connection");
            static_cast<void>(wait_for(socket_.get(), POLLRDNORM, std::chrono::hours(1)));
        }
    }

    Result<void> write(std::string_view bytes, std::chrono::milliseconds most) override {
        const auto end = std::chrono::steady_clock::now() + most;
        while (!bytes.empty()) {
            const int put = ::send(socket_.get(), bytes.data(),
                                   static_cast<int>(std::min(bytes.size(), most_at_once)), 0);
            if (put >= 0) {
                bytes.remove_prefix(static_cast<std::size_t>(put));
            } else if (::WSAGetLastError() != WSAEWOULDBLOCK) {
                return cannot(codes::io_write, "write to the connection");
            } else if (!wait_for(socket_.get(), POLLWRNORM, left_until(end))) {
                return fail(codes::io_write, "the other end of the connection does not read");
            }
        }
        return {};
    }

  private:
    Socket socket_;
};

constexpr std::chrono::milliseconds a_while{100};

class Port final : public LocalPort {
  public:
    Port(Socket socket, std::uint16_t number) : socket_(std::move(socket)), number_(number) {}
    [[nodiscard]] std::uint16_t number() const override { return number_; }

    Result<std::unique_ptr<ByteStream>> accept(std::chrono::milliseconds most) override {
        if (!wait_for(socket_.get(), POLLRDNORM, most)) return nullptr;
        Socket socket(::accept(socket_.get(), nullptr, nullptr));
        if (socket.is_open()) return std::make_unique<Connection>(std::move(socket));
        const int problem = ::WSAGetLastError();
        if (problem == WSAEWOULDBLOCK || problem == WSAECONNRESET) return nullptr;
        if (problem == WSAEMFILE || problem == WSAENOBUFS) { // until others leave
            ::Sleep(static_cast<DWORD>(std::min(most, a_while).count()));
            return nullptr;
        }
        return cannot(codes::io_read, "take a connection");
    }

  private:
    Socket socket_;
    std::uint16_t number_;
};

} // namespace

Result<std::unique_ptr<LocalPort>> open_local_port(std::uint16_t number) {
    const std::string what = "open port " + std::to_string(number) + " of this machine";
    if (!begin_sockets()) return cannot(codes::io_read, what);
    Socket socket(::socket(AF_INET, SOCK_STREAM, IPPROTO_TCP));
    if (!socket.is_open()) return cannot(codes::io_read, what);
    prepare(socket.get());
    constexpr BOOL yes = TRUE; // or others could listen on the same port
    static_cast<void>(::setsockopt(socket.get(), SOL_SOCKET, SO_EXCLUSIVEADDRUSE,
                                   reinterpret_cast<const char*>(&yes), sizeof(yes)));
    sockaddr_in address = loopback(number);
    int size = sizeof(address);
    auto* const place = reinterpret_cast<sockaddr*>(&address); // as the system's interface has it
    constexpr int waiting = 64;                                // see posix/socket.cpp
    if (::bind(socket.get(), place, size) != 0 || ::listen(socket.get(), waiting) != 0 ||
        ::getsockname(socket.get(), place, &size) != 0)
        return cannot(codes::io_read, what);
    return std::make_unique<Port>(std::move(socket), ntohs(address.sin_port));
}

Result<std::unique_ptr<ByteStream>> connect_locally(std::uint16_t number) {
    const std::string what = "connect to port " + std::to_string(number) + " of this machine";
    if (!begin_sockets()) return cannot(codes::io_read, what);
    Socket socket(::socket(AF_INET, SOCK_STREAM, IPPROTO_TCP));
    const sockaddr_in address = loopback(number);
    if (!socket.is_open() ||
        ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0)
        return cannot(codes::io_read, what);
    return std::make_unique<Connection>(std::move(socket));
}

Result<std::string> random_token() {
    std::array<unsigned char, 16> bytes{};
    if (::RtlGenRandom(bytes.data(), static_cast<ULONG>(bytes.size())) == 0)
        return fail(codes::io_read, "cannot make a random token");
    TextWriter text;
    for (const unsigned char byte : bytes) text.hex(byte, 2);
    return text.take();
}

} // namespace vellum
