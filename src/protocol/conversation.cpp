#include "vellum/conversation.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engines/languages.hpp"
#include "protocol/codes.hpp"
#include "protocol/dap/adapter.hpp"
#include "protocol/dap/launcher.hpp"
#include "protocol/lsp/server.hpp"
#include "protocol/message.hpp"

namespace vellum {

namespace {

Result<Json> read(std::string_view message) {
    constexpr protocol::MessageLimits limits;
    if (message.size() > limits.max_body)
        return fail(codes::protocol_length,
                    "the message is longer than " + std::to_string(limits.max_body) + " bytes");
    return parse_json(message, {.max_depth = limits.max_depth});
}

class Editing final : public Conversation {
  public:
    explicit Editing(const Workspace& workspace) : server_(languages(), workspace.tree()) {}

    Result<std::vector<std::string>> say(std::string_view message) override {
        const auto json = read(message);
        if (!json) return std::unexpected(json.error());
        std::vector<Json> out;
        server_.handle(*json, out);
        return texts(out);
    }
    std::vector<std::string> idle() override {
        std::vector<Json> out;
        server_.idle(out);
        return texts(out);
    }
    [[nodiscard]] bool ended() const override { return server_.exited(); }
    [[nodiscard]] bool running() const override { return false; }

  private:
    static std::vector<std::string> texts(const std::vector<Json>& messages) {
        std::vector<std::string> result;
        for (const Json& each : messages) result.push_back(each.to_text());
        return result;
    }

    protocol::lsp::Server server_;
};

class Debugging final : public Conversation {
  public:
    explicit Debugging(const Workspace& workspace)
        : launcher_({.files = workspace.tree(), .settings = workspace.settings()}),
          adapter_(launcher_, [this](const Json& message) { out_.push_back(message.to_text()); }, [] {}) {}

    Result<std::vector<std::string>> say(std::string_view message) override {
        auto json = read(message);
        if (!json) return std::unexpected(std::move(json.error()));
        if ((*json)["command"].as_string() == "launch")
            slice_ = std::chrono::milliseconds(
                std::min<std::uint64_t>((*json)["arguments"]["slice"].as_uint(), longest_slice));
        adapter_.arrived(std::move(*json));
        return idle();
    }
    std::vector<std::string> idle() override {
        if (slice_ == std::chrono::milliseconds(0))
            adapter_.work();
        else
            adapter_.work_until(std::chrono::steady_clock::now() + slice_);
        return std::exchange(out_, {});
    }
    [[nodiscard]] bool ended() const override { return adapter_.ended(); }
    [[nodiscard]] bool running() const override { return adapter_.rests(); }

  private:
    static constexpr std::uint64_t longest_slice = 60'000;
    std::chrono::milliseconds slice_{0}; ///< 0: what runs does not rest.
    std::vector<std::string> out_;
    protocol::dap::Launcher launcher_;
    protocol::dap::Adapter adapter_;
};

} // namespace

Result<std::unique_ptr<Conversation>> converse(const Workspace& workspace, std::string_view protocol) {
    if (protocol == "lsp") return std::make_unique<Editing>(workspace);
    if (protocol == "dap") return std::make_unique<Debugging>(workspace);
    return fail(codes::protocol_request, "there is no protocol '" + std::string(protocol) + "'", {},
                "'lsp' for the language server, 'dap' for the debug adapter");
}

} // namespace vellum
