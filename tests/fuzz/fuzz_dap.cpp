// Fuzz target: a debug adapter in the hands of a hostile client. Each line is a request: its command, a blank
// and its arguments in JSON. Whatever is asked for, every request gets one answer, and the world stays one
// whose past can be reached.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "base/bytes.hpp"
#include "protocol/dap/adapter.hpp"
#include "vellum/engine.hpp"

namespace {

using namespace vellum;

void require(bool condition) {
    if (!condition) std::abort();
}

constexpr std::string_view source = R"(property int Count;
property vector Place;

main task TMain {
    int m_a;

    void init() {
        for (;;) {
            m_a = Twice(m_a) + 1;
            Count = 100 / (Count - 3);
            @Hold();
        }
    }

    event OnUse(object user) {
        Count++;
        @Trace("used");
    }

    int Twice(int number) {
        return 2 * number;
    }
}
)";

class Subject final : public protocol::dap::Subject {
  public:
    explicit Subject(const ProgramPtr& program)
        : program_(program),
          game_(nullptr, program->engine().runtime().known_natives()),
          tape_(game_, log_, program->engine().runtime().known_natives()) {
        Diagnostics diagnostics;
        RunOptions options;
        options.budget.instructions = 40;
        auto made =
            program->engine().runtime().instantiate(std::span(&program_, 1), tape_, options, diagnostics);
        require(made.has_value());
        world_ = std::move(*made);
        debugger_.emplace(*world_, tape_, std::span(&program_, 1),
                          debug::TimelineOptions{.memory = 2000, .interval = 7});
        debug::Timeline& time = debugger_->timeline();
        time.add({debug::Action::Kind::start, 0, {}});
        for (int i = 0; i < 3; ++i) {
            time.add({debug::Action::Kind::send, 0, {"OnUse", {Value(ObjectId{})}}});
            time.add({debug::Action::Kind::frame, 0.1F, {}});
        }
        require(time.begin().has_value());
    }
    debug::Debugger& debugger() override { return *debugger_; }
    std::span<const ProgramPtr> programs() const override { return std::span(&program_, 1); }
    debug::SourceFile source(const Program&, const std::string&) override {
        return {std::string(::source), {}};
    }

  private:
    ProgramPtr program_;
    StandInHost game_;
    HostLog log_;
    debug::Tape tape_;
    std::unique_ptr<Scheduler> world_;
    std::optional<debug::Debugger> debugger_;
};

class Front final : public protocol::dap::Front {
  public:
    explicit Front(const ProgramPtr& program) : program_(program) {}
    Result<std::shared_ptr<protocol::dap::Subject>> begin(bool, const Json&,
                                                          const protocol::dap::Tell&) override {
        last = std::make_shared<Subject>(program_);
        return last;
    }
    std::shared_ptr<Subject> last;

  private:
    ProgramPtr program_;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const ProgramPtr program = [] {
        Diagnostics diagnostics;
        return find_engine("pathologic")
            ->language()
            ->compile(source, {"fuzzed.patho", {}}, diagnostics)
            .value_or(nullptr);
    }();
    require(program != nullptr);
    std::string_view text = as_text(std::as_bytes(std::span(data, size)));
    Front front(program);
    std::int64_t asked = 0, answered = 0;
    {
        protocol::dap::Adapter adapter(
            front,
            [&](const Json& message) { answered += message["type"].as_string() == "response" ? 1 : 0; }, {});
        constexpr int most = 24;
        for (int i = 0; i < most && !text.empty() && !adapter.ended(); ++i) {
            const std::string_view line = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(line.size() + 1, text.size()));
            const std::size_t blank = std::min(line.find(' '), line.size());
            Json request;
            request.set("seq", ++asked);
            request.set("type", "request");
            request.set("command", line.substr(0, blank));
            if (blank < line.size())
                request.set("arguments",
                            parse_json(line.substr(blank + 1), {.max_depth = 16}).value_or(Json()));
            adapter.arrived(std::move(request));
            adapter.work();
        }
    }
    require(asked == answered);
    if (front.last == nullptr) return 0;
    debug::Debugger& debugger = front.last->debugger();
    const debug::Position here = debugger.timeline().here();
    const auto state = debugger.scheduler().snapshot();
    require(state.has_value());
    require(debugger.timeline().go(debugger.timeline().landmarks().front()).has_value());
    require(debugger.timeline().go(here).has_value());
    const auto again = debugger.scheduler().snapshot();
    require(again.has_value() && *again == *state);
    return 0;
}
