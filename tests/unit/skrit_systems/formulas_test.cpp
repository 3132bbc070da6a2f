// Formulas by the hundred. Texts made at random, in the manner of modders' spells, are evaluated and compared
// with an arithmetic of the test's own; the formulas of all .gas files are evaluated with numbers for their
// macros: of the samples always, of the real content where VELLUM_CORPUS names its folder.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/fuel/embedded.hpp"
#include "engines/skrit/fuel/reader.hpp"
#include "skrit/feature.hpp"
#include "vellum/hosts.hpp"
#include "vellum/skrit.hpp"

namespace vellum::skrit::test {
namespace {

namespace fs = std::filesystem;

using Macros = std::vector<std::pair<std::string, float>>;

struct Evaluator {
    Evaluator()
        : engine((host.set_fallback(&stand_in), host), [] {
              SkritOptions options;
              options.open = true;
              return options;
          }()) {}
    Result<Value> operator()(std::string_view text, const Macros& macros) {
        return engine.formula(text, macros);
    }

    StandInHost stand_in{nullptr, nullptr};
    SkritHost host{true};
    SkritEngine engine;
};

double number(const Value& value) {
    if (value.is(Type::boolean)) return value.boolean() ? 1 : 0;
    return value.is(Type::integer) ? static_cast<double>(value.integer()) : static_cast<double>(value.real());
}

// --- made at random ---

/// A text and what it is worth. Everything is a float, so nothing is rounded twice.
struct Made {
    std::string text;
    float value = 0;
    int strength = 0; ///< How tightly its operator binds: 3 operand, 2 product, 1 sum.
};

class Maker {
  public:
    explicit Maker(std::uint32_t seed) : random_(seed) {}

    Made expression(int depth) {
        switch (depth <= 0 ? below_or(1) : below_or(7)) {
        case 0: return literal();
        case 1: return macro();
        case 2: return binary(depth, '+');
        case 3: return binary(depth, '-');
        case 4:
        case 5: return binary(depth, '*');
        case 6: return choice(depth);
        default: return function(depth);
        }
    }

    static constexpr std::pair<const char*, float> macros[] = {
        {"magic", 12.0F}, {"src_int", 17.5F}, {"maxlife", 96.0F}, {"life", 31.25F}, {"combat_magic", 3.0F}};

  private:
    unsigned below_or(unsigned last) { return std::uniform_int_distribution<unsigned>(0, last)(random_); }
    std::string blank() { return below_or(1) == 0 ? "" : " "; }

    Made literal() {
        const float value = static_cast<float>(below_or(400)) / 16.0F;
        std::ostringstream text;
        text << value;
        std::string written = text.str();
        if (written.find('.') == std::string::npos) written += ".0"; // an int would be divided as one
        if (written.starts_with("0.") && below_or(1) == 0) written.erase(0, 1);
        return {written, value, 3};
    }
    Made macro() {
        const auto& [name, value] = macros[below_or(std::size(macros) - 1)];
        std::string text = std::string("#") + name;
        if (below_or(3) == 0)
            for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
        return {text, value, 3};
    }
    Made in_parentheses(Made made, int least) {
        if (made.strength < least) made.text = "(" + blank() + made.text + blank() + ")";
        return made;
    }
    Made binary(int depth, char op) {
        const int strength = op == '*' ? 2 : 1;
        const Made left = in_parentheses(expression(depth - 1), strength);
        const Made right = in_parentheses(expression(depth - 1), strength + 1);
        const float value = op == '*'   ? left.value * right.value
                            : op == '+' ? left.value + right.value
                                        : left.value - right.value;
        return {left.text + blank() + op + blank() + right.text, value, strength};
    }
    Made choice(int depth) {
        const Made a = in_parentheses(expression(depth - 1), 1), b = in_parentheses(expression(depth - 1), 1);
        const Made yes = expression(depth - 1), no = expression(depth - 1);
        const bool greater = below_or(1) == 0;
        const bool holds = greater ? a.value > b.value : a.value <= b.value;
        return {"( " + a.text + (greater ? " > " : "<=") + b.text + ") ? " + in_parentheses(yes, 1).text +
                    " : " + in_parentheses(no, 1).text,
                holds ? yes.value : no.value, 0};
    }
    Made function(int depth) {
        const Made a = expression(depth - 1), b = expression(depth - 1);
        const bool most = below_or(1) == 0;
        return {std::string(most ? "Math.MaxFloat(" : "math.minfloat(") + blank() + a.text + "," + blank() +
                    b.text + blank() + ")",
                most ? std::max(a.value, b.value) : std::min(a.value, b.value), 3};
    }

    std::mt19937 random_;
};

TEST(SkritFormulas, made_at_random_are_worth_what_they_should) {
    SKRIT_FEATURE(53, 54, 55, 56);
    Evaluator evaluate;
    const Macros macros(std::begin(Maker::macros), std::end(Maker::macros));
    std::set<std::string> texts;
    for (std::uint32_t seed = 0; texts.size() < 1500; ++seed) {
        const Made made = Maker(seed).expression(4);
        if (!std::isfinite(made.value) || !texts.insert(made.text).second) continue;
        const Result<Value> value = evaluate(made.text, macros);
        ASSERT_TRUE(value) << made.text << "\n" << format(value.error());
        ASSERT_EQ(value->real(), made.value) << made.text;
    }
}

// --- of content ---

struct Count {
    std::size_t files = 0, texts = 0;
    std::set<std::string> distinct;
};

void evaluate_all(const fs::path& folder, Count& count) {
    Evaluator evaluate;
    std::error_code missing;
    for (const auto& entry : fs::recursive_directory_iterator(folder, missing)) {
        if (entry.path().extension() != ".gas") continue;
        SCOPED_TRACE(entry.path().string());
        std::ifstream stream(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        Diagnostics diagnostics;
        const FuelBlock root = read_fuel(text, entry.path().string(), diagnostics);
        EXPECT_TRUE(diagnostics.ok());
        ++count.files;
        for (const Embedded& one : embedded_code(root)) {
            if (one.kind != EmbeddedKind::formula) continue;
            SCOPED_TRACE(one.address + ": " + one.value->text);
            CompileOptions options;
            options.mode = UnitMode::formula;
            options.exports = &siege_exports();
            Exports inferred(options.exports);
            options.inferred = &inferred;
            Diagnostics problems;
            const auto unit = compile_unit(one.value->text, options, problems);
            ASSERT_NE(unit, nullptr);
            Macros macros;
            for (const std::string& name : unit->macros)
                macros.emplace_back(name, 2.0F + static_cast<float>(name.size()));
            const Result<Value> value = evaluate(one.value->text, macros);
            ASSERT_TRUE(value) << format(value.error());
            EXPECT_TRUE(std::isfinite(number(*value)));
            if (!macros.empty()) {
                macros.pop_back(); // a number that is missing is said by name
                const Result<Value> without = evaluate(one.value->text, macros);
                ASSERT_FALSE(without);
                EXPECT_NE(without.error().message.find("#" + unit->macros.back()), std::string::npos);
            }
            ++count.texts;
            count.distinct.insert(one.value->text);
        }
    }
}

TEST(SkritFormulas, of_the_samples_are_evaluated) {
    Count count;
    evaluate_all(fs::path(VELLUM_SOURCE_DIR) / "samples" / "skrit", count);
    EXPECT_GE(count.texts, 4U);
}

TEST(SkritFormulas, of_the_corpus_are_evaluated) {
    const char* corpus = std::getenv("VELLUM_CORPUS");
    if (corpus == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    Count count;
    evaluate_all(fs::path(corpus) / "skrit", count);
    RecordProperty("texts", static_cast<int>(count.texts));
    RecordProperty("distinct", static_cast<int>(count.distinct.size()));
    EXPECT_GE(count.files, 18U);
    EXPECT_GE(count.texts, 80U);
}

} // namespace
} // namespace vellum::skrit::test
