// A backtracking matcher over bytes; see the header. Positions are pointers into the subject and the pattern,
// which stay on Lua's stack while the matcher works.
#include "luahost/lua_patterns.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "luahost/lua_state.hpp"
#include "luahost/lua_values.hpp"

namespace vellum {

namespace {

constexpr std::ptrdiff_t capture_open = -1;     // its end is not yet known
constexpr std::ptrdiff_t capture_position = -2; // "()"
constexpr std::size_t most_captures = 32;
constexpr int deepest = 200;

// Classes are those of the C locale, whatever the process has set.
bool is_lower(unsigned char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(unsigned char c) { return c >= 'A' && c <= 'Z'; }
bool is_alpha(unsigned char c) { return is_lower(c) || is_upper(c); }
bool is_digit(unsigned char c) { return c >= '0' && c <= '9'; }
bool is_control(unsigned char c) { return c < 32 || c == 127; }
bool is_graph(unsigned char c) { return c > 32 && c < 127; }

bool in_class(unsigned char c, unsigned char wanted) {
    bool found = false;
    switch (is_upper(wanted) ? wanted + ('a' - 'A') : wanted) {
    case 'a': found = is_alpha(c); break;
    case 'c': found = is_control(c); break;
    case 'd': found = is_digit(c); break;
    case 'g': found = is_graph(c); break;
    case 'l': found = is_lower(c); break;
    case 'p': found = is_graph(c) && !is_alpha(c) && !is_digit(c); break;
    case 's': found = c == ' ' || (c >= '\t' && c <= '\r'); break;
    case 'u': found = is_upper(c); break;
    case 'w': found = is_alpha(c) || is_digit(c); break;
    case 'x': found = is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); break;
    case 'z': found = c == 0; break; // of old, and still there
    default: return wanted == c;
    }
    return found != is_upper(wanted);
}

class Matcher {
  public:
    Matcher(lua_State* state, std::string_view subject, std::string_view pattern)
        : state_(state),
          begin_(subject.data()),
          end_(begin_ + subject.size()),
          pattern_(pattern.data()),
          pattern_end_(pattern_ + pattern.size()) {}

    /// The end of a match that begins at `at`, or null.
    const char* match_at(const char* at) {
        count_ = 0;
        return match(at, pattern_);
    }

    /// Pushes all captures, the whole match if there are none; how many.
    int push_captures(const char* from, const char* to) {
        const std::size_t shown = count_ == 0 && from != nullptr ? 1 : count_;
        luaL_checkstack(state_, static_cast<int>(shown), "too many captures");
        for (std::size_t i = 0; i < shown; ++i) push_capture(i, from, to);
        return static_cast<int>(shown);
    }

    void push_capture(std::size_t index, const char* from, const char* to) {
        if (index >= count_) {
            if (index != 0) luaL_error(state_, "invalid capture index %%%d", static_cast<int>(index + 1));
            lua_pushlstring(state_, from, static_cast<std::size_t>(to - from));
            return;
        }
        const Capture& capture = captures_[index];
        if (capture.size == capture_open) luaL_error(state_, "unfinished capture");
        if (capture.size == capture_position)
            lua_pushinteger(state_, capture.begin - begin_ + 1);
        else
            lua_pushlstring(state_, capture.begin, static_cast<std::size_t>(capture.size));
    }

    [[nodiscard]] const char* begin() const { return begin_; }
    [[nodiscard]] const char* end() const { return end_; }

  private:
    struct Capture {
        const char* begin;
        std::ptrdiff_t size;
    };

    void step() {
        if (++steps_ < 32) return;
        LuaState::charge(state_, steps_);
        steps_ = 0;
    }

    /// Behind the single character, class or set that begins at `p`.
    const char* class_end(const char* p) {
        if (*p++ == '%') {
            if (p == pattern_end_) luaL_error(state_, "malformed pattern (ends with '%%')");
            return p + 1;
        }
        if (p[-1] != '[') return p;
        if (p != pattern_end_ && *p == '^') ++p;
        do { // a ']' that stands first is a member
            if (p == pattern_end_) luaL_error(state_, "malformed pattern (missing ']')");
            if (*p++ == '%') {
                if (p == pattern_end_) luaL_error(state_, "malformed pattern (missing ']')");
                ++p;
            }
        } while (p == pattern_end_ || *p != ']');
        return p + 1;
    }

    /// Is `c` in the set "[...]" from `p` to its closing bracket?
    bool in_set(unsigned char c, const char* p, const char* closing) {
        bool found = true;
        if (p[1] == '^') {
            found = false;
            ++p;
        }
        while (++p < closing) {
            step();
            if (*p == '%') {
                ++p;
                if (in_class(c, static_cast<unsigned char>(*p))) return found;
            } else if (p[1] == '-' && p + 2 < closing) {
                if (static_cast<unsigned char>(*p) <= c && c <= static_cast<unsigned char>(p[2]))
                    return found;
                p += 2;
            } else if (static_cast<unsigned char>(*p) == c) {
                return found;
            }
        }
        return !found;
    }

    bool single(const char* at, const char* p, const char* behind) {
        step();
        if (at >= end_) return false;
        const auto c = static_cast<unsigned char>(*at);
        switch (*p) {
        case '.': return true;
        case '%': return in_class(c, static_cast<unsigned char>(p[1]));
        case '[': return in_set(c, p, behind - 1);
        default: return static_cast<unsigned char>(*p) == c;
        }
    }

    const char* balance(const char* at, const char* p) {
        if (pattern_end_ - p < 2) luaL_error(state_, "malformed pattern (missing arguments to '%%b')");
        if (at >= end_ || *at != *p) return nullptr;
        int depth = 1;
        for (const char* now = at + 1; now < end_; ++now) {
            step();
            if (*now == p[1]) {
                if (--depth == 0) return now + 1;
            } else if (*now == *p) {
                ++depth;
            }
        }
        return nullptr;
    }

    const char* most(const char* at, const char* p, const char* behind) {
        std::ptrdiff_t count = 0;
        while (single(at + count, p, behind)) ++count;
        for (; count >= 0; --count) {
            step();
            if (const char* found = match(at + count, behind + 1)) return found;
        }
        return nullptr;
    }

    const char* fewest(const char* at, const char* p, const char* behind) {
        for (;; ++at) {
            if (const char* found = match(at, behind + 1)) return found;
            if (!single(at, p, behind)) return nullptr;
        }
    }

    const char* open_capture(const char* at, const char* p, std::ptrdiff_t what) {
        if (count_ >= most_captures) luaL_error(state_, "too many captures");
        captures_[count_] = {at, what};
        ++count_;
        const char* found = match(at, p);
        if (found == nullptr) --count_;
        return found;
    }

    const char* close_capture(const char* at, const char* p) {
        std::size_t index = count_;
        while (index > 0 && captures_[index - 1].size != capture_open) --index;
        if (index == 0) luaL_error(state_, "invalid pattern capture");
        captures_[index - 1].size = at - captures_[index - 1].begin;
        const char* found = match(at, p);
        if (found == nullptr) captures_[index - 1].size = capture_open;
        return found;
    }

    const char* again(const char* at, char digit) {
        const int index = digit - '1';
        if (index < 0 || static_cast<std::size_t>(index) >= count_ ||
            captures_[static_cast<std::size_t>(index)].size == capture_open)
            luaL_error(state_, "invalid capture index %%%d in pattern", index + 1);
        const Capture& capture = captures_[static_cast<std::size_t>(index)];
        // A position has no text; its size is no length, and nothing is that long.
        const auto size = static_cast<std::size_t>(capture.size);
        if (static_cast<std::size_t>(end_ - at) < size) return nullptr;
        LuaState::charge(state_, size);
        return std::memcmp(capture.begin, at, size) == 0 ? at + size : nullptr;
    }

    const char* match(const char* at, const char* p) {
        if (++depth_ > deepest) luaL_error(state_, "pattern too complex");
        const char* found = match_inner(at, p);
        --depth_;
        return found;
    }

    const char* match_inner(const char* at, const char* p) {
        for (;;) {
            step();
            if (p == pattern_end_) return at;
            switch (*p) {
            case '(':
                if (p + 1 < pattern_end_ && p[1] == ')') return open_capture(at, p + 2, capture_position);
                return open_capture(at, p + 1, capture_open);
            case ')': return close_capture(at, p + 1);
            case '$':
                if (p + 1 == pattern_end_) return at == end_ ? at : nullptr;
                break;
            case '%': {
                const char what = p + 1 < pattern_end_ ? p[1] : '\0';
                if (what == 'b') {
                    at = balance(at, p + 2);
                    if (at == nullptr) return nullptr;
                    p += 4;
                    continue;
                }
                if (what == 'f') {
                    p += 2;
                    if (p == pattern_end_ || *p != '[')
                        luaL_error(state_, "missing '[' after '%%f' in pattern");
                    const char* behind = class_end(p);
                    const auto before = static_cast<unsigned char>(at == begin_ ? '\0' : at[-1]);
                    const auto now = static_cast<unsigned char>(at == end_ ? '\0' : *at);
                    if (in_set(before, p, behind - 1) || !in_set(now, p, behind - 1)) return nullptr;
                    p = behind;
                    continue;
                }
                if (is_digit(static_cast<unsigned char>(what))) {
                    at = again(at, what);
                    if (at == nullptr) return nullptr;
                    p += 2;
                    continue;
                }
                break;
            }
            default: break;
            }
            const char* behind = class_end(p);
            const char repeat = behind < pattern_end_ ? *behind : '\0';
            switch (repeat) {
            case '?':
                if (single(at, p, behind))
                    if (const char* found = match(at + 1, behind + 1)) return found;
                p = behind + 1;
                continue;
            case '+': return single(at, p, behind) ? most(at + 1, p, behind) : nullptr;
            case '*': return most(at, p, behind);
            case '-': return fewest(at, p, behind);
            default:
                if (!single(at, p, behind)) return nullptr;
                ++at;
                p = behind;
            }
        }
    }

    lua_State* state_;
    const char* begin_;
    const char* end_;
    const char* pattern_;
    const char* pattern_end_;
    std::array<Capture, most_captures> captures_{};
    std::size_t count_ = 0;
    int depth_ = 0;
    std::uint64_t steps_ = 0;
};

/// Where a search begins, from 0; behind the end means nowhere.
std::size_t start_of(lua_Integer init, std::size_t size) {
    if (init > 0) return static_cast<std::size_t>(init) - 1;
    if (init == 0 || init < -static_cast<lua_Integer>(size)) return 0;
    return size - static_cast<std::size_t>(-init);
}

int find_or_match(lua_State* state, bool find) {
    const std::string_view subject = check_text(state, 1);
    std::string_view pattern = check_text(state, 2);
    const std::size_t start = start_of(luaL_optinteger(state, 3, 1), subject.size());
    if (start > subject.size()) {
        luaL_pushfail(state);
        return 1;
    }
    if (find &&
        (lua_toboolean(state, 4) != 0 || pattern.find_first_of("^$*+?.([%-") == std::string_view::npos)) {
        // As many comparisons as the plainest search could need.
        const std::uint64_t rest = subject.size() - start;
        LuaState::charge(state, pattern.size() > rest ? 1 : rest * (1 + pattern.size() / 16));
        const std::size_t found = subject.find(pattern, start);
        if (found == std::string_view::npos) {
            luaL_pushfail(state);
            return 1;
        }
        lua_pushinteger(state, static_cast<lua_Integer>(found) + 1);
        lua_pushinteger(state, static_cast<lua_Integer>(found) + static_cast<lua_Integer>(pattern.size()));
        return 2;
    }
    const bool anchored = pattern.starts_with('^');
    if (anchored) pattern.remove_prefix(1);
    Matcher matcher(state, subject, pattern);
    const char* at = matcher.begin() + start;
    do {
        if (const char* end = matcher.match_at(at)) {
            if (!find) return matcher.push_captures(at, end);
            lua_pushinteger(state, at - matcher.begin() + 1);
            lua_pushinteger(state, end - matcher.begin());
            return matcher.push_captures(nullptr, nullptr) + 2;
        }
    } while (at++ < matcher.end() && !anchored);
    luaL_pushfail(state);
    return 1;
}

int string_find(lua_State* state) { return find_or_match(state, true); }
int string_match(lua_State* state) { return find_or_match(state, false); }

/// The iterator of gmatch. Upvalues: subject, pattern, where to begin, where the last match ended (-1: none).
int next_match(lua_State* state) {
    const std::string_view subject = check_text(state, lua_upvalueindex(1));
    const std::string_view pattern = check_text(state, lua_upvalueindex(2));
    Matcher matcher(state, subject, pattern);
    const lua_Integer last = lua_tointeger(state, lua_upvalueindex(4));
    for (const char* at = matcher.begin() + lua_tointeger(state, lua_upvalueindex(3)); at <= matcher.end();
         ++at) {
        const char* end = matcher.match_at(at);
        if (end == nullptr || end - matcher.begin() == last) continue;
        lua_pushinteger(state, end - matcher.begin());
        lua_copy(state, -1, lua_upvalueindex(3));
        lua_replace(state, lua_upvalueindex(4));
        return matcher.push_captures(at, end);
    }
    return 0;
}

int string_gmatch(lua_State* state) {
    const std::string_view subject = check_text(state, 1);
    check_text(state, 2);
    const std::size_t start = start_of(luaL_optinteger(state, 3, 1), subject.size());
    lua_settop(state, 2);
    lua_pushinteger(state, static_cast<lua_Integer>(start > subject.size() ? subject.size() + 1 : start));
    lua_pushinteger(state, -1);
    lua_pushcclosure(state, &next_match, 4);
    return 1;
}

/// Adds what the replacement text makes of a match.
void add_text(lua_State* state, luaL_Buffer& out, Matcher& matcher, const char* from, const char* to) {
    const std::string_view replacement = check_text(state, 3);
    LuaState::charge(state, replacement.size());
    for (std::size_t i = 0; i < replacement.size(); ++i) {
        if (replacement[i] != '%') {
            luaL_addchar(&out, replacement[i]);
            continue;
        }
        const char what = ++i < replacement.size() ? replacement[i] : '\0';
        if (what == '%') {
            luaL_addchar(&out, what);
        } else if (what == '0') {
            luaL_addlstring(&out, from, static_cast<std::size_t>(to - from));
        } else if (is_digit(static_cast<unsigned char>(what))) {
            matcher.push_capture(static_cast<std::size_t>(what - '1'), from, to);
            luaL_tolstring(state, -1, nullptr); // a position is a number
            lua_remove(state, -2);
            luaL_addvalue(&out);
        } else {
            luaL_error(state, "invalid use of '%%' in replacement string");
        }
    }
}

/// Adds the replacement of a match; false if the match stays as it was.
bool add_replacement(lua_State* state, luaL_Buffer& out, Matcher& matcher, const char* from, const char* to,
                     int kind) {
    if (kind == LUA_TFUNCTION) {
        lua_pushvalue(state, 3);
        lua_call(state, matcher.push_captures(from, to), 1);
    } else if (kind == LUA_TTABLE) {
        matcher.push_capture(0, from, to);
        lua_gettable(state, 3);
    } else {
        add_text(state, out, matcher, from, to);
        return true;
    }
    if (lua_toboolean(state, -1) == 0) {
        lua_pop(state, 1);
        luaL_addlstring(&out, from, static_cast<std::size_t>(to - from));
        return false;
    }
    if (lua_isstring(state, -1) == 0)
        luaL_error(state, "invalid replacement value (a %s)", luaL_typename(state, -1));
    luaL_addvalue(&out);
    return true;
}

int string_gsub(lua_State* state) {
    const std::string_view subject = check_text(state, 1);
    std::string_view pattern = check_text(state, 2);
    const int kind = lua_type(state, 3);
    if (kind != LUA_TNUMBER && kind != LUA_TSTRING && kind != LUA_TFUNCTION && kind != LUA_TTABLE)
        luaL_typeerror(state, 3, "string/function/table");
    const lua_Integer most = luaL_optinteger(state, 4, static_cast<lua_Integer>(subject.size()) + 1);
    const bool anchored = pattern.starts_with('^');
    if (anchored) pattern.remove_prefix(1);
    Matcher matcher(state, subject, pattern);
    luaL_Buffer out;
    luaL_buffinit(state, &out);
    lua_Integer count = 0;
    const char* at = matcher.begin();
    const char* last = nullptr;
    bool changed = false;
    while (count < most) {
        const char* end = matcher.match_at(at);
        if (end != nullptr && end != last) {
            ++count;
            changed = add_replacement(state, out, matcher, at, end, kind) || changed;
            at = last = end;
        } else if (at < matcher.end()) {
            luaL_addchar(&out, *at++);
        } else {
            break;
        }
        if (anchored) break;
    }
    if (changed) {
        luaL_addlstring(&out, at, static_cast<std::size_t>(matcher.end() - at));
        luaL_pushresult(&out);
    } else {
        lua_pushvalue(state, 1);
    }
    lua_pushinteger(state, count);
    return 2;
}

} // namespace

void open_patterns(lua_State* state) {
    static constexpr luaL_Reg functions[] = {{"find", &string_find},
                                             {"match", &string_match},
                                             {"gmatch", &string_gmatch},
                                             {"gsub", &string_gsub},
                                             {nullptr, nullptr}};
    lua_getglobal(state, LUA_STRLIBNAME);
    luaL_setfuncs(state, functions, 0);
    lua_pop(state, 1);
}

} // namespace vellum
