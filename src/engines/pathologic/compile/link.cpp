// The linker: pool, imports, tables and addresses; see compile.hpp. The order of the pool and of the imports is that of
// their first use in the code.
#include <utility>

#include "engines/pathologic/codes.hpp"
#include "engines/pathologic/compile/assembly.hpp"
#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/compile/compile.hpp"
#include "engines/pathologic/format/format.hpp"
#include "engines/pathologic/format/pool.hpp"
#include "engines/pathologic/source/lowering.hpp"

namespace vellum::pathologic::compile {

using source::Function;
using source::none;
using source::TextId;
using source::Tree;

namespace {

class Linker final : public source::Link {
  public:
    Linker(const Engine& engine, const Tree& tree, std::string name, Numbering numbering, Diagnostics& diagnostics)
        : tree_(tree),
          diagnostics_(diagnostics),
          script_(std::make_shared<Script>(engine, std::move(name))),
          wide_(tree.text_count(), none),
          names_(tree.text_count(), none),
          addresses_(tree.functions.size(), none) {
        script_->numbering = numbering;
        script_->instructions.table = &table_of(numbering);
    }

    std::shared_ptr<Script> run(const std::vector<bool>* wanted, std::vector<std::uint32_t>* places) {
        const std::size_t errors = diagnostics_.errors();
        source::Lowering lowering(tree_, script_->instructions, *this, places);
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
            if (wanted != nullptr && !(*wanted)[i]) continue;
            const Function& function = tree_.functions[i];
            addresses_[i] = static_cast<std::uint32_t>(script_->instructions.instructions.size());
            if (function.assembled) {
                assemble(function, *this, script_->instructions, diagnostics_);
                if (places != nullptr) places->resize(script_->instructions.instructions.size(), function.place);
            } else if (!lowering.function(function))
                diagnostics_.add(codes::source_type, "char() is not in the alpha build", {}, "use the numbering hd");
        }
        for (const auto& [function, value] : waiting_) script_->instructions.values[value] = addresses_[function];
        script_->pool = pool_.bytes();
        if (pool_.exhausted())
            diagnostics_.add(codes::pool_effort, "the texts are so alike that placing them takes too long");
        tables();
        if (diagnostics_.errors() != errors) return nullptr;
        script_->index_code();
        script_->code_offset = write_script(*script_).size() - script_->instructions.size;
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
        const auto [entry, fresh] = natives_.emplace(key, static_cast<std::uint32_t>(script_->imports.size()));
        if (fresh) script_->imports.push_back({std::string(tree_.text(name)), arguments});
        return entry->second;
    }
    std::uint32_t function(std::uint32_t number, std::size_t value) override {
        if (addresses_[number] == none) waiting_.emplace_back(number, value);
        return addresses_[number];
    }

  private:
    void tables() {
        for (const source::Global& global : tree_.globals)
            script_->globals.push_back({global.type, static_cast<std::uint8_t>(global.property ? 1 : 0),
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
    std::vector<std::uint32_t> wide_, names_; // by text
    std::unordered_map<std::uint64_t, std::uint32_t> natives_;
    std::vector<std::uint32_t> addresses_; // by function
    std::vector<std::pair<std::uint32_t, std::size_t>> waiting_;
};

} // namespace

std::shared_ptr<Script> link(const Engine& engine, const Tree& tree, std::string name, Numbering numbering,
                             const std::vector<bool>* wanted, std::vector<std::uint32_t>* places,
                             Diagnostics& diagnostics) {
    return Linker(engine, tree, std::move(name), numbering, diagnostics).run(wanted, places);
}

} // namespace vellum::pathologic::compile
