// A host between a world and its game that can take the world back in time: what the game answered is written
// down and given again where the world has been before; where it has not, the game is asked.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "vellum/hosts.hpp"

namespace vellum::debug {

class Tape final : public Host {
  public:
    /// None is owned. `known`: natives that a record passed through, see ReplayHost. A log that holds a run
    /// is given back from its beginning.
    Tape(Host& game, HostLog& log, const Host* known);

    /// Entries of the log that the run has behind it.
    [[nodiscard]] std::size_t position() const noexcept;
    /// The world stands where it stood with so many entries behind it.
    void seek(std::size_t position);
    /// What comes behind this position is forgotten: the run becomes another one.
    void forget();
    /// The log holds no more: what happens from here on is not written down.
    [[nodiscard]] bool full() const noexcept { return recorder_.full(); }
    /// Answers come from the log.
    [[nodiscard]] bool playing() const noexcept { return playing_; }
    /// Empty, or what went differently from the log, which must not happen.
    [[nodiscard]] const std::string& divergence() const noexcept { return player_.divergence(); }

    [[nodiscard]] Native resolve(const NativeKey& key) override;
    [[nodiscard]] std::string object_name(ObjectId object) const override;
    [[nodiscard]] std::string_view object_class(ObjectId object) const override;
    void each_signature(const std::function<void(const Signature&)>& visit) const override;

  private:
    struct Both {
        Tape* tape;
        Native recorded, played;
    };
    static void invoke(void* self, Call& call);
    [[nodiscard]] std::size_t end_of_natives() const noexcept;

    [[nodiscard]] const HostLogNative* loaded(const NativeKey& key) const noexcept;
    [[nodiscard]] const HostLogObject* loaded(ObjectId object) const noexcept;

    HostLog& log_;
    const Host* known_;
    // What a loaded log says of the game. It is taken out of the log, to which the recorder adds.
    std::vector<HostLogNative> loaded_natives_;
    std::vector<HostLogObject> loaded_objects_;
    RecordingHost recorder_;
    ReplayHost player_;
    std::deque<Both> natives_;
    bool playing_;
};

} // namespace vellum::debug
