// A small game in memory: files, the .gas store made of them, and an engine that finds its skrits there.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/fuel/resources.hpp"
#include "engines/skrit/fuel/store.hpp"
#include "engines/skrit/systems/content.hpp"
#include "engines/skrit/world/world.hpp"
#include "skrit/feature.hpp"
#include "vellum/skrit.hpp"

namespace vellum::skrit::test {

class Game {
  public:
    explicit Game(SkritOptions options = {}) : host(true), options_(std::move(options)) {
        resources.add_driver({}, files);
    }

    /// Adds a file; .gas files go into the store, .nnk files into the naming key.
    Game& add(std::string_view path, std::string text) {
        if (path.ends_with(".gas")) fuel.add_file(path, text, diagnostics);
        if (path.ends_with(".nnk")) resources.naming_key.add(text, path, diagnostics);
        files->set(path, std::move(text));
        resources.refresh();
        return *this;
    }

    /// The engine, made when it is first asked for. Reports are kept in `output`, errors in `errors`.
    SkritEngine& engine() {
        if (!engine_) {
            options_.find = [this](std::string_view name, SkritSource& source) {
                auto found = resources.include(name, {});
                if (!found) return false;
                source = {std::move(found->name), std::move(found->text)};
                return true;
            };
            engine_ = std::make_unique<SkritEngine>(host, options_);
            engine_->on_report([this](std::string_view stream, std::string_view text) {
                if (stream != "generic") output += "[" + std::string(stream) + "] ";
                output += text;
            });
            engine_->on_error([this](const Fault& fault, std::string_view box) {
                errors.push_back(fault.message);
                boxes.emplace_back(box);
            });
            engine_->on_warning([this](std::string_view text) { warnings.emplace_back(text); });
        }
        return *engine_;
    }
    World& world() { return engine().world(); }
    const TemplateIndex& templates() {
        if (!templates_) templates_ = std::make_unique<TemplateIndex>(resources, fuel);
        return *templates_;
    }
    Content& content() {
        if (!content_) content_ = std::make_unique<Content>(world(), resources, fuel, templates());
        return *content_;
    }
    /// What was reported since the last call.
    std::string take() { return std::exchange(output, {}); }
    [[nodiscard]] std::string problems() const {
        std::string text;
        for (const Diagnostic& each : diagnostics.all()) text += format(each) + "\n";
        return text;
    }

    SkritHost host;
    std::shared_ptr<MemoryDriver> files = std::make_shared<MemoryDriver>();
    Resources resources;
    FuelStore fuel;
    Diagnostics diagnostics;
    std::string output;
    std::vector<std::string> errors, boxes, warnings;

  private:
    SkritOptions options_;
    std::unique_ptr<SkritEngine> engine_;
    std::unique_ptr<TemplateIndex> templates_;
    std::unique_ptr<Content> content_;
};

} // namespace vellum::skrit::test
