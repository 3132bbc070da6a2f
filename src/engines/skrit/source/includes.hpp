// What an #include brings in and who finds it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vellum::skrit {

/// A text an #include brought in.
struct IncludedSource {
    std::string
        name; ///< Resolved name: decides whether the file was taken already, and is what messages show.
    std::string text;
};

/// Finds included files.
class IncludeProvider {
  public:
    virtual ~IncludeProvider() = default;
    /// The text behind `name` as written in the directive, or nothing. `from` is the name of the including
    /// file.
    virtual std::optional<IncludedSource> include(std::string_view name, std::string_view from) = 0;
};

} // namespace vellum::skrit
