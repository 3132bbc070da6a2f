// The engines of this build: one include and one line for each, nothing else in the library names an engine.
#include "engines/registry.hpp"

#include "engines/ags/engine.hpp"
#include "engines/ff7/engine.hpp"
#include "engines/pathologic/engine.hpp"
#include "engines/skrit/engine.hpp"

namespace vellum {

std::span<const Engine* const> engines() {
    static const Engine* const all[] = {
        &pathologic::engine(),
        &ags::engine(),
        &skrit::engine(),
        &ff7::engine(),
    };
    return all;
}

const Engine* find_engine(std::span<const Engine* const> candidates, std::string_view id) {
    for (const Engine* candidate : candidates)
        if (candidate->id() == id) return candidate;
    return nullptr;
}

const Engine* detect_engine(std::span<const Engine* const> candidates, std::span<const std::byte> bytes,
                            std::string_view file_name) {
    const Engine* best = nullptr;
    Confidence best_confidence = Confidence::no;
    for (const Engine* candidate : candidates) {
        const Confidence confidence = candidate->format().detect(bytes, file_name);
        if (confidence > best_confidence) {
            best = candidate;
            best_confidence = confidence;
        }
    }
    return best;
}

const Engine* find_engine(std::string_view id) { return find_engine(engines(), id); }

const Engine* detect_engine(std::span<const std::byte> bytes, std::string_view file_name) {
    return detect_engine(engines(), bytes, file_name);
}

} // namespace vellum
