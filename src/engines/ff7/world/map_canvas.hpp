// SVG by hand for the map's picture: shapes, escaped text, and labels that look for a free place. Plain
// shapes and text, no scripts, no fonts of its own; everything that stands in a file is escaped or a number.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text_writer.hpp"

namespace vellum::ff7 {

struct Box {
    double x = 0, y = 0, width = 0, height = 0;

    [[nodiscard]] bool meets(const Box& other) const noexcept {
        return x < other.x + other.width && other.x < x + width && y < other.y + other.height &&
               other.y < y + height;
    }
};

/// About as wide as a sans-serif font writes it.
[[nodiscard]] double text_width(std::string_view text, double size) noexcept;

class MapCanvas {
  public:
    [[nodiscard]] TextWriter& out() noexcept { return out_; }
    void text(std::string_view text) { out_.text(text); }
    /// With one decimal.
    void number(double value);
    void attribute(std::string_view name, double value);
    void escaped(std::string_view text);
    /// `style`: further attributes.
    void label(double x, double y, std::string_view text, std::string_view style);
    void rect(const Box& box, std::string_view style);

    /// Nothing shall be written there.
    void keep_free(const Box& box) { taken_.push_back(box); }
    /// Writes the text beside a point, where nothing else is written: right of it, left, below, above,
    /// further away. False, and nothing is written, if there is no room inside of `bounds`.
    bool place_label(double x, double y, double distance, std::string_view text, double size,
                     std::string_view style, const Box& bounds);

  private:
    TextWriter out_;
    std::vector<Box> taken_;
};

} // namespace vellum::ff7
