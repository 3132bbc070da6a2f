// What AGS's own functions, properties and variables are declared as: what a compiled script does not keep of
// them. The table is api.inc; nothing in it is believed without compiling what was made of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::ags::decompile {

/// An enumeration with its words.
struct ApiEnum {
    std::string_view name{};
    std::vector<std::pair<std::string_view, std::int32_t>> words{};

    /// The word for a value, or nothing.
    [[nodiscard]] std::string_view word(std::int32_t value) const noexcept;
};

struct ApiParameter {
    std::string_view type{};
    std::string_view name{};                ///< Empty where none would say anything.
    std::optional<std::int32_t> standard{}; ///< What a call may leave out.
};

/// A function or property.
struct ApiEntry {
    std::string_view type{}; ///< Of what it gives.
    std::vector<ApiParameter> parameters{};
    bool variadic = false;
};

class Api {
  public:
    /// The one table.
    [[nodiscard]] static const Api& all();

    [[nodiscard]] const ApiEnum* enumeration(std::string_view name) const noexcept;
    /// By owner, which is empty for functions of their own.
    [[nodiscard]] const ApiEntry* function(std::string_view owner, std::string_view name) const noexcept;
    [[nodiscard]] const ApiEntry* property(std::string_view owner, std::string_view name) const noexcept;
    /// What the engine calls in scripts by that name.
    [[nodiscard]] const ApiEntry* handler(std::string_view name) const noexcept;
    /// Type of a variable, or nothing.
    [[nodiscard]] std::string_view variable(std::string_view name) const noexcept;
    /// Bytes up to the last member that is known, or -1.
    [[nodiscard]] std::int32_t size(std::string_view owner) const noexcept;
    /// Name of what stands there in a struct, or nothing.
    [[nodiscard]] std::string_view member(std::string_view owner, std::int32_t offset) const noexcept;

  private:
    Api();
    void read(std::string_view line);

    using Name = std::pair<std::string_view, std::string_view>;
    std::map<std::string_view, ApiEnum> enums_;
    std::map<Name, ApiEntry> functions_, properties_;
    std::vector<std::pair<std::string_view, ApiEntry>> handlers_;
    std::map<std::string_view, std::string_view> variables_;
    std::map<std::pair<std::string_view, std::int32_t>, std::string_view> members_;
};

} // namespace vellum::ags::decompile
