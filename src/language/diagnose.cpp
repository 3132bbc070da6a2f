#include "language/diagnose.hpp"

namespace vellum::language {

namespace {

void finish(const Result<ProgramPtr>& program, Diagnostics& diagnostics) {
    if (program)
        (*program)->check(diagnostics);
    else if (diagnostics.ok())
        diagnostics.add(program.error());
}

LoadOptions options_for(const Input& input) {
    LoadOptions options;
    options.name = input.name;
    options.engines = input.engines;
    options.files = input.files;
    options.lint = true;
    return options;
}

} // namespace

void diagnose_source(const Engine& engine, const Input& input, Diagnostics& diagnostics) {
    finish(engine.language()->compile(input.text, options_for(input), diagnostics), diagnostics);
}

void diagnose_listing(const Engine& engine, const Input& input, Diagnostics& diagnostics) {
    finish(engine.format().assemble(input.text, options_for(input), diagnostics), diagnostics);
}

} // namespace vellum::language
