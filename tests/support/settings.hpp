// Settings of an engine from words, for tests.
#pragma once

#include <cstdlib>
#include <string_view>

#include "vellum/engine.hpp"

namespace vellum::test {

inline EngineSettings settings_from(const Engine& engine, std::string_view words) {
    EngineSettings settings;
    if (!read_setting_words(engine.setting_rows(), words, settings)) std::abort(); // a mistake of the test
    return settings;
}

} // namespace vellum::test
