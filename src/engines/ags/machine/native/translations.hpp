// The functions that a program has registered as C++, by what they were made of.
#pragma once

#include <cstdint>

#include "code/form.hpp"
#include "vellum/ags_translation.hpp"

namespace vellum::ags {

/// The same for the same code, whatever was written for readers.
[[nodiscard]] std::uint64_t hash_of(const code::Function& function);
/// True if anything is registered. Then scripts take translations and no machine code is made.
[[nodiscard]] bool has_translations() noexcept;
/// Null if there is none; otherwise it is counted as used.
[[nodiscard]] TranslatedCode find_translation(std::uint64_t hash);

} // namespace vellum::ags
