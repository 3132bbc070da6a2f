// SkritEngine: the public face over the world.
#include "vellum/skrit.hpp"

#include <optional>

#include "base/plural.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/embedding/host_tables.hpp"
#include "engines/skrit/fuel/file_includes.hpp"
#include "engines/skrit/listing/documents.hpp"
#include "engines/skrit/natives/families.hpp"
#include "engines/skrit/systems/log.hpp"
#include "engines/skrit/world/world.hpp"
#include "vellum/engine.hpp"

namespace vellum {

using namespace skrit;

std::string skrit_text(const Value& value) { return value_text(value); }

struct SkritEngine::Parts {
    struct Sources final : IncludeProvider {
        explicit Sources(const SkritOptions& options) : find(options.find), files(options.files) {}
        std::function<bool(std::string_view, SkritSource&)> find;
        FileIncludes files;
        std::optional<IncludedSource> include(std::string_view name, std::string_view from) override {
            if (!find) return files.include(name, from);
            SkritSource source;
            if (!find(name, source)) return std::nullopt;
            return IncludedSource{std::move(source.name), std::move(source.text)};
        }
    };

    static WorldSettings settings(SkritHost& host, const SkritOptions& options, Sources& sources,
                                  std::unique_ptr<Exports>& inferred) {
        WorldSettings settings;
        settings.exports = &host.tables().exports;
        settings.built_in = &find_built_in;
        if (options.open) {
            inferred = std::make_unique<Exports>(settings.exports);
            settings.inferred = inferred.get();
        }
        settings.signatures = &host.tables();
        settings.through_host = options.between != nullptr;
        settings.sources = &sources;
        settings.defines = options.defines;
        settings.retail = options.retail;
        if (options.native) settings.tier.most = Tier::native;
        settings.stand_in = options.stand_in.id;
        settings.seed = options.seed.value_or(settings.seed);
        if (options.text_bytes != 0) settings.limits.text = options.text_bytes;
        if (options.state_changes != 0) settings.limits.state_changes = options.state_changes;
        if (options.timers != 0) settings.limits.timers = options.timers;
        if (options.objects != 0) settings.limits.objects = options.objects;
        return settings;
    }

    Parts(SkritHost& host, const SkritOptions& options)
        : sources(options),
          world(options.between != nullptr          ? *options.between
                : host.tables().fallback != nullptr ? *host.tables().fallback
                                                    : nothing,
                settings(host, options, sources, inferred)) {
        world.set_budget(options.budget);
    }

    HostChain nothing;
    Sources sources;
    std::unique_ptr<Exports> inferred;
    World world;
    Diagnostics diagnostics;

    [[nodiscard]] std::unexpected<Diagnostic> first_error() const {
        for (const Diagnostic& diagnostic : diagnostics.all())
            if (diagnostic.severity == Severity::error) return std::unexpected(diagnostic);
        return fail(skrit::codes::run_not_found, "cannot create the skrit object");
    }
    [[nodiscard]] std::unexpected<Diagnostic> no_object() const {
        return fail(skrit::codes::run_null, "there is no such skrit object");
    }
};

SkritEngine::SkritEngine(SkritHost& host, const SkritOptions& options)
    : parts_(std::make_unique<Parts>(host, options)) {}
SkritEngine::~SkritEngine() = default;

World& SkritEngine::world() noexcept { return parts_->world; }
const Diagnostics& SkritEngine::diagnostics() const { return parts_->diagnostics; }

Result<ObjectId> SkritEngine::create(std::string_view name, ObjectId owner) {
    parts_->diagnostics.clear();
    const std::uint64_t id = parts_->world.create(name, owner.id, parts_->diagnostics);
    if (id == 0) return parts_->first_error();
    return ObjectId{id};
}

Result<void> SkritEngine::add(std::string_view name) {
    parts_->diagnostics.clear();
    const std::size_t question = name.find('?');
    const Result<UnitPtr> unit = parts_->world.find_unit(name.substr(0, question), parts_->diagnostics);
    if (!unit) return std::unexpected(unit.error());
    parts_->world.add_program(
        {*unit,
         std::string(question == std::string_view::npos ? std::string_view() : name.substr(question + 1))});
    return {};
}

Result<ObjectId> SkritEngine::create_from_text(std::string_view text, std::string_view name,
                                               std::string_view parameters, ObjectId owner) {
    parts_->diagnostics.clear();
    const Result<UnitPtr> unit = parts_->world.compile(text, UnitMode::skrit, name, parts_->diagnostics);
    if (!unit) return std::unexpected(unit.error());
    const std::uint64_t id = parts_->world.create(*unit, parameters, owner.id, parts_->diagnostics);
    if (id == 0) return parts_->first_error();
    return ObjectId{id};
}

void SkritEngine::retain(ObjectId object) { parts_->world.retain_object(object.id); }
void SkritEngine::release(ObjectId object) { parts_->world.release_object(object.id); }
bool SkritEngine::exists(ObjectId object) const { return parts_->world.find(object.id) != nullptr; }
std::size_t SkritEngine::object_count() const { return parts_->world.object_count(); }
std::size_t SkritEngine::implementation_count() const { return parts_->world.implementation_count(); }

std::uint32_t SkritEngine::event(std::string_view name) { return parts_->world.event_id(name); }
bool SkritEngine::interested(ObjectId object, std::uint32_t event) const {
    const Object* found = parts_->world.find(object.id);
    return found != nullptr && parts_->world.interested(*found, event);
}
bool SkritEngine::send(ObjectId object, std::uint32_t event, std::span<const Value> values, Value* result) {
    Object* found = parts_->world.find(object.id);
    return found != nullptr && parts_->world.deliver(*found, event, values, result);
}
bool SkritEngine::send(ObjectId object, std::string_view event, std::span<const Value> values,
                       Value* result) {
    return send(object, parts_->world.event_id(event), values, result);
}
std::size_t SkritEngine::send_to_owned(ObjectId owner, std::string_view event,
                                       std::span<const Value> values) {
    return parts_->world.send_to_owned(owner.id, event, values);
}

void SkritEngine::stand_in_value(std::string_view address, std::string_view text) {
    parts_->world.stand_in.set(address, Value(String(text)));
}
ObjectId SkritEngine::report_context(std::string_view stream) {
    return parts_->world.reports.context(stream);
}
void SkritEngine::report(std::string_view stream, std::string_view text) {
    static_cast<void>(parts_->world.reports.write(stream, text));
}
void SkritEngine::report_table(std::string_view stream, const std::vector<std::vector<std::string>>& rows) {
    parts_->world.reports.table(stream, rows);
}
void SkritEngine::report_indent(std::string_view stream, int steps) {
    parts_->world.reports.indent(stream, steps);
}

void SkritEngine::update(ObjectId object, float seconds) {
    parts_->world.catch_up();
    if (Object* found = parts_->world.find(object.id))
        parts_->world.update(*found, static_cast<double>(seconds));
}
void SkritEngine::update(float seconds) { parts_->world.frame(seconds); }

Result<Value> SkritEngine::call(ObjectId object, std::string_view function,
                                std::span<const Value> arguments) {
    Object* found = parts_->world.find(object.id);
    if (found == nullptr) return parts_->no_object();
    const std::uint32_t index = found->unit().find_function(function);
    if (index == none)
        return fail(vellum::codes::engine_function, "there is no function '" + std::string(function) + "'");
    const std::size_t wanted = found->unit().functions_table[index].parameters.size();
    if (arguments.size() != wanted)
        return fail(vellum::codes::engine_function,
                    "'" + std::string(function) + "' takes " + plural(wanted, "argument"));
    Value result;
    if (parts_->world.call_function(*found, index, arguments, &result)) return result;
    const std::vector<Fault>& faults = parts_->world.faults();
    return fail(faults.empty() ? skrit::codes::run_abort : *faults.back().code,
                faults.empty() ? std::string("the function failed") : faults.back().message);
}

Result<Value> SkritEngine::get(ObjectId object, std::string_view variable) const {
    const Object* found = parts_->world.find(object.id);
    if (found == nullptr) return parts_->no_object();
    Value value;
    if (!parts_->world.get_variable(*found, variable, value))
        return fail(skrit::codes::undefined, "unknown variable '" + std::string(variable) + "'");
    return value;
}
Result<void> SkritEngine::set(ObjectId object, std::string_view variable, const Value& value) {
    Object* found = parts_->world.find(object.id);
    if (found == nullptr) return parts_->no_object();
    if (!parts_->world.set_variable(*found, variable, value))
        return fail(skrit::codes::undefined, "unknown variable '" + std::string(variable) + "'");
    return {};
}
Result<void> SkritEngine::set_text(ObjectId object, std::string_view variable, std::string_view text) {
    Object* found = parts_->world.find(object.id);
    if (found == nullptr) return parts_->no_object();
    if (!parts_->world.set_variable(*found, variable, text))
        return fail(skrit::codes::undefined, "'" + std::string(variable) +
                                                 "' is not a variable that can be '" + std::string(text) +
                                                 "'");
    return {};
}
std::string SkritEngine::state(ObjectId object) const {
    const Object* found = parts_->world.find(object.id);
    return found == nullptr || found->state == none ? std::string() : found->unit().states[found->state].name;
}

Result<Value> SkritEngine::command(std::string_view text) { return parts_->world.command(text); }
Result<void> SkritEngine::check_command(std::string_view text) {
    parts_->diagnostics.clear();
    if (parts_->world.check(text, UnitMode::command, parts_->diagnostics)) return {};
    return parts_->first_error();
}
Result<Value> SkritEngine::formula(std::string_view text,
                                   std::span<const std::pair<std::string, float>> macros) {
    return parts_->world.formula(text, macros);
}
Result<void> SkritEngine::check_formula(std::string_view text) {
    parts_->diagnostics.clear();
    if (parts_->world.check(text, UnitMode::formula, parts_->diagnostics)) return {};
    return parts_->first_error();
}
std::uint64_t SkritEngine::compilations() const { return parts_->world.compiled; }
std::uint64_t SkritEngine::instructions() const { return parts_->world.instructions(); }
std::size_t SkritEngine::machines() const { return parts_->world.machines_made(); }

Result<std::vector<std::byte>> SkritEngine::save() const { return parts_->world.save(); }
Result<void> SkritEngine::load(std::span<const std::byte> bytes) { return parts_->world.load(bytes); }
Result<void> SkritEngine::reload(std::string_view name) {
    parts_->diagnostics.clear();
    if (parts_->world.reload(name, parts_->diagnostics)) return {};
    return parts_->first_error();
}

Scheduler& SkritEngine::scheduler() noexcept { return parts_->world; }
const Scheduler& SkritEngine::scheduler() const noexcept { return parts_->world; }
std::vector<ProgramPtr> SkritEngine::programs() const { return parts_->world.programs(); }

void SkritEngine::on_report(std::function<void(std::string_view, std::string_view)> sink) {
    parts_->world.reports.set_default(std::move(sink));
}
void SkritEngine::on_error(std::function<void(const Fault&, std::string_view)> hook) {
    parts_->world.on_fault = [hook = std::move(hook)](const Fault& fault, const std::string& box) {
        if (hook) hook(fault, box);
    };
}
void SkritEngine::keep_log(std::function<void(std::string_view line)> to,
                           std::function<std::string()> clock) {
    skrit::keep_log(parts_->world, std::move(to), clock ? std::move(clock) : skrit::time_of_day);
}
void SkritEngine::on_new_sink(
    std::function<std::function<void(std::string_view stream, std::string_view text)>(std::string_view type,
                                                                                      std::string_view name)>
        make) {
    parts_->world.reports.make_sink = std::move(make);
}

Result<ObjectId> SkritEngine::add_bot(std::string_view url, std::string_view name) {
    parts_->diagnostics.clear();
    const std::uint64_t id = parts_->world.bots.add(name, url, parts_->diagnostics);
    if (id == 0) return parts_->first_error();
    return ObjectId{id};
}
std::size_t SkritEngine::send_to_bots(std::string_view event, std::span<const Value> values) {
    return parts_->world.bots.send(event, values);
}
void SkritEngine::set_paused(bool paused) { parts_->world.game_paused = paused; }

void SkritEngine::on_warning(std::function<void(std::string_view)> hook) {
    parts_->world.on_warning = [hook = std::move(hook)](const std::string& text) {
        if (hook) hook(text);
    };
}
void SkritEngine::on_retry(std::function<bool(const Diagnostics&)> hook) {
    parts_->world.on_retry = std::move(hook);
}

ObjectId SkritEngine::running() const {
    const Object* object = parts_->world.running_object();
    return {object == nullptr ? 0 : object->id};
}

} // namespace vellum
