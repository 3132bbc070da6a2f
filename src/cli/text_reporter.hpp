// The report of a run, frame by frame, for people: each frame's lines under its heading, and frames in which
// the same things happen as in the one before told together ("frames 4 to 200: the same").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/hash.hpp"
#include "cli/console.hpp"
#include "cli/session.hpp"
#include "runtime/report.hpp"
#include "vellum/run.hpp"

namespace vellum::cli {

class TextReporter final : public RunReporter {
  public:
    struct Options {
        const Scheduler* world = nullptr; ///< While it has one machine only, lines leave out whose they are.
        bool silent = false;              ///< Tell nothing before the summary.
        std::uint64_t most_lines = 0;     ///< In all; 0: no limit.
    };
    TextReporter(Console& console, const Options& options) : console_(console), options_(options) {}

    /// What a ReportObserver's sink calls with whole lines.
    void lines(std::string_view text);
    /// Has to be known before the first frame: it holds lines back that this class wants in their frame.
    void set_report(ReportObserver* report) { report_ = report; }

    void begin(std::string_view label, std::uint64_t frame) override;
    void announce(const RunAction& action) override;
    void action(const RunAction& action, std::string_view outcome) override;
    void remark(std::string_view text) override;
    void host_says(std::string_view text) override;
    void problem(const Diagnostic& diagnostic) override;
    void end() override;
    /// Tells what is still held back.
    void finish();

    [[nodiscard]] std::uint64_t left_out() const noexcept { return left_out_; }

  private:
    static constexpr std::size_t most_kept = std::size_t{1} << 22U; // bytes of one frame

    void add(std::string line);
    void tell_repeats();

    Console& console_;
    Options options_;
    ReportObserver* report_ = nullptr;
    bool in_frame_ = false;
    std::string label_;
    std::string text_; ///< Coloured lines of this frame.
    std::uint64_t frame_lines_ = 0;
    std::uint64_t frame_left_out_ = 0;
    StateHash hash_;
    std::uint64_t last_hash_ = 0;
    bool have_last_ = false;
    bool last_silent_ = false;
    std::uint64_t same_ = 0; ///< Frames like the last told one.
    std::string same_from_, same_to_;
    std::uint64_t told_ = 0;
    std::uint64_t left_out_ = 0;
};

} // namespace vellum::cli
