#include "protocol/http/request.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/concat.hpp"
#include "base/encoding.hpp"
#include "base/number.hpp"
#include "protocol/codes.hpp"

namespace vellum::protocol::http {

namespace {

constexpr std::size_t most_fields = 100;
constexpr std::string_view token_marks = "!#$%&'*+-.^_`|~"; // RFC 9110, 5.6.2

[[nodiscard]] std::unexpected<Diagnostic> malformed(std::string message) {
    return fail(codes::protocol_header, std::move(message));
}

[[nodiscard]] bool is_token(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char letter) {
        return ('a' <= lower_ascii(letter) && lower_ascii(letter) <= 'z') ||
               ('0' <= letter && letter <= '9') || token_marks.find(letter) != std::string_view::npos;
    });
}

/// Percent-encoded text. Nothing if a code is malformed, or if the result holds a NUL or is not UTF-8.
[[nodiscard]] std::optional<std::string> decoded(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char letter = text[i];
        if (letter == '%') {
            const auto code = whole_number<unsigned char>(text.substr(i + 1, 2), 16);
            if (!code || i + 2 >= text.size()) return std::nullopt;
            letter = static_cast<char>(*code);
            i += 2;
        }
        if (letter == '\0') return std::nullopt;
        result += letter;
    }
    if (!is_valid_utf8(result)) return std::nullopt;
    return result;
}

[[nodiscard]] Result<void> parse_target(std::string_view target, Request& request) {
    if (std::ranges::any_of(target, [](unsigned char byte) { return byte <= 0x20 || byte == 0x7F; }))
        return malformed("the target of the request has a blank or a control character");
    const std::size_t mark = target.find('?');
    auto path = decoded(target.substr(0, mark));
    if (!path || !path->starts_with('/')) return malformed("the target of the request is malformed");
    request.path = std::move(*path);
    std::string_view query = mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
    while (!query.empty()) {
        const std::size_t end = query.find('&');
        const std::string_view part = query.substr(0, end);
        const std::size_t equals = part.find('=');
        auto name = decoded(part.substr(0, equals));
        auto value = decoded(equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1));
        if (!name || !value) return malformed("the query of the request is malformed");
        request.query.emplace_back(std::move(*name), std::move(*value));
        query.remove_prefix(end == std::string_view::npos ? query.size() : end + 1);
    }
    return {};
}

[[nodiscard]] Result<void> parse_field(std::string_view line, Request& request) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon)))
        return malformed("a field of the request is malformed");
    std::string name = lower_case(line.substr(0, colon));
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (std::ranges::any_of(line,
                            [](unsigned char byte) { return (byte < 0x20 && byte != '\t') || byte == 0x7F; }))
        return malformed(concat("the field '", name, "' has a control character"));
    constexpr std::string_view once[] = {"host", "content-length", "authorization", "origin", "if-match"};
    const auto is_it = [&](const auto& field) { return field.first == name; };
    if (std::ranges::find(once, name) != std::end(once) && std::ranges::any_of(request.fields, is_it))
        return malformed(concat("the field '", name, "' is repeated"));
    if (name == "transfer-encoding") return malformed("a body needs its length in front");
    if (name == "content-length") {
        const auto length = whole_number<std::uint64_t>(value);
        if (!length) return malformed("the length of the body is malformed");
        request.length = *length;
    }
    request.fields.emplace_back(std::move(name), value);
    return {};
}

} // namespace

std::string_view Request::field(std::string_view name) const {
    const auto found =
        std::ranges::find(fields, name, [](const auto& field) { return std::string_view(field.first); });
    return found == fields.end() ? std::string_view() : std::string_view(found->second);
}

std::optional<std::string_view> Request::parameter(std::string_view name) const {
    const auto found =
        std::ranges::find(query, name, [](const auto& each) { return std::string_view(each.first); });
    if (found == query.end()) return std::nullopt;
    return found->second;
}

Result<Request> parse_request(std::string_view head) {
    Request request;
    std::size_t end = head.find("\r\n");
    const std::string_view line = head.substr(0, end);
    const std::size_t first = line.find(' '), last = line.rfind(' ');
    if (first == std::string_view::npos || first == last || !is_token(line.substr(0, first)))
        return malformed("the first line is not a request");
    const std::string_view version = line.substr(last + 1);
    if (version != "HTTP/1.1" && version != "HTTP/1.0") return malformed("only HTTP/1.1 is understood");
    request.method = line.substr(0, first);
    if (auto done = parse_target(line.substr(first + 1, last - first - 1), request); !done)
        return std::unexpected(done.error());
    while (end != std::string_view::npos) {
        head.remove_prefix(end + 2);
        if (head.empty()) break;
        end = head.find("\r\n");
        if (request.fields.size() == most_fields) return malformed("the request has too many fields");
        if (auto done = parse_field(head.substr(0, end), request); !done)
            return std::unexpected(done.error());
    }
    request.keep = version == "HTTP/1.1" && lower_case(request.field("connection")) != "close";
    return request;
}

std::optional<Range> parse_range(std::string_view field, std::uint64_t size) {
    constexpr std::string_view unit = "bytes=";
    if (!field.starts_with(unit)) return std::nullopt;
    field.remove_prefix(unit.size());
    const std::size_t dash = field.find('-');
    if (dash == std::string_view::npos) return std::nullopt;
    const auto begin = whole_number<std::uint64_t>(field.substr(0, dash));
    const std::string_view rest = field.substr(dash + 1);
    const auto last = rest.empty() ? std::optional(size) : whole_number<std::uint64_t>(rest);
    if (!begin || !last || *begin >= size || *last < *begin) return std::nullopt;
    return Range{*begin, std::min(size - 1, *last) + 1};
}

} // namespace vellum::protocol::http
