// Writes a run down: every native call with what went in (as a hash) and what came out, and every event or
// call that a native makes from inside, in the order in which they began. Natives reach the scheduler through
// a hook, so nothing they do to it stays unseen; what they change in memory is found by comparing before and
// after.
#include <deque>
#include <string>
#include <unordered_map>

#include "host/call_hash.hpp"
#include "runtime/native_names.hpp"
#include "vellum/hosts.hpp"
#include "vellum/scheduler.hpp"

namespace vellum {

namespace {

/// Values as a log keeps them: script memory is kept apart, as changes, and there is one NaN only.
Value loggable(const Value& value) {
    if (value.is(Type::memory)) return Value(MemoryView{nullptr, value.memory().size});
    Value copy = value;
    copy.make_canonical();
    return copy;
}

std::vector<Value> canonical_values(std::span<const Value> values) {
    std::vector<Value> result(values.begin(), values.end());
    for (Value& value : result) value.make_canonical();
    return result;
}

std::vector<Value> copy_values(std::span<const Value> values) {
    std::vector<Value> result;
    result.reserve(values.size());
    for (const Value& value : values) result.push_back(loggable(value));
    return result;
}

std::vector<Value> copy_arguments(const Call& call) {
    std::vector<Value> result;
    result.reserve(call.size());
    for (const Value* argument : call.arguments) result.push_back(loggable(*argument));
    return result;
}

std::string_view text_of(MemoryView memory) {
    return memory.data == nullptr ? std::string_view{}
                                  : std::string_view(reinterpret_cast<const char*>(memory.data), memory.size);
}

/// What recording may cost: scripts pass long texts and memory around for nothing, and a recorder looks at
/// every byte. Bytes that are kept, a gigabyte at most, weigh more than those that are looked at.
constexpr std::uint64_t most_spent = std::uint64_t{1} << 34U;
constexpr std::uint64_t weight_of_kept = 16;

[[nodiscard]] std::uint64_t size_of(const Value& value) noexcept {
    if (value.is(Type::string)) return value.text().size();
    return value.is(Type::memory) ? value.memory().size : 0;
}

/// The memory arguments of a call as they were before it.
class MemoryBefore {
  public:
    explicit MemoryBefore(const Call& call) {
        for (std::size_t i = 0; i < call.size(); ++i)
            if (call[i].is(Type::memory))
                regions_.push_back({static_cast<std::uint32_t>(i), call[i].memory(), {}});
        for (Region& region : regions_) region.before = text_of(region.memory);
    }
    void collect_changes(std::vector<MemoryChange>& changes) const {
        for (const Region& region : regions_) {
            const std::string_view after = text_of(region.memory);
            std::size_t first = 0;
            while (first < after.size() && after[first] == region.before[first]) ++first;
            std::size_t end = after.size();
            while (end > first && after[end - 1] == region.before[end - 1]) --end;
            if (first < end)
                changes.push_back({region.argument, static_cast<std::uint32_t>(first),
                                   std::string(after.substr(first, end - first))});
        }
    }

  private:
    struct Region {
        std::uint32_t argument;
        MemoryView memory;
        std::string before;
    };
    std::vector<Region> regions_;
};

} // namespace

struct RecordingHost::Tables {
    /// One native that passes through.
    struct Recorded {
        Tables* tables;
        Native inner;
        std::int32_t arity;
        NativeName name;
        [[nodiscard]] NativeKey key() const { return {name.kind, name.owner, name.name, arity}; }
    };

    /// What a native under way sees instead of the scheduler.
    struct Hook final : SchedulerHook {
        Hook(Tables& owner, const Call& outer_call)
            : tables(owner), outer(outer_call), next(outer_call.scheduler) {}
        EventResult send(Scheduler&, const Event& event) override { return tables.send(next, event, &outer); }
        CallResult call(Scheduler&, std::string_view function, std::span<const Value> values) override {
            return tables.call(next, function, values, &outer);
        }
        Tables& tables;
        const Call& outer;
        SchedulerLink next; // an outer recorder's hook, if there are two
    };

    Host& inner;
    HostLog& log;
    std::uint32_t depth = 0;
    std::uint64_t spent = 0;
    std::deque<Recorded> natives;
    NativeNameMap<std::vector<Recorded*>> by_name;
    std::unordered_map<std::uint64_t, std::size_t> objects; // index in log.objects

    /// What those see who act from outside through a link.
    struct OuterHook final : SchedulerHook {
        explicit OuterHook(Tables& owner) : tables(owner) {}
        EventResult send(Scheduler& scheduler, const Event& event) override {
            return tables.send(SchedulerLink(&scheduler), event, nullptr);
        }
        CallResult call(Scheduler& scheduler, std::string_view function,
                        std::span<const Value> values) override {
            return tables.call(SchedulerLink(&scheduler), function, values, nullptr);
        }
        Tables& tables;
    };

    OuterHook outer_hook{*this};

    Tables(Host& inner_host, HostLog& host_log) : inner(inner_host), log(host_log) {}

    void keep_arguments(const Call& call) {
        for (const Value* argument : call.arguments) keep_values({argument, 1});
    }
    [[nodiscard]] bool full() const noexcept { return spent > most_spent; }

    void keep(std::size_t bytes) { spent += weight_of_kept * bytes; }
    void keep_values(std::span<const Value> values) {
        for (const Value& value : values)
            if (value.is(Type::string)) keep(value.text().size());
    }

    std::size_t begin(LogStep step, std::string_view name) {
        keep(sizeof(HostLogEntry) + name.size());
        HostLogEntry& entry = log.entries.emplace_back();
        entry.step = step;
        entry.depth = depth++;
        entry.name = name;
        return log.entries.size() - 1;
    }
    void end() { --depth; }

    static void invoke(void* self, Call& call) {
        auto& recorded = *static_cast<Recorded*>(self);
        recorded.tables->native(recorded, call);
    }

    void native(Recorded& recorded, Call& call) {
        if (full()) return pass(recorded, call);
        for (const Value* argument : call.arguments) spent += size_of(*argument);
        const std::size_t index = begin(LogStep::native, recorded.name.name);
        log.entries[index].kind = recorded.name.kind;
        log.entries[index].owner = recorded.name.owner;
        log.entries[index].input_hash = input_hash(recorded.key(), call);
        const MemoryBefore memory(call);
        Hook hook(*this, call);
        if (call.scheduler) call.scheduler = call.scheduler.with_hook(&hook);
        pass(recorded, call);
        call.scheduler = hook.next;
        HostLogEntry& entry = log.entries[index]; // nested steps have moved the vector
        entry.arguments = copy_arguments(call);
        memory.collect_changes(entry.memory);
        entry.result = loggable(call.result);
        if (call.state != nullptr) entry.state = loggable(*call.state);
        entry.outcome = call.outcome;
        entry.error = call.error;
        keep_arguments(call);
        keep_values({&entry.result, 1});
        keep_values({&entry.state, 1});
        for (const MemoryChange& change : entry.memory) keep(change.bytes.size());
        end();
    }

    static void pass(Recorded& recorded, Call& call) {
        recorded.inner(call);
        // The script gets what the log keeps, or its replay would see other NaNs.
        for (Value* argument : call.arguments) argument->make_canonical();
        call.result.make_canonical();
        if (call.state != nullptr) call.state->make_canonical();
    }

    /// Closes a step from outside or a native's own: what became of it, and how far the world came.
    void finish(std::size_t index, const SchedulerLink& link, Value result, const Diagnostic* refusal) {
        HostLogEntry& entry = log.entries[index]; // nested steps have moved the vector
        entry.result = loggable(result);
        if (refusal != nullptr) {
            entry.outcome = Outcome::failed;
            entry.error = refusal->message;
        }
        if (entry.depth == 0 && link) entry.instructions = link.get()->instructions();
        end();
    }

    EventResult send(SchedulerLink link, const Event& event, const Call* outer) {
        if (full()) return link.send({event.name, canonical_values(event.values)});
        keep_values(event.values);
        if (outer != nullptr) keep_arguments(*outer);
        const std::size_t index = begin(LogStep::send, event.name);
        log.entries[index].arguments = copy_values(event.values);
        log.entries[index].input_hash = input_hash(LogStep::send, event.name, event.values, 0);
        if (outer != nullptr) log.entries[index].outer_arguments = copy_arguments(*outer);
        EventResult result = link.send({event.name, canonical_values(event.values)});
        finish(index, link, result ? Value(std::string_view(*result)) : Value(),
               result ? nullptr : &result.error());
        return result;
    }

    CallResult call(SchedulerLink link, std::string_view function, std::span<const Value> values,
                    const Call* outer) {
        if (full()) return link.call(function, canonical_values(values));
        keep_values(values);
        if (outer != nullptr) keep_arguments(*outer);
        const std::size_t index = begin(LogStep::call, function);
        log.entries[index].arguments = copy_values(values);
        log.entries[index].input_hash = input_hash(LogStep::call, function, values, 0);
        if (outer != nullptr) log.entries[index].outer_arguments = copy_arguments(*outer);
        CallResult result = link.call(function, canonical_values(values));
        finish(index, link, result ? *result : Value(), result ? nullptr : &result.error());
        return result;
    }

    HostLogObject& object(ObjectId id) {
        const auto [found, is_new] = objects.try_emplace(id.id, log.objects.size());
        if (is_new) {
            log.objects.push_back({id, inner.object_name(id), std::string(inner.object_class(id))});
        }
        return log.objects[found->second];
    }
};

RecordingHost::RecordingHost(Host& inner, HostLog& log) : tables_(std::make_unique<Tables>(inner, log)) {}

RecordingHost::~RecordingHost() = default;

bool RecordingHost::full() const noexcept { return tables_->full(); }

void RecordingHost::start(Scheduler& scheduler) {
    const std::size_t index = tables_->begin(LogStep::start, {});
    tables_->log.entries[index].input_hash = input_hash(LogStep::start, {}, {}, 0);
    scheduler.start();
    tables_->finish(index, SchedulerLink(&scheduler), {}, nullptr);
}

void RecordingHost::frame(Scheduler& scheduler, float seconds) {
    const std::size_t index = tables_->begin(LogStep::frame, {});
    tables_->log.entries[index].seconds = canonical(seconds);
    tables_->log.entries[index].input_hash = input_hash(LogStep::frame, {}, {}, seconds);
    scheduler.frame(seconds);
    tables_->finish(index, SchedulerLink(&scheduler), {}, nullptr);
}

EventResult RecordingHost::send(Scheduler& scheduler, const Event& event) {
    return tables_->send(SchedulerLink(&scheduler), event, nullptr);
}

CallResult RecordingHost::call(Scheduler& scheduler, std::string_view function,
                               std::span<const Value> arguments) {
    return tables_->call(SchedulerLink(&scheduler), function, arguments, nullptr);
}

SchedulerLink RecordingHost::link(Scheduler& scheduler) { return {&scheduler, &tables_->outer_hook}; }

Native RecordingHost::resolve(const NativeKey& key) {
    auto& list = tables_->by_name[NativeName{key.kind, std::string(key.owner), std::string(key.name)}];
    Tables::Recorded* recorded = nullptr;
    for (Tables::Recorded* existing : list)
        if (existing->arity == key.arity) recorded = existing;
    if (recorded == nullptr) {
        const Native inner = tables_->inner.resolve(key);
        recorded = &tables_->natives.emplace_back(Tables::Recorded{
            tables_.get(), inner, key.arity, {key.kind, std::string(key.owner), std::string(key.name)}});
        list.push_back(recorded);
        HostLogNative& asked = tables_->log.natives.emplace_back();
        asked.kind = key.kind;
        asked.owner = key.owner;
        asked.name = key.name;
        asked.arity = key.arity;
        asked.known = static_cast<bool>(inner);
        asked.stand_in = inner.stand_in;
        asked.shared = inner.shared;
        asked.described = inner.signature != nullptr;
        if (inner.signature != nullptr) asked.signature = *inner.signature;
    }
    const Native& inner = recorded->inner;
    if (!inner || inner.shared) return inner;
    return Native{&Tables::invoke, recorded, inner.signature, inner.stand_in};
}

std::string RecordingHost::object_name(ObjectId object) const { return tables_->object(object).name; }

std::string_view RecordingHost::object_class(ObjectId object) const {
    static_cast<void>(tables_->object(object));
    return tables_->inner.object_class(object);
}

void RecordingHost::each_signature(const std::function<void(const Signature&)>& visit) const {
    tables_->inner.each_signature(visit);
}

} // namespace vellum
