// Several hosts as one: the first that has an answer gives it.
#include "vellum/host.hpp"

namespace vellum {

Native HostChain::resolve(const NativeKey& key) {
    for (Host* host : hosts_)
        if (const Native native = host->resolve(key)) return native;
    return {};
}

std::string HostChain::object_name(ObjectId object) const {
    for (const Host* host : hosts_)
        if (std::string name = host->object_name(object); !name.empty()) return name;
    return {};
}

std::string_view HostChain::object_class(ObjectId object) const {
    for (const Host* host : hosts_)
        if (const std::string_view name = host->object_class(object); !name.empty()) return name;
    return {};
}

void HostChain::each_signature(const std::function<void(const Signature&)>& visit) const {
    for (const Host* host : hosts_) host->each_signature(visit);
}

} // namespace vellum
