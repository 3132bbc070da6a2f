// Skrit behind the common interface. Sources are compiled against the built-in declarations; unless the
// variant says "closed", what they lack is inferred.
#include "engines/skrit/engine.hpp"

#include <array>

#include "base/bytes.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/isa/isa.hpp"
#include "engines/skrit/source/file_includes.hpp"
#include "engines/skrit/verify.hpp"

namespace vellum::skrit {

namespace {

bool has_ending(std::string_view name, std::string_view ending) {
    return name.size() >= ending.size() && same_name(name.substr(name.size() - ending.size()), ending);
}

class SkritEngine final : public Engine {
  public:
    [[nodiscard]] std::string_view id() const override { return "skrit"; }
    [[nodiscard]] std::string_view title() const override { return "Skrit (Dungeon Siege scripts)"; }
    [[nodiscard]] std::span<const std::string_view> extensions() const override {
        static constexpr std::array<std::string_view, 2> list{".skrit", ".skc"};
        return list;
    }
    [[nodiscard]] std::span<const std::string_view> source_extensions() const override {
        static constexpr std::array<std::string_view, 1> list{".skrit"};
        return list;
    }
    [[nodiscard]] std::span<const isa::Table* const> tables() const override {
        static constexpr std::array<const isa::Table*, 1> list{&opcode_table};
        return list;
    }
    [[nodiscard]] std::span<const DiagnosticCode* const> codes() const override { return codes::all(); }

    [[nodiscard]] Confidence detect(std::span<const std::byte> bytes,
                                    std::string_view file_name) const override {
        static_cast<void>(bytes);
        return has_ending(file_name, ".skrit") ? Confidence::likely : Confidence::no;
    }

    [[nodiscard]] Result<ProgramPtr> load(std::span<const std::byte> bytes, const LoadOptions& options,
                                          Diagnostics& diagnostics) const override {
        return compile(as_text(bytes), options, diagnostics);
    }
    [[nodiscard]] Result<std::vector<std::byte>> save(const Program& program) const override {
        static_cast<void>(program);
        return unsupported("save compiled files");
    }
    void check(const Program& program, Diagnostics& diagnostics) const override {
        Verification facts;
        if (const Unit* unit = unit_of(program)) verify_unit(*unit, facts, diagnostics);
    }
    [[nodiscard]] std::string disassemble(const Program& program,
                                          const ListingOptions& options) const override {
        static_cast<void>(program);
        static_cast<void>(options);
        return {};
    }
    [[nodiscard]] Result<ProgramPtr> assemble(std::string_view text, const LoadOptions& options,
                                              Diagnostics& diagnostics) const override {
        static_cast<void>(text);
        static_cast<void>(options);
        static_cast<void>(diagnostics);
        return unsupported("assemble");
    }

    [[nodiscard]] Result<ProgramPtr> compile(std::string_view text, const LoadOptions& options,
                                             Diagnostics& diagnostics) const override {
        const std::size_t slash = options.name.find_last_of("/\\");
        FileIncludes includes;
        CompileOptions settled;
        settled.name = options.name;
        settled.includes = &includes;
        settled.exports = &siege_exports();
        static_cast<void>(slash);
        Exports inferred(settled.exports);
        if (options.variant != "closed") settled.inferred = &inferred;
        const std::size_t before = diagnostics.all().size();
        std::shared_ptr<Unit> unit = compile_unit(text, settled, diagnostics);
        if (unit != nullptr) return unit;
        for (std::size_t i = before; i < diagnostics.all().size(); ++i)
            if (diagnostics.all()[i].severity == Severity::error)
                return std::unexpected(diagnostics.all()[i]);
        return fail(codes::syntax, "the script does not compile");
    }

    [[nodiscard]] Result<std::unique_ptr<Scheduler>> instantiate(std::span<const ProgramPtr> programs,
                                                                 Host& host, const RunOptions& options,
                                                                 Diagnostics& diagnostics) const override {
        static_cast<void>(programs);
        static_cast<void>(host);
        static_cast<void>(options);
        static_cast<void>(diagnostics);
        return unsupported("run");
    }
};

} // namespace

const Engine& engine() {
    static const SkritEngine instance;
    return instance;
}

} // namespace vellum::skrit
