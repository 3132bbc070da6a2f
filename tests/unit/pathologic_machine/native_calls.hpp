// Writes a script of native calls in assembly, so that tests of built-in natives read as lists of calls.
// Every argument is a variable on the script's stack with a type of its own, as in the games' scripts: what a
// native answers is seen the way a script sees it, converted to that type. Failures of natives are told as "!
// …".
#pragma once

#include <gtest/gtest.h>

#include <charconv>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/pathologic/machine/operations.hpp"
#include "support/pathologic_driver.hpp"

namespace vellum::test {

class NativeCalls : private Observer {
  public:
    /// A variable of the script: how many stood on the stack when it was pushed.
    struct Variable {
        std::size_t number = 0;
    };

    explicit NativeCalls(std::uint64_t seed = 1) {
        options_.seed = seed;
        own_.variadic("out", [this](Call& call) {
            if (!lines_.empty()) lines_ += ' ';
            pathologic::append_text(lines_, call[0], pathologic::known_natives());
        });
        own_.variadic("game_object", [](Call& call) { call[0] = Value(ObjectId{7}); });
    }

    Variable variable(const Value& value) {
        switch (value.type()) {
        case Type::boolean: code_ += std::string(" PushB ") + (value.boolean() ? "true\n" : "false\n"); break;
        case Type::integer: code_ += " PushI " + std::to_string(value.integer()) + "\n"; break;
        case Type::real: code_ += " PushF " + number(value.real()) + "\n"; break;
        case Type::string: code_ += " PushS \"" + std::string(value.text()) + "\"\n"; break;
        case Type::vector:
            code_ += " PushVec (" + number(value.vector().x) + ", " + number(value.vector().y) + ", " +
                     number(value.vector().z) + ")\n";
            break;
        default: code_ += " PushV object\n"; break;
        }
        return {++depth_};
    }
    Variable text(std::string_view content) { return variable(Value(content)); }
    Variable object() { return variable(Value(ObjectId{})); }

    NativeCalls& call(std::string_view native, std::initializer_list<Variable> arguments) {
        return call(native, std::vector<Variable>(arguments));
    }
    NativeCalls& call(std::string_view native, const std::vector<Variable>& arguments) {
        code_ += " Func " + std::string(native) + "/" + std::to_string(arguments.size());
        return finish(arguments);
    }
    NativeCalls& on(Variable object, std::string_view method, std::initializer_list<Variable> arguments) {
        return on(object, method, std::vector<Variable>(arguments));
    }
    NativeCalls& on(Variable object, std::string_view method, const std::vector<Variable>& arguments) {
        code_ += " ObjFunc " + operand(object) + ", " + std::string(method);
        return finish(arguments);
    }
    /// Anything else, with the operand a variable has at this place.
    NativeCalls& line(const std::string& text) {
        code_ += " " + text + "\n";
        return *this;
    }
    [[nodiscard]] std::string operand(Variable variable) const {
        return "S[" + std::to_string(depth_ + 1 - variable.number) + "]";
    }
    NativeCalls& show(Variable variable) { return call("out", {variable}); }
    NativeCalls& show(std::initializer_list<Variable> variables) {
        for (const Variable each : variables) show(each);
        return *this;
    }
    /// The same call many times; its first argument is shown after each.
    NativeCalls& repeat(int times, std::string_view native, std::initializer_list<Variable> arguments) {
        variable(Value(times));
        const std::string label = "again" + std::to_string(depth_);
        code_ += label + ":\n";
        call(native, arguments).show(*arguments.begin());
        return line("PushI 1")
            .line("Sub2 S[2], S[1], S[2], 1")
            .line("PushI 0")
            .line("GT S[2], S[1], 1")
            .line("JumpB S[1], " + label + ", true, 1");
    }

    /// The world, not yet started.
    pathologic::World& world() {
        if (world_ == nullptr) {
            std::string error;
            const ProgramPtr program =
                assemble_pathologic(".numbering hd\n.run Main, start\n.task Main, 0\nstart:\n" + code_ +
                                        " Return " + std::to_string(depth_) + "\n",
                                    &error);
            EXPECT_NE(program, nullptr) << error << code_;
            chain_.push_back(own_);
            chain_.push_back(pathologic::known_natives());
            world_ = pathologic::make_world(chain_, options_);
            world_->add_observer(*this);
            if (program != nullptr) EXPECT_TRUE(world_->add(program, "test").has_value());
        }
        return *world_;
    }
    /// Starts the world, lets it run for one frame, and gives what it said.
    std::string run(float seconds = 0.1F) {
        world().start();
        world().frame(seconds);
        return take();
    }
    /// What was shown and what failed since the last call, and the faults.
    std::string take() {
        for (const Fault& fault : world().take_faults()) lines_ += "! " + std::string(fault.code->id);
        return std::exchange(lines_, {});
    }

    pathologic::WorldOptions& options() { return options_; }

  private:
    static std::string number(float value) {
        char buffer[64];
        const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
        const std::string text(buffer, end);
        return text == "nan" || text == "-nan" ? "nan(0x7fc00000)" : text;
    }
    NativeCalls& finish(const std::vector<Variable>& arguments) {
        for (const Variable& argument : arguments) code_ += ", " + operand(argument);
        code_ += "\n";
        return *this;
    }
    void note(const Scheduler&, std::uint32_t, std::string_view text) override {
        const std::size_t failed = text.find(" failed: ");
        if (failed != std::string_view::npos)
            lines_ += (lines_.empty() ? "! " : " ! ") + std::string(text.substr(failed + 9));
        else if (text.starts_with("says: "))
            lines_ += (lines_.empty() ? "" : " ") + std::string(text);
    }

    std::string code_, lines_;
    std::size_t depth_ = 0;
    pathologic::WorldOptions options_;
    Library own_{"own"};
    HostChain chain_;
    std::unique_ptr<pathologic::World> world_;
};

} // namespace vellum::test
