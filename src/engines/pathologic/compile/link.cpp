// The linker: pool, imports, tables and addresses; see compile.hpp. The order of the pool and of the imports
// is that of their first use in the code.
#include <utility>

#include "base/bytes.hpp"
#include "engines/pathologic/codes.hpp"
#include "engines/pathologic/compile/assembly.hpp"
#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/compile/compile.hpp"
#include "engines/pathologic/format/format.hpp"
#include "engines/pathologic/format/pool.hpp"
#include "engines/pathologic/source/full_name.hpp"
#include "engines/pathologic/source/lowering.hpp"

namespace vellum::pathologic::compile {

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
        pool_.append(tree.tables.pool_begin);
        add_imports(tree.tables.imports_begin);
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
                assemble(function, *this, script_->instructions,
                         layout == nullptr ? nullptr : &layout->places, diagnostics_);
            } else if (!lowering.function(function))
                diagnostics_.add(codes::source_type, "char() is not in the alpha build", {},
                                 "use the numbering hd");
        }
        for (const auto& [function, value] : waiting_)
            script_->instructions.values[value] = addresses_[function];
        if (layout != nullptr) layout->addresses = addresses_;
        pool_.append(tree_.tables.pool_end);
        add_imports(tree_.tables.imports_end);
        script_->pool = pool_.bytes();
        check_places();
        if (pool_.exhausted())
            diagnostics_.add(codes::pool_effort, "the texts are so similar that placing them takes too long");
        tables();
        if (diagnostics_.errors() != errors) return nullptr;
        return std::move(script_);
    }

    std::uint32_t wide(TextId text, std::uint32_t at) override {
        if (at != none) {
            placed_.push_back({at, encode_wide(tree_.text(text)).value_or(std::vector<std::byte>())});
            return at;
        }
        if (wide_[text] == none) {
            const auto bytes = encode_wide(tree_.text(text));
            if (!bytes) {
                diagnostics_.add(codes::source_type, "a text cannot be written as UTF-16", {},
                                 "the file is in a code page: save it as UTF-8");
                return 0;
            }
            wide_[text] = pool_.place(*bytes);
        }
        return wide_[text];
    }
    std::uint32_t name(TextId text, std::uint32_t at) override {
        if (at != none) {
            placed_.push_back({at, encode_name(tree_.text(text)).value_or(std::vector<std::byte>())});
            return at;
        }
        if (names_[text] == none) {
            const auto bytes = encode_name(tree_.text(text));
            names_[text] = bytes ? pool_.place(*bytes) : 0;
        }
        return names_[text];
    }
    std::uint32_t native(TextId name, std::uint32_t arguments, std::uint32_t at) override {
        if (at != none) return equal_import(tree_.text(name), arguments, at);
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
        if (const auto known = tree_.find(name)) return native(*known, arguments, none);
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
    void add_imports(const std::vector<source::Import>& imports) {
        for (const source::Import& import : imports) {
            const auto next = static_cast<std::uint32_t>(script_->imports.size());
            natives_.try_emplace(std::uint64_t{import.name} << 32U | import.arguments, next);
            script_->imports.push_back(
                {std::string(tree_.text(import.name)), import.arguments, import.long_form});
        }
    }

    /// The import with that number among those that are equal, which the text lists.
    std::uint32_t equal_import(std::string_view name, std::uint32_t arguments, std::uint32_t number) {
        if (equal_.empty())
            for (std::uint32_t i = 0; i < script_->imports.size(); ++i)
                equal_[script_->imports[i].name + "/" + std::to_string(script_->imports[i].argument_count)]
                    .push_back(i);
        const auto found = equal_.find(std::string(name) + "/" + std::to_string(arguments));
        if (found != equal_.end() && number != 0 && number <= found->second.size())
            return found->second[number - 1];
        diagnostics_.add(codes::source_name, "the imports of the text have no '" + std::string(name) +
                                                 "' number " + std::to_string(number));
        return 0;
    }

    /// Texts whose place the source says have to lie there.
    void check_places() {
        for (const auto& [at, bytes] : placed_)
            if (at > script_->pool.size() || bytes.empty() ||
                !as_text(std::span(script_->pool).subspan(at)).starts_with(as_text(bytes)))
                return diagnostics_.add(codes::source_name,
                                        "a text is not at byte " + std::to_string(at) + " of the pool");
    }

    void global(const source::Global& global) {
        const source::TextId name = global.stored_name != none ? global.stored_name : global.name;
        if (global.property)
            script_->globals.push_back(
                {global.type, global.flag, std::string(tree_.text(name)), global.long_form});
        else
            script_->globals.push_back({global.type, 0, {}});
    }

    /// The handlers of a task, or of the script, in the order of the text or the one that it asks for.
    void handlers(std::uint32_t task, std::vector<EventHandler>& table) {
        std::span<const source::Alias* const> aliases = aliases_of_[task == none ? tree_.tasks.size() : task];
        const auto add_aliases = [&](std::uint32_t before) {
            for (; !aliases.empty() && aliases.front()->before <= before; aliases = aliases.subspan(1))
                table.push_back(
                    {aliases.front()->event, addresses_[aliases.front()->function], aliases.front()->types});
        };
        for (const std::uint32_t i : handlers_of_[task == none ? tree_.tasks.size() : task]) {
            add_aliases(i);
            const Function& function = tree_.functions[i];
            table.push_back({*function.event, addresses_[i], function.parameters});
        }
        add_aliases(none);
        const std::vector<std::uint32_t>& order =
            task == none ? tree_.tables.event_order : tree_.tasks[task].event_order;
        if (order.empty()) return;
        std::unordered_map<std::uint32_t, std::vector<std::size_t>> by_event; // the first one last
        for (std::size_t i = table.size(); i-- > 0;) by_event[table[i].id].push_back(i);
        std::vector<EventHandler> sorted;
        for (const std::uint32_t event : order) {
            std::vector<std::size_t>& waiting = by_event[event];
            if (waiting.empty()) continue; // of a task that does not come into the file
            sorted.push_back(std::move(table[waiting.back()]));
            waiting.pop_back();
        }
        table = std::move(sorted);
    }

    void tables() {
        for (const source::Global& one : tree_.globals) global(one);
        for (const source::Task& task : tree_.tasks) {
            pathologic::Task& made = script_->tasks.emplace_back();
            for (const source::Variable& variable : task.variables) made.variables.push_back(variable.type);
            made.parameter_count = 0;
            if (task.init != none) {
                const Function& init = tree_.functions[task.init];
                made.parameter_count =
                    static_cast<std::uint32_t>(init.parameters.size() + (init.result ? 1 : 0));
            }
            made.parameter_count = task.parameter_count.value_or(made.parameter_count);
        }
        handlers_of_.resize(tree_.tasks.size() + 1);
        aliases_of_.resize(tree_.tasks.size() + 1);
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
            const Function& function = tree_.functions[i];
            if (!function.event || addresses_[i] == none) continue;
            handlers_of_[function.task == none ? tree_.tasks.size() : function.task].push_back(i);
        }
        for (const source::Alias& alias : tree_.aliases)
            aliases_of_[alias.task == none ? tree_.tasks.size() : alias.task].push_back(&alias);
        for (std::uint32_t i = 0; i < tree_.tasks.size(); ++i) handlers(i, script_->tasks[i].events);
        handlers(none, script_->events);
        if (tree_.main == none) return;
        const std::uint32_t run = tree_.tables.run != none ? tree_.tables.run : tree_.tasks[tree_.main].init;
        if (run == none) return;
        script_->run_task = tree_.main;
        script_->run_address = addresses_[run];
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
    std::unordered_map<std::string, std::vector<std::uint32_t>> equal_;
    std::vector<std::pair<std::uint32_t, std::vector<std::byte>>> placed_;
    std::vector<std::vector<std::uint32_t>> handlers_of_; // by task, the script's last
    std::vector<std::vector<const source::Alias*>> aliases_of_;
    std::vector<std::pair<std::uint32_t, std::size_t>> waiting_;
};

} // namespace

std::shared_ptr<Script> link(const Engine& engine, const Tree& tree, std::string name, Numbering numbering,
                             const std::vector<bool>* wanted, Layout* layout, Diagnostics& diagnostics) {
    return Linker(engine, tree, std::move(name), numbering, diagnostics).run(wanted, layout);
}

} // namespace vellum::pathologic::compile
