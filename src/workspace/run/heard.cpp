#include "workspace/run/heard.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "vellum/scheduler.hpp"

namespace vellum::runs {

Heard::Heard(const Host& names)
    : report_([this](std::string_view text) { told_ += text; }, {.host = &names, .all_natives = true}) {}

void Heard::keep(Expectation::Kind kind, std::string text) {
    if (full()) return;
    bytes_ += text.size();
    lines_.push_back({kind, frame_, std::move(text)});
    by_text_.emplace(lines_.back().text, lines_.size() - 1);
}

/// What the report said of one call, without the machine's name and what the kind says already.
std::string Heard::take_told(const Scheduler& scheduler, std::uint32_t machine, std::string_view prefix) {
    report_.flush();
    std::string text = std::exchange(told_, {});
    if (text.ends_with('\n')) text.pop_back();
    const std::string owner = scheduler.machine(machine).name + ": ";
    if (text.starts_with(owner)) text.erase(0, owner.size());
    if (text.starts_with(prefix)) text.erase(0, prefix.size());
    return text;
}

void Heard::native(const NativeStep& step) {
    if (full()) return;
    report_.native(step);
    if (std::string text = take_told(step.scheduler, step.machine, "asks "); !text.empty())
        keep(Expectation::Kind::asks, std::move(text));
}

void Heard::event(const Scheduler& scheduler, std::uint32_t machine, std::string_view name,
                  std::span<const Value> values, std::string_view outcome) {
    if (full()) return;
    report_.event(scheduler, machine, name, values, outcome);
    keep(Expectation::Kind::event, take_told(scheduler, machine, "event "));
}

void Heard::note(const Scheduler& scheduler, std::uint32_t machine, std::string_view text) {
    if (full()) return;
    report_.note(scheduler, machine, text);
    keep(Expectation::Kind::told, take_told(scheduler, machine, "| "));
}

void Heard::fault(const Scheduler&, const Fault& fault) {
    keep(Expectation::Kind::fault, std::string(fault.code->id) + ": " + fault.message);
}

void Heard::add(std::string text) { keep(Expectation::Kind::told, std::move(text)); }

std::vector<std::size_t> Heard::meant(const Expectation& expectation, std::uint64_t& steps) const {
    const std::string_view pattern = expectation.pattern;
    const std::string_view prefix = pattern.substr(0, pattern.find('*'));
    std::vector<std::size_t> found;
    for (auto line = by_text_.lower_bound(prefix); line != by_text_.end() && line->first.starts_with(prefix);
         ++line)
        if (is_meant(expectation, lines_[line->second], ++steps)) found.push_back(line->second);
    std::ranges::sort(found);
    return found;
}

namespace {

bool matches(std::string_view pattern, std::string_view text, std::uint64_t& steps) noexcept {
    std::size_t at = 0, in = 0, star = std::string_view::npos, retry = 0;
    for (; in < text.size(); ++steps) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            retry = in;
        } else if (at < pattern.size() && pattern[at] == text[in]) {
            ++at;
            ++in;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            in = ++retry;
        } else {
            return false;
        }
    }
    while (at < pattern.size() && pattern[at] == '*') ++at;
    return at == pattern.size();
}

} // namespace

bool matches_line(std::string_view pattern, std::string_view text) noexcept {
    std::uint64_t steps = 0;
    return matches(pattern, text, steps);
}

bool is_meant(const Expectation& expectation, const Heard::Line& line, std::uint64_t& steps) noexcept {
    const bool any = expectation.kind == Expectation::Kind::told;
    if (!any && expectation.kind != line.kind) return false;
    if (matches(expectation.pattern, line.text, steps)) return true;
    const std::string_view text = line.text;
    const auto begins_so = [&](std::size_t end) {
        return end != std::string_view::npos && matches(expectation.pattern, text.substr(0, end), steps);
    };
    if (line.kind == Expectation::Kind::asks) {
        constexpr std::string_view answers[] = {", gets ", " [stood in]", " and waits", ", which fails: "};
        return std::ranges::any_of(answers, [&](std::string_view one) { return begins_so(text.rfind(one)); });
    }
    // Of a text or a field of the game: what it says, where it lies.
    if (line.kind == Expectation::Kind::told)
        return begins_so(text.find(": \"")) || begins_so(text.find(": field "));
    return begins_so(text.rfind(": "));
}

} // namespace vellum::runs
