// A stand-in for game objects: whatever is asked of it for an object gets one, so that components get past
// `owner.Go.Placement` without a game. All of it is the same object; other questions go on to the next host.
#pragma once

#include <set>
#include <string>

#include "vellum/host.hpp"

namespace vellum::cli {

class OwnerStandIn final : public Host {
  public:
    static constexpr ObjectId object{0x60}; ///< What components belong to.

    OwnerStandIn();
    [[nodiscard]] Native resolve(const NativeKey& key) override;

  private:
    std::set<std::string> objects_; ///< Natives that give objects: "Go.GetPlacement", in lower case.
};

} // namespace vellum::cli
