// Variables by the names of their source, as rows: each number of an array, each field of a struct is one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/ags/format/variables.hpp"
#include "engines/ags/machine/machine.hpp"
#include "vellum/inspect.hpp"

namespace vellum::ags {

/// Where variables lie.
struct Home {
    std::span<const std::byte> data; ///< Of a script, or
    const Stack* stack = nullptr;    ///< of a frame that
    std::uint32_t base = 0;          ///< begins at this byte.
};

/// The rows of some variables, one behind the other. A variable that points to an object of the script's own
/// has what is inside of it behind it: `node.value`, `list[2]`.
class NamedRows {
  public:
    /// All must outlive it.
    NamedRows(const Environment& environment, const Variables& known, const Home& home)
        : environment_(environment), known_(known), home_(home) {}

    void add(const SourceVariable& variable);
    [[nodiscard]] std::size_t count() const noexcept { return ends_.empty() ? 0 : ends_.back(); }
    [[nodiscard]] Variable at(std::size_t row) const;
    /// Where what is changed lies: what the rows were made of, and the objects that they point to.
    struct Changeable {
        Pool& pool;
        std::span<std::byte> data;
        Stack* stack = nullptr; ///< In place of `data`.
    };
    /// As Scheduler::change_variable.
    [[nodiscard]] Result<void> set(std::size_t row, const Changeable& target, const Value& value) const;

  private:
    /// A variable, or a part of the object that one points to.
    struct Item {
        const SourceVariable* variable = nullptr;
        std::uint32_t handle = 0; ///< 0: the variable itself.
        std::string name;         ///< Of what points to the object.
    };
    [[nodiscard]] const Item& item(std::size_t row, std::uint32_t& inside) const;
    struct Row {
        Variables::Part part;
        std::uint32_t handle; ///< Of the object that it is in; 0: of none.
    };
    [[nodiscard]] Row part_of(std::size_t row) const;
    [[nodiscard]] std::uint32_t rows(const Item& one) const;
    void add(Item one);
    [[nodiscard]] std::uint32_t handle_in(const SourceVariable& variable) const;
    [[nodiscard]] Held held(const Variables::Part& part) const { return known_.types[part.type].held; }
    [[nodiscard]] Variable show(Variables::Part&& part, Word word) const;
    [[nodiscard]] Variable show(Variables::Part&& part, std::span<const std::byte> bytes) const;
    [[nodiscard]] Variable on_stack(Variables::Part&& part) const;
    [[nodiscard]] Result<void> set_on_stack(const Variables::Part& one, Stack& stack, Word word) const;
    [[nodiscard]] Result<Word> word_for(const Variables::Part& part, const Value& value) const;

    const Environment& environment_;
    const Variables& known_;
    Home home_;
    std::vector<Item> items_;
    std::vector<std::size_t> ends_; ///< Rows up to and with each.
};

/// Which variables of a function.
enum class LocalKind : std::uint8_t { parameters, locals };
[[nodiscard]] std::string_view name_of(LocalKind kind) noexcept;

/// Those that are alive where a frame stands; none if its source is not known.
[[nodiscard]] NamedRows local_rows(const Environment& environment, const Machine& machine,
                                   const Machine::OpenFrame& frame, LocalKind kind);

} // namespace vellum::ags
