// The map as an SVG picture: meshes with functions, entities, the paths they went and where events fired.
// Plain shapes and text, no scripts, no fonts of its own; everything that stands in a file is escaped or a
// number.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "base/text_writer.hpp"
#include "engines/ff7/machine/listed.hpp"
#include "engines/ff7/names/names.hpp"
#include "engines/ff7/world/world.hpp"

namespace vellum::ff7 {

namespace {

constexpr int cell = 32; // picture units of one mesh
constexpr int left = 40, top = 54;
constexpr int legend_width = 250;
constexpr int line_height = 16;

constexpr std::string_view colors[] = {"#d62728", "#1f77b4", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf",
                                       "#8c564b", "#e377c2", "#bcbd22", "#111111", "#006d77", "#b5179e"};

class Picture {
  public:
    Picture(const Script& script, const RunningWorld* world) : script_(script), world_(world) {}

    std::string draw() {
        begin();
        meshes();
        if (world_ != nullptr) {
            paths();
            fired();
            entities();
        }
        grid_numbers();
        legend();
        out_.text("</svg>\n");
        return out_.take();
    }

  private:
    void attribute(std::string_view name, double value) {
        out_.ch(' ');
        out_.text(name);
        out_.text("=\"");
        const auto tenths = static_cast<std::int64_t>(std::lround(value * 10));
        if (tenths < 0) out_.ch('-');
        out_.dec((tenths < 0 ? -tenths : tenths) / 10);
        if (tenths % 10 != 0) {
            out_.ch('.');
            out_.dec((tenths < 0 ? -tenths : tenths) % 10);
        }
        out_.ch('"');
    }

    void escaped(std::string_view text) {
        for (const char c : text) {
            if (c == '<')
                out_.text("&lt;");
            else if (c == '>')
                out_.text("&gt;");
            else if (c == '&')
                out_.text("&amp;");
            else if (c == '"')
                out_.text("&quot;");
            else if (static_cast<unsigned char>(c) < 0x20)
                out_.ch(' ');
            else
                out_.ch(c);
        }
    }

    void label(double x, double y, std::string_view text, std::string_view style) {
        out_.text("<text");
        attribute("x", x);
        attribute("y", y);
        out_.ch(' ');
        out_.text(style);
        out_.ch('>');
        escaped(text);
        out_.text("</text>\n");
    }

    static double across(std::int32_t x) { return left + static_cast<double>(x) * cell / mesh_size; }
    static double down(std::int32_t z) { return top + static_cast<double>(z) * cell / mesh_size; }

    [[nodiscard]] std::string_view color_of(std::uint8_t model) const {
        // Models differ by place in order of appearance, so that the first few are told apart best.
        const auto found = model_order_.find(model);
        return found == model_order_.end() ? "#444444" : colors[found->second % std::size(colors)];
    }

    void begin() {
        if (world_ != nullptr) {
            const WorldState& state = world_->state();
            each_listed(state, [this](EntityId, const Entity& entity) {
                model_order_.emplace(entity.model, model_order_.size());
            });
            for (const MapRecord::Step& step : world_->map_record().steps)
                model_order_.emplace(step.model, model_order_.size());
        }
        const int width = left + mesh_columns * cell + 20 + legend_width;
        const int height = top + mesh_rows * cell + 30;
        out_.text("<svg xmlns=\"http://www.w3.org/2000/svg\"");
        attribute("width", width);
        attribute("height", height);
        out_.text(" font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" "
                  "fill=\"#ffffff\"/>\n");
        const std::string& path = script_.name();
        label(left, 24, "World map script " + path.substr(path.find_last_of("/\\") + 1),
              "font-size=\"16\" font-weight=\"bold\" fill=\"#222222\"");
        out_.text("<rect");
        attribute("x", left);
        attribute("y", top);
        attribute("width", mesh_columns * cell);
        attribute("height", mesh_rows * cell);
        out_.text(" fill=\"#eaf3f8\" stroke=\"#7a8b99\"/>\n");
    }

    void meshes() {
        std::map<std::uint32_t, std::vector<std::uint32_t>> functions;
        for (const Entry& entry : script_.lookup) {
            const FunctionId what = FunctionId::from(entry.id);
            if (what.kind == FunctionKind::mesh &&
                what.owner < static_cast<std::uint32_t>(mesh_columns * mesh_rows))
                functions[what.owner].push_back(what.function);
        }
        mesh_count_ = functions.size();
        out_.text("<g fill=\"#ffe08a\" stroke=\"#b8860b\">\n");
        for (const auto& [mesh, triggers] : functions) {
            const int x = left + static_cast<int>(mesh) % mesh_columns * cell,
                      y = top + static_cast<int>(mesh) / mesh_columns * cell;
            out_.text("<rect");
            attribute("x", x);
            attribute("y", y);
            attribute("width", cell);
            attribute("height", cell);
            out_.text("><title>");
            for (const std::uint32_t trigger : triggers) {
                escaped(function_title(mesh_id(mesh, static_cast<std::uint8_t>(trigger))));
                out_.ch(' ');
            }
            out_.text("</title></rect>\n");
        }
        out_.text("</g>\n<path stroke=\"#c5d3dc\" stroke-width=\"0.5\" d=\"");
        for (int column = 1; column < mesh_columns; ++column) {
            out_.text("M");
            out_.dec(left + column * cell);
            out_.ch(' ');
            out_.dec(top);
            out_.text("v");
            out_.dec(mesh_rows * cell);
        }
        for (int row = 1; row < mesh_rows; ++row) {
            out_.text("M");
            out_.dec(left);
            out_.ch(' ');
            out_.dec(top + row * cell);
            out_.text("h");
            out_.dec(mesh_columns * cell);
        }
        out_.text("\"/>\n");
        for (const auto& [mesh, triggers] : functions) {
            std::string numbers;
            for (const std::uint32_t trigger : triggers)
                numbers += (numbers.empty() ? "" : " ") + std::to_string(trigger);
            const int column = static_cast<int>(mesh) % mesh_columns;
            const int row = static_cast<int>(mesh) / mesh_columns;
            label(left + column * cell + 3, top + row * cell + 10, numbers,
                  "font-size=\"9\" fill=\"#7a5c00\"");
        }
    }

    void grid_numbers() {
        constexpr int middle = cell / 2;
        for (int column = 0; column < mesh_columns; ++column)
            label(left + column * cell + middle, top - 5, std::to_string(column),
                  "text-anchor=\"middle\" font-size=\"9\" fill=\"#667788\"");
        for (int row = 0; row < mesh_rows; ++row)
            label(left - 6, top + row * cell + middle + 3, std::to_string(row),
                  "text-anchor=\"end\" font-size=\"9\" fill=\"#667788\"");
    }

    void paths() {
        std::map<std::uint8_t, std::vector<const MapRecord::Step*>> by_model;
        for (const MapRecord::Step& step : world_->map_record().steps) by_model[step.model].push_back(&step);
        for (const auto& [model, steps] : by_model) {
            out_.text("<path fill=\"none\" stroke=\"");
            out_.text(color_of(model));
            out_.text("\" stroke-width=\"2\" stroke-opacity=\"0.7\" d=\"");
            const MapRecord::Step* previous = nullptr;
            for (const MapRecord::Step* step : steps) {
                // A jump of more than half a mesh is a placement or a wrap around the world, not a way.
                const bool jumps = previous == nullptr || std::abs(step->x - previous->x) > mesh_size / 2 ||
                                   std::abs(step->z - previous->z) > mesh_size / 2;
                out_.ch(jumps ? 'M' : 'L');
                coordinates(step->x, step->z);
                previous = step;
            }
            out_.text("\"/>\n");
        }
    }

    void coordinates(std::int32_t x, std::int32_t z) {
        const auto number = [&](double value) {
            const auto tenths = static_cast<std::int64_t>(std::lround(value * 10));
            if (tenths < 0) out_.ch('-');
            out_.dec(std::abs(tenths) / 10);
            out_.ch('.');
            out_.dec(std::abs(tenths) % 10);
        };
        number(across(x));
        out_.ch(' ');
        number(down(z));
    }

    void fired() {
        std::size_t number = 0;
        for (const MapRecord::Fired& event : world_->map_record().fired) {
            ++number;
            if (!event.has_place) continue; // the legend has it
            const double x = across(event.x), y = down(event.z);
            out_.text("<path stroke=\"#cc0000\" stroke-width=\"2\" fill=\"none\" d=\"M");
            coordinates(event.x, event.z);
            out_.text("m-5 -5l10 10m0 -10l-10 10\"><title>");
            escaped(event.title);
            out_.text(", frame ");
            out_.dec(event.frame);
            out_.text("</title></path>\n");
            // Several events at one place would write over each other: their numbers stand side by side.
            const auto at = std::pair(event.x >> 11, event.z >> 11);
            const double shift = 14.0 * static_cast<double>(marks_[at]++);
            label(x + 7 + shift, y - 4, std::to_string(number), "font-weight=\"bold\" fill=\"#cc0000\"");
        }
    }

    void entities() {
        const WorldState& state = world_->state();
        each_listed(state, [&](EntityId id, const Entity& entity) {
            const double x = across(entity.position.x), y = down(entity.position.z);
            out_.text("<circle");
            attribute("cx", x);
            attribute("cy", y);
            attribute("r", id == state.player ? 7 : 5);
            out_.text(" fill=\"");
            out_.text(color_of(entity.model));
            out_.text(entity.hidden ? "\" fill-opacity=\"0.3\"" : "\"");
            out_.text(" stroke=\"#ffffff\"><title>");
            escaped(model_words(entity.model));
            out_.text("</title></circle>\n");
            // Facing: 0 is towards +z, which is down on the picture.
            const double angle = static_cast<double>(entity.facing) * 3.14159265358979 / 2048;
            out_.text("<line");
            attribute("x1", x);
            attribute("y1", y);
            attribute("x2", x + 13 * std::sin(angle));
            attribute("y2", y + 13 * std::cos(angle));
            out_.text(" stroke=\"");
            out_.text(color_of(entity.model));
            out_.text("\" stroke-width=\"2\"/>\n");
            const auto at = std::pair(entity.position.x >> 12, entity.position.z >> 12);
            label(x + 9, y + 13 + 11.0 * static_cast<double>(names_[at]++), std::to_string(entity.model),
                  "font-size=\"10\" font-weight=\"bold\" fill=\"#222222\"");
        });
    }

    void legend() {
        const int x = left + mesh_columns * cell + 24;
        int y = top + 8;
        auto line = [&](std::string_view text, std::string_view style = "fill=\"#222222\"") {
            if (y < top + mesh_rows * cell) label(x + 18, y, text, style);
            y += line_height;
        };
        out_.text("<rect fill=\"#ffe08a\" stroke=\"#b8860b\" width=\"12\" height=\"12\"");
        attribute("x", x);
        attribute("y", y - 10);
        out_.text("/>\n");
        line(std::to_string(mesh_count_) + " meshes with functions");
        line("numbers: their triggers", "fill=\"#7a5c00\" font-size=\"9\"");
        if (world_ == nullptr) return;
        y += line_height / 2;
        const WorldState& state = world_->state();
        each_listed(state, [&](EntityId id, const Entity& entity) {
            out_.text("<circle r=\"5\"");
            attribute("cx", x + 6);
            attribute("cy", y - 4);
            out_.text(" fill=\"");
            out_.text(color_of(entity.model));
            out_.text("\"/>\n");
            std::string words = model_words(entity.model).substr(6);
            words += " at " + std::to_string(entity.position.x >> 13) + "," +
                     std::to_string(entity.position.z >> 13);
            if (id == state.player) words += " (player)";
            if (entity.hidden) words += " (hidden)";
            line(words);
        });
        const MapRecord* record = &world_->map_record();
        if (record->fired.empty()) return;
        y += line_height / 2;
        constexpr std::size_t most = 24;
        for (std::size_t i = 0; i < record->fired.size() && i < most; ++i) {
            if (y < top + mesh_rows * cell)
                label(x, y, std::to_string(i + 1), "font-weight=\"bold\" fill=\"#cc0000\"");
            line(record->fired[i].title + ", frame " + std::to_string(record->fired[i].frame));
        }
        if (record->fired.size() > most)
            line("and " + std::to_string(record->fired.size() - most) + " more events");
    }

    const Script& script_;
    const RunningWorld* world_;
    TextWriter out_;
    std::size_t mesh_count_ = 0;
    std::map<std::uint8_t, std::size_t> model_order_;
    std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> marks_, names_;
};

} // namespace

std::string draw_map(const Program& program, const World* world) {
    if (program.engine().id() != "ff7") return {};
    return Picture(static_cast<const Script&>(program), static_cast<const RunningWorld*>(world)).draw();
}

} // namespace vellum::ff7
