// What the WebAssembly module needs beside the C interface: natives and files that live in JavaScript
// are reached through imported functions. Nothing else is here.
#include <cstddef>
#include <cstdint>

#include "vellum/vellum.h"

extern "C" {

__attribute__((import_module("vellum"), import_name("native"))) void vellum_wasm_native(std::uint32_t id,
                                                                                        vellum_call* call);
__attribute__((import_module("vellum"), import_name("watch"))) void
vellum_wasm_watch(std::uint32_t id, const char* kind, const char* text);
__attribute__((import_module("vellum"), import_name("read"))) std::int32_t
vellum_wasm_read(std::uint32_t id, const char* name, vellum_buffer* bytes);
__attribute__((import_module("vellum"), import_name("list"))) std::int32_t
vellum_wasm_list(std::uint32_t id, vellum_buffer* names);
__attribute__((import_module("vellum"), import_name("size"))) std::int32_t
vellum_wasm_size(std::uint32_t id, const char* name, std::uint64_t* size);
__attribute__((import_module("vellum"), import_name("read_at"))) std::int32_t
vellum_wasm_read_at(std::uint32_t id, const char* name, double offset, void* out, std::uint32_t size);

/// Registers the JavaScript function with that number; kind 0 is a function, 1 a method.
__attribute__((export_name("vellum_wasm_register"))) int
vellum_wasm_register(vellum_host* host, int kind, const char* owner, const char* name, std::int32_t arity,
                     std::uint32_t id) {
    const auto native = [](void* user, vellum_call* call) {
        vellum_wasm_native(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(user)), call);
    };
    void* user = reinterpret_cast<void*>(static_cast<std::uintptr_t>(id));
    return kind == 0 ? vellum_host_function(host, name, arity, native, user)
                     : vellum_host_method(host, owner, name, arity, native, user);
}

/// Tells the JavaScript function with that number what happens in the world.
__attribute__((export_name("vellum_wasm_observe"))) void vellum_wasm_observe(vellum_world* world,
                                                                             std::uint32_t id) {
    vellum_world_watch(
        world,
        [](void* user, const char* kind, const char* text) {
            vellum_wasm_watch(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(user)), kind, text);
        },
        reinterpret_cast<void*>(static_cast<std::uintptr_t>(id)));
}

/// A workspace of the JavaScript files with that number. `parts`: they can be read in part.
__attribute__((export_name("vellum_wasm_workspace"))) int vellum_wasm_workspace(std::uint32_t id, int parts,
                                                                                const char* settings,
                                                                                vellum_workspace** workspace,
                                                                                vellum_error** error) {
    static constexpr auto id_of = [](void* user) {
        return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(user));
    };
    vellum_files files{sizeof files,
                       reinterpret_cast<void*>(static_cast<std::uintptr_t>(id)),
                       [](void* user, const char* name, vellum_buffer* bytes) {
                           return vellum_wasm_read(id_of(user), name, bytes);
                       },
                       [](void* user, vellum_buffer* names) { return vellum_wasm_list(id_of(user), names); },
                       nullptr,
                       nullptr};
    if (parts != 0) {
        files.size = [](void* user, const char* name, std::uint64_t* size) {
            return vellum_wasm_size(id_of(user), name, size);
        };
        files.read_at = [](void* user, const char* name, std::uint64_t offset, void* out, std::size_t size) {
            return vellum_wasm_read_at(id_of(user), name, static_cast<double>(offset), out, size);
        };
    }
    return vellum_workspace_open(&files, settings, workspace, error);
}
}
