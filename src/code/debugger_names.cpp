#include "code/debugger_names.hpp"

#if VELLUM_NATIVE

#include <cstdint>
#include <cstring>
#include <mutex>
#include <vector>

#include <elf.h>

// The interface: names, layouts and values are gdb's ("JIT Compilation Interface" in its manual). Other
// compilers in the same process use the same list.
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
extern "C" {
enum : std::uint32_t { jit_nothing, jit_register, jit_unregister };

struct jit_code_entry {
    jit_code_entry* next;
    jit_code_entry* previous;
    const char* file;
    std::uint64_t size;
};

struct jit_descriptor {
    std::uint32_t version;
    std::uint32_t action;
    jit_code_entry* relevant;
    jit_code_entry* first;
};

[[gnu::weak, gnu::visibility("default")]] jit_descriptor __jit_debug_descriptor{1, jit_nothing, nullptr,
                                                                                nullptr};
[[gnu::weak, gnu::visibility("default"), gnu::noinline]] void __jit_debug_register_code();
void __jit_debug_register_code() { asm volatile("" ::: "memory"); } // where debuggers stop
}
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)

namespace vellum::code {

struct NamedCode : jit_code_entry {
    std::vector<char> image;
};

namespace {

std::mutex list_mutex;

void tell(std::uint32_t action, jit_code_entry& entry) {
    __jit_debug_descriptor.relevant = &entry;
    __jit_debug_descriptor.action = action;
    __jit_debug_register_code();
    __jit_debug_descriptor.action = jit_nothing;
}

enum : std::uint16_t { none, text, symbols, strings, sections };

/// An object file of that code, without its bytes.
std::vector<char> object_file(std::span<const std::byte> code, std::string_view name) {
    constexpr std::string_view section_names("\0.text\0.symtab\0.strtab\0", 23);
    std::string all_names(section_names);
    const auto symbol_name = static_cast<Elf64_Word>(all_names.size());
    (all_names += name) += '\0';

    struct {
        Elf64_Ehdr head{};
        Elf64_Shdr section[sections]{};
        Elf64_Sym symbol[2]{};
    } file;
    std::memcpy(file.head.e_ident, ELFMAG, SELFMAG);
    file.head.e_ident[EI_CLASS] = ELFCLASS64;
    file.head.e_ident[EI_DATA] = ELFDATA2LSB;
    file.head.e_ident[EI_VERSION] = EV_CURRENT;
    file.head.e_type = ET_REL;
#ifdef __aarch64__
    file.head.e_machine = EM_AARCH64;
#else
    file.head.e_machine = EM_X86_64;
#endif
    file.head.e_version = EV_CURRENT;
    file.head.e_shoff = offsetof(decltype(file), section);
    file.head.e_ehsize = sizeof(Elf64_Ehdr);
    file.head.e_shentsize = sizeof(Elf64_Shdr);
    file.head.e_shnum = sections;
    file.head.e_shstrndx = strings;

    Elf64_Shdr& of_text = file.section[text];
    of_text.sh_name = 1;
    of_text.sh_type = SHT_NOBITS;
    of_text.sh_flags = SHF_ALLOC | SHF_EXECINSTR;
    of_text.sh_addr = reinterpret_cast<std::uintptr_t>(code.data());
    of_text.sh_size = code.size();
    of_text.sh_addralign = 16;
    Elf64_Shdr& of_symbols = file.section[symbols];
    of_symbols.sh_name = 7;
    of_symbols.sh_type = SHT_SYMTAB;
    of_symbols.sh_offset = offsetof(decltype(file), symbol);
    of_symbols.sh_size = sizeof file.symbol;
    of_symbols.sh_link = strings;
    of_symbols.sh_info = 1; // the first one that is not local
    of_symbols.sh_addralign = 8;
    of_symbols.sh_entsize = sizeof(Elf64_Sym);
    Elf64_Shdr& of_strings = file.section[strings];
    of_strings.sh_name = 15;
    of_strings.sh_type = SHT_STRTAB;
    of_strings.sh_offset = sizeof file;
    of_strings.sh_size = all_names.size();
    of_strings.sh_addralign = 1;

    Elf64_Sym& symbol = file.symbol[1];
    symbol.st_name = symbol_name;
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
    symbol.st_shndx = text;
    symbol.st_size = code.size();

    std::vector<char> image(sizeof file + all_names.size());
    std::memcpy(image.data(), &file, sizeof file);
    std::memcpy(image.data() + sizeof file, all_names.data(), all_names.size());
    return image;
}

} // namespace

CodeName name_for_debuggers(std::span<const std::byte> code, std::string_view name) {
    CodeName made(new NamedCode{});
    made->image = object_file(code, name);
    made->file = made->image.data();
    made->size = made->image.size();
    const std::scoped_lock lock(list_mutex);
    made->next = __jit_debug_descriptor.first;
    if (made->next != nullptr) made->next->previous = made.get();
    __jit_debug_descriptor.first = made.get();
    tell(jit_register, *made);
    return made;
}

void ForgetName::operator()(NamedCode* code) const noexcept {
    {
        const std::scoped_lock lock(list_mutex);
        (code->previous != nullptr ? code->previous->next : __jit_debug_descriptor.first) = code->next;
        if (code->next != nullptr) code->next->previous = code->previous;
        tell(jit_unregister, *code);
    }
    delete code;
}

} // namespace vellum::code

#else

namespace vellum::code {

struct NamedCode {};

void ForgetName::operator()(NamedCode* code) const noexcept { delete code; }

} // namespace vellum::code

#endif
