// The open mode: what a script uses and nobody declares is declared here from the way it is used (docs page,
// "Open mode"). A name first gets a declaration with an open result; the first use that wants a certain type
// settles it. Declarations only ever become more general, so repeating a compilation comes to rest.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engines/skrit/exports/registry.hpp"

namespace vellum::skrit {

/// Kind of an expression whose type is still open; ExportType::index is the key of what has to be settled.
inline constexpr auto kind_unresolved = static_cast<TypeKind>(102);
[[nodiscard]] constexpr bool is_open(ExportType type) { return type.kind == kind_unresolved; }

/// Collects declarations.
class Inference {
  public:
    explicit Inference(Exports& exports) : exports_(exports) {}

    /// A function that `owner` lacks (no_index: a global one). Arguments with an open type give a parameter
    /// that takes anything. A function of that name and number of parameters that was inferred before is
    /// widened.
    std::uint32_t function(std::uint32_t owner, std::string_view name, bool is_static,
                           std::span<const ExportType> arguments, bool format, std::size_t fixed);
    /// A declaration made here is used once more: its parameters learn from these arguments.
    void refine(std::uint32_t function, std::span<const ExportType> arguments);
    /// The type of a call of a function: open if its result is.
    [[nodiscard]] ExportType result_of(std::uint32_t function) const;
    /// A class by the name in front of a dot.
    std::uint32_t class_of_functions(std::string_view name);
    /// A type by its name in a declaration.
    ExportType type(std::string_view name);
    /// The class of an object that something of this name gives.
    ExportType object(std::string_view member, std::uint32_t owner);
    /// A name that is neither constant nor function: its type is open.
    ExportType constant(std::string_view name);
    /// An event by its handler's parameters; wider lists win.
    std::uint32_t event(std::string_view name, std::span<const ExportType> parameters);

    // Script names that an include which is not there would declare.
    struct AssumedFunction {
        std::string name;
        std::vector<ExportType> parameters;
        ExportType result;
        bool open = true;
    };
    struct AssumedVariable {
        std::string name;
        ExportType type;
        bool open = true;
    };
    ExportType script_function(std::string_view name, std::span<const ExportType> arguments);
    ExportType script_variable(std::string_view name);
    void script_state(std::string_view name);
    [[nodiscard]] const std::vector<AssumedFunction>& functions() const noexcept { return functions_; }
    [[nodiscard]] const std::vector<AssumedVariable>& variables() const noexcept { return variables_; }
    [[nodiscard]] const std::vector<std::string>& states() const noexcept { return states_; }

    /// Settles an open type. `used` without a type only says that a value is needed.
    void settle(ExportType open, ExportType type);
    void mark_used(ExportType open);
    /// True if settle_rest would settle something.
    [[nodiscard]] bool open() const;
    /// Gives everything still open its default: int, or no result if no value was ever used.
    void settle_rest();
    /// Grows whenever something was learnt.
    [[nodiscard]] std::uint64_t version() const noexcept { return version_ + exports_.version(); }

    [[nodiscard]] Exports& exports() noexcept { return exports_; }

  private:
    enum class Sort : std::uint32_t { function = 0, script_function = 1, script_variable = 2, constant = 3 };
    static ExportType open_type(Sort sort, std::uint32_t index) {
        return {kind_unresolved, static_cast<std::uint32_t>(sort) << 30U | index};
    }
    [[nodiscard]] bool unbound(const std::string& constant) const;
    void bind_constant(const std::string& name, ExportType type);
    [[nodiscard]] std::uint32_t enumeration_like(std::string_view constant);
    void widen(ExportParameter& parameter, ExportType argument);

    Exports& exports_;
    std::vector<AssumedFunction> functions_;
    std::vector<AssumedVariable> variables_;
    std::vector<std::string> states_;
    std::vector<std::string> constants_;
    std::unordered_map<std::uint32_t, bool> used_; ///< open keys whose value is needed
    std::uint64_t version_ = 0;
};

} // namespace vellum::skrit
