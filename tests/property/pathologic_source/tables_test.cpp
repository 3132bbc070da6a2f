// Files whose tables are in another order than the compiler's or hold more than the code needs: whatever
// somebody did to them, they come back as source with the same bytes, and no function is lost for it. The
// samples always, real scripts where VELLUM_CORPUS has them.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "engines/pathologic/engine.hpp"
#include "engines/pathologic/format/format.hpp"
#include "engines/pathologic/format/pool.hpp"
#include "engines/pathologic/format/texts.hpp"
#include "support/pathologic_judge.hpp"
#include "support/same_code.hpp"
#include "vellum/engine.hpp"
#include "vellum/tools.hpp"

namespace vellum::pathologic {
namespace {

namespace fs = std::filesystem;
using test::Dice;
using Changed = std::shared_ptr<Script>;

template <class T> void shuffle(std::vector<T>& list, Dice& dice) {
    for (std::size_t i = list.size(); i > 1; --i)
        std::swap(list[i - 1], list[dice.below(static_cast<std::uint32_t>(i))]);
}

std::uint32_t& value_of(Script& script, const CodeReference& reference) {
    return script.instructions.values[value_index(script.instructions, reference, script.numbering)];
}

void add_bytes(std::vector<std::byte>& pool, std::span<const std::byte> bytes) {
    pool.insert(pool.end(), bytes.begin(), bytes.end());
}

// --- What somebody may do to a file ---

void shuffled_imports(Script& script, Dice& dice) {
    std::vector<std::uint32_t> order(script.imports.size()), place(script.imports.size());
    std::iota(order.begin(), order.end(), 0U);
    shuffle(order, dice);
    std::vector<Import> imports;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        place[order[i]] = i;
        imports.push_back(script.imports[order[i]]);
    }
    script.imports = std::move(imports);
    for (const CodeReference& one : script.code_references.natives) value_of(script, one) = place[one.value];
}

void more_imports(Script& script, Dice& dice) {
    script.imports.push_back({"Unused", dice.below(3)});
    if (dice.below(2) == 0) script.imports.push_back({"not a name", 1});
    if (dice.below(2) == 0) script.imports.push_back({"if", 1});
    if (dice.below(2) == 0) script.imports.push_back({"Long", 1, true});
}

void equal_imports(Script& script, Dice& dice) {
    if (script.imports.empty()) return;
    const auto twin = dice.below(static_cast<std::uint32_t>(script.imports.size()));
    const auto last = static_cast<std::uint32_t>(script.imports.size());
    script.imports.push_back(script.imports[twin]);
    for (const CodeReference& one : script.code_references.natives)
        if (one.value == twin && dice.below(2) == 0) value_of(script, one) = last;
}

/// Every text once more, in another order, and some that nothing uses.
void shuffled_pool(Script& script, Dice& dice) {
    std::vector<CodeReference> texts = script.code_references.texts;
    std::vector<std::size_t> order(texts.size());
    std::iota(order.begin(), order.end(), 0U);
    shuffle(order, dice);
    std::vector<std::byte> pool;
    std::map<std::pair<bool, std::uint32_t>, std::uint32_t> places;
    for (const std::size_t i : order) {
        const bool wide = texts[i].kind == CodeReference::Kind::wide_text;
        const auto [place, fresh] =
            places.try_emplace({wide, texts[i].value}, static_cast<std::uint32_t>(pool.size()));
        if (fresh)
            add_bytes(pool, wide ? wide_bytes(script.pool, texts[i].value)
                                 : name_bytes(script.pool, texts[i].value));
        value_of(script, texts[i]) = place->second;
    }
    script.pool = std::move(pool);
}

void more_texts(Script& script, Dice& dice) {
    std::vector<std::byte> pool;
    switch (dice.below(3)) {
    case 0: add_bytes(pool, *encode_wide("an old text")); break;
    case 1: add_bytes(pool, *encode_name("GetOldScene")); break;
    default: pool = {std::byte{0xFF}, std::byte{0}, std::byte{1}};
    }
    if (dice.below(2) == 0) return add_bytes(script.pool, pool);
    for (const CodeReference& one : script.code_references.texts)
        value_of(script, one) = one.value + static_cast<std::uint32_t>(pool.size());
    add_bytes(pool, script.pool);
    script.pool = std::move(pool);
}

void shuffled_handlers(Script& script, Dice& dice) {
    shuffle(script.events, dice);
    for (Task& task : script.tasks) shuffle(task.events, dice);
}

/// A handler that answers to one more event.
void shared_handlers(Script& script, Dice& dice) {
    const auto share = [&](std::vector<EventHandler>& table) {
        if (table.empty()) return;
        EventHandler one = table[dice.below(static_cast<std::uint32_t>(table.size()))];
        one.id = 300 + dice.below(3);
        table.insert(table.begin() + dice.below(static_cast<std::uint32_t>(table.size() + 1)),
                     std::move(one));
    };
    share(script.events);
    for (Task& task : script.tasks)
        if (dice.below(2) == 0) share(task.events);
}

/// The tasks in another order.
void shuffled_tasks(Script& script, Dice& dice) {
    std::vector<std::uint32_t> order(script.tasks.size()), number(script.tasks.size());
    std::iota(order.begin(), order.end(), 0U);
    shuffle(order, dice);
    std::vector<Task> tasks;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        number[order[i]] = i;
        tasks.push_back(script.tasks[order[i]]);
    }
    script.tasks = std::move(tasks);
    script.run_task = number[script.run_task];
    isa::Code& code = script.instructions;
    for (const isa::Instruction& one : code.instructions)
        if (operation(script.numbering, one.row) == Op::TaskCall)
            code.values[one.first] = number[code.values[one.first]];
}

void odd_tasks(Script& script, Dice& dice) {
    script.tasks[dice.below(static_cast<std::uint32_t>(script.tasks.size()))].parameter_count +=
        1 + dice.below(3);
    if (dice.below(2) == 0) script.tasks.push_back({{VariableType::integer, VariableType::object}, 2, {}});
}

void more_globals(Script& script, Dice& dice) {
    script.globals.push_back({VariableType::string, 0, {}});
    script.globals.push_back(
        {VariableType::integer, static_cast<std::uint8_t>(dice.below(2) == 0 ? 0x80 : 1), "Added"});
    script.globals.push_back({VariableType::integer, 1, "Longer", dice.below(2) == 0});
    if (dice.below(2) == 0) script.globals.push_back({VariableType::object, 1, "not a name"});
}

/// A handler that nothing leads to any more, whatever it takes.
void gone_handler(Script& script, Dice& dice) {
    for (Task& task : script.tasks)
        if (!task.events.empty()) {
            const std::uint32_t gone = dice.below(static_cast<std::uint32_t>(task.events.size()));
            task.events.erase(task.events.begin() + gone);
            return;
        }
}

void gone_handlers(Script& script, Dice&) {
    script.events.clear();
    for (Task& task : script.tasks) task.events.clear();
}

/// A handler that uses the variables of its task and is in the script's own table.
void handler_of_all(Script& script, Dice&) {
    for (Task& task : script.tasks)
        if (!task.events.empty()) {
            script.events.push_back(task.events.back());
            task.events.pop_back();
            return;
        }
}

void begins_elsewhere(Script& script, Dice& dice) {
    const std::vector<EventHandler>& events = script.tasks[script.run_task].events;
    if (!events.empty())
        script.run_address = events[dice.below(static_cast<std::uint32_t>(events.size()))].address;
}

using Change = void (*)(Script&, Dice&);
constexpr std::pair<const char*, Change> changes[] = {
    {"imports in another order", shuffled_imports},
    {"more imports", more_imports},
    {"equal imports", equal_imports},
    {"a pool in another order", shuffled_pool},
    {"more texts", more_texts},
    {"handlers in another order", shuffled_handlers},
    {"shared handlers", shared_handlers},
    {"tasks in another order", shuffled_tasks},
    {"odd tasks", odd_tasks},
    {"more globals", more_globals},
    {"a handler that is gone", gone_handler},
    {"handlers that are gone", gone_handlers},
    {"a handler of all tasks", handler_of_all},
    {"a run that begins elsewhere", begins_elsewhere},
};

/// Which task a function belongs to, nothing says then.
bool says_no_task(Change change) { return change == begins_elsewhere || change == handler_of_all; }

// --- What has to become of it ---

/// Empty, or what went wrong. `functions`: none may be left as instructions.
std::string come_back(const Script& script, const std::string& name, bool functions = true) {
    const std::vector<std::byte> bytes = write_script(script);
    Diagnostics diagnostics;
    const auto program = engine().format().load(bytes, {name, {}}, diagnostics);
    if (!program) return "it cannot be loaded";
    const auto source = (*program)->decompile({});
    if (!source || !source->listing.empty()) return source ? source->listing : "no source";
    for (const FunctionVerdict& one : source->functions)
        if (functions && !one.identical) return one.name + ": " + one.reason;
    const auto again = engine().language()->compile(source->text, {name, {}}, diagnostics);
    if (!again) return format(again.error());
    return *(*again)->save() == bytes ? "" : "it is compiled to other bytes";
}

std::vector<std::string> files() {
    std::vector<std::string> found;
    std::error_code missing;
    const auto add = [&](const fs::path& folder) {
        for (const auto& entry : fs::recursive_directory_iterator(folder, missing))
            if (entry.path().extension() == ".bin" && entry.file_size() != 0)
                found.push_back(entry.path().string());
    };
    const char* const corpus = std::getenv("VELLUM_CORPUS");
    add(fs::path(VELLUM_SOURCE_DIR) / "samples" / "pathologic");
    if (corpus != nullptr) add(fs::path(corpus) / "pathologic");
    std::ranges::sort(found);
    return found;
}

Changed copy_of(const std::string& file) {
    const auto bytes = read_file(file);
    if (!bytes) return nullptr;
    auto script = read_script(engine(), *bytes, file, std::nullopt);
    return script ? *script : nullptr;
}

/// All of them for the samples, an even choice of real scripts.
template <class Visit> void each_script(Visit&& visit, std::size_t wanted = 60) {
    const std::vector<std::string> all = files();
    ASSERT_GE(all.size(), 5U);
    const std::size_t step = std::max<std::size_t>(1, all.size() / wanted);
    for (std::size_t i = 0; i < all.size(); i += step) visit(all[i], i);
}

bool is_source(const Script& script) { return come_back(script, script.name()).empty(); }

TEST(PathologicTables, one_change_costs_no_source) {
    std::size_t tried = 0;
    each_script([&](const std::string& file, std::size_t seed) {
        if (!is_source(*copy_of(file))) return; // a sample of what no source says
        for (const auto& [what, change] : changes) {
            const Changed script = copy_of(file);
            Dice dice(seed);
            change(*script, dice);
            EXPECT_EQ(come_back(*script, file, !says_no_task(change)), "") << file << ": " << what;
            ++tried;
        }
    });
    EXPECT_GT(tried, 20U); // of the samples alone
}

TEST(PathologicTables, several_changes_cost_no_source) {
    each_script([&](const std::string& file, std::size_t seed) {
        Changed script = copy_of(file);
        if (!is_source(*script)) return;
        Dice dice(seed);
        std::string done = file;
        bool functions = true;
        for (int i = 0; i < 4; ++i) {
            const auto& [what, change] = changes[dice.below(std::size(changes))];
            done += std::string(", ") + what;
            functions = functions && !says_no_task(change);
            change(*script, dice);
            auto again = read_script(engine(), write_script(*script), file, script->numbering);
            ASSERT_TRUE(again) << done;
            script = *again;
        }
        EXPECT_EQ(come_back(*script, file, functions), "") << done;
    });
}

TEST(PathologicTables, a_changed_text_costs_no_source) {
    each_script([&](const std::string& file, std::size_t seed) {
        const Changed script = copy_of(file);
        if (!is_source(*script)) return;
        std::vector<std::string> texts;
        for (const CodeReference& one : script->code_references.texts)
            if (one.kind == CodeReference::Kind::wide_text) texts.push_back(script->wide_string(one.value));
        if (texts.empty()) return;
        TextChange change;
        change.before = texts[seed % texts.size()];
        change.after = change.before + " and more";
        ASSERT_TRUE(change_texts(*script, std::span(&change, 1))) << file;
        EXPECT_EQ(come_back(*script, file), "") << file << ": " << change.before;
    });
}

/// Empty, or which entry of a table is lost or leads to something else once the function at `changed` is
/// another.
std::string lost_entry(const Script& before, const Script& after, std::uint32_t changed) {
    test::SameCode code(before, after, changed);
    const auto handlers = [&](const std::vector<EventHandler>& mine, const std::vector<EventHandler>& other) {
        if (mine.size() != other.size()) return std::string("a handler is lost");
        for (std::size_t i = 0; i < mine.size(); ++i) {
            if (mine[i].id != other[i].id || mine[i].variables != other[i].variables)
                return "handler " + std::to_string(mine[i].id) + " is another";
            if (std::string wrong = code.compare(mine[i].address, other[i].address); !wrong.empty())
                return wrong;
        }
        return std::string();
    };
    if (std::string wrong = code.compare(before.run_address, after.run_address); !wrong.empty()) return wrong;
    if (std::string wrong = handlers(before.events, after.events); !wrong.empty()) return wrong;
    // The tasks that something enters; others are dead.
    std::map<std::uint32_t, std::uint32_t> tasks;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> open{{before.run_task, after.run_task}};
    while (!open.empty()) {
        const auto [number, there] = open.back();
        open.pop_back();
        const auto [known, is_new] = tasks.emplace(number, there);
        if (known->second != there) return "task " + std::to_string(number) + " became two";
        if (!is_new) continue;
        const Task &mine = before.tasks[number], &other = after.tasks[there];
        if (mine.variables != other.variables || mine.parameter_count != other.parameter_count)
            return "task " + std::to_string(number) + " is another";
        if (std::string wrong = handlers(mine.events, other.events); !wrong.empty()) return wrong;
        open.insert(open.end(), code.tasks().begin(), code.tasks().end());
    }
    if (before.globals.size() != after.globals.size()) return "a global variable is lost";
    for (std::size_t i = 0; i < before.globals.size(); ++i)
        if (before.globals[i].type != after.globals[i].type ||
            before.globals[i].name != after.globals[i].name)
            return "global variable " + std::to_string(i) + " is another";
    return {};
}

/// Empty, or the first import that is gone.
std::string lost_import(const Script& before, const Script& after) {
    for (const Import& one : before.imports)
        if (std::ranges::none_of(after.imports, [&](const Import& each) { return each.key() == one.key(); }))
            return one.name;
    return {};
}

/// Gives some of its functions one statement more, and no statement at all.
std::size_t change_some(const Script& script, const std::string& what, Dice& dice) {
    const auto source = script.decompile({});
    if (!source || !source->listing.empty()) return 0;
    const auto outline = engine().language()->outline(source->text);
    if (!outline || source->functions.empty()) return 0;
    std::size_t tried = 0;
    for (int i = 0; i < 3; ++i) {
        const auto& one = source->functions[dice.below(static_cast<std::uint32_t>(source->functions.size()))];
        const auto own = std::ranges::find(*outline, one.name, &SourceFunction::name);
        if (!one.identical || own == outline->end()) continue;
        const std::string text = source->text.substr(own->begin, own->end - own->begin);
        const std::size_t body = text.find('{') + 1;
        if (body == 0) continue;
        for (const bool emptied : {false, true}) {
            const std::string fresh =
                text.substr(0, body) + (emptied ? "}" : " int vellum_new = 5; " + text.substr(body));
            Diagnostics diagnostics;
            const auto made =
                tools::patch(script, {.functions = {one.name}, .text = fresh, .name = "new"}, diagnostics);
            if (!made && emptied) continue; // one with a result
            EXPECT_TRUE(made) << what << ": " << one.name << ": " << format(made.error());
            if (!made) continue;
            const auto& after = static_cast<const Script&>(*made->program);
            EXPECT_EQ(lost_entry(script, after, one.address), "") << what << ": " << one.name;
            if (emptied) continue; // what only it used may go
            EXPECT_EQ(after.tasks.size(), script.tasks.size()) << what << ": " << one.name;
            EXPECT_EQ(lost_import(script, after), "") << what << ": " << one.name;
            EXPECT_TRUE(made->left_out.empty()) << what << ": " << one.name << ": " << made->left_out.front();
            ++tried;
        }
    }
    return tried;
}

TEST(PathologicTables, a_changed_function_costs_no_entry) {
    std::size_t tried = 0; // each function of a script is compiled several times
    each_script(
        [&](const std::string& file, std::size_t seed) {
            Changed script = copy_of(file);
            Dice dice(seed);
            tried += change_some(*script, file, dice);
            std::string done = file;
            for (int i = 0; i < 2; ++i) {
                const auto& [what, change] = changes[dice.below(std::size(changes))];
                done += std::string(", ") + what;
                change(*script, dice);
                script = *read_script(engine(), write_script(*script), file, script->numbering);
            }
            tried += change_some(*script, done, dice);
        },
        40);
    EXPECT_GT(tried, 5U); // of the samples alone
}

} // namespace
} // namespace vellum::pathologic
