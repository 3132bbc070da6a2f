// A host whose answers stand in the case: `irand=4,4,2 GetPosition=[_, (1, 2, 3)] Player.Name="Ivan"`. A
// native gives its answers in turn and then its last one for ever. An answer is a value, `wait` (ask again
// next frame), `fail "why"`, a list in brackets that is written into the arguments in order (`_` leaves one
// alone), or a value and a list.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/host.hpp"

namespace vellum {
class LineLexer;
}

namespace vellum::cases {

class InlineHost final : public Host {
  public:
    /// Adds the answers of one line.
    void add(std::string_view line, Diagnostics& diagnostics);

    [[nodiscard]] Native resolve(const NativeKey& key) override;

  private:
    struct Answer {
        enum class Kind : std::uint8_t { value, wait, fail } kind = Kind::value;
        Value result;
        std::string error;
        std::vector<std::optional<Value>> arguments;
    };
    struct Script {
        std::vector<Answer> answers;
        std::size_t next = 0;
    };
    static bool read_answer(LineLexer& lexer, Answer& answer);
    static void invoke(void* self, Call& call);

    std::map<std::string, Script, std::less<>> scripts_;
};

} // namespace vellum::cases
