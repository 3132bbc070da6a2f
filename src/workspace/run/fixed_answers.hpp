// Natives that answer the same every time, as a run's request has them: "irand=3", "Door.IsLocked=true".
#pragma once

#include <deque>
#include <vector>

#include "vellum/run.hpp"

namespace vellum::runs {

class FixedAnswers final : public Host {
  public:
    /// `known`: the engine's natives, for their signatures.
    FixedAnswers(const std::vector<RunAnswer>& answers, const Host* known);

    [[nodiscard]] Native resolve(const NativeKey& key) override;
    /// Notes what no script asked for.
    void check(Diagnostics& diagnostics) const;

  private:
    struct Entry {
        const RunAnswer* answer;
        const Signature* signature; ///< Null: unknown.
        bool variables;
    };
    static void give(void* self, Call& call);

    const std::vector<RunAnswer>& answers_;
    const Host* known_;
    const bool variables_; ///< As place_values has it.
    std::deque<Entry> given_;
};

} // namespace vellum::runs
