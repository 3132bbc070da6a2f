// Generated expressions, computed twice: by the compiled code and by an evaluator here that knows nothing of
// it. Every function is then run step by step, saved and restored. VELLUM_CASES sets how many programs are
// tried (default 120), VELLUM_SEED where the series starts.
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/exports/base.hpp"
#include "support/random.hpp"
#include "support/skrit_judge.hpp"
#include "vellum/skrit.hpp"

namespace vellum {
namespace {

using test::Random;
using test::setting;

/// A result of the evaluator: one of these, as the type says.
struct Answer {
    std::int32_t i = 0;
    float f = 0;
    bool b = false;
    std::string s;
};

/// Text and value of one expression at once.
class Generator {
  public:
    explicit Generator(Random& random) : random_(random) {
        ints_[0] = static_cast<std::int32_t>(random.next());
        ints_[1] = static_cast<std::int32_t>(random.below(20)) - 10;
        reals_[0] = static_cast<float>(static_cast<std::int32_t>(random.below(4000)) - 2000) / 16;
        reals_[1] = static_cast<float>(random.below(100));
        flags_[0] = random.below(2) == 0;
        flags_[1] = !flags_[0];
        texts_[0] = random.below(3) == 0 ? "" : "Ab";
        texts_[1] = "aB";
    }

    /// The variables the expressions speak of.
    [[nodiscard]] std::string variables() const {
        return "int i0$ = " + std::to_string(ints_[0]) + ";\nint i1$ = " + std::to_string(ints_[1]) +
               ";\nfloat f0$ = " + real(reals_[0]) + ";\nfloat f1$ = " + real(reals_[1]) +
               ";\nbool b0$ = " + flag(flags_[0]) + ";\nbool b1$ = " + flag(flags_[1]) +
               ";\nstring s0$ = \"" + texts_[0] + "\";\nstring s1$ = \"" + texts_[1] +
               "\";\nint notes$ = 0;\nbool Note$( bool b$ ) { notes$ += 1; return b$; }\n";
    }

    /// An expression of a type (i, f, b, s). Once `failed`, nothing is computed any more.
    std::string make(char type, int depth, Answer& answer, bool live) {
        if (depth == 0 || random_.below(8) == 0) return leaf(type, answer, live);
        if (random_.below(7) == 0) return choice(type, depth, answer, live);
        switch (type) {
        case 'i': return integer(depth, answer, live);
        case 'f': return real_number(depth, answer, live);
        case 'b': return truth(depth, answer, live);
        default: {
            Answer a;
            Answer b;
            const std::string left = make('s', depth - 1, a, live);
            const std::string right = make('s', depth - 1, b, live);
            answer.s = a.s + b.s;
            return "( " + left + " + " + right + " )";
        }
        }
    }

    bool failed = false;
    std::int32_t notes = 0;

  private:
    static std::string real(float value) {
        char text[40];
        std::snprintf(text, sizeof text, value < 0 ? "( -%.4f )" : "%.4f",
                      std::fabs(static_cast<double>(value)));
        return text;
    }
    static std::string flag(bool value) { return value ? "true" : "false"; }
    [[nodiscard]] bool runs(bool live) const { return live && !failed; }

    std::string leaf(char type, Answer& answer, bool live) {
        const std::size_t which = random_.below(2);
        const std::string number = std::to_string(which);
        switch (type) {
        case 'i':
            if (random_.below(2) == 0) {
                answer.i = ints_[which];
                return "i" + number + "$";
            }
            answer.i = random_.below(5) == 0 ? static_cast<std::int32_t>(random_.next())
                                             : static_cast<std::int32_t>(random_.below(40)) - 8;
            return answer.i < 0 ? "( " + std::to_string(answer.i) + " )" : std::to_string(answer.i);
        case 'f':
            if (random_.below(2) == 0) {
                answer.f = reals_[which];
                return "f" + number + "$";
            }
            answer.f = static_cast<float>(static_cast<std::int32_t>(random_.below(800)) - 400) / 8;
            return real(answer.f);
        case 'b':
            if (random_.below(3) == 0) {
                answer.b = flags_[which];
                if (runs(live)) ++notes;
                return "Note$( b" + number + "$ )";
            }
            answer.b = flags_[which];
            return "b" + number + "$";
        default:
            if (random_.below(2) == 0) {
                answer.s = texts_[which];
                return "s" + number + "$";
            }
            answer.s = random_.below(2) == 0 ? "ab" : "b";
            return "\"" + answer.s + "\"";
        }
    }

    /// Only the arm that is chosen is evaluated.
    std::string choice(char type, int depth, Answer& answer, bool live) {
        Answer condition;
        Answer yes;
        Answer no;
        const std::string first = make('b', depth - 1, condition, live);
        const std::string second = make(type, depth - 1, yes, live && condition.b);
        const std::string third = make(type, depth - 1, no, live && !condition.b);
        answer = condition.b ? yes : no;
        return "( " + first + " ? " + second + " : " + third + " )";
    }

    std::string integer(int depth, Answer& answer, bool live) {
        Answer a;
        Answer b;
        const std::size_t which = random_.below(13);
        if (which == 0) {
            const std::string text = make('i', depth - 1, a, live);
            answer.i = static_cast<std::int32_t>(0U - static_cast<std::uint32_t>(a.i));
            return "( -" + text + " )";
        }
        if (which == 1) {
            const std::string text = make('i', depth - 1, a, live);
            answer.i = ~a.i;
            return "( ~" + text + " )";
        }
        if (which == 2) {
            const std::string text = make('f', depth - 1, a, live);
            const bool fits = a.f >= -2147483648.0F && a.f < 2147483648.0F;
            if (!fits && runs(live)) failed = true;
            answer.i = fits ? static_cast<std::int32_t>(a.f) : 0;
            return "int( " + text + " )";
        }
        if (which == 3) { // a bool is a number
            const std::string left = make('b', depth - 1, a, live);
            const std::string right = make('i', depth - 1, b, live);
            answer.i = static_cast<std::int32_t>((a.b ? 1U : 0U) + static_cast<std::uint32_t>(b.i));
            return "( " + left + " + " + right + " )";
        }
        static constexpr const char* signs[] = {"+", "-", "*", "/", "%", "**", "&", "|", "^"};
        const char* sign = signs[which - 4];
        const std::string left = make('i', depth - 1, a, live);
        const std::string right = make('i', depth - 1, b, live);
        const auto x = static_cast<std::uint32_t>(a.i);
        const auto y = static_cast<std::uint32_t>(b.i);
        const auto wide = static_cast<std::int64_t>(a.i);
        std::uint32_t result = 0;
        switch (which - 4) {
        case 0: result = x + y; break;
        case 1: result = x - y; break;
        case 2: result = x * y; break;
        case 3:
        case 4:
            if (b.i == 0) {
                if (runs(live)) failed = true;
            } else
                result = static_cast<std::uint32_t>(which == 7 ? wide / b.i : wide % b.i);
            break;
        case 5:
            if (b.i < 0) {
                if (a.i == 0 && runs(live)) failed = true;
                result = a.i == 1 || (a.i == -1 && b.i % 2 == 0) ? 1U : a.i == -1 ? 0xFFFFFFFFU : 0U;
            } else {
                result = 1;
                std::uint32_t factor = x;
                for (std::uint32_t left_over = y; left_over != 0; left_over /= 2, factor *= factor)
                    if (left_over % 2 == 1) result *= factor;
            }
            break;
        case 6: result = x & y; break;
        case 7: result = x | y; break;
        default: result = x ^ y; break;
        }
        answer.i = static_cast<std::int32_t>(result);
        return "( " + left + " " + sign + " " + right + " )";
    }

    std::string real_number(int depth, Answer& answer, bool live) {
        Answer a;
        Answer b;
        const std::size_t which = random_.below(8);
        if (which == 0) {
            const std::string text = make('f', depth - 1, a, live);
            answer.f = -a.f;
            return "( -" + text + " )";
        }
        if (which == 1) {
            const std::string text = make('i', depth - 1, a, live);
            answer.f = static_cast<float>(a.i);
            return "float( " + text + " )";
        }
        const std::size_t mix = random_.below(3); // which side is an int
        const std::string left = make(mix == 1 ? 'i' : 'f', depth - 1, a, live);
        const std::string right = make(mix == 2 ? 'i' : 'f', depth - 1, b, live);
        const float x = mix == 1 ? static_cast<float>(a.i) : a.f;
        const float y = mix == 2 ? static_cast<float>(b.i) : b.f;
        static constexpr const char* signs[] = {"+", "-", "*", "/", "%", "**"};
        switch (which - 2) {
        case 0: answer.f = x + y; break;
        case 1: answer.f = x - y; break;
        case 2: answer.f = x * y; break;
        case 3: answer.f = x / y; break;
        case 4: answer.f = std::fmod(x, y); break;
        default: answer.f = std::pow(x, y); break;
        }
        return "( " + left + " " + signs[which - 2] + " " + right + " )";
    }

    template <class T> static bool compare(std::uint32_t which, const T& x, const T& y) {
        switch (which) {
        case 0: return x < y;
        case 1: return x <= y;
        case 2: return x > y;
        case 3: return x >= y;
        case 4: return x == y;
        default: return x != y;
        }
    }

    std::string truth(int depth, Answer& answer, bool live) {
        Answer a;
        Answer b;
        const std::size_t which = random_.below(9);
        if (which == 0) {
            const char type = random_.below(2) == 0 ? 'b' : 'i';
            const std::string text = make(type, depth - 1, a, live);
            answer.b = type == 'b' ? !a.b : a.i == 0;
            return "( !" + text + " )";
        }
        if (which <= 3) { // both sides are always evaluated
            static constexpr const char* signs[] = {"&&", "||", "&", "|", "^"};
            const std::size_t sign = random_.below(5);
            const std::string left = make('b', depth - 1, a, live);
            const std::string right = make('b', depth - 1, b, live);
            answer.b = sign == 0 || sign == 2 ? a.b && b.b : sign == 4 ? a.b != b.b : a.b || b.b;
            return "( " + left + " " + signs[sign] + " " + right + " )";
        }
        if (which == 4) {
            const bool texts = random_.below(2) == 0;
            const std::string left = make(texts ? 's' : 'f', depth - 1, a, live);
            const std::string right = make(texts ? 's' : 'f', depth - 1, b, live);
            if (texts) {
                const auto lower = [](std::string text) {
                    for (char& c : text)
                        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
                    return text;
                };
                answer.b = lower(a.s) == lower(b.s);
            } else
                answer.b = std::fabs(a.f - b.f) < 0.00001F;
            return "( " + left + " ~= " + right + " )";
        }
        static constexpr const char* signs[] = {"<", "<=", ">", ">=", "==", "!="};
        const std::size_t sign = random_.below(6);
        static constexpr char types[] = {'i', 'f', 'b', 's'};
        const char type = types[which - 5];
        const bool mixed = type == 'f' && random_.below(2) == 0; // an int meets a float
        const std::string left = make(mixed ? 'i' : type, depth - 1, a, live);
        const std::string right = make(type, depth - 1, b, live);
        switch (type) {
        case 'i': answer.b = compare(sign, a.i, b.i); break;
        case 'f': answer.b = compare(sign, mixed ? static_cast<float>(a.i) : a.f, b.f); break;
        case 'b': answer.b = compare(sign, a.b ? 1 : 0, b.b ? 1 : 0); break;
        default: answer.b = compare(sign, a.s, b.s); break;
        }
        return "( " + left + " " + signs[sign] + " " + right + " )";
    }

    Random& random_;
    std::int32_t ints_[2];
    float reals_[2];
    bool flags_[2];
    std::string texts_[2];
};

struct Expected {
    char type;
    Answer answer;
    bool failed;
    std::int32_t notes;
};

TEST(SkritRuns, ExpressionsGiveWhatAnEvaluatorSays) {
    const std::uint64_t cases = setting("VELLUM_CASES", 120);
    Random random(setting("VELLUM_SEED", 1));
    std::uint64_t compared = 0;
    std::uint64_t faults = 0;
    for (std::uint64_t n = 0; n < cases; ++n) {
        Generator generator(random);
        std::string text = generator.variables();
        std::vector<Expected> expected;
        for (int i = 0; i < 12; ++i) {
            Expected one{"ifbs" [i % 4], {}, false, 0};
            generator.failed = false;
            generator.notes = 0;
            const std::string expression =
                generator.make(one.type, 1 + static_cast<int>(random.below(4)), one.answer, true);
            one.failed = generator.failed;
            one.notes = generator.notes;
            expected.push_back(one);
            const char* type = one.type == 'i'   ? "int"
                               : one.type == 'f' ? "float"
                               : one.type == 'b' ? "bool"
                                                 : "string";
            // half of them go through a local variable
            text += std::string(type) + " Get" + std::to_string(i) + "$() { ";
            if (i < 6)
                text += "return " + expression + "; }\n";
            else
                text += std::string(type) + " r$ = " + expression + "; return r$; }\n";
        }
        SCOPED_TRACE("case " + std::to_string(n) + "\n" + text);
        SkritHost host;
        SkritEngine engine(host);
        const Result<ObjectId> object = engine.create_from_text(text, "generated");
        ASSERT_TRUE(object) << format(object.error());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const Expected& one = expected[i];
            ASSERT_TRUE(engine.set(*object, "notes$", Value(0)));
            const Result<Value> result = engine.call(*object, "Get" + std::to_string(i) + "$");
            ASSERT_EQ(result.has_value(), !one.failed) << "function " << i;
            EXPECT_EQ(engine.get(*object, "notes$")->integer(), one.notes) << "function " << i;
            ++compared;
            if (one.failed) {
                ++faults;
                continue;
            }
            switch (one.type) {
            case 'i': ASSERT_EQ(result->integer(), one.answer.i) << "function " << i; break;
            case 'f':
                if (std::isnan(one.answer.f))
                    ASSERT_TRUE(std::isnan(result->real())) << "function " << i;
                else
                    ASSERT_EQ(std::bit_cast<std::uint32_t>(result->real()),
                              std::bit_cast<std::uint32_t>(one.answer.f))
                        << "function " << i << ": " << result->real() << " and " << one.answer.f;
                break;
            case 'b': ASSERT_EQ(result->boolean(), one.answer.b) << "function " << i; break;
            default: ASSERT_EQ(result->text(), one.answer.s) << "function " << i; break;
            }
        }
    }
    EXPECT_EQ(compared, cases * 12);
    EXPECT_LT(faults, compared / 2);
}

/// Statements over a few variables: loops that end, states, timers, at functions, texts.
class Program {
  public:
    explicit Program(Random& random) : random_(random) {}

    std::string make() {
        std::string text =
            "int a$ = 1; int b$ = 7; float f$ = 0.5; string s$ = \"s\"; shared int all$ = 3;\n"
            "int Twice$( int n$ ) { if( n$ > 40 ) { return n$ - 40; } return n$ * 2 + a$; }\n"
            "string Name$( string t$, int n$ ) { if( n$ % 2 == 0 ) { return t$ + \"e\"; } return \"o\"; }\n"
            "event OnTimer$( int id$, float late$ ) { a$ += id$; " +
            block(2) + "}\n";
        text +=
            "Work$() { int x$ = b$; int y$ = 3; string t$ = s$; " + locals(3) + " b$ = x$ + y$; s$ = t$; }\n";
        const char* names[] = {"A$", "B$", "C$"};
        for (int i = 0; i < 3; ++i) {
            text += std::string(i == 0 ? "startup " : "") + "state " + names[i] + "\n{\n";
            const std::string own = "n" + std::to_string(i) + "$";
            text += "int " + own + " = " + std::to_string(random_.below(5)) + ";\n";
            text +=
                "event OnEnterState$ { " + own + " += n0$; this.CreateTimer( " +
                std::to_string(random_.below(5)) + ", " + std::to_string(random_.below(4)) + ".5 ); " +
                (random_.below(2) == 0 ? "this.CreateFrameTimer( 9, 2 ); this.SetTimerRepeatCount( 9, -1 ); "
                                       : "") +
                block(1) + "}\n";
            text += "Step" + std::to_string(i) + "$ at ( " + std::to_string(random_.below(4)) +
                    (random_.below(2) == 0 ? " frames" : " msec") + " ) { " + block(2) + "}\n";
            text += std::string("transition -> ") + names[(i + 1) % 3] + ": OnTimer( " +
                    std::to_string(random_.below(5)) + " )" +
                    (random_.below(2) == 0 ? " and if( a$ % 3 != 1 )" : "") + " = { " + block(1) + "};\n";
            text += std::string("transition -> ") + names[(i + 2) % 3] + ": if( b$ % " +
                    std::to_string(2 + random_.below(6)) + " == 0 );\n}\n";
        }
        return text;
    }

  private:
    std::string pick(std::initializer_list<const char*> list) {
        return *(list.begin() + random_.below(static_cast<std::uint32_t>(list.size())));
    }
    std::string number() {
        return pick({"a$", "b$", "all$", "3", "-2", "17", "Twice$( a$ )", "Twice$( b$ % 50 )"});
    }

    std::string statement(int depth) {
        switch (random_.below(depth > 0 ? 11 : 8)) {
        case 0: return pick({"a$", "b$", "all$"}) + pick({" = ", " += ", " -= ", " *= "}) + number() + "; ";
        case 1: return "f$ = f$ * 0.5 + " + number() + "; ";
        case 2: return "s$ = Name$( s$, " + number() + " ); ";
        case 3: return "s$ += \"" + pick({"x", "yz", ""}) + "\"; ";
        case 4: return "b$ = b$ % 1000 " + pick({"+", "-", "&", "^", "|"}) + " " + number() + "; ";
        case 5: return "SetState " + pick({"A$", "B$", "C$"}) + "; ";
        case 6: return "if( a$ / " + number() + " > 2 ) { a$ = 1; } "; // may divide by zero
        case 7: return "this.CreateTimer( " + std::to_string(random_.below(5)) + ", 0.75 ); ";
        case 8:
            return "if( " + number() + pick({" < ", " == ", " >= ", " != "}) + number() + " ) { " +
                   block(depth - 1) + "} else { " + block(depth - 1) + "} ";
        case 9: {
            const std::string variable = "w" + std::to_string(counter_++) + "$";
            return "int " + variable + " = 0; while( " + variable + " < " + std::to_string(random_.below(6)) +
                   " ) { " + variable + " += 1; " + block(depth - 1) + "} ";
        }
        default:
            return "{ string t$ = s$ + \"q\"; " + block(depth - 1) +
                   "s$ = t$ + t$; if( s$ ~= t$ ) { s$ = \"\"; } } ";
        }
    }
    std::string block(int depth) {
        std::string text;
        for (std::uint32_t i = random_.below(4); i != 0; --i) text += statement(depth);
        return text;
    }
    /// What joins into single operations: locals and constants in all their places.
    std::string locals(int depth) {
        std::string text;
        for (std::uint32_t i = 1 + random_.below(5); i != 0; --i) {
            const std::string x = pick({"x$", "y$"});
            const std::string y = pick({"x$", "y$", "5", "-1", "b$"});
            switch (random_.below(depth > 0 ? 8 : 6)) {
            case 0: text += x + " = " + pick({"x$", "y$"}) + pick({" + ", " - ", " * "}) + y + "; "; break;
            case 1: text += x + pick({" += ", " -= ", " *= "}) + y + "; "; break;
            case 2: text += x + " = " + y + "; "; break;
            case 3: text += "t$ += \"z\"; "; break;
            case 4: text += "x$ = ( x$ + y$ ) * ( y$ - 2 ) - " + y + "; "; break;
            case 5: text += "f$ += float( x$ ) * 0.25; "; break;
            case 6:
                text += "if( " + x + pick({" < ", " > ", " <= ", " >= ", " == ", " != "}) + y + " ) { " +
                        locals(depth - 1) + "} ";
                break;
            default: {
                const std::string variable = "k" + std::to_string(counter_++) + "$";
                text += "int " + variable + " = 0; while( " + variable + " < 4 ) { " + variable + " += 1; " +
                        locals(depth - 1) + "} ";
            }
            }
        }
        return text;
    }

    Random& random_;
    int counter_ = 0;
};

TEST(SkritRuns, ProgramsDoTheSameStepByStepAndRestored) {
    const std::uint64_t cases = setting("VELLUM_CASES", 120);
    Random random(setting("VELLUM_SEED", 1) + 1000);
    std::uint64_t instructions = 0;
    for (std::uint64_t n = 0; n < cases; ++n) {
        const std::string text = Program(random).make();
        SCOPED_TRACE("case " + std::to_string(n) + "\n" + text);
        skrit::CompileOptions options;
        options.name = "generated";
        options.exports = &skrit::siege_exports();
        Diagnostics diagnostics;
        const auto unit = compile_unit(text, options, diagnostics);
        ASSERT_NE(unit, nullptr) << skrit::format_all(diagnostics, "");
        test::SkritJudge judge(unit, 5000);
        ASSERT_EQ(judge.run(8, static_cast<int>(random.below(8))), "");
        instructions += judge.seen().instructions;
    }
    EXPECT_GT(instructions, cases * 100);
}

} // namespace
} // namespace vellum
