// Report streams: named texts that can be routed to any number of sinks, turned off and indented (reference
// "Report streams"). Where a sink's text ends up is the host's business.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::skrit {

/// Receives text of a stream.
using ReportSink = std::function<void(std::string_view stream, std::string_view text)>;

class Reports {
  public:
    /// Where streams without sinks of their own go.
    void set_default(ReportSink sink) { default_ = std::move(sink); }
    /// Adds a named sink; streams are routed to it by name.
    void add_sink(std::string_view name, ReportSink sink);
    /// Routes a stream to a sink too. False if there is no such sink.
    bool route(std::string_view stream, std::string_view sink);
    void unroute(std::string_view stream);

    void write(std::string_view stream, std::string_view text);
    void enable(std::string_view stream, bool on);
    [[nodiscard]] bool enabled(std::string_view stream) const;
    /// Blanks put in front of each line of a stream from now on; never below 0.
    void indent(std::string_view stream, int change);
    /// Columns made as wide as their longest cell.
    void table(std::string_view stream, const std::vector<std::vector<std::string>>& rows);
    /// Names of all streams that were mentioned, in lower case.
    [[nodiscard]] std::vector<std::string> streams() const;

  private:
    struct Stream {
        bool enabled = true;
        bool at_line_start = true;
        int indent = 0;
        std::vector<std::string> sinks;
    };
    Stream& stream(std::string_view name);

    ReportSink default_;
    std::map<std::string, ReportSink> sinks_;
    std::map<std::string, Stream> streams_;
};

} // namespace vellum::skrit
