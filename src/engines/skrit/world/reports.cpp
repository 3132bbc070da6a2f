// Names are compared in lower case.
#include "engines/skrit/world/reports.hpp"

#include <algorithm>
#include <set>

#include "base/ascii.hpp"
#include "base/hash.hpp"

namespace vellum::skrit {

namespace {
constexpr std::uint64_t entry = 192; // what a name in a table takes besides its letters

/// The number follows from the name, so that it means the same in every world.
ObjectId context_id(std::string_view key) {
    constexpr std::uint64_t tag = 0xFFFF'5243'0000'0000ULL;
    return {tag | (hash64(key) & 0xFFFF'FFFFU)};
}

} // namespace

bool Reports::hold(std::uint64_t bytes) {
    if (may_hold && !may_hold(bytes)) return false;
    held_ += bytes;
    return true;
}

Reports::Stream* Reports::stream(std::string_view name) {
    std::string key = lower_case(name);
    if (const auto found = streams_.find(key); found != streams_.end()) return &found->second;
    if (!hold(2 * (entry + key.size()))) return nullptr;
    contexts_.emplace(context_id(key).id, key);
    return &streams_[std::move(key)];
}

void Reports::add_sink(std::string_view name, ReportSink sink) { sinks_[lower_case(name)] = std::move(sink); }

bool Reports::route(std::string_view name, std::string_view sink) {
    const std::string key = lower_case(sink);
    if (!sinks_.contains(key)) return false;
    Stream* const from = stream(name);
    if (from == nullptr) return false;
    if (std::ranges::find(from->sinks, key) != from->sinks.end()) return true;
    if (!hold(2 * (sizeof(std::string) + key.size()))) return false;
    from->sinks.push_back(key);
    return true;
}

void Reports::set_default(ReportSink sink) { sinks_["console"] = std::move(sink); }

bool Reports::also(std::string_view name, std::string_view sink) {
    Stream* const from = stream(name);
    if (from == nullptr) return false;
    if (from->sinks.empty()) from->sinks.emplace_back("console");
    return route(name, sink);
}

std::vector<std::string> Reports::routes(std::string_view name) const {
    const auto found = streams_.find(lower_case(name));
    if (found == streams_.end() || found->second.sinks.empty()) return {"console"};
    return found->second.sinks;
}

bool Reports::make(std::string_view type, std::string_view name) {
    if (sinks_.contains(lower_case(name))) return true;
    ReportSink made = make_sink ? make_sink(type, name) : ReportSink();
    if (!made || !hold(entry + name.size())) return false;
    add_sink(name, std::move(made));
    return true;
}

bool Reports::add_to_stream(std::string_view stream, std::string_view type, std::string_view name) {
    return make(type, name) && also(stream, name);
}

bool Reports::add_to_sink(std::string_view sink, std::string_view type, std::string_view name) {
    const std::string from = lower_case(sink);
    if (!sinks_.contains(from) || !make(type, name)) return false;
    auto& list = onward_[from];
    const std::string to = lower_case(name);
    if (to == from || std::ranges::find(list, to) != list.end()) return true;
    if (!hold(entry + 2 * to.size())) return false;
    list.push_back(to);
    return true;
}

void Reports::give(std::string_view sink, std::string_view stream, std::string_view text) {
    if (const auto found = sinks_.find(sink); found != sinks_.end() && found->second)
        found->second(stream, text);
}

void Reports::unroute(std::string_view name) {
    if (Stream* const from = stream(name)) from->sinks.clear();
}

std::size_t Reports::width(std::string_view name) const {
    const auto found = streams_.find(lower_case(name));
    if (found == streams_.end() || found->second.sinks.empty()) return 1;
    std::size_t count = found->second.sinks.size();
    for (const std::string& sink : found->second.sinks)
        if (const auto next = onward_.find(sink); next != onward_.end()) count += next->second.size();
    return count;
}

bool Reports::write(std::string_view name, std::string_view text) {
    Stream* const found = stream(name);
    if (found == nullptr) return false;
    Stream& to = *found;
    if (!to.enabled || text.empty()) return true;
    std::string indented;
    if (to.indent != 0) {
        for (const char c : text) {
            if (to.at_line_start && c != '\n') indented.append(to.indent, ' ');
            to.at_line_start = c == '\n';
            indented += c;
        }
        text = indented;
    }
    to.at_line_start = text.ends_with('\n');
    deliver(to, name, text);
    return true;
}

bool Reports::write_raw(std::string_view name, std::string_view text) {
    Stream* const to = stream(name);
    if (to == nullptr) return false;
    if (!to->enabled || text.empty()) return true;
    to->at_line_start = text.ends_with('\n');
    deliver(*to, name, text);
    return true;
}

void Reports::deliver(const Stream& to, std::string_view name, std::string_view text) {
    if (to.sinks.empty()) return give("console", name, text);
    // a sink is given each text once, however many ways lead to it
    std::vector<std::string> all = to.sinks;
    std::set<std::string> taken(all.begin(), all.end());
    for (const std::string& sink : to.sinks)
        if (const auto next = onward_.find(sink); next != onward_.end())
            for (const std::string& far : next->second)
                if (taken.insert(far).second) all.push_back(far);
    for (const std::string& sink : all) give(sink, name, text);
}

bool Reports::enable(std::string_view name, bool on) {
    Stream* const to = stream(name);
    if (to != nullptr) to->enabled = on;
    return to != nullptr;
}

bool Reports::enabled(std::string_view name) const {
    const auto found = streams_.find(lower_case(name));
    return found == streams_.end() || found->second.enabled;
}

void Reports::indent(std::string_view name, int steps) {
    Stream* const to = stream(name);
    if (to == nullptr) return;
    const int blanks = static_cast<int>(to->indent) + std::clamp(steps, -100, 100) * step;
    to->indent = static_cast<std::uint32_t>(std::clamp(blanks, 0, static_cast<int>(deepest)));
}

void Reports::begin_report(std::string_view name, bool begins) {
    Stream* const to = stream(name);
    if (to == nullptr) return;
    if (begins)
        ++to->in_report;
    else if (to->in_report != 0)
        --to->in_report;
}

bool Reports::in_report(std::string_view name) const {
    const auto found = streams_.find(lower_case(name));
    return found != streams_.end() && found->second.in_report != 0;
}

ObjectId Reports::context(std::string_view name) {
    Stream* const found = stream(name);
    if (found == nullptr) return {};
    found->handed_out = true;
    return context_id(lower_case(name));
}

std::string_view Reports::stream_of(ObjectId context) const {
    const auto found = contexts_.find(context.id);
    return found == contexts_.end() ? std::string_view() : std::string_view(found->second);
}

Reports::States Reports::states() const {
    States states;
    for (const auto& [name, stream] : streams_)
        if (stream != State()) states.emplace(name, stream);
    return states;
}

void Reports::restore(const States& states) {
    for (auto& [name, stream] : streams_) static_cast<State&>(stream) = {};
    for (const auto& [name, state] : states)
        if (Stream* const to = stream(name)) static_cast<State&>(*to) = state;
}

void Reports::table(std::string_view name, const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (widths.size() <= i) widths.push_back(0);
            widths[i] = std::max(widths[i], row[i].size());
        }
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            line += row[i];
            if (i + 1 < row.size()) line.append(widths[i] - row[i].size() + 2, ' ');
        }
        write(name, line + "\n");
    }
}

std::vector<std::string> Reports::streams() const {
    std::vector<std::string> names;
    names.reserve(streams_.size());
    for (const auto& [name, stream] : streams_) names.push_back(name);
    return names;
}

} // namespace vellum::skrit
