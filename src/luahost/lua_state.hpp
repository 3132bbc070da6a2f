// One Lua state with the limits and the reduced library that host scripts get. All work with Lua goes through
// `protect`, which turns every error, memory included, into a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <lua.hpp>

namespace vellum {

class LuaState {
  public:
    /// `memory` in bytes, `instructions` per outermost protected call; 0 for no limit.
    LuaState(std::size_t memory, std::uint64_t instructions);
    LuaState(const LuaState&) = delete;
    LuaState& operator=(const LuaState&) = delete;
    ~LuaState();

    /// False if there was not even memory for the state.
    [[nodiscard]] bool ok() const noexcept { return main_ != nullptr; }

    /// Runs `work` on an empty stack frame; nothing, or the error's text. May be called from inside such
    /// work.
    [[nodiscard]] std::optional<std::string> protect(const std::function<void(lua_State*)>& work);

    /// The state that is running: a coroutine's while one calls back into the host.
    class Running {
      public:
        Running(LuaState& owner, lua_State* state) : owner_(owner), before_(owner.current_) {
            owner.current_ = state;
        }
        ~Running() { owner_.current_ = before_; }
        Running(const Running&) = delete;
        Running& operator=(const Running&) = delete;

      private:
        LuaState& owner_;
        lua_State* before_;
    };

    /// Takes work off the budget that the hook cannot see: `amount` bytes or elements that a library function
    /// is about to walk or make. Raises the error of a script that ran too long.
    static void charge(lua_State* state, std::uint64_t amount);
    /// Counts memory that a script makes the host keep outside of Lua. Raises Lua's own error if there is no
    /// room.
    static void keep(lua_State* state, std::size_t bytes);

    /// The reduced standard library, seeded; to be called once, protected.
    static void open_library(lua_State* state, std::uint64_t seed);

  private:
    static void* allocate(void* self, void* block, std::size_t old_size, std::size_t new_size);
    static void count(lua_State* state, lua_Debug* debug);
    static int run(lua_State* state);
    static LuaState* limits_of(lua_State* state);
    [[noreturn]] static void too_long(lua_State* state);

    lua_State* main_ = nullptr;
    lua_State* current_ = nullptr;
    std::size_t memory_limit_;
    std::size_t memory_used_ = 0;
    std::uint64_t instruction_limit_;
    std::uint64_t instructions_used_ = 0;
    std::uint64_t work_ = 0; ///< Charged, not yet a whole instruction.
    unsigned depth_ = 0;
};

} // namespace vellum
