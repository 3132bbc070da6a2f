// The library of known natives: signatures for all of rows.inc, implementations for what needs no game.
// Look-ups give an implementation, or a stand-in that answers object results with stand-in objects, or the
// bare signature. One object serves all worlds and threads: whatever a native keeps, it keeps in the world
// that calls it.
#include "engines/pathologic/natives/implementations.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/pathologic/world/world.hpp"
#include "host/native_rows.hpp"
#include "host/scheduler_access.hpp"
#include "vellum/pathologic.hpp"

namespace vellum::pathologic {

namespace {

constexpr std::string_view rows =
#include "engines/pathologic/natives/rows.inc"
    ;

/// Whether scripts take what stands in that variable afterwards for an object: results, and where the table
/// cannot tell the direction, what natives that find something are given to fill.
bool is_object_result(const Signature& signature, const Parameter& parameter) {
    if (parameter.type != Type::object) return false;
    if (parameter.direction == Direction::out) return true;
    const std::string_view name = signature.name;
    return parameter.direction == Direction::in_out &&
           (name.starts_with("Get") || name.starts_with("Find") || name.starts_with("Create"));
}

/// Gives every object result an object that stands for it: the same one for the same native and the same
/// first text. What may be an argument as well is only filled if it is null.
void answer_with_objects(void* self, Call& call) {
    const auto& signature = *static_cast<const Signature*>(self);
    RunningWorld* world = world_of(call);
    if (world == nullptr) return;
    std::string_view text;
    for (std::size_t i = 0; i < call.size() && text.empty(); ++i)
        if (call[i].is(Type::string)) text = call[i].text();
    call.charge(text.size());
    for (std::size_t i = 0; i < call.size() && i < signature.parameters.size(); ++i) {
        const Parameter& parameter = signature.parameters[i];
        if (!is_object_result(signature, parameter) || !call[i].is(Type::object)) continue;
        if (parameter.direction == Direction::in_out && call[i].object()) continue;
        call[i] = Value(world->objects().named(signature.name, text));
    }
}

class KnownNatives final : public Host {
  public:
    KnownNatives() : library_("known") {
        const std::vector<Implementation> implemented = implementations();
        each_row([&](NativeRow&& row) {
            const auto arity = static_cast<std::int32_t>(row.signature.parameters.size());
            const auto found = std::ranges::find_if(implemented, [&](const Implementation& native) {
                return native.name == row.signature.name && native.kind == row.signature.kind &&
                       native.arity == arity;
            });
            library_.add_raw(std::move(row.signature), found == implemented.end() ? nullptr : found->invoke,
                             nullptr);
        });
    }

    Native resolve(const NativeKey& key) override { return look_up(key); }
    Native resolve_shared(const NativeKey& key) const override { return look_up(key); }
    void each_signature(const std::function<void(const Signature&)>& visit) const override {
        library_.each_signature(visit);
    }

  private:
    Native look_up(const NativeKey& key) const {
        const Native native = library_.resolve_shared(key);
        if (native || native.signature == nullptr || native.signature->latent) return native;
        for (const Parameter& parameter : native.signature->parameters)
            if (is_object_result(*native.signature, parameter))
                return {&answer_with_objects, const_cast<Signature*>(native.signature), native.signature,
                        true, true};
        return native;
    }

    Library library_;
};

} // namespace

void each_row(const std::function<void(NativeRow&&)>& visit) {
    each_native_row(rows, [&](NativeRow&& row) {
        row.source = row.implemented ? "docs/engines/pathologic.md, Running without the game"
                                     : "docs/engines/pathologic.md, What scripts ask of the game";
        visit(std::move(row));
    });
}

RunningWorld* world_of(Call& call) {
    // These natives are only ever resolved by Pathologic worlds.
    auto* world = static_cast<RunningWorld*>(SchedulerAccess::of(call.scheduler));
    if (world == nullptr) call.fail("the native needs a running world");
    return world;
}

Host& known_natives() {
    static KnownNatives natives; // immutable once made
    return natives;
}

} // namespace vellum::pathologic
