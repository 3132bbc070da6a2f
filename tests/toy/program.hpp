// A toy program and its file: magic "TOY1" | u8 natives, a C string each | u8 events, a C string and a u16
// address each | u16 code size | code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "isa/code.hpp"
#include "isa/symbols.hpp"
#include "vellum/program.hpp"

namespace vellum::toy {

struct EventHandler {
    std::string name;
    std::uint32_t address = 0;
};

class Program final : public vellum::Program, public isa::Symbols {
  public:
    Program(const Engine& engine, std::string name) : vellum::Program(engine, std::move(name)) {}

    std::vector<std::string> natives;
    std::vector<EventHandler> events;
    isa::Code instructions;
    std::uint64_t identity = 0; ///< Of the saved file; set by whoever completes a program.

    [[nodiscard]] Result<std::vector<std::byte>> save() const override;
    void check(Diagnostics& diagnostics) const override;
    [[nodiscard]] std::string disassemble(const ListingOptions& options) const override;
    [[nodiscard]] std::vector<Fact> facts() const override;
    [[nodiscard]] std::vector<Function> functions() const override;
    [[nodiscard]] const isa::Code* code() const override { return &instructions; }
    [[nodiscard]] const isa::Symbols* symbols() const override { return this; }
    [[nodiscard]] std::vector<Reference> references() const override;
    bool write(TextWriter& out, isa::SymbolSpace space, std::uint32_t id) const override;
};

[[nodiscard]] Result<std::shared_ptr<Program>> read(const Engine& engine, std::span<const std::byte> bytes,
                                                    std::string name);
[[nodiscard]] std::vector<std::byte> write(const Program& program);

} // namespace vellum::toy
