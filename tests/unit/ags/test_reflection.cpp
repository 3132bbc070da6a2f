// What scripts of AGS 4 say of themselves: read, used for names, released by, and damaged in every place.
#include <gtest/gtest.h>

#include <map>

#include "base/bytes.hpp"
#include "engines/ags/format/reflection.hpp"
#include "engines/ags/format/script.hpp"
#include "engines/ags/machine/pool.hpp"
#include "vellum/engine.hpp"
#include "vellum/files.hpp"

namespace vellum::ags {
namespace {

/// Texts of an extension, each once.
class Texts {
  public:
    std::uint32_t operator()(const std::string& text) {
        const auto [found, fresh] = places_.try_emplace(text, static_cast<std::uint32_t>(bytes.size()));
        if (fresh) bytes += text + '\0';
        return found->second;
    }
    std::string bytes = std::string(1, '\0');

  private:
    std::map<std::string, std::uint32_t> places_{{"", 0}};
};

using Records = std::vector<std::vector<std::uint32_t>>;

/// Heads have triples (size, offset, count) of the tables from word 3 on, the texts at the end.
std::vector<std::byte> extension(const std::vector<Records>& tables, const std::vector<std::uint32_t>& sizes,
                                 const std::string& texts) {
    const std::size_t head = 4 * (3 + 3 * tables.size() + 2);
    std::vector<std::uint32_t> words{0, 0, 0};
    std::size_t at = head;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        words.insert(words.end(), {sizes[i], static_cast<std::uint32_t>(at),
                                   static_cast<std::uint32_t>(tables[i].size())});
        at += sizes[i] * tables[i].size();
    }
    words.insert(words.end(), {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(texts.size())});
    words[2] = static_cast<std::uint32_t>(at + texts.size());
    ByteWriter out;
    for (const std::uint32_t word : words) out.u32(word);
    for (std::size_t i = 0; i < tables.size(); ++i)
        for (const auto& record : tables[i])
            for (std::size_t word = 0; word < sizes[i] / 4; ++word)
                out.u32(word < record.size() ? record[word] : 0);
    out.bytes(as_bytes(texts));
    return out.take();
}

constexpr std::uint32_t number = 3, node = 105, derived = 109, pair = 120;

std::vector<std::byte> types() {
    Texts t;
    const std::uint32_t file = t("shapes.ash");
    return extension({{{7, file, 0}},
                      {{number, t("int"), 0, 0, 0, 4, 0, 0},
                       {node, t("Node"), 7, 0, 3, 12, 3, 0},
                       {derived, t("Sub"), 7, node, 3, 16, 1, 3},
                       {pair, t("Pair"), 7, 0, 1, 8, 2, 4}},
                      {{0, t("val"), number, 0, 0},
                       {4, t("next"), node, 1, 0},
                       {8, t("more"), number, 3, 0},
                       {12, t("extra"), number, 0, 0},
                       {0, t("left"), node, 1, 0},
                       {4, t("right"), number, 0, 0}}},
                     {12, 40, 20}, t.bytes);
}

std::vector<std::byte> contents() {
    Texts t;
    return extension({{{0, t("first"), 0, 0, 0, 0, node, 1, 0}, {4, t("pairs"), 0, 0, 0, 0, pair, 2, 2}},
                      {{t("walk"), 0, 0, 6, 0, 0, number, 0, 0, 1, 0, 2, 0}},
                      {{0, t("how"), number, 0, 0}},
                      {{static_cast<std::uint32_t>(-4), t("how"), 0, 0, 6, 6, number, 0, 0},
                       {4, t("i"), 0, 2, 6, 2, number, 0, 0}}},
                     {36, 52, 20, 36}, t.bytes);
}

Scom block() {
    Scom made;
    made.version = scom_extended_version;
    made.data.resize(24);
    ByteWriter code; // two functions: THISBASE, LITTOREG AX, 0, RET
    for (const std::uint32_t word : {38U, 0U, 6U, 3U, 0U, 5U, 38U, 6U, 6U, 3U, 0U, 5U}) code.u32(word);
    made.code = code.take();
    made.extensions = {{"rtti", types()}, {"sctoc", contents()}, {"unheard-of", {std::byte{1}}}};
    return made;
}

TEST(Reflection, TypesFunctionsAndVariablesAreRead) {
    const auto said = read_reflection(block());
    ASSERT_TRUE(said) << said.error().message;
    ASSERT_EQ(said->types.size(), 4U);
    EXPECT_EQ(said->type(derived)->parent, node);
    EXPECT_EQ(said->type(node)->location, "shapes.ash");
    EXPECT_EQ(said->type_name(said->type(node)->fields[1]), "Node*");
    EXPECT_EQ(said->type_name(said->type(node)->fields[2]), "int[]");
    EXPECT_EQ(said->type(1), nullptr);
    const Variables made = said->variables();
    ASSERT_EQ(made.globals.size(), 2U);
    EXPECT_EQ(made.types[made.globals[0].type].held, Held::pointer);
    EXPECT_EQ(made.types[made.globals[0].type].fields.size(), 3U);
    EXPECT_EQ(made.rows(made.globals[1]), 4U); // two pairs of two
    EXPECT_EQ(made.part(made.globals[1], 3).name, "pairs[1].right");
    EXPECT_EQ(made.part(made.globals[1], 3).offset, 16);
    ASSERT_EQ(made.locals.size(), 2U);
    EXPECT_TRUE(made.locals[0].parameter);
    EXPECT_EQ(made.locals[0].variable.offset, -4);
}

TEST(Reflection, BlocksAreWrittenAsTheyWere) {
    const Scom made = block();
    const std::vector<std::byte> bytes = write_scom(made);
    std::size_t consumed = 0, looked_at = 0;
    const auto read = read_scom(bytes, consumed);
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, made);
    EXPECT_EQ(consumed, bytes.size());
    EXPECT_EQ(measure_scom(bytes, looked_at), bytes.size());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(read_scom(std::span(bytes).first(size), consumed)) << size;
        EXPECT_EQ(measure_scom(std::span(bytes).first(size), looked_at), 0U) << size;
    }
}

TEST(Reflection, FunctionsHaveTheNamesThatNobodyExports) {
    const Engine& engine = *find_engine("ags");
    const auto script = Script::make(engine, "shapes.o", block());
    ASSERT_TRUE(script) << script.error().message;
    ASSERT_EQ((*script)->functions().size(), 1U);
    EXPECT_EQ((*script)->functions()[0].name, "walk");
    ASSERT_NE((*script)->variables(), nullptr);
    Diagnostics diagnostics;
    (*script)->check(diagnostics);
    EXPECT_TRUE(diagnostics.all().empty());
}

TEST(Reflection, DamagedInAnyPlaceItIsRefusedOrStillMakesSense) {
    const Engine& engine = *find_engine("ags");
    for (std::size_t which = 0; which < 2; ++which)
        for (std::size_t at = 0; at + 4 <= block().extensions[which].data.size(); at += 4)
            for (const std::uint32_t value : {0U, 1U, 0x7FFFFFFFU, 0xFFFFFFFFU}) {
                Scom damaged = block();
                store_u32(damaged.extensions[which].data.data() + at, value);
                const auto said = read_reflection(damaged);
                if (!said) EXPECT_EQ(said.error().code->id, "ags.reflection");
                const auto script = Script::make(engine, "shapes.o", std::move(damaged));
                ASSERT_TRUE(script);
                Diagnostics diagnostics;
                (*script)->check(diagnostics);
                EXPECT_EQ(diagnostics.all().empty(), said.has_value());
                if (!said) continue;
                const Variables made = said->variables();
                for (const SourceVariable& one : made.globals)
                    if (made.rows(one) != 0)
                        EXPECT_LT(made.part(one, made.rows(one) - 1).type, made.types.size());
            }
}

TEST(Reflection, ObjectsReleaseWhatTheirFieldsPointTo) {
    ObjectTypes known;
    const auto numbers = known.add(*read_reflection(block()));
    const auto again = known.add(*read_reflection(block())); // another script with the same headers
    EXPECT_EQ(numbers, again);
    EXPECT_TRUE(known.inherits(numbers.at(derived), numbers.at(node)));
    EXPECT_FALSE(known.inherits(numbers.at(node), numbers.at(derived)));
    EXPECT_FALSE(known.inherits(0, 0));
    Pool pool;
    pool.set_types(known);
    const std::uint32_t first = pool.make_user(16, numbers.at(derived)), second = pool.make_user(12);
    pool.add_reference(first);
    pool.add_reference(second);
    store_u32(pool[first].data + 4, second);
    pool.release(first);
    EXPECT_FALSE(pool.exists(second));
    // A type that a damaged snapshot names, or one with more fields than the object has room for.
    const std::uint32_t third = pool.make_user(4, numbers.at(derived)), fourth = pool.make_user(4, 4000);
    pool.add_reference(third);
    pool.add_reference(fourth);
    pool.release(third);
    pool.release(fourth);
    EXPECT_EQ(pool.live(), 0U);
}

/// What AGS 4 would say of a script that was compiled here: its version, functions and variables; `called`:
/// what all of them are called if it is not null.
Scom as_ags4(const Script& script, const std::vector<std::string>& functions, std::string_view called = {}) {
    const Variables& variables = *script.variables();
    Texts t;
    const auto name_of = [&](const std::string& own) {
        return called.data() == nullptr ? own : std::string(called);
    };
    const auto record = [&](const SourceVariable& one, std::uint32_t begin, std::uint32_t end,
                            std::uint32_t flags) {
        return std::vector<std::uint32_t>{
            static_cast<std::uint32_t>(one.offset), t(name_of(one.name)), 0, begin, end, flags, number, 0, 0};
    };
    Records globals, entries, parameters, locals;
    for (const SourceVariable& one : variables.globals) globals.push_back(record(one, 0, 0, 0));
    std::vector<std::uint32_t> begins;
    for (const auto& [word, name] : script.entries()) begins.push_back(word);
    begins.push_back(script.words());
    EXPECT_EQ(begins.size(), functions.size() + 1);
    for (std::size_t i = 0; i + 1 < begins.size() && i < functions.size(); ++i) {
        const auto first_parameter = static_cast<std::uint32_t>(parameters.size());
        const auto first_local = static_cast<std::uint32_t>(locals.size());
        std::map<std::int32_t, std::string> order; // the first parameter is nearest to the return address
        for (const SourceLocal& one : variables.locals) {
            if (one.begin < begins[i] || one.begin >= begins[i + 1]) continue;
            locals.push_back(record(one.variable, one.begin, one.end, one.parameter ? 6 : 2));
            if (one.parameter) order[-one.variable.offset] = name_of(one.variable.name);
        }
        for (const auto& [offset, name] : order) parameters.push_back({0, t(name), number, 0, 0});
        entries.push_back({t(functions[i]), 0, begins[i], begins[i + 1], 0, 0, number, 0, 0,
                           static_cast<std::uint32_t>(parameters.size()) - first_parameter, first_parameter,
                           static_cast<std::uint32_t>(locals.size()) - first_local, first_local});
    }
    Scom made = script.scom();
    made.version = scom_extended_version;
    made.extensions = {
        {"rtti", types()},
        {"sctoc", extension({globals, entries, parameters, locals}, {36, 52, 20, 36}, t.bytes)}};
    return made;
}

constexpr std::string_view evening_source = R"(int lamps; // vellum: exportall=0
int oil[4];
int fill(int can, int litres) {
  oil[can] += litres;
  return oil[can];
}
int evening(int tired) {
  if (tired) { int sleep = tired * 2; lamps -= sleep; }
  else { int walk = fill(1, tired); lamps += walk; }
  int night = lamps;
  return night;
}
export evening;
)";

TEST(Reflection, SourceHasTheAuthorsNamesAndComesBackWhole) {
    const Engine& engine = *find_engine("ags");
    Diagnostics diagnostics;
    const auto compiled = engine.language()->compile(evening_source, {.name = "harbour.asc"}, diagnostics);
    ASSERT_TRUE(compiled);
    auto script = Script::make(engine, "harbour.o",
                               as_ags4(dynamic_cast<const Script&>(**compiled), {"fill", "evening"}));
    ASSERT_TRUE(script);
    const auto made = (*script)->decompile({});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->listing, "");
    for (const std::string_view name :
         {"int evening(int tired)", "int fill(int can, int litres)", "int sleep = tired * 2",
          "int walk = fill(1, tired)", "int night = lamps"})
        EXPECT_TRUE(made->text.contains(name)) << name << "\n" << made->text;
    EXPECT_TRUE(made->headers.front().text.contains("oil")) << made->headers.front().text;
    for (const FunctionVerdict& each : made->functions) EXPECT_TRUE(each.identical) << each.name;

    const auto again = [&](std::string text) {
        MemoryFileSystem files;
        const auto header = as_bytes(made->headers.front().text);
        files.add("harbour.ash", {header.begin(), header.end()});
        Diagnostics said;
        const auto program = engine.language()->compile(text, {.name = "harbour.asc", .files = &files}, said);
        EXPECT_TRUE(program) << (program ? "" : format(program.error()));
        return program ? dynamic_cast<const Script&>(**program).scom() : Scom();
    };
    EXPECT_EQ(again(made->text), (*script)->scom());
    // What tells where variables are is left out of other code; types are not.
    std::string changed = made->text;
    changed.replace(changed.find("tired * 2"), 9, "tired");
    const Scom other = again(changed);
    ASSERT_EQ(other.extensions.size(), 1U);
    EXPECT_EQ(other.extensions[0], (*script)->scom().extensions[0]);
}

TEST(Reflection, NamesThatNoSourceCouldHaveCostNoFunction) {
    const Engine& engine = *find_engine("ags");
    Diagnostics diagnostics;
    const auto compiled = engine.language()->compile(evening_source, {.name = "harbour.asc"}, diagnostics);
    ASSERT_TRUE(compiled);
    const auto& script = dynamic_cast<const Script&>(**compiled);
    for (const std::string_view name : {"if", "int", "String", "evening", "fill", "lamps", "g0", "g", "m",
                                        "Struct1", "oil\n", "3", "", "asm", "extension", "__argument"}) {
        const auto said =
            Script::make(engine, "harbour.o", as_ags4(script, {"fill", std::string(name)}, name));
        ASSERT_TRUE(said);
        const auto made = (*said)->decompile({});
        ASSERT_TRUE(made);
        EXPECT_EQ(made->listing, "") << name;
        for (const FunctionVerdict& each : made->functions)
            EXPECT_TRUE(each.identical) << name << ": " << each.reason;
    }
}

} // namespace
} // namespace vellum::ags
