// A game's port for debuggers. One client at a time; the game's thread does everything, a little in each
// frame.
#include <utility>
#include <vector>

#include "base/socket.hpp"
#include "protocol/codes.hpp"
#include "protocol/dap/converse.hpp"
#include "vellum/debug.hpp"
#include "vellum/engine.hpp"

namespace vellum::debug {

namespace dap = protocol::dap;

struct History::Parts {
    Parts(Host& game, const Host* known) : tape(game, log, known) {}
    HostLog log;
    Tape tape;
};

History::History(Host& game, const Engine& engine)
    : parts_(std::make_unique<Parts>(game, engine.runtime().known_natives())) {}

History::~History() = default;

Host& History::host() noexcept { return parts_->tape; }

namespace {

class Game final : public dap::Subject {
  public:
    Game(Scheduler& world, Tape* tape, std::span<const ProgramPtr> programs, const ServeOptions& options)
        : programs_(programs.begin(), programs.end()),
          source_(options.source),
          debugger_(world, tape, programs, {.memory = options.memory}) {
        debugger_.set_stop_at_faults(false); // until somebody asks for it
    }
    [[nodiscard]] Debugger& debugger() override { return debugger_; }
    [[nodiscard]] std::span<const ProgramPtr> programs() const override { return programs_; }
    [[nodiscard]] bool driven() const override { return true; }
    [[nodiscard]] SourceFile source(const Program& program, const std::string& file) override {
        return source_ ? source_(program, file) : SourceFile();
    }

  private:
    std::vector<ProgramPtr> programs_;
    std::function<SourceFile(const Program& program, std::string_view file)> source_;
    Debugger debugger_;
};

/// Lets those in who know the token and whom the game wants.
class Door final : public dap::Front {
  public:
    Door(std::shared_ptr<Game> game, std::string token, std::function<bool()> allow)
        : game_(std::move(game)), token_(std::move(token)), allow_(std::move(allow)) {}

    Result<std::shared_ptr<dap::Subject>> begin(bool launch, const Json&, const dap::Tell&) override {
        if (launch)
            return fail(codes::protocol_request,
                        "the game is already running: use 'attach' instead of 'launch'");
        if (allow_ && !allow_()) return fail(codes::protocol_request, "the game refuses to be debugged now");
        return game_;
    }
    [[nodiscard]] std::string_view token() const override { return token_; }

  private:
    std::shared_ptr<Game> game_;
    std::string token_;
    std::function<bool()> allow_;
};

} // namespace

class Serving final : public Server {
  public:
    Serving(Scheduler& world, std::span<const ProgramPtr> programs, const ServeOptions& options,
            std::unique_ptr<LocalPort> port, std::string token)
        : world_(world),
          history_(options.history != nullptr),
          port_(std::move(port)),
          token_(std::move(token)),
          game_(std::make_shared<Game>(world, history_ ? &options.history->parts_->tape : nullptr, programs,
                                       options)),
          door_(game_, token_, options.allow),
          reception_(*port_, door_) {
        game_->debugger().on_fault([this](const Fault& fault) {
            if (faults_.size() < Scheduler::kept_faults) faults_.push_back(fault);
        });
    }

    [[nodiscard]] Result<void> begin() { return game_->debugger().timeline().begin(); }

    [[nodiscard]] std::uint16_t port() const override { return port_->number(); }
    [[nodiscard]] const std::string& token() const override { return token_; }
    [[nodiscard]] bool attached() const override { return client_ != nullptr && adapter().begun(); }
    [[nodiscard]] bool stopped() const override { return attached() && adapter().stands(); }

    bool start() override { return act({Action::Kind::start, 0, {}}); }
    bool frame(float seconds) override {
        converse();
        if (stopped() || !go()) return false; // time stands still
        return act({Action::Kind::frame, seconds, {}});
    }
    bool send(const Event& event) override { return act({Action::Kind::send, 0, event}); }
    bool call(std::string_view function, std::span<const Value> arguments) override {
        return act({Action::Kind::call, 0, {std::string(function), {arguments.begin(), arguments.end()}}});
    }
    std::vector<Fault> take_faults() override {
        std::vector<Fault> result = std::exchange(faults_, {});
        for (Fault& fault : world_.take_faults()) result.push_back(std::move(fault));
        return result;
    }

  private:
    [[nodiscard]] dap::Adapter& adapter() const { return client_->conversation.adapter(); }

    bool act(Action action) {
        game_->debugger().timeline().add(std::move(action));
        return !stopped() && go();
    }

    /// Runs what has been added. False: the world stands still.
    bool go() {
        if (attached()) {
            const bool runs = adapter().go();
            if (!client_->conversation.ended()) return runs;
            client_.reset();
        }
        static_cast<void>(game_->debugger().go_on());
        return true;
    }

    void converse() {
        constexpr std::chrono::milliseconds at_once{0};
        if (client_ == nullptr) {
            if (auto admitted = reception_.admit(at_once)) client_ = std::move(*admitted);
            return;
        }
        static_cast<void>(port_->accept(at_once)); // whoever is attached stays, others are turned away
        client_->conversation.work(at_once);
        if (client_->conversation.ended()) client_.reset();
    }

    Scheduler& world_;
    bool history_;
    std::unique_ptr<LocalPort> port_;
    std::string token_;
    std::shared_ptr<Game> game_;
    Door door_;
    dap::Reception reception_;
    std::vector<Fault> faults_;
    std::unique_ptr<dap::Client> client_;
};

Result<std::unique_ptr<Server>> serve(Scheduler& world, std::span<const ProgramPtr> programs,
                                      const ServeOptions& options) {
    auto port = open_local_port(options.port);
    if (!port) return std::unexpected(std::move(port.error()));
    auto token = options.token.empty() ? random_token() : Result<std::string>(options.token);
    if (!token) return std::unexpected(std::move(token.error()));
    auto serving = std::make_unique<Serving>(world, programs, options, std::move(*port), std::move(*token));
    if (auto begun = serving->begin(); !begun) return std::unexpected(std::move(begun.error()));
    return serving;
}

} // namespace vellum::debug
