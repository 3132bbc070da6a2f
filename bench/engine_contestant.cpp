// Runs a kernel on its engine through the public interface: load or assemble, instantiate, frames until it
// has ended.
#include "base/file.hpp"
#include "contestants.hpp"
#include "vellum/engine.hpp"
#include "vellum/hosts.hpp"

namespace vellum::bench {

namespace {

Result<ProgramPtr> load(const Engine& engine, const std::string& path) {
    const auto bytes = read_file(path);
    if (!bytes) return std::unexpected(bytes.error());
    LoadOptions options;
    options.name = path;
    Diagnostics diagnostics;
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    for (const std::string_view ending : engine.extensions())
        if (path.ends_with(ending)) return engine.load(*bytes, options, diagnostics);
    for (const std::string_view ending : engine.source_extensions())
        if (path.ends_with(ending)) return engine.compile(text, options, diagnostics);
    return engine.assemble(text, options, diagnostics);
}

} // namespace

Outcome run_engine(const Kernel& kernel, const std::string& folder) {
    const Engine* engine = find_engine(kernel.engine);
    if (engine == nullptr) return {{}, "the engine is not in this build"};
    const Result<ProgramPtr> program = load(*engine, folder + std::string(kernel.program));
    if (!program) return {{}, format(program.error())};

    Measurement measurement;
    bool told = false;
    Library natives("bench");
    natives.variadic("bench_result", [&](Call& call) {
        told = true;
        if (call.size() > 0) measurement.result = static_cast<double>(detail::to_real(call[0]));
        if (call.size() > 0 && call[0].is(Type::integer)) measurement.result = call[0].integer();
    });
    natives.function("bench_add",
                     [](std::int32_t& counter, std::int32_t by) { counter = (counter + by) % 1000003; });
    // for engines whose natives answer instead of writing to their arguments
    natives.function("bench_sum",
                     [](std::int32_t counter, std::int32_t by) { return (counter + by) % 1000003; });
    natives.function("bench_length",
                     [](std::string_view text) { return static_cast<std::int32_t>(text.size()); });
    std::int32_t count = 0;
    natives.function("bench_count", [&](std::int32_t by) { return count += by; });
    StandInHost host(&natives, engine->known_natives());
    RunOptions options;
    options.budget.instructions = std::uint64_t{1} << 40U;
    Diagnostics diagnostics;
    const ProgramPtr programs[] = {*program};
    const Result<std::unique_ptr<Scheduler>> world =
        engine->instantiate(programs, host, options, diagnostics);
    if (!world) return {{}, format(world.error())};

    const double begin = processor_seconds();
    (*world)->start();
    for (int frame = 0; frame < 100 && !told && !(*world)->finished(); ++frame) (*world)->frame(0.0F);
    measurement.seconds = processor_seconds() - begin;
    measurement.instructions = (*world)->instructions();
    if (!(*world)->faults().empty()) return {{}, format((*world)->faults().front())};
    if (!told) return {{}, "the kernel told no result"};
    return {measurement, {}};
}

} // namespace vellum::bench
