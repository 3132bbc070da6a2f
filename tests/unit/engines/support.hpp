// Worlds of every engine, the toy included, on equal terms: for promises that hold for all of them.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

#include "toy/engine.hpp"
#include "vellum/engine.hpp"
#include "vellum/hosts.hpp"

namespace vellum::test {

/// A script that calls the native when it starts, when an event comes and, where the engine has such calls,
/// when a function is called; and one that runs for ever.
struct Subject {
    std::string_view engine;
    std::string_view native; ///< Name of the native.
    std::string_view text;   ///< A source where the engine compiles, else a listing.
    Event event;
    std::string_view function; ///< Empty: none.
    std::string_view endless;
    friend void PrintTo(const Subject& subject, std::ostream* out) { *out << subject.engine; }
};

inline const Subject subjects[] = {
    {"toy",
     "Probe",
     R"(.native "Probe"
.event "tick", tick
    Call "Probe", 0
    Halt
tick:
    Call "Probe", 0
    Halt
)",
     {"tick", {}},
     "tick",
     R"(again:
    Push 1
    Branch again
)"},
    {"pathologic",
     "Probe",
     R"(.numbering hd
.run task0, run
.task task0, 0
.global_event 7, timer, int
run:
    Func    Probe/0
    Func    Wait/0
    Return  0
timer:
    Func    Probe/0
    Return  0
)",
     {"7", {Value(1)}},
     {},
     R"(.numbering hd
.run task0, run
.task task0, 0
run:
    Jump    run
)"},
    {"ags",
     "Probe",
     R"(.import "Probe^0"
.export func "game_start$0", start
.export func "on_event$2", event
.export func "late$0", late
start:
    NUMFUNCARGS 0
    LITTOREG AX, import "Probe^0"
    CALLEXT AX
    RET
event:
    NUMFUNCARGS 0
    LITTOREG AX, import "Probe^0"
    CALLEXT AX
    RET
late:
    NUMFUNCARGS 0
    LITTOREG AX, import "Probe^0"
    CALLEXT AX
    RET
)",
     {"on_event", {Value(1), Value(2)}},
     "late",
     R"(.export func "game_start$0", start
.export func "repeatedly_execute$0", start
start:
    LOOPCHECKOFF
again:
    JMP again
)"},
    {"ff7",
     "sfx",
     R"(    RETURN
.function system 0
    RESET
    PUSH_CONST 1
    PLAY_SFX
    RETURN
.function system 7
    RESET
    PUSH_CONST 1
    PLAY_SFX
    RETURN
)",
     {"system 7", {}},
     {},
     R"(    RETURN
.function system 0
again:
    RESET
    GOTO again
)"},
    {"skrit",
     "Probe",
     R"(int Late$() { Probe(); return 1; }
startup state Begin$ {
    event OnEnterState$ { Probe(); }
    event OnUse$ { Probe(); }
}
)",
     {"OnUse", {}},
     "Late$",
     R"(startup state Begin$ { event OnEnterState$ { while( true ) { } } }
)"},
};

/// Answers the subject's native, and Wait, which never ends.
class ProbeHost final : public Host {
  public:
    explicit ProbeHost(std::string_view name, std::function<void(Call&)> probe)
        : name_(name), probe_(std::move(probe)) {}
    Native resolve(const NativeKey& key) override {
        if (key.name == "Wait") return {[](void*, Call& call) { call.suspend(); }, this, nullptr};
        if (key.name != name_) return {};
        return {[](void* self, Call& call) { static_cast<ProbeHost*>(self)->probe_(call); }, this, nullptr};
    }

  private:
    std::string_view name_;
    std::function<void(Call&)> probe_;
};

/// The subject's text as a program; null after a failed expectation.
inline ProgramPtr program_of(const Subject& subject, std::string_view text) {
    const Engine& engine = subject.engine == "toy" ? toy::engine() : *find_engine(subject.engine);
    const bool compiles = subject.engine == "skrit"; // the others' texts are listings
    const LoadOptions load{compiles ? "test" + std::string(engine.source_extensions()[0]) : "test.vasm", {}};
    Diagnostics diagnostics;
    auto program = compiles ? engine.language()->compile(text, load, diagnostics)
                            : engine.format().assemble(text, load, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all())
        if (diagnostic.severity == Severity::error) ADD_FAILURE() << format(diagnostic);
    return program ? *program : nullptr;
}

inline std::unique_ptr<Scheduler> world_of(const Subject& subject, std::string_view text, Host& host,
                                           const RunOptions& options = {}) {
    const ProgramPtr program = program_of(subject, text);
    if (program == nullptr) return nullptr;
    Diagnostics diagnostics;
    auto world = program->engine().runtime().instantiate(std::span(&program, 1), host, options, diagnostics);
    EXPECT_TRUE(world.has_value()) << format(world.error());
    return world ? std::move(*world) : nullptr;
}

} // namespace vellum::test
