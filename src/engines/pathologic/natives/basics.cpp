// Chance, time, texts and messages. What each native does is known from its name, its argument types and the
// way scripts use the answer; where that leaves a choice, the row's documentation names it.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "base/bytes.hpp"
#include "base/encoding.hpp"
#include "base/rounding.hpp"
#include "engines/pathologic/machine/operations.hpp"
#include "engines/pathologic/natives/implementations.hpp"
#include "engines/pathologic/world/world.hpp"
#include "runtime/trace.hpp"

namespace vellum::pathologic {

namespace {

using detail::to_integer;
using detail::to_real;

// --- Chance ---

/// In [0, 1): 24 bits, so that the result is exact and never 1.
float unit_random(RunningWorld& world) {
    return static_cast<float>(world.random() >> 8U) * (1.0F / 16777216.0F);
}

void random_unit(Call& call, RunningWorld& world) { call[0] = Value(unit_random(world)); }
/// In [low, high); in doubles, because the distance may be no float and a rounded sum may be the upper end.
float random_from(RunningWorld& world, float low, float high) {
    const double from = static_cast<double>(low);
    const double unit = static_cast<double>(unit_random(world));
    const auto number = static_cast<float>(from + unit * (static_cast<double>(high) - from));
    return number == high ? std::nextafter(high, low) : number;
}
void random_below(Call& call, RunningWorld& world) {
    call[0] = Value(random_from(world, 0, to_real(call[1])));
}
void random_between(Call& call, RunningWorld& world) {
    call[0] = Value(random_from(world, to_real(call[1]), to_real(call[2])));
}
void random_integer(Call& call, RunningWorld& world) {
    const std::int64_t limit = to_integer(call[1]);
    const std::int64_t number = world.random() * (limit < 0 ? -limit : limit) >> 32U;
    call[0] = Value(static_cast<std::int32_t>(limit < 0 ? -number : number));
}
void random_choice(Call& call, RunningWorld& world) {
    const std::size_t count = (call.size() - 1) / 2;
    float chance = unit_random(world) * 100.0F;
    String chosen;
    for (std::size_t i = 0; i < count; ++i) {
        chance -= std::max(to_real(call[1 + i]), 0.0F);
        if (chance >= 0) continue;
        chosen = call[1 + count + i].string();
        break;
    }
    call[0] = Value(std::move(chosen));
}
void random_direction(Call& call, RunningWorld& world) {
    const float angle = unit_random(world) * 6.2831853F;
    call[0] = Value(std::cos(angle));
    call[1] = Value(std::sin(angle));
}
void random_cone(Call& call, RunningWorld& world) {
    const Vector3 axis = call[1].is(Type::vector) ? call[1].vector() : Vector3{};
    const float length = std::sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z);
    const float turn = unit_random(world) * 6.2831853F;
    const float angle = std::min(std::fabs(to_real(call[2])), 3.1415927F); // further there is nothing
    const float tilt_cosine = 1.0F - unit_random(world) * (1.0F - std::cos(angle));
    if (!(length > 0)) {
        call[0] = Value(axis);
        return;
    }
    const Vector3 w{axis.x / length, axis.y / length, axis.z / length};
    const Vector3 helper = std::fabs(w.x) < 0.5F ? Vector3{1, 0, 0} : Vector3{0, 1, 0};
    Vector3 u{w.y * helper.z - w.z * helper.y, w.z * helper.x - w.x * helper.z,
              w.x * helper.y - w.y * helper.x};
    const float u_length = std::sqrt(u.x * u.x + u.y * u.y + u.z * u.z);
    u = {u.x / u_length, u.y / u_length, u.z / u_length};
    const Vector3 v{w.y * u.z - w.z * u.y, w.z * u.x - w.x * u.z, w.x * u.y - w.y * u.x};
    const float tilt_sine = std::sqrt(std::max(0.0F, 1.0F - tilt_cosine * tilt_cosine));
    const float a = std::cos(turn) * tilt_sine;
    const float b = std::sin(turn) * tilt_sine;
    call[0] = Value(Vector3{w.x * tilt_cosine + u.x * a + v.x * b, w.y * tilt_cosine + u.y * a + v.y * b,
                            w.z * tilt_cosine + u.z * a + v.z * b});
}

// --- Numbers ---

void round_number(void*, Call& call) { call[1] = Value(round_half_away(to_real(call[0]))); }
void shift_number(void*, Call& call) {
    const auto number = static_cast<std::uint32_t>(to_integer(call[1]));
    const std::int32_t by = to_integer(call[2]);
    const std::uint32_t result = by <= -32 || by >= 32 ? 0 : by >= 0 ? number << by : number >> -by;
    call[0] = Value(static_cast<std::int32_t>(result));
}

// --- Time ---

void sleep(void*, Call& call) {
    if (!call.resumed) {
        const float seconds = to_real(call[0]);
        if (!(seconds >= 0)) {
            call.fail("the time to sleep is negative");
            return;
        }
        *call.state = Value(seconds);
        call.suspend();
        return;
    }
    const float left = call.state->real() - call.delta_time;
    *call.state = Value(left);
    if (left > 0)
        call.suspend();
    else if (call.size() > 1)
        call[1] = Value(true);
}
void next_frame(void*, Call& call) {
    // Asked again while an event is handled, no time has passed: that is not the next frame.
    if (!call.resumed || !(call.delta_time > 0))
        call.suspend();
    else if (call.size() > 0)
        call[0] = Value(call.delta_time);
}
void hold(void*, Call& call) { call.suspend(); }
void stop_group(void*, Call&) {} // the machine ends the waiting natives itself

// --- Texts: positions count UTF-16 units, as in the games. Each charges for the bytes it walks; none takes
// longer than some milliseconds, so that an interruption may wait until it is through ---

std::vector<std::byte> wide(std::string_view text) {
    ByteWriter out;
    wtf8_to_utf16le(text, out);
    return out.take();
}
void string_length(void*, Call& call) {
    call.charge(call[1].text().size());
    call[0] = Value(static_cast<std::int32_t>(wide(call[1].text()).size() / 2));
}
void string_find(void*, Call& call) {
    call.charge(call[1].text().size());
    const std::vector<std::byte> text = wide(call[1].text());
    const std::vector<std::byte> wanted = wide(call[2].text().substr(0, 4)); // the first character is enough
    std::int32_t found = -1;
    for (std::size_t at = 0; wanted.size() >= 2 && at + 2 <= text.size(); at += 2)
        if (text[at] == wanted[0] && text[at + 1] == wanted[1]) {
            found = static_cast<std::int32_t>(at / 2);
            break;
        }
    call[0] = Value(found);
}
void string_part(void*, Call& call) {
    call.charge(2 * call[1].text().size()); // there and back
    const std::vector<std::byte> text = wide(call[1].text());
    const auto length = static_cast<std::int64_t>(text.size() / 2);
    const std::int64_t first = std::clamp<std::int64_t>(to_integer(call[2]), 0, length);
    const std::int64_t wanted = call.size() > 3 ? std::max<std::int64_t>(to_integer(call[3]), 0) : length;
    const std::int64_t count = std::min(wanted, length - first);
    call[0] = Value(std::string_view(utf16le_to_wtf8(
        std::span(text).subspan(static_cast<std::size_t>(first * 2), static_cast<std::size_t>(count * 2)))));
}
template <char First, char Last, int Distance> void string_case(void*, Call& call) {
    call.charge(call[0].text().size());
    std::string text(call[0].text());
    for (char& c : text)
        if (c >= First && c <= Last) c = static_cast<char>(c + Distance);
    call[0] = Value(std::string_view(text));
}
void string_to_integer(void*, Call& call) {
    std::string_view text = call[1].text();
    call.charge(text.size());
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
    std::int32_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    call[0] = Value(number);
}
void format_text(void*, Call& call) {
    const std::string_view pattern = call[1].text();
    call.charge(pattern.size());
    std::string out;
    std::size_t next = 2;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '%') {
            const std::size_t plain = std::min(pattern.find('%', i), pattern.size());
            append_wtf8(out, pattern.substr(i, plain - i));
            i = plain - 1;
            continue;
        }
        if (++i >= pattern.size()) break;
        const char fill = pattern[i] == '0' ? '0' : ' ';
        std::size_t width = 0;
        for (; i < pattern.size() && pattern[i] >= '0' && pattern[i] <= '9'; ++i)
            width = std::min<std::size_t>(width * 10 + static_cast<std::size_t>(pattern[i] - '0'), 256);
        if (i >= pattern.size()) break;
        if (pattern[i] == '%') {
            out += '%';
            continue;
        }
        std::string piece;
        if (next < call.size()) {
            call.charge(width + call[next].text().size());
            if (pattern[i] == 'd' || pattern[i] == 'i')
                piece = std::to_string(to_integer(call[next]));
            else
                append_text(piece, call[next], known_natives());
        }
        ++next;
        if (const std::size_t units = width == 0 ? 0 : wide(piece).size() / 2; units < width)
            piece.insert(piece.starts_with('-') && fill == '0' ? 1 : 0, width - units, fill);
        append_wtf8(out, piece);
        if (out.size() > max_text) return call.fail("the string is too long");
    }
    if (out.size() > max_text) return call.fail("the string is too long");
    call[0] = Value(std::string_view(out));
}

// --- Messages ---

void trace(void*, Call& call) {
    RunningWorld* world = world_of(call);
    call.charge(call[0].text().size());
    if (world == nullptr || world->observer() == nullptr) return;
    std::string text(script_says);
    append_text(text, call[0], world->machine_at(call.machine).link->host);
    world->note(call.machine, text);
}

constexpr NativeKind function = NativeKind::function;
constexpr Implementation basic_rows[] = {
    {function, "rand", 1, in_world<random_unit>},
    {function, "rand", 2, in_world<random_below>},
    {function, "rand", 3, in_world<random_between>},
    {function, "irand", 2, in_world<random_integer>},
    {function, "RandOneOf", 5, in_world<random_choice>},
    {function, "RandOneOf", 11, in_world<random_choice>},
    {function, "RandOneOf", 13, in_world<random_choice>},
    {function, "RandOneOf", 15, in_world<random_choice>},
    {function, "RandVec2D", 2, in_world<random_direction>},
    {function, "RandVecCone3D", 3, in_world<random_cone>},
    {function, "round", 2, round_number},
    {function, "shift", 3, shift_number},
    {function, "Sleep", 1, sleep},
    {function, "Sleep", 2, sleep},
    {function, "GameSleep", 1, sleep},
    {function, "GameSleep", 2, sleep},
    {function, "sync", 0, next_frame},
    {function, "sync", 1, next_frame},
    {function, "ProcessEvents", 0, hold},
    {function, "UISync", 0, next_frame},
    {function, "Hold", 0, hold},
    {function, "StopGroup0", 0, stop_group},
    {function, "_strlen", 2, string_length},
    {function, "_strchr", 3, string_find},
    {function, "_strsub", 3, string_part},
    {function, "_strsub", 4, string_part},
    {function, "_strlwr", 1, string_case<'A', 'Z', 'a' - 'A'>},
    {function, "_strupr", 1, string_case<'a', 'z', 'A' - 'a'>},
    {function, "_strtoi", 2, string_to_integer},
    {function, "format", 5, format_text},
    {function, "format", 7, format_text},
    {function, "Trace", 1, trace},
    {function, "UITrace", 1, trace},
};

} // namespace

std::span<const Implementation> basic_implementations() noexcept { return basic_rows; }

std::vector<Implementation> implementations() {
    std::vector<Implementation> all(std::begin(basic_rows), std::end(basic_rows));
    const std::span<const Implementation> objects = object_implementations();
    all.insert(all.end(), objects.begin(), objects.end());
    return all;
}

} // namespace vellum::pathologic
