// Folders become blocks on the way; a block of a folder is made once and shared by its files.
#include "engines/skrit/fuel/store.hpp"

#include <algorithm>
#include <iterator>

#include "base/ascii.hpp"
#include "engines/skrit/fuel/reader.hpp"

namespace vellum::skrit {

void FuelStore::add_file(std::string_view path, std::string_view text, Diagnostics& diagnostics,
                         std::string_view database) {
    const std::size_t slash = path.find_last_of("/\\");
    add(slash == std::string_view::npos ? std::string_view() : path.substr(0, slash),
        read_fuel(text, path, diagnostics), database);
}

void FuelStore::add(std::string_view folder, FuelBlock document, std::string_view database) {
    std::unique_ptr<FuelBlock>& root = databases_[lower_case(database)];
    if (!root) root = std::make_unique<FuelBlock>();
    FuelBlock* at = root.get();
    for (std::size_t depth = 0; !folder.empty() && depth < most_fuel_depth;) {
        const std::size_t end = folder.find_first_of("/\\");
        const std::string_view part = folder.substr(0, end);
        folder = end == std::string_view::npos ? std::string_view() : folder.substr(end + 1);
        if (part.empty() || part == ".") continue;
        FuelBlock* next = nullptr;
        for (const auto& child : at->children)
            if (child->line == 0 && same_name(child->name, part)) next = child.get();
        if (next == nullptr) {
            at->children.push_back(std::make_unique<FuelBlock>());
            next = at->children.back().get();
            next->name = part;
        }
        at = next;
        ++depth;
    }
    std::ranges::move(document.attributes, std::back_inserter(at->attributes));
    std::ranges::move(document.children, std::back_inserter(at->children));
    ++files_;
}

const FuelBlock* FuelStore::root(std::string_view database) const {
    const auto found = databases_.find(lower_case(database));
    return found == databases_.end() ? nullptr : found->second.get();
}

const FuelBlock* FuelStore::database_of(std::string_view& address) const {
    if (!address.starts_with("::")) return root();
    address.remove_prefix(2);
    const std::size_t colon = address.find(':');
    const std::string_view name = address.substr(0, colon);
    address = colon == std::string_view::npos ? std::string_view() : address.substr(colon + 1);
    return root(name);
}

const FuelBlock* FuelStore::find(std::string_view address) const {
    const FuelBlock* base = database_of(address);
    return base == nullptr || address.empty() ? base : base->find(address);
}

const FuelAttribute* FuelStore::value(std::string_view address) const {
    const FuelBlock* base = database_of(address);
    return base == nullptr ? nullptr : base->value(address);
}

} // namespace vellum::skrit
