// The natives and methods that scripts of the game call, found by name and number of arguments.
#pragma once

#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vellum/engine.hpp"

namespace vellum::pathologic::source {

class NativeIndex {
  public:
    explicit NativeIndex(const Engine& engine);

    /// Null if no script calls it so.
    [[nodiscard]] const Signature* find(std::string_view name, std::size_t arguments, bool method) const;
    /// Takes any number of arguments.
    [[nodiscard]] bool is_variadic(std::string_view name, bool method) const;
    /// How many arguments scripts give it; null if there is none of that name.
    [[nodiscard]] const std::set<std::size_t>* counts(std::string_view name, bool method) const;
    /// How the natives of that name are declared: "Sleep(float seconds)", by number of arguments.
    [[nodiscard]] std::vector<std::string> declarations(std::string_view name, bool method) const;
    /// All of a kind, for suggestions.
    [[nodiscard]] std::vector<std::string_view> names(bool method) const;

  private:
    /// Those of one name.
    struct Entry {
        std::vector<NativeRow> rows;
        std::set<std::size_t> counts;
        bool variadic = false;
    };
    using Entries = std::unordered_map<std::string_view, Entry>;
    [[nodiscard]] const Entry* entry(std::string_view name, bool method) const;

    std::deque<std::string> words_; ///< What the keys lie in.
    Entries entries_[2];            ///< Functions, methods.
    std::vector<std::string_view> names_[2];
};

/// The engine's own, made when it is first asked for.
[[nodiscard]] const NativeIndex& native_index(const Engine& engine);

} // namespace vellum::pathologic::source
