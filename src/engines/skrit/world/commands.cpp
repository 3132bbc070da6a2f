// Skrits by name, commands and formulas by text: compiled once, kept as long as they are used (reference
// "Commands", "Formulas"). A command runs as an object of its own that nobody else sees.
#include <algorithm>

#include "base/first_error.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

namespace {
constexpr std::size_t most_commands = 4000; // compiled texts kept; more and all are forgotten
}

Result<UnitPtr> World::compile(std::string_view text, UnitMode mode, std::string_view name,
                               Diagnostics& diagnostics) {
    CompileOptions options;
    options.name = name;
    options.mode = mode;
    options.exports = settings_.exports;
    options.inferred = settings_.inferred;
    options.includes = settings_.sources;
    options.defines = settings_.defines;
    options.retail = settings_.retail;
    ++compiled;
    charge(500 + 20 * std::uint64_t{text.size()}); // a script that compiles pays for it
    if (interrupted()) return fail(vellum::codes::run_interrupted, "the world was interrupted");
    constexpr std::uint64_t of_a_byte = 64; // what compiling takes, and what may be inferred from it
    if (!running_.empty() && !memory_for(of_a_byte * text.size()))
        return fail(codes::run_memory, "the scripts hold more memory than the host allows");
    const std::size_t before = diagnostics.errors();
    if (std::shared_ptr<Unit> unit = compile_unit(text, options, diagnostics))
        return UnitPtr(std::move(unit));
    return first_error(diagnostics, before, codes::syntax, "the script does not compile");
}

Result<UnitPtr> World::find_unit(std::string_view name, Diagnostics& diagnostics) {
    const std::string asked = implementation_key(name);
    if (const auto known = resolved_.find(asked); known != resolved_.end())
        if (const auto found = implementations_.find(known->second); found != implementations_.end())
            return found->second->unit;
    const auto remember = [&](const std::string& key) {
        if (resolved_.size() >= most_commands) resolved_.clear();
        if (memory_for(asked.size() + key.size() + 128)) resolved_[asked] = key;
    };
    for (;;) {
        charge(2000); // whoever looks may look at a disk
        const auto source =
            settings_.sources == nullptr ? std::nullopt : settings_.sources->include(name, {});
        if (!source) {
            Diagnostic problem =
                make_diagnostic(codes::run_not_found, "there is no skrit '" + std::string(name) + "'");
            diagnostics.add(problem);
            return std::unexpected(std::move(problem));
        }
        const std::string key = implementation_key(source->name);
        charge(text_cost(source->text.size()));
        if (const auto found = implementations_.find(key); found != implementations_.end()) {
            remember(key);
            return found->second->unit;
        }
        Diagnostics of_this;
        Result<UnitPtr> unit = compile(source->text, UnitMode::skrit, source->name, of_this);
        if (!unit && on_retry && on_retry(of_this)) continue;
        for (const Diagnostic& diagnostic : of_this.all()) diagnostics.add(diagnostic);
        if (unit) remember(key);
        return unit;
    }
}

Result<Value> World::run_unit(const std::shared_ptr<Implementation>& code, std::span<const Value> values) {
    const Entry entry(*this, true);
    const Unit& unit = *code->unit;
    if (unit.first == none) return fail(codes::compile_first, "there is no function to run");
    Object object;
    object.implementation = code;
    object.cells = std::make_unique<StackCell[]>(cell_count(unit.instance));
    object.name = base_name(unit.source_name);
    object.remembered.assign(code->term_count(), false);
    object.index = static_cast<std::uint32_t>(objects().size());
    initialise(object, true);
    initialise(object, false);
    const std::size_t faults_before = faults().size();
    Value result;
    const bool fine = call_function(object, unit.first, values, &result);
    free_cells(object.cells.get(), unit.instance);
    if (fine) return result;
    if (faults().size() > faults_before) {
        const vellum::Fault& fault = faults().back();
        Diagnostic problem = make_diagnostic(*fault.code, fault.message);
        if (!fault.frames.empty()) {
            problem.place.file = fault.frames.front().source;
            problem.place.line = fault.frames.front().line;
        }
        return std::unexpected(std::move(problem));
    }
    return fail(codes::run_abort, "the command failed");
}

Result<std::shared_ptr<Implementation>> World::short_text(std::string_view text, UnitMode mode) {
    std::string key = (mode == UnitMode::formula ? "f" : "c") + std::string(text);
    if (const auto found = commands_.find(key); found != commands_.end()) return found->second;
    Diagnostics diagnostics;
    const Result<UnitPtr> unit = compile(text, mode, {}, diagnostics);
    if (!unit) return std::unexpected(unit.error());
    std::shared_ptr<Implementation> code(new Implementation, [this](Implementation* gone) {
        if (gone->shared != nullptr) free_cells(gone->shared.get(), gone->unit->shared);
        delete gone;
    });
    code->unit = *unit;
    code->code = link(**unit, *this);
    code->prepare(event_names_, settings_.retail ? &exports() : nullptr);
    make_ready(code->code);
    code->shared = std::make_unique<StackCell[]>(cell_count((*unit)->shared));
    const std::uint64_t bytes = sizeof(Implementation) + code->footprint() + key.size() + 128;
    if (commands_.size() >= most_commands || command_bytes_ + bytes > limits.memory / 8) {
        commands_.clear(); // what runs at the moment keeps its own
        command_bytes_ = 0;
    }
    if (bytes > limits.memory / 8 || !memory_for(bytes)) return code;
    command_bytes_ += bytes;
    commands_.emplace(std::move(key), code);
    return code;
}

void World::keep_compiled(std::span<const std::string> keys) {
    commands_.clear();
    command_bytes_ = 0;
    const std::uint64_t before = compiled;
    for (const std::string& key : keys) {
        if (key.empty()) continue;
        const UnitMode mode = key.front() == 'f' ? UnitMode::formula : UnitMode::command;
        static_cast<void>(short_text(std::string_view(key).substr(1), mode));
    }
    compiled = before;
}

Result<Value> World::command(std::string_view text) {
    const auto code = short_text(text, UnitMode::command);
    if (!code) return std::unexpected(code.error());
    return run_unit(*code, {});
}

Result<Value> World::formula(std::string_view text, std::span<const std::pair<std::string, float>> macros) {
    const auto found = short_text(text, UnitMode::formula);
    if (!found) return std::unexpected(found.error());
    const std::shared_ptr<Implementation>& code = *found;
    std::vector<Value> values;
    for (const std::string& macro : code->unit->macros) {
        const auto given = std::ranges::find_if(macros, [&](const auto& pair) {
            return same_name(std::string_view(pair.first).starts_with('#')
                                 ? std::string_view(pair.first).substr(1)
                                 : std::string_view(pair.first),
                             macro);
        });
        if (given == macros.end())
            return fail(codes::macro, "unknown macro '#" + macro + "'", {},
                        "no number was given for " + macro);
        values.emplace_back(given->second);
    }
    return run_unit(code, values);
}

bool World::check(std::string_view text, UnitMode mode, Diagnostics& diagnostics) {
    return compile(text, mode, {}, diagnostics).has_value();
}

} // namespace vellum::skrit
