// GUIs and their controls, whose layout changed with a version of its own.
#include <algorithm>

#include "base/concat.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/format/main_data_parts.hpp"

namespace vellum::ags {

namespace {

constexpr std::uint32_t guis_mark = 0xCAFEBEEF;
constexpr std::uint32_t counted_names_since = 118, newest_known = 200;
constexpr std::uint32_t short_form_since = 119; // AGS 3.5: fields that nothing used are gone
constexpr std::uint32_t list_flags_since = 114; // which item of a list is which save
constexpr std::uint32_t list_flags_set = 4;
constexpr std::uint32_t counted_labels_since = 113;
constexpr std::uint64_t old_slots = 30;

class GuiReader {
  public:
    GuiReader(FieldReader& in, MainData& data) : in_(in), data_(data) {}

    Result<void> read(std::uint32_t count) {
        in_.set_context("GUIs");
        const std::uint64_t at = in_.position();
        if (in_.u32() != guis_mark && in_.ok())
            return main_data_refused("the mark of the GUIs is missing", at);
        version_ = data_.gui_version = in_.u32();
        if (in_.ok() && (version_ < counted_labels_since - 13 || version_ > newest_known))
            return main_data_refused(concat("unknown version of the GUIs: ", version_), at + 4);
        const std::uint64_t count_at = in_.position();
        const std::uint32_t again = in_.u32();
        if (in_.ok() && again != count)
            return main_data_refused(concat("the game has ", count, " GUIs, their list ", again), count_at);
        constexpr std::uint64_t least = 2 * 4 + 11 * 4;
        if (!in_.count_fits(count, least)) return {};
        data_.guis.resize(count);
        for (MainData::Gui& gui : data_.guis)
            if (auto done = this->gui(gui); !done) return done;
        using Kind = MainData::ControlKind;
        for (const Kind kind :
             {Kind::button, Kind::label, Kind::inventory, Kind::slider, Kind::text_box, Kind::list_box}) {
            in_.set_context("controls");
            constexpr std::uint64_t least_control = 6 * 4 + 1 + 4;
            auto& list = data_.controls[static_cast<std::size_t>(kind)];
            list.resize(in_.count(least_control));
            for (MainData::Control& control : list) {
                if (!in_.ok()) return {};
                head(control);
                rest(kind, control);
            }
        }
        return {};
    }

  private:
    [[nodiscard]] bool is_old() const noexcept { return version_ < short_form_since; }
    void skip_old(std::uint64_t numbers) {
        if (is_old()) in_.skip(numbers * 4);
    }

    Result<void> gui(MainData::Gui& gui) {
        if (!in_.ok()) return {};
        skip_old(1);
        const bool counted = version_ >= counted_names_since;
        gui.name = counted ? in_.counted().text : in_.fixed(16).text;
        gui.on_click = counted ? in_.counted().text : in_.fixed(20).text;
        for (std::int32_t* const number : {&gui.x, &gui.y, &gui.width, &gui.height}) *number = in_.i32();
        skip_old(1);
        const std::uint64_t at = in_.position();
        const std::uint32_t count = in_.u32();
        constexpr std::int32_t at_mouse = 1, modal = 2;
        const std::int32_t popup = in_.i32();
        gui.visible = popup != at_mouse && popup != modal;
        in_.skip(4 * 4); // where it pops up, colours, picture
        skip_old(5);
        in_.skip(5 * 4); // flags, transparency, order, number, padding
        skip_old(6);
        if (!counted) {
            in_.skip(old_slots * 4);
            if (in_.ok() && count > old_slots)
                return main_data_refused("a GUI has more than 30 controls", at);
        }
        const std::uint64_t references = in_.position();
        if (!in_.count_fits(count, 4)) return {};
        gui.controls.resize(count);
        for (std::uint32_t& control : gui.controls) control = in_.u32();
        if (!counted) in_.seek(references + old_slots * 4);
        return {};
    }

    void head(MainData::Control& control) {
        in_.skip(4);
        for (std::int32_t* const number : {&control.x, &control.y, &control.width, &control.height})
            *number = in_.i32();
        in_.skip(4);
        skip_old(1);
        control.script_name = in_.cstring();
        control.events = read_events(in_);
    }

    void rest(MainData::ControlKind kind, MainData::Control& control) {
        switch (kind) {
        case MainData::ControlKind::button:
            in_.skip(3 * 4);
            skip_old(3);
            in_.skip((2 + 4) * 4);
            control.texts.push_back(is_old() ? in_.fixed(50) : in_.counted());
            in_.skip(4);
            skip_old(1);
            break;
        case MainData::ControlKind::label:
            control.texts.push_back(version_ < counted_labels_since ? in_.fixed(200)
                                    : is_old()                      ? in_.counted_ended()
                                                                    : in_.counted());
            in_.skip(3 * 4);
            break;
        case MainData::ControlKind::inventory:
            in_.skip(3 * 4);
            skip_old(1);
            break;
        case MainData::ControlKind::slider:
            for (std::int32_t* const number : {&control.least, &control.most, &control.value})
                *number = in_.i32();
            skip_old(1);
            in_.skip(3 * 4);
            break;
        case MainData::ControlKind::text_box:
            control.texts.push_back(is_old() ? in_.fixed(200) : in_.counted());
            in_.skip(3 * 4);
            break;
        case MainData::ControlKind::list_box: list_box(control); break;
        }
    }

    void list_box(MainData::Control& control) {
        const std::uint32_t items = in_.count(1);
        skip_old(6);
        in_.skip(3 * 4);
        const std::uint32_t flags = in_.u32();
        in_.skip(4);
        skip_old(1);
        in_.skip(4);
        if (!in_.count_fits(items, 1)) return;
        control.texts.reserve(items);
        for (std::uint32_t i = 0; i < items && in_.ok(); ++i) control.texts.push_back(in_.terminated());
        if (version_ >= list_flags_since && is_old() && (flags & list_flags_set) != 0) in_.skip_all(items, 2);
    }

    FieldReader& in_;
    MainData& data_;
    std::uint32_t version_ = 0;
};

} // namespace

Result<void> read_guis(FieldReader& in, std::uint32_t count, MainData& data) {
    return GuiReader(in, data).read(count);
}

} // namespace vellum::ags
