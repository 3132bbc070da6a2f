// A linked set of scripts: instances with their global data and decoded code, everything callable, the host's
// variables and the managed pool. Contexts run over it. Relies on scripts, pool and host; runs nothing
// itself. Facts: docs/engines/ags.md, "Linking".
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engines/ags/format/script.hpp"
#include "engines/ags/isa/isa.hpp"
#include "engines/ags/machine/disk_account.hpp"
#include "engines/ags/machine/pool.hpp"
#include "engines/ags/machine/properties.hpp"
#include "engines/ags/machine/word.hpp"
#include "runtime/tier.hpp"
#include "vellum/host.hpp"
#include "vellum/natives.hpp"
#include "vellum/observer.hpp"
#include "vellum/program.hpp"

namespace vellum::ags {

class Machine;
class Environment;
class Play;
struct Callee;

inline constexpr std::uint32_t most_call_records = 128;

struct FastCode;

/// One decoded instruction with its fixup applied and its jump resolved.
struct Step {
    static constexpr std::uint32_t nowhere = 0xFFFFFFFF;
    Op op = Op::null;        ///< null: control must not come here. The rest as StepField says.
    std::uint8_t a = 0;      ///< first register
    std::uint8_t b = 0;      ///< second register
    std::uint32_t word = 0;  ///< address in the script
    Word value = 0;          ///< literal, number, or index of the jump target
    std::uint32_t extra = 0; ///< second number, or 1 if a jump goes backwards
};

/// A script in the world.
struct Instance {
    std::shared_ptr<const Script> script;
    std::uint32_t number = 0;
    std::string kind; ///< "script" or "room"
    std::vector<std::byte> data;
    std::vector<std::uint32_t> pointer_cells;   ///< Offsets in `data` that hold offsets into `data`; sorted.
    std::vector<std::uint32_t> pointer_globals; ///< Offsets in `data` that code uses as pointers; sorted.
    std::vector<Step> steps; ///< One more than there are instructions: the last catches running off.
    std::vector<std::uint32_t> step_at;                       ///< word -> index in `steps`, or Step::nowhere
    std::unordered_map<std::string, std::uint32_t> functions; ///< plain name -> export number
    std::unique_ptr<FastCode> fast;
    std::vector<std::uint64_t> executed; ///< By step, while executions are counted: those the fast form has
                                         ///< not noted elsewhere. Empty: nobody counts.
    std::vector<std::uint8_t> stops;     ///< By step: 1 where somebody may want to stop. Empty: nowhere.

    Instance();
    Instance(const Instance&) = delete;
    Instance(Instance&&) noexcept;
    Instance& operator=(Instance&&) noexcept;
    ~Instance();
};

/// A native of the library's own, called without any conversion. `arguments` in source order.
struct BuiltinCall {
    Environment& environment;
    std::span<const Word> arguments;
    Word self = 0;
    /// Set by `fail`; the script stops with that text.
    const DiagnosticCode* code = nullptr;
    std::string message;
    /// As a native's Call: what is kept from one frame to the next while it waits.
    Value* state = nullptr;
    bool resumed = false;
    bool suspended = false;
    const Callee* callee = nullptr; ///< What was called; null for a stand-in.

    /// What making or dropping an object costs beside its bytes.
    static constexpr std::uint64_t object_work = 256;

    Word fail(const DiagnosticCode& why, std::string_view text);
    /// The script waits; the function is called again in the next frame with `resumed` set.
    Word suspend() noexcept {
        suspended = true;
        return 0;
    }
    /// Charges the running function for bytes about to be walked, compared or made; as Call::charge.
    void charge(std::uint64_t bytes);
    /// The text an argument points to. Fails where there is none.
    bool text(Word word, std::string_view& out);
    /// A new String, or a failure when memory runs out.
    Word string(std::string_view text);
    /// The same for a text of that length, to be written through `bytes`; null `bytes` after a failure.
    Word text_of(std::uint64_t length, char*& bytes);
    /// What is kept under that name (Properties), or what the data of a game that is played says of it, or
    /// `otherwise`. Charges for finding it.
    Word kept(std::uint64_t object, std::string_view name, std::int32_t index = 0, Word otherwise = 0);
    /// Keeps a number or an object there; false after a failure.
    bool keep(std::uint64_t object, std::string_view name, std::int32_t index, Word value);
};
using Builtin = Word (*)(BuiltinCall& call);
/// One that reads nothing but the first two numbers it is given (0 where there are fewer) and touches
/// nothing: called without a BuiltinCall. Gives a number, an integer or the bits of a float, or `no_number`
/// if there is something to complain about: then the function itself does.
using PureBuiltin = std::int64_t (*)(std::uint32_t first, std::uint32_t second);
inline constexpr std::int64_t no_number = -1;
/// Such functions that machine code knows an operation for, with 0 as the second number.
enum class Computes : std::uint8_t { something, real_of_integer, square_root, integer_below };

struct StandInRow;
/// What is known of a native that the stand-in game answers; null if nothing is.
[[nodiscard]] const StandInRow* find_stand_in(const Callee& callee);
/// The stand-in game's answer, where it has one: what scripts set, else what is usual. True if `result` is
/// it.
[[nodiscard]] bool answer_for_game(BuiltinCall& call, const Callee& callee, Word& result);
/// Takes all items out of a list box.
void clear_items(BuiltinCall& call, std::uint64_t list);

/// A file of the folder of `File`, which there must be, by its plain name: no link on the way is followed.
/// What it may take was asked of the account before.
[[nodiscard]] Result<void> write_script_file(const Environment& environment, const std::string& name,
                                             std::span<const std::byte> bytes);
/// Removes one, from the account as well; false if there is none.
bool remove_script_file(Environment& environment, const std::string& name);

enum class CalleeKind : std::uint8_t { builtin, native, script };

/// Something an import can be resolved to and a call can lead to.
struct Callee {
    CalleeKind kind = CalleeKind::native;
    std::string import; ///< Name as imported.
    // builtin
    Builtin builtin = nullptr;
    PureBuiltin pure = nullptr;
    Computes computes = Computes::something;
    std::int32_t least_arguments = 0;
    // native
    Native native;
    NativeKind native_kind = NativeKind::function;
    std::string owner;
    std::string name;
    std::int32_t arity = -1;
    std::vector<Type> types;              ///< Of the parameters, as far as the native's signature says.
    bool takes_booleans = false;          ///< Among the types.
    bool gives_real = false;              ///< Of a native, and of a builtin with `pure`.
    const StandInRow* stand_in = nullptr; ///< Of one that a stand-in answers.
    bool gives_object = false;            ///< The same: some script uses the result as an object.
    // script
    std::uint32_t instance = 0;
    std::uint32_t address = 0;
    mutable std::uint64_t calls = 0; ///< That nobody was told of yet: of a builtin, while calls are counted.

    [[nodiscard]] NativeKey key() const { return {native_kind, owner, name, arity}; }
    /// The word for a number that was computed without values.
    [[nodiscard]] Word word_for(std::uint32_t number) const noexcept {
        return word_of(number, static_cast<std::uint32_t>(gives_real ? Tag::real : Tag::integer));
    }
    /// `pure` with so many arguments. False: it has no number.
    [[nodiscard]] bool compute(std::span<const Word> arguments, Word& result) const {
        const std::int64_t number = pure(arguments.empty() ? 0 : number_of(arguments[0]),
                                         arguments.size() < 2 ? 0 : number_of(arguments[1]));
        result = word_for(static_cast<std::uint32_t>(number));
        return number >= 0;
    }
};

/// A variable of the host that scripts import by name: an array of objects, or one thing. Whether that is an
/// object or a pointer to one shows where it is used: a pointer is read and written as such (MEMREADPTR,
/// MEMWRITEPTR), the address of an object is the object.
struct HostVariable {
    std::string name;
    Native get;                     ///< the object, or with an index the element; empty for a stand-in
    Native set;                     ///< of a pointer; empty: it cannot be written
    std::uint32_t element_size = 0; ///< Bytes of an array's element; 0: no array
};

/// What a character of a game's texts is: a byte, or a code point in UTF-8.
enum class TextMode : std::uint8_t { bytes, utf8 };

/// The property of the world that holds its timers, by number.
inline constexpr std::string_view timer_name = "Timer";

/// How field access of host objects goes: natives "@field" of the object's class.
struct FieldAccess {
    Native read;
    Native write;
};

class Environment {
  public:
    Environment(const Engine& engine, Host& host) : engine_(engine), host_(host) { pool_.set_types(types_); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    ~Environment() = default;

    /// Adds a script; links nothing.
    Result<std::uint32_t> add(std::shared_ptr<const Script> script, std::string kind);
    /// Links the instances from `first` on. All of them are in the table of exports already.
    Result<void> link(std::uint32_t first);
    /// Lowers what was linked to the fast form, script by script. One that looks at what other scripts leave
    /// in registers keeps all of them precise.
    void prepare_fast();
    /// Functions with stops in them are not entered in the fast form.
    void plant(std::span<const CodeRange> ranges);
    /// True while there are any.
    [[nodiscard]] bool planted() const noexcept { return planted_; }

    /// Counts how often each step is executed, or no longer; what was counted before is forgotten.
    void count_executions(bool on);
    /// Scripts that were linked since then.
    void count_new_scripts();
    [[nodiscard]] bool counting() const noexcept { return counting_; }
    /// What was counted of a script, by instruction.
    [[nodiscard]] std::vector<std::uint64_t> executions(const Instance& instance) const;

    [[nodiscard]] Host& host() noexcept { return host_; }
    [[nodiscard]] Pool& pool() noexcept { return pool_; }
    [[nodiscard]] const Pool& pool() const noexcept { return pool_; }
    [[nodiscard]] const ObjectTypes& types() const noexcept { return types_; } ///< Of all scripts of AGS 4.
    [[nodiscard]] std::vector<Instance>& instances() noexcept { return instances_; }
    [[nodiscard]] const std::vector<Instance>& instances() const noexcept { return instances_; }
    /// Where the data of each of them lies: it never moves.
    [[nodiscard]] const std::vector<std::byte*>& data_places() const noexcept { return data_places_; }
    [[nodiscard]] const std::deque<Callee>& callees() const noexcept { return callees_; }
    [[nodiscard]] const std::deque<HostVariable>& variables() const noexcept { return variables_; }

    /// The handle of the object an address into a host variable means; 0 if there is none.
    [[nodiscard]] std::uint32_t variable_object(Word address);
    /// What a variable holds, as the host says it; its name is the host's business.
    [[nodiscard]] Value variable_value(const HostVariable& variable, std::uint32_t offset);
    /// Gives the variable another object. False if it cannot be written or the host refuses, with its words.
    [[nodiscard]] bool set_variable(const HostVariable& variable, Value value, std::string& error);
    /// The word for what the data of a game says; a text becomes a String. False if there is no memory for
    /// it.
    [[nodiscard]] bool word_of(const Value& value, Word& word);
    /// A number in a variable that no host has, such as `mouse.x`: nothing happens where no script imports
    /// it.
    void set_number(std::string_view variable, std::uint32_t offset, std::int32_t value);
    [[nodiscard]] std::int32_t number_in(std::string_view variable, std::uint32_t offset) const;
    /// What hosts call the object that a word means; 0 if it is none of theirs.
    [[nodiscard]] std::uint64_t host_id(Word word);
    /// A new object of the stand-in game, and its handle; 0 if there is no memory for it.
    [[nodiscard]] std::uint32_t make_stand_in(std::string_view name);
    /// True for an object that nobody but the stand-in game knows; it is an empty text, too.
    [[nodiscard]] bool is_stand_in(std::uint32_t handle) const noexcept;
    /// What scripts wrote there, into a variable that nobody knows; 0 until they do, and false.
    bool read_stand_in(Word address, std::uint32_t& value) const;
    /// False after a fault: there is no memory for it.
    bool write_stand_in(Word address, std::uint32_t value);
    /// Drops what scripts set of an object that is gone.
    void forget(std::uint64_t id) { properties_.forget(pool_, id); }
    /// The handle of an object as hosts see it; a new one for an object of the host that has none; 0 if there
    /// is no such object or no memory for it.
    [[nodiscard]] std::uint32_t handle_of(std::uint64_t id);
    /// The variable a stand-in object was made for, and its place, or what made it; empty for other objects.
    [[nodiscard]] std::string stand_in_name(std::uint64_t id) const;
    /// Reads or writes a field of a host object. False if the host has no such field.
    [[nodiscard]] bool read_field(std::uint32_t handle, std::uint32_t offset, std::uint32_t width,
                                  std::uint32_t& value);
    [[nodiscard]] bool write_field(std::uint32_t handle, std::uint32_t offset, std::uint32_t width,
                                   std::uint32_t value);

    /// Bytes an address may be read from, to the end of its object; empty if it has none. Not for stack
    /// addresses.
    [[nodiscard]] std::span<const std::byte> readable(Word address) const;
    /// The same for writing.
    [[nodiscard]] std::span<std::byte> writable(Word address);

    /// What scripts set where no game keeps it; part of snapshots.
    [[nodiscard]] Properties& properties() noexcept { return properties_; }
    [[nodiscard]] const Properties& properties() const noexcept { return properties_; }

    /// The world's own clock, in microseconds since 1970: starts where a setting says and goes with the
    /// frames. Part of snapshots.
    [[nodiscard]] std::uint64_t clock() const noexcept { return clock_; }
    /// A frame of that length: timers count down, the clock goes on.
    void tick(float seconds) noexcept;
    void set_clock(std::uint64_t microseconds) noexcept { clock_ = microseconds; }

    /// Next number of the world's own generator: deterministic, part of snapshots.
    [[nodiscard]] std::uint32_t random();
    [[nodiscard]] std::uint64_t random_state() const noexcept { return random_; }
    void set_random_state(std::uint64_t state) noexcept { random_ = state; }

    // Settings of the world, fixed before it runs.
    std::uint32_t loop_limit = 150000;
    std::uint32_t most_calls = most_call_records; ///< Open calls of a machine; a budget may lower it.
    TierSettings tier;
    std::string sandbox; ///< Directory for File; empty: no files.
    DiskAccount disk;    ///< Of what scripts write there.
    TextMode text_mode = TextMode::bytes;
    /// The game that is played; null where only scripts are there. Not owned.
    Play* play = nullptr;

    /// Keys and buttons that were pressed since the last frame, as `InputType` has them; part of snapshots.
    static constexpr std::uint32_t keyboard_input = 0x02000000, mouse_input = 0x04000000;
    std::uint32_t input = 0;

    /// True when all instances have a fast form that is equal to the precise one.
    [[nodiscard]] bool fast() const noexcept { return tier.most != Tier::precise && slow_.empty(); }
    /// The scripts that run precisely, and why, in the order in which that was found.
    struct Slow {
        std::uint32_t instance = 0;
        std::string reason;
    };
    [[nodiscard]] const std::vector<Slow>& slow() const noexcept { return slow_; }

    /// True if scripts that have a fast form may use it.
    [[nodiscard]] bool may_run_fast() const noexcept {
        return tier.most != Tier::precise && !registers_escape_;
    }

    /// The machine that runs; null while none does.
    Machine* current = nullptr;

  private:
    struct Symbol {
        Word word = 0;
        bool data = false;
    };

    void add_exports(Instance& instance);
    [[nodiscard]] bool resolve(const std::string& import, bool called, Word& word);
    [[nodiscard]] bool resolve_export(const std::string& import, Word& word) const;
    [[nodiscard]] bool resolve_native(const std::string& import, Word& word);
    [[nodiscard]] bool resolve_variable(const std::string& import, Word& word);
    void build_steps(Instance& instance);
    void name_types(Instance& instance);
    void find_object_results(const Instance& instance);
    void find_pointer_globals(Instance& instance);
    /// False if the native failed; `result` is nothing then.
    bool call_native(const Native& native, std::span<Value> arguments, Value& result, std::uint64_t receiver,
                     std::string* error = nullptr);
    [[nodiscard]] FieldAccess& fields(std::uint32_t handle);
    bool read_kept_field(std::uint64_t id, std::uint32_t offset, std::uint32_t& value) const;
    bool write_kept_field(std::uint64_t id, std::uint32_t offset, std::uint32_t value);

    const Engine& engine_;
    Host& host_;
    ObjectTypes types_; // the pool looks into them
    Pool pool_;
    std::vector<Instance> instances_;
    std::vector<std::byte*> data_places_;
    std::vector<std::vector<Word>> imports_;
    std::deque<Callee> callees_; // natives may link rooms while they are called: entries stay put
    std::deque<HostVariable> variables_;
    std::unordered_map<std::string, Word> resolved_;             ///< imports that were looked up, by name
    std::unordered_map<std::string, Symbol> exports_;            ///< by exported name
    std::unordered_map<std::string, std::string> by_plain_name_; ///< first `name$…` of a plain name
    std::unordered_map<std::string, FieldAccess> fields_;        ///< by class
    std::uint64_t random_ = 0x9E3779B97F4A7C15U;
    std::uint64_t clock_ = std::uint64_t{946'684'800} * 1'000'000; ///< The year 2000.
    Properties properties_;
    std::vector<Slow> slow_;
    bool counting_ = false;
    bool planted_ = false;
    std::uint32_t prepared_ = 0;    ///< Instances that were looked at by prepare_fast.
    bool registers_escape_ = false; ///< A script looks at registers that others leave behind.
};

/// The engine's own functions by import name without `^N`: (name, arity as imported) or null.
[[nodiscard]] const struct BuiltinEntry* find_builtin(std::string_view name, std::int32_t arity);

/// The function behind a row that Vellum answers (api/rows.inc).
struct BuiltinEntry {
    std::string_view name;  ///< "String::Append", "String::get_Length", "Random"
    std::int32_t arity = 0; ///< Arguments; 100 + fixed ones for variadic functions.
    Builtin function = nullptr;
    bool gives_way = false;     ///< To a host that has it, too: a game may keep such things itself.
    PureBuiltin pure = nullptr; ///< The same without a call, where that is possible.
    bool gives_real = false;    ///< What `pure` gives.
    Computes computes = Computes::something;
};
[[nodiscard]] std::span<const BuiltinEntry> string_builtins() noexcept;
[[nodiscard]] std::span<const BuiltinEntry> maths_builtins() noexcept;
[[nodiscard]] std::span<const BuiltinEntry> container_builtins() noexcept;
[[nodiscard]] std::span<const BuiltinEntry> file_builtins() noexcept;
[[nodiscard]] std::span<const BuiltinEntry> old_text_builtins() noexcept;
[[nodiscard]] std::span<const BuiltinEntry> game_builtins() noexcept;
[[nodiscard]] std::span<const BuiltinEntry> time_builtins() noexcept;
/// The function by which a game that is played answers, or null: what only remembers is a property.
[[nodiscard]] const BuiltinEntry* find_played(std::string_view name, std::int32_t arity);
/// The function for natives of a game that is played that no other is there for, or null.
[[nodiscard]] Builtin find_kept(const Callee& callee);
/// All rows of what scripts ask for, those of games' own natives and variables too.
void each_row(const std::function<void(NativeRow&&)>& visit);
/// Their signatures, for whoever lists what there is.
[[nodiscard]] const Host& known_natives();

} // namespace vellum::ags
