// Looking up what is known of a call's arguments; see the header.
#include "runtime/call_signatures.hpp"

#include <algorithm>

#include "runtime/value_text.hpp"
#include "vellum/engine.hpp"
#include "vellum/natives.hpp"
#include "vellum/scheduler.hpp"

namespace vellum {

namespace {

bool has_names(const Signature& signature) {
    return std::ranges::any_of(signature.parameters, [](const Parameter& one) { return !one.name.empty(); });
}

bool says_something(const Signature& signature) {
    return has_names(signature) || std::ranges::any_of(signature.parameters, [](const Parameter& one) {
               return one.direction == Direction::out;
           });
}

} // namespace

const Signature* CallSignatures::of(const NativeStep& step) {
    const std::size_t arguments = step.call.size();
    if (arguments == 0 || step.key.name.size() > most_told_text) return nullptr;
    if (step.signature != nullptr && has_names(*step.signature)) return step.signature;
    if (step.machine < step.scheduler.machine_count()) {
        const Engine& engine = step.scheduler.program(step.machine).engine();
        if (engine_ != &engine) read(engine);
        const Signature* row = find({step.key.kind, step.key.owner, step.key.name}, arguments);
        if (row == nullptr && step.key.kind == NativeKind::method) // Pathologic's rows know no classes
            row = find({step.key.kind, {}, step.key.name}, arguments);
        if (row != nullptr) return row;
    }
    return step.signature != nullptr && says_something(*step.signature) ? step.signature : nullptr;
}

void CallSignatures::read(const Engine& engine) {
    engine_ = &engine;
    rows_.clear();
    engine.runtime().each_native([this](const NativeRow& row) {
        const Signature& signature = row.signature;
        if (says_something(signature))
            rows_[{signature.kind, signature.owner, signature.name}].push_back(signature);
    });
}

const Signature* CallSignatures::find(const NativeNameView& name, std::size_t arguments) const {
    const auto found = rows_.find(name);
    if (found == rows_.end()) return nullptr;
    const auto row = std::ranges::find_if(found->second, [&](const Signature& signature) {
        const std::size_t known = signature.parameters.size();
        return known == arguments || (signature.variadic && known < arguments);
    });
    return row == found->second.end() ? nullptr : &*row;
}

} // namespace vellum
