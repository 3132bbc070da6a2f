// What a SkritHost holds: declarations, and functions by signature for worlds and by name for recorders.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/ascii.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/world/world.hpp"
#include "vellum/skrit.hpp"

namespace vellum {

struct SkritHost::Tables final : skrit::SignatureHost {
    explicit Tables(bool siege) : exports(siege ? &skrit::siege_exports() : &skrit::base_exports()) {}

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

    skrit::Exports exports;
    Named named{*this};
    std::unordered_map<std::string, Native> natives;
    std::vector<std::shared_ptr<void>> callables;
    std::function<void(ObjectId)> take, give;
    Host* fallback = nullptr;
};

} // namespace vellum
