// A script made ready to run: every instruction with its operation in one numbering, its texts
// decoded, its method call sites numbered. Made once per script, immutable, shared by all runs on all
// threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/pathologic/format/script.hpp"
#include "engines/pathologic/machine/fast_code.hpp"
#include "engines/pathologic/machine/opcodes.hpp"
#include "vellum/value.hpp"

namespace vellum::pathologic {

/// One instruction as the stepping loop reads it.
struct Instruction {
    Op op;
    std::uint16_t count; ///< Number of operand values.
    std::uint32_t first; ///< Index of the first in the script's values.
    std::uint32_t extra; ///< Index of a text, of a method site or of a type list, as the operation needs.
};

/// A place in the code that calls a method by name.
struct MethodSite {
    std::string_view name;
    std::uint32_t argument_count;
    bool is_script_property = false; ///< Get-, Set- or HasScriptProperty with two arguments.
};

/// Types of an event's or task's variables, ready to be pushed.
struct TypeList {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

struct Prepared {
    explicit Prepared(std::shared_ptr<const Script> source);
    ~Prepared();
    Prepared(const Prepared&) = delete;
    Prepared& operator=(const Prepared&) = delete;

    std::shared_ptr<const Script> script;
    std::vector<Instruction> code;
    std::vector<std::string> texts; ///< Each Link makes values of its own of them.
    /// `extra` of an instruction whose text is decoded each time: overlapping texts of a small pool could
    /// fill any memory, so that only so many are kept.
    static constexpr std::uint32_t late_text = 0xFFFFFFFF;
    std::vector<MethodSite> methods;
    std::vector<Type> types;
    std::vector<TypeList> task_variables; ///< Per task.
    bool types_valid = true;              ///< False if the file names a type that does not exist.
    std::unique_ptr<const FastCode> fast; ///< Null if the script could not be verified.
    std::uint64_t identity = 0;           ///< Hash of everything that matters to a saved run.

    [[nodiscard]] std::span<const std::uint32_t> operands(const Instruction& instruction) const noexcept {
        return {script->instructions.values.data() + instruction.first, instruction.count};
    }
    [[nodiscard]] std::span<const Type> list(TypeList range) const noexcept {
        return {types.data() + range.first, range.count};
    }
    /// The handler of an event: the task's own, else a global one; null if there is none.
    [[nodiscard]] const EventHandler* handler(std::uint32_t task, std::uint32_t event) const noexcept;

  private:
    std::uint64_t text_left_ = 0; ///< Bytes of texts that may still be kept.
    std::uint32_t add_text(std::uint32_t offset);
    std::uint32_t add_types(std::span<const std::uint32_t> tags);
};

/// The value type of a tag in a file; `none` for tags that do not exist.
[[nodiscard]] Type type_of_tag(std::uint32_t tag) noexcept;

} // namespace vellum::pathologic
