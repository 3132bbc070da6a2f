// One call from outside.
#pragma once

#include "engines/ags/world/world.hpp"

namespace vellum::ags {

/// Everything that is done from one call from outside on shares a budget; what natives start takes from the
/// budget of the function that called them.
class World::Entry {
  public:
    explicit Entry(World& game) : game_(game) {
        if (game_.entered_++ != 0) return;
        game_.seconds_ = 0; // what comes from outside between frames takes no time, whatever ran before
        game_.charged_ = 0;
        game_.left_ = game_.whole_budget();
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    ~Entry() { --game_.entered_; }

  private:
    World& game_;
};

} // namespace vellum::ags
