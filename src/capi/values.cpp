// Values, buffers and messages across the C border.
#include <cstdlib>

#include "base/version.hpp"
#include "capi/handles.hpp"

namespace vellum::capi {

vellum_value to_c(const Value& value) {
    vellum_value out{};
    out.type = static_cast<std::int32_t>(value.type());
    switch (value.type()) {
    case Type::none: break;
    case Type::boolean: out.as.integer = value.boolean() ? 1 : 0; break;
    case Type::integer: out.as.integer = value.integer(); break;
    case Type::real: out.as.real = canonical(value.real()); break;
    case Type::vector: {
        const Vector3 vector = canonical(value.vector());
        out.as.vector[0] = vector.x;
        out.as.vector[1] = vector.y;
        out.as.vector[2] = vector.z;
        break;
    }
    case Type::object: out.as.object = value.object().id; break;
    case Type::memory: {
        const MemoryView memory = value.memory();
        out.as.memory = memory.data;
        out.size = memory.size;
        break;
    }
    case Type::string: {
        const std::string_view text = value.text();
        out.as.text = text.empty() ? "" : text.data();
        out.size = static_cast<std::uint32_t>(text.size());
        break;
    }
    }
    return out;
}

Value from_c(const vellum_value& value) {
    switch (value.type) {
    case VELLUM_BOOLEAN: return {value.as.integer != 0};
    case VELLUM_INTEGER: return {value.as.integer};
    case VELLUM_REAL: return {canonical(value.as.real)};
    case VELLUM_VECTOR:
        return {canonical(Vector3{value.as.vector[0], value.as.vector[1], value.as.vector[2]})};
    case VELLUM_OBJECT: return {ObjectId{value.as.object}};
    case VELLUM_STRING:
        return Value(value.as.text == nullptr ? std::string_view{}
                                              : std::string_view(value.as.text, value.size));
    default: return {}; // memory never comes from outside
    }
}

void describe(const Diagnostic& diagnostic, vellum_diagnostic& out) {
    out.severity = static_cast<std::int32_t>(diagnostic.severity);
    out.code = diagnostic.code == nullptr ? "" : diagnostic.code->id.data(); // ids are string literals
    out.message = diagnostic.message.c_str();
    out.hint = diagnostic.hint.c_str();
    out.file = diagnostic.place.file.c_str();
    out.offset = diagnostic.place.offset;
    out.line = diagnostic.place.line;
    out.column = diagnostic.place.column;
}

} // namespace vellum::capi

using namespace vellum;
using namespace vellum::capi;

const char* vellum_version(void) { return vellum::version_text; }
std::uint32_t vellum_abi(void) { return VELLUM_C_ABI; }

void vellum_buffer_free(vellum_buffer* buffer) {
    if (buffer == nullptr) return;
    std::free(buffer->data);
    *buffer = {};
}

void vellum_error_get(const vellum_error* error, vellum_diagnostic* out) {
    if (error != nullptr && out != nullptr) describe(error->diagnostic, *out);
}
const char* vellum_error_text(const vellum_error* error) {
    return error == nullptr ? "" : error->text.c_str();
}
void vellum_error_free(vellum_error* error) { delete error; }

std::size_t vellum_diagnostics_count(const vellum_diagnostics* diagnostics) {
    return diagnostics == nullptr ? 0 : diagnostics->list.all().size();
}
vellum_status vellum_diagnostics_get(const vellum_diagnostics* diagnostics, std::size_t index,
                                     vellum_diagnostic* out) {
    if (out == nullptr || index >= vellum_diagnostics_count(diagnostics)) return VELLUM_BAD_ARGUMENT;
    describe(diagnostics->list.all()[index], *out);
    return VELLUM_OK;
}
std::size_t vellum_diagnostics_errors(const vellum_diagnostics* diagnostics) {
    return diagnostics == nullptr ? 0 : diagnostics->list.errors();
}
void vellum_diagnostics_free(vellum_diagnostics* diagnostics) { delete diagnostics; }
