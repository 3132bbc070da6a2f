// Natives by engine, for `natives`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/engine.hpp"

namespace vellum::questions {

struct NativesOf {
    const Engine* engine;
    std::vector<NativeRow> rows;
};

/// "vellum" or "host".
[[nodiscard]] std::string_view answered_by(const NativeRow& row);
/// "AudioClip::Play^2", as AGS imports it, and "audioclip.play" are the same name.
[[nodiscard]] std::string comparable(std::string_view name);
/// The engines' rows; `engine`: only its, null for all; `by`: only those that Vellum or a host answers.
[[nodiscard]] std::vector<NativesOf> natives_of(const Engine* engine, std::string_view by);
/// Leaves what has that name, or if nothing has, what the pattern fits. True if a name was meant.
bool choose(std::vector<NativesOf>& choices, std::string_view name);
/// `lines`: one JSON object a line, else one array.
[[nodiscard]] std::string natives_json(std::span<const NativesOf> choices, bool lines);

} // namespace vellum::questions
