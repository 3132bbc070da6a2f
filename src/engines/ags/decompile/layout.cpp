// See the header. Members stand where the code reaches them, what nothing reaches is filled up with bytes.
#include "engines/ags/decompile/layout.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <tuple>

#include "base/bytes.hpp"
#include "engines/ags/decompile/words.hpp"

namespace vellum::ags::decompile {

namespace {

constexpr std::uint32_t deepest = 100;

std::int32_t bytes_of(Width width) noexcept {
    return width == Width::byte ? 1 : width == Width::word ? 2 : 4;
}

std::int32_t rounded(std::int32_t size) noexcept { return (size + 3) / 4 * 4; }

bool is_handle(const Declared& of) {
    return of.type == "String" || of.type.ends_with('*') || of.behind == array_mark;
}

/// Of what a hostile file says is there.
std::int32_t bounded(std::int64_t size) noexcept {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(size, 0, 0x00FFFFFF));
}

} // namespace

Layout::Layout(const Block& block, const Tree& tree, Types& types, const ApiHeader* given)
    : block_(block), tree_(tree), types_(types), given_(given) {
    for (const ImportName& name : block.imports()) {
        taken_.emplace(name.type);
        taken_.emplace(name.name);
        locals_not_.emplace(name.type);
        if (name.type.empty()) locals_not_.emplace(name.name);
    }
    for (const Extent& function : block.functions()) {
        for (auto* const set : {&taken_, &locals_not_}) {
            set->emplace(function.type);
            set->emplace(function.name);
        }
    }
    for (const Export& each : block.script().scom().exports)
        for (auto* const set : {&taken_, &locals_not_}) set->emplace(each.name);
    member_prefix_ = free_prefix("m");
    global_prefix_ = free_prefix("g");
    local_prefix_ = free_prefix("v");
    struct_prefix_ = free_prefix("Struct");
}

bool Layout::is_taken(std::string_view name) const {
    if (given_ != nullptr && given_->declares(name)) return true;
    if (locals_not_.contains(name) || is_language_word(name)) return true;
    return is_made_up(name);
}

bool Layout::is_made_up(std::string_view name) const {
    const auto numbered = [&](const std::string& prefix) {
        return name.starts_with(prefix) && name.size() > prefix.size() &&
               name.find_first_not_of("0123456789", prefix.size()) == std::string_view::npos;
    };
    return numbered(global_prefix_) || numbered(struct_prefix_) || numbered(member_prefix_);
}

std::string Layout::free_prefix(std::string begin) const {
    const auto clashes = [&] {
        return std::ranges::any_of(taken_, [&](const std::string& name) {
            return name.starts_with(begin) && name.size() > begin.size() &&
                   name.find_first_not_of("0123456789", begin.size()) == std::string::npos;
        });
    };
    while (clashes()) begin += '_';
    return begin;
}

std::string Layout::name_of(RecordId record) {
    record = types_.root(record);
    if (const Record& of = types_.record(record); !of.name.empty()) return std::string(of.name);
    std::string& name = names_[record];
    if (name.empty()) name = struct_prefix_ + std::to_string(++made_structs_);
    return name;
}

bool Layout::is_string(TypeId type) {
    if (type == 0) return false;
    const TypeKind kind = types_.kind(type);
    if (kind == TypeKind::string) return true;
    const RecordId record = kind == TypeKind::handle ? types_.record_of(type) : 0;
    return record != 0 && types_.record(record).name == "String";
}

std::string Layout::type_text(TypeId type, Width width, bool& array) {
    array = false;
    if (width == Width::byte) return "char";
    if (width == Width::word) return "short";
    if (type == 0) return "int";
    if (is_string(type)) return "String";
    switch (types_.kind(type)) {
    case TypeKind::unknown:
        if (const ApiEnum* const words = types_.words(type); words != nullptr) return use(*words);
        return "int";
    case TypeKind::real: return "float";
    case TypeKind::string:
    case TypeKind::text: return "const string";
    case TypeKind::handle: {
        const RecordId record = types_.record_of(type);
        return record == 0 ? "int" : name_of(record) + "*";
    }
    case TypeKind::array: {
        array = true;
        const TypeId element = types_.element(type);
        if (element == 0 || types_.kind(element) == TypeKind::array) return "int";
        bool nested = false;
        const std::int32_t size = types_.element_size(type);
        return type_text(element, size == 1 ? Width::byte : size == 2 ? Width::word : Width::whole, nested);
    }
    }
    return "int";
}

Declared Layout::scalar(const Cell& cell) {
    bool array = false;
    Declared made{type_text(cell.type, cell.width, array), {}, bytes_of(cell.width)};
    if (array) made.behind = "[]";
    if (made.type == "const string") made.type = "int";
    return made;
}

std::int32_t Layout::extent(RecordId record, std::uint32_t depth) {
    record = types_.root(record);
    if (const auto known = extents_.find(record); known != extents_.end()) return known->second;
    const Record& of = types_.record(record);
    std::int32_t size = of.base != 0 && depth < deepest ? extent(of.base, depth + 1) : 0;
    if (of.size > size) size = of.size;
    for (const auto& [key, cell] : of.cells) {
        std::int64_t bytes = bytes_of(cell.width);
        if (key.inner_length > 0) bytes = std::int64_t{key.inner_length} * key.inner_size;
        if (key.length > 0) bytes = std::int64_t{key.length} * std::max(key.size, 1);
        if (key.record && key.length < 0) bytes = 0;
        size = std::max(size, bounded(key.offset + bytes));
    }
    return extents_[record] = rounded(size);
}

bool Layout::is_text(const Cell& cell) { return cell.type != 0 && types_.kind(cell.type) == TypeKind::text; }

/// What lies inside of a struct that stands there as a whole belongs to the struct.
void Layout::absorb() {
    for (RecordId id = 1; id < types_.record_count(); ++id) {
        if (types_.root(id) != id) continue;
        std::vector<std::pair<CellKey, RecordId>> wholes;
        for (const auto& [key, cell] : types_.record(id).cells)
            if (key.record && key.inner_length < 0 && cell.record != 0 && !is_text(cell))
                wholes.emplace_back(key, cell.record);
        for (const auto& [whole, of] : wholes) {
            if (types_.root(id) != id || types_.root(of) == id) continue;
            const std::int32_t size = whole.length < 0 ? extent(of) : std::min(extent(of), whole.size);
            auto at = types_.record(id).cells.lower_bound(CellKey{.offset = whole.offset});
            while (at != types_.record(id).cells.end() && at->first.offset < whole.offset + size) {
                const CellKey key = at->first;
                if (key.record ||
                    (whole.length >= 0 && (key.length != whole.length || key.size != whole.size))) {
                    ++at;
                    continue;
                }
                CellKey inside = key;
                inside.offset -= whole.offset;
                if (whole.length >= 0) {
                    inside.length = std::exchange(inside.inner_length, -1);
                    inside.size = std::exchange(inside.inner_size, 0);
                }
                const Cell cell = at->second;
                aliases_[id][key] = {whole, inside};
                types_.record(id).cells.erase(at);
                const auto [found, is_new] = types_.record(of).cells.try_emplace(inside, cell);
                if (!is_new) types_.merge_cells(found->second, cell);
                // What is merged may take other records along, these among them.
                if (types_.root(id) != id || types_.root(of) == id) break;
                at = types_.record(id).cells.upper_bound(key);
            }
        }
    }
}

/// Where arrays of structs begin at the latest, so that what follows each has its place: it may have to make
/// room for an array that begins in front of its own first member that is used. `begins`: all else.
Layout::Bases Layout::last_bases(const Shapes& shapes, std::vector<std::int32_t> begins, std::int32_t total) {
    struct Part {
        std::int32_t lowest = 0;
        std::int64_t bytes = 0;
        std::set<std::int32_t> cells{};
        bool known = false; ///< An element is taken as a whole: it begins where that is.
    };
    std::vector<Part> parts;
    for (const auto& [shape, cells] : shapes) {
        const std::int32_t size = std::max(shape.second, 0);
        std::int32_t end = -1;
        for (const auto& [key, cell] : cells) {
            if (key.offset >= end) {
                parts.push_back({key.offset, std::int64_t{shape.first} * size});
                end = key.offset + std::max(size, 1);
            }
            parts.back().cells.insert(key.offset);
            parts.back().known |= key.record && key.offset == parts.back().lowest;
        }
    }
    std::ranges::sort(parts, std::greater{}, &Part::lowest);
    std::ranges::sort(begins);
    Bases made;
    std::int64_t limit = total < 0 ? 0x7FFFFFFF : total;
    for (const Part& part : parts) {
        for (; !begins.empty() && begins.back() > part.lowest; begins.pop_back())
            if (!part.cells.contains(begins.back())) limit = std::min<std::int64_t>(limit, begins.back());
        limit = part.known ? part.lowest : std::clamp<std::int64_t>(limit - part.bytes, 0, part.lowest);
        const auto base = static_cast<std::int32_t>(limit);
        const auto [found, fresh] = made.emplace(part.lowest, base);
        if (!fresh) found->second = std::min(found->second, base);
    }
    return made;
}

void Layout::array_of_structs(std::vector<std::pair<CellKey, Cell>> cells,
                              const std::vector<std::int32_t>& begins, const Bases& bases, std::int32_t total,
                              const Inherited& inherited, std::vector<Item>& out) {
    std::size_t from = 0;
    while (from < cells.size()) {
        std::int32_t base = cells[from].first.offset;
        const std::int32_t length = cells[from].first.length;
        const std::int32_t size = std::max(cells[from].first.size, 0);
        std::size_t to = from;
        // It may begin in front of the first member that is used: any place that leaves room is as good.
        auto behind = std::ranges::upper_bound(begins, base);
        while (behind != begins.end() && *behind < base + std::max(size, 1) &&
               std::ranges::binary_search(
                   cells, *behind, {}, [](const auto& each) { return each.first.offset; }))
            ++behind;
        std::int64_t end = total < 0 ? 0x7FFFFFFF : total;
        if (behind != begins.end()) end = std::min<std::int64_t>(end, *behind);
        const std::int64_t bytes = std::int64_t{length} * size;
        if (base + bytes > end)
            base = static_cast<std::int32_t>(std::clamp<std::int64_t>(end - bytes, 0, base));
        if (const auto last = bases.find(cells[from].first.offset); last != bases.end())
            base = std::min(base, last->second);
        if (total == -1) base = 0; // an import begins where it is said to

        while (to < cells.size() && cells[to].first.offset < base + std::max(size, 1)) ++to;
        if (to == from) ++to; // nothing can be understood of it
        Item item;
        item.offset = base;
        item.bytes = bounded(std::int64_t{length} * size);
        item.array_of_structs = true;
        RecordId of = 0;
        std::vector<Item> inside;
        for (std::size_t i = from; i < to; ++i) {
            const auto& [key, cell] = cells[i];
            if (key.record && key.inner_length < 0) {
                if (key.offset == base) of = cell.record;
                continue;
            }
            Item member;
            member.offset = key.offset - base;
            member.declared = scalar(cell);
            if (key.inner_length > 0) {
                member.declared.behind = "[" + std::to_string(key.inner_length) + "]";
                member.declared.bytes = bounded(std::int64_t{key.inner_length} * std::max(key.inner_size, 1));
            }
            member.bytes = member.declared.bytes;
            member.keys.emplace_back(key, Spelling{});
            inside.push_back(std::move(member));
        }
        std::map<CellKey, Spelling> spelled;
        if (of != 0 && inside.empty() && extent(of) == size && !inherited.derived) {
            make_class(types_.root(of), 0);
            item.declared.type = name_of(of);
        } else {
            item.declared.type = struct_of(std::move(inside), size, of, inherited.to, spelled);
        }
        for (std::size_t i = from; i < to; ++i) {
            const CellKey& key = cells[i].first;
            Spelling spelling;
            if (const auto found = spelled.find(key); found != spelled.end()) {
                spelling[1] = "." + found->second[0];
                spelling[2] = found->second[1];
            }
            item.keys.emplace_back(key, spelling);
        }
        item.declared.behind = "[" + std::to_string(length) + "]";
        item.declared.bytes = item.bytes;
        out.push_back(std::move(item));
        from = to;
    }
}

/// True if the elements of an array are taken for structs somewhere: one of four bytes looks like its member.
bool Layout::holds_structs(RecordId record, const CellKey& key) {
    CellKey whole = key;
    whole.record = true;
    return types_.record(record).cells.contains(whole);
}

std::vector<Layout::Item> Layout::items(RecordId record, std::int32_t from, std::int32_t total) {
    std::vector<Item> list;
    std::vector<CellKey> texts;
    Shapes structs;
    const std::vector<std::pair<CellKey, Cell>> cells(types_.record(record).cells.begin(),
                                                      types_.record(record).cells.end());
    for (const auto& [key, cell] : cells) {
        if (key.offset < from) continue;
        Item item;
        item.offset = key.offset;
        if (key.record && key.length < 0) {
            if (is_text(cell)) {
                texts.push_back(key);
                continue;
            }
            if (cell.record == 0) continue;
            const RecordId of = types_.root(cell.record);
            make_class(of, 0);
            item.declared = {name_of(of), {}, made_[of].size};
        } else if (key.length < 0) {
            item.declared = scalar(cell);
        } else if (key.inner_length < 0 && !key.record && key.size == bytes_of(cell.width) &&
                   !cell.in_struct && !holds_structs(record, key)) {
            item.declared = scalar(cell);
            item.declared.behind = "[" + std::to_string(key.length) + "]";
            item.declared.bytes = bounded(std::int64_t{key.length} * key.size);
        } else {
            structs[{key.length, key.size}].emplace_back(key, cell);
            continue;
        }
        item.bytes = item.declared.bytes;
        item.keys.emplace_back(key, Spelling{});
        list.push_back(std::move(item));
    }
    std::vector<std::int32_t> begins;
    begins.reserve(list.size() + structs.size());
    for (const Item& each : list) begins.push_back(each.offset);
    const Bases bases = last_bases(structs, begins, total);
    for (const auto& [shape, of] : structs) begins.push_back(of.front().first.offset);
    std::ranges::sort(begins);
    // What is passed as a text is an array of letters.
    for (const CellKey& key : texts) {
        const auto letters = std::ranges::find_if(list, [&](const Item& item) {
            return item.offset == key.offset && item.declared.type == "char" && !item.declared.behind.empty();
        });
        if (letters != list.end()) {
            letters->keys.emplace_back(key, Spelling{});
            continue;
        }
        const auto behind = std::ranges::upper_bound(begins, key.offset);
        const std::int32_t end = behind != begins.end() ? *behind : total;
        const std::int32_t bytes = std::max(end - key.offset, 1);
        Item item{key.offset, bytes, {"char", "[" + std::to_string(bytes) + "]", bytes}, {}, false};
        item.keys.emplace_back(key, Spelling{});
        list.push_back(std::move(item));
    }
    const auto known = inherited_.find(record);
    for (auto& [shape, of] : structs)
        array_of_structs(std::move(of), begins, bases, total,
                         known == inherited_.end() ? Inherited{} : known->second, list);
    std::ranges::sort(list, {}, [](const Item& each) {
        return std::tuple(each.offset, each.bytes != 0, each.keys.front().first);
    });
    return list;
}

std::int32_t Layout::members(std::vector<Item> list, std::int32_t at, std::int32_t size, StructText& text,
                             std::map<CellKey, Spelling>& spellings) {
    const auto pad = [&](std::int32_t to) {
        text.members +=
            "    char " + member_prefix_ + std::to_string(at) + "[" + std::to_string(to - at) + "];\n";
        at = to;
    };
    for (Item& item : list) {
        if (item.offset > at) pad(item.offset);
        std::string name = member_prefix_ + std::to_string(at);
        if (Api* const api = types_.api(); api != nullptr)
            for (const std::string& of : {text.name, text.base})
                if (const std::string_view known = api->member(of, at);
                    !known.empty() && std::ranges::none_of(block_.imports(), [&](const ImportName& import) {
                        return import.type == of && import.name == known;
                    })) {
                    name = known;
                    break;
                }
        text.members += "    " + item.declared.type + " " + name + item.declared.behind + ";\n";
        if (is_handle(item.declared)) text.builtin = true;
        for (auto& [key, spelling] : item.keys) {
            Spelling& made = spellings[key];
            made = spelling;
            made[0] = name + made[0];
        }
        at += item.bytes;
    }
    if (size > rounded(at)) pad(size);
    return rounded(at);
}

std::string Layout::struct_of(std::vector<Item> list, std::int32_t size, RecordId base,
                              std::int32_t inherited, std::map<CellKey, Spelling>& spellings) {
    StructText text;
    std::int32_t at = 0;
    if (inherited > 0) {
        const auto own =
            std::ranges::find_if(list, [&](const Item& item) { return item.offset >= inherited; });
        std::vector<Item> above(std::make_move_iterator(list.begin()), std::make_move_iterator(own));
        list.erase(list.begin(), own);
        text.base = struct_of(std::move(above), 0, base, 0, spellings);
        text.managed = structs_.back().managed;
        at = structs_.back().size;
        base = 0;
    }
    text.name = struct_prefix_ + std::to_string(++made_structs_);
    if (base != 0) {
        const RecordId of = types_.root(base);
        make_class(of, 0);
        text.base = name_of(of);
        text.managed = types_.record(of).pointed;
        at = made_[of].size;
        std::erase_if(list, [&](Item& item) {
            if (item.offset >= at) return false;
            for (auto& [key, spelling] : item.keys) {
                CellKey inside = key;
                inside.offset = item.offset;
                if (key.inner_length > 0 || key.length > 0) {
                    inside.length = key.inner_length;
                    inside.size = key.inner_length > 0 ? key.inner_size : 0;
                    inside.inner_length = -1;
                    inside.inner_size = 0;
                }
                spellings[key] = this->spelling(of, inside);
            }
            return true;
        });
    }
    text.size = members(std::move(list), at, size, text, spellings);
    text.builtin = false;
    const std::string name = text.name;
    structs_.push_back(std::move(text));
    return name;
}

void Layout::make_class(RecordId record, std::uint32_t depth) {
    record = types_.root(record);
    if (made_[record].open || made_[record].done || depth > deepest) return;
    made_[record].open = true;
    StructText text;
    text.name = name_of(record);
    text.record = record;
    std::int32_t from = 0;
    if (const RecordId base = types_.record(record).base; base != 0) {
        make_class(base, depth + 1);
        text.base = name_of(base);
        from = made_[types_.root(base)].size;
    }
    std::vector<Item> list =
        items(record, from, types_.record(record).size < 0 ? 0x00FFFFFF : types_.record(record).size);
    std::map<CellKey, Spelling> spellings;
    made_[record].size = members(std::move(list), from, types_.record(record).size, text, spellings);
    made_[record].spellings.merge(spellings);
    made_[record].open = false;
    made_[record].done = true;
    text.size = made_[record].size;
    structs_.push_back(std::move(text));
}

/// Methods alone make no bytes: what a local without any is, where nothing says whose methods it has.
const std::string& Layout::empty_struct() {
    if (!empty_struct_.empty()) return empty_struct_;
    std::map<CellKey, Spelling> nothing;
    return empty_struct_ = struct_of({}, 0, 0, 0, nothing);
}

Declared Layout::variable(RecordId record, std::int32_t size, bool is_struct) {
    record = types_.root(record);
    const auto known = inherited_.find(record);
    const Inherited inherited = known == inherited_.end() ? Inherited{} : known->second;
    std::vector<Item> list = items(record, 0, size);
    auto& spellings = made_[record].spellings;
    if (list.empty()) {
        if (size == 4 || size < 0) return {"int", {}, 4};
        if (size == 2) return {"short", {}, 2};
        if (size == 1) return {"char", {}, 1};
        if (size == 0) return {empty_struct(), {}, 0};
        return {"char", "[" + std::to_string(size) + "]", size};
    }
    const bool array = list.front().array_of_structs;
    if (list.size() == 1 && list.front().offset == 0 &&
        (array || (!inherited.derived && inherited.to == 0)) &&
        !(is_struct && !array && is_handle(list.front().declared)) &&
        (size < 0 || list.front().bytes == size || list.front().declared.bytes == size)) {
        for (const auto& [key, spelling] : list.front().keys) spellings[key] = spelling;
        return list.front().declared;
    }
    RecordId base = 0;
    if (const auto whole = types_.record(record).cells.find(CellKey{.record = true});
        whole != types_.record(record).cells.end()) {
        base = whole->second.record;
        std::erase_if(list,
                      [](const Item& item) { return item.keys.front().first == CellKey{.record = true}; });
        spellings[CellKey{.record = true}] = {};
    }
    std::map<CellKey, Spelling> inside;
    Declared made{struct_of(std::move(list), size, base, inherited.to, inside), {}, size};
    for (auto& [key, spelling] : inside) {
        spelling[0] = "." + spelling[0];
        spellings[key] = spelling;
    }
    return made;
}

Spelling Layout::spelling(RecordId record, const CellKey& key) {
    record = types_.root(record);
    for (std::uint32_t depth = 0; record != 0 && depth < deepest; ++depth) {
        if (const auto aliases = aliases_.find(record); aliases != aliases_.end())
            if (const auto found = aliases->second.find(key); found != aliases->second.end()) {
                const auto& [whole, inside] = found->second;
                Spelling made = spelling(record, whole);
                const auto cell = types_.record(record).cells.find(whole);
                if (cell == types_.record(record).cells.end()) break;
                const Spelling behind = spelling(cell->second.record, inside);
                if (whole.length >= 0) return {made[0], made[1] + "." + behind[0], behind[1]};
                return {made[0] + "." + behind[0], behind[1], behind[2]};
            }
        if (record >= made_.size()) break;
        if (const auto found = made_[record].spellings.find(key); found != made_[record].spellings.end())
            return found->second;
        const RecordId base = types_.record(record).base;
        record = base == 0 ? 0 : types_.root(base);
    }
    return {"?", {}, {}};
}

void Layout::make_globals() {
    const Scom& scom = block_.script().scom();
    const auto size = static_cast<std::int32_t>(scom.data.size());
    const RecordId record = types_.root(types_.globals());
    // What is exported has to be there even if nothing here uses it.
    std::map<std::int32_t, std::string_view> exported;
    for (const Export& each : scom.exports)
        if (each.kind() == export_data && block_.is_exported_by_name(each))
            exported.emplace(static_cast<std::int32_t>(each.offset()), each.name);
    std::vector<Item> list = items(record, 0, size);
    for (const Fixup& fixup : scom.fixups) {
        if (fixup.type != static_cast<std::uint8_t>(FixupType::pointer)) continue;
        const std::int32_t begin = fixup.position - old_text_bytes;
        std::erase_if(
            list, [&](const Item& item) { return item.offset >= begin && item.offset < fixup.position + 4; });
        Item text{begin, old_text_bytes + 4, {"string", {}, old_text_bytes + 4}, {}, false};
        text.keys.emplace_back(CellKey{.offset = fixup.position}, Spelling{});
        list.insert(std::ranges::upper_bound(list, begin, {}, &Item::offset), std::move(text));
    }
    auto& spellings = made_[record].spellings;
    // Of at most four bytes.
    const auto value_at = [&](std::int32_t at, std::int32_t bytes) {
        std::array<std::byte, 4> value{};
        const auto rest = std::span(scom.data).subspan(static_cast<std::size_t>(std::min(at, size)));
        std::ranges::copy(rest.first(std::min<std::size_t>(rest.size(), static_cast<std::size_t>(bytes))),
                          value.begin());
        return load_u32(value.data());
    };
    std::int32_t at = 0;
    std::map<std::string, std::uint32_t> without_bytes; // several may stand in one place
    const auto bytes_to = [&](std::int32_t to) {
        while (at < to) {
            std::int32_t end = at + 1;
            const std::uint32_t value = value_at(at, 1);
            const auto name_at = exported.find(at);
            std::string name = name_at != exported.end() ? std::string(name_at->second)
                                                         : global_prefix_ + std::to_string(at);
            if (value != 0) {
                globals_ += "char " + name + " = " + std::to_string(value) + ";\n";
            } else {
                const auto next = exported.upper_bound(at);
                const std::int32_t stop = next == exported.end() ? to : std::min(to, next->first);
                while (end < stop && value_at(end, 1) == 0) ++end;
                globals_ += "char " + name + "[" + std::to_string(end - at) + "];\n";
            }
            at = end;
        }
    };
    for (Item& item : list) {
        if (item.offset > at) bytes_to(std::min(item.offset, size));
        const auto name_at = item.bytes == 0 ? exported.end() : exported.find(at);
        std::string name =
            name_at != exported.end() ? std::string(name_at->second) : global_prefix_ + std::to_string(at);
        if (item.bytes == 0) {
            name += "_" + item.declared.type;
            if (const std::uint32_t before = without_bytes[name]++; before > 0)
                name += "_" + std::to_string(before + 1);
        }
        if (name_at == exported.end() && item.bytes > 0) {
            const auto given = given_globals_.lower_bound(item.offset);
            if (given != given_globals_.end() && given->first < item.offset + item.bytes &&
                !is_taken(given->second) && taken_.insert(given->second).second)
                name = given->second;
            locals_not_.insert(name);
            global_names_.emplace(item.offset, name);
        }
        globals_ += item.declared.type + " " + name + item.declared.behind;
        const bool plain =
            item.declared.behind.empty() && !item.array_of_structs && item.bytes <= 4 && item.bytes > 0;
        if (const std::uint32_t value = plain ? value_at(item.offset, item.bytes) : 0; value != 0) {
            if (item.declared.type == "float")
                globals_ += (value >> 31U != 0 ? " = -" : " = ") + real_text(value);
            else
                globals_ += " = " + std::to_string(item.bytes == 4   ? static_cast<std::int32_t>(value)
                                                   : item.bytes == 2 ? static_cast<std::int16_t>(value)
                                                                     : static_cast<std::int32_t>(value));
        }
        globals_ += ";\n";
        for (const auto& [key, spelling] : item.keys) {
            Spelling& made = spellings[key];
            made = spelling;
            made[0] = name + made[0];
        }
        at += item.bytes;
    }
    bytes_to(size);
    for (const Export& each : scom.exports)
        if (each.kind() == export_data && block_.is_exported_by_name(each))
            globals_ += "export " + each.name + ";\n";
}

/// What lies in the part of a struct that it inherits belongs to its base.
void Layout::push_up() {
    std::vector<std::pair<std::uint32_t, RecordId>> order;
    for (RecordId id = 1; id < types_.record_count(); ++id) {
        if (types_.root(id) != id || types_.record(id).base == 0) continue;
        std::uint32_t depth = 0;
        for (RecordId at = id; types_.record(at).base != 0 && depth < deepest; ++depth)
            at = types_.root(types_.record(at).base);
        order.emplace_back(deepest - depth, id);
    }
    std::ranges::sort(order);
    for (const auto& [depth, id] : order) {
        const RecordId base = types_.root(types_.record(id).base);
        const std::int32_t size = extent(base);
        // What is merged may take other records along, these among them.
        while (types_.root(id) == id && types_.root(base) != id) {
            auto& cells = types_.record(id).cells;
            if (cells.empty() || cells.begin()->first.offset >= size) break;
            const auto [key, cell] = *cells.begin();
            cells.erase(cells.begin());
            const auto [found, is_new] = types_.record(types_.root(base)).cells.try_emplace(key, cell);
            if (!is_new) types_.merge_cells(found->second, cell);
        }
    }
}

void Layout::run() {
    push_up();
    absorb();
    push_up();
    constexpr std::uint32_t most_rounds = 8;
    for (std::uint32_t round = 0; round < most_rounds; ++round) {
        bool changed = false;
        for (const Function& function : tree_.functions) changed |= inherit(function);
        if (!changed) break;
        extents_.clear();
        handles_.clear();
        push_up();
        absorb();
        push_up();
    }
    types_.find_words();
    made_.resize(types_.record_count());
    for (const auto& [name, record] : types_.classes()) make_class(record, 0);
    for (RecordId id = 1; id < types_.record_count(); ++id)
        if (types_.root(id) == id && types_.record(id).pointed) make_class(id, 0);
    std::vector<bool> released(tree_.locals.size());
    for (const Function& function : tree_.functions)
        for (const Function::Handle& each : function.handles) released[each.local] = true;
    for (std::uint32_t i = 0; i < tree_.locals.size(); ++i) {
        if (tree_.locals[i].text) {
            locals_.push_back({"string", {}, old_text_bytes + 4});
            made_[types_.root(types_.local(i))].spellings[CellKey{.offset = old_text_bytes}] = {};
        } else {
            const Local& local = tree_.locals[i];
            const bool kept = !released[i] && !local.parameter && !local.handle;
            locals_.push_back(variable(types_.local(i), local.size, kept || local.is_struct));
        }
    }
    for (std::uint32_t i = 0; i < block_.imports().size(); ++i) {
        variables_.emplace_back();
        if (types_.import_variable(i) != 0) variables_.back() = variable(types_.import_variable(i), -1);
    }
    make_globals();
}

} // namespace vellum::ags::decompile
