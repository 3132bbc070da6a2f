// Requests of HTTP/1.1 (RFC 9112), as far as browsers send them to a server on their own machine. Anything
// that two readers might understand differently is refused: repeated lengths, encoded transfers, folded
// lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vellum/diagnostic.hpp"

namespace vellum::protocol::http {

/// The largest head of a request, in bytes: request line and fields.
inline constexpr std::size_t largest_head = 16U << 10U;

/// A request without its body.
struct Request {
    std::string method;                                      ///< "GET"
    std::string path;                                        ///< Decoded, begins with a slash: "/api/file".
    std::vector<std::pair<std::string, std::string>> query;  ///< Decoded names and values.
    std::vector<std::pair<std::string, std::string>> fields; ///< Names in small letters.
    std::uint64_t length = 0;                                ///< Bytes of the body.
    bool keep = true;                                        ///< The client may send another request.

    /// The value of a field, empty if absent. `name` in small letters.
    [[nodiscard]] std::string_view field(std::string_view name) const;
    /// The value of a parameter in the query, or nothing.
    [[nodiscard]] std::optional<std::string_view> parameter(std::string_view name) const;
};

/// Reads a head, up to and without its empty line. Fails with protocol.header.
[[nodiscard]] Result<Request> parse_request(std::string_view head);

/// A part of a file: the first byte and one past the last one.
struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};
/// Reads "bytes=A-B" or "bytes=A-" for a file of that size; the end is cut at the size. Nothing if the field
/// is malformed, has several parts, or begins past the end.
[[nodiscard]] std::optional<Range> parse_range(std::string_view field, std::uint64_t size);

} // namespace vellum::protocol::http
