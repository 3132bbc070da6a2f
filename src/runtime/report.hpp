// The plain-words account of a run: what the scripts ask of the game, what happens to events, what goes
// wrong; and at the end a summary with counts. Polls of waiting natives are counted but only their end is
// told, and a line that repeats itself is told once with a count.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/trace.hpp"

namespace vellum {

class JsonWriter;

/// How often a native was called.
struct NativeUse {
    std::string name; ///< With owner or class, if known.
    std::uint64_t calls = 0;
    std::uint64_t polls = 0; ///< Times it was asked again while waiting.
    std::uint64_t failures = 0;
    bool stand_in = false;
};

/// How often an event came, by what became of it.
struct EventUse {
    std::string name;
    std::map<std::string, std::uint64_t, std::less<>> outcomes;
};

class ReportObserver final : public Observer {
  public:
    /// Without a sink it only counts: nothing is written that nobody reads.
    explicit ReportObserver(TextSink sink, const TraceOptions& options = {});
    ~ReportObserver() override;

    void native(const NativeStep& step) override;
    [[nodiscard]] bool wants_counts() const override { return !lines_.is_read(); }
    void called(const Scheduler& scheduler, const NativeKey& key, std::uint64_t calls) override;
    void event(const Scheduler& scheduler, std::uint32_t machine, std::string_view name,
               std::span<const Value> values, std::string_view outcome) override;
    void note(const Scheduler& scheduler, std::uint32_t machine, std::string_view text) override;
    void fault(const Scheduler& scheduler, const Fault& fault) override;

    /// Says a line of the caller's own in its place ("frame 3").
    void say(std::string_view line);
    /// Hands over everything said so far.
    void flush();

    /// In order of first use.
    [[nodiscard]] const std::vector<NativeUse>& natives() const noexcept { return natives_; }
    [[nodiscard]] const std::vector<EventUse>& events() const noexcept { return events_; }
    [[nodiscard]] std::uint64_t notes() const noexcept { return notes_; }
    [[nodiscard]] std::uint64_t faults() const noexcept { return faults_; }

    /// The end of the account: natives, events, notes and faults with their counts.
    [[nodiscard]] std::string summary() const;
    /// The same as an object with the members natives, events, notes and faults.
    void write_summary(JsonWriter& json) const;

  private:
    NativeUse& use_of(const NativeKey& key);
    TextWriter& begin(const Scheduler& scheduler, std::uint32_t machine);
    void end(Keep keep = Keep::tabs);
    void tell_last();

    TraceOptions options_;
    LineBuffer lines_;
    MachineNames names_;
    CallSignatures signatures_;
    TextWriter line_;
    std::string last_; // the line not yet told, because it may repeat
    std::uint64_t repeats_ = 0;
    bool said_ = false; // by the note before this line
    std::uint64_t left_out_ = 0;
    std::vector<NativeUse> natives_;
    std::unordered_map<std::string, std::size_t> native_index_;
    /// Machines say a native's name by the same characters every time: found by where they are, which is
    /// quick, and only if they still say the same.
    struct KnownNative {
        std::string owner, name; ///< As the key had them.
        std::size_t index = 0;
    };
    std::unordered_map<const char*, KnownNative> known_natives_;
    std::vector<EventUse> events_;
    std::unordered_map<std::string, std::size_t> event_index_;
    std::uint64_t notes_ = 0;
    std::uint64_t faults_ = 0;
};

} // namespace vellum
