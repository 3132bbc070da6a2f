// Messages with a head: whole, in pieces, one behind the other, and what strangers send instead.
#include "protocol/message.hpp"

#include <gtest/gtest.h>

#include <deque>

#include "protocol/codes.hpp"

namespace vellum::protocol {
namespace {

using std::chrono::milliseconds;

[[nodiscard]] std::string code_of(const Result<std::optional<Json>>& result) {
    return result ? "" : std::string(result.error().code->id);
}

/// What the reader says of a text that comes all at once.
[[nodiscard]] std::string refusal(std::string_view text, const MessageLimits& limits = {}) {
    MessageReader reader(limits);
    reader.feed(text);
    return code_of(reader.next());
}

TEST(Messages, AreReadBackAsTheyWereSent) {
    Json sent;
    sent.set("seq", 1);
    sent.set("text", "Kräuter\n\xE2\x80\xAE");
    MessageReader reader;
    reader.feed(framed(sent) + framed(Json(2)));
    auto first = reader.next(), second = reader.next(), none = reader.next();
    ASSERT_TRUE(first && *first && second && *second && none);
    EXPECT_EQ(**first, sent);
    EXPECT_EQ((**second).as_int(), 2);
    EXPECT_FALSE(*none);
    EXPECT_FALSE(reader.inside());
}

TEST(Messages, ComeByteByByte) {
    const std::string text = "content-length:2\r\nContent-Type: utf-8\r\n\r\n[]" + framed(Json("x"));
    MessageReader reader;
    std::size_t messages = 0;
    for (const char byte : text) {
        reader.feed({&byte, 1});
        auto message = reader.next();
        ASSERT_TRUE(message);
        messages += message->has_value() ? 1 : 0;
    }
    EXPECT_EQ(messages, 2U);
}

TEST(Messages, NothingIsLeftOfALostConversation) {
    MessageReader reader;
    reader.feed(framed(Json("first")) + "GET / HTTP/1.1\r\n\r\n" + framed(Json("hidden")));
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(code_of(reader.next()), "protocol.header");
    EXPECT_TRUE(reader.lost());
    EXPECT_FALSE(reader.inside()) << "its bytes are still held";
    reader.feed(framed(Json("later")));
    EXPECT_EQ(code_of(reader.next()), "protocol.header");
    EXPECT_FALSE(reader.inside());
}

TEST(Messages, AWrongHeadIsTheEnd) {
    EXPECT_EQ(refusal("Content-Length: 2\n\n[]\r\n\r\n"), "protocol.header");
    EXPECT_EQ(refusal("GET / HTTP/1.1\r\n\r\n"), "protocol.header");
    EXPECT_EQ(refusal("Host: here\r\n\r\n"), "protocol.header");
    EXPECT_EQ(refusal("\r\n\r\n"), "protocol.header");
    EXPECT_EQ(refusal("Content-Length: -1\r\n\r\n"), "protocol.header");
    EXPECT_EQ(refusal("Content-Length: 2x\r\n\r\n[]"), "protocol.header");
    EXPECT_EQ(refusal("Content-Length: 99999999999999999999999\r\n\r\n"), "protocol.header");
    EXPECT_EQ(refusal("Content-Length: 2\r\nContent-Length: 3\r\n\r\n[] "), "protocol.header");
    EXPECT_EQ(refusal("Content-Length: 9999999999\r\n\r\n"), "protocol.length");
    EXPECT_EQ(refusal("Content-Length: 3\r\n\r\n[1]", {.max_body = 2}), "protocol.length");
    // What browsers send is refused before its head has ended, and whatever its path looks like.
    EXPECT_EQ(refusal("G"), "protocol.header");
    EXPECT_EQ(refusal("POST /a:b HTTP/1.1\r\nContent-Length: 2\r\n\r\n[]"), "protocol.header");
    EXPECT_EQ(refusal("Content:2"), "protocol.header");
    EXPECT_EQ(refusal("Content-Length: 2\r\nHost: here\r\n\r\n[]"), "protocol.header");
    // A head that never ends is refused long before it fills the memory.
    EXPECT_EQ(refusal("Content-Type: " + std::string(5000, 'x')), "protocol.header");
    EXPECT_EQ(refusal("Content-Type: " + std::string(5000, 'x') + "\r\n\r\n"), "protocol.header");

    MessageReader wordy;
    wordy.feed("Hello: " + std::string(1000, 'x') + "\r\n\r\n");
    EXPECT_EQ(wordy.next().error().message,
              "\"Hello: " + std::string(93, 'x') + "\" is not a Content-Length or Content-Type header");

    MessageReader reader;
    reader.feed("no\r\n\r\n");
    EXPECT_EQ(code_of(reader.next()), "protocol.header");
    EXPECT_TRUE(reader.lost());
    reader.feed(framed(Json(1)));
    EXPECT_EQ(code_of(reader.next()), "protocol.header");
}

TEST(Messages, HaveTheLimitsThatAreDocumented) {
    EXPECT_EQ(refusal("Content-Length: 16777216\r\n\r\n"), "");
    EXPECT_EQ(refusal("Content-Length: 16777217\r\n\r\n"), "protocol.length");
    const auto head = [](std::size_t size) {
        const std::string length = "Content-Length: 2\r\nContent-Type: ";
        return length + std::string(size - length.size(), 'x') + "\r\n\r\n[]";
    };
    EXPECT_EQ(refusal(head(4096)), "");
    EXPECT_EQ(refusal(head(4097)), "protocol.header");
    const auto nested = [](std::size_t deep) {
        const std::string body = std::string(deep, '[') + std::string(deep, ']');
        return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    };
    EXPECT_EQ(refusal(nested(64)), "");
    EXPECT_EQ(refusal(nested(65)), "json.limit");
}

TEST(Messages, ABodyThatIsNoJsonIsPassedOver) {
    MessageReader reader({.max_depth = 3});
    reader.feed("Content-Length: 3\r\n\r\n{x}Content-Length: 8\r\n\r\n[[[[]]]]" + framed(Json(7)));
    EXPECT_EQ(code_of(reader.next()), "json.syntax");
    EXPECT_EQ(code_of(reader.next()), "json.limit");
    EXPECT_FALSE(reader.lost());
    auto message = reader.next();
    ASSERT_TRUE(message && *message);
    EXPECT_EQ((**message).as_int(), 7);
}

/// Gives what it was told to give, in these pieces.
class Pieces final : public ByteStream {
  public:
    explicit Pieces(std::deque<std::string> pieces) : pieces_(std::move(pieces)) {}
    bool readable(milliseconds) override { return pieces_.empty() || !pieces_.front().empty(); }
    Result<std::size_t> read(std::span<char> room) override {
        if (pieces_.empty()) return 0;
        const std::string piece = std::move(pieces_.front());
        pieces_.pop_front();
        return piece.copy(room.data(), room.size());
    }
    Result<void> write(std::string_view bytes, milliseconds) override {
        written += bytes;
        return {};
    }
    void come() { pieces_.pop_front(); } ///< What was waited for is here: an empty piece.

    std::string written;

  private:
    std::deque<std::string> pieces_;
};

TEST(Messages, AStreamIsReadUntilItsEnd) {
    Pieces bytes({"Content-Le", "ngth: 1\r\n\r\n5Content-Length: 1\r\n", "", "\r\n6"});
    MessageStream stream(bytes);
    auto five = stream.receive(milliseconds(0));
    ASSERT_TRUE(five && *five);
    EXPECT_EQ((**five).as_int(), 5);
    auto none = stream.receive(milliseconds(0));
    ASSERT_TRUE(none && !*none && !stream.ended());
    bytes.come();
    auto six = stream.receive(milliseconds(0));
    ASSERT_TRUE(six && *six);
    auto end = stream.receive(milliseconds(0));
    ASSERT_TRUE(end && !*end);
    EXPECT_TRUE(stream.ended());
    ASSERT_TRUE(stream.send(Json(1)));
    EXPECT_EQ(bytes.written, "Content-Length: 1\r\n\r\n1");
}

TEST(Messages, AStreamThatEndsTooEarlySaysSo) {
    Pieces bytes({"Content-Length: 3\r\n\r\n[1"});
    MessageStream stream(bytes);
    EXPECT_EQ(code_of(stream.receive(milliseconds(0))), "protocol.end");
    EXPECT_TRUE(stream.ended());
}

} // namespace
} // namespace vellum::protocol
