// Databases of .gas files under one addressing: `world:contentdb:x` in the main one, `::import:0:0:member` in
// another. All files of a folder fill the block of that folder; their own names mean nothing (reference
// "Addresses").
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "engines/skrit/fuel/document.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::skrit {

class FuelStore {
  public:
    /// Reads a file into the block of its folder: the path without its last part, with slashes of either
    /// kind.
    void add_file(std::string_view path, std::string_view text, Diagnostics& diagnostics,
                  std::string_view database = {});
    /// The same for a tree that is already there.
    void add(std::string_view folder, FuelBlock document, std::string_view database = {});

    /// The root of a database; null if nothing was added to it. The main one has no name.
    [[nodiscard]] const FuelBlock* root(std::string_view database = {}) const;
    /// The block at an address, or null. A leading `::name:` picks the database.
    [[nodiscard]] const FuelBlock* find(std::string_view address) const;
    /// The attribute at an address, or null.
    [[nodiscard]] const FuelAttribute* value(std::string_view address) const;
    [[nodiscard]] std::size_t files() const noexcept { return files_; }

  private:
    [[nodiscard]] const FuelBlock* database_of(std::string_view& address) const;

    std::map<std::string, std::unique_ptr<FuelBlock>> databases_; ///< By name in lower case.
    std::size_t files_ = 0;
};

} // namespace vellum::skrit
