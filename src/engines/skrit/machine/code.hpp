// Verified p-code made ready to run in one world: one instruction per decoded instruction (so places are the
// same), slots as offsets from a frame, texts as shared objects, imports bound to natives. Frequent sequences
// are fused: the first instruction does the work of all and the rest is skipped, but stays for those who
// jump there.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engines/skrit/isa/isa.hpp"
#include "engines/skrit/isa/operands.hpp"
#include "engines/skrit/unit/unit.hpp"
#include "vellum/host.hpp"
#include "vellum/observer.hpp"

namespace vellum::skrit {

/// What the machine's loop executes (operations.def).
enum class Do : std::uint16_t {
#define PLAIN(name) name,
#define OPERATION(name) name,
#include "engines/skrit/machine/operations.def"
};

struct Instruction {
    Do op = Do::refused;
    std::int16_t a = 0;
    std::int32_t b = 0;
    std::int32_t c = 0;
    friend bool operator==(const Instruction&, const Instruction&) = default;
};

/// An argument that goes back to a variable after the call.
struct WriteBack {
    std::uint16_t argument = 0;
    Cell cell = Cell::none;
    SlotFrame frame = SlotFrame::local;
    std::int32_t offset = 0;
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
    bool counted = false;     ///< … or a handle: cells that must be given back.
    TypeKind result = TypeKind::none;
    std::uint32_t kinds = 0; ///< First of `count` entries in LinkedCode::argument_kinds.
    std::uint32_t write_back = 0, write_back_end = 0;
};

/// How a cell becomes a value for a native.
enum class ArgumentKind : std::uint8_t { boolean, integer, real, text, object, handle };

/// What the machine knows about a function.
struct LinkedFunction {
    std::uint32_t first = 0; ///< Instruction.
    std::uint32_t begin =
        0; ///< Where fused code begins: parameters that live where they came in need nothing.
    std::uint16_t locals = 0, general = 0, text = 0, handle = 0, stack = 0;
    std::uint16_t parameters = 0;
    bool owned_parameters = false; ///< Some parameter is text or a handle.
    TypeKind result = TypeKind::none;
};

struct NativeCode;

class LinkedCode {
  public:
    std::vector<Instruction> fused;   ///< What runs.
    std::vector<Instruction> unfused; ///< The same without fusing, for observers of single steps.
    std::vector<LinkedFunction> functions;
    std::vector<CallSite> sites;
    std::vector<ArgumentKind> argument_kinds;
    std::vector<WriteBack> write_backs;
    std::vector<String> texts;
    const Unit* unit = nullptr;
    std::size_t most_arguments = 0;
    std::uint32_t longest_run = 0; ///< Instructions that may be executed between two that are charged for.
    std::shared_ptr<NativeCode> native; ///< Where machine code may be made.

    /// Functions with stops in them leave the fused form; the ranges are of addresses.
    void plant(std::span<const CodeRange> ranges);
    [[nodiscard]] bool planted() const noexcept { return !whole_.empty(); }

  private:
    /// As it was before something was planted.
    std::vector<Instruction> whole_;
    std::vector<LinkedFunction> whole_functions_;
};

/// Finds the native behind an import.
class Binder {
  public:
    virtual ~Binder() = default;
    virtual Native bind(const Unit& unit, std::uint32_t import, std::int32_t arity) = 0;
};

/// Parameters that are first of all stored in a variable live where the caller put them, below the frame.
struct InPlace {
    std::vector<std::int32_t> offsets; ///< Per general slot of the function: offset below the frame, or 0.
    std::size_t begin = 0;             ///< Instruction up to which nothing needs to be done.
    std::size_t end = 0;               ///< Instruction behind the function's taking of parameters.

    /// Where a general slot lies from the frame on.
    [[nodiscard]] std::int32_t offset_of(std::size_t slot) const {
        return offsets[slot] != 0 ? offsets[slot] : static_cast<std::int32_t>(slot);
    }
};
[[nodiscard]] InPlace find_in_place(const Unit& unit, std::size_t function, const std::vector<bool>& targets);

/// Before each instruction, how many variables of the general store are alive.
[[nodiscard]] std::vector<std::uint16_t> live_general(const Unit& unit);

/// Fuses frequent sequences in `code.fused`; no sequence reaches into an instruction that is jumped to.
void fuse_sequences(LinkedCode& code, const std::vector<bool>& targets);

/// Makes verified code ready. The unit must outlive the result.
[[nodiscard]] LinkedCode link(const Unit& unit, Binder& binder);

} // namespace vellum::skrit
