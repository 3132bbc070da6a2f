// The texts that a client shows: sources on the disk, sources that were decompiled, and the listing of
// whatever has no source. What is not on the disk is called by a number.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/dap/subject.hpp"

namespace vellum::protocol::dap {

/// One of them.
struct Source {
    const Program* program = nullptr;
    std::string file; ///< Of the line table; empty for a listing.
    std::uint32_t number = 0;
    bool decompiled = false;
    std::string text, path;
    std::vector<std::size_t> line_begins; ///< Of the text.
    std::vector<isa::TextLine> lines;     ///< Of a listing, by address.

    [[nodiscard]] bool listing() const noexcept { return file.empty(); }
};

class Sources {
  public:
    explicit Sources(Subject& subject) : subject_(subject) {}

    /// A place for people to look at.
    struct Spot {
        const Source* source = nullptr;
        std::uint32_t line = 0, column = 0; ///< From 1; the column in UTF-16 code units.
    };
    [[nodiscard]] Spot spot(const debug::CodePlace& place);
    /// All that are known without looking for more.
    [[nodiscard]] std::vector<const Source*> all();
    /// What a client means by its description of a source; null if nobody knows.
    [[nodiscard]] const Source* find(const Json& source);
    [[nodiscard]] Json describe(const Source& source) const;
    /// The beginnings of the first line from there on that has code. `debug.place` if none has.
    [[nodiscard]] Result<std::vector<debug::CodePlace>> places(const Source& source, std::uint32_t line);
    [[nodiscard]] std::vector<std::uint32_t> lines_with_code(const Source& source, std::uint32_t first,
                                                             std::uint32_t last);

  private:
    Source& get(const Program& program, const std::string& file);
    void load(Source& source);

    Subject& subject_;
    std::vector<std::unique_ptr<Source>> list_;
};

} // namespace vellum::protocol::dap
