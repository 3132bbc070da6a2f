// A connection of HTTP/1.1: request after request, each with one answer.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/stream.hpp"
#include "protocol/http/request.hpp"
#include "vellum/files.hpp"

namespace vellum::protocol::http {

/// An answer. Its length and whether the connection stays open are added when it is sent.
struct Response {
    int status = 200;
    std::vector<std::pair<std::string, std::string>> fields = {};
    std::string body = {};                         ///< Sent unless there is a source.
    std::shared_ptr<const ByteSource> source = {}; ///< Sent in pieces, or null.
    Range part = {};                               ///< Of the source.
};

/// Reads the whole body of the request; fails with protocol.end or protocol.length. Not called for a request
/// that is refused, whose body is of no interest.
using ReadBody = std::function<Result<std::vector<std::byte>>()>;
/// Answers a request.
using Handler = std::function<Response(const Request& request, const ReadBody& body)>;

struct Patience {
    std::chrono::milliseconds idle{15'000};               ///< For the next request.
    std::chrono::milliseconds head{10'000};               ///< For the rest of a head.
    std::chrono::milliseconds body{120'000};              ///< For a body, or for an answer to be read.
    std::chrono::milliseconds refused{1'000};             ///< For more of a body that is not read.
    std::uint64_t largest_body = std::uint64_t{1} << 30U; ///< Bytes.
};

/// Answers requests until the client or a mistake ends the connection.
void converse(ByteStream& stream, const Handler& handler, const Patience& patience = {});

} // namespace vellum::protocol::http
