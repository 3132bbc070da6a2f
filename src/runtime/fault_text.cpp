// See the header.
#include "runtime/fault_text.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/escape.hpp"
#include "runtime/value_text.hpp"
#include "vellum/scheduler.hpp"

namespace vellum {

namespace {

constexpr std::size_t told_frames = 4, told_variables = 8;

void write_variables(TextWriter& out, std::span<const Variable> variables) {
    std::string_view before = "\n        ";
    for (const Variable& one : variables) {
        out.text(std::exchange(before, ", "));
        write_escaped(out, one.name);
        out.text(" = ");
        write_escaped(out, one.text);
    }
}

} // namespace

std::vector<Variable> held_variables(const Scheduler& scheduler, const Fault& fault, std::size_t frame) {
    if (frame >= told_frames || fault.machine >= scheduler.machine_count() ||
        scheduler.program(fault.machine).debug_info() == nullptr)
        return {};
    auto scopes = scheduler.scopes(fault.machine, frame, {0, told_variables});
    if (!scopes) return {};
    const auto locals = std::ranges::find(*scopes, "locals", &Scope::name);
    if (locals == scopes->end()) return {};
    std::erase_if(locals->variables, [](const Variable& one) { return one.name.empty(); });
    return std::move(locals->variables);
}

void write_fault(TextWriter& out, const Fault& fault, const Scheduler* scheduler) {
    if (!fault.machine_name.empty()) {
        write_escaped(out, fault.machine_name);
        out.text(": ");
    }
    write_escaped(out, told_part(fault.message, most_told_note));
    if (fault.code != nullptr) out.put(" [", fault.code->id, ']');
    for (std::size_t i = 0; i < fault.frames.size(); ++i) {
        const Frame& frame = fault.frames[i];
        out.text("\n    at ");
        write_escaped(out, frame.function.empty() ? std::string_view("?") : std::string_view(frame.function));
        out.text(", address ");
        out.hex0x(frame.address, 4);
        if (const std::string place = place_text(frame); !place.empty()) {
            out.text(" (");
            write_escaped(out, place);
            out.ch(')');
        }
        if (scheduler != nullptr) write_variables(out, held_variables(*scheduler, fault, i));
    }
}

std::string format(const Fault& fault) {
    TextWriter out;
    write_fault(out, fault, nullptr);
    return out.take();
}

} // namespace vellum
