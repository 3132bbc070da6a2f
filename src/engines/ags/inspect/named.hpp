// Variables by the names of their source, as rows: each number of an array, each field of a struct is one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engines/ags/format/variables.hpp"
#include "engines/ags/machine/machine.hpp"
#include "vellum/inspect.hpp"

namespace vellum::ags {

/// The rows of some variables, one behind the other.
class NamedRows {
  public:
    /// Both must outlive it.
    NamedRows(const Environment& environment, const Variables& known)
        : environment_(environment), known_(known) {}

    void add(const SourceVariable& variable);
    [[nodiscard]] std::size_t count() const noexcept { return ends_.empty() ? 0 : ends_.back(); }

    /// One row of variables that lie in global data.
    [[nodiscard]] Variable in_data(std::size_t row, std::span<const std::byte> data) const;
    /// One row of variables of a frame that begins at byte `base` of the stack.
    [[nodiscard]] Variable on_stack(std::size_t row, const Stack& stack, std::uint32_t base) const;
    /// As Scheduler::change_variable.
    [[nodiscard]] Result<void> set_in_data(std::size_t row, std::span<std::byte> data,
                                           const Value& value) const;
    [[nodiscard]] Result<void> set_on_stack(std::size_t row, Stack& stack, std::uint32_t base,
                                            const Value& value) const;

  private:
    [[nodiscard]] Variables::Part part(std::size_t row) const;
    [[nodiscard]] Held held(const Variables::Part& part) const { return known_.types[part.type].held; }
    [[nodiscard]] Variable show(Variables::Part&& part, Word word) const;
    [[nodiscard]] Variable show(Variables::Part&& part, std::span<const std::byte> bytes) const;
    [[nodiscard]] Result<Word> word_for(const Variables::Part& part, const Value& value) const;

    const Environment& environment_;
    const Variables& known_;
    std::vector<const SourceVariable*> variables_;
    std::vector<std::size_t> ends_; ///< Rows up to and with each.
};

/// Which variables of a function.
enum class LocalKind : std::uint8_t { parameters, locals };
[[nodiscard]] std::string_view name_of(LocalKind kind) noexcept;

/// Those that are alive where a frame stands; none if its source is not known.
[[nodiscard]] NamedRows local_rows(const Environment& environment, const Machine::OpenFrame& frame,
                                   LocalKind kind);

} // namespace vellum::ags
