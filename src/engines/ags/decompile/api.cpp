// See the header.
#include "engines/ags/decompile/api.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <ranges>
#include <utility>

#include "base/concat.hpp"
#include "base/number.hpp"
#include "engines/ags/api/index.hpp"
#include "engines/ags/decompile/block.hpp"
#include "engines/ags/decompile/game_words.hpp"
#include "engines/ags/decompile/names_file.hpp"

namespace vellum::ags::decompile {

namespace {

constexpr std::string_view own_lines =
#include "engines/ags/decompile/handlers.inc"
    ;

using api::take_word;

std::optional<std::int32_t> number(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const bool hex = text.starts_with("0x");
    if (hex) text.remove_prefix(2);
    const auto value = whole_number<std::uint32_t>(text, hex ? 16 : 10);
    if (!value) return std::nullopt;
    return static_cast<std::int32_t>(negative ? 0U - *value : *value);
}

/// Numbers of views: "int view", "int idleView", "int SpeechView".
bool is_view(std::string_view type, std::string_view name) {
    return type == "int" && (name == "view" || name.ends_with("View"));
}

/// Which enumerations have a constant, in any version.
class Constants {
  public:
    static const Constants& all() {
        static const Constants constants;
        return constants;
    }
    [[nodiscard]] const std::vector<std::string_view>& owners(std::string_view constant) const {
        static const std::vector<std::string_view> none;
        const auto found = owners_.find(constant);
        return found == owners_.end() ? none : found->second;
    }

  private:
    Constants() {
        for (const api::Row& row : api::Index::all().rows()) {
            if (row.kind != api::RowKind::constant) continue;
            std::vector<std::string_view>& owners = owners_[row.name];
            if (std::ranges::find(owners, row.owner) == owners.end()) owners.push_back(row.owner);
        }
    }

    std::map<std::string_view, std::vector<std::string_view>> owners_;
};

/// Facts of handlers.inc.
struct OwnFacts {
    static constexpr std::int32_t all_parameters = 100;
    std::vector<ApiEnum> enums;
    std::vector<std::pair<std::string_view, ApiEntry>> handlers;
    using Members = std::map<std::pair<std::string_view, std::string_view>, std::size_t>;
    Members written, may_written, paired;
    std::map<std::string_view, std::string_view> results; ///< Types of functions that are declared as int.
    std::vector<std::pair<std::string_view, std::string_view>> likely; ///< Parts of names, and types.
    std::set<std::string_view> plain_zeros;

    OwnFacts() {
        for (std::string_view text = own_lines; !text.empty();) {
            std::string_view line = take_word(text, '\n');
            const std::string_view role = take_word(line);
            const std::string_view name = take_word(line);
            if (role == "e") {
                ApiEnum& made = enums.emplace_back();
                made.name = name;
                while (!line.empty()) {
                    std::string_view word = take_word(line);
                    const std::string_view spelled = take_word(word, '=');
                    made.words.emplace_back(spelled, number(word).value_or(0));
                }
            } else if (role == "w" || role == "v" || role == "p") {
                while (!line.empty()) {
                    std::string_view member = take_word(line);
                    const std::string_view method = take_word(member, ':');
                    const auto count = static_cast<std::size_t>(number(member).value_or(all_parameters));
                    Members& of = role == "w" ? written : role == "v" ? may_written : paired;
                    of.emplace(std::pair(name, method), count);
                }
            } else if (role == "r") {
                while (!line.empty()) results.emplace(take_word(line), name);
            } else if (role == "n") {
                while (!line.empty()) likely.emplace_back(take_word(line), name);
            } else if (role == "0") {
                plain_zeros.insert(name);
                while (!line.empty()) plain_zeros.insert(take_word(line));
            } else {
                ApiEntry& made = handlers.emplace_back(name, ApiEntry{}).second;
                while (!line.empty()) {
                    std::string_view parameter = take_word(line);
                    const std::string_view type = take_word(parameter, ':');
                    made.parameters.push_back({type, parameter});
                }
            }
        }
    }
    static const OwnFacts& all() {
        static const OwnFacts facts;
        return facts;
    }
};

} // namespace

std::string_view ApiEnum::word(std::int32_t value) const noexcept {
    if (plain_zero && value == 0) return {};
    if (macros) {
        const auto found = numbers.find(value);
        return found == numbers.end() ? std::string_view{} : found->second;
    }
    for (const auto& [word, means] : words | std::views::reverse)
        if (means == value) return word;
    return {};
}

bool Api::has(const api::Row& row) const {
    return !version_ || (row.in(version_->release) && version_->conditions.hold(row.guards));
}

/// Those that the version has, the newest first.
std::vector<const api::Row*> Api::rows(std::string_view owner, std::string_view name) const {
    std::vector<const api::Row*> made;
    std::ranges::copy_if(api::Index::all().find(owner, name), std::back_inserter(made),
                         [&](const api::Row* row) { return has(*row); });
    return made;
}

/// What a number or a macro is.
std::optional<std::int32_t> Api::macro(std::string_view text) const {
    constexpr int deepest = 4;
    for (int depth = 0; depth < deepest; ++depth) {
        if (const auto plain = number(text)) return plain;
        const auto all = rows({}, text);
        const auto found = std::ranges::find(all, api::RowKind::macro, &api::Row::kind);
        if (found == all.end()) break;
        text = (*found)->value;
    }
    return std::nullopt;
}

/// Likewise, or a word of an enumeration.
std::optional<std::int32_t> Api::value(std::string_view text) {
    if (const auto plain = macro(text); plain || text == "null") return plain.value_or(0);
    for (const std::string_view owner : Constants::all().owners(text))
        if (const ApiEnum* const of = enumeration(owner); of != nullptr) {
            const auto found =
                std::ranges::find(of->words, text, &std::pair<std::string_view, std::int32_t>::first);
            if (found != of->words.end()) return found->second;
        }
    return std::nullopt;
}

const ApiEnum* Api::enumeration(std::string_view name) {
    if (name.empty()) return nullptr;
    if (name == view_type) return game_ == nullptr ? nullptr : game_->views();
    if (name == cursor_type && game_ != nullptr && game_->cursors() != nullptr) return game_->cursors();
    if (const auto known = enums_.find(name); known != enums_.end()) return known->second.get();
    const auto found = enums_.emplace(name, nullptr).first;
    const auto& own = OwnFacts::all().enums;
    if (const auto of = std::ranges::find(own, name, &ApiEnum::name); of != own.end()) {
        found->second = std::make_unique<ApiEnum>(*of);
        return found->second.get();
    }
    auto made = std::make_unique<ApiEnum>();
    made->name = found->first;
    made->plain_zero = OwnFacts::all().plain_zeros.contains(name);
    const auto add = [&](auto&& wanted) {
        std::int32_t last = 0;
        for (const api::Row& row : api::Index::all().rows()) {
            if (row.kind != api::RowKind::constant || row.owner != name || !wanted(row)) continue;
            const auto told = row.value.empty() ? std::optional(last + 1) : macro(row.value);
            if (!told) continue;
            last = *told;
            if (std::ranges::any_of(made->words, [&](const auto& word) { return word.first == row.name; }))
                continue;
            // The last of equal ones is written: not what is only kept for older projects.
            const bool kept_for_old = row.guards.contains('<');
            const auto at =
                kept_for_old
                    ? std::ranges::find(made->words, last, &std::pair<std::string_view, std::int32_t>::second)
                    : made->words.end();
            made->words.emplace(at, row.name, last);
        }
    };
    if (version_) add([&](const api::Row& row) { return has(row); });
    // A number that the version has no word for says that the version is a later one.
    if (!version_ || !made->words.empty()) {
        std::uint32_t releases = 0;
        for (const api::Row& row : api::Index::all().rows())
            if (row.kind == api::RowKind::constant && row.owner == name) releases |= row.releases;
        const std::uint32_t newest = std::bit_floor(releases);
        add([&](const api::Row& row) {
            return (row.releases & newest) != 0 &&
                   (!version_ || Constants::all().owners(row.name).size() == 1);
        });
    }
    if (!made->words.empty()) found->second = std::move(made);
    return found->second.get();
}

const ApiEntry* Api::entry(const api::Row& row) {
    const auto [found, is_new] = entries_.try_emplace(&row);
    if (!is_new) return &found->second;
    ApiEntry made;
    const auto count_in = [&](const OwnFacts::Members& members) {
        const auto known = members.find({row.owner, row.name});
        return known == members.end() ? 0 : known->second;
    };
    made.written = count_in(OwnFacts::all().written);
    made.may_written = count_in(OwnFacts::all().may_written);
    made.paired = count_in(OwnFacts::all().paired) != 0;
    made.type = is_view(row.type, row.name) ? view_type : row.type;
    const auto& results = OwnFacts::all().results;
    if (const auto known = row.owner.empty() ? results.find(row.name) : results.end();
        known != results.end() && enumeration(known->second) != nullptr)
        made.type = known->second;
    for (std::string_view rest = row.parameters; !rest.empty();) {
        const api::Parameter each = api::take_parameter(rest);
        if (each.type == "...") {
            made.variadic = true;
            continue;
        }
        ApiParameter& parameter = made.parameters.emplace_back();
        if (!each.array) parameter.type = is_view(each.type, each.name) ? view_type : each.type;
        if (enumeration(each.type) == nullptr) parameter.name = each.name; // its type says more
        if (!each.value.empty()) parameter.standard = value(each.value);
    }
    found->second = std::move(made);
    return &found->second;
}

const ApiEntry* Api::function(std::string_view owner, std::string_view name, std::size_t parameters,
                              bool variadic) {
    for (const api::Row* row : rows(owner, name)) {
        bool open = false;
        if (row->kind == api::RowKind::function && api::count_parameters(*row, open) == parameters &&
            open == variadic)
            return entry(*row);
    }
    return nullptr;
}

const ApiEntry* Api::exported(std::string_view owner, std::string_view name, std::size_t parameters) const {
    return game_ == nullptr ? nullptr : game_->exports().function(owner, name, parameters);
}

const ApiEntry* Api::exported_property(std::string_view owner, std::string_view name, bool indexed) {
    const std::string whole = concat(owner, "::", name);
    const auto [found, is_new] = properties_.try_emplace(whole);
    ApiEntry& made = found->second;
    if (is_new) {
        const std::size_t indices = indexed ? 1 : 0;
        const ApiEntry* const reads = exported(owner, concat(indexed ? "geti_" : "get_", name), indices);
        const ApiEntry* const writes = exported(owner, concat(indexed ? "seti_" : "set_", name), indices + 1);
        if (reads != nullptr) made.type = reads->type;
        // What numbers mean is often only known of what is given.
        if (writes != nullptr &&
            (made.type.empty() ||
             (made.type == "int" && enumeration(writes->parameters.back().type) != nullptr)))
            made.type = writes->parameters.back().type;
    }
    return made.type.empty() ? nullptr : &made;
}

std::string_view Api::exported_variable(std::string_view name) const {
    return game_ == nullptr ? std::string_view{} : game_->exports().variable(name);
}

std::vector<std::pair<CellKey, std::string_view>> Api::exported_members(std::string_view owner) const {
    if (game_ == nullptr) return {};
    return game_->exports().members(owner);
}

bool Api::is_struct_of_game(std::string_view type) {
    static constexpr std::string_view others[] = {"int",    "char",    "short",     "float",
                                                  "String", view_type, cursor_type, is_condition};
    return is_name(type) && std::ranges::find(others, type) == std::end(others) &&
           enumeration(type) == nullptr;
}

std::optional<std::size_t> Api::fixed_parameters(std::string_view owner, std::string_view name) {
    for (const api::Row* row : rows(owner, name)) {
        bool variadic = false;
        if (row->kind != api::RowKind::function) continue;
        const std::size_t count = api::count_parameters(*row, variadic);
        if (variadic) return count;
    }
    return std::nullopt;
}

const ApiEntry* Api::property(std::string_view owner, std::string_view name) {
    for (const api::Row* row : rows(owner, name))
        if (row->kind == api::RowKind::property) return entry(*row);
    return nullptr;
}

const ApiEnum* Api::likely(std::string_view property) {
    for (const auto& [part, type] : OwnFacts::all().likely)
        if (property.contains(part)) return enumeration(type);
    return nullptr;
}

const ApiEntry* Api::handler(std::string_view name, std::int32_t parameters) {
    for (const auto& [pattern, of] : OwnFacts::all().handlers) {
        if (!std::cmp_equal(of.parameters.size(), parameters)) continue;
        const std::size_t star = pattern.find('*');
        if (star == std::string_view::npos) {
            if (name == pattern) return &of;
        } else if (name.size() >= pattern.size() && name.starts_with(pattern.substr(0, star)) &&
                   name.ends_with(pattern.substr(star + 1))) {
            return &of;
        }
    }
    return nullptr;
}

std::string_view Api::variable(std::string_view name) {
    for (const api::Row* row : rows({}, name))
        if (row->kind == api::RowKind::variable && row->index.empty()) return row->type;
    return {};
}

bool Api::extends(std::string_view name, std::string_view base) const {
    constexpr int deepest = 8;
    for (int depth = 0; depth < deepest && !name.empty(); ++depth) {
        const auto all = rows({}, name);
        const auto found = std::ranges::find(all, api::RowKind::structure, &api::Row::kind);
        if (found == all.end()) return false;
        name = (*found)->value;
        if (name == base) return true;
    }
    return false;
}

bool Api::is_struct(std::string_view name) const {
    return std::ranges::any_of(rows({}, name),
                               [](const api::Row* row) { return row->kind == api::RowKind::structure; });
}

const std::vector<Api::Member>& Api::members(std::string_view owner) {
    if (const auto known = members_.find(owner); known != members_.end()) return known->second;
    std::vector<Member>& made = members_[std::string(owner)];
    const api::Release newest = api::newest_release();
    const auto of = version_.value_or(api::Version{newest, api::Conditions::newest(newest)});
    std::int32_t at = 0;
    for (const api::Row& row : api::Index::all().rows()) {
        if (row.kind != api::RowKind::field || row.owner != owner || !row.in(of.release) ||
            !of.conditions.hold(row.guards))
            continue;
        const std::int32_t bytes = row.type == "char" ? 1 : row.type == "short" ? 2 : 4;
        std::int32_t count = 1;
        if (row.index.size() > 2) {
            const auto told = value(row.index.substr(1, row.index.size() - 2));
            if (!told) break;
            count = *told;
        }
        made.push_back({row.name, at, at + bytes * count});
        at += bytes * count;
    }
    return made;
}

std::int32_t Api::size(std::string_view owner) {
    const std::vector<Member>& all = members(owner);
    return all.empty() ? -1 : all.back().end;
}

std::string_view Api::member(std::string_view owner, std::int32_t offset) {
    const std::vector<Member>& all = members(owner);
    const auto found = std::ranges::find(all, offset, &Member::offset);
    return found == all.end() ? std::string_view{} : found->name;
}

ApiHeader::ApiHeader(const api::Version& version) {
    const auto is_word = [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
               (letter >= '0' && letter <= '9') || letter == '_';
    };
    const auto read_words = [&](std::string_view text) {
        while (!text.empty()) {
            const auto end = static_cast<std::size_t>(std::ranges::find_if_not(text, is_word) - text.begin());
            if (end > 0) words_.insert(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    };
    for (const api::Row& row : api::Index::all().rows()) {
        if (!row.in(version.release) || !version.conditions.hold(row.guards)) continue;
        for (const std::string_view text : {row.name, row.type, row.parameters, row.value}) read_words(text);
        switch (row.kind) {
        case api::RowKind::function:
        case api::RowKind::variable: ++slots_; break;
        case api::RowKind::property: slots_ += row.has_word("readonly") ? 1 : 2; break;
        default: break;
        }
        if (row.kind == api::RowKind::undefine)
            names_.erase(row.name);
        else if (row.owner.empty() || row.kind == api::RowKind::constant)
            names_.insert(row.name);
    }
    const api::Conditions& with = version.conditions;
    settings_ =
        "api=" + std::string(api::releases()[version.release]) + ":" + std::string(api::levels()[with.api]);
    if (with.compat != with.api) settings_ += ", compat=" + std::string(api::levels()[with.compat]);
    if (!with.strict) settings_ += ", forceobjectbasedscript=0";
    if (!with.strict_audio) settings_ += ", forcenewaudio=0";
    if (!with.strict_strings) settings_ += ", forcenewstrings=0";
}

std::optional<api::Version> api_version(const Block& block) {
    api::ScriptTraits traits{.block_version = block.script().scom().version};
    for (const ImportName& each : block.imports())
        if (each.type.empty() && each.form != ImportName::Form::none && !each.accessor() &&
            each.arguments >= 0)
            traits.counts_functions = true;
    if (!traits.counts_functions && !block.counts_imports()) traits.counts_functions = false;
    return api::find_version(block.script().scom().imports, traits);
}

} // namespace vellum::ags::decompile
