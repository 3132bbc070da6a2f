// Random programs in the shapes that the original compiler gives its code (docs/engines/ags.md,
// "Instructions"), as listings. They always end, use everything the fast form lowers, and fail now and then
// on purpose.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace vellum::test {

class ProgramGenerator {
  public:
    explicit ProgramGenerator(std::uint32_t seed) : random_(seed) {}

    /// A listing that exports main$0 and imports Note^100 (any parameters) and Ask^1 (gives a number).
    [[nodiscard]] std::string make();

  private:
    enum class Kind : std::uint8_t { number, byte, word, array, pointer };
    struct Variable {
        Kind kind;
        int position; ///< Bytes above the return address; parameters are negative.
        int count = 1;
    };
    struct Function {
        std::string name;
        int parameters;
    };

    [[nodiscard]] unsigned pick(unsigned count) { return static_cast<unsigned>(random_()) % count; }
    void line(const std::string& text) { code_ += "    " + text + "\n"; }
    void label(const std::string& name) { code_ += name + ":\n"; }
    [[nodiscard]] std::string fresh() { return "at" + std::to_string(labels_++); }
    void push(const char* what) {
        line(std::string("PUSHREG ") + what);
        sp_ += 4;
    }
    void pop(const char* what) {
        line(std::string("POPREG ") + what);
        sp_ -= 4;
    }
    void place(int position) { line("LOADSPOFFS " + std::to_string(sp_ - position)); }

    void function(const Function& made);
    void block(int depth);
    void statement(int depth);
    void declare();
    void assign();
    void loop(int depth);
    void expression(int depth);
    void leaf();
    void binary(int depth);
    void call(int depth);
    void native(int depth);
    void element(int depth, bool write);
    const Variable* choose(Kind kind);
    void leave_scope(std::size_t variables);

    std::mt19937 random_;
    std::string code_;
    int sp_ = 0;
    int labels_ = 0;
    int line_ = 1;
    int calls_ = 0;
    std::vector<Variable> variables_;
    std::vector<Function> functions_;
};

} // namespace vellum::test
