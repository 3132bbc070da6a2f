// Console commands about skrit objects: make, look at, talk to, update, reload. Arguments of events and calls
// are skrit expressions.

#include "base/ascii.hpp"
#include "base/number.hpp"
#include "engines/skrit/exports/help.hpp"
#include "engines/skrit/listing/documents.hpp"
#include "engines/skrit/systems/console.hpp"
#include "engines/skrit/world/dump.hpp"

namespace vellum::skrit {

namespace {

constexpr int most_updates = 1'000'000; // of one command

/// The whole text as a number; an empty one leaves what was there.
template <class Number> bool parse(std::string_view text, Number& number) {
    if (text.empty()) return true;
    const auto whole = whole_number<Number>(text);
    if (whole) number = *whole;
    return whole.has_value();
}
template <> bool parse(std::string_view text, float& number) {
    if (number_prefix(text) != text.size()) return false;
    if (!text.empty()) number = read_float(text);
    return true;
}

/// "Name( a, b )" or "Name a, b" into name and list.
std::string_view take_name(std::string_view& rest) {
    rest = trimmed(rest);
    const std::size_t end = rest.find_first_of(" \t(");
    const std::string_view name = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : trimmed(rest.substr(end));
    if (rest.starts_with('(') && rest.ends_with(')')) rest = trimmed(rest.substr(1, rest.size() - 2));
    return name;
}

/// The text up to the next comma outside brackets and quotes.
std::string_view take_argument(std::string_view& rest) {
    int open = 0;
    char quote = 0;
    std::size_t end = 0;
    for (; end < rest.size(); ++end) {
        const char c = rest[end];
        if (quote != 0) {
            if (c == '\\')
                ++end;
            else if (c == quote)
                quote = 0;
        } else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '(')
            ++open;
        else if (c == ')')
            --open;
        else if (c == ',' && open == 0)
            break;
    }
    end = std::min(end, rest.size());
    const std::string_view part = trimmed(rest.substr(0, end));
    rest = end < rest.size() ? rest.substr(end + 1) : std::string_view();
    return part;
}

} // namespace

Object* DevelopmentConsole::object() {
    Object* found = world_.find(selected_);
    if (found == nullptr && !world_.objects().empty()) {
        found = world_.objects().back();
        selected_ = found->id;
    }
    if (found == nullptr) complain("there is no skrit object; new NAME?property=value makes one");
    return found;
}

bool DevelopmentConsole::evaluate(std::string_view list, std::vector<Value>& values) {
    while (!trimmed(list).empty()) {
        const std::string_view part = take_argument(list);
        const Result<Value> value = world_.formula(part, {});
        if (!value) {
            complain("'" + std::string(part) + "': " + value.error().message);
            return false;
        }
        values.push_back(*value);
    }
    return true;
}

/// Without those that went while something runs or is paused.
std::vector<const Object*> DevelopmentConsole::present() const {
    std::vector<const Object*> all;
    for (const Object* each : world_.objects())
        if (each != nullptr) all.push_back(each);
    return all;
}

void DevelopmentConsole::object_commands() {
    add_command("new", "NAME?PROPERTY=VALUE  Creates an object from a skrit and selects it.",
                [this](std::string_view rest) {
                    Diagnostics diagnostics;
                    const std::uint64_t id = world_.create(trimmed(rest), 0, diagnostics);
                    if (!diagnostics.all().empty()) {
                        if (id == 0)
                            complain(format_all(diagnostics, trimmed(rest.substr(0, rest.find('?')))));
                        else
                            for (const Diagnostic& each : diagnostics.all())
                                if (each.severity == Severity::warning) say(format(each) + "\n");
                    }
                    if (id != 0) selected_ = id;
                });
    add_command("objects", " Lists all skrit objects and their states; > marks the selected one.",
                [this](std::string_view) {
                    std::size_t number = 0;
                    for (const Object* each : present()) {
                        const std::string state =
                            each->state == none ? "-" : each->unit().states[each->state].name;
                        say((each->id == selected_ ? "> " : "  ") + std::to_string(++number) + "  " +
                            each->name + "  " + state + "\n");
                    }
                });
    add_command("select", "NUMBER  Selects the object for the other commands.",
                [this](std::string_view rest) {
                    std::size_t number = 0;
                    const std::vector<const Object*> all = present();
                    if (!parse(trimmed(rest), number) || number < 1 || number > all.size())
                        return complain("there is no such object; objects lists them");
                    selected_ = all[number - 1]->id;
                });
    add_command("release", " Releases the selected object.", [this](std::string_view) {
        if (const Object* found = object()) world_.release_object(found->id);
    });
    add_command("dump", " Shows variables, state and timers of the selected object.",
                [this](std::string_view) {
                    if (const Object* found = object()) say(dump_object(world_, *found));
                });
    add_command("states", " Shows states and transitions of the selected object's skrit.",
                [this](std::string_view) {
                    if (const Object* found = object())
                        say(state_machine_text(found->unit(), &world_.exports()));
                });
    add_command("list", " Shows source and opcodes of the selected object's skrit.",
                [this](std::string_view) {
                    if (const Object* found = object()) say(list_unit(found->unit()));
                });
}

/// What a selected object is asked and told.
void DevelopmentConsole::call_commands() {
    add_command("send", "EVENT( VALUES )  Sends an event to the selected object.",
                [this](std::string_view rest) {
                    const std::string_view name = take_name(rest);
                    std::vector<Value> values;
                    Object* found = object();
                    if (found == nullptr || !evaluate(rest, values)) return;
                    const EventId id = world_.event_id(name);
                    if (!world_.interested(*found, id))
                        return say(found->name + " does not mention " + std::string(name) + "\n");
                    const std::size_t wanted =
                        found->unit().events[found->implementation->event(id)].parameters.size();
                    values.resize(std::max(values.size(), wanted));
                    const std::uint64_t number = found->id;
                    const std::uint32_t state = found->state;
                    const std::vector<bool> remembered = found->remembered;
                    if (world_.deliver(*found, id, values)) return;
                    found = world_.find(number);
                    if (found == nullptr || found->state != state) return; // a transition took it
                    say(found->remembered != remembered ? "remembered by a transition\n"
                                                        : "nothing in this state waits for it\n");
                });
    add_command("call", "FUNCTION( VALUES )  Calls a function of the selected object.",
                [this](std::string_view rest) {
                    const std::string_view name = take_name(rest);
                    std::vector<Value> values;
                    Object* found = object();
                    if (found == nullptr || !evaluate(rest, values)) return;
                    const std::uint32_t index = found->unit().find_function(name);
                    if (index == none)
                        return complain(found->name + " has no function '" + std::string(name) + "'");
                    if (found->unit().functions_table[index].parameters.size() != values.size())
                        return complain("wrong number of arguments");
                    Value result;
                    if (world_.call_function(*found, index, values, &result) && !result.is(Type::none))
                        say("= " + value_text(result) + "\n");
                });
    add_command("get", "NAME  Shows a property or variable of the selected object.",
                [this](std::string_view rest) {
                    Value value;
                    const Object* found = object();
                    if (found == nullptr) return;
                    if (!world_.get_variable(*found, trimmed(rest), value))
                        return complain("unknown variable '" + std::string(trimmed(rest)) + "'");
                    say("= " + value_text(value) + "\n");
                });
    add_command("set", "NAME=VALUE  Sets a property or variable of the selected object.",
                [this](std::string_view rest) {
                    Object* found = object();
                    const std::size_t equals = rest.find('=');
                    if (found == nullptr) return;
                    if (equals == std::string_view::npos ||
                        !world_.set_variable(*found, trimmed(rest.substr(0, equals)),
                                             trimmed(rest.substr(equals + 1))))
                        complain("there is no such variable, or the value does not fit");
                });
}

/// What is about all of them.
void DevelopmentConsole::world_commands() {
    add_command("update", "[SECONDS [xCOUNT]]  Runs one frame, or several of that length.",
                [this](std::string_view rest) {
                    float seconds = 1.0F / 30;
                    int count = 1;
                    const std::size_t x = rest.find('x');
                    if (!parse(trimmed(rest.substr(0, x)), seconds) ||
                        (x != std::string_view::npos && !parse(trimmed(rest.substr(x + 1)), count)))
                        return complain("update SECONDS xCOUNT, as in update 0.1 x10");
                    if (!(seconds >= 0) || count < 1 || count > most_updates)
                        return complain("the number of frames must be from 0 to a million");
                    for (int i = 0; i < count; ++i) world_.frame(seconds);
                });
    add_command("pause", " Pauses or resumes time; bots still receive frames.", [this](std::string_view) {
        world_.game_paused = !world_.game_paused;
        say(world_.game_paused ? "paused\n" : "resumed\n");
    });
    add_command("bot", "URL  Starts a skritbot: auto/mp?players=3.", [this](std::string_view rest) {
        Diagnostics diagnostics;
        if (world_.bots.add({}, trimmed(rest), diagnostics) == 0)
            complain(format_all(diagnostics, trimmed(rest)));
    });
    add_command("reload", "NAME  Reloads a skrit; its objects continue with the new one.",
                [this](std::string_view rest) {
                    Diagnostics diagnostics;
                    if (!world_.reload(trimmed(rest), diagnostics))
                        complain(format_all(diagnostics, trimmed(rest)));
                    else
                        say("reloaded\n");
                });
    add_command("stats", " Shows counts of objects and work so far.", [this](std::string_view) {
        std::size_t waiting = 0;
        for (const Object* each : present()) waiting += each->timers.size() + each->waiting.size();
        const auto row = [](std::string_view name, std::uint64_t number) {
            return std::vector<std::string>{std::string(name), std::to_string(number)};
        };
        world_.reports.table(
            "generic", {row("objects", world_.object_count()), row("skrits", world_.implementation_count()),
                        row("bots", world_.bots.size()), row("timers and delays", waiting),
                        row("frames", world_.frames()), row("instructions", world_.instructions()),
                        row("compilations", world_.compiled), row("machines", world_.machines_made())});
    });
    add_command("formula", "TEXT  Evaluates an expression.", [this](std::string_view rest) {
        std::vector<Value> values;
        const Result<Value> value = world_.formula(trimmed(rest), {});
        if (!value) return complain(value.error().message);
        say("= " + value_text(*value) + "\n");
    });
}

} // namespace vellum::skrit
