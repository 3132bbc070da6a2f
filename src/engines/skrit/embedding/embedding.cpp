// SkritHost and SkritEngine: the public face over the export registry and the world.
#include "vellum/skrit.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/ascii.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/exports/declarations.hpp"
#include "engines/skrit/fuel/file_includes.hpp"
#include "engines/skrit/listing/documents.hpp"
#include "engines/skrit/natives/families.hpp"
#include "engines/skrit/machine/codes.hpp"
#include "engines/skrit/systems/log.hpp"
#include "engines/skrit/world/world.hpp"
#include "vellum/engine.hpp"

namespace vellum {

using namespace skrit;

namespace {

/// The first word that is no `const`, without `&` and `*`.
std::string_view type_word(std::string_view text) {
    text = trimmed(text);
    for (;;) {
        std::size_t end = 0;
        while (end < text.size() && !is_blank(text[end]) && text[end] != '&' && text[end] != '*') ++end;
        const std::string_view word = text.substr(0, end);
        if (word != "const") return word;
        text = trimmed(text.substr(end));
    }
}

struct Declared {
    std::string result, owner, name, parameters, key;
    int count = 0;
    bool variadic = false;
};

/// "type Class.Name( parameters )" in its parts; false if it is none.
bool take_apart(std::string_view text, Declared& out) {
    text = trimmed(text);
    while (text.ends_with(';')) text = trimmed(text.substr(0, text.size() - 1));
    const std::size_t open = text.find('(');
    const std::size_t close = text.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) return false;
    const std::string_view head = trimmed(text.substr(0, open));
    const std::size_t space = head.find_last_of(" \t");
    if (space == std::string_view::npos) return false;
    out.result = trimmed(head.substr(0, space));
    std::string_view name = head.substr(space + 1);
    if (const std::size_t point = name.find('.'); point != std::string_view::npos) {
        out.owner = name.substr(0, point);
        name.remove_prefix(point + 1);
    }
    out.name = name;
    std::string_view list = trimmed(text.substr(open + 1, close - open - 1));
    out.parameters = list;
    out.key = lower_case((out.owner.empty() ? "" : out.owner + ".") + out.name) + "(";
    while (!list.empty() && list != "void") {
        const std::size_t comma = list.find(',');
        const std::string_view one = trimmed(list.substr(0, comma));
        if (!out.key.ends_with('(')) out.key += ',';
        out.key += lower_case(type_word(one));
        if (one == "...")
            out.variadic = true;
        else
            ++out.count;
        list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    }
    out.key += ')';
    return !out.name.empty();
}

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c == '\n' ? ' ' : c;
    }
    return result + "\"";
}

} // namespace

struct SkritHost::Tables final : SignatureHost {
    explicit Tables(bool siege) : exports(siege ? &siege_exports() : &base_exports()) {}

    [[nodiscard]] Native find(std::string_view signature) const override {
        const auto found = natives.find(std::string(signature));
        return found == natives.end() ? Native{} : found->second;
    }
    void retain(ObjectId object) override {
        if (take) take(object);
    }
    void release(ObjectId object) override {
        if (give) give(object);
    }

    /// The same by name, for recorders.
    struct Named final : Host {
        explicit Named(Tables& all) : tables(all) {}
        [[nodiscard]] Native resolve(const NativeKey& key) override {
            if (key.name.ends_with(')'))
                return tables.find(lower_case(key.owner.empty()
                                                  ? std::string(key.name)
                                                  : std::string(key.owner) + "." + std::string(key.name)));
            return tables.fallback == nullptr ? Native{} : tables.fallback->resolve(key);
        }
        [[nodiscard]] std::string object_name(ObjectId object) const override {
            return tables.fallback == nullptr ? std::string() : tables.fallback->object_name(object);
        }
        [[nodiscard]] std::string_view object_class(ObjectId object) const override {
            return tables.fallback == nullptr ? std::string_view() : tables.fallback->object_class(object);
        }
        Tables& tables;
    };

    Exports exports;
    Named named{*this};
    std::unordered_map<std::string, Native> natives;
    std::vector<std::shared_ptr<void>> callables;
    std::function<void(ObjectId)> take, give;
    Host* fallback = nullptr;
};

std::string skrit_text(const Value& value) { return value_text(value); }

SkritHost::SkritHost(bool siege) : tables_(std::make_unique<Tables>(siege)) {}
SkritHost::~SkritHost() = default;

Result<void> SkritHost::declare(std::string_view text, std::string_view name) {
    Diagnostics diagnostics;
    if (read_exports(text, name, tables_->exports, diagnostics)) return {};
    return std::unexpected(diagnostics.all().front());
}

Result<void> SkritHost::add(std::string_view declaration, Native native, std::shared_ptr<void> callable,
                            int parameters, std::string_view documentation) {
    Declared parts;
    if (!take_apart(declaration, parts))
        return fail(skrit::codes::exports,
                    "'" + std::string(declaration) + "' is no declaration of a function");
    if (!parts.variadic && parts.count != parameters)
        return fail(skrit::codes::exports,
                    "'" + parts.name + "' is declared with " + std::to_string(parts.count) +
                        " parameters and implemented with " + std::to_string(parameters));
    const auto keep = [&] {
        tables_->natives[parts.key] = native;
        tables_->callables.push_back(std::move(callable));
    };
    const std::uint32_t owner = parts.owner.empty() ? no_index : tables_->exports.find_class(parts.owner);
    if (owner != no_index || parts.owner.empty()) { // what a declaration already says (static, dev, …) stays
        std::vector<std::uint32_t> found;
        tables_->exports.find_functions(owner, parts.name, found);
        for (const std::uint32_t index : found) {
            const FunctionExport& function = tables_->exports.function_at(index);
            std::string key = parts.key.substr(0, parts.key.find('(') + 1);
            for (const ExportParameter& parameter : function.parameters)
                key +=
                    (key.ends_with('(') ? "" : ",") + lower_case(tables_->exports.type_name(parameter.type));
            if (function.variadic) key += key.ends_with('(') ? "..." : ",...";
            if (key + ")" != parts.key) continue;
            keep();
            return {};
        }
    }
    std::string text = parts.result + " " + parts.name + "( " + parts.parameters + " )";
    if (!documentation.empty()) text += " " + quoted(documentation);
    text += ";";
    if (!parts.owner.empty()) {
        const std::uint32_t index = tables_->exports.find_class(parts.owner);
        std::string word = "static class ";
        if (index != no_index) {
            const ClassKind kind = tables_->exports.class_at(index).kind;
            word = kind == ClassKind::pointer ? "class " : std::string(to_string(kind)) + " class ";
        }
        text = word + parts.owner + " { " + text + " };";
    }
    if (Result<void> declared = declare(text, parts.name); !declared) return declared;
    keep();
    return {};
}

Result<void> SkritHost::event(std::string_view declaration, std::string_view family,
                              std::string_view documentation) {
    std::string text = "events " + quoted(family) + " { " + std::string(trimmed(declaration));
    if (!documentation.empty()) text += " " + quoted(documentation);
    return declare(text + "; };", "events");
}

void SkritHost::managed(std::function<void(ObjectId)> retain, std::function<void(ObjectId)> release) {
    tables_->take = std::move(retain);
    tables_->give = std::move(release);
}

void SkritHost::set_fallback(Host* host) { tables_->fallback = host; }
Host& SkritHost::natives() noexcept { return tables_->named; }

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
        return fail(skrit::codes::run_not_found, "the skrit object could not be made");
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
        *unit,
        std::string(question == std::string_view::npos ? std::string_view() : name.substr(question + 1)));
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
                    "'" + std::string(function) + "' takes " + std::to_string(wanted) + " arguments");
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
        return fail(skrit::codes::undefined, "there is no variable '" + std::string(variable) + "'");
    return value;
}
Result<void> SkritEngine::set(ObjectId object, std::string_view variable, const Value& value) {
    Object* found = parts_->world.find(object.id);
    if (found == nullptr) return parts_->no_object();
    if (!parts_->world.set_variable(*found, variable, value))
        return fail(skrit::codes::undefined, "there is no variable '" + std::string(variable) + "'");
    return {};
}
Result<void> SkritEngine::set_text(ObjectId object, std::string_view variable, std::string_view text) {
    Object* found = parts_->world.find(object.id);
    if (found == nullptr) return parts_->no_object();
    if (!parts_->world.set_variable(*found, variable, text))
        return fail(skrit::codes::undefined,
                    "'" + std::string(variable) + "' is no variable that can be '" + std::string(text) + "'");
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
