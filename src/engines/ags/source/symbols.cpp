// An open hash table over an arena of spellings.
#include "engines/ags/source/symbols.hpp"

#include <algorithm>
#include <cstring>

namespace vellum::ags::source {

namespace {

struct Word {
    Kind kind;
    std::string_view text;
    std::uint8_t value;
};

constexpr Word words[] = {
#define WORD(kind, text, value) {Kind::kind, text, value},
#include "engines/ags/source/words.def"
#undef WORD
};

constexpr bool numbered(SymbolId id, std::string_view text) { return words[id - 1].text == text; }
static_assert(numbered(word::int_, "int") && numbered(word::char_, "char") &&
              numbered(word::short_, "short") && numbered(word::string, "string") &&
              numbered(word::void_, "void") && numbered(word::float_, "float") &&
              numbered(word::star_assign, "*=") && numbered(word::increment, "++") &&
              numbered(word::negate, "!") && numbered(word::star, "*") && numbered(word::assign, "=") &&
              numbered(word::minus, "-") && numbered(word::equal, "==") && numbered(word::not_equal, "!=") &&
              numbered(word::logical_and, "&&") && numbered(word::logical_or, "||") &&
              numbered(word::null, "null") && numbered(word::try_import, "_tryimport") &&
              numbered(word::last, "builtin") && word::last == std::size(words));

/// Words that came with editor 3.4.0.
constexpr bool is_newest(Kind kind) noexcept {
    return kind == Kind::switch_ || kind == Kind::case_ || kind == Kind::default_ || kind == Kind::for_ ||
           kind == Kind::do_ || kind == Kind::break_ || kind == Kind::continue_;
}

std::uint32_t hash_of(std::string_view text) noexcept {
    std::uint32_t hash = 2166136261U;
    for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619U;
    return hash ^ (hash >> 15U);
}

} // namespace

Symbols::Symbols(bool newest_words) : slots_(1024) {
    append();
    for (const Word& word : words) {
        // A word that is none keeps its number, under a name that no source can write.
        const bool hidden = !newest_words && is_newest(word.kind);
        Symbol& symbol = (*this)[add(hidden ? "\n" + std::string(word.text) : std::string(word.text))];
        symbol.kind = word.kind;
        if (word.kind == Kind::type)
            symbol.size = word.value;
        else
            symbol.level = word.value;
    }
}

Symbols::Symbols(const Symbols& other)
    : count_(other.count_), slots_(other.slots_), blocks_(other.blocks_), buffer_(other.buffer_) {
    pages_.reserve(other.pages_.size());
    for (const auto& from : other.pages_) {
        pages_.push_back(std::make_unique<Symbol[]>(page));
        std::copy_n(from.get(), page, pages_.back().get());
    }
}

Symbol& Symbols::append() {
    if (count_ % page == 0) pages_.push_back(std::make_unique<Symbol[]>(page));
    return (*this)[static_cast<SymbolId>(count_++)];
}

std::size_t Symbols::slot(std::string_view name, std::uint32_t hash) const noexcept {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at].id != no_symbol && (slots_[at].hash != hash || (*this)[slots_[at].id].name != name))
        at = (at + 1) & mask;
    return at;
}

std::string_view Symbols::keep(std::string_view text) {
    constexpr std::size_t block = 65536;
    if (text.size() > block_left_) {
        block_left_ = std::max(block, text.size());
        blocks_.push_back(std::make_shared_for_overwrite<char[]>(block_left_));
        block_next_ = blocks_.back().get();
    }
    if (!text.empty()) std::memcpy(block_next_, text.data(), text.size());
    const std::string_view kept(block_next_, text.size());
    block_next_ += text.size();
    block_left_ -= text.size();
    return kept;
}

void Symbols::grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& each : old) {
        if (each.id == no_symbol) continue;
        std::size_t at = each.hash & mask;
        while (slots_[at].id != no_symbol) at = (at + 1) & mask;
        slots_[at] = each;
    }
}

SymbolId Symbols::add(std::string_view name) {
    const std::uint32_t hash = hash_of(name);
    const std::size_t at = slot(name, hash);
    if (slots_[at].id != no_symbol) return slots_[at].id;
    const auto id = static_cast<SymbolId>(count_);
    slots_[at] = {hash, id};
    append().name = keep(name);
    if (count_ * 2 > slots_.size()) grow();
    return id;
}

SymbolId Symbols::find(std::string_view name) const noexcept { return slots_[slot(name, hash_of(name))].id; }

std::string_view Symbols::joined(SymbolId owner, std::string_view member) {
    if (member.starts_with('.')) member.remove_prefix(1);
    buffer_ = (*this)[owner].name;
    buffer_ += "::";
    buffer_ += member;
    return buffer_;
}

SymbolId Symbols::find_member(SymbolId owner, std::string_view member) { return find(joined(owner, member)); }
SymbolId Symbols::add_member(SymbolId owner, std::string_view member) { return add(joined(owner, member)); }

std::string Symbols::type_name(Type type) const {
    std::string name;
    if (type.constant != 0) name = "const ";
    name += (*this)[type.symbol].name;
    if (type.pointer != 0) name += "*";
    if (type.array != 0) name += "[]";
    return name;
}

} // namespace vellum::ags::source
