// The interpreter; see the header. It knows two things that the language's page says: an operator and a
// native read variables when everything else of theirs was computed, and `op=` of a global or a component
// begins with the old value.
#include <bit>
#include <cmath>
#include <functional>

#include "property/pathologic_source/random_script.hpp"

namespace vellum::test {

namespace {

constexpr std::uint32_t most_steps = 20'000;
constexpr std::size_t most_text = 2'000;

Datum fresh(Kind kind) {
    switch (kind) {
    case Kind::boolean: return false;
    case Kind::integer: return std::int32_t{0};
    case Kind::real: return 0.0F;
    case Kind::text: return std::string();
    case Kind::vector: return Vector{};
    }
    return {};
}

std::int32_t wrapped(std::int64_t value) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

std::int32_t truncated(float value) {
    return value >= -2147483648.0F && value < 2147483648.0F ? static_cast<std::int32_t>(value) : INT32_MIN;
}

std::string text_of(const Datum& datum) {
    if (const bool* const flag = std::get_if<bool>(&datum)) return *flag ? "true" : "false";
    if (const auto* const number = std::get_if<std::int32_t>(&datum)) return std::to_string(*number);
    return std::get<std::string>(datum);
}

bool truth_of(const Datum& datum) {
    if (const bool* const flag = std::get_if<bool>(&datum)) return *flag;
    if (const auto* const number = std::get_if<std::int32_t>(&datum)) return *number != 0;
    return std::get<float>(datum) != 0.0F;
}

Datum converted(Kind kind, const Datum& datum) {
    if (datum.index() == static_cast<std::size_t>(kind)) return datum;
    switch (kind) {
    case Kind::boolean: return truth_of(datum);
    case Kind::integer:
        if (const bool* const flag = std::get_if<bool>(&datum)) return std::int32_t{*flag};
        return truncated(std::get<float>(datum));
    case Kind::real: return static_cast<float>(std::get<std::int32_t>(datum));
    case Kind::text: return text_of(datum);
    case Kind::vector: break;
    }
    return datum;
}

template <class T> bool compared(const std::string& op, const T& a, const T& b) {
    if (op == "==") return a == b;
    if (op == "!=") return a != b;
    if (op == "<") return a < b;
    if (op == ">") return a > b;
    return op == "<=" ? a <= b : a >= b;
}

float computed(const std::string& op, float a, float b) {
    return op == "+" ? a + b : op == "-" ? a - b : a * b;
}

Datum integers(const std::string& op, std::int64_t a, std::int64_t b) {
    switch (op[0]) {
    case '+': return wrapped(a + b);
    case '-': return wrapped(a - b);
    case '*': return wrapped(a * b);
    case '/': return wrapped(a / b);
    case '%': return wrapped(a % b);
    case '&': return wrapped(a & b);
    case '|': return wrapped(a | b);
    default: return wrapped(a ^ b);
    }
}

Datum binary_of(const std::string& op, Kind kind, const Datum& a, const Datum& b) {
    if (const auto* const left = std::get_if<Vector>(&a)) {
        Vector made{};
        if (const auto* const right = std::get_if<Vector>(&b)) {
            if (op == "|") {
                const float x = (*left)[0] * (*right)[0], y = (*left)[1] * (*right)[1],
                            z = (*left)[2] * (*right)[2];
                return x + y + z;
            }
            for (std::size_t i = 0; i < 3; ++i) made[i] = computed(op, (*left)[i], (*right)[i]);
        } else
            for (std::size_t i = 0; i < 3; ++i) made[i] = (*left)[i] * std::get<float>(b);
        return made;
    }
    if (const auto* const left = std::get_if<std::string>(&a))
        return kind == Kind::boolean ? Datum(compared(op, *left, std::get<std::string>(b)))
                                     : Datum(*left + text_of(b));
    if (const auto* const left = std::get_if<std::int32_t>(&a)) {
        const std::int32_t right = std::get<std::int32_t>(b);
        return kind == Kind::boolean ? Datum(compared(op, *left, right)) : integers(op, *left, right);
    }
    const float left = std::get<float>(a);
    const auto* const whole = std::get_if<std::int32_t>(&b);
    const float right = whole != nullptr ? static_cast<float>(*whole) : std::get<float>(b);
    return kind == Kind::boolean ? Datum(compared(op, left, right)) : Datum(computed(op, left, right));
}

class Runner {
  public:
    explicit Runner(const RandomScript& script) : script_(script) {
        for (const Kind kind : script.globals) globals_.push_back(fresh(kind));
        for (const Kind kind : script.variables) variables_.push_back(fresh(kind));
    }

    std::vector<std::string> run() {
        static_cast<void>(call(static_cast<std::uint32_t>(script_.routines.size() - 1), {}));
        if (left_ == 0) lines_.clear();
        return std::move(lines_);
    }

  private:
    enum class End : std::uint8_t { through, leave, again, result };
    struct Frame {
        const Routine& routine;
        std::vector<Datum> parameters, locals;
        Datum result;
    };
    using Reading = std::function<Datum()>;

    [[nodiscard]] bool spend() {
        if (left_ == 0) return false;
        --left_;
        return true;
    }

    Datum call(std::uint32_t number, std::vector<Datum> values) {
        const Routine& routine = script_.routines[number];
        Frame frame{routine, std::move(values), {}, fresh(routine.kind)};
        for (const Kind kind : routine.locals) frame.locals.push_back(fresh(kind));
        Frame* const outer = std::exchange(frame_, &frame);
        static_cast<void>(steps(routine.body));
        frame_ = outer;
        return frame.result;
    }

    Datum& at(Place place) {
        switch (place.home) {
        case Home::local: return frame_->locals[place.number];
        case Home::parameter: return frame_->parameters[place.number];
        case Home::task: return variables_[place.number];
        case Home::global: break;
        }
        return globals_[place.number];
    }

    /// What an operator or a native takes: a variable stays one until it is read.
    Reading operand(const Term& term) {
        if (term.sort == Term::Sort::variable && term.place.home != Home::global)
            return [this, place = term.place] { return at(place); };
        return [value = value_of(term)] { return value; };
    }

    Datum value_of(const Term& term) {
        if (!spend()) return fresh(term.kind);
        switch (term.sort) {
        case Term::Sort::constant: return term.value;
        case Term::Sort::variable: return at(term.place);
        case Term::Sort::component: return std::get<Vector>(at(term.place))[term.number];
        case Term::Sort::unary: {
            const Datum value = value_of(*term.parts[0]);
            if (term.op == "!") return !truth_of(value);
            return wrapped(-std::int64_t{std::get<std::int32_t>(value)});
        }
        case Term::Sort::binary: {
            const Reading a = operand(*term.parts[0]);
            const Reading b = operand(*term.parts[1]);
            return binary_of(term.op, term.kind, a(), b());
        }
        case Term::Sort::both:
            return truth_of(value_of(*term.parts[0])) && truth_of(value_of(*term.parts[1]));
        case Term::Sort::either:
            return truth_of(value_of(*term.parts[0])) || truth_of(value_of(*term.parts[1]));
        case Term::Sort::choice: return value_of(*term.parts[truth_of(value_of(*term.parts[0])) ? 1 : 2]);
        case Term::Sort::cast: return converted(term.kind, value_of(*term.parts[0]));
        case Term::Sort::vector: {
            Vector made{};
            for (std::size_t i = 0; i < 3; ++i) made[i] = std::get<float>(value_of(*term.parts[i]));
            return made;
        }
        case Term::Sort::call: break;
        }
        std::vector<Datum> values;
        for (std::size_t i = 0; i < term.parts.size(); ++i)
            values.push_back(
                converted(script_.routines[term.number].parameters[i], value_of(*term.parts[i])));
        return call(term.number, std::move(values));
    }

    void put(Place place, const Datum& value) {
        Datum& to = at(place);
        to = converted(static_cast<Kind>(to.index()), value);
        const auto* const text = std::get_if<std::string>(&to);
        if (text != nullptr && text->size() > most_text) left_ = 0; // the machine would refuse it soon
    }

    void show(const Step& step) {
        std::vector<Reading> readings;
        for (const TermPtr& term : step.terms) readings.push_back(operand(*term));
        std::string line;
        for (const Reading& reading : readings) line += (line.empty() ? "" : ", ") + shown(reading());
        lines_.push_back(std::move(line));
    }

    End steps(const Steps& list) {
        for (const Step& step : list)
            if (const End end = one(step); end != End::through) return end;
        return End::through;
    }

    /// Goes on with a loop?
    static bool goes_on(End end) { return end == End::through || end == End::again; }

    End one(const Step& step) {
        if (!spend()) return End::result;
        switch (step.sort) {
        case Step::Sort::declare:
        case Step::Sort::assign:
            if (!step.terms.empty()) put(step.place, value_of(*step.terms[0]));
            return End::through;
        case Step::Sort::update: {
            const bool global = step.place.home == Home::global;
            const Datum old = at(step.place);
            const Reading right = operand(*step.terms[0]);
            const Datum before = global ? old : at(step.place);
            put(step.place, binary_of(step.op, static_cast<Kind>(before.index()), before, right()));
            return End::through;
        }
        case Step::Sort::component: {
            const float old = std::get<Vector>(at(step.place))[step.number];
            const float value = std::get<float>(value_of(*step.terms[0]));
            std::get<Vector>(at(step.place))[step.number] = step.op.empty() ? value : old + value;
            return End::through;
        }
        case Step::Sort::trace: show(step); return End::through;
        case Step::Sort::call: static_cast<void>(value_of(*step.terms[0])); return End::through;
        case Step::Sort::branch: return steps(truth_of(value_of(*step.terms[0])) ? step.body : step.other);
        case Step::Sort::loop: return loop(step);
        case Step::Sort::counted: return counted(step);
        case Step::Sort::repeat: return repeat(step);
        case Step::Sort::leave: return End::leave;
        case Step::Sort::again: return End::again;
        case Step::Sort::result:
            if (!step.terms.empty())
                frame_->result = converted(frame_->routine.kind, value_of(*step.terms[0]));
            return End::result;
        }
        return End::through;
    }

    [[nodiscard]] std::int32_t& counter(const Step& step) { return std::get<std::int32_t>(at(step.place)); }

    End loop(const Step& step) {
        counter(step) = 0;
        for (;;) {
            ++counter(step);
            if (!step.terms.empty()) show(step);
            if (counter(step) > static_cast<std::int32_t>(step.number)) return End::through;
            const End end = steps(step.body);
            if (!goes_on(end)) return end == End::leave ? End::through : end;
        }
    }

    End counted(const Step& step) {
        for (counter(step) = 0; counter(step) < static_cast<std::int32_t>(step.number); ++counter(step)) {
            const End end = steps(step.body);
            if (!goes_on(end)) return end == End::leave ? End::through : end;
        }
        return End::through;
    }

    End repeat(const Step& step) {
        counter(step) = 0;
        do {
            ++counter(step);
            const End end = steps(step.body);
            if (!goes_on(end)) return end == End::leave ? End::through : end;
        } while (counter(step) < static_cast<std::int32_t>(step.number));
        return End::through;
    }

    const RandomScript& script_;
    std::vector<Datum> globals_, variables_;
    Frame* frame_ = nullptr;
    std::uint32_t left_ = most_steps;
    std::vector<std::string> lines_;
};

std::string shown_real(float value) {
    return std::isnan(value) ? "nan" : std::to_string(std::bit_cast<std::uint32_t>(value));
}

} // namespace

std::string shown(const Datum& datum) {
    static constexpr std::array<const char*, kinds> words{"bool ", "int ", "float ", "string ", "vector "};
    std::string text = words[datum.index()];
    if (const float* const real = std::get_if<float>(&datum)) return text + shown_real(*real);
    if (const auto* const vector = std::get_if<Vector>(&datum)) {
        for (const float part : *vector) text += shown_real(part) + " ";
        return text;
    }
    return text + text_of(datum);
}

std::vector<std::string> RandomScript::run() const { return Runner(*this).run(); }

} // namespace vellum::test
