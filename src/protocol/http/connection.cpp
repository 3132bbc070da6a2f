#include "protocol/http/connection.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/concat.hpp"
#include "protocol/codes.hpp"

namespace vellum::protocol::http {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t piece = 256U << 10U; ///< Of a file that is sent.

[[nodiscard]] std::string_view reason_of(int status) {
    constexpr std::pair<int, std::string_view> reasons[] = {{200, "OK"},
                                                            {201, "Created"},
                                                            {206, "Partial Content"},
                                                            {400, "Bad Request"},
                                                            {401, "Unauthorized"},
                                                            {403, "Forbidden"},
                                                            {404, "Not Found"},
                                                            {405, "Method Not Allowed"},
                                                            {412, "Precondition Failed"},
                                                            {413, "Content Too Large"},
                                                            {416, "Range Not Satisfiable"},
                                                            {421, "Misdirected Request"},
                                                            {500, "Internal Server Error"}};
    const auto* const found = std::ranges::find(reasons, status, &std::pair<int, std::string_view>::first);
    return found == std::end(reasons) ? "Error" : found->second;
}

class Connection {
  public:
    Connection(ByteStream& stream, const Handler& handler, const Patience& patience)
        : stream_(stream), handler_(handler), patience_(patience) {}

    /// One request and its answer. False: it was the last one.
    [[nodiscard]] bool next() {
        const auto head = read_head();
        if (!head) return false;
        const auto request = parse_request(*head);
        if (!request) {
            static_cast<void>(send({.status = 400,
                                    .fields = {{"Content-Type", "text/plain; charset=utf-8"}},
                                    .body = request.error().message + "\n"},
                                   false, false));
            return false;
        }
        bool read = request->length == 0;
        const Response response = handler_(*request, [&] {
            read = true;
            return read_body(*request);
        });
        // What of a refused body is still on its way would be read as the next request.
        const bool keep = request->keep && read && !broken_;
        if (!send(response, request->method == "HEAD", keep)) return false;
        if (!read) ignore_body(request->length);
        return keep;
    }

  private:
    /// More bytes from the client; false at the end, or after that time.
    [[nodiscard]] bool receive(Clock::time_point end) {
        if (!stream_.readable(left_until(end))) return false;
        std::array<char, 16 << 10> room{};
        const auto got = stream_.read(room);
        if (!got || *got == 0) return false;
        pending_.append(room.data(), *got);
        return true;
    }

    [[nodiscard]] std::optional<std::string> read_head() {
        constexpr std::string_view blank = "\r\n\r\n";
        auto end = Clock::now() + (pending_.empty() ? patience_.idle : patience_.head);
        bool begun = !pending_.empty();
        std::size_t at = 0;
        while ((at = pending_.find(blank)) == std::string::npos) {
            if (pending_.size() > largest_head || !receive(end)) return std::nullopt;
            if (!std::exchange(begun, true)) end = Clock::now() + patience_.head;
        }
        if (at > largest_head) return std::nullopt;
        std::string head = pending_.substr(0, at);
        pending_.erase(0, at + blank.size());
        return head;
    }

    [[nodiscard]] Result<std::vector<std::byte>> read_body(const Request& request) {
        broken_ = true; // until all of it is there
        if (request.length > patience_.largest_body)
            return fail(codes::protocol_length,
                        concat("the body has more than ", patience_.largest_body, " bytes"));
        const auto end = Clock::now() + patience_.body;
        if (lower_case(request.field("expect")) == "100-continue")
            if (auto told = stream_.write("HTTP/1.1 100 Continue\r\n\r\n", patience_.head); !told)
                return std::unexpected(told.error());
        // Memory grows with what has arrived, not with what was announced.
        std::vector<std::byte> body;
        while (true) {
            const auto take = static_cast<std::size_t>(
                std::min<std::uint64_t>(pending_.size(), request.length - body.size()));
            const auto bytes = as_bytes(std::string_view(pending_).substr(0, take));
            body.insert(body.end(), bytes.begin(), bytes.end());
            pending_.erase(0, take);
            if (body.size() == request.length) break;
            if (!receive(end)) return fail(codes::protocol_end, "the body is incomplete");
        }
        broken_ = false;
        return body;
    }

    /// Takes what still arrives of a refused body: to a client in the middle of it, a connection that is
    /// closed with bytes unread is one that broke, and the answer is lost.
    void ignore_body(std::uint64_t length) {
        length = std::min(length, patience_.largest_body);
        while (length > pending_.size()) {
            length -= pending_.size();
            pending_.clear();
            if (!receive(Clock::now() + patience_.refused)) return;
        }
    }

    [[nodiscard]] bool send(const Response& response, bool head_only, bool keep) {
        const std::uint64_t length =
            response.source ? response.part.end - response.part.begin : response.body.size();
        std::string head = concat("HTTP/1.1 ", response.status, " ", reason_of(response.status), "\r\n");
        for (const auto& [name, value] : response.fields) head += concat(name, ": ", value, "\r\n");
        head +=
            concat("Content-Length: ", length, "\r\nConnection: ", keep ? "keep-alive" : "close", "\r\n\r\n");
        if (!response.source && !head_only) head += response.body;
        if (!stream_.write(head, patience_.body)) return false;
        if (!response.source || head_only) return true;
        std::vector<std::byte> room;
        for (std::uint64_t at = response.part.begin; at < response.part.end; at += room.size()) {
            room.resize(static_cast<std::size_t>(std::min<std::uint64_t>(piece, response.part.end - at)));
            // The length was announced: all that can be said of a file that shrank is that this is not all.
            if (!response.source->read(at, room) || !stream_.write(as_text(room), patience_.body))
                return false;
        }
        return true;
    }

    ByteStream& stream_;
    const Handler& handler_;
    const Patience& patience_;
    std::string pending_; ///< Received and not used yet.
    bool broken_ = false; ///< Some of a body is missing.
};

} // namespace

void converse(ByteStream& stream, const Handler& handler, const Patience& patience) {
    Connection connection(stream, handler, patience);
    while (connection.next()) {
    }
}

} // namespace vellum::protocol::http
