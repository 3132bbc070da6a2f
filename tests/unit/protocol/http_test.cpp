// Requests, ranges and connections of HTTP; tests/cli/web_clients.py is the same over a real connection.
#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "protocol/http/connection.hpp"
#include "vellum/files.hpp"

namespace vellum::protocol::http {
namespace {

TEST(HttpRequest, HasItsPartsDecoded) {
    const auto request = parse_request("PUT /a%20b/%C3%BC?path=x%2Fy&flag&e= HTTP/1.1\r\nHost: "
                                       "h\r\nIF-MATCH:  \"1\" \r\nContent-Length: 12");
    ASSERT_TRUE(request);
    EXPECT_EQ(request->method, "PUT");
    EXPECT_EQ(request->path, "/a b/ü");
    EXPECT_EQ(request->parameter("path"), "x/y");
    EXPECT_EQ(request->parameter("flag"), "");
    EXPECT_EQ(request->parameter("e"), "");
    EXPECT_EQ(request->parameter("none"), std::nullopt);
    EXPECT_EQ(request->field("if-match"), "\"1\"");
    EXPECT_EQ(request->field("none"), "");
    EXPECT_EQ(request->length, 12U);
    EXPECT_TRUE(request->keep);
    EXPECT_FALSE(parse_request("GET / HTTP/1.0")->keep);
    EXPECT_FALSE(parse_request("GET / HTTP/1.1\r\nConnection: Close")->keep);
}

TEST(HttpRequest, WhatTwoReadersMightUnderstandDifferentlyIsRefused) {
    for (const std::string_view head : {"",
                                        "GET /",
                                        "GET  HTTP/1.1",
                                        "G(T / HTTP/1.1",
                                        "GET / HTTP/1.2",
                                        "GET x HTTP/1.1",
                                        "GET /%0 HTTP/1.1",
                                        "GET /%0g HTTP/1.1",
                                        "GET /%00 HTTP/1.1",
                                        "GET /%ff HTTP/1.1",
                                        "GET /?a=%fe HTTP/1.1",
                                        "GET / HTTP/1.1\r\n",
                                        "GET / HTTP/1.1\r\na",
                                        "GET / HTTP/1.1\r\na : b",
                                        "GET / HTTP/1.1\r\n a: b",
                                        "GET / HTTP/1.1\r\na: b\rc: d",
                                        "GET / HTTP/1.1\r\na: b\nc: d",
                                        "GET / HTTP/1.1\r\nHost: a\r\nhost: b",
                                        "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1",
                                        "GET / HTTP/1.1\r\nContent-Length:\r\nContent-Length: 1",
                                        "GET / HTTP/1.1\r\nContent-Length:",
                                        "GET / HTTP/1.1\r\nHost:\r\nHost: a",
                                        "GET / HTTP/1.1\r\nTransfer-Encoding:\r\nTransfer-Encoding: chunked",
                                        "GET /a b HTTP/1.1",
                                        "GET /\t HTTP/1.1",
                                        "GET / HTTP/1.1\r\nContent-Length: +1",
                                        "GET / HTTP/1.1\r\nContent-Length: 0x1",
                                        "GET / HTTP/1.1\r\nContent-Length: 18446744073709551616",
                                        "GET / HTTP/1.1\r\nTransfer-Encoding: chunked"}) {
        const auto request = parse_request(head);
        // An empty line after the last field is the end of a head.
        if (head == "GET / HTTP/1.1\r\n")
            EXPECT_TRUE(request);
        else
            EXPECT_FALSE(request) << head;
        if (!request) EXPECT_EQ(request.error().code->id, "protocol.header");
    }
}

TEST(HttpRequest, HasAHundredFields) {
    std::string head = "GET / HTTP/1.1";
    for (int i = 0; i < 100; ++i) head += "\r\nx: y";
    EXPECT_TRUE(parse_request(head));
    EXPECT_FALSE(parse_request(head + "\r\nx: y"));
}

TEST(HttpRange, LiesInTheFile) {
    using Range = std::pair<std::uint64_t, std::uint64_t>;
    const auto range = [](std::string_view field, std::uint64_t size) {
        const auto found = parse_range(field, size);
        return found ? Range(found->begin, found->end) : Range(9, 9);
    };
    const Range none(9, 9);
    EXPECT_EQ(range("bytes=0-0", 5), Range(0, 1));
    EXPECT_EQ(range("bytes=2-", 5), Range(2, 5));
    EXPECT_EQ(range("bytes=4-18446744073709551615", 5), Range(4, 5));
    for (const std::string_view field : {"", "bytes=", "bytes=5-", "bytes=3-2", "bytes=-1", "bytes=0-1,2-3",
                                         "lines=0-1", "bytes=a-b", "bytes=0"})
        EXPECT_EQ(range(field, 5), none) << field;
    EXPECT_EQ(range("bytes=0-", 0), none);
}

/// What a client sends, in pieces, and all that it gets.
class Wire final : public ByteStream {
  public:
    Wire(std::string sent, std::size_t piece) : sent_(std::move(sent)), piece_(piece) {}
    bool readable(std::chrono::milliseconds most) override {
        waits.push_back(most.count());
        return true;
    }
    Result<std::size_t> read(std::span<char> room) override {
        const std::size_t size = std::min({piece_, room.size(), sent_.size() - at_});
        std::copy_n(sent_.begin() + static_cast<std::ptrdiff_t>(at_), size, room.begin());
        at_ += size;
        return size;
    }
    Result<void> write(std::string_view bytes, std::chrono::milliseconds most) override {
        got += bytes;
        writes.push_back(most.count());
        return {};
    }
    [[nodiscard]] std::size_t taken() const { return at_; }
    std::string got;
    std::vector<std::int64_t> waits, writes; ///< How long was to be waited each time, in milliseconds.

  private:
    std::string sent_;
    std::size_t piece_, at_ = 0;
};

TEST(HttpConnection, AnswersRequestAfterRequestHoweverTheyArrive) {
    const std::string sent =
        "PUT /a HTTP/1.1\r\nContent-Length: 5\r\n\r\nhelloHEAD /b HTTP/1.1\r\n\r\n"
        "GET /c HTTP/1.1\r\n\r\nGET /d HTTP/1.1\r\nConnection: close\r\n\r\nGET /e HTTP/1.1\r\n\r\n";
    for (const std::size_t piece : {1, 3, 7, 1000}) {
        Wire wire(sent, piece);
        std::string asked;
        converse(wire, [&](const Request& request, const ReadBody& body) -> Response {
            asked += request.path;
            if (request.path == "/a") return {.body = std::string(as_text(*body()))};
            return {.status = 206,
                    .source = std::make_shared<MemorySource>(std::vector<std::byte>(9, std::byte{'x'})),
                    .part = {2, 5}};
        });
        EXPECT_EQ(asked, "/a/b/c/d");
        EXPECT_EQ(wire.got,
                  "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhello"
                  "HTTP/1.1 206 Partial Content\r\nContent-Length: 3\r\nConnection: keep-alive\r\n\r\n"
                  "HTTP/1.1 206 Partial Content\r\nContent-Length: 3\r\nConnection: keep-alive\r\n\r\nxxx"
                  "HTTP/1.1 206 Partial Content\r\nContent-Length: 3\r\nConnection: close\r\n\r\nxxx");
    }
}

TEST(HttpConnection, AnswersHaveAllOfTheirFields) {
    Wire wire("GET / HTTP/1.0\r\n\r\n", 1000);
    converse(wire, [](const Request&, const ReadBody&) -> Response {
        return {.fields = {{"First", "1"}, {"Last", "2"}}, .body = "x"};
    });
    EXPECT_EQ(wire.got, "HTTP/1.1 200 OK\r\nFirst: 1\r\nLast: 2\r\nContent-Length: 1\r\n"
                        "Connection: close\r\n\r\nx");
}

TEST(HttpConnection, EachPartHasItsOwnTime) {
    constexpr Patience patience{.idle = std::chrono::seconds(50),
                                .head = std::chrono::seconds(30),
                                .body = std::chrono::seconds(70),
                                .refused = std::chrono::seconds(10)};
    // By tens of seconds, for some milliseconds have gone by.
    const auto tens = [](const std::vector<std::int64_t>& all) {
        std::string text;
        for (const std::int64_t one : all) text += std::to_string((one + 9'999) / 10'000);
        return text;
    };
    Wire wire("PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\nabcd", 30);
    converse(
        wire,
        [](const Request&, const ReadBody& body) -> Response {
            EXPECT_TRUE(body());
            return {.source = std::make_shared<MemorySource>(std::vector<std::byte>(9)), .part = {2, 5}};
        },
        patience);
    EXPECT_TRUE(wire.got.starts_with("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"));
    EXPECT_EQ(tens(wire.waits), "5375");
    EXPECT_EQ(tens(wire.writes), "377");
    Wire refused("PUT / HTTP/1.1\r\nContent-Length: 40\r\n\r\nabcd", 1000);
    converse(refused, [](const Request&, const ReadBody&) -> Response { return {}; }, patience);
    EXPECT_EQ(tens(refused.waits), "51");
}

TEST(HttpConnection, HeadsHaveALimit) {
    for (const std::size_t over : {0U, 1U}) {
        std::string head = "GET / HTTP/1.1\r\nx: ";
        head.append((std::size_t{16} << 10U) + over - head.size(), 'y');
        int asked = 0;
        Wire wire(head + "\r\n\r\n", 1000);
        converse(wire,
                 [&](const Request&, const ReadBody&) -> Response { return {.status = 200 + 0 * ++asked}; });
        EXPECT_EQ(asked, over == 0 ? 1 : 0);
    }
    Wire endless("GET / HTTP/1.1\r\nx: " + std::string(1'000'000, 'y'), 1000);
    converse(endless, [](const Request&, const ReadBody&) -> Response { return {}; });
    EXPECT_LT(endless.taken(), 20'000U);
}

TEST(HttpConnection, ARefusedBodyIsNotReadAsARequest) {
    Wire wire("PUT /a HTTP/1.1\r\nContent-Length: 19\r\n\r\nGET /b HTTP/1.1\r\n\r\n", 1000);
    int asked = 0;
    converse(wire,
             [&](const Request&, const ReadBody&) -> Response { return {.status = 403 + 0 * ++asked}; });
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(wire.got, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
}

TEST(HttpConnection, BodiesHaveALimitAndAnEnd) {
    const auto told = [](std::string sent) {
        Wire wire(std::move(sent), 1000);
        std::string code = "none";
        converse(wire,
                 [&](const Request&, const ReadBody& body) -> Response {
                     if (const auto bytes = body(); !bytes) code = bytes.error().code->id;
                     return {};
                 },
                 {.largest_body = 4});
        return code;
    };
    EXPECT_EQ(told("PUT / HTTP/1.1\r\nContent-Length: 4\r\n\r\nabcd"), "none");
    EXPECT_EQ(told("PUT / HTTP/1.1\r\nContent-Length: 5\r\n\r\nabcde"), "protocol.length");
    EXPECT_EQ(told("PUT / HTTP/1.1\r\nContent-Length: 4\r\n\r\nabc"), "protocol.end");
}

} // namespace
} // namespace vellum::protocol::http
