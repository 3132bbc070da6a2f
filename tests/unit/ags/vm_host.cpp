// The snippet host's functions, and the loop around one snippet.
#include "vm_host.hpp"

#include <bit>
#include <cstdio>

#include "engines/ags/codes.hpp"
#include "engines/ags/engine.hpp"

namespace vellum::test {

namespace {

template <class... T> std::string print(const char* pattern, T... values) {
    char buffer[256];
    std::snprintf(buffer, sizeof buffer, pattern, values...);
    return buffer;
}

} // namespace

VmHost::VmHost() {
    function("PrintInt", [this](std::int32_t value) { output += std::to_string(value) + "\n"; });
    function("PrintFloat", [this](float value) {
        output += print("%.9g [%08x]\n", static_cast<double>(value), std::bit_cast<std::uint32_t>(value));
    });
    function("PrintStr", [this](Value text) {
        output += text.is(Type::string) ? "\"" + std::string(text.text()) + "\"\n" : "null\n";
    });
    function("PrintHex",
             [this](std::int32_t value) { output += print("%08x\n", static_cast<unsigned>(value)); });
    variadic("PrintArgs", [this](Call& call) { print_arguments(call); });
    variadic("PrintArgs3", [this](Call& call) { print_arguments(call); });
    function("NativeInc", [this](std::int32_t by) { return natives_ += by; });
    function("HandleOf", [](ObjectId text) { return static_cast<std::int32_t>(text.id & 0x7FFFFFFF); });
    function("GetNullString", [] { return Value(); });
    function("AbortScript", [](Call& call, std::string_view text) { call.fail(text); });
    function("QuitGame", [this](Call& call, std::string_view text) {
        quit = text;
        has_quit = true;
        call.fail("quit");
    });
    function("StopRun", [](Call& call) { call.fail(""); });

    method("Counter", "Create", [this](std::int32_t start) {
        counters_[next_] = start;
        return ObjectId{next_++};
    });
    const auto add = [this](Call& call, std::int32_t by) { return counters_[call.receiver.id] += by; };
    method("Counter", "Add", add);
    method("Counter", "Add2", [add](Call& call, std::int32_t a, std::int32_t b) {
        add(call, a);
        return add(call, b);
    });
    Signature total;
    total.kind = NativeKind::method;
    total.owner = "Counter";
    total.name = "Total";
    total.variadic = true;
    this->add(std::move(total), [add](Call& call) {
        std::int32_t value = add(call, 0);
        for (std::size_t i = 0; i < call.size(); ++i) value = add(call, call[i].integer());
        call.result = Value(value);
    });
    property(
        "Counter", "Value", [this](Call& call) { return counters_[call.receiver.id]; },
        [this](Call& call, std::int32_t value) { counters_[call.receiver.id] = value; });
    property(
        "Counter", "Cells",
        [this](Call& call, std::int32_t index) { return counters_[call.receiver.id] * 100 + index; },
        [this](Call& call, std::int32_t index, std::int32_t value) {
            output += print("(seti p0=%d p1=%d)\n", index, value);
            counters_[call.receiver.id] = index + value;
        });
    property("Counter", "Level", [this] { return level_; }, [this](std::int32_t value) { level_ = value; });
    on_dispose("Counter", [this](Call& call) {
        output += "(dispose Counter " + std::to_string(counters_[call.receiver.id]) + ")\n";
        counters_.erase(call.receiver.id);
    });

    for (std::uint64_t i = 0; i < 4; ++i) items_[1000 + i] = 10 * static_cast<std::int32_t>(i + 1);
    items_[1004] = 5;
    fields(
        "Item", [this](Call& call, std::int32_t, std::int32_t) { return items_[call.receiver.id]; },
        [this](Call& call, std::int32_t, std::int32_t, std::int32_t value) {
            items_[call.receiver.id] = value;
        });
    array("items", 4, {ObjectId{1000}, ObjectId{1001}, ObjectId{1002}, ObjectId{1003}});
    object("single", ObjectId{1004});
}

std::string_view VmHost::object_class(ObjectId object) const {
    if (items_.contains(object.id)) return "Item";
    return counters_.contains(object.id) ? "Counter" : "";
}

void VmHost::print_arguments(Call& call) {
    output += "args:";
    for (std::size_t i = 0; i < call.size(); ++i)
        output += call[i].is(Type::string) ? " \"" + std::string(call[i].text()) + "\""
                  : call[i].is(Type::real) ? print(" f%.9g", static_cast<double>(call[i].real()))
                                           : print(" %d", call[i].integer());
    output += "\n";
    call.result = Value(static_cast<std::int32_t>(call.size()));
}

std::string run_snippet(const std::vector<std::vector<std::byte>>& files,
                        const std::vector<std::string>& names, std::string_view function,
                        const RunOptions& options) {
    const Engine& engine = ags::engine();
    VmHost host;
    Diagnostics diagnostics;
    std::vector<ProgramPtr> programs;
    for (std::size_t i = 0; i < files.size(); ++i) {
        LoadOptions load;
        load.name = names[i];
        auto program = engine.format().load(files[i], load, diagnostics);
        if (!program) return "LOADERR " + format(program.error()) + "\n";
        programs.push_back(std::move(*program));
    }
    auto world = engine.runtime().instantiate(programs, host, options, diagnostics);
    if (!world) return "LINKERR Error (line unknown): " + world.error().message + "\n";
    const Result<Value> result = (*world)->call(function, {});
    if (result) {
        const std::int32_t number =
            result->is(Type::real) ? std::bit_cast<std::int32_t>(result->real()) : result->integer();
        return host.output + "RET " + std::to_string(number) + "\n";
    }
    if (host.has_quit) return host.output + "QUIT " + host.quit + "\n";
    const std::vector<Fault> faults = (*world)->take_faults();
    if (faults.empty()) return host.output + "ABORTED\n";
    const Fault& fault = faults.back();
    if (fault.code->id == ags::codes::api_error.id) return host.output + "QUIT !" + fault.message + "\n";
    return host.output + "SCRIPTERR " + (ags::is_user_error(fault) ? "!" : "") + ags::error_text(fault) +
           "\n" + ags::call_stack_text(fault);
}

} // namespace vellum::test
