// What the opaque handles of vellum.h are made of, and the conversions every part of the C interface needs.
// Private to this folder.
#pragma once

#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/engine.hpp"
#include "vellum/hosts.hpp"
#include "vellum/vellum.h"
#include "vellum/workspace.hpp"

struct vellum_error {
    vellum::Diagnostic diagnostic;
    std::string text;
};

struct vellum_diagnostics {
    vellum::Diagnostics list;
};

struct vellum_program {
    vellum::ProgramPtr program;
    std::string engine; ///< The id with a terminating zero, which string views do not promise.
};

struct vellum_host {
    vellum::Library natives{"c"};
    bool stand_in = false;
};

/// A native call as C code sees it: the call and room for text handed out.
struct vellum_call {
    vellum::Call& call;
};

namespace vellum::capi {

/// Adds what workspaces have where the library is linked with libraries of others. Null without them; set
/// while the library is loaded, and never again.
extern void (*add_extras)(Settings& settings);

/// Tells a C callback what happens, in words.
class WatchObserver final : public Observer {
  public:
    vellum_watch watch = nullptr;
    void* user = nullptr;

    void native(const NativeStep& step) override;
    void event(const Scheduler& scheduler, std::uint32_t machine, std::string_view name,
               std::span<const Value> values, std::string_view outcome) override;
    void note(const Scheduler& scheduler, std::uint32_t machine, std::string_view words) override;
    void fault(const Scheduler& scheduler, const Fault& fault) override;
};

} // namespace vellum::capi

struct vellum_world {
    std::vector<vellum::ProgramPtr> programs;
    std::unique_ptr<vellum::StandInHost> stand_in; ///< Null if the host answers alone.
    std::unique_ptr<vellum::Scheduler> scheduler;  ///< Goes before the hosts above.
    vellum::capi::WatchObserver observer;
    std::deque<vellum::Fault> faults;
    std::string text;            ///< Text handed out by the last call.
    vellum::MachineInfo machine; ///< Asked about last.
    vellum::MemoryBlock memory;  ///< Asked about last.
    vellum::Value result;
    std::int32_t event_outcome = -1;
    std::int32_t call_outcome = -1;
};

struct vellum_workspace {
    vellum::Workspace workspace;
};

struct vellum_scopes {
    std::vector<vellum::Scope> list;
};

struct vellum_fault {
    vellum::Fault fault;
    std::string text;
};

struct vellum_code {
    vellum::ProgramPtr program;
    const vellum::isa::Code* code = nullptr; ///< Null for containers.
    std::vector<vellum::Fact> facts;
    std::vector<vellum::Function> functions;
    std::vector<vellum::Reference> references;
    // What was asked about last: callers go through one instruction or one function after the other.
    static constexpr std::size_t nothing = ~std::size_t{0};
    std::size_t instruction = nothing;
    std::vector<vellum::Operand> operands; ///< Of the instruction.
    std::size_t function = nothing;
    std::vector<vellum::BasicBlock> blocks; ///< Of the function.
    std::string text;
};

namespace vellum::capi {

inline std::string_view text_or_empty(const char* text) {
    return text == nullptr ? std::string_view{} : text;
}

/// Stores the diagnostic for the caller and gives the status to return.
inline vellum_status fail_with(vellum_error** error, Diagnostic diagnostic) {
    const bool unsupported = diagnostic.code == &codes::engine_unsupported;
    if (error != nullptr) {
        std::string text = format(diagnostic);
        *error = new vellum_error{std::move(diagnostic), std::move(text)};
    }
    return unsupported ? VELLUM_UNSUPPORTED : VELLUM_ERROR;
}

/// Copies text into a buffer of the caller's.
inline vellum_status fill(vellum_buffer* out, std::string_view bytes) {
    if (out == nullptr) return VELLUM_BAD_ARGUMENT;
    out->data = static_cast<char*>(std::malloc(bytes.size() + 1));
    out->size = 0;
    if (out->data == nullptr) return VELLUM_ERROR;
    if (!bytes.empty()) std::memcpy(out->data, bytes.data(), bytes.size());
    out->data[bytes.size()] = '\0';
    out->size = bytes.size();
    return VELLUM_OK;
}

/// Reads the options. VELLUM_BAD_ARGUMENT if the struct is of a size this library does not know.
[[nodiscard]] vellum_status read_options(const vellum_load_options* options, LoadOptions& out,
                                         std::string& engine, vellum_error** error);
[[nodiscard]] vellum_status no_engine(vellum_error** error, const std::string& id);
/// A text that is a literal in the library's tables, and so ends with a zero.
[[nodiscard]] inline const char* literal(std::string_view text) {
    return text.empty() ? "" : text.data(); // NOLINT(bugprone-suspicious-stringview-data-usage)
}

/// The value as C sees it; text and memory are borrowed from `value`.
[[nodiscard]] vellum_value to_c(const Value& value);
/// The value as the library sees it; text is copied.
[[nodiscard]] Value from_c(const vellum_value& value);

/// Its texts are borrowed.
inline vellum_frame to_c(const Frame& frame) {
    return {frame.function.c_str(), frame.source.c_str(), frame.address, frame.line};
}
void describe(const Diagnostic& diagnostic, vellum_diagnostic& out);

} // namespace vellum::capi
