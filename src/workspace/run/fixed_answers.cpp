#include "workspace/run/fixed_answers.hpp"

#include <algorithm>
#include <ranges>

#include "base/concat.hpp"
#include "host/nearly_known.hpp"
#include "host/place_values.hpp"

namespace vellum::runs {

FixedAnswers::FixedAnswers(const std::vector<RunAnswer>& answers, const Host* known)
    : answers_(answers), known_(known), variables_(!answers.empty() && writes_variables(known)) {}

void FixedAnswers::give(void* self, Call& call) {
    const auto& entry = *static_cast<const Entry*>(self);
    if (const auto problem = place_values(entry.answer->values, entry.signature, entry.variables, call))
        call.fail(*problem);
}

Native FixedAnswers::resolve(const NativeKey& key) {
    if (key.kind == NativeKind::setter) return {};
    const auto is_meant = [&](const RunAnswer& answer) {
        return answer.native == key.name || answer.native == concat(key.owner, ".", key.name);
    };
    const auto reversed = answers_ | std::views::reverse; // the last one that was said
    const auto answer = std::ranges::find_if(reversed, is_meant);
    if (answer == reversed.end()) return {};
    const Signature* const signature = known_ == nullptr ? nullptr : known_->resolve_shared(key).signature;
    const Entry entry{&*answer, signature, variables_};
    auto same = std::ranges::find_if(given_, [&](const Entry& each) {
        return each.answer == entry.answer && each.signature == entry.signature;
    });
    if (same == given_.end()) same = given_.insert(given_.end(), entry);
    return {&give, &*same, signature};
}

void FixedAnswers::check(Diagnostics& diagnostics) const {
    for (const RunAnswer& answer : answers_) {
        if (std::ranges::any_of(given_,
                                [&](const Entry& each) { return each.answer->native == answer.native; }))
            continue;
        const std::string meant = known_ == nullptr ? std::string() : nearly_known(answer.native, *known_);
        diagnostics.add(codes::host_unused, concat("no script uses ", answer.native), {},
                        meant.empty() ? std::string() : concat("did you mean ", meant, "?"));
    }
}

} // namespace vellum::runs
