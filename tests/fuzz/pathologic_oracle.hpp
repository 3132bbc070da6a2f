// What must hold for any bytes and any text given to the Pathologic engine: refused with a diagnostic, or
// saved back to the same bytes, also by way of the listing and of its source. Used by the fuzz targets and by
// the corruption test; stops the program when something does not hold.
#pragma once

#include <span>
#include <string_view>

#include "base/bytes.hpp"
#include "engines/pathologic/engine.hpp"
#include "engines/pathologic/format/script.hpp"
#include "support/demand.hpp"

namespace vellum::pathologic::oracle {

using test::demand;

/// Listing and assembling a program gives the same file, and everything that describes it can be asked for.
inline void holds_for_program(const ProgramPtr& program, std::span<const std::byte> bytes) {
    const auto saved = program->save();
    demand(saved.has_value() && as_text(*saved) == as_text(bytes), "saving gives the same bytes");
    Diagnostics diagnostics;
    program->check(diagnostics);
    const auto& script = static_cast<const Script&>(*program);
    const bool clean = diagnostics.errors() == 0;
    demand(!clean || script.empty || script.verification().verified, "a script without errors is verified");
    ListingOptions options;
    for (const bool full : {true, false}) {
        options.addresses = options.comments = full;
        options.bytes = !full;
        const std::string listing = program->disassemble(options);
        Diagnostics mistakes;
        const auto again = engine().format().assemble(listing, {}, mistakes);
        demand(again.has_value(), "the listing assembles",
               again ? std::string() : format(again.error()) + "\n" + listing);
        const auto bytes_again = (*again)->save();
        demand(bytes_again.has_value() && as_text(*bytes_again) == as_text(bytes),
               "the listing gives the same bytes", listing);
    }
    for (const bool addresses : {true, false}) {
        const auto source = program->decompile({addresses});
        demand(source.has_value(), "everything has a source");
        Diagnostics mistakes;
        const auto again = engine().language()->compile(source->text, {}, mistakes);
        demand(again.has_value(), "the source compiles",
               again ? std::string() : format(again.error()) + "\n" + source->text);
        if (!again) continue;
        const auto bytes_again = (*again)->save();
        demand(bytes_again.has_value() && as_text(*bytes_again) == as_text(bytes),
               "the source gives the same bytes", source->text);
    }
    static_cast<void>(program->facts());
    static_cast<void>(program->functions());
    static_cast<void>(program->references());
}

/// True if the bytes were loaded.
inline bool holds_for_bytes(std::span<const std::byte> bytes) {
    static_cast<void>(engine().format().detect(bytes, "x.bin"));
    bool loaded = false;
    for (const std::optional<Numbering> numbering :
         {std::optional<Numbering>(), std::optional(Numbering::alpha)}) {
        Diagnostics diagnostics;
        LoadOptions options;
        options.engines.pathologic.numbering = numbering;
        const auto program = engine().format().load(bytes, options, diagnostics);
        if (!program) {
            demand(program.error().code != nullptr && !program.error().message.empty(), "a refusal says why");
            continue;
        }
        loaded = true;
        holds_for_program(*program, bytes);
    }
    return loaded;
}

/// True if the text was assembled.
inline bool holds_for_text(std::string_view text) {
    Diagnostics diagnostics;
    const auto program = engine().format().assemble(text, {}, diagnostics);
    if (!program) {
        demand(!diagnostics.ok(), "a refused text has an error");
        return false;
    }
    const auto bytes = (*program)->save();
    demand(bytes.has_value(), "an assembled script can be saved");
    LoadOptions options;
    options.engines.pathologic.numbering = static_cast<const Script&>(**program).numbering;
    const auto loaded = engine().format().load(*bytes, options, diagnostics);
    demand(loaded.has_value(), "an assembled script can be loaded",
           loaded ? std::string() : format(loaded.error()));
    holds_for_program(*loaded, *bytes);
    return true;
}

/// True if the text was compiled. `files`: what it may include.
inline bool holds_for_source(std::string_view text, const FileSystem* files = nullptr) {
    Diagnostics diagnostics;
    const auto program = engine().language()->compile(text, {.name = {}, .files = files}, diagnostics);
    demand(program.has_value() || !diagnostics.ok(), "a refused text has an error");
    if (!program) return false;
    const auto bytes = (*program)->save();
    demand(bytes.has_value(), "a compiled script can be saved");
    LoadOptions options;
    options.engines.pathologic.numbering = static_cast<const Script&>(**program).numbering;
    const auto loaded = engine().format().load(*bytes, options, diagnostics);
    demand(loaded.has_value(), "a compiled script can be loaded", text);
    holds_for_program(*loaded, *bytes);
    return true;
}

} // namespace vellum::pathologic::oracle
