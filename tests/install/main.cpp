// Uses the installed headers and links one function of the installed library; built by CMake and by
// pkg-config.
#include <vellum/vellum.hpp>

#include <string_view>

int main() { return vellum::to_string(vellum::Severity::error) == std::string_view{"error"} ? 0 : 1; }
