// The linker: pool, imports, tables and addresses; see compile.hpp. The order of the pool and of the imports
// is that of their first use in the code.
#include <utility>

#include "engines/pathologic/codes.hpp"
#include "engines/pathologic/compile/assembly.hpp"
#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/compile/compile.hpp"
#include "engines/pathologic/format/format.hpp"
#include "engines/pathologic/format/pool.hpp"
#include "engines/pathologic/source/full_name.hpp"
#include "engines/pathologic/source/lowering.hpp"

namespace vellum::pathologic::compile {

using source::Function;
using source::none;
using source::TextId;
using source::Tree;

namespace {

class Linker final : public source::Link, public AssemblyLink {
  public:
    Linker(const Engine& engine, const Tree& tree, std::string name, Numbering numbering,
           Diagnostics& diagnostics)
        : tree_(tree),
          diagnostics_(diagnostics),
          script_(std::make_shared<Script>(engine, std::move(name))),
          wide_(tree.text_count(), none),
          names_(tree.text_count(), none),
          addresses_(tree.functions.size(), none) {
        script_->numbering = numbering;
        script_->instructions.table = &table_of(numbering);
    }

    std::shared_ptr<Script> run(const std::vector<bool>* wanted, Layout* layout) {
        const std::size_t errors = diagnostics_.errors();
        script_->instructions.instructions.reserve(tree_.exprs.size() + tree_.stmts.size());
        source::Lowering lowering(tree_, script_->instructions, *this,
                                  layout == nullptr ? nullptr : &layout->places);
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
            if (wanted != nullptr && !(*wanted)[i]) continue;
            const Function& function = tree_.functions[i];
            addresses_[i] = static_cast<std::uint32_t>(script_->instructions.instructions.size());
            if (function.assembled) {
                assemble(function, *this, script_->instructions, diagnostics_);
                if (layout != nullptr)
                    layout->places.resize(script_->instructions.instructions.size(), function.place);
            } else if (!lowering.function(function))
                diagnostics_.add(codes::source_type, "char() is not in the alpha build", {},
                                 "use the numbering hd");
        }
        for (const auto& [function, value] : waiting_)
            script_->instructions.values[value] = addresses_[function];
        if (layout != nullptr) layout->addresses = addresses_;
        script_->pool = pool_.bytes();
        if (pool_.exhausted())
            diagnostics_.add(codes::pool_effort, "the texts are so alike that placing them takes too long");
        tables();
        if (diagnostics_.errors() != errors) return nullptr;
        return std::move(script_);
    }

    std::uint32_t wide(TextId text) override {
        if (wide_[text] == none) {
            const auto bytes = encode_wide(tree_.text(text));
            if (!bytes) {
                diagnostics_.add(codes::source_type, "a text cannot be written as UTF-16");
                return 0;
            }
            wide_[text] = pool_.place(*bytes);
        }
        return wide_[text];
    }
    std::uint32_t name(TextId text) override {
        if (names_[text] == none) {
            const auto bytes = encode_name(tree_.text(text));
            names_[text] = bytes ? pool_.place(*bytes) : 0;
        }
        return names_[text];
    }
    std::uint32_t native(TextId name, std::uint32_t arguments) override {
        const std::uint64_t key = std::uint64_t{name} << 32U | arguments;
        const auto next = static_cast<std::uint32_t>(script_->imports.size());
        const auto [entry, fresh] = natives_.try_emplace(key, next);
        if (fresh) script_->imports.push_back({std::string(tree_.text(name)), arguments});
        return entry->second;
    }
    std::uint32_t function(std::uint32_t number, std::size_t value) override {
        if (addresses_[number] == none) waiting_.emplace_back(number, value);
        return addresses_[number];
    }

    // --- What instructions name ---

    std::optional<std::uint32_t> wide_text(std::string_view text) override {
        const auto bytes = encode_wide(text);
        return bytes ? std::optional(pool_.place(*bytes)) : std::nullopt;
    }
    std::optional<std::uint32_t> method(std::string_view name) override {
        const auto bytes = encode_name(name);
        return bytes ? std::optional(pool_.place(*bytes)) : std::nullopt;
    }
    std::uint32_t native(std::string_view name, std::uint32_t arguments) override {
        if (const auto known = tree_.find(name)) return native(*known, arguments);
        const auto next = static_cast<std::uint32_t>(script_->imports.size());
        const auto [entry, fresh] =
            imports_.emplace(std::string(name) + "/" + std::to_string(arguments), next);
        if (fresh) script_->imports.push_back({std::string(name), arguments});
        return entry->second;
    }
    std::optional<std::uint32_t> task(std::string_view name) override {
        for (std::uint32_t i = 0; i < tree_.tasks.size(); ++i)
            if (tree_.text(tree_.tasks[i].name) == name) return i;
        return std::nullopt;
    }
    std::optional<std::uint32_t> global(std::string_view name) override {
        for (std::uint32_t i = 0; i < tree_.globals.size(); ++i)
            if (tree_.text(tree_.globals[i].name) == name) return i;
        return std::nullopt;
    }
    std::optional<std::uint32_t> function(std::string_view name) override {
        if (full_names_.empty())
            for (std::uint32_t i = 0; i < tree_.functions.size(); ++i)
                full_names_.emplace(full_name(tree_, tree_.functions[i]), i);
        const auto found = full_names_.find(std::string(name));
        return found == full_names_.end() ? std::nullopt : std::optional(found->second);
    }
    std::uint32_t address(std::uint32_t function, std::size_t value) override {
        // A number as large as a mark in a damaged script is none.
        return function < addresses_.size() ? this->function(function, value)
                                            : script_->instructions.values[value];
    }

  private:
    void tables() {
        for (const source::Global& global : tree_.globals)
            script_->globals.push_back(
                {global.type, static_cast<std::uint8_t>(global.property ? 1 : 0),
                 global.property ? std::string(tree_.text(global.name)) : std::string{}});
        for (const source::Task& task : tree_.tasks) {
            pathologic::Task& made = script_->tasks.emplace_back();
            for (const source::Variable& variable : task.variables) made.variables.push_back(variable.type);
            made.parameter_count = 0;
            if (task.init == none) continue;
            const Function& init = tree_.functions[task.init];
            made.parameter_count = static_cast<std::uint32_t>(init.parameters.size() + (init.result ? 1 : 0));
        }
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
            const Function& function = tree_.functions[i];
            if (!function.event || addresses_[i] == none) continue;
            auto& list = function.task == none ? script_->events : script_->tasks[function.task].events;
            list.push_back({*function.event, addresses_[i], function.parameters});
        }
        if (tree_.main == none || tree_.tasks[tree_.main].init == none) return;
        script_->run_task = tree_.main;
        script_->run_address = addresses_[tree_.tasks[tree_.main].init];
    }

    const Tree& tree_;
    Diagnostics& diagnostics_;
    std::shared_ptr<Script> script_;
    PoolBuilder pool_;
    std::vector<std::uint32_t> wide_, names_;                  // by text
    std::unordered_map<std::uint64_t, std::uint32_t> natives_; // by text and count
    std::unordered_map<std::string, std::uint32_t> imports_;   // those that only instructions name
    std::unordered_map<std::string, std::uint32_t> full_names_;
    std::vector<std::uint32_t> addresses_; // by function
    std::vector<std::pair<std::uint32_t, std::size_t>> waiting_;
};

} // namespace

std::shared_ptr<Script> link(const Engine& engine, const Tree& tree, std::string name, Numbering numbering,
                             const std::vector<bool>* wanted, Layout* layout, Diagnostics& diagnostics) {
    return Linker(engine, tree, std::move(name), numbering, diagnostics).run(wanted, layout);
}

} // namespace vellum::pathologic::compile
