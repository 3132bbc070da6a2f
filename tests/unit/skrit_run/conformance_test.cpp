// The thirty conformance programs: each names what its host does in lines of its own and must print exactly
// what stands in its expected file. Of compile errors only the fact counts, their wording is the compiler's
// business.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "unit/skrit_run/test_host.hpp"

namespace vellum::testing {
namespace {

const std::filesystem::path folder = std::filesystem::path(VELLUM_SOURCE_DIR) / "tests/skrit/conformance";

std::string read(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

std::string value_text(const Value& value) {
    char buffer[64];
    switch (value.type()) {
    case Type::boolean: return value.boolean() ? "true" : "false";
    case Type::integer: return std::to_string(value.integer());
    case Type::real:
        std::snprintf(buffer, sizeof buffer, "%g", static_cast<double>(value.real()));
        return buffer;
    case Type::string: return "\"" + std::string(value.text()) + "\"";
    default: return "?";
    }
}

class Driver {
  public:
    explicit Driver(const std::string& name)
        : name_(name),
          text_(read(folder / (name + ".skrit"))),
          host_(read(std::filesystem::path(VELLUM_SOURCE_DIR) / "tests/skrit/conformance.exports")),
          engine_(host_.host, options()) {
        host_.engine = &engine_;
        engine_.on_report(
            [this](std::string_view stream, std::string_view text) { host_.stream(stream, text); });
        engine_.on_error([this](const Fault& fault, std::string_view) {
            const Frame frame = fault.frames.empty() ? Frame{} : fault.frames.front();
            host_.line("error: " + fault.message + " in " + place_text(frame));
        });
        engine_.on_warning([this](std::string_view text) { host_.line("warning: " + std::string(text)); });
    }

    std::string run() {
        std::istringstream lines(text_);
        for (std::string line; std::getline(lines, line);)
            if (const std::string_view rest = trim(line); rest.starts_with("//@ "))
                step(trim(rest.substr(4)));
        if (!host_.output.empty() && !host_.output.ends_with('\n')) host_.output += '\n';
        return host_.output;
    }

  private:
    SkritOptions options() {
        SkritOptions options;
        options.find = [](std::string_view asked, SkritSource& source) {
            std::string file(asked);
            if (!file.ends_with(".skrit")) file += ".skrit";
            for (const auto& path : {folder / file, folder / "include" / file})
                if (std::filesystem::exists(path)) {
                    source = {path.filename().string(), read(path)};
                    return true;
                }
            return false;
        };
        options.budget.call_depth = 100;
        options.budget.instructions = 1'000'000;
        return options;
    }

    void step(std::string_view line) {
        const std::size_t space = line.find(' ');
        const std::string_view word = line.substr(0, space);
        const std::string_view rest =
            space == std::string_view::npos ? std::string_view() : trim(line.substr(space));
        if (word == "params")
            parameters_ = rest;
        else if (word == "owner")
            owner_ = ObjectId{500};
        else if (word == "create")
            create(std::string(rest));
        else if (word == "use")
            current_ = objects_[std::string(rest)];
        else if (word == "call")
            call(rest);
        else if (word == "event") {
            const std::size_t open = rest.find('(');
            engine_.send(current_, trim(rest.substr(0, open)), values(rest.substr(open)));
        } else if (word == "msg")
            message(rest);
        else if (word == "update")
            update(rest);
        else if (word == "state")
            host_.line("state " + engine_.state(current_));
        else if (word == "get") {
            const Result<Value> value = engine_.get(current_, rest);
            host_.line(std::string(rest) + " = " + (value ? value_text(*value) : value.error().message));
        } else if (word == "set") {
            const std::size_t equals = rest.find('=');
            EXPECT_TRUE(engine_.set_text(current_, rest.substr(0, equals), rest.substr(equals + 1)));
        } else if (word == "command") {
            const Result<Value> value = engine_.command(rest);
            if (!value && value.error().code->id.find("skrit.division") == std::string_view::npos)
                host_.line("compile error: " + value.error().message);
            else if (value && !value->is(Type::none))
                host_.line("= " + value_text(*value));
        } else if (word == "check") {
            const Result<void> fine = engine_.check_command(rest);
            host_.line(fine ? "ok" : "compile error: " + fine.error().message);
        } else if (word == "formula")
            formula(rest);
        else if (word == "save")
            saved_ = *engine_.save();
        else if (word == "load")
            EXPECT_TRUE(engine_.load(saved_));
        else if (word == "destroy")
            engine_.release(current_);
        else if (word == "echo")
            host_.line(rest);
        else
            ADD_FAILURE() << "unknown driver line " << line;
    }

    void create(const std::string& tag) {
        const Result<ObjectId> made =
            engine_.create(parameters_.empty() ? name_ : name_ + "?" + parameters_, owner_);
        if (!made) {
            host_.line("compile error: " + made.error().message);
            return;
        }
        current_ = objects_[tag] = *made;
    }

    static std::vector<Value> values(std::string_view list) {
        std::vector<Value> result;
        if (list.starts_with('(')) list = list.substr(1, list.rfind(')') - 1);
        while (!trim(list).empty()) {
            const std::size_t comma = list.find(',');
            const std::string part(trim(list.substr(0, comma)));
            if (part.find('.') != std::string::npos)
                result.emplace_back(std::stof(part));
            else
                result.emplace_back(static_cast<std::int32_t>(std::stol(part)));
            list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
        }
        return result;
    }

    void call(std::string_view rest) {
        const std::size_t open = rest.find('(');
        const std::string_view name = trim(rest.substr(0, open));
        const Result<Value> value =
            engine_.call(current_, name,
                         open == std::string_view::npos ? std::vector<Value>() : values(rest.substr(open)));
        if (value && !value->is(Type::none)) host_.line("= " + value_text(*value));
    }

    void message(std::string_view rest) {
        static const std::map<std::string, int> numbers{{"WE_ENTERED_WORLD", 0}, {"WE_REQ_USE", 1},
                                                        {"WE_REQ_ACTIVATE", 2},  {"WE_REQ_DEACTIVATE", 3},
                                                        {"WE_DAMAGED", 4},       {"WE_KILLED", 5}};
        const std::size_t comma = rest.find(',');
        const int event = numbers.at(std::string(trim(rest.substr(0, comma))));
        const int data = comma == std::string_view::npos ? 0 : std::stoi(std::string(rest.substr(comma + 1)));
        const Value list[] = {Value(static_cast<std::int32_t>(event)), Value(host_.message(event, data))};
        engine_.send(current_, "OnGoHandleMessage", list);
    }

    void update(std::string_view rest) {
        const std::size_t times = rest.find('x');
        const float seconds = std::stof(std::string(rest));
        const int count =
            times == std::string_view::npos ? 1 : std::stoi(std::string(rest.substr(times + 1)));
        for (int i = 0; i < count; ++i) engine_.update(seconds);
    }

    void formula(std::string_view rest) {
        std::vector<std::pair<std::string, float>> macros;
        if (const std::size_t with = rest.find(" with "); with != std::string_view::npos) {
            std::istringstream words{std::string(rest.substr(with + 6))};
            for (std::string word; words >> word;) {
                const std::size_t equals = word.find('=');
                macros.emplace_back(word.substr(1, equals - 1), std::stof(word.substr(equals + 1)));
            }
            rest = rest.substr(0, with);
        }
        const Result<Value> value = engine_.formula(rest, macros);
        host_.line(value ? "= " + value_text(*value) : "compile error: " + value.error().message);
    }

    std::string name_, text_, parameters_;
    SkritTestHost host_;
    SkritEngine engine_;
    ObjectId owner_, current_;
    std::map<std::string, ObjectId> objects_;
    std::vector<std::byte> saved_;
};

std::string without_wording(const std::string& text) {
    std::istringstream lines(text);
    std::string result;
    for (std::string line; std::getline(lines, line);)
        result += (line.starts_with("compile error:") ? std::string("compile error") : line) + "\n";
    return result;
}

class Conformance : public ::testing::TestWithParam<std::string> {};

TEST_P(Conformance, PrintsWhatIsExpected) {
    const std::string expected = read(folder / (GetParam() + ".expected.txt"));
    ASSERT_FALSE(expected.empty());
    EXPECT_EQ(without_wording(Driver(GetParam()).run()), without_wording(expected));
}

std::vector<std::string> programs() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".skrit") names.push_back(entry.path().stem().string());
    std::ranges::sort(names);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Skrit, Conformance, ::testing::ValuesIn(programs()),
                         [](const auto& test) { return test.param; });

} // namespace
} // namespace vellum::testing
