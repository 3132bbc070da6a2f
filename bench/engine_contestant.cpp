// Runs a kernel on its engine through the public interface: load or assemble, instantiate, frames until it
// has ended.
#include <algorithm>
#include <ranges>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "contestants.hpp"

namespace vellum::bench {

namespace {

/// How a program gets a function that nobody calls.
struct Unreached {
    std::string_view engine, ending;
    std::string_view behind; ///< The line that is followed by `declared`.
    std::string_view declared, body;
};
constexpr Unreached unreached[] = {
    {"pathologic", ".vasm", ".task Main, 0\n", "    .event 99, never\n", "\nnever:\n    Return  0\n"},
    {"ags", ".vasm", ".version 90\n", "",
     "\nnever$0:\n    LITTOREG  AX, 0\n    RET\n.export func \"never$0\", never$0\n"},
    {"ags", ".asc", "", "", "\nint never_called() { return 0; }\n"},
    {"skrit", ".skrit", "", "", "\nvoid never$() { int unused$ = 0; unused$ = unused$ + 1; }\n"},
};

std::string with_function(std::string text, const Kernel& kernel) {
    for (const Unreached& one : unreached) {
        if (one.engine != kernel.engine || !kernel.program.ends_with(one.ending)) continue;
        if (const std::size_t at = text.find(one.behind); at != std::string::npos)
            text.insert(at + one.behind.size(), one.declared);
        text += one.body;
    }
    return text;
}

Result<ProgramPtr> load(const Engine& engine, const Kernel& kernel, const std::string& path, bool never) {
    const auto bytes = read_file(path);
    if (!bytes) return std::unexpected(bytes.error());
    LoadOptions options;
    options.name = path;
    Diagnostics diagnostics;
    std::string text(as_text(*bytes));
    if (never) text = with_function(std::move(text), kernel);
    for (const std::string_view ending : engine.format().extensions())
        if (path.ends_with(ending)) return engine.format().load(as_bytes(text), options, diagnostics);
    for (const std::string_view ending : engine.source_extensions())
        if (path.ends_with(ending)) return engine.language()->compile(text, options, diagnostics);
    return engine.format().assemble(text, options, diagnostics);
}

/// Wants to stop nowhere, and notices if that place is reached.
class NoStop final : public Stopper {
  public:
    bool stops(const Step& step) override {
        if (step.address == place) reached = true;
        return false;
    }
    std::uint32_t place = 0;
    bool reached = false;
};

Outcome run(KernelRun& kernel, Stops stops) {
    if (kernel.program == nullptr) return {{}, kernel.reason};
    Diagnostics diagnostics;
    const Result<std::unique_ptr<Scheduler>> world = kernel.program->engine().runtime().instantiate(
        kernel.programs, *kernel.host, kernel.options, diagnostics);
    if (!world) return {{}, format(world.error())};
    NoStop stopper;
    if (stops == Stops::unreached) {
        // It was added at the end.
        const std::vector<Function> functions = kernel.program->functions();
        if (functions.size() < 2) return {{}, "the program has no function to stop in"};
        stopper.place = std::ranges::max_element(functions, {}, &Function::address)->address;
        (*world)->set_stopper(&stopper, {{kernel.program.get(), stopper.place, stopper.place + 1}});
    }
    Measurement measurement;
    const double begin = processor_seconds();
    (*world)->start();
    for (int frame = 0; frame < 100 && !kernel.result && !(*world)->finished(); ++frame)
        (*world)->frame(0.0F);
    measurement.seconds = processor_seconds() - begin;
    measurement.instructions = (*world)->instructions();
    (*world)->set_stopper(nullptr);
    if (!(*world)->faults().empty()) return {{}, format((*world)->faults().front())};
    if (!kernel.result) return {{}, "the kernel told no result"};
    if (stopper.reached) return {{}, "the function was called after all"};
    measurement.result = *kernel.result;
    return {measurement, {}};
}

} // namespace

KernelRun::KernelRun(const Kernel& kernel, const std::string& folder, bool never) {
    const Engine* engine = find_engine(kernel.engine);
    if (engine == nullptr) {
        reason = "the engine is not in this build";
        return;
    }
    for (const auto& name : std::views::split(kernel.modules, ' ')) {
        if (name.empty()) continue;
        auto module = load(*engine, kernel, folder + std::string(std::string_view(name)), false);
        if (!module) {
            reason = format(module.error());
            return;
        }
        programs.push_back(std::move(*module));
    }
    auto loaded = load(*engine, kernel, folder + std::string(kernel.program), never);
    if (!loaded) {
        reason = format(loaded.error());
        return;
    }
    program = std::move(*loaded);
    programs.push_back(program);
    natives.variadic("bench_result", [this](Call& call) {
        result = 0;
        if (call.size() > 0) result = static_cast<double>(detail::to_real(call[0]));
        if (call.size() > 0 && call[0].is(Type::integer)) result = call[0].integer();
    });
    natives.function("bench_add",
                     [](std::int32_t& counter, std::int32_t by) { counter = (counter + by) % 1000003; });
    // for engines whose natives answer instead of writing to their arguments
    natives.function("bench_sum",
                     [](std::int32_t counter, std::int32_t by) { return (counter + by) % 1000003; });
    natives.function("bench_length",
                     [](std::string_view text) { return static_cast<std::int32_t>(text.size()); });
    natives.function("bench_count", [this](std::int32_t by) { return count_ += by; });
    host = std::make_unique<StandInHost>(&natives, engine->runtime().known_natives());
    options.budget.instructions = std::uint64_t{1} << 40U;
}

Outcome run_engine(const Kernel& kernel, const std::string& folder) {
    KernelRun once(kernel, folder);
    return run(once, Stops::none);
}

Outcome run_machine_code(const Kernel& kernel, const std::string& folder) {
    if (kernel.engine == "ff7") return {};
    KernelRun once(kernel, folder);
    once.options.settings.emplace_back("tier", "native");
    return run(once, Stops::none);
}

Outcome run_with_stops(const Kernel& kernel, const std::string& folder, Stops stops) {
    KernelRun once(kernel, folder, true);
    return run(once, stops);
}

} // namespace vellum::bench
