// Two hosts on one log. Which of them answers is decided at each call, for machines keep their natives.
#include "debug/tape.hpp"

#include <algorithm>
#include <utility>

namespace vellum::debug {

Tape::Tape(Host& game, HostLog& log, const Host* known)
    : log_(log),
      known_(known),
      loaded_natives_(std::exchange(log.natives, {})),
      loaded_objects_(std::exchange(log.objects, {})),
      recorder_(game, log),
      player_(log, known),
      playing_(end_of_natives() != 0) {}

const HostLogNative* Tape::loaded(const NativeKey& key) const noexcept {
    const auto found = std::ranges::find_if(loaded_natives_, [&](const HostLogNative& one) {
        return one.kind == key.kind && one.owner == key.owner && one.name == key.name &&
               one.arity == key.arity;
    });
    return found == loaded_natives_.end() ? nullptr : &*found;
}

const HostLogObject* Tape::loaded(ObjectId object) const noexcept {
    const auto found = std::ranges::find(loaded_objects_, object, &HostLogObject::object);
    return found == loaded_objects_.end() ? nullptr : &*found;
}

std::size_t Tape::end_of_natives() const noexcept {
    std::size_t end = log_.entries.size();
    // What was done from outside at the end is nobody's answer.
    while (end > 0 && log_.entries[end - 1].depth == 0 && log_.entries[end - 1].step != LogStep::native)
        --end;
    return end;
}

std::size_t Tape::position() const noexcept { return playing_ ? player_.position() : log_.entries.size(); }

void Tape::seek(std::size_t position) {
    player_.seek(position);
    playing_ = position < end_of_natives();
}

void Tape::forget() {
    if (!playing_) return;
    log_.entries.resize(std::min(player_.position(), log_.entries.size()));
    playing_ = false;
}

void Tape::invoke(void* self, Call& call) {
    const Both& both = *static_cast<Both*>(self);
    Tape& tape = *both.tape;
    if (tape.playing_ && tape.player_.position() >= tape.end_of_natives()) tape.playing_ = false;
    tape.playing_ ? both.played(call) : both.recorded(call);
}

Native Tape::resolve(const NativeKey& key) {
    Native face = recorder_.resolve(key);
    const Native recorded = face;
    // A loaded log says what its game had; natives that only this run asks for are the present game's.
    if (const HostLogNative* const known = loaded(key)) {
        if (known->shared && known_ != nullptr) return known_->resolve_shared(key);
        face = {known->known ? &invoke : nullptr, nullptr, known->described ? &known->signature : nullptr,
                known->stand_in};
    }
    if (!face || face.shared) return face;
    const Native played = player_.resolve(key);
    Both& both = natives_.emplace_back(Both{this, recorded ? recorded : played, played});
    return Native{&invoke, &both, face.signature, face.stand_in};
}

std::string Tape::object_name(ObjectId object) const {
    const HostLogObject* const known = loaded(object);
    return known != nullptr ? known->name : recorder_.object_name(object);
}

std::string_view Tape::object_class(ObjectId object) const {
    const HostLogObject* const known = loaded(object);
    return known != nullptr ? std::string_view(known->class_name) : recorder_.object_class(object);
}

void Tape::each_signature(const std::function<void(const Signature&)>& visit) const {
    recorder_.each_signature(visit);
}

} // namespace vellum::debug
