// C++ from the register form, for systems where no machine code may be made.
#pragma once

#include <functional>
#include <string>

#include "code/form.hpp"

namespace vellum::code {

/// What the text calls things. The code uses the functions of vellum/ags_translation.hpp, "translated".
struct CppNames {
    std::string function;
    std::function<std::string(Helper)> helper;
    std::function<std::string(std::uint32_t)> variable;
    std::function<std::string(std::uint32_t)> remark; ///< For a `remark` of that number; may be empty.
};

/// A function definition: TranslatedCode; empty if the function is too tangled. The entries are numbered in
/// the order of the labels that are entries, from 1.
[[nodiscard]] std::string write_cpp(const Function& function, const CppNames& names);

} // namespace vellum::code
