// Report streams: named texts that can be routed to any number of sinks, turned off and indented (reference
// "Report streams"). Where a sink's text ends up is the host's business.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/value.hpp"

namespace vellum::skrit {

/// Receives text of a stream.
using ReportSink = std::function<void(std::string_view stream, std::string_view text)>;

class Reports {
  public:
    /// Where streams without sinks of their own go; as a sink it is called "console".
    void set_default(ReportSink sink);
    /// Adds a named sink; streams are routed to it by name.
    void add_sink(std::string_view name, ReportSink sink);
    /// Routes a stream to a sink too. False if there is no such sink.
    bool route(std::string_view name, std::string_view sink);
    /// Routes a stream to a sink beside what it goes to already, the console if nothing else.
    bool also(std::string_view name, std::string_view sink);
    /// Back to the console alone.
    void unroute(std::string_view name);
    /// Names of the sinks a stream goes to, in lower case; "console" if it was never routed.
    [[nodiscard]] std::vector<std::string> routes(std::string_view name) const;
    /// Makes sinks that scripts ask for by type and name ("file", "x.log"). Without one they get none: what
    /// a script may open is the host's decision.
    std::function<ReportSink(std::string_view type, std::string_view name)> make_sink;
    /// Routes a stream, or all that goes to a sink, to a sink that `make_sink` makes. False if it makes none.
    bool add_to_stream(std::string_view stream, std::string_view type, std::string_view name);
    bool add_to_sink(std::string_view sink, std::string_view type, std::string_view name);

    /// Asked before a name is kept, so that scripts cannot keep more than they may; unset: anything.
    std::function<bool(std::uint64_t bytes)> may_hold;
    /// Bytes held, roughly.
    [[nodiscard]] std::uint64_t held() const noexcept { return held_; }

    /// False if there is no memory left to remember the stream.
    bool write(std::string_view name, std::string_view text);
    bool enable(std::string_view name, bool on);
    /// To how many sinks a stream's text goes at most, at least one.
    [[nodiscard]] std::size_t width(std::string_view name) const;
    [[nodiscard]] bool enabled(std::string_view name) const;
    /// Steps to the right for each line of a stream from now on; never below 0.
    void indent(std::string_view name, int steps);
    static constexpr int step = 4;                ///< Blanks of one.
    static constexpr std::uint32_t deepest = 200; ///< Blanks in front of a line at most.
    /// Text as it stands, without what indentation puts in front.
    bool write_raw(std::string_view name, std::string_view text);
    /// Between a BeginReport and its EndReport?
    void begin_report(std::string_view name, bool begins);
    [[nodiscard]] bool in_report(std::string_view name) const;

    /// A stream as scripts hold it. The number follows from the name alone.
    [[nodiscard]] ObjectId context(std::string_view name);
    /// The stream behind it; empty if it is none.
    [[nodiscard]] std::string_view stream_of(ObjectId context) const;
    /// Columns made as wide as their longest cell.
    void table(std::string_view name, const std::vector<std::vector<std::string>>& rows);
    /// Names of all streams that were mentioned, in lower case.
    [[nodiscard]] std::vector<std::string> streams() const;

    /// What scripts can see or change of a stream: a snapshot keeps it; where texts go is the session's.
    struct State {
        bool enabled = true;
        bool at_line_start = true;
        std::uint32_t indent = 0;    ///< Blanks.
        std::uint32_t in_report = 0; ///< Reports that were begun.
        bool handed_out = false;     ///< Scripts may hold it as a context.
        friend bool operator==(const State&, const State&) = default;
    };
    using States = std::map<std::string, State, std::less<>>;
    /// Of all that are not as every stream begins.
    [[nodiscard]] States states() const;
    void restore(const States& states);

  private:
    struct Stream : State {
        std::vector<std::string> sinks;
    };
    Stream* stream(std::string_view name); ///< Null if it is new and there is no memory left.
    bool hold(std::uint64_t bytes);
    void give(std::string_view sink, std::string_view stream, std::string_view text);
    bool make(std::string_view type, std::string_view name);
    void deliver(const Stream& to, std::string_view name, std::string_view text);

    std::map<std::string, ReportSink, std::less<>> sinks_;
    std::map<std::string, std::vector<std::string>, std::less<>>
        onward_; ///< From sinks to sinks, one step only.
    std::map<std::string, Stream, std::less<>> streams_;
    std::map<std::uint64_t, std::string> contexts_; ///< Streams by the number that scripts hold.
    std::uint64_t held_ = 0;
};

} // namespace vellum::skrit
