#include "engines/ags/decompile/game_exports.hpp"

#include <algorithm>
#include <deque>
#include <set>
#include <vector>

#include "base/concat.hpp"
#include "base/source.hpp"
#include "engines/ags/decompile/game_words.hpp"
#include "engines/ags/decompile/layout.hpp"
#include "engines/ags/decompile/names.hpp"
#include "engines/ags/decompile/names_file.hpp"
#include "engines/ags/decompile/reader.hpp"
#include "engines/ags/format/container.hpp"

namespace vellum::ags::decompile {

namespace {

constexpr std::string_view unknown = "?";
constexpr std::string_view whole = "int";
constexpr std::string_view view_word = "view"; ///< Of view_type, which is two words.
constexpr std::size_t most_parameters = 100;

bool is_type(std::string_view text) {
    if (text == unknown) return true;
    if (text.ends_with("[]")) text.remove_suffix(2);
    if (text.ends_with('*')) text.remove_suffix(1);
    return is_name(text);
}

std::string_view meaning_of(std::string_view type) {
    return type == unknown ? std::string_view{} : type == view_word ? view_type : type;
}

/// Of a function, with one member in front of "::" at most, or of a place.
bool is_declared_name(std::string_view text, bool function) {
    const std::size_t colons = text.find("::");
    if (colons != std::string_view::npos)
        return is_name(text.substr(0, colons)) && is_name(text.substr(colons + 2));
    if (function) return is_name(text);
    const std::size_t dot = std::min(text.find('.'), text.size());
    std::string_view variable = text.substr(0, dot);
    if (variable.ends_with(array_mark)) variable.remove_suffix(array_mark.size());
    return is_name(variable) && (dot == text.size() || place_in_struct(text.substr(dot + 1)));
}

std::string_view take_until(std::string_view& text, char divider) {
    const std::size_t end = std::min(text.find(divider), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

/// What the scripts of a game say of what others define: of a function its result, then its parameters.
class Asked {
  public:
    /// `type`: nothing where nothing is known.
    void hear(std::string_view name, std::size_t places, std::size_t place, std::string_view type) {
        if (type.empty()) return;
        std::vector<std::string>& said = all_[std::string(name)];
        if (said.size() < places) said.resize(places);
        std::string& known = said[place];
        const auto is_hint = [](std::string_view word) { return word == gets_one || word == is_condition; };
        if (known.empty() || known == type)
            known = type;
        else if (is_hint(known) && is_hint(type))
            known = "bool";
        else if (is_hint(known) && type != whole)
            known = type;
        else if (!is_hint(type) || known == whole)
            known = unknown;
    }
    void add_to(GameExports& exports) const {
        for (const auto& [name, said] : all_) {
            const auto word = [&](std::size_t i) {
                return said[i].empty() || said[i] == whole ? unknown : std::string_view(said[i]);
            };
            std::string line = concat(word(0), " ", name);
            bool any = word(0) != unknown;
            const bool function = name.ends_with('(');
            for (std::size_t i = 1; i < said.size(); ++i) {
                any |= word(i) != unknown;
                line += concat(i == 1 ? "" : ",", word(i));
            }
            if (any) exports.add_asked(function ? line + ")" : line);
        }
    }

  private:
    std::map<std::string, std::vector<std::string>> all_;
};

/// One script as a tree. What cannot be read says nothing.
struct ReadScript {
    explicit ReadScript(const Script& script) : block(script) {
        const std::set<std::uint32_t> fors; // the reader keeps no copy
        std::vector<bool> kept(block.functions().size());
        for (bool again = true; again;) {
            again = false;
            tree = {};
            tree.functions.resize(kept.size());
            Reader reader(block, tree, fors);
            for (std::uint32_t i = 0; i < kept.size(); ++i) {
                if (kept[i]) {
                    reader.keep(i);
                    continue;
                }
                reader.read(i);
                if (!tree.functions[i].sound) again = kept[i] = true;
            }
        }
    }
    Block block;
    Tree tree{};
};

/// The exports of one script.
class Exporter {
  public:
    Exporter(const ReadScript& script, const GameWords& words)
        : block_(script.block),
          tree_(script.tree),
          api_(api_version(block_), &words),
          types_(block_, tree_, Belief::game, api_) {
        types_.infer();
        layout_.run();
        names_.run({});
        for (const Export& each : scom().exports)
            if (each.kind() != export_function) begins_.insert(static_cast<std::int32_t>(each.offset()));
    }

    /// What it says of what other scripts define, and of its own variables.
    void tell(Asked& asked) {
        for (std::uint32_t i = 0; i < block_.imports().size(); ++i) tell(i, asked);
        for (const Export& each : scom().exports)
            if (each.kind() != export_function)
                each_place(each, [&](const CellKey& key, const Cell& cell) {
                    hear(asked, place_name(each.name, key, false), cell);
                });
    }

    void add_to(GameExports& exports) {
        for (std::uint32_t i = 0; i < block_.functions().size(); ++i) function(i, exports);
        for (const Export& each : scom().exports)
            if (each.kind() != export_function) variable(each, exports);
        members(exports);
    }

  private:
    [[nodiscard]] const Scom& scom() const { return block_.script().scom(); }

    /// As it stands in a declaration.
    std::string word(TypeId type) {
        std::string made(unknown);
        if (type == 0) return made;
        if (layout_.is_string(type)) return "String";
        switch (types_.kind(type)) {
        case TypeKind::real: return "float";
        case TypeKind::unknown:
            if (const ApiEnum* const words = types_.words(type); words != nullptr)
                made = words->name == view_type ? view_word : words->name;
            else if (types_.is_number(type))
                made = whole;
            break;
        case TypeKind::handle:
            if (const RecordId of = types_.record_of(type); of != 0 && !types_.record(of).name.empty())
                made = concat(types_.record(of).name, "*");
            break;
        case TypeKind::array:
            if (const TypeId of = types_.element(type); of != 0 && types_.kind(of) != TypeKind::array) {
                const std::int32_t bytes = types_.element_size(type);
                made = concat(bytes == 1   ? std::string("char")
                              : bytes == 2 ? std::string("short")
                                           : word(of),
                              array_mark);
            }
            break;
        case TypeKind::string:
        case TypeKind::text: break;
        }
        return is_type(made) ? made : std::string(unknown);
    }

    /// What numbers mean.
    std::string_view evidence(TypeId type) {
        if (type == 0) return {};
        if (types_.kind(type) == TypeKind::real) return "float";
        if (const ApiEnum* const words = types_.words(type); words != nullptr)
            return words->name == view_type ? view_word : words->name;
        return types_.is_number(type) ? whole : types_.hint_of_truth(type);
    }

    void hear(Asked& asked, const std::string& place, const Cell& cell) {
        if (!place.empty() && cell.width == Width::whole) asked.hear(place, 1, 0, evidence(cell.type));
    }

    void tell(std::uint32_t import, Asked& asked) {
        const ImportName& name = block_.imports()[import];
        if (name.form == ImportName::Form::none) return;
        if (types_.import_variable(import) != 0 && name.type.empty()) {
            for (const auto& [key, cell] : types_.record(types_.import_variable(import)).cells)
                hear(asked, place_name(name.name, key, false), cell);
            return;
        }
        if (!types_.import_called(import)) return;
        const std::string owner = name.type.empty() ? std::string() : concat(name.type, "::");
        if (name.accessor()) {
            const std::size_t index = name.form == ImportName::Form::indexed_get ? 1 : 0;
            if (api_.property(name.type, name.name) != nullptr) return;
            const std::string_view result = evidence(types_.import_result(import));
            const std::string_view in = index == 1 ? "i_" : "_";
            asked.hear(concat(owner, "get", in, name.name, "("), 1 + index, 0, result);
            asked.hear(concat(owner, "set", in, name.name, "("), 2 + index, 1 + index, result);
            return;
        }
        const std::size_t count = types_.import_fixed(import);
        if (types_.import_variadic(import) || api_.function(name.type, name.name, count, false) != nullptr)
            return;
        const std::string whole_name = concat(owner, name.name, "(");
        asked.hear(whole_name, 1 + count, 0, evidence(types_.import_result(import)));
        const auto& parameters = types_.import_parameters(import);
        for (std::size_t i = 0; i < std::min(count, parameters.size()); ++i)
            asked.hear(whole_name, 1 + count, 1 + i, evidence(parameters[i]));
    }

    /// Calls `tell(key, cell)` for what stands in an exported variable, and behind it up to the next one:
    /// nothing says where it ends.
    template <class Tell> void each_place(const vellum::ags::Export& of, Tell tell) {
        constexpr std::int32_t most_places = 64;
        const auto begin = static_cast<std::int32_t>(of.offset());
        const auto next = begins_.upper_bound(begin);
        const std::int32_t end =
            next == begins_.end() ? static_cast<std::int32_t>(scom().data.size()) : *next;
        const auto& cells = types_.record(types_.globals()).cells;
        auto at = cells.lower_bound(CellKey{.offset = begin});
        for (std::int32_t i = 0; i < most_places && at != cells.end() && at->first.offset < end; ++i) {
            const auto behind = cells.lower_bound(CellKey{.offset = at->first.offset + 1});
            CellKey key = at->first;
            key.offset -= begin;
            const bool alone = std::next(at) == behind; // otherwise nobody knows what it is
            if (alone) tell(key, at->second);
            if (alone && key.record && key.offset == 0 && key.length < 0)
                return; // all of it is in the struct
            at = behind;
        }
    }

    void function(std::uint32_t number, GameExports& exports) {
        const Extent& extent = block_.functions()[number];
        const Function& function = tree_.functions[number];
        if (extent.exported.empty() || extent.variadic || function.kept || extent.parameters < 0 ||
            static_cast<std::uint32_t>(extent.parameters) > function.locals)
            return;
        std::string line = word(types_.result(number));
        bool any = line != unknown;
        line += concat(" ", extent.type, extent.type.empty() ? "" : "::", extent.name, "(");
        for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(extent.parameters); ++i) {
            if (i > 0) line += ",";
            std::string type = word(types_.parameter(number, i));
            if ((type == unknown || type == whole) && types_.compares_with_before(number, i))
                type = like_before;
            const std::string& name = names_.names()[function.first_local + i];
            const bool named = !name.starts_with(layout_.local_prefix());
            any |= named || type != unknown;
            line += type;
            if (named) line += " " + name;
        }
        if (any) exports.add(line + ")");
    }

    void variable(const vellum::ags::Export& of, GameExports& exports) {
        each_place(of, [&](const CellKey& key, const Cell& cell) {
            if (!key.record)
                declare(place_name(of.name, key, false), cell, exports);
            else if (const std::string_view type = types_.record(cell.record).name;
                     key.offset == 0 && key.inner_length < 0 && is_name(type))
                exports.add(concat(type, " ", of.name, key.length > 0 ? array_mark : ""));
        });
    }

    /// Nothing where nothing is known. In structs what is only there counts, too, and whole numbers: of
    /// variables their users may say more.
    void declare(const std::string& place, const Cell& cell, GameExports& exports, bool in_struct = false) {
        std::string type = word(cell.type);
        const bool handle = type == "String" || type.ends_with('*') || type.ends_with(array_mark);
        const bool plain = type == unknown || type == whole;
        if (plain && cell.width == Width::byte) type = "char";
        if (plain && cell.width == Width::word) type = "short";
        if (place.empty() || (plain && !in_struct)) return;
        if (plain ? cell.width < Width::handle : cell.width == (handle ? Width::handle : Width::whole))
            exports.add(concat(type, " ", place));
    }

    /// The members of structs whose methods are here, with what they inherit.
    void members(GameExports& exports) {
        std::set<std::string_view> own;
        for (const Extent& each : block_.functions()) own.insert(each.type);
        for (const auto& [name, record] : types_.classes()) {
            if (!own.contains(name) || api_.size(name) >= 0) continue;
            constexpr int deepest = 64;
            RecordId at = record;
            for (int depth = 0; at != 0 && depth < deepest; ++depth) {
                for (const auto& [key, cell] : types_.record(at).cells)
                    declare(place_name(name, key, true), cell, exports, true);
                at = types_.record(at).base;
            }
        }
    }

    const Block& block_;
    const Tree& tree_;
    Api api_;
    Types types_;
    Layout layout_{block_, tree_, types_, nullptr};
    LocalNames names_{block_, tree_, types_, layout_};
    std::set<std::int32_t> begins_; ///< Of exported variables.
};

} // namespace

/// Its words lie in its line then.
bool GameExports::read(Export& made, std::string_view& name) {
    std::string_view rest = made.line;
    const std::string_view type = take_until(rest, ' ');
    made.function = rest.ends_with(')');
    if (made.function) rest.remove_suffix(1);
    const bool opens = rest.contains('(');
    name = take_until(rest, '(');
    const auto is_known = [&](std::string_view word) {
        return is_type(word) || (made.asked && (word == gets_one || word == is_condition));
    };
    if (opens != made.function || !is_known(type) || !is_declared_name(name, made.function)) return false;
    made.entry.type = meaning_of(type);
    while (!rest.empty()) {
        std::string_view one = take_until(rest, ',');
        const std::string_view of = take_until(one, ' ');
        const bool compared = of == like_before && !made.entry.parameters.empty();
        if (!(is_known(of) || compared) || !(one.empty() || is_name(one))) return false;
        if (made.entry.parameters.size() == most_parameters) return false;
        made.entry.parameters.push_back({meaning_of(of), one, {}});
    }
    return true;
}

bool GameExports::add(std::string_view line) { return add(line, false); }
bool GameExports::add_asked(std::string_view line) { return add(line, true); }

bool GameExports::add(std::string_view line, bool asked) {
    Export first{.line = std::string(line), .asked = asked};
    std::string_view name;
    if (!read(first, name)) return false;
    const auto [entry, fresh] = all_.try_emplace(std::string(name));
    const bool silent = !entry->second.function && entry->second.entry.type.empty();
    if (!fresh && !entry->second.asked && !silent) return false;
    entry->second = Export{.line = std::string(line), .asked = asked}; // the line stays where it is
    return read(entry->second, name);
}

void GameExports::drop_asked() {
    std::erase_if(all_, [](const auto& each) { return each.second.asked && each.second.function; });
}

void GameExports::add(const GameExports& other) {
    for (const auto& [name, of] : other.all_) add(of.line);
}

const ApiEntry* GameExports::function(std::string_view owner, std::string_view name,
                                      std::size_t parameters) const {
    const auto found = owner.empty() ? all_.find(name) : all_.find(concat(owner, "::", name));
    if (found == all_.end() || !found->second.function) return nullptr;
    const ApiEntry& entry = found->second.entry;
    return entry.parameters.size() == parameters ? &entry : nullptr;
}

std::string_view GameExports::variable(std::string_view name) const {
    const auto found = all_.find(name);
    return found == all_.end() || found->second.function ? std::string_view{} : found->second.entry.type;
}

std::vector<std::pair<CellKey, std::string_view>> GameExports::members(std::string_view type) const {
    std::vector<std::pair<CellKey, std::string_view>> made;
    const std::string begin = concat(type, ".");
    for (auto at = all_.lower_bound(begin); at != all_.end() && at->first.starts_with(begin); ++at)
        if (const auto key = place_in_struct(std::string_view(at->first).substr(begin.size())); key)
            made.emplace_back(*key, at->second.entry.type);
    return made;
}

std::string GameExports::lines() const {
    std::string text;
    for (const auto& [name, of] : all_) text += concat("import ", of.line, "\n");
    return text;
}

Scripts scripts_in(std::span<const std::byte> main_data) {
    Scripts scripts;
    const SpanSource source(main_data);
    const auto members = find_members(source, FileKind::game_data, {}, {});
    if (!members) return scripts;
    for (const archives::Member& member : *members) {
        if (member.kind != "script" || member.cut_off) continue;
        std::size_t consumed = 0;
        auto scom =
            read_scom(main_data.subspan(static_cast<std::size_t>(member.offset)), consumed, member.offset);
        if (!scom || scom->version == scom_extended_version) continue; // which says its types itself
        if (auto script = Script::make(ags::engine(), member.name, std::move(*scom)))
            scripts.push_back(std::move(*script));
    }
    // The global script and that of dialogs stand first in the file, and are linked behind the modules.
    const std::size_t last = std::min<std::size_t>(2, scripts.size());
    std::ranges::rotate(scripts, scripts.begin() + static_cast<std::ptrdiff_t>(last));
    return scripts;
}

void add_exports(GameWords& words, const Scripts& scripts) {
    std::deque<ReadScript> all; // they stay where they are
    for (const auto& script : scripts) all.emplace_back(*script);
    Asked asked;
    for (const ReadScript& each : all) Exporter(each, words).tell(asked);
    asked.add_to(words.exports());
    for (const ReadScript& each : all) Exporter(each, words).add_to(words.exports());
    words.exports().drop_asked();
}

} // namespace vellum::ags::decompile
