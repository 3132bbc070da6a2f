// Waiting, which counts frames, and DateTime, which reads the world's own clock: runs repeat. A host that has
// one of these answers itself. Facts: docs/engines/ags.md, "Script API".
#include <algorithm>
#include <chrono>

#include "engines/ags/codes.hpp"
#include "engines/ags/machine/environment.hpp"

namespace vellum::ags {

namespace {

/// Suspends for so many frames, at least one; then `result`.
Word wait_for(BuiltinCall& call, std::int32_t frames, Word result) {
    const std::int32_t left = call.resumed ? call.state->integer() - 1 : std::max(frames, 1);
    if (left <= 0) return result;
    *call.state = Value(left);
    return call.suspend();
}

Word wait(BuiltinCall& call) {
    const std::int32_t frames = signed_of(call.arguments[0]);
    if (frames < 1) return call.fail(codes::api_error, "Wait: must wait at least 1 loop");
    return wait_for(call, frames, 0);
}

/// Kinds of input that end a wait.
constexpr std::uint32_t any_input = 0xFF000000;

/// Where nobody presses anything the time runs out. Where there is none, it is as if somebody did.
template <std::size_t Frames, std::uint32_t Kinds> Word wait_for_input(BuiltinCall& call) {
    const std::int32_t frames = signed_of(call.arguments[Frames]);
    const std::uint32_t kinds = Kinds != 0 ? Kinds : number_of(call.arguments[0]);
    if (call.resumed && (call.environment.input & kinds) != 0) return integer_word(true);
    const bool played = call.environment.play != nullptr;
    if (played && frames < 0) {
        *call.state = Value(frames);
        return call.suspend();
    }
    return wait_for(call, frames, integer_word(frames < 0));
}

constexpr std::uint64_t microseconds = 1'000'000; ///< Of a second.

Word now(BuiltinCall& call) {
    Pool& pool = call.environment.pool();
    call.charge(BuiltinCall::object_work);
    const std::uint32_t handle = pool.make_time(call.environment.clock() / microseconds);
    if (handle == 0)
        return call.fail(codes::out_of_memory, "script objects need more memory than the budget allows");
    return address_word(Tag::object, handle);
}

/// The receiver's seconds since 1970. False after a failure.
bool seconds(BuiltinCall& call, std::chrono::sys_seconds& out) {
    const std::uint32_t handle = kind_of(call.self) == Tag::object ? object_of(call.self) : 0;
    const auto kept = call.environment.pool().time(handle);
    if (!kept) {
        call.fail(is_null(call.self) ? codes::null_pointer : codes::bad_call,
                  is_null(call.self) ? "Null pointer referenced" : "a DateTime was expected");
        return false;
    }
    // A snapshot may say anything; the calendar goes to the year 32767.
    constexpr std::uint64_t most = std::uint64_t{900'000} * 1'000'000;
    out = std::chrono::sys_seconds(std::chrono::seconds(std::min(*kept, most)));
    return true;
}

enum class Part : std::uint8_t { year, month, day, hour, minute, second, raw };

template <Part Wanted> Word part(BuiltinCall& call) {
    std::chrono::sys_seconds time;
    if (!seconds(call, time)) return 0;
    const auto midnight = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(midnight);
    const std::chrono::hh_mm_ss clock(time - midnight);
    switch (Wanted) {
    case Part::year: return integer_word(static_cast<int>(date.year()));
    case Part::month: return integer_word(static_cast<unsigned>(date.month()));
    case Part::day: return integer_word(static_cast<unsigned>(date.day()));
    case Part::hour: return integer_word(static_cast<std::int32_t>(clock.hours().count()));
    case Part::minute: return integer_word(static_cast<std::int32_t>(clock.minutes().count()));
    case Part::second: return integer_word(static_cast<std::int32_t>(clock.seconds().count()));
    case Part::raw: return integer_word(static_cast<std::uint32_t>(time.time_since_epoch().count()));
    }
    return 0;
}

constexpr BuiltinEntry time_entries[] = {
    {"Wait", 1, wait, true},
    {"WaitKey", 1, wait_for_input<0, Environment::keyboard_input>, true},
    {"WaitMouse", 1, wait_for_input<0, Environment::mouse_input>, true},
    {"WaitMouseKey", 1, wait_for_input<0, any_input>, true},
    {"WaitInput", 2, wait_for_input<1, 0>, true},
    {"DateTime::get_Now", 0, now, true},
    {"DateTime::get_Year", 0, part<Part::year>, true},
    {"DateTime::get_Month", 0, part<Part::month>, true},
    {"DateTime::get_DayOfMonth", 0, part<Part::day>, true},
    {"DateTime::get_Hour", 0, part<Part::hour>, true},
    {"DateTime::get_Minute", 0, part<Part::minute>, true},
    {"DateTime::get_Second", 0, part<Part::second>, true},
    {"DateTime::get_RawTime", 0, part<Part::raw>, true},
};

} // namespace

std::span<const BuiltinEntry> time_builtins() noexcept { return time_entries; }

} // namespace vellum::ags
