// A game that is debugged through its port: who is let in, what the client can do, and that the game is none
// the worse for it.
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <thread>

#include "base/socket.hpp"
#include "protocol/dap/converse.hpp"
#include "protocol/message.hpp"
#include "vellum/debug.hpp"
#include "vellum/engine.hpp"
#include "vellum/hosts.hpp"

namespace vellum::protocol {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view source = R"(main task TMain {
    int m_uses;

    void init() {
        for (;;) {
            @Hold();
        }
    }

    event OnUse(object user) {
        m_uses++;
        int share = 10 / (m_uses - 3);
    }
}
)";

class Game {
  public:
    explicit Game(bool remembers, debug::ServeOptions options = {}) {
        const Engine& engine = *find_engine("pathologic");
        Diagnostics diagnostics;
        program = engine.language()->compile(source, {"used.patho", {}}, diagnostics).value_or(nullptr);
        stand_in = std::make_unique<StandInHost>(nullptr, engine.runtime().known_natives());
        history = std::make_unique<debug::History>(*stand_in, engine);
        Host& host = remembers ? history->host() : static_cast<Host&>(*stand_in);
        world = std::move(*engine.runtime().instantiate(std::span(&program, 1), host, {}, diagnostics));
        if (remembers) options.history = history.get();
        server = std::move(*debug::serve(*world, std::span(&program, 1), options));
    }

    void use() { static_cast<void>(server->send({"OnUse", {Value(ObjectId{})}})); }

    ProgramPtr program;
    std::unique_ptr<StandInHost> stand_in;
    std::unique_ptr<debug::History> history;
    std::unique_ptr<Scheduler> world;
    std::unique_ptr<debug::Server> server;
};

/// An editor. The game's loop runs while it waits.
class Client {
  public:
    explicit Client(Game& game)
        : game_(game), bytes_(std::move(*connect_locally(game.server->port()))), stream_(*bytes_) {}

    void send(std::string_view command, Json arguments = {}) {
        Json request;
        request.set("seq", ++sent_);
        request.set("type", "request");
        request.set("command", command);
        request.set("arguments", std::move(arguments));
        EXPECT_TRUE(stream_.send(request));
    }
    /// The next message of that type and name; null if the conversation ends before.
    Json wait(std::string_view type, std::string_view name) {
        for (int i = 0; i < 2000 && !stream_.ended(); ++i) {
            static_cast<void>(game_.server->frame(0.1F));
            auto message = stream_.receive(milliseconds(1));
            if (!message || !*message) continue;
            const Json& one = **message;
            if (one["type"].as_string() == "response")
                EXPECT_TRUE(answered_.insert(one["request_seq"].as_int()).second) << "is answered twice";
            if (one["type"].as_string() == type &&
                one[type == "event" ? "event" : "command"].as_string() == name)
                return one;
        }
        return {};
    }
    Json ask(std::string_view command, Json arguments = {}) {
        send(command, std::move(arguments));
        return wait("response", command);
    }
    bool attach(const std::string& token) {
        static_cast<void>(ask("initialize"));
        Json arguments;
        arguments.set("token", token);
        return ask("attach", std::move(arguments))["success"].as_bool();
    }
    [[nodiscard]] ByteStream& bytes() { return *bytes_; }
    [[nodiscard]] bool ended() {
        static_cast<void>(wait("event", "nothing"));
        return stream_.ended();
    }

  private:
    Game& game_;
    std::unique_ptr<ByteStream> bytes_;
    MessageStream stream_;
    std::int64_t sent_ = 0;
    std::set<std::int64_t> answered_;
};

Json of(std::string_view text) { return parse_json(text).value_or(Json()); }

TEST(Serve, WhoDoesNotKnowTheTokenIsNotLetIn) {
    Game game(false);
    EXPECT_EQ(game.server->token().size(), 32U);
    EXPECT_NE(game.server->token(), Game(false).server->token());
    Client guesses(game);
    EXPECT_FALSE(guesses.attach("0123456789abcdef0123456789abcdef"));
    EXPECT_TRUE(guesses.ended()); // there is no second guess
    Client asks(game);
    static_cast<void>(asks.ask("initialize"));
    EXPECT_FALSE(asks.ask("threads")["success"].as_bool());
    EXPECT_FALSE(asks.ask("setBreakpoints", of(R"({"source":{},"breakpoints":[]})"))["success"].as_bool());
    EXPECT_FALSE(game.server->attached());
    EXPECT_TRUE(asks.attach(game.server->token()));
    EXPECT_TRUE(game.server->attached());
    // Who comes later must wait until the first has gone.
    Client later(game);
    EXPECT_TRUE(later.ended());
    EXPECT_TRUE(game.server->attached());
}

TEST(Serve, WhatHasNotBegunCanBeCancelled) {
    Game game(false);
    Client client(game);
    ASSERT_TRUE(client.attach(game.server->token()));
    client.send("threads");                          // 3: both come before the game's next frame
    client.send("cancel", of(R"({"requestId":3})")); // 4
    const Json threads = client.wait("response", "threads");
    EXPECT_FALSE(threads["success"].as_bool(true));
    EXPECT_EQ(threads["message"].as_string(), "cancelled");
    EXPECT_TRUE(client.wait("response", "cancel")["success"].as_bool());
    const Json again = client.ask("threads");
    EXPECT_TRUE(again["success"].as_bool());
    EXPECT_EQ(again["request_seq"].as_int(), 5);
    EXPECT_TRUE(client.ask("cancel", of(R"({"requestId":3})"))["success"].as_bool()); // too late, and no harm
}

TEST(Serve, AStrangerMayNotSayMuch) {
    Game game(false);
    Client client(game);
    static_cast<void>(client.ask("initialize"));
    client.send("attach", Json::object().set("token", std::string(100'000, 'x')));
    EXPECT_TRUE(client.ended());
}

/// What a frame may take beside strangers; what it took before they had limits were seconds.
constexpr milliseconds long_frame{500};

/// Says all of it that the connection takes, then waits for the end without reading; the number of frames
/// until then.
int frames_until_thrown_out(Game& game, std::string_view text) {
    const auto bytes = std::move(*connect_locally(game.server->port()));
    std::array<char, 65536> room;
    for (int frame = 1; frame < 500; ++frame) {
        const std::string_view next = text.substr(0, 50'000);
        if (bytes->write(next, milliseconds(0))) text.remove_prefix(next.size());
        const auto begun = std::chrono::steady_clock::now();
        static_cast<void>(game.server->frame(0.1F));
        EXPECT_LT(std::chrono::steady_clock::now() - begun, long_frame);
        if (frame < 50 || !bytes->readable(milliseconds(1))) continue;
        const auto got = bytes->read(room);
        if (!got || *got == 0) return frame;
    }
    return 0;
}

TEST(Serve, StrangersDoNotHoldTheFrame) {
    Game game(false);
    const auto message = [](std::string_view body) {
        return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
    };
    std::string numbers = "[";
    for (int i = 0; i < 32000; ++i) numbers += "0,";
    for (const std::string& said :
         {message(R"({"seq":1,"type":"request","command":"initialize"})"), message("{}"), message("{x}"),
          message(R"({"type":"request","command":"cancel"})"), message(numbers + "0]")}) {
        std::string flood;
        while (flood.size() < 2'000'000) flood += said;
        EXPECT_NE(frames_until_thrown_out(game, flood), 0) << said.substr(0, 100);
    }
    EXPECT_NE(frames_until_thrown_out(game, "POST /a:b HTTP/1.1\r\n"), 0);
    EXPECT_FALSE(game.server->attached());
    Client client(game);
    EXPECT_TRUE(client.attach(game.server->token()));
}

TEST(Serve, TheTokenLetsInAmongStrangers) {
    Game game(false);
    std::vector<std::unique_ptr<ByteStream>> silent;
    for (int i = 0; i < 20; ++i) {
        silent.push_back(std::move(*connect_locally(game.server->port())));
        static_cast<void>(game.server->frame(0.1F));
    }
    Client client(game);
    static_cast<void>(client.ask("initialize"));
    for (int i = 0; i < 5; ++i) {
        silent.push_back(std::move(*connect_locally(game.server->port())));
        static_cast<void>(game.server->frame(0.1F));
    }
    Json arguments;
    arguments.set("token", game.server->token());
    EXPECT_TRUE(client.ask("attach", std::move(arguments))["success"].as_bool());
    EXPECT_TRUE(game.server->attached());
}

TEST(Serve, AClientThatDoesNotReadIsLetGo) {
    Game game(false);
    game.server->start();
    Client client(game);
    ASSERT_TRUE(client.attach(game.server->token()));
    static_cast<void>(client.ask("configurationDone"));
    const auto begun = std::chrono::steady_clock::now();
    // Each answer repeats the command, and all together are more than the connection takes.
    Json request;
    request.set("type", "request");
    request.set("command", std::string(50'000, 'x'));
    for (int i = 0; i < 1000 && game.server->attached(); ++i) {
        ASSERT_TRUE(client.bytes().write(framed(request), milliseconds(1000)));
        static_cast<void>(game.server->frame(0.1F));
    }
    EXPECT_FALSE(game.server->attached());
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(15)); // the wait for one answer
    const std::uint64_t frames = game.world->frames();
    EXPECT_TRUE(game.server->frame(0.1F));
    EXPECT_GT(game.world->frames(), frames);
}

/// Nobody gets further than the token.
class ClosedFront final : public dap::Front {
  public:
    Result<std::shared_ptr<dap::Subject>> begin(bool, const Json&, const dap::Tell&) override {
        return nullptr;
    }
    [[nodiscard]] std::string_view token() const override { return "secret"; }
};

TEST(Serve, AStrangersTimeIsOverHoweverSlowlyItSpeaks) {
    const auto port = std::move(*open_local_port(0));
    ClosedFront front;
    dap::Reception reception(*port, front, {.time = milliseconds(100)});
    const auto stranger = std::move(*connect_locally(port->number()));
    const auto begun = std::chrono::steady_clock::now();
    const std::string_view text = "Content-Length: 60000\r\n\r\n";
    bool gone = false;
    for (std::size_t i = 0; i < 5000 && !gone; ++i) {
        const std::string_view next = i < text.size() ? text.substr(i, 1) : " ";
        gone = !stranger->write(next, milliseconds(0)) || stranger->readable(milliseconds(2));
        EXPECT_FALSE(*reception.admit(milliseconds(1)));
    }
    EXPECT_TRUE(gone);
    EXPECT_GE(std::chrono::steady_clock::now() - begun, milliseconds(100));
}

TEST(Serve, AStrangerHasSixteenMessages) {
    Game game(false);
    Client client(game);
    for (int i = 0; i < 16; ++i) EXPECT_FALSE(client.ask("initialize").is_null()) << i;
    EXPECT_TRUE(client.ask("initialize").is_null());
    EXPECT_TRUE(client.ended());
}

TEST(Serve, WhoeverWaitsForOthersLooksAtStrangersMeanwhile) {
    const auto port = std::move(*open_local_port(0));
    ClosedFront front;
    dap::Reception reception(*port, front, {});
    const auto stranger = std::move(*connect_locally(port->number()));
    EXPECT_FALSE(*reception.admit(milliseconds(1000)));
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_FALSE(*reception.admit(milliseconds(5000)));
    EXPECT_LT(std::chrono::steady_clock::now() - begun, milliseconds(3000));
}

TEST(Serve, EightStrangersWaitAtTheSameTime) {
    const auto port = std::move(*open_local_port(0));
    ClosedFront front;
    dap::Reception reception(*port, front, {});
    std::vector<std::unique_ptr<ByteStream>> strangers;
    const auto comes = [&] {
        strangers.push_back(std::move(*connect_locally(port->number())));
        EXPECT_FALSE(*reception.admit(milliseconds(1000)));
    };
    for (int i = 0; i < 8; ++i) comes();
    EXPECT_FALSE(strangers[0]->readable(milliseconds(20)));
    comes(); // and whoever came first has to go
    EXPECT_TRUE(strangers[0]->readable(milliseconds(1000)));
    EXPECT_FALSE(strangers[1]->readable(milliseconds(20)));
}

TEST(Serve, AGameCanRefuse) {
    debug::ServeOptions options;
    options.token = "open";
    options.allow = [] { return false; };
    Game game(false, options);
    Client client(game);
    EXPECT_FALSE(client.attach("open"));
    EXPECT_FALSE(game.server->attached());
}

TEST(Serve, TimeStandsStillAtAStop) {
    Game game(true);
    game.server->start();
    game.use();
    Client client(game);
    ASSERT_TRUE(client.attach(game.server->token()));
    static_cast<void>(client.ask("setFunctionBreakpoints", of(R"({"breakpoints":[{"name":"OnUse"}]})")));
    static_cast<void>(client.ask("configurationDone"));
    const std::uint64_t before = game.world->frames();
    static_cast<void>(client.ask("threads"));
    EXPECT_GT(game.world->frames(), before); // the game plays on
    game.use();
    ASSERT_FALSE(client.wait("event", "stopped").is_null());
    const std::uint64_t frames = game.world->frames();
    EXPECT_FALSE(game.server->frame(0.1F));
    EXPECT_TRUE(game.server->stopped());
    game.use(); // waits
    EXPECT_EQ(game.world->frames(), frames);
    EXPECT_EQ(client.ask("evaluate", of(R"({"expression":"m_uses"})"))["body"]["result"].as_string(), "1");
    static_cast<void>(client.ask("reverseContinue", of(R"({"threadId":1})")));
    ASSERT_FALSE(client.wait("event", "stopped").is_null());
    static_cast<void>(client.ask("continue", of(R"({"threadId":1})")));
    ASSERT_FALSE(client.wait("event", "stopped").is_null());
    EXPECT_EQ(client.ask("evaluate", of(R"({"expression":"m_uses"})"))["body"]["result"].as_string(), "1");
}

TEST(Serve, APauseStopsTheGameInItsNextFrame) {
    Game game(true);
    game.server->start();
    Client client(game);
    ASSERT_TRUE(client.attach(game.server->token()));
    static_cast<void>(client.ask("configurationDone"));
    EXPECT_FALSE(game.server->stopped());
    EXPECT_TRUE(client.ask("pause", of(R"({"threadId":1})"))["success"].as_bool());
    game.use();
    EXPECT_EQ(client.wait("event", "stopped")["body"]["reason"].as_string(), "pause");
    EXPECT_TRUE(game.server->stopped());
    EXPECT_FALSE(game.server->frame(0.1F));
    EXPECT_TRUE(client.ask("continue", of(R"({"threadId":1})"))["success"].as_bool());
    EXPECT_TRUE(game.server->frame(0.1F));
}

TEST(Serve, WhatOneSessionAndOneAnswerHoldHasLimits) {
    Game game(true);
    game.server->start();
    Client client(game);
    ASSERT_TRUE(client.attach(game.server->token()));
    Json arguments = of(R"({"source":{"name":"used.patho"}})");
    Json& wanted = arguments.set("breakpoints", Json::array());
    for (int i = 0; i <= 1000; ++i) wanted.push_back(of(R"({"line":11})"));
    const Json stops = client.ask("setBreakpoints", std::move(arguments))["body"]["breakpoints"];
    ASSERT_EQ(stops.size(), 1001U);
    EXPECT_TRUE(stops.at(999)["verified"].as_bool());
    EXPECT_FALSE(stops.at(1000)["verified"].as_bool(true));
    EXPECT_EQ(stops.at(1000)["message"].as_string(), "too many breakpoints");
    const auto instructions = [&](int count) {
        Json asked = of(R"({"memoryReference":"0x0000"})");
        asked.set("instructionCount", count);
        return client.ask("disassemble", std::move(asked))["body"]["instructions"].size();
    };
    EXPECT_EQ(instructions(9999), 9999U);
    EXPECT_EQ(instructions(10001), 10000U);
}

TEST(Serve, AGameWithoutHistoryCanBeSteppedButNotBack) {
    Game game(false);
    game.server->start();
    Client client(game);
    ASSERT_TRUE(client.attach(game.server->token()));
    const Json less = client.wait("event", "capabilities");
    EXPECT_FALSE(less["body"]["capabilities"]["supportsStepBack"].as_bool(true));
    static_cast<void>(client.ask("setFunctionBreakpoints", of(R"({"breakpoints":[{"name":"OnUse"}]})")));
    static_cast<void>(client.ask("configurationDone"));
    game.use();
    ASSERT_FALSE(client.wait("event", "stopped").is_null());
    static_cast<void>(client.ask("next", of(R"({"threadId":1})")));
    ASSERT_FALSE(client.wait("event", "stopped").is_null());
    static_cast<void>(client.ask("stepBack", of(R"({"threadId":1})")));
    const Json stopped = client.wait("event", "stopped");
    EXPECT_NE(stopped["body"]["text"].as_string().find("not recorded"), std::string_view::npos);
    static_cast<void>(
        client.ask("setVariable", of(R"({"variablesReference":1,"name":"m_uses","value":"7"})")));
}

TEST(Serve, NothingStopsAtThePlacesOfAClientThatHasGone) {
    Game game(false);
    game.server->start();
    {
        Client client(game);
        ASSERT_TRUE(client.attach(game.server->token()));
        static_cast<void>(client.ask("setFunctionBreakpoints", of(R"({"breakpoints":[{"name":"OnUse"}]})")));
        static_cast<void>(client.ask("configurationDone"));
        game.use();
        ASSERT_FALSE(client.wait("event", "stopped").is_null());
        static_cast<void>(client.ask("disconnect"));
    }
    const auto frames = [&] {
        for (int i = 0; i < 20; ++i) {
            static_cast<void>(game.server->frame(0.1F));
            std::this_thread::sleep_for(milliseconds(1));
        }
    };
    frames();
    EXPECT_FALSE(game.server->attached());
    game.use();
    EXPECT_FALSE(game.world->paused());
    const std::uint64_t before = game.world->frames();
    frames();
    EXPECT_EQ(game.world->frames(), before + 20) << "what was done is not done again";
}

TEST(Serve, FaultsAndAClientThatVanishesLeaveTheGameAsItWas) {
    for (const bool remembers : {false, true}) {
        Game game(remembers);
        game.server->start();
        {
            Client client(game);
            ASSERT_TRUE(client.attach(game.server->token()));
            static_cast<void>(client.ask("setExceptionBreakpoints", of(R"({"filters":["faults"]})")));
            static_cast<void>(client.ask("configurationDone"));
            for (int i = 0; i < 3; ++i) game.use();
            const Json stopped = client.wait("event", "stopped");
            EXPECT_EQ(stopped["body"]["reason"].as_string(), "exception");
            EXPECT_TRUE(game.server->stopped());
        }
        const std::uint64_t frames = game.world->frames();
        for (int i = 0; i < 100 && game.server->attached(); ++i) {
            static_cast<void>(game.server->frame(0.1F));
            std::this_thread::sleep_for(milliseconds(1));
        }
        EXPECT_FALSE(game.server->attached());
        EXPECT_TRUE(game.server->frame(0.1F));
        EXPECT_GT(game.world->frames(), frames);
        EXPECT_EQ(game.server->take_faults().size(), 1U);
        EXPECT_EQ(game.server->take_faults().size(), 0U);
    }
}

} // namespace
} // namespace vellum::protocol
