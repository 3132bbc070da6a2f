// Names become addresses once, when a stop is made: whoever runs compares addresses only.
#include "debug/stops.hpp"

#include <algorithm>
#include <ranges>
#include <set>
#include <utility>

#include "base/ascii.hpp"
#include "base/number.hpp"
#include "base/suggest.hpp"
#include "debug/codes.hpp"
#include "isa/functions.hpp"
#include "program/lines.hpp"

namespace vellum::debug {

std::string_view to_string(StopKind kind) noexcept {
    constexpr std::string_view names[] = {"address", "function", "line",  "event", "native",
                                          "answer",  "note",     "fault", "watch"};
    const auto index = static_cast<std::size_t>(kind);
    return index < std::size(names) ? names[index] : names[0];
}

std::optional<std::uint64_t> number_of(std::string_view text) {
    text = trimmed(text);
    const bool hex = text.starts_with("0x") || text.starts_with("0X");
    if (hex) text.remove_prefix(2);
    return whole_number<std::uint64_t>(text, hex ? 16 : 10);
}

Result<HitCondition> HitCondition::parse(std::string_view text) {
    constexpr std::pair<std::string_view, Kind> signs[] = {
        {">=", Kind::from}, {"<=", Kind::up_to},  {"==", Kind::exactly}, {">", Kind::above},
        {"<", Kind::below}, {"=", Kind::exactly}, {"%", Kind::every},
    };
    HitCondition condition;
    std::string_view rest = trimmed(text);
    for (const auto& [sign, kind] : signs)
        if (rest.starts_with(sign)) {
            condition.kind_ = kind;
            rest = trimmed(rest.substr(sign.size()));
            break;
        }
    const auto number = number_of(rest);
    if (!number || (*number == 0 && condition.kind_ == Kind::every))
        return fail(codes::debug_place, "'" + std::string(trimmed(text)) + "' is not a number of hits", {},
                    "use 5, >= 5, or % 5 for every fifth");
    condition.number_ = *number;
    return condition;
}

bool HitCondition::holds(std::uint64_t hit) const noexcept {
    switch (kind_) {
    case Kind::exactly: return hit == number_;
    case Kind::from: return hit >= number_;
    case Kind::above: return hit > number_;
    case Kind::below: return hit < number_;
    case Kind::up_to: return hit <= number_;
    case Kind::every: return hit % number_ == 0;
    }
    return true;
}

Result<StopRequest> parse_place(std::string_view text) {
    StopRequest request;
    text = trimmed(text);
    const std::size_t blank = text.find_first_of(" \t");
    const std::string_view word = text.substr(0, blank);
    const std::string_view rest =
        blank == std::string_view::npos ? std::string_view() : trimmed(text.substr(blank));
    constexpr std::pair<std::string_view, StopKind> kinds[] = {
        {"event", StopKind::event}, {"native", StopKind::native}, {"answer", StopKind::answer},
        {"note", StopKind::note},   {"state", StopKind::note},
    };
    for (const auto& [name, kind] : kinds)
        if (word == name && !rest.empty()) {
            request.kind = kind;
            request.what = name == "state" ? "-> " + std::string(rest) : std::string(rest);
            return request;
        }
    if (text.starts_with('*')) {
        const auto address = number_of(text.substr(1));
        if (!address || *address > 0xFFFFFFFF)
            return fail(codes::debug_place, "'" + std::string(text) + "' is not an address");
        request.kind = StopKind::address;
        request.number = static_cast<std::uint32_t>(*address);
        return request;
    }
    const std::size_t colon = text.rfind(':');
    const auto line = number_of(colon == std::string_view::npos ? text : text.substr(colon + 1));
    if (line && *line <= 0xFFFFFFFF) {
        request.kind = StopKind::line;
        request.number = static_cast<std::uint32_t>(*line);
        if (colon != std::string_view::npos) request.file = text.substr(0, colon);
        return request;
    }
    request.kind = StopKind::function;
    request.what = text;
    return request;
}

namespace {

/// All functions with their ends.
std::vector<Function> functions_of(const Program& program) {
    std::vector<Function> all = program.functions();
    const isa::Code* const code = program.code();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].end == 0)
            all[i].end = i + 1 < all.size() ? all[i + 1].address
                         : code == nullptr  ? ~0U
                                            : code->end_address();
    return all;
}

const Function* function_in(std::span<const Function> all, std::uint32_t address) {
    const auto behind = std::ranges::upper_bound(all, address, {}, &Function::address);
    for (std::size_t i = static_cast<std::size_t>(behind - all.begin()); i-- > 0;)
        if (address < all[i].end) return &all[i];
    return nullptr;
}

} // namespace

const LineTable& Stops::lines(const Program& program) const {
    return lines_.try_emplace(&program, program).first->second;
}

const std::vector<Function>& Stops::functions(const Program& program) const {
    const auto [found, is_new] = functions_.try_emplace(&program);
    if (is_new) found->second = functions_of(program);
    return found->second;
}

const std::multimap<std::string, std::uint32_t>& Stops::called(const Program& program) const {
    const auto [found, is_new] = called_.try_emplace(&program);
    if (is_new)
        for (const Function& one : functions(program))
            for (std::string& name : isa::names_of(one)) found->second.emplace(std::move(name), one.address);
    return found->second;
}

const Function* Stops::function_at(const Program& program, std::uint32_t address) const {
    return function_in(functions(program), address);
}

std::vector<const Program*> Stops::programs() const {
    std::vector<const Program*> result;
    result.reserve(made_of_.size());
    for (const ProgramPtr& one : made_of_) result.push_back(one.get());
    for (std::size_t i = 0; i < scheduler_.machine_count(); ++i)
        if (const Program* const one = &scheduler_.program(i); std::ranges::find(result, one) == result.end())
            result.push_back(one);
    return result;
}

Result<void> Stops::find_places(Stop& stop) const {
    const StopRequest& wanted = stop.request;
    std::vector<std::string> known;
    std::string what(to_string(wanted.kind));
    for (const Program* const program : programs()) {
        const isa::Code* const code = program->code();
        std::set<std::uint32_t> known_places;
        const auto add = [&](std::uint32_t address) {
            if (code != nullptr && code->at(address) >= 0 && known_places.insert(address).second)
                stop.places.push_back({program, address});
        };
        switch (wanted.kind) {
        case StopKind::address:
            if (wanted.program == nullptr || wanted.program == program) add(wanted.number);
            break;
        case StopKind::function: {
            const auto& named = called(*program);
            const auto [first, last] = named.equal_range(lower_case(isa::dotted(wanted.what)));
            for (const auto& [name, address] : std::ranges::subrange(first, last)) add(address);
            const std::optional<std::uint32_t> address = isa::address_in(wanted.what);
            const Function* const there = address ? function_at(*program, *address) : nullptr;
            if (there != nullptr && there->address == *address) add(*address);
            break;
        }
        case StopKind::line: {
            // The first line from there on that has code, and where control comes to it anew.
            for (const std::uint32_t address : lines(*program).beginning(wanted.file, wanted.number))
                add(address);
            break;
        }
        case StopKind::event:
            for (const Function& one : functions(*program))
                if (one.kind.contains("event") && isa::is_called(one, wanted.what)) add(one.address);
            [[fallthrough]];
        case StopKind::native:
            for (Reference& one : program->references()) {
                const bool right = wanted.kind == StopKind::event ? one.kind == ReferenceKind::handler
                                                                  : one.kind == ReferenceKind::native ||
                                                                        one.kind == ReferenceKind::method ||
                                                                        one.kind == ReferenceKind::import;
                if (!right) continue;
                if (isa::is_called(one.name, wanted.what)) add(one.address);
                known.push_back(std::move(one.name));
            }
            break;
        case StopKind::answer:
        case StopKind::note:
        case StopKind::fault:
        case StopKind::watch: return {};
        }
    }
    if (!stop.places.empty()) return {};
    if (wanted.kind == StopKind::address)
        return fail(codes::debug_place, "no instruction begins at address " + std::to_string(wanted.number));
    if (wanted.kind == StopKind::line)
        return fail(codes::debug_place, "there is no code for line " + std::to_string(wanted.number), {},
                    "'info source' lists the known sources");
    std::vector<std::string_view> names(known.begin(), known.end());
    if (wanted.kind == StopKind::function)
        for (const Program* const program : programs())
            for (const Function& one : functions(*program)) isa::add_known_names(one, names);
    std::ranges::sort(names);
    return fail(codes::debug_place,
                "there is no " + what + " '" + wanted.what + "'." + did_you_mean(wanted.what, names));
}

Result<const Stop*> Stops::add(StopRequest request) {
    auto made = std::make_unique<Stop>();
    made->request = std::move(request);
    if (!made->request.condition.empty()) {
        auto condition = Expression::parse(made->request.condition);
        if (!condition) return std::unexpected(std::move(condition.error()));
        made->condition = std::move(*condition);
    }
    if (!made->request.hits.empty()) {
        auto hits = HitCondition::parse(made->request.hits);
        if (!hits) return std::unexpected(std::move(hits.error()));
        made->hits_wanted = *hits;
    }
    if (made->request.kind == StopKind::watch && made->request.bytes == 0) {
        auto watched = Expression::parse(made->request.what);
        if (!watched) return std::unexpected(std::move(watched.error()));
        made->watched = std::move(*watched);
    }
    if (auto found = find_places(*made); !found) return std::unexpected(std::move(found.error()));
    made->number = ++last_;
    list_.push_back(std::move(made));
    return list_.back().get();
}

bool Stops::remove(std::uint32_t number) {
    return std::erase_if(list_, [&](const auto& one) { return one->number == number; }) != 0;
}

Stop* Stops::find(std::uint32_t number) {
    const auto found = std::ranges::find_if(list_, [&](const auto& one) { return one->number == number; });
    return found == list_.end() ? nullptr : found->get();
}

std::vector<Stop*> Stops::at(const CodePlace& place) const {
    std::vector<Stop*> result;
    for (const auto& one : list_)
        if (one->enabled && std::ranges::find(one->places, place) != one->places.end())
            result.push_back(one.get());
    return result;
}

bool Stops::any_at(const CodePlace& place) const {
    return std::ranges::any_of(list_, [&](const auto& one) {
        return one->enabled && std::ranges::find(one->places, place) != one->places.end();
    });
}

bool Stops::has(StopKind kind) const {
    return std::ranges::any_of(list_,
                               [&](const auto& one) { return one->enabled && one->request.kind == kind; });
}

std::vector<CodeRange> Stops::ranges() const {
    std::vector<CodeRange> result;
    std::set<std::pair<const Program*, std::uint32_t>> known;
    for (const auto& one : list_) {
        if (!one->enabled) continue;
        for (const CodePlace& place : one->places) {
            const Function* const in = function_at(*place.program, place.address);
            const CodeRange range{place.program, in != nullptr ? in->address : place.address,
                                  in != nullptr ? in->end : place.address + 1};
            if (known.emplace(range.program, range.begin).second) result.push_back(range);
        }
    }
    return result;
}

} // namespace vellum::debug
