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

    /// Listings of three scripts, in the order in which they are linked; the last exports main$0. They call
    /// each other's functions, use each other's data, objects, methods and pure functions of the engine.
    [[nodiscard]] std::vector<std::string> make_modules();

  private:
    enum class Kind : std::uint8_t { number, byte, word, array, pointer, object };
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
    void method(const std::string& name);
    void far_call(int depth);
    void method_call(int depth);
    void pure(int depth);
    void field(bool write, int depth);
    void object_place();
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
    std::vector<Function> imported_; ///< Of scripts before, and one of the last script.
    bool modules_ = false;
    std::string prefix_; ///< Of this script's functions.
};

} // namespace vellum::test
