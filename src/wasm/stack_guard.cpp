// The stack protector's two symbols, which wasi-libc does not have.
#include <cstdint>

extern "C" {

std::uintptr_t __stack_chk_guard = 0x5eed0c0dU;
[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }
}
