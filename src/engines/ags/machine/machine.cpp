// The stack, the memory behind addresses, and the bookkeeping of calls: what every interpreter of the machine
// shares.
#include "engines/ags/machine/machine.hpp"

#include <algorithm>
#include <cstring>
#include <ranges>

#include "base/bytes.hpp"
#include "base/moving.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/machine/fast/code.hpp"

namespace vellum::ags {

bool Machine::fault(const DiagnosticCode& code, std::string message) {
    if (fault_code_ != nullptr) return false; // the first one counts
    fault_code_ = &code;
    fault_message_ = std::move(message);
    return false;
}

void MachineFields::clear() noexcept {
    // Bound by name so that a new member must be thought of. What vectors hold room for stays theirs, and
    // nobody reads the stack beyond its counts: this runs once per call from outside.
    auto& [registers_, stack_, parameters_, records_, runs_, instance_, step_, line_, function_start_,
           this_base_, next_arguments_, far_arguments_, object_call_, waiting_, native_state_, executed_] =
        *this;
    registers_.fill(0);
    stack_.count = stack_.used = stack_.tail = 0;
    parameters_.clear();
    records_.clear();
    runs_.clear();
    instance_ = step_ = function_start_ = 0;
    line_ = 0;
    this_base_ = next_arguments_ = far_arguments_ = -1;
    object_call_ = waiting_ = false;
    native_state_ = Value();
    static_cast<void>(executed_);
}

void Machine::reset() {
    clear();
    work_left_ = 0;
    abort_requested = restored = false;
    fault_code_ = nullptr;
    fault_message_.clear();
}

/// The open calls and, behind them, where the machine stands.
std::vector<CallRecord> Machine::open_calls() const {
    if (runs.empty()) return {};
    std::vector<CallRecord> calls = records;
    CallRecord here;
    here.instance = instance;
    here.line = line;
    std::uint32_t at = step;
    if (fast_state != nullptr) describe_fast(*fast_state, calls, at, here.line);
    here.word = steps()[at].word;
    calls.push_back(here);
    return calls;
}

std::vector<Frame> Machine::frames() const {
    std::vector<Frame> result;
    for (const CallRecord& call : std::views::reverse(open_calls())) {
        const Script& script = *environment_.instances()[call.instance].script;
        result.push_back({std::string(script.function_of(call.word)), call.word,
                          std::string(script.section_of(call.word)),
                          call.line > 0 ? static_cast<std::uint32_t>(call.line) : 0});
    }
    return result;
}

std::vector<Machine::OpenFrame> Machine::open_frames() const {
    std::vector<OpenFrame> result;
    for (const CallRecord& call : open_calls()) result.push_back({call.instance, call.word, {}});
    // A run notes where it began; within one, callers that were compiled here say how deep they were.
    std::size_t at = 0;
    for (const Run& run : runs) {
        std::optional<std::uint32_t> base = run.stack_used;
        for (std::uint32_t i = 0; i <= run.nesting && at < result.size() && fast_state == nullptr;
             ++i, ++at) {
            result[at].base = base;
            const Variables* const known = environment_.instances()[result[at].instance].script->variables();
            const std::uint32_t depth = known == nullptr ? 0 : known->depth_at(result[at].word);
            if (depth == 0 || !base)
                base.reset();
            else
                *base += depth;
        }
    }
    std::ranges::reverse(result);
    return result;
}

Fault Machine::take_fault() {
    Fault result;
    result.code = fault_code_;
    result.message = std::move(fault_message_);
    result.machine = number_;
    result.frames = frames();
    fault_code_ = nullptr;
    fault_message_.clear();
    return result;
}

void Machine::tell_disposed() {
    Pool& pool = environment_.pool();
    while (pool.has_disposed_host_objects())
        for (const std::uint64_t id : pool.take_disposed()) {
            environment_.forget(id);
            context_.disposed(id);
        }
}

// --- Stack
// ----------------------------------------------------------------------------------------------------------

bool Machine::has_room(std::uint32_t bytes) {
    if (stack.count + 1 < stack_entries && std::uint64_t{stack.used} + bytes < stack_bytes) return true;
    return fault(codes::stack_overflow, "stack overflow, attempted to grow from " +
                                            std::to_string(stack.used) + " by " +
                                            std::to_string(static_cast<std::int32_t>(bytes)) + " bytes");
}

bool Machine::push(Word value) {
    if (!has_room(4)) return false;
    const std::uint32_t at = stack.count++;
    stack.values[at] = value;
    stack.sizes[at] = 4;
    stack.raw[at] = false;
    stack.offsets[at] = static_cast<std::uint16_t>(stack.used);
    stack.used += 4;
    stack.tail = 0;
    return true;
}

bool Machine::pop(Word& value) {
    if (stack.count == 0) return fault(codes::stack_underflow, "stack underflow");
    const std::uint32_t at = --stack.count;
    stack.used = stack.offsets[at];
    stack.tail = 0;
    if (!stack.raw[at]) {
        value = stack.values[at];
        return true;
    }
    std::uint32_t number = 0;
    for (std::uint32_t i = 0; i < 4 && i < stack.sizes[at]; ++i)
        number |= std::to_integer<std::uint32_t>(stack.bytes[stack.used + i]) << (8 * i);
    value = integer_word(number);
    return true;
}

bool Machine::grow(std::uint32_t bytes) {
    if (stack.tail != 0) { // a write has begun the entry: ADD SP takes it in
        const std::uint32_t size = stack.tail;
        if (!has_room(size)) return false;
        stack.offsets[stack.count] = static_cast<std::uint16_t>(stack.used);
        stack.sizes[stack.count] = static_cast<std::uint16_t>(size);
        ++stack.count;
        stack.used += size;
        stack.tail = 0;
        if (bytes <= size) return true;
        bytes -= size;
    }
    if (bytes == 0) return true;
    if (bytes > stack_bytes || !has_room(bytes)) return has_room(bytes);
    const std::uint32_t at = stack.count++;
    stack.raw[at] = true;
    stack.values[at] = 0;
    stack.sizes[at] = static_cast<std::uint16_t>(bytes);
    stack.offsets[at] = static_cast<std::uint16_t>(stack.used);
    std::memset(stack.bytes.data() + stack.used, 0, bytes);
    stack.used += bytes;
    return true;
}

bool Machine::drop(std::uint32_t bytes) {
    std::int64_t left = bytes;
    stack.tail = 0;
    while (left > 0) {
        if (stack.count == 0) return fault(codes::stack_underflow, "stack underflow");
        const std::uint32_t at = --stack.count;
        left -= stack.sizes[at];
        stack.used = stack.offsets[at];
    }
    return true;
}

bool Machine::begin_raw_tail(std::uint32_t bytes) {
    if (registers[reg_mar] != stack_pointer())
        return fault(codes::memory_access, "ZEROMEMORY was used away from the end of the stack");
    if (bytes > stack_bytes || !has_room(bytes)) return has_room(bytes);
    stack.raw[stack.count] = true;
    stack.values[stack.count] = 0;
    stack.tail = bytes;
    stack.sizes[stack.count] = static_cast<std::uint16_t>(bytes);
    stack.offsets[stack.count] = static_cast<std::uint16_t>(stack.used);
    std::memset(stack.bytes.data() + stack.used, 0, bytes);
    return true;
}

bool Machine::address_below(std::uint32_t bytes, Word& out) {
    if (bytes == 0) {
        out = stack_pointer();
        return true;
    }
    if (bytes > stack.used) return fault(codes::stack_underflow, "stack underflow");
    const std::uint32_t position = stack.used - bytes;
    std::uint32_t entry = stack.count;
    while (entry > 0 && stack.offsets[--entry] > position) {
    }
    out = address_word(Tag::stack, entry, position - stack.offsets[entry]);
    return true;
}

std::span<std::byte> Machine::stack_memory(Word address) {
    const std::uint32_t entry = object_of(address);
    const std::uint32_t limit = stack.tail != 0 ? stack.count + 1 : stack.count;
    if (entry >= limit || entry >= stack_entries || !stack.raw[entry]) return {};
    const std::uint32_t offset = number_of(address);
    const std::uint32_t size = stack.sizes[entry];
    if (offset > size) return {};
    return std::span(stack.bytes).subspan(stack.offsets[entry] + offset, size - offset);
}

// --- Memory
// ---------------------------------------------------------------------------------------------------------

namespace {

Word narrow(std::uint32_t number, std::uint32_t width) {
    if (width == 1) return integer_word(number & 0xFFU);
    if (width == 2) return integer_word(static_cast<std::int32_t>(static_cast<std::int16_t>(number)));
    return integer_word(number);
}

std::uint32_t load(const std::byte* at, std::uint32_t width) {
    if (width == 1) return load_u8(at);
    if (width == 2) return load_u16(at);
    return load_u32(at);
}

void store(std::byte* at, std::uint32_t width, std::uint32_t value) {
    if (width == 1)
        store_u8(at, static_cast<std::uint8_t>(value));
    else if (width == 2)
        store_u16(at, static_cast<std::uint16_t>(value));
    else
        store_u32(at, value);
}

} // namespace

bool Machine::read(Word address, std::uint32_t width, Word& out) {
    switch (kind_of(address)) {
    case Tag::stack: {
        const std::uint32_t entry = object_of(address);
        const std::uint32_t limit = stack.tail != 0 ? stack.count + 1 : stack.count;
        if (entry >= limit || entry >= stack_entries)
            return fault(codes::memory_access, "an address points above the stack");
        if (!stack.raw[entry]) {
            if (number_of(address) != 0) return fault_outside(number_of(address), width);
            out = width == 4 ? stack.values[entry] : narrow(number_of(stack.values[entry]), width);
            return true;
        }
        const std::span<std::byte> bytes = stack_memory(address);
        if (bytes.size() < width) return fault_outside(number_of(address), width);
        out = narrow(load(bytes.data(), width), width);
        return true;
    }
    case Tag::object: {
        const std::uint32_t handle = object_of(address);
        if (!environment_.pool().exists(handle))
            return fault(codes::bad_handle,
                         "the object at an address no longer exists: handle " + std::to_string(handle));
        const Object& object = environment_.pool()[handle];
        if (object.kind == ObjectKind::host) {
            std::uint32_t value = 0;
            if (!environment_.read_field(handle, number_of(address), width, value))
                return fault_outside(number_of(address), width);
            out = narrow(value, width);
            return true;
        }
        const std::span<const std::byte> bytes = environment_.readable(address);
        if (bytes.size() < width) return fault_outside(number_of(address), width);
        std::uint32_t value = load(bytes.data(), width);
        // A text's terminator may by now be a letter of a longer text in the same buffer; readers see 0.
        if (object.kind == ObjectKind::string && bytes.size() == width)
            value &= width == 1 ? 0U : (1U << (8 * (width - 1))) - 1;
        out = narrow(value, width);
        return true;
    }
    case Tag::variable: {
        const HostVariable& variable = environment_.variables()[object_of(address)];
        std::uint32_t value = 0;
        if (!variable.get) {
            environment_.read_stand_in(address, value);
            out = narrow(value, width);
            return true;
        }
        const std::uint32_t handle = environment_.variable_object(address);
        const std::uint32_t offset =
            variable.element_size == 0 ? number_of(address) : number_of(address) % variable.element_size;
        if (handle == 0 || !environment_.read_field(handle, offset, width, value))
            return fault_outside(number_of(address), width);
        out = narrow(value, width);
        return true;
    }
    case Tag::data:
    case Tag::literal: {
        const std::span<const std::byte> bytes = environment_.readable(address);
        if (bytes.size() < width) return fault_outside(number_of(address), width);
        out = narrow(load(bytes.data(), width), width);
        if (width == 4 && kind_of(address) == Tag::data) {
            const std::vector<std::uint32_t>& cells =
                environment_.instances()[object_of(address)].pointer_cells;
            if (!cells.empty() && std::binary_search(cells.begin(), cells.end(), number_of(address)))
                out = address_word(Tag::data, object_of(address), number_of(out));
        }
        return true;
    }
    case Tag::integer:
    case Tag::real:
    case Tag::code: break;
    }
    if (is_null(address)) return fault(codes::null_pointer, "Null pointer referenced");
    return fault(codes::memory_access, "a number was used as an address");
}

bool Machine::write(Word address, std::uint32_t width, Word value) {
    switch (kind_of(address)) {
    case Tag::stack: {
        const std::uint32_t entry = object_of(address);
        if (entry >= stack_entries || entry > stack.count)
            return fault(codes::memory_access, "an address points above the stack");
        const bool begun = entry < stack.count || stack.tail != 0;
        if (begun && stack.raw[entry]) {
            const std::span<std::byte> bytes = stack_memory(address);
            if (bytes.size() < width) return fault_outside(number_of(address), width);
            store(bytes.data(), width, number_of(value));
            return true;
        }
        if (number_of(address) != 0) return fault_outside(number_of(address), width);
        if (!begun) {
            if (!has_room(width)) return false;
            stack.raw[entry] = false;
            stack.offsets[entry] = static_cast<std::uint16_t>(stack.used);
        }
        stack.values[entry] =
            width == 4 ? value : integer_word(number_of(value) & (width == 1 ? 0xFFU : 0xFFFFU));
        if (entry == stack.count) stack.tail = width;
        stack.sizes[entry] = static_cast<std::uint16_t>(width);
        return true;
    }
    case Tag::object:
        if (const std::uint32_t handle = object_of(address);
            environment_.pool().exists(handle) && environment_.pool()[handle].kind == ObjectKind::host) {
            if (environment_.write_field(handle, number_of(address), width, number_of(value))) return true;
            return fault_outside(number_of(address), width);
        }
        [[fallthrough]];
    case Tag::data: {
        const std::span<std::byte> bytes = environment_.writable(address);
        if (bytes.size() < width) return fault_outside(number_of(address), width);
        store(bytes.data(), width, number_of(value));
        return true;
    }
    case Tag::variable: {
        const HostVariable& variable = environment_.variables()[object_of(address)];
        if (!variable.get) return environment_.write_stand_in(address, number_of(value));
        const std::uint32_t handle = environment_.variable_object(address);
        const std::uint32_t offset =
            variable.element_size == 0 ? number_of(address) : number_of(address) % variable.element_size;
        if (handle != 0 && environment_.write_field(handle, offset, width, number_of(value))) return true;
        return fault_outside(number_of(address), width);
    }
    case Tag::literal: return fault(codes::memory_access, "a string literal cannot be written to");
    case Tag::integer:
    case Tag::real:
    case Tag::code: break;
    }
    if (is_null(address)) return fault(codes::null_pointer, "Null pointer referenced");
    return fault(codes::memory_access, "a number was used as an address");
}

/// The variable whose pointer an address means; null if it is none: a place in an array or object, or not of
/// the host at all.
const HostVariable* Machine::pointer_variable(Word address) const {
    if (kind_of(address) != Tag::variable) return nullptr;
    const HostVariable& variable = environment_.variables()[object_of(address)];
    return variable.element_size == 0 && (!variable.get || number_of(address) == 0) ? &variable : nullptr;
}

bool Machine::load_pointer(Word address, Word& out) {
    if (const HostVariable* variable = pointer_variable(address)) {
        if (variable->get) {
            if (!from_value(environment_.variable_value(*variable, 0), out)) return false;
            if (kind_of(out) == Tag::object && environment_.pool()[object_of(out)].kind == ObjectKind::host)
                environment_.pool()[object_of(out)].owned_by_host = true;
            return true;
        }
        // A stand-in for an imported pointer: until a script lets it point elsewhere, it points to something
        // that answers with defaults.
        std::uint32_t handle = 0;
        const bool set = environment_.read_stand_in(address, handle);
        if (set && handle == 0) {
            out = 0;
            return true;
        }
        if (!set) handle = environment_.variable_object(address);
        if (handle >= most_objects || !environment_.pool().exists(handle)) return fault_handle(handle);
        out = address_word(Tag::object, handle);
        return true;
    }
    Word stored = 0;
    if (!read(address, 4, stored)) return false;
    const std::uint32_t handle = number_of(stored);
    if (handle == 0) {
        out = 0;
        return true;
    }
    if (handle >= most_objects || !environment_.pool().exists(handle))
        return fault(codes::bad_handle, "Error retrieving pointer: invalid handle " +
                                            std::to_string(static_cast<std::int32_t>(handle)));
    out = address_word(Tag::object, handle);
    return true;
}

bool Machine::fault_outside(std::uint32_t offset, std::uint32_t width) {
    return fault(codes::memory_access,
                 "an access of " + std::to_string(width) + (width == 1 ? " byte" : " bytes") + " at offset " +
                     std::to_string(static_cast<std::int32_t>(offset)) + " is outside its object");
}

bool Machine::fault_handle(std::uint32_t handle) {
    return fault(codes::bad_handle, "Error retrieving pointer: invalid handle " +
                                        std::to_string(static_cast<std::int32_t>(handle)));
}

bool Machine::fault_bounds(std::int32_t index, std::int32_t limit) {
    return fault(codes::bounds, "Array index out of bounds (index: " + std::to_string(index) +
                                    ", bounds: 0.." + std::to_string(static_cast<std::int64_t>(limit) - 1) +
                                    ")");
}

bool Machine::fault_hung(std::uint32_t loops) {
    return fault(codes::hung, "Script appears to be hung (a while loop ran " + std::to_string(loops) +
                                  " times). The problem may be in a calling function; check the call stack.");
}

std::uint32_t Machine::fault_element(std::uint32_t handle, std::uint32_t offset, std::uint32_t width) {
    constexpr std::uint32_t null_check = 1;
    constexpr std::uint32_t bounds_check = 2;
    constexpr std::uint32_t access = 4;
    const Pool& pool = environment_.pool();
    if (handle == 0) {
        fault(codes::null_pointer, "Null pointer referenced");
        return null_check;
    }
    if (!pool.exists(handle)) {
        fault_handle(handle);
        return 0;
    }
    if (pool[handle].kind != ObjectKind::array) {
        fault(codes::memory_access, "an array check was made on something other than a dynamic array");
        return bounds_check;
    }
    if (!check_array_index(*this, pool[handle], static_cast<std::int32_t>(offset))) return bounds_check;
    fault_outside(offset, width);
    return access;
}

bool Machine::new_array(std::int32_t count, std::uint32_t element_size, bool managed, Word& out) {
    if (count < 0)
        return fault(codes::array_size, "Invalid size for dynamic array; requested: " +
                                            std::to_string(count) + ", range: 0..2147483647");
    work(std::uint64_t{static_cast<std::uint32_t>(count)} * (managed ? 4 : element_size) +
         BuiltinCall::object_work);
    return object_made(
        environment_.pool().make_array(static_cast<std::uint32_t>(count), element_size, managed), out);
}

bool Machine::object_made(std::uint32_t handle, Word& out) {
    if (handle == 0)
        return fault(codes::out_of_memory, "script objects need more memory than the budget allows");
    out = address_word(Tag::object, handle);
    return true;
}

bool Machine::new_object(std::int32_t size, Word& out, std::uint32_t type) {
    const auto bytes = static_cast<std::uint32_t>(size);
    if (size >= 0) work(bytes + BuiltinCall::object_work);
    return object_made(size < 0 ? 0 : environment_.pool().make_user(bytes, type), out);
}

bool Machine::new_string(Word from, Word& out) {
    std::string_view text;
    if (!this->text(from, text)) return false;
    work(text.size() + BuiltinCall::object_work);
    return object_made(environment_.pool().make_string(text), out);
}

bool Machine::equal_texts(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    work(a.size());
    return a == b;
}

bool Machine::handle_of(Word value, std::uint32_t& handle) {
    handle = 0;
    if (kind_of(value) == Tag::object)
        handle = object_of(value);
    else if (kind_of(value) == Tag::variable)
        handle = environment_.variable_object(value);
    if (handle != 0 ? environment_.pool().exists(handle) : is_null(value)) return true;
    return fault(codes::bad_pointer,
                 "Pointer cast failure: the object being pointed to is not in the managed object pool");
}

bool Machine::store_pointer(Word address, Word value, bool release_old) {
    std::uint32_t handle = 0;
    if (!handle_of(value, handle)) return false;
    if (const HostVariable* variable = pointer_variable(address); variable != nullptr && variable->get) {
        std::string error;
        if (environment_.set_variable(*variable, to_value(value, Type::object), error)) return true;
        return fault(codes::host_error, std::move(error));
    }
    Pool& pool = environment_.pool();
    std::uint32_t old = 0;
    if (release_old) {
        Word stored = 0;
        if (!read(address, 4, stored)) return false;
        old = number_of(stored);
        if (old == handle) return true;
    }
    if (!write(address, 4, integer_word(handle))) return false;
    // The new reference first: releasing the old object may take others with it.
    if (handle != 0) pool.add_reference(handle);
    if (old != 0) {
        pool.release(old);
        tell_disposed();
    }
    return true;
}

bool Machine::clear_pointer(Word address, std::uint32_t keep) {
    if (const HostVariable* variable = pointer_variable(address); variable != nullptr && variable->get)
        return store_pointer(address, 0, true);
    Word stored = 0;
    if (!read(address, 4, stored) || !write(address, 4, 0)) return false;
    if (number_of(stored) != 0) {
        environment_.pool().release(number_of(stored), keep);
        tell_disposed();
    }
    return true;
}

bool Machine::same(Word a, Word b) {
    const auto identity = [this](Word word) -> Word {
        if (kind_of(word) == Tag::variable)
            if (const std::uint32_t handle = environment_.variable_object(word); handle != 0)
                return address_word(Tag::object, handle);
        return is_number(word) ? number_of(word) : word;
    };
    return identity(a) == identity(b);
}

bool Machine::text(Word address, std::string_view& out) {
    out = {};
    if (is_null(address)) return fault(codes::null_pointer, "Null pointer referenced");
    std::span<const std::byte> bytes;
    if (kind_of(address) == Tag::stack) {
        bytes = stack_memory(address);
    } else {
        bytes = environment_.readable(address);
        if (kind_of(address) == Tag::object && environment_.pool().exists(object_of(address)) &&
            environment_.pool()[object_of(address)].kind == ObjectKind::string) {
            // Its length is known; the terminator in the buffer may not be there any more.
            out = bytes.empty() ? std::string_view{} : as_text(bytes.first(bytes.size() - 1));
            if (!environment_.pool()[object_of(address)].holds_nul) return true;
        }
        const std::uint32_t handle = kind_of(address) == Tag::object ? object_of(address)
                                     : kind_of(address) == Tag::variable
                                         ? environment_.variable_object(address)
                                         : 0;
        if (environment_.pool().exists(handle) && environment_.is_stand_in(handle)) return true;
    }
    if (bytes.data() == nullptr)
        return fault(codes::memory_access, "expected a text at an address that has none");
    if (out.empty()) out = as_text(bytes);
    const std::size_t end = out.find('\0');
    out = out.substr(0, end);
    work(out.size());
    return true;
}

// --- Calls
// ----------------------------------------------------------------------------------------------------------

Result<void> Machine::begin(std::uint32_t number, std::uint32_t export_number,
                            std::span<const Word> arguments) {
    const Instance& target = environment_.instances()[number];
    const Export& entry = target.script->scom().exports[export_number];
    if (active()) return fail(codes::already_running, "instance already being executed");
    const std::int32_t wanted = exported_parameters(entry.name);
    const std::size_t expected = wanted < 0 ? arguments.size() : static_cast<std::size_t>(wanted % 100);
    if (expected > arguments.size())
        return fail(codes::few_parameters, "Not enough parameters to exported function '" + entry.name +
                                               "' (expected " + std::to_string(expected) + ", supplied " +
                                               std::to_string(arguments.size()) + ")");
    reset();
    registers[reg_op] = 0;
    instance = number;
    step = target.step_at[entry.offset()];
    function_start = entry.offset();
    for (std::size_t i = expected; i-- > 0;)
        if (!push(arguments[i])) break;
    before_push(runs);
    runs.push_back({number, 0, 0, 0, 0, 0, stack.used, -1});
    if (fault_code_ != nullptr || !push(0)) {
        Diagnostic problem = make_diagnostic(*fault_code_, fault_message_);
        reset();
        return std::unexpected(std::move(problem));
    }
    return {};
}

bool Machine::fault_calls() {
    return fault(codes::call_overflow,
                 environment_.most_calls < most_call_records
                     ? "calls are nested deeper than " + std::to_string(environment_.most_calls)
                     : "CallScriptFunction stack overflow (recursive call error?)");
}

bool Machine::enter(std::uint32_t target_word) {
    Run& run = runs.back();
    if (run.nesting + 1 > most_nested_calls)
        return fault(codes::call_overflow, "call stack overflow, recursive call problem?");
    if (records.size() >= environment_.most_calls) return fault_calls();
    const Instance& here = environment_.instances()[instance];
    const Step& call = here.steps[step];
    std::uint32_t target = target_word;
    if (this_base >= 0) target = function_start + (target_word - static_cast<std::uint32_t>(this_base));
    before_push(records);
    records.push_back({instance, call.word, line, function_start, this_base});
    if (!push(integer_word(here.steps[step + 1].word))) {
        records.pop_back();
        return false;
    }
    if (target >= here.step_at.size() || here.step_at[target] == Step::nowhere)
        return fault(codes::bad_call,
                     "a call leads to word " + std::to_string(target) + ", where no instruction begins");
    ++run.nesting;
    if (run.loop_check_off > 0) ++run.loop_check_off;
    function_start = target;
    this_base = -1;
    object_call = false; // a method of a script struct finds its object in OP
    step = here.step_at[target];
    return true;
}

bool Machine::enter_far(const Callee& callee, std::uint32_t count) {
    if (records.size() >= environment_.most_calls) return fault_calls();
    const std::size_t first = parameters.size() - count;
    for (std::size_t i = first; i < parameters.size(); ++i)
        if (!push(parameters[i])) return false;
    const std::uint32_t stack_before = stack.used;
    if (!push(0)) return false;
    const Instance& target = environment_.instances()[callee.instance];
    before_push(records);
    records.push_back({instance, steps()[step].word, line, function_start, this_base});
    before_push(runs);
    runs.push_back({callee.instance, step + 1, 0, 0, 0, static_cast<std::uint32_t>(parameters.size()),
                    stack_before, static_cast<std::int32_t>(count)});
    instance = callee.instance;
    function_start = callee.address;
    this_base = -1;
    step = target.step_at[callee.address];
    next_arguments = -1;
    far_arguments = -1;
    object_call = false;
    return true;
}

bool Machine::leave(bool& ended) {
    Word address = 0;
    if (!pop(address)) return false;
    Run& run = runs.back();
    if (number_of(address) != 0) {
        const Instance& here = environment_.instances()[instance];
        const std::uint32_t word = number_of(address);
        if (run.nesting == 0)
            return fault(codes::bad_call, "a function returned to an address that did not call it");
        if (!is_number(address) || word >= here.step_at.size() || here.step_at[word] == Step::nowhere)
            return fault(codes::bad_call, "a function returned to word " + std::to_string(word) +
                                              ", where no instruction begins");
        --run.nesting;
        if (run.loop_check_off > 0) --run.loop_check_off;
        const CallRecord& record = records.back();
        line = record.line;
        function_start = record.function_start;
        this_base = record.this_base;
        records.pop_back();
        step = here.step_at[word];
        return true;
    }
    if (run.nesting != 0)
        return fault(codes::bad_call, "a function returned out of its script while calls were open");
    if (stack.used != run.stack_used)
        return fault(codes::not_unwound,
                     "stack is not unwinded after function call, " +
                         std::to_string(static_cast<std::int64_t>(stack.used) - run.stack_used) +
                         " bytes remain");
    const Run over = run;
    runs.pop_back();
    parameters.resize(std::min<std::size_t>(parameters.size(), over.parameter_base));
    next_arguments = -1;
    object_call = false;
    if (runs.empty()) {
        ended = true;
        return true;
    }
    const CallRecord& record = records.back();
    instance = record.instance;
    line = record.line;
    function_start = record.function_start;
    this_base = record.this_base;
    records.pop_back();
    step = over.return_step;
    far_arguments = over.arguments;
    return true;
}

} // namespace vellum::ags
