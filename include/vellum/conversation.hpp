// The language server and the debug adapter message by message, for editors that are part of a program, a
// game or a page: no stream, no port, no thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/workspace.hpp"

namespace vellum {

/// One conversation with one client. From one thread at a time.
class VELLUM_API Conversation {
  public:
    virtual ~Conversation() = default;

    /// Takes a message, JSON without a head, and gives what there is to send, in order; first everything that
    /// the message makes run has come to its end or a stop, or has run for a slice of time where the client
    /// asked for that. Fails with json.syntax or json.limit, and the
    /// next message can come.
    [[nodiscard]] virtual Result<std::vector<std::string>> say(std::string_view message) = 0;
    /// Nothing more comes for a moment: what is to be told without being asked, such as what is wrong with
    /// the texts that changed.
    [[nodiscard]] virtual std::vector<std::string> idle() = 0;
    [[nodiscard]] virtual bool ended() const = 0; ///< Nothing is answered any more.
    /// A slice of time is over and something runs still: `say` and `idle` go on with it.
    [[nodiscard]] virtual bool running() const = 0;
};

/// Begins one. `protocol`: "lsp" for the Language Server Protocol, "dap" for the Debug Adapter Protocol,
/// whose launch request has the members of the question `run`, and "slice": after so many milliseconds what
/// runs rests until the next message or `idle`, so that it can be paused; 0 or nothing: it runs on. Files
/// come from the workspace, which must outlive the conversation; what a launch asks for may read as the
/// workspace may, and its scripts write nothing. Fails with protocol.request.
[[nodiscard]] VELLUM_API Result<std::unique_ptr<Conversation>> converse(const Workspace& workspace,
                                                                        std::string_view protocol);

} // namespace vellum
