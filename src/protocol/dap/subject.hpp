// What a debug adapter debugs, and who makes it: the command line launches worlds from files, a game offers
// its own.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/json.hpp"
#include "debug/debugger.hpp"
#include "vellum/debug.hpp"

namespace vellum::protocol::dap {

/// A world with its debugger.
class Subject {
  public:
    virtual ~Subject() = default;
    [[nodiscard]] virtual debug::Debugger& debugger() = 0;
    [[nodiscard]] virtual std::span<const ProgramPtr> programs() const = 0;
    /// For names of objects only; may be null.
    [[nodiscard]] virtual const Host* names() const { return nullptr; }
    /// A file of a program's debug information.
    [[nodiscard]] virtual debug::SourceFile source(const Program&, const std::string&) { return {}; }
    /// Adds to the refusal of an event or a call which name may have been meant.
    virtual void suggest(Diagnostic&, std::string_view) const {}
    /// What is to be said of the host when all is over: answers that no script asked for.
    [[nodiscard]] virtual std::string remarks() const { return {}; }
    /// Somebody else decides when frames are run and when all is over: a game.
    [[nodiscard]] virtual bool driven() const { return false; }
};

/// Told what people should read; categories as the protocol has them ("console", "stderr", "important").
using Tell = std::function<void(std::string_view category, std::string_view text)>;

/// Makes what is debugged.
class Front {
  public:
    virtual ~Front() = default;
    /// With the arguments of the request `launch`, or `attach`.
    [[nodiscard]] virtual Result<std::shared_ptr<Subject>> begin(bool launch, const Json& arguments,
                                                                 const Tell& tell) = 0;
    /// What the client must say before anything is begun; empty: nothing.
    [[nodiscard]] virtual std::string_view token() const { return {}; }
};

} // namespace vellum::protocol::dap
