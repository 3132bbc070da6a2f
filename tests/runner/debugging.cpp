// Conversations with a debug adapter; see the header. What a launch would open is the case's world.
#include <algorithm>
#include <optional>

#include "base/text_writer.hpp"
#include "debug/debugger.hpp"
#include "protocol/dap/adapter.hpp"
#include "runner/case_host.hpp"

namespace vellum::cases {

namespace {

using debug::Action;

class CaseSubject final : public protocol::dap::Subject {
  public:
    CaseSubject(const Engine& engine, const CaseFile& file, const Programs& programs, bool sources)
        : file_(file),
          sources_(sources),
          programs_(programs),
          host_(engine, file, diagnostics_),
          tape_(host_.host(), log_, engine.runtime().known_natives()) {}

    [[nodiscard]] Result<void> open(const Engine& engine) {
        auto made = make_world(engine, file_, programs_, tape_, diagnostics_);
        if (!made) return std::unexpected(made.error());
        world_ = std::move(*made);
        debugger_.emplace(*world_, tape_, programs_);
        debug::Timeline& time = debugger_->timeline();
        const auto send_all = [&](std::uint32_t frame) {
            for (const TimedEvent& timed : file_.events)
                if (timed.frame == frame) time.add({Action::Kind::send, 0, timed.event});
        };
        time.add({Action::Kind::start, 0, {}});
        send_all(0);
        for (std::uint32_t frame = 1; frame <= file_.frames; ++frame) {
            send_all(frame);
            time.add({Action::Kind::frame, file_.seconds, {}});
        }
        for (const Event& call : file_.calls) time.add({Action::Kind::call, 0, call});
        return time.begin();
    }

    [[nodiscard]] debug::Debugger& debugger() override { return *debugger_; }
    [[nodiscard]] std::span<const ProgramPtr> programs() const override { return programs_; }
    [[nodiscard]] debug::SourceFile source(const Program& program, const std::string&) override {
        if (!sources_) return {};
        for (std::size_t i = 0; i < programs_.size(); ++i)
            if (programs_[i].get() == &program) return {file_.programs[i].text, {}};
        return {};
    }

  private:
    const CaseFile& file_;
    bool sources_;
    const Programs& programs_;
    Diagnostics diagnostics_;
    CaseHost host_;
    HostLog log_;
    debug::Tape tape_;
    std::unique_ptr<Scheduler> world_;
    std::optional<debug::Debugger> debugger_;
};

class CaseFront final : public protocol::dap::Front {
  public:
    CaseFront(const Engine& engine, const CaseFile& file, const Programs& programs, bool sources)
        : engine_(engine), file_(file), programs_(programs), sources_(sources) {}
    Result<std::shared_ptr<protocol::dap::Subject>> begin(bool, const Json&,
                                                          const protocol::dap::Tell&) override {
        auto subject = std::make_shared<CaseSubject>(engine_, file_, programs_, sources_);
        if (auto opened = subject->open(engine_); !opened) return std::unexpected(opened.error());
        return subject;
    }

  private:
    const Engine& engine_;
    const CaseFile& file_;
    const Programs& programs_;
    bool sources_;
};

/// Long lists one element a line.
void write(TextWriter& out, std::string_view mark, std::string_view name, const Json& body) {
    constexpr std::size_t most_in_line = 100;
    out.text(mark);
    out.text(name);
    const std::string whole = body.is_null() ? std::string() : body.to_text();
    if (whole.size() <= most_in_line) {
        if (!whole.empty()) out.ch(' ');
        out.text(whole);
        return out.newline();
    }
    out.newline();
    for (const JsonMember& member : body.members()) {
        out.text("    ");
        out.text(member.key);
        out.ch(':');
        if (!member.value.is_array()) {
            out.ch(' ');
            out.text(member.value.to_text());
        }
        out.newline();
        for (const Json& one : member.value.elements()) {
            out.text("        ");
            out.text(one.to_text());
            out.newline();
        }
    }
}

} // namespace

void dap(const Engine& engine, const CaseFile& file, const Programs& programs, bool sources,
         TextWriter& out) {
    CaseFront front(engine, file, programs, sources);
    std::int64_t number = 0;
    const auto send = [&](const Json& message) {
        if (message["type"].as_string() == "event")
            write(out, "* ", message["event"].as_string(), message["body"]);
        else if (!message["success"].as_bool())
            write(out, "! ", message["command"].as_string(), message["message"]);
        else if (number > 1) // the first is the same in every case
            write(out, "< ", message["command"].as_string(), message["body"]);
    };
    protocol::dap::Adapter adapter(front, send, {});
    const auto say = [&](std::string_view command, Json arguments) {
        Json request;
        request.set("seq", ++number);
        request.set("type", "request");
        request.set("command", command);
        request.set("arguments", std::move(arguments));
        adapter.arrived(std::move(request));
        adapter.work();
    };
    say("initialize", {});
    for (const std::string& line : file.requests) {
        const std::size_t blank = std::min(line.find(' '), line.size());
        const std::string_view rest = std::string_view(line).substr(blank);
        out.text("> " + line + "\n");
        auto arguments = rest.empty() ? Result<Json>() : parse_json(rest);
        if (!arguments) {
            out.text(format(arguments.error()) + "\n");
            continue;
        }
        say(std::string_view(line).substr(0, blank), std::move(*arguments));
    }
}

} // namespace vellum::cases
