// Natives written in C: a library entry whose callable is a function pointer and a user pointer.
#include "capi/handles.hpp"

using namespace vellum;
using namespace vellum::capi;

namespace {

vellum_status add_native(vellum_host* host, NativeKind kind, const char* owner, const char* name,
                         std::int32_t arity, vellum_native native, void* user) {
    constexpr std::int32_t most_arguments = 255;
    if (host == nullptr || name == nullptr || native == nullptr || arity < -1 || arity > most_arguments)
        return VELLUM_BAD_ARGUMENT;
    Signature signature;
    signature.kind = kind;
    signature.owner = text_or_empty(owner);
    signature.name = name;
    signature.variadic = arity < 0;
    if (arity > 0) signature.parameters.resize(static_cast<std::size_t>(arity));
    for (Parameter& parameter : signature.parameters) parameter.direction = Direction::in_out;
    host->natives.add(std::move(signature), [native, user](Call& call) {
        vellum_call handle{call};
        native(user, &handle);
    });
    return VELLUM_OK;
}

} // namespace

vellum_host* vellum_host_create(int stand_in) {
    auto* host = new vellum_host;
    host->stand_in = stand_in != 0;
    return host;
}

vellum_status vellum_host_function(vellum_host* host, const char* name, std::int32_t arity,
                                   vellum_native native, void* user) {
    return add_native(host, NativeKind::function, nullptr, name, arity, native, user);
}

vellum_status vellum_host_method(vellum_host* host, const char* owner, const char* name, std::int32_t arity,
                                 vellum_native native, void* user) {
    return add_native(host, NativeKind::method, owner, name, arity, native, user);
}

vellum_status vellum_host_pointer(vellum_host* host, const char* name, vellum_native getter,
                                  vellum_native setter, void* user) {
    const vellum_status done = add_native(host, NativeKind::getter, nullptr, name, 0, getter, user);
    if (done != VELLUM_OK || setter == nullptr) return done;
    return add_native(host, NativeKind::setter, nullptr, name, 1, setter, user);
}

vellum_status vellum_host_check(const vellum_host* host, vellum_diagnostics** diagnostics) {
    if (host == nullptr || diagnostics == nullptr) return VELLUM_BAD_ARGUMENT;
    *diagnostics = new vellum_diagnostics;
    host->natives.check((*diagnostics)->list);
    return VELLUM_OK;
}

void vellum_host_free(vellum_host* host) { delete host; }

std::size_t vellum_call_count(const vellum_call* call) { return call == nullptr ? 0 : call->call.size(); }

vellum_value vellum_call_argument(const vellum_call* call, std::size_t index) {
    return index < vellum_call_count(call) ? to_c(call->call[index]) : vellum_value{};
}

void vellum_call_set_argument(vellum_call* call, std::size_t index, const vellum_value* value) {
    if (value != nullptr && index < vellum_call_count(call)) call->call[index] = from_c(*value);
}

void vellum_call_set_result(vellum_call* call, const vellum_value* value) {
    if (call != nullptr && value != nullptr) call->call.result = from_c(*value);
}

std::uint64_t vellum_call_receiver(const vellum_call* call) {
    return call == nullptr ? 0 : call->call.receiver.id;
}

void vellum_call_suspend(vellum_call* call) {
    if (call != nullptr) call->call.suspend();
}
int vellum_call_resumed(const vellum_call* call) { return call != nullptr && call->call.resumed ? 1 : 0; }
float vellum_call_delta_time(const vellum_call* call) {
    return call == nullptr ? 0.0F : call->call.delta_time;
}

vellum_value vellum_call_state(const vellum_call* call) {
    return call == nullptr || call->call.state == nullptr ? vellum_value{} : to_c(*call->call.state);
}
void vellum_call_set_state(vellum_call* call, const vellum_value* value) {
    if (call != nullptr && value != nullptr && call->call.state != nullptr)
        *call->call.state = from_c(*value);
}

void vellum_call_fail(vellum_call* call, const char* message) {
    if (call != nullptr) call->call.fail(text_or_empty(message));
}
