// Random scripts as source. Parentheses stand everywhere, so that no rule about operators is taken from the
// compiler.
#include <charconv>

#include "property/pathologic_source/random_script.hpp"

namespace vellum::test {

namespace {

constexpr std::array<const char*, kinds> words{"bool", "int", "float", "string", "vector"};
constexpr std::array<const char*, 3> components{".x", ".y", ".z"};

std::string word(Kind kind) { return words[static_cast<std::size_t>(kind)]; }

std::string name(Place place) {
    static constexpr std::array<const char*, 4> letters{"l", "p", "m", "g"};
    return letters[static_cast<std::size_t>(place.home)] + std::to_string(place.number);
}

std::string literal(const Datum& datum) {
    if (const bool* const flag = std::get_if<bool>(&datum)) return *flag ? "true" : "false";
    if (const auto* const number = std::get_if<std::int32_t>(&datum)) return std::to_string(*number);
    if (const float* const real = std::get_if<float>(&datum)) {
        std::string text = std::to_string(*real); // quarters: exact
        return text;
    }
    std::string out = "\"";
    for (const char c : std::get<std::string>(datum)) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + "\"";
}

class Printer {
  public:
    explicit Printer(const RandomScript& script) : script_(script) {}

    std::string run() {
        for (std::uint32_t i = 0; i < script_.globals.size(); ++i)
            line(word(script_.globals[i]) + " g" + std::to_string(i) + ";");
        open("main task TMain {");
        for (std::uint32_t i = 0; i < script_.variables.size(); ++i)
            line(word(script_.variables[i]) + " m" + std::to_string(i) + ";");
        const std::size_t last = script_.routines.size() - 1;
        routine(last, "void init()");
        for (std::size_t i = 0; i < last; ++i)
            if (script_.routines[i].in_task) routine(i, heading(i));
        close();
        for (std::size_t i = 0; i < last; ++i)
            if (!script_.routines[i].in_task) routine(i, heading(i));
        return std::move(out_);
    }

  private:
    void line(const std::string& text) { out_ += std::string(4 * level_, ' ') + text + "\n"; }
    void open(const std::string& text) {
        line(text);
        ++level_;
    }
    void close(const std::string& behind = {}) {
        --level_;
        line("}" + behind);
    }

    [[nodiscard]] std::string heading(std::size_t number) const {
        const Routine& routine = script_.routines[number];
        std::string text =
            (routine.result ? word(routine.kind) : "void") + " F" + std::to_string(number) + "(";
        for (std::size_t i = 0; i < routine.parameters.size(); ++i)
            text += (i == 0 ? "" : ", ") + word(routine.parameters[i]) + " p" + std::to_string(i);
        return text + ")";
    }

    void routine(std::size_t number, const std::string& head) {
        routine_ = &script_.routines[number];
        open(head + " {");
        steps(routine_->body);
        close();
    }

    void steps(const Steps& list) {
        for (const Step& step : list) print(step);
    }
    void block(const std::string& head, const Steps& list, const std::string& behind = {}) {
        open(head + " {");
        steps(list);
        close(behind);
    }

    void print(const Step& step) {
        switch (step.sort) {
        case Step::Sort::declare:
            return line(word(routine_->locals[step.place.number]) + " " + name(step.place) +
                        (step.terms.empty() ? "" : " = " + text(*step.terms[0])) + ";");
        case Step::Sort::assign: return line(name(step.place) + " = " + text(*step.terms[0]) + ";");
        case Step::Sort::update:
            return line(name(step.place) + " " + step.op + "= " + text(*step.terms[0]) + ";");
        case Step::Sort::component:
            return line(name(step.place) + components[step.number] + " " + step.op + "= " +
                        text(*step.terms[0]) + ";");
        case Step::Sort::trace: return line(trace(step) + ";");
        case Step::Sort::call: return line(text(*step.terms[0]) + ";");
        case Step::Sort::branch:
            block("if (" + text(*step.terms[0]) + ")", step.body);
            if (!step.other.empty()) {
                out_.pop_back();
                out_ += " else {\n";
                ++level_;
                steps(step.other);
                close();
            }
            return;
        case Step::Sort::loop: {
            const std::string counter = name(step.place);
            line("int " + counter + " = 0;");
            return block("while (" + counter + "++, " + (step.terms.empty() ? "" : trace(step) + ", ") +
                             counter + " <= " + std::to_string(step.number) + ")",
                         step.body);
        }
        case Step::Sort::counted: {
            const std::string counter = name(step.place);
            return block("for (int " + counter + " = 0; " + counter + " < " + std::to_string(step.number) +
                             "; " + counter + "++)",
                         step.body);
        }
        case Step::Sort::repeat: {
            const std::string counter = name(step.place);
            line("int " + counter + " = 0;");
            open("do {");
            line(counter + "++;");
            steps(step.body);
            return close(" while (" + counter + " < " + std::to_string(step.number) + ");");
        }
        case Step::Sort::leave: return line("break;");
        case Step::Sort::again: return line("continue;");
        case Step::Sort::result:
            return line("return" + (step.terms.empty() ? std::string() : " " + text(*step.terms[0])) + ";");
        }
    }

    [[nodiscard]] std::string trace(const Step& step) const {
        std::string made = "@Show(";
        for (std::size_t i = 0; i < step.terms.size(); ++i)
            made += (i == 0 ? "" : ", ") + text(*step.terms[i]);
        return made + ")";
    }

    [[nodiscard]] std::string text(const Term& term) const {
        const auto part = [&](std::size_t i) { return text(*term.parts[i]); };
        switch (term.sort) {
        case Term::Sort::constant: return literal(term.value);
        case Term::Sort::variable: return name(term.place);
        case Term::Sort::component: return name(term.place) + components[term.number];
        case Term::Sort::unary: return term.op + "(" + part(0) + ")";
        case Term::Sort::binary: return "(" + part(0) + " " + term.op + " " + part(1) + ")";
        case Term::Sort::both: return "(" + part(0) + " && " + part(1) + ")";
        case Term::Sort::either: return "(" + part(0) + " || " + part(1) + ")";
        case Term::Sort::choice: return "(" + part(0) + " ? " + part(1) + " : " + part(2) + ")";
        case Term::Sort::cast: return "(" + word(term.kind) + ")(" + part(0) + ")";
        case Term::Sort::vector: return "[" + part(0) + ", " + part(1) + ", " + part(2) + "]";
        case Term::Sort::call: break;
        }
        std::string made = "F" + std::to_string(term.number) + "(";
        for (std::size_t i = 0; i < term.parts.size(); ++i) made += (i == 0 ? "" : ", ") + part(i);
        return made + ")";
    }

    const RandomScript& script_;
    const Routine* routine_ = nullptr;
    std::size_t level_ = 0;
    std::string out_;
};

} // namespace

std::string RandomScript::text() const { return Printer(*this).run(); }

} // namespace vellum::test
