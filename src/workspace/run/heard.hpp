// What a run told, kept line by line in the words of `vellum run`, for expectations to look for.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/report.hpp"
#include "workspace/run/plan_file.hpp"

namespace vellum::runs {

class Heard final : public Observer {
  public:
    struct Line {
        Expectation::Kind kind;
        std::uint64_t frame;
        std::string text; ///< Without the machine's name.
    };
    static constexpr std::size_t most = 200'000, most_bytes = std::size_t{64} << 20U;

    explicit Heard(const Host& names);

    void native(const NativeStep& step) override;
    void event(const Scheduler& scheduler, std::uint32_t machine, std::string_view name,
               std::span<const Value> values, std::string_view outcome) override;
    void note(const Scheduler& scheduler, std::uint32_t machine, std::string_view text) override;
    void fault(const Scheduler& scheduler, const Fault& fault) override;
    /// A line of the run itself: what a call gave, what the host script printed.
    void add(std::string text);
    void set_frame(std::uint64_t frame) { frame_ = frame; }

    [[nodiscard]] const std::deque<Line>& lines() const noexcept { return lines_; }
    /// Numbers of the lines that an expectation means, in their order. `steps` grows by the work that this
    /// takes, which is little where the pattern begins with text.
    [[nodiscard]] std::vector<std::size_t> meant(const Expectation& expectation, std::uint64_t& steps) const;
    [[nodiscard]] bool full() const noexcept { return lines_.size() >= most || bytes_ >= most_bytes; }

  private:
    void keep(Expectation::Kind kind, std::string text);
    std::string take_told(const Scheduler& scheduler, std::uint32_t machine, std::string_view prefix);

    std::string told_;
    ReportObserver report_;
    std::uint64_t frame_ = 0;
    std::deque<Line> lines_;
    std::multimap<std::string_view, std::size_t> by_text_; ///< Numbers of lines.
    std::size_t bytes_ = 0;                                ///< Of their texts.
};

/// Whether the text is the pattern, in which `*` stands for any text.
[[nodiscard]] bool matches_line(std::string_view pattern, std::string_view text) noexcept;
/// True if the pattern means that line. What became of a native or an event may be left out. `steps` grows by
/// the characters that were compared.
[[nodiscard]] bool is_meant(const Expectation& expectation, const Heard::Line& line,
                            std::uint64_t& steps) noexcept;

} // namespace vellum::runs
