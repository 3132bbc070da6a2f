// What must hold for any bytes and any text given to the AGS engine: refused with a diagnostic, or saved back
// to the same bytes, also by way of the listing; and whatever was loaded runs in both forms alike. Used by
// the fuzz targets and by the corruption and corpus tests; stops the program when something does not hold.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.hpp"
#include "engines/ags/engine.hpp"
#include "engines/ags/format/game.hpp"
#include "engines/ags/format/module.hpp"
#include "engines/ags/world/world.hpp"
#include "support/ags_containers.hpp"
#include "support/demand.hpp"
#include "vellum/hosts.hpp"

namespace vellum::ags::oracle {

using test::demand;

/// Listing and assembling a script gives the same block, and everything that describes it can be asked for.
inline void holds_for_script(const Script& script) {
    Diagnostics diagnostics;
    script.check(diagnostics);
    ListingOptions options;
    for (const bool full : {true, false}) {
        options.addresses = options.comments = full;
        options.bytes = !full;
        const std::string listing = script.disassemble(options);
        Diagnostics mistakes;
        const auto again = engine().format().assemble(listing, {}, mistakes);
        demand(again.has_value(), "the listing assembles",
               again ? std::string() : format(again.error()) + "\n" + listing);
        demand(static_cast<const Script&>(**again).scom() == script.scom(),
               "the listing gives the same script", listing);
    }
    static_cast<void>(script.facts());
    static_cast<void>(script.functions());
    static_cast<void>(script.references());
}

/// A game whose other parts are the same file under their own numbers: opened, and changed by nothing.
inline void holds_for_parts(std::span<const std::byte> bytes, std::string_view name) {
    constexpr std::size_t number_at = 6, most = 1'000'000;
    std::map<std::string, std::shared_ptr<const ByteSource>> parts;
    const auto opened = engine().format().open_container(
        std::make_shared<SpanSource>(bytes), name,
        [&](const std::string& part) -> Result<std::shared_ptr<const ByteSource>> {
            std::vector<std::byte> copy(bytes.begin(), bytes.end());
            if (copy.size() > number_at) copy[number_at] = static_cast<std::byte>(parts.size() + 1);
            auto& made = parts[part];
            if (made == nullptr && parts.size() * copy.size() < most)
                made = std::make_shared<MemorySource>(std::move(copy));
            return made;
        });
    if (!opened) return demand(!opened.error().message.empty(), "a refusal says why");
    if (*opened == nullptr || (*opened)->members().empty() || parts.empty()) return;
    const archives::Archive& game = **opened;
    const archives::Member& first = game.members().front();
    if (first.kind == "asset elsewhere" || first.cut_off) return;
    const auto content = read_range(game.source(), first.offset, first.size);
    demand(content.has_value(), "members of a whole game lie inside", first.name);
    const archives::Change same{first.name, *content};
    const auto again = game.put_back(std::span(&same, 1));
    if (!again) return demand(!again.error().message.empty(), "a refusal says why");
    const auto file = read_range(*again->back().bytes, 0, again->back().bytes->size());
    demand(file && std::ranges::equal(*file, bytes), "a member replaced by itself changes nothing",
           first.name);
}

/// The program, or null after a refusal that says why.
inline ProgramPtr holds_for_bytes(std::span<const std::byte> bytes, std::string_view name = "x.o") {
    static_cast<void>(engine().format().detect(bytes, name));
    if (const auto members = members_of(bytes, name))
        for (const archives::Member& member : *members)
            if (member.kind != "asset elsewhere" && !member.cut_off)
                demand(member.offset <= bytes.size() && member.size <= bytes.size() - member.offset,
                       "members lie inside", member.name);
    holds_for_parts(bytes, name);
    Diagnostics diagnostics;
    LoadOptions options;
    options.name = name;
    const auto program = engine().format().load(bytes, options, diagnostics);
    if (!program) {
        demand(program.error().code != nullptr && !program.error().message.empty(), "a refusal says why");
        return nullptr;
    }
    const auto saved = (*program)->save();
    demand(saved.has_value(), "what was loaded can be saved");
    if (is_module(bytes)) return holds_for_bytes(*saved); // a source: what it compiles to is another file
    demand(as_text(*saved) == as_text(bytes), "saving gives the same bytes");
    if ((*program)->code() != nullptr)
        holds_for_script(static_cast<const Script&>(**program));
    else
        for (const GameScript& entry : static_cast<const Game&>(**program).scripts())
            holds_for_script(*entry.script);
    return *program;
}

inline void holds_for_text(std::string_view text) {
    Diagnostics diagnostics;
    const auto program = engine().format().assemble(text, {}, diagnostics);
    if (!program) {
        demand(!diagnostics.ok(), "a refused text has an error");
        return;
    }
    const auto bytes = (*program)->save();
    demand(bytes.has_value(), "an assembled script can be saved");
    demand(holds_for_bytes(*bytes) != nullptr, "an assembled script can be loaded");
}

/// A world with a stand-in host, and what it said and did so far as text.
class Run {
  public:
    Run(const ProgramPtr& program, const char* tier, std::uint64_t budget) : host_(nullptr, nullptr) {
        RunOptions options;
        options.settings = {{"tier", tier}, {"native_after", "1"}};
        options.budget.instructions = budget;
        options.budget.memory = 1U << 22U;
        Diagnostics diagnostics;
        auto made = engine().runtime().instantiate({&program, 1}, host_, options, diagnostics);
        if (made)
            world_ = std::move(*made);
        else
            log = made.error().message;
    }
    [[nodiscard]] explicit operator bool() const { return world_ != nullptr; }
    [[nodiscard]] World& world() { return static_cast<World&>(*world_); }

    void start() { note(), world_->start(), note(); }
    void frame() { world_->frame(0.025F), note(); }
    void call(const Function& function) {
        std::vector<Value> arguments;
        for (std::int32_t i = 0; i < function.parameters % 100; ++i) arguments.emplace_back(i + 1);
        const Result<Value> result = world_->call(function.name, arguments);
        if (result)
            log += function.name + " gives " + describe(*result) + "\n";
        else
            log += function.name + " fails: " + result.error().message + "\n";
        note();
    }
    /// Saves and puts the state back.
    void restore() {
        const auto state = world_->snapshot();
        demand(state.has_value(), "a snapshot can be taken between calls");
        const Result<void> restored = world_->restore(*state);
        demand(restored.has_value(), "a snapshot can be restored",
               restored ? std::string() : format(restored.error()));
        const auto again = world_->snapshot();
        demand(again.has_value() && *again == *state, "a restored world gives the same snapshot");
    }

    std::string log;

  private:
    static std::string describe(const Value& value) {
        if (value.is(Type::string)) return "\"" + std::string(value.text()) + "\"";
        return std::string(to_string(value.type())) + " " + std::to_string(value.object().id);
    }
    void note() {
        for (const Fault& fault : world_->take_faults()) log += format(fault) + "\n";
        log += std::to_string(world_->instructions()) + " instructions\n";
        for (const Instance& instance : world().environment().instances())
            log += std::to_string(hash(instance.data)) + "\n";
    }
    static std::uint64_t hash(std::span<const std::byte> bytes) {
        std::uint64_t value = 1469598103934665603U;
        for (const std::byte byte : bytes)
            value = (value ^ std::to_integer<std::uint64_t>(byte)) * 1099511628211U;
        return value;
    }

    StandInHost host_;
    std::unique_ptr<Scheduler> world_;
};

/// Runs everything a script exports in the fast form, as machine code and one instruction at a time, and
/// compares what is to be seen. True if the fast form was used.
inline bool runs_alike(const ProgramPtr& program, std::uint64_t budget) {
    Run fast(program, "fast", budget);
    Run native(program, "native", budget);
    Run precise(program, "precise", budget);
    demand(fast.log == precise.log && native.log == precise.log, "all forms link alike");
    if (!fast) return false;
    const auto all = [&](auto&& act) {
        act(fast);
        act(native);
        act(precise);
        demand(fast.log == precise.log, "both forms do the same",
               "--- fast\n" + fast.log + "--- precise\n" + precise.log);
        demand(native.log == precise.log, "machine code does the same",
               "--- native\n" + native.log + "--- precise\n" + precise.log);
        fast.log.clear();
        native.log.clear();
        precise.log.clear();
    };
    all([](Run& run) { run.start(); });
    all([](Run& run) { run.frame(); });
    std::vector<Function> functions;
    if (program->code() != nullptr)
        functions = program->functions();
    else
        for (const GameScript& entry : static_cast<const Game&>(*program).scripts())
            for (Function& function : entry.script->functions()) functions.push_back(std::move(function));
    if (functions.size() > 200) functions.resize(200);
    for (const Function& function : functions) all([&](Run& run) { run.call(function); });
    fast.restore();
    native.restore();
    all([](Run& run) { run.frame(); });
    return fast.world().environment().fast();
}

} // namespace vellum::ags::oracle
