#include "runner/case_host.hpp"

#include "base/text_writer.hpp"

namespace vellum::cases {

Result<std::unique_ptr<Scheduler>> make_world(const Engine& engine, const CaseFile& file,
                                              const Programs& programs, Host& host,
                                              Diagnostics& diagnostics) {
    RunOptions options;
    options.settings = file.settings;
    options.budget.instructions = file.budget;
    options.budget.memory = file.memory;
    options.budget.call_depth = file.depth;
    return engine.runtime().instantiate(programs, host, options, diagnostics);
}

void write_failure(TextWriter& out, const Diagnostics& diagnostics, const Diagnostic* error) {
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        out.text(format(diagnostic));
        out.newline();
    }
    if (error != nullptr) {
        out.text(format(*error));
        out.newline();
    }
}

} // namespace vellum::cases
