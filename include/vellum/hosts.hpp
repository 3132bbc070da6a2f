// Ready-made hosts around a game's own: one that answers for everything the game does not know, one that
// records every answer, one that plays a record back.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/host.hpp"

namespace vellum {

/// Makes any script runnable without its game. Asks the inner host, then the engine's known natives; whatever
/// is left is reported once and answered with defaults of the right type: out-arguments keep what they hold,
/// a known result type gives its default, a native known to be latent suspends for one frame.
class VELLUM_API StandInHost final : public Host {
  public:
    /// Both may be null; neither is owned.
    StandInHost(Host* inner, Host* known);
    ~StandInHost() override;

    /// Told once per native that had to be stood in for.
    void on_unknown(std::function<void(const NativeKey&)> report);
    /// Natives stood in for so far, as (signature, calls), in order of first use.
    [[nodiscard]] std::vector<std::pair<const Signature*, std::uint64_t>> stood_in() const;
    /// True if that native is a stand-in of this host.
    [[nodiscard]] bool is_stand_in(const Native& native) const;

    [[nodiscard]] Native resolve(const NativeKey& key) override;
    [[nodiscard]] std::string object_name(ObjectId object) const override;
    [[nodiscard]] std::string_view object_class(ObjectId object) const override;
    void each_signature(const std::function<void(const Signature&)>& visit) const override;

  private:
    struct Tables;
    std::unique_ptr<Tables> tables_;
};

/// One answered call in a host log.
struct HostLogEntry {
    NativeKind kind = NativeKind::function;
    std::string name;
    std::vector<Value> arguments; ///< As the native left them.
    Value result;
    Value state; ///< Of a pending call.
    Outcome outcome = Outcome::done;
    std::string error;
    std::uint64_t input_hash =
        0; ///< Of the arguments as they came in: finds the place where a replay diverges.
};

/// Every answer of a run, in order.
struct VELLUM_API HostLog {
    std::vector<HostLogEntry> entries;

    /// One JSON object a line.
    [[nodiscard]] std::string to_jsonl() const;
    [[nodiscard]] static Result<HostLog> from_jsonl(std::string_view text);
};

/// Passes every call through and writes the answer down.
class VELLUM_API RecordingHost final : public Host {
  public:
    RecordingHost(Host& inner, HostLog& log);
    ~RecordingHost() override;
    [[nodiscard]] Native resolve(const NativeKey& key) override;
    [[nodiscard]] std::string object_name(ObjectId object) const override;
    [[nodiscard]] std::string_view object_class(ObjectId object) const override;
    void each_signature(const std::function<void(const Signature&)>& visit) const override;

  private:
    struct Tables;
    std::unique_ptr<Tables> tables_;
};

/// Answers every call from a log. The first call that is not the recorded one is a divergence: it and all
/// later ones fail with a message that names the entry.
class VELLUM_API ReplayHost final : public Host {
  public:
    explicit ReplayHost(const HostLog& log);
    ~ReplayHost() override;
    [[nodiscard]] Native resolve(const NativeKey& key) override;

    /// Entries used so far.
    [[nodiscard]] std::size_t position() const noexcept;
    /// Empty, or what went differently and at which entry.
    [[nodiscard]] const std::string& divergence() const noexcept;

  private:
    struct Tables;
    std::unique_ptr<Tables> tables_;
};

} // namespace vellum
