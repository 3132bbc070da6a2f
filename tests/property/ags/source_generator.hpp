// Random programs as source: blocks, loops, switches, locals of every width, arrays, structs, handles and
// texts, laid out over lines by chance, so that a decompiler meets what real scripts seldom do.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace vellum::test {

class SourceGenerator {
  public:
    explicit SourceGenerator(std::uint32_t seed) : random_(seed) {}

    /// A script that needs no header. Compile it with the line numbers of the editor.
    [[nodiscard]] std::string make();

  private:
    enum class Kind : std::uint8_t { number, real, text, handle, array, numbers };
    struct Variable {
        std::string name;
        Kind kind;
        int length = 0;
    };

    [[nodiscard]] unsigned pick(unsigned count) { return static_cast<unsigned>(random_()) % count; }
    [[nodiscard]] std::string fresh(const char* begin) {
        return begin + std::to_string(pick(5)) + "_" + std::to_string(names_++);
    }
    void space() { out_ += pick(3) == 0 ? "\n" : " "; }
    void block(int depth);
    void body(int depth);
    void statement(int depth);
    void declare();
    void loop(int depth);
    void choice(int depth);
    std::string assignment(int depth);
    std::string number(int depth);
    std::string real(int depth);
    std::string condition(int depth);
    std::string text();
    std::string place(Kind kind);

    std::mt19937 random_;
    std::string out_;
    int names_ = 0;
    int loops_ = 0;
    int switches_ = 0;
    int functions_ = 0;
    std::vector<Variable> variables_;
};

} // namespace vellum::test
