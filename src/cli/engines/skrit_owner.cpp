// Which natives give objects is what the engine's rows say.
#include "cli/engines/skrit_owner.hpp"

#include "base/ascii.hpp"
#include "vellum/engine.hpp"

namespace vellum::cli {

OwnerStandIn::OwnerStandIn() {
    find_engine("skrit")->each_native([&](const NativeRow& row) {
        if (row.signature.result == Type::object && !row.implemented)
            objects_.insert(lower_case(row.signature.owner + "." + row.signature.name));
    });
}

Native OwnerStandIn::resolve(const NativeKey& key) {
    const std::string name(key.name);
    for (const std::string& wanted : {name, "Get" + name})
        if (objects_.contains(lower_case(std::string(key.owner) + "." + wanted)))
            return {.invoke = [](void*, Call& call) { call.result = object; }, .stand_in = true};
    return {};
}

} // namespace vellum::cli
