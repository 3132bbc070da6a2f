// Messages between an editor and its helpers, as the Debug Adapter Protocol and the Language Server Protocol
// send them: a head that says how long the body is, a blank line, and the body in JSON. Who sends them is a
// stranger: nothing is reserved for a length that was only claimed.
//
//     Content-Length: 17\r\n
//     \r\n
//     {"id":1,"x":true}
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.hpp"
#include "base/stream.hpp"

namespace vellum::protocol {

struct MessageLimits {
    std::size_t max_head = 4096; ///< Bytes of all header lines.
    std::size_t max_body = std::size_t{16} << 20U;
    std::size_t max_depth = 64;                 ///< Of arrays and objects inside each other.
    std::chrono::milliseconds max_send{10'000}; ///< How long the other side may leave a message unread.
};

/// Cuts bytes into messages. A body that is no JSON (json.syntax, json.limit) is passed over, and the next
/// message can be read; after a wrong head (protocol.header, protocol.length) nothing more can. A head has
/// Content-Length and perhaps Content-Type and no other line, so that what begins otherwise, such as a
/// browser's request, is refused with its first bytes.
class MessageReader {
  public:
    explicit MessageReader(const MessageLimits& limits = {}) : limits_(limits) {}

    /// Bytes that have come. Ignored once the reader is lost.
    void feed(std::string_view bytes);
    /// The next message, or nothing while its end has not come.
    [[nodiscard]] Result<std::optional<Json>> next();
    /// A head was wrong: where messages begin is not known any more.
    [[nodiscard]] bool lost() const noexcept { return lost_; }
    /// In the middle of a message.
    [[nodiscard]] bool inside() const noexcept { return length_ || at_ != bytes_.size(); }
    /// For messages whose body has not begun.
    void set_limits(const MessageLimits& limits) noexcept { limits_ = limits; }

  private:
    [[nodiscard]] Result<bool> head();
    [[nodiscard]] std::unexpected<Diagnostic> lose(const DiagnosticCode& code, std::string message);

    MessageLimits limits_;
    std::string bytes_;
    std::size_t at_ = 0;                ///< What stands before was used.
    std::size_t scanned_ = 0;           ///< Before here no head ends.
    std::optional<std::size_t> length_; ///< Of the body, once its head was read.
    bool lost_ = false;
};

/// A message as it is sent.
[[nodiscard]] std::string framed(const Json& message);

/// A conversation over a stream, which must outlive it.
class MessageStream {
  public:
    explicit MessageStream(ByteStream& bytes, const MessageLimits& limits = {})
        : bytes_(bytes), reader_(limits), max_send_(limits.max_send) {}

    /// The next message; nothing if none has come whole after so long, or at the end (ended()). Errors as
    /// MessageReader::next, protocol.end and what the stream says; unless ended(), the next call goes on.
    [[nodiscard]] Result<std::optional<Json>> receive(std::chrono::milliseconds most);
    /// No more will come: the other side is gone, or what it sends cannot be understood.
    [[nodiscard]] bool ended() const noexcept { return ended_; }
    [[nodiscard]] Result<void> send(const Json& message) { return bytes_.write(framed(message), max_send_); }
    void set_limits(const MessageLimits& limits) noexcept {
        reader_.set_limits(limits);
        max_send_ = limits.max_send;
    }

  private:
    ByteStream& bytes_;
    MessageReader reader_;
    std::chrono::milliseconds max_send_;
    bool ended_ = false;
};

} // namespace vellum::protocol
