// One test case: one text file with directives, a program and the expected text.
//
//     ;; run: disasm                 what to do; several lines do several things
//     ;; host: irand=4,4,2           what natives answer (see inline_host.hpp)
//     ;; lua: function f() ... end   lines of a host script, asked after the inline answers
//     ;; settings: strict=1          engine settings, separated by blanks
//     ;; frames: 20                  frames to run (default 1); seconds: 0.05 is a frame's length
//     ;; event: 3 OnUse(1, "x")      sent before frame 3; without a number right after the start
//     ;; call: main(1, 2)            called after the frames
//     ;; say: next {"threadId":1}    a request for `run: dap`, which has a conversation with a debug adapter
//     ;; budget: 1000                instructions per slice;  memory: 4096  bytes of a world;  depth: 9
//     nested calls
//     ;; name: room1.o               the program's file name;  variant: hd  its numbering
//     ;; input: source               the program is source text (default assembly; text: a file as it
//                                   stands; hex: a file's bytes)
//     <program>
//     ;; program: main               begins a further program of the same world
//     <program>
//     ;; expect:
//     <expected text>
//
// Other lines that begin with ;; before the program are comments. Header lines become empty lines of the
// program, so that line numbers in messages are those of the case file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::cases {

enum class Input : std::uint8_t { assembly, source, text, hex };

struct TimedEvent {
    std::uint32_t frame = 0; ///< Sent before this frame, from 1; 0: after the start.
    Event event;
};

struct ProgramText {
    std::string name;
    std::string text;
};

struct CaseFile {
    std::vector<std::string> actions; ///< With their options: "disasm bytes".
    std::vector<std::string> host;    ///< Inline answers, a line each.
    std::string lua;
    std::vector<std::pair<std::string, std::string>> settings;
    std::uint32_t frames = 1;
    float seconds = 0.05F;
    std::vector<TimedEvent> events;
    std::vector<Event> calls;
    std::vector<std::string> requests;
    std::uint64_t budget = 0;
    std::uint64_t memory = 0;
    std::uint32_t depth = 0;
    std::string variant; ///< Words for settings of the engine.
    Input input = Input::assembly;
    std::vector<ProgramText> programs;
    std::string expected;
    std::string head; ///< The file up to and with the line `;; expect:`, for blessing.
};

/// Reads a case. `name` is what the first program is called unless the case says so.
[[nodiscard]] CaseFile parse_case(std::string_view text, std::string_view name, Diagnostics& diagnostics);

} // namespace vellum::cases
