// What must hold for every world map script, however it came about: saving, listing and running it are safe,
// and the listing and the source give the same bytes. Shared by the fuzz targets of this engine.
#pragma once

#include <cstdlib>

#include "base/bytes.hpp"
#include "engines/ff7/engine.hpp"
#include "engines/ff7/format/script.hpp"
#include "vellum/ff7.hpp"

namespace vellum::ff7::fuzz {

inline void require(bool condition) {
    if (!condition) std::abort();
}

inline LoadOptions options_of(std::string name) {
    LoadOptions options;
    options.name = std::move(name);
    options.explain = true;
    return options;
}

inline void examine(const ProgramPtr& program) {
    const auto saved = program->save();
    require(saved.has_value());
    Diagnostics problems;
    program->check(problems);
    Diagnostics diagnostics;
    const auto again = engine().format().assemble(program->disassemble({}), {"again.ev", {}}, diagnostics);
    require(again.has_value());
    require(*(*again)->save() == *saved);
    for (const bool addresses : {true, false}) {
        const auto source = program->decompile({.addresses = addresses});
        require(source.has_value() && source->listing.empty());
        Diagnostics mistakes;
        const auto compiled = engine().language()->compile(source->text, options_of("again.ev"), mistakes);
        require(compiled.has_value());
        require(*(*compiled)->save() == *saved);
    }
    static_cast<void>(program->facts());
    static_cast<void>(program->functions());
    static_cast<void>(program->references());
    static_cast<void>(draw_map(*program, nullptr));

    Game game;
    RunOptions options;
    options.budget.instructions = 2000;
    auto world = make_world(program, game, options, diagnostics);
    require(world.has_value());
    (*world)->start();
    const auto& functions = static_cast<const Script&>(*program).lookup;
    for (std::size_t frame = 0; frame < 20; ++frame) {
        if (!functions.empty())
            static_cast<void>(
                (*world)->send({function_words(functions[frame * 7 % functions.size()].id), {}}));
        (*world)->frame(0);
    }
    const auto snapshot = (*world)->snapshot();
    require(snapshot.has_value());
    auto other = make_world(program, game, options, diagnostics);
    require((*other)->restore(*snapshot).has_value());
    (*world)->frame(0);
    (*other)->frame(0);
    require((*world)->state() == (*other)->state());
}

} // namespace vellum::ff7::fuzz
