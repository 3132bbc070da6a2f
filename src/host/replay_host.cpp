// Plays a recorded run back: answers come from the log, events that natives sent are sent again at the same
// moment with the same variables in place. A hash over each call's input tells the first step that differs;
// from there on every call fails, so that a diverged run cannot pass for a good one.
#include <deque>
#include <type_traits>
#include <unordered_map>

#include "host/call_hash.hpp"
#include "runtime/native_names.hpp"
#include "runtime/value_text.hpp"
#include "vellum/hosts.hpp"
#include "vellum/scheduler.hpp"

namespace vellum {

namespace {

/// For messages: "native GetPosition", "event OnUse", "frame".
std::string describe(const HostLogEntry& entry) {
    switch (entry.step) {
    case LogStep::native:
        return "native " + (entry.owner.empty() ? entry.name : entry.owner + "." + entry.name);
    case LogStep::send: return "event " + entry.name;
    case LogStep::call: return "call of " + entry.name;
    case LogStep::start: return "start";
    case LogStep::frame: return "frame";
    }
    return {};
}

} // namespace

struct ReplayHost::Tables {
    /// One native answered from the log.
    struct Replayed {
        Tables* tables;
        NativeName name;
        std::int32_t arity;
        const HostLogNative* recorded; // null: nobody asked for it while recording
    };

    const HostLog& log;
    const Host* known;
    std::size_t position = 0;
    bool driving = false;   // inside run()
    std::uint32_t open = 0; // natives under way
    std::string divergence;
    std::deque<Replayed> natives;
    NativeNameMap<std::vector<Replayed*>> by_name;
    std::unordered_map<std::uint64_t, const HostLogObject*> objects;

    Tables(const HostLog& host_log, const Host* known_natives) : log(host_log), known(known_natives) {
        for (const HostLogNative& native : log.natives) {
            NativeName name{native.kind, native.owner, native.name};
            by_name[name].push_back(&natives.emplace_back(Replayed{this, name, native.arity, &native}));
        }
        for (const HostLogObject& object : log.objects) objects.try_emplace(object.object.id, &object);
    }

    void diverge(std::string_view what) { diverge(position, what); }

    void diverge(std::size_t index, std::string_view what) {
        if (!divergence.empty()) return;
        divergence = "the replay diverged at entry " + std::to_string(index + 1) + " of " +
                     std::to_string(log.entries.size());
        if (index < log.entries.size()) divergence += " (" + describe(log.entries[index]) + ")";
        divergence += ": ";
        divergence += what;
    }

    /// Holds what became of an event or call against the record.
    template <class T> void compare(std::size_t index, const Result<T>& result) {
        const HostLogEntry& entry = log.entries[index];
        Value value;
        if constexpr (std::is_same_v<T, Value>)
            value = result ? *result : Value();
        else
            value = result ? Value(std::string_view(*result)) : Value();
        value.make_canonical();
        if (value.is(Type::memory)) value = Value(MemoryView{nullptr, value.memory().size});
        const std::string_view error = result ? std::string_view{} : std::string_view(result.error().message);
        if (value == entry.result && error == entry.error) return;
        const auto words = [](const Value& outcome, std::string_view refusal) {
            return refusal.empty() ? to_plain(outcome) : "refused (" + std::string(refusal) + ")";
        };
        diverge(index,
                "it ended with " + words(value, error) + " instead of " + words(entry.result, entry.error));
    }

    /// Holds how far the world came against the record.
    void compare_progress(std::size_t index, const Scheduler& scheduler) {
        const std::uint64_t recorded = log.entries[index].instructions;
        if (scheduler.instructions() == recorded) return;
        diverge(index, "the world had executed " + std::to_string(scheduler.instructions()) +
                           " instructions after it instead of " + std::to_string(recorded));
    }

    /// True if the entry at `position` is the next step inside one of depth `depth`.
    [[nodiscard]] bool inside(std::uint32_t depth) const {
        return position < log.entries.size() && log.entries[position].depth > depth;
    }

    static void invoke(void* self, Call& call) {
        auto& replayed = *static_cast<Replayed*>(self);
        Tables& tables = *replayed.tables;
        tables.native(replayed, call);
        if (!tables.divergence.empty()) call.fail(tables.divergence);
    }

    void native(const Replayed& replayed, Call& call) {
        if (!divergence.empty()) return;
        // Whoever drives the world by hand needs no driver's entries.
        while (!driving && open == 0 && position < log.entries.size() && log.entries[position].depth == 0 &&
               log.entries[position].step != LogStep::native)
            ++position;
        if (position >= log.entries.size())
            return diverge("a native was called after the end: " + replayed.name.name);
        const HostLogEntry& entry = log.entries[position];
        const NativeKey key{replayed.name.kind, replayed.name.owner, replayed.name.name, replayed.arity};
        if (entry.step != LogStep::native || entry.kind != key.kind || entry.name != key.name ||
            entry.owner != key.owner)
            return diverge("native " + replayed.name.name + " was called instead");
        if (entry.input_hash != input_hash(key, call) || entry.arguments.size() != call.size())
            return diverge(
                "the native was called with other arguments, on another object or at another time");
        ++position;
        ++open;
        while (divergence.empty() && inside(entry.depth)) nested(entry.depth, call);
        --open;
        if (divergence.empty()) answer(entry, call);
    }

    /// Does again what the native under way did to the scheduler.
    void nested(std::uint32_t depth, Call& call) {
        const HostLogEntry& entry = log.entries[position];
        const bool is_nested_step = entry.step == LogStep::send || entry.step == LogStep::call;
        if (!is_nested_step || entry.depth != depth + 1 || !call.scheduler ||
            entry.outer_arguments.size() != call.size())
            return diverge("the log has an action that the native cannot do here");
        write_arguments(entry.outer_arguments, call);
        ++position;
        const std::size_t index = position - 1;
        if (entry.step == LogStep::send)
            compare(index, call.scheduler->send({entry.name, entry.arguments}));
        else
            compare(index, call.scheduler->call(entry.name, entry.arguments));
        if (inside(entry.depth)) diverge("an event that a native sent made fewer calls than recorded");
    }

    static void write_arguments(const std::vector<Value>& values, Call& call) {
        for (std::size_t i = 0; i < values.size(); ++i)
            if (!values[i].is(Type::memory)) call[i] = values[i];
    }

    void answer(const HostLogEntry& entry, Call& call) {
        for (const MemoryChange& change : entry.memory) {
            const MemoryView memory =
                change.argument < call.size() ? call[change.argument].memory() : MemoryView{};
            if (change.offset > memory.size || change.bytes.size() > memory.size - change.offset)
                return diverge("the log changes memory that the call does not have");
            std::memcpy(memory.data + change.offset, change.bytes.data(), change.bytes.size());
        }
        write_arguments(entry.arguments, call);
        call.result = entry.result;
        if (call.state != nullptr) *call.state = entry.state;
        call.outcome = entry.outcome;
        call.error = entry.error;
    }
};

ReplayHost::ReplayHost(const HostLog& log, const Host* known)
    : tables_(std::make_unique<Tables>(log, known)) {}

ReplayHost::~ReplayHost() = default;

bool ReplayHost::run(Scheduler& scheduler) {
    Tables& tables = *tables_;
    const auto& entries = tables.log.entries;
    tables.driving = true;
    while (tables.divergence.empty() && tables.position < entries.size()) {
        const HostLogEntry& entry = entries[tables.position];
        if (entry.depth != 0 || entry.step == LogStep::native) {
            tables.diverge("the world did not make this call");
            break;
        }
        const std::size_t index = tables.position++;
        switch (entry.step) {
        case LogStep::start: scheduler.start(); break;
        case LogStep::frame: scheduler.frame(entry.seconds); break;
        case LogStep::send: tables.compare(index, scheduler.send({entry.name, entry.arguments})); break;
        case LogStep::call: tables.compare(index, scheduler.call(entry.name, entry.arguments)); break;
        case LogStep::native: break;
        }
        if (tables.inside(0)) tables.diverge("the world did not make this call");
        tables.compare_progress(index, scheduler);
    }
    tables.driving = false;
    return tables.divergence.empty();
}

Native ReplayHost::resolve(const NativeKey& key) {
    auto found = tables_->by_name.find(NativeNameView{key.kind, key.owner, key.name});
    if (found == tables_->by_name.end())
        found = tables_->by_name
                    .emplace(NativeName{key.kind, std::string(key.owner), std::string(key.name)},
                             std::vector<Tables::Replayed*>{})
                    .first;
    Tables::Replayed* replayed = nullptr;
    for (Tables::Replayed* existing : found->second)
        if (existing->arity == key.arity) replayed = existing;
    if (replayed == nullptr) {
        // Asked for now and not while recording: calling it is a divergence, which the call will tell.
        replayed =
            &tables_->natives.emplace_back(Tables::Replayed{tables_.get(), found->first, key.arity, nullptr});
        found->second.push_back(replayed);
    }
    const HostLogNative* recorded = replayed->recorded;
    if (recorded == nullptr) return Native{&Tables::invoke, replayed, nullptr};
    if (recorded->shared && tables_->known != nullptr) return tables_->known->resolve_shared(key);
    const Signature* signature = recorded->described ? &recorded->signature : nullptr;
    if (!recorded->known) return Native{nullptr, nullptr, signature};
    return Native{&Tables::invoke, replayed, signature, recorded->stand_in};
}

std::string ReplayHost::object_name(ObjectId object) const {
    const auto found = tables_->objects.find(object.id);
    return found != tables_->objects.end() ? found->second->name : std::string();
}

std::string_view ReplayHost::object_class(ObjectId object) const {
    const auto found = tables_->objects.find(object.id);
    return found != tables_->objects.end() ? std::string_view(found->second->class_name) : std::string_view();
}

void ReplayHost::each_signature(const std::function<void(const Signature&)>& visit) const {
    for (const HostLogNative& native : tables_->log.natives)
        if (native.described) visit(native.signature);
}

void ReplayHost::seek(std::size_t position) {
    tables_->position = position;
    tables_->open = 0;
    tables_->divergence.clear();
}

std::size_t ReplayHost::position() const noexcept { return tables_->position; }

const std::string& ReplayHost::divergence() const noexcept { return tables_->divergence; }

} // namespace vellum
