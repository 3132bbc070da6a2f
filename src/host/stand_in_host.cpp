// Answers for natives that no one has: with defaults, once reported, counted. Relies on signatures where
// somebody described the native and invents nothing where nobody did.
#include <deque>

#include "runtime/native_names.hpp"
#include "vellum/hosts.hpp"

namespace vellum {

namespace {

/// One native that is stood in for.
struct StandIn {
    StandInHost* host = nullptr;
    std::vector<StandIn*>* used = nullptr;
    std::function<void(const NativeKey&)>* report = nullptr;
    Signature signature;
    std::int32_t arity = -1;
    std::uint64_t calls = 0;
};

void answer(void* self, Call& call) {
    auto& stand_in = *static_cast<StandIn*>(self);
    const Signature& signature = stand_in.signature;
    if (stand_in.calls++ == 0) {
        stand_in.used->push_back(&stand_in);
        if (*stand_in.report)
            (*stand_in.report)({signature.kind, signature.owner, signature.name, stand_in.arity});
    }
    call.result = Value::default_of(signature.result == Type::memory ? Type::none : signature.result);
    if (signature.latent && !call.resumed) call.suspend();
}

} // namespace

struct StandInHost::Tables {
    Host* inner = nullptr;
    const Host* known = nullptr;
    std::function<void(const NativeKey&)> report;
    std::deque<StandIn> all;
    NativeNameMap<std::vector<StandIn*>> by_name; // one per arity
    std::vector<StandIn*> used;
};

StandInHost::StandInHost(Host* inner, const Host* known) : tables_(std::make_unique<Tables>()) {
    tables_->inner = inner;
    tables_->known = known;
}

StandInHost::~StandInHost() = default;

void StandInHost::on_unknown(std::function<void(const NativeKey&)> report) {
    tables_->report = std::move(report);
}

std::vector<std::pair<const Signature*, std::uint64_t>> StandInHost::stood_in() const {
    std::vector<std::pair<const Signature*, std::uint64_t>> result;
    result.reserve(tables_->used.size());
    for (const StandIn* stand_in : tables_->used) result.emplace_back(&stand_in->signature, stand_in->calls);
    return result;
}

bool StandInHost::is_stand_in(const Native& native) const {
    return native.invoke == &answer && static_cast<const StandIn*>(native.self)->host == this;
}

Native StandInHost::resolve(const NativeKey& key) {
    const Signature* described = nullptr;
    if (tables_->inner != nullptr) {
        const Native native = tables_->inner->resolve(key);
        if (native) return native;
        described = native.signature;
    }
    if (tables_->known != nullptr) {
        Native native = tables_->known->resolve_shared(key);
        native.shared = true;
        if (native) return native;
        if (described == nullptr) described = native.signature;
    }
    auto found = tables_->by_name.find(NativeNameView{key.kind, key.owner, key.name});
    if (found == tables_->by_name.end())
        found = tables_->by_name
                    .emplace(NativeName{key.kind, std::string(key.owner), std::string(key.name)},
                             std::vector<StandIn*>{})
                    .first;
    StandIn* stand_in = nullptr;
    for (StandIn* existing : found->second)
        if (existing->arity == key.arity) stand_in = existing;
    if (stand_in == nullptr) {
        stand_in = &tables_->all.emplace_back();
        stand_in->host = this;
        stand_in->used = &tables_->used;
        stand_in->report = &tables_->report;
        stand_in->arity = key.arity;
        if (described != nullptr) {
            stand_in->signature = *described;
        } else {
            stand_in->signature.kind = key.kind;
            stand_in->signature.owner = key.owner;
            stand_in->signature.name = key.name;
            stand_in->signature.variadic = key.arity < 0;
            // Types stay unknown. The cap keeps an absurd count in a hostile file from becoming memory.
            constexpr std::int32_t most_parameters = 256;
            if (key.arity > 0)
                stand_in->signature.parameters.resize(
                    static_cast<std::size_t>(key.arity < most_parameters ? key.arity : most_parameters));
        }
        found->second.push_back(stand_in);
    }
    return Native{&answer, stand_in, &stand_in->signature, true};
}

std::string StandInHost::object_name(ObjectId object) const {
    return tables_->inner != nullptr ? tables_->inner->object_name(object) : std::string();
}

std::string_view StandInHost::object_class(ObjectId object) const {
    return tables_->inner != nullptr ? tables_->inner->object_class(object) : std::string_view();
}

void StandInHost::each_signature(const std::function<void(const Signature&)>& visit) const {
    if (tables_->inner != nullptr) tables_->inner->each_signature(visit);
    if (tables_->known != nullptr) tables_->known->each_signature(visit);
}

} // namespace vellum
