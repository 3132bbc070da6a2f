// Verified p-code made ready to run in one world: one instruction per decoded instruction (so places are the
// same), slots as offsets from a frame, texts as shared objects, imports bound to natives. Frequent sequences
// are joined: the first instruction does the work of all and the rest is skipped, but stays for those who
// jump there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engines/skrit/isa/isa.hpp"
#include "engines/skrit/unit.hpp"
#include "vellum/host.hpp"

namespace vellum::skrit {

/// What the machine executes beside the opcodes that need nothing settled beforehand.
enum Joined : std::uint16_t {
    joined_first = 128,
    push_integer = joined_first, ///< b
    push_text,                   ///< b: index in LinkedCode::texts; takes two instructions
    load_local,                  ///< b: offset
    load_instance,
    load_shared,
    load_text_local,
    load_text_instance,
    load_text_shared,
    load_handle_local,
    load_handle_instance,
    load_handle_shared,
    store_local,
    store_instance,
    store_shared,
    store_text_local,
    store_text_instance,
    store_text_shared,
    store_handle_local,
    store_handle_instance,
    store_handle_shared,
    zero_local,   ///< b: offset
    parameter,    ///< b: number; a: 1 if a text or handle moves out
    skip,         ///< nothing to do
    free_text,    ///< a: count, b: offset of the first
    free_handle,  ///< a: count, b: offset of the first
    pop_text,     ///< the cell is text
    pop_handle,   ///< the cell is a handle
    pop_mixed,    ///< a: count; kinds from the verification
    equal_handle, ///< both are released
    differ_handle,
    call_native,    ///< b: call site
    call_script,    ///< b: function
    branch_to,      ///< b: instruction
    branch_zero_to, ///< b: instruction
    // sequences
    compare_branch_first,
    branch_unless_less = compare_branch_first, ///< ISLESSI BRANCHZERO; b: instruction
    branch_unless_greater,
    branch_unless_less_equal,
    branch_unless_greater_equal,
    branch_unless_equal,
    branch_unless_differ,
    load_local_push,    ///< LOADVAR local, PUSHn: a: offset, b: constant
    add_local_constant, ///< LOADVAR local x, PUSHn, ADDI, STOREVAR local x: a: offset, b: constant
    append_text_local,  ///< LOADSTR x, PUSHn, OFFTOPCC, ADDSC, STORESTR x: a: offset, b: text
    take_parameter,     ///< ALLOCVAR, PUSHPRM, STOREVAR: a: offset, b: parameter
    load_add_constant,  ///< LOADVAR local, PUSHn, ADDI or SUBTRACTI: a: offset, b: constant
};

struct Instruction {
    std::uint16_t op = 0;
    std::uint16_t a = 0;
    std::int32_t b = 0;
};

/// An argument that goes back to a variable after the call.
struct WriteBack {
    std::uint16_t argument = 0;
    Cell cell = Cell::none;
    std::uint32_t slot = 0;
};

/// A call of the host as one instruction makes it.
struct CallSite {
    Native native;
    std::uint32_t import = 0;
    std::uint16_t count = 0;  ///< Arguments.
    bool member = false;      ///< The receiver lies below them.
    bool receiver_id = false; ///< … and is an identifier, which may be invalid.
    bool variadic = false;    ///< Their number lies on top.
    bool has_text = false;    ///< Some argument is text.
    TypeKind result = TypeKind::none;
    std::uint32_t kinds = 0; ///< First of `count` entries in LinkedCode::argument_kinds.
    std::uint32_t write_back = 0, write_back_end = 0;
};

/// How a cell becomes a value for a native.
enum class ArgumentKind : std::uint8_t { boolean, integer, real, text, object, handle };

/// What the machine knows about a function.
struct LinkedFunction {
    std::uint32_t first = 0; ///< Instruction.
    std::uint16_t locals = 0, general = 0, text = 0, handle = 0, stack = 0;
    std::uint16_t parameters = 0;
    bool owned_parameters = false; ///< Some parameter is text or a handle.
    TypeKind result = TypeKind::none;
};

class LinkedCode {
  public:
    std::vector<Instruction> joined;   ///< What runs.
    std::vector<Instruction> separate; ///< The same without joining, for observers of single steps.
    std::vector<LinkedFunction> functions;
    std::vector<CallSite> sites;
    std::vector<ArgumentKind> argument_kinds;
    std::vector<WriteBack> write_backs;
    std::vector<String> texts;
    const Unit* unit = nullptr;
    std::size_t most_arguments = 0;
};

/// Finds the native behind an import.
class Binder {
  public:
    virtual ~Binder() = default;
    virtual Native bind(const Unit& unit, std::uint32_t import, std::int32_t arity) = 0;
};

/// Makes proved code ready. The unit must outlive the result.
[[nodiscard]] LinkedCode link(const Unit& unit, Binder& binder);

} // namespace vellum::skrit
