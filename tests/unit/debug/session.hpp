// Debugging sessions over the samples of every engine.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "debug/debugger.hpp"
#include "support/corpus.hpp"
#include "vellum/engine.hpp"

namespace vellum::test {

/// What a session is about.
struct Debugged {
    std::string_view engine;
    std::string_view file;                   ///< In samples/.
    std::vector<debug::Action> actions = {}; ///< Between start and frames.
    bool source = false;                     ///< With the lines and names of its decompiled source.
    std::string_view text = {};              ///< Source, instead of a file.
    friend void PrintTo(const Debugged& subject, std::ostream* out) { *out << subject.engine; }
};

inline debug::Action an_event(std::string name, std::vector<Value> values = {}) {
    return {debug::Action::Kind::send, 0, {std::move(name), std::move(values)}};
}
inline debug::Action a_call(std::string name, std::vector<Value> values = {}) {
    return {debug::Action::Kind::call, 0, {std::move(name), std::move(values)}};
}

class DebugSession {
  public:
    explicit DebugSession(const Debugged& subject, const debug::TimelineOptions& options = {},
                          std::size_t frames = 20)
        : DebugSession(load(subject), subject.actions, options, frames) {}

    DebugSession(ProgramPtr loaded, const std::vector<debug::Action>& actions,
                 const debug::TimelineOptions& options, std::size_t frames, const RunOptions& running = {})
        : program(std::move(loaded)) {
        if (program == nullptr) return;
        const Engine& engine = program->engine();
        game = std::make_unique<StandInHost>(nullptr, engine.runtime().known_natives());
        tape = std::make_unique<debug::Tape>(*game, log, engine.runtime().known_natives());
        Diagnostics diagnostics;
        auto made = engine.runtime().instantiate(std::span(&program, 1), *tape, running, diagnostics);
        if (!made) {
            ADD_FAILURE() << made.error().message;
            return;
        }
        world = std::move(*made);
        debugger = std::make_unique<debug::Debugger>(*world, *tape, std::span(&program, 1), options);
        debugger->timeline().add({debug::Action::Kind::start, 0, {}});
        for (const debug::Action& one : actions) debugger->timeline().add(one);
        for (std::size_t i = 0; i < frames; ++i)
            debugger->timeline().add({debug::Action::Kind::frame, 0.1F, {}});
        if (auto begun = debugger->timeline().begin(); !begun) ADD_FAILURE() << begun.error().message;
    }

    static ProgramPtr load(const Debugged& subject) {
        const Engine* const engine = find_engine(subject.engine);
        Diagnostics diagnostics;
        LoadOptions options;
        options.name = subject.file;
        const std::string bytes = content(VELLUM_SOURCE_DIR "/samples/" + std::string(subject.file));
        auto made = subject.text.empty()
                        ? engine->format().load(std::as_bytes(std::span(bytes)), options, diagnostics)
                        : engine->language()->compile(subject.text, options, diagnostics);
        if (!made) {
            ADD_FAILURE() << subject.file << ": " << made.error().message;
            return nullptr;
        }
        if (!subject.source) return *made;
        auto decompiled = (*made)->decompile({.compiled = true});
        if (!decompiled || decompiled->compiled == nullptr) {
            ADD_FAILURE() << subject.file << " has no source";
            return nullptr;
        }
        return decompiled->compiled;
    }

    /// All that the world is now, as bytes.
    [[nodiscard]] std::vector<std::byte> state() const {
        return world->snapshot().value_or(std::vector<std::byte>{});
    }

    ProgramPtr program;
    HostLog log;
    std::unique_ptr<StandInHost> game;
    std::unique_ptr<debug::Tape> tape;
    std::unique_ptr<Scheduler> world;
    std::unique_ptr<debug::Debugger> debugger;
};

inline const Debugged debugged[] = {
    {"pathologic", "../tests/data/pathologic/patrol.bin", {}, true},
    {"ags", "ags/s12_functions.o", {a_call("main"), a_call("start"), a_call("game_start")}},
    {"skrit", "turns.skrit", {an_event("OnUse$")}, false, R"(int m_Turns$ = 0;
string m_Log$;

int Twice$( int number$ )
{
	int result$ = 0;
	while( result$ < 2 * number$ )
	{
		result$ += 1;
	}
	return result$;
}

startup state Begin$
{
	event OnEnterState$ { m_Turns$ = Twice$( 4 ); m_Log$ = "begun"; }
	event OnUpdate$( float seconds$ )
	{
		m_Turns$ += Twice$( 2 ) - 3;
		if( m_Turns$ > 12 )
		{
			SetState Over$;
		}
	}
}

state Over$
{
	event OnUpdate$( float seconds$ ) { m_Turns$ -= Twice$( 1 ); m_Log$ += "."; }
}
)"},
    {"ff7", "ff7/island.ev", {an_event("model 3 action")}, true},
};

} // namespace vellum::test
