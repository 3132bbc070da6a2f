// C++ exceptions for the command line's WebAssembly module: Debian's C++ library for WebAssembly is built
// without the functions that compilers call to throw and to catch. They are the Itanium C++ ABI's for one
// thread, with what clang adds for WebAssembly: machines unwind by themselves, and a landing pad asks which
// of its handlers fits.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <typeinfo>

namespace __cxxabiv1 {

/// As in the C++ library, whose classes for types decide what a handler takes.
class __shim_type_info : public std::type_info {
  public:
    ~__shim_type_info() override;
    virtual void noop1() const;
    virtual void noop2() const;
    virtual bool can_catch(const __shim_type_info* thrown, void*& adjusted) const = 0;
};

} // namespace __cxxabiv1

namespace {

/// Stands in front of every exception; what is thrown is its address.
struct alignas(16) Thrown {
    const __cxxabiv1::__shim_type_info* type;
    void* (*destroy)(void*); ///< Destructors return their object here.
    void* adjusted;          ///< The object as the handler that was found sees it.
    Thrown* outer;           ///< What was caught before and is still being handled.
    int handlers;            ///< So many are at work; negative once it was thrown again.
};

Thrown* caught = nullptr;

Thrown* of(void* object) { return static_cast<Thrown*>(object) - 1; }

std::uint32_t read_unsigned(const std::uint8_t*& at) {
    std::uint32_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        const std::uint8_t byte = *at++;
        value |= std::uint32_t{byte & 0x7FU} << shift;
        if ((byte & 0x80U) == 0) return value;
    }
}

std::int32_t read_signed(const std::uint8_t*& at) {
    std::uint32_t value = 0;
    unsigned shift = 0;
    std::uint8_t byte = 0;
    do {
        byte = *at++;
        value |= std::uint32_t{byte & 0x7FU} << shift;
        shift += 7;
    } while ((byte & 0x80U) != 0);
    if ((byte & 0x40U) != 0 && shift < 32) value |= ~std::uint32_t{0} << shift;
    return static_cast<std::int32_t>(value);
}

/// The number of the first handler of a landing pad that takes the exception; 0 if none does. The table is
/// the one that compilers write for every system, but pads are numbered in it.
std::int32_t handler_for(Thrown& thrown, const std::uint8_t* table, std::uint32_t pad) {
    constexpr std::uint8_t omitted = 0xFF;
    if (table == nullptr || *table++ != omitted || *table++ == omitted)
        return 0; // no types: nothing but cleaning up
    const std::uint32_t to_types = read_unsigned(table);
    const auto* const types = reinterpret_cast<const __cxxabiv1::__shim_type_info* const*>(table + to_types);
    ++table; // how pads are written: as here
    const std::uint32_t size = read_unsigned(table);
    const std::uint8_t* const actions = table + size;
    std::uint32_t action = 0;
    for (std::uint32_t i = 0; i <= pad && table < actions; ++i) {
        static_cast<void>(read_unsigned(table));
        action = read_unsigned(table);
    }
    if (action == 0) return 0;
    const std::uint8_t* at = actions + action - 1;
    while (true) {
        const std::int32_t type = read_signed(at);
        const std::uint8_t* const here = at;
        const std::int32_t next = read_signed(at);
        if (type > 0) {
            const auto* const wanted = types[-type];
            void* object = &thrown + 1;
            if (wanted == nullptr || wanted->can_catch(thrown.type, object)) {
                thrown.adjusted = object;
                return type;
            }
        }
        if (next == 0) return 0;
        at = here + next;
    }
}

[[noreturn]] void raise(Thrown* thrown) { __builtin_wasm_throw(0, thrown); }

} // namespace

extern "C" {

struct {
    std::uint32_t pad;
    const std::uint8_t* table;
    std::int32_t handler; ///< The answer.
} __wasm_lpad_context;

int _Unwind_CallPersonality(void* exception) {
    __wasm_lpad_context.handler =
        handler_for(*static_cast<Thrown*>(exception), __wasm_lpad_context.table, __wasm_lpad_context.pad);
    return 0;
}

/// Named by every function that catches, and never called.
void __gxx_wasm_personality_v0() { std::abort(); }

void* __cxa_allocate_exception(std::size_t size) {
    void* const room = std::calloc(1, sizeof(Thrown) + size);
    if (room == nullptr) std::abort();
    return static_cast<Thrown*>(room) + 1;
}

void __cxa_free_exception(void* object) { std::free(of(object)); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void* (*destroy)(void*)) {
    Thrown* const thrown = of(object);
    thrown->type = static_cast<const __cxxabiv1::__shim_type_info*>(type);
    thrown->destroy = destroy;
    raise(thrown);
}

void* __cxa_get_exception_ptr(void* exception) { return static_cast<Thrown*>(exception)->adjusted; }

void* __cxa_begin_catch(void* exception) {
    auto* const thrown = static_cast<Thrown*>(exception);
    thrown->handlers = thrown->handlers < 0 ? 1 - thrown->handlers : thrown->handlers + 1;
    if (caught != thrown) {
        thrown->outer = caught;
        caught = thrown;
    }
    return thrown->adjusted;
}

void __cxa_end_catch() {
    Thrown* const thrown = caught;
    if (thrown == nullptr) return;
    if (thrown->handlers < 0) { // it is on its way to another handler
        if (++thrown->handlers == 0) caught = thrown->outer;
        return;
    }
    if (--thrown->handlers != 0) return;
    caught = thrown->outer;
    if (thrown->destroy != nullptr) thrown->destroy(thrown + 1);
    std::free(thrown);
}

[[noreturn]] void __cxa_rethrow() {
    if (caught == nullptr) std::terminate();
    caught->handlers = -caught->handlers;
    raise(caught);
}
}
