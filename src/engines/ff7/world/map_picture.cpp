// The map as an SVG picture: ground and coast where the game's terrain is known, meshes with functions and
// where they lead, entities, the paths they went and where events fired; as a film, if the run was kept for
// one.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engines/ff7/format/game_data.hpp"
#include "engines/ff7/machine/listed.hpp"
#include "engines/ff7/names/names.hpp"
#include "engines/ff7/world/map_canvas.hpp"
#include "engines/ff7/world/map_terrain.hpp"
#include "engines/ff7/world/world.hpp"

namespace vellum::ff7 {

namespace {

constexpr int left = 40, top = 54;
constexpr int legend_width = 270;
constexpr int line_height = 16;
constexpr double frames_per_second = 30;
constexpr std::size_t most_numbered = 200; // events; each looks for a place among all others

constexpr std::string_view colors[] = {"#d62728", "#1f77b4", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf",
                                       "#8c564b", "#e377c2", "#bcbd22", "#7f7f7f", "#006d77", "#b5179e"};

class Picture {
  public:
    Picture(const Script& script, const RunningWorld* world)
        : script_(script),
          world_(world),
          film_(world != nullptr && world->keeps_film()),
          area_(MapArea::of(world != nullptr ? world->state().given.map_number
                                             : map_number(script.name()).value_or(0))),
          cell_(area_.columns < mesh_columns ? 64 : 32) {
        if (script.data != nullptr && script.data->terrain) terrain_.emplace(*script.data->terrain);
    }

    std::string draw() {
        begin();
        if (terrain_) terrain_->draw(canvas_, left, top, cell_);
        meshes();
        if (world_ != nullptr) {
            for (const MapRecord::Step& step : world_->map_record().steps)
                last_frame_ = std::max(last_frame_, step.frame);
            for (const MapRecord::Fired& event : world_->map_record().fired)
                last_frame_ = std::max(last_frame_, event.frame);
            paths();
            fired();
            entities();
        }
        places();
        if (terrain_) terrain_->label_regions(canvas_, left, top, cell_, field());
        grid_numbers();
        legend();
        if (film_) clock();
        canvas_.text("</svg>\n");
        return canvas_.out().take();
    }

  private:
    [[nodiscard]] double wide() const { return area_.columns * cell_; }
    [[nodiscard]] double high() const { return area_.rows * cell_; }
    [[nodiscard]] Box field() const { return {left, top, wide(), high()}; }
    [[nodiscard]] double across(std::int32_t x) const {
        return of_column(x >> 13) + static_cast<double>(x & (mesh_size - 1)) * cell_ / mesh_size;
    }
    [[nodiscard]] double down(std::int32_t z) const {
        return of_row(z >> 13) + static_cast<double>(z & (mesh_size - 1)) * cell_ / mesh_size;
    }
    /// Where a mesh begins.
    [[nodiscard]] double of_column(std::int32_t x) const {
        return left + (area_.column_at(x) - area_.column) * cell_;
    }
    [[nodiscard]] double of_row(std::int32_t z) const { return top + (area_.row_at(z) - area_.row) * cell_; }

    [[nodiscard]] std::string_view color_of(std::uint8_t model) const {
        // Models differ by place in order of appearance, so that the first few are told apart best.
        const auto found = model_order_.find(model);
        return found == model_order_.end() ? "#777777" : colors[found->second % std::size(colors)];
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
        const int width = left + area_.columns * cell_ + 20 + legend_width;
        const int height = top + area_.rows * cell_ + 30;
        canvas_.text("<svg xmlns=\"http://www.w3.org/2000/svg\"");
        canvas_.attribute("width", width);
        canvas_.attribute("height", height);
        canvas_.text(" viewBox=\"0 0 ");
        canvas_.number(width);
        canvas_.text(" ");
        canvas_.number(height);
        canvas_.text(
            "\" font-family=\"sans-serif\" "
            "font-size=\"11\">\n<style>.paper{fill:#fff}.sea{fill:#dcecf5;stroke:#7a8b99}"
            ".grid{fill:none;stroke:#7a8b99;stroke-opacity:.28;stroke-width:.5}"
            ".mesh{fill:#ffd75e;fill-opacity:.55;stroke:#a87900}.trigger{fill:#e8590c;fill-opacity:.85}"
            ".view{fill:#1f77b4;fill-opacity:.22}.ink{fill:#222}.soft{fill:#5c6b78}.gold{fill:#6b4f00}.event{"
            "fill:#c00}"
            ".cross{fill:none;stroke:#c00;stroke-width:2}.lead{fill:none;stroke:#556;stroke-width:.6}"
            ".name{paint-order:stroke;stroke:#fff;stroke-width:2.5px;stroke-linejoin:round}");
        canvas_.text(terrain_style_light());
        canvas_.text("@media "
                     "(prefers-color-scheme:dark){.paper{fill:#14191d}.sea{fill:#1b2e3b;stroke:#5d7384}.grid{"
                     "stroke:#9fb4c4;stroke-opacity:.2}"
                     ".mesh{fill:#d9a400;fill-opacity:.38;stroke:#e8c14d}.ink{fill:#e9eef2}.soft{fill:#"
                     "9fb0bd}.gold{fill:#f2d27a}"
                     ".event{fill:#ff7b72}.cross{stroke:#ff7b72}.lead{stroke:#aab}.name{stroke:#14191d}");
        canvas_.text(terrain_style_dark());
        canvas_.text("}</style>\n<rect width=\"100%\" height=\"100%\" class=\"paper\"/>\n");
        const std::string& path = script_.name();
        canvas_.label(left, 24, "World map script " + path.substr(path.find_last_of("/\\") + 1),
                      "font-size=\"16\" font-weight=\"bold\" class=\"ink\"");
        canvas_.rect(field(), "class=\"sea\"");
    }

    struct Mesh {
        std::vector<std::uint32_t> triggers;
        std::set<std::string> destinations;
        std::uint16_t address = 0; ///< Of the first trigger's function.
    };

    [[nodiscard]] std::map<std::uint32_t, Mesh> find_meshes() const {
        std::map<std::uint32_t, Mesh> found;
        for (const Entry& entry : script_.lookup) {
            const FunctionId what = FunctionId::from(entry.id);
            if (what.kind != FunctionKind::mesh ||
                what.owner >= static_cast<std::uint32_t>(mesh_columns * mesh_rows))
                continue;
            Mesh& mesh = found[what.owner];
            if (mesh.triggers.empty()) mesh.address = entry.ip;
            mesh.triggers.push_back(what.function);
            destinations(entry.ip, mesh.destinations);
        }
        return found;
    }

    /// Where the fields lie that the function leads to, up to its end.
    void destinations(std::uint16_t ip, std::set<std::string>& into) const {
        const auto& list = script_.sweep.instructions;
        const std::ptrdiff_t from = script_.sweep.at(ip);
        if (from < 0) return;
        for (auto i = static_cast<std::size_t>(from); i < list.size() && list[i].opcode != code::ret; ++i) {
            if (list[i].opcode != code::enter_field) continue;
            if (const std::string comment = script_.comment_at(i); !comment.empty())
                // "field 116 md1stin": the name says it alone.
                into.insert(std::ranges::count(comment, ' ') > 1 ? comment.substr(comment.rfind(' ') + 1)
                                                                 : comment);
            else if (const auto record = i != 0 ? script_.constant_before(i - 1) : std::nullopt)
                into.insert("field entry " + std::to_string(*record));
        }
    }

    void meshes() {
        meshes_ = find_meshes();
        canvas_.text("<path class=\"grid\" d=\"");
        for (int column = 1; column < area_.columns; ++column) {
            canvas_.text("M");
            canvas_.number(left + column * cell_);
            canvas_.text(" ");
            canvas_.number(top);
            canvas_.text("v");
            canvas_.number(area_.rows * cell_);
        }
        for (int row = 1; row < area_.rows; ++row) {
            canvas_.text("M");
            canvas_.number(left);
            canvas_.text(" ");
            canvas_.number(top + row * cell_);
            canvas_.text("h");
            canvas_.number(area_.columns * cell_);
        }
        canvas_.text("\"/>\n");
        for (const auto& [mesh, what] : meshes_) {
            const auto column = static_cast<std::int32_t>(mesh % mesh_columns),
                       row = static_cast<std::int32_t>(mesh / mesh_columns);
            const Box box{of_column(column), of_row(row), static_cast<double>(cell_),
                          static_cast<double>(cell_)};
            canvas_.text("<g id=\"f");
            canvas_.out().hex(what.address, 4);
            canvas_.text("\">");
            canvas_.rect(box, "class=\"mesh\"");
            if (script_.data != nullptr && script_.data->terrain) triangles(column, row);
            canvas_.text("<title>");
            for (const std::uint32_t trigger : what.triggers) {
                canvas_.escaped(function_title(mesh_id(mesh, static_cast<std::uint8_t>(trigger))));
                canvas_.text(" ");
            }
            for (const std::string& destination : what.destinations) {
                canvas_.text("to ");
                canvas_.escaped(destination);
                canvas_.text(" ");
            }
            canvas_.text("</title></g>\n");
            std::string numbers;
            for (const std::uint32_t trigger : what.triggers)
                numbers += (numbers.empty() ? "" : " ") + std::to_string(trigger);
            canvas_.label(box.x + 3, box.y + 10, numbers, "font-size=\"9\" class=\"gold\"");
            canvas_.keep_free({box.x, box.y + 2, text_width(numbers, 9) + 4, 9});
        }
    }

    /// Those of a mesh that start functions.
    void triangles(std::int32_t column, std::int32_t row) {
        const auto all =
            script_.data->terrain->mesh(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row));
        if (!all) return;
        const double unit = cell_ / static_cast<double>(mesh_size);
        bool any = false;
        for (const Triangle& one : *all) {
            if (one.script < 3) continue;
            if (!any) canvas_.text("<path class=\"trigger\" d=\"");
            any = true;
            for (std::size_t i = 0; i < 3; ++i) {
                canvas_.text(i == 0 ? "M" : "L");
                canvas_.number(of_column(column) + one.x[i] * unit);
                canvas_.text(" ");
                canvas_.number(of_row(row) + one.z[i] * unit);
            }
            canvas_.text("z");
        }
        if (any) canvas_.text("\"/>");
    }

    /// Where meshes lead, last: everything else has its place by then.
    void places() {
        for (const auto& [mesh, what] : meshes_) {
            if (what.destinations.empty()) continue;
            std::string text;
            for (const std::string& destination : what.destinations)
                text += (text.empty() ? "" : ", ") + destination;
            constexpr std::size_t longest = 40;
            if (text.size() > longest) continue; // the title has them
            const double x = of_column(static_cast<std::int32_t>(mesh % mesh_columns)),
                         y = of_row(static_cast<std::int32_t>(mesh / mesh_columns));
            static_cast<void>(canvas_.place_label(x + cell_ / 2.0, y + cell_ / 2.0, cell_ / 2.0 + 1, text,
                                                  9.5, "class=\"ink name\" font-size=\"9.5\"", field()));
        }
    }

    void grid_numbers() {
        const int middle = cell_ / 2;
        for (int column = 0; column < area_.columns; ++column)
            canvas_.label(left + column * cell_ + middle, top - 5, std::to_string(area_.column + column),
                          "text-anchor=\"middle\" font-size=\"9\" class=\"soft\"");
        for (int row = 0; row < area_.rows; ++row)
            canvas_.label(left - 6, top + row * cell_ + middle + 3, std::to_string(area_.row + row),
                          "text-anchor=\"end\" font-size=\"9\" class=\"soft\"");
    }

    /// A jump of more than half a mesh is a placement or a wrap around the world, not a way.
    [[nodiscard]] bool jumps(const MapRecord::Step& from, const MapRecord::Step& to) const {
        return std::abs(across(to.x) - across(from.x)) > cell_ / 2.0 ||
               std::abs(down(to.z) - down(from.z)) > cell_ / 2.0;
    }

    void paths() {
        for (const MapRecord::Step& step : world_->map_record().steps) steps_[step.model].push_back(&step);
        for (const auto& [model, steps] : steps_) {
            canvas_.text("<path fill=\"none\" stroke=\"");
            canvas_.text(color_of(model));
            canvas_.text("\" stroke-width=\"2\" stroke-opacity=\"0.7\" d=\"");
            const MapRecord::Step* previous = nullptr;
            for (const MapRecord::Step* step : steps) {
                canvas_.text(previous == nullptr || jumps(*previous, *step) ? "M" : "L");
                coordinates(step->x, step->z);
                previous = step;
            }
            canvas_.text("\"/>\n");
        }
    }

    void coordinates(std::int32_t x, std::int32_t z) {
        canvas_.number(across(x));
        canvas_.text(" ");
        canvas_.number(down(z));
    }

    void fired() {
        std::size_t number = 0;
        for (const MapRecord::Fired& event : world_->map_record().fired) {
            ++number;
            if (!event.has_place) continue; // the legend has it
            const double x = across(event.x), y = down(event.z);
            canvas_.text("<g>");
            if (film_) appears(event.frame);
            canvas_.text("<path class=\"cross\" d=\"M");
            coordinates(event.x, event.z);
            canvas_.text("m-5 -5l10 10m0 -10l-10 10\"><title>");
            canvas_.escaped(event.title);
            canvas_.text(", frame ");
            canvas_.number(event.frame);
            canvas_.text("</title></path>\n");
            if (number <= most_numbered) {
                canvas_.keep_free({x - 6, y - 6, 12, 12});
                static_cast<void>(canvas_.place_label(x, y, 7, std::to_string(number), 11,
                                                      "font-weight=\"bold\" class=\"event name\"", field()));
            }
            canvas_.text("</g>\n");
        }
    }

    /// What the camera looks over: its angle is 0 towards +z, as a facing is.
    void camera() {
        const WorldState& state = world_->state();
        if (state.player >= no_entity) return;
        const Position& eye = state.entity(state.player).position;
        constexpr double turn = 3.14159265358979 / 2048, half = 0.35, reach = 30;
        const double angle = static_cast<double>(state.camera.angle) * turn;
        canvas_.text("<path class=\"view\" d=\"M");
        coordinates(eye.x, eye.z);
        for (const double side : {-half, half}) {
            canvas_.text("l");
            const double x = reach * std::sin(angle + side), y = reach * std::cos(angle + side);
            const double back = side < 0 ? 0 : reach;
            canvas_.number(x - back * std::sin(angle - half));
            canvas_.text(" ");
            canvas_.number(y - back * std::cos(angle - half));
        }
        canvas_.text("z\"><title>camera at angle ");
        canvas_.number(state.camera.angle);
        canvas_.text("</title></path>\n");
    }

    void entities() {
        const WorldState& state = world_->state();
        if (!film_) camera(); // in a film the player goes on and the camera would stay
        each_listed(state, [&](EntityId id, const Entity& entity) {
            const double x = across(entity.position.x), y = down(entity.position.z);
            const bool player = id == state.player;
            canvas_.text("<g");
            canvas_.text(entity.hidden ? " opacity=\"0.35\">" : ">");
            if (film_) moves(entity);
            canvas_.text("<circle");
            canvas_.attribute("cx", x);
            canvas_.attribute("cy", y);
            canvas_.attribute("r", player ? 7 : 5);
            canvas_.text(" fill=\"");
            canvas_.text(color_of(entity.model));
            canvas_.text("\" stroke=\"#ffffff\" stroke-width=\"1.5\"><title>");
            canvas_.escaped(model_words(entity.model));
            canvas_.text("</title></circle>\n");
            // Facing: 0 is towards +z, which is down on the picture.
            const double angle = static_cast<double>(entity.facing) * 3.14159265358979 / 2048;
            canvas_.text("<line");
            canvas_.attribute("x1", x);
            canvas_.attribute("y1", y);
            canvas_.attribute("x2", x + 13 * std::sin(angle));
            canvas_.attribute("y2", y + 13 * std::cos(angle));
            canvas_.text(" stroke=\"");
            canvas_.text(color_of(entity.model));
            canvas_.text("\" stroke-width=\"2\"/>\n");
            canvas_.keep_free({x - 7, y - 7, 14, 14});
            std::string name(model_name(entity.model));
            if (name.empty()) name = "model " + std::to_string(entity.model);
            static_cast<void>(
                canvas_.place_label(x, y, 9, name, 11, "font-weight=\"bold\" class=\"ink name\"", field()));
            canvas_.text("</g>\n");
        });
    }

    // --- The film ---

    [[nodiscard]] double seconds() const { return std::max(last_frame_, 1U) / frames_per_second + 1; }
    [[nodiscard]] double share(std::uint32_t frame) const { return frame / frames_per_second / seconds(); }

    void fraction(double value) {
        const auto parts = static_cast<std::uint64_t>(std::lround(std::clamp(value, 0.0, 1.0) * 10000));
        canvas_.out().dec(parts / 10000);
        canvas_.out().ch('.');
        const std::string digits = std::to_string(10000 + parts % 10000);
        canvas_.text(std::string_view(digits).substr(1));
    }

    void film_end() {
        canvas_.text("\" dur=\"");
        canvas_.number(seconds());
        canvas_.text("s\" repeatCount=\"indefinite\"/>\n");
    }

    /// Nothing before the frame, and there from it on.
    void appears(std::uint32_t frame) {
        if (frame == 0) return;
        canvas_.text("<animate attributeName=\"opacity\" calcMode=\"discrete\" values=\"0;1\" keyTimes=\"0;");
        fraction(share(frame));
        film_end();
    }

    /// From where the entity was, relative to where it is in the end: the shapes stand there.
    void moves(const Entity& entity) {
        const auto found = steps_.find(entity.model);
        if (found == steps_.end() || found->second.size() < 2) return;
        struct Key {
            std::uint32_t frame;
            double x, y;
        };
        std::vector<Key> keys;
        const MapRecord::Step* previous = nullptr;
        for (const MapRecord::Step* step : found->second) {
            const double x = across(step->x) - across(entity.position.x),
                         y = down(step->z) - down(entity.position.z);
            if (keys.empty() && step->frame != 0) keys.push_back({0, x, y});
            // It stood still since, or it is put somewhere else at once.
            if (previous != nullptr && (step->frame > previous->frame + 1 || jumps(*previous, *step)))
                keys.push_back({step->frame == 0 ? 0 : step->frame - 1, keys.back().x, keys.back().y});
            keys.push_back({step->frame, x, y});
            previous = step;
        }
        keys.push_back({0, 0, 0}); // until the film begins again; its time is 1
        canvas_.text("<animateTransform attributeName=\"transform\" type=\"translate\" values=\"");
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (i != 0) canvas_.text(";");
            canvas_.number(keys[i].x);
            canvas_.text(" ");
            canvas_.number(keys[i].y);
        }
        canvas_.text("\" keyTimes=\"");
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (i != 0) canvas_.text(";");
            fraction(i + 1 == keys.size() ? 1 : share(keys[i].frame));
        }
        film_end();
    }

    /// How far the film is.
    void clock() {
        const double y = top + area_.rows * cell_ + 12;
        canvas_.rect({left, y, wide(), 3}, "class=\"soft\" fill-opacity=\"0.25\"");
        canvas_.text("<rect class=\"event\" height=\"3\"");
        canvas_.attribute("x", left);
        canvas_.attribute("y", y);
        canvas_.text("><animate attributeName=\"width\" values=\"0;");
        canvas_.number(area_.columns * cell_);
        canvas_.text(";");
        canvas_.number(area_.columns * cell_);
        canvas_.text("\" keyTimes=\"0;");
        fraction(share(last_frame_));
        canvas_.text(";1\" dur=\"");
        canvas_.number(seconds());
        canvas_.text("s\" repeatCount=\"indefinite\"/></rect>\n");
        canvas_.label(left, y + 14, std::to_string(last_frame_) + " frames",
                      "font-size=\"9\" class=\"soft\"");
    }

    void legend() {
        const int x = left + area_.columns * cell_ + 24;
        int y = top + 8;
        auto line = [&](std::string_view text, std::string_view style = "class=\"ink\"") {
            if (y < top + area_.rows * cell_) canvas_.label(x + 18, y, text, style);
            y += line_height;
        };
        canvas_.rect({static_cast<double>(x), y - 10.0, 12, 12}, "class=\"mesh\"");
        line(std::to_string(meshes_.size()) + (meshes_.size() == 1 ? " mesh" : " meshes") +
             " with functions");
        line("numbers: their triggers", "class=\"gold\" font-size=\"9\"");
        if (world_ == nullptr) return;
        y += line_height / 2;
        const WorldState& state = world_->state();
        each_listed(state, [&](EntityId id, const Entity& entity) {
            canvas_.text("<circle r=\"5\"");
            canvas_.attribute("cx", x + 6);
            canvas_.attribute("cy", y - 4);
            canvas_.text(" fill=\"");
            canvas_.text(color_of(entity.model));
            canvas_.text("\"/>\n");
            std::string words = model_words(entity.model).substr(6);
            words += " at " + std::to_string(entity.position.x >> 13) + "," +
                     std::to_string(entity.position.z >> 13);
            if (id == state.player) words += " (player)";
            if (entity.hidden) words += " (hidden)";
            line(words);
        });
        if (state.player < no_entity)
            line("camera at angle " + std::to_string(state.camera.angle), "class=\"soft\"");
        const MapRecord* record = &world_->map_record();
        if (record->fired.empty()) return;
        y += line_height / 2;
        constexpr std::size_t most = 24;
        for (std::size_t i = 0; i < record->fired.size() && i < most; ++i) {
            if (y < top + area_.rows * cell_)
                canvas_.label(x, y, std::to_string(i + 1), "font-weight=\"bold\" class=\"event\"");
            line(record->fired[i].title + ", frame " + std::to_string(record->fired[i].frame));
        }
        if (record->fired.size() > most)
            line("and " + std::to_string(record->fired.size() - most) + " more events");
    }

    const Script& script_;
    const RunningWorld* world_;
    bool film_;
    MapArea area_; ///< What is drawn.
    int cell_;     ///< Picture units of one mesh.
    MapCanvas canvas_;
    std::optional<MapTerrain> terrain_;
    std::map<std::uint32_t, Mesh> meshes_;
    std::map<std::uint8_t, std::size_t> model_order_;
    std::map<std::uint8_t, std::vector<const MapRecord::Step*>> steps_;
    std::uint32_t last_frame_ = 0;
};

} // namespace

std::string draw_map(const Program& program, const World* world) {
    if (program.engine().id() != "ff7") return {};
    return Picture(static_cast<const Script&>(program), static_cast<const RunningWorld*>(world)).draw();
}

} // namespace vellum::ff7
