// The library of known natives: signatures for all of table.inc, implementations for what needs no game.
// Look-ups give an implementation, or a stand-in that answers object results with stand-in objects, or the
// bare signature. One object serves all worlds and threads: whatever a native keeps, it keeps in the world
// that calls it.
#include "engines/pathologic/natives/implementations.hpp"

#include <string>

#include "engines/pathologic/world/world.hpp"
#include "host/scheduler_access.hpp"
#include "vellum/pathologic.hpp"

namespace vellum::pathologic {

namespace {

Type type_of_letter(char letter) {
    switch (letter) {
    case 'b': return Type::boolean;
    case 'i': return Type::integer;
    case 'f': return Type::real;
    case 's': return Type::string;
    case 'o': return Type::object;
    case 'v': return Type::vector;
    default: return Type::none;
    }
}

Signature make_signature(NativeKind kind, std::string_view name, std::string_view arguments, bool latent) {
    Signature signature;
    signature.kind = kind;
    signature.name = name;
    signature.latent = latent;
    for (std::size_t i = 0; i + 1 < arguments.size(); i += 2) {
        Parameter parameter;
        parameter.direction = arguments[i] == '<'   ? Direction::in
                              : arguments[i] == '>' ? Direction::out
                                                    : Direction::in_out;
        parameter.type = type_of_letter(arguments[i + 1]);
        signature.parameters.push_back(std::move(parameter));
    }
    return signature;
}

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
#define NATIVE(name, arguments, latent)                                                                      \
    describe(make_signature(NativeKind::function, name, arguments, latent));
#define METHOD(name, arguments) describe(make_signature(NativeKind::method, name, arguments, false));
#include "engines/pathologic/natives/table.inc"
#undef NATIVE
#undef METHOD
        for (const Implementation& native : implementations()) {
            Signature signature = make_signature(native.kind, native.name, native.arguments, native.latent);
            signature.documentation = native.documentation;
            library_.add_raw(std::move(signature), native.invoke, nullptr);
        }
    }

    Native resolve(const NativeKey& key) override { return look_up(key); }
    Native resolve_shared(const NativeKey& key) const override { return look_up(key); }
    void each_signature(const std::function<void(const Signature&)>& visit) const override {
        library_.each_signature(visit);
    }

  private:
    void describe(Signature signature) { library_.describe(std::move(signature)); }

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
