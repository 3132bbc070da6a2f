// Names and directions of a call's arguments for whoever tells of it: what the host says of the native, or
// the row of the engine's list (Runtime::each_native) if the host gives no names. The list is read at the
// first call that needs it. Nothing here changes what is called.
#pragma once

#include <vector>

#include "runtime/native_names.hpp"
#include "vellum/observer.hpp"

namespace vellum {

class Engine;

class CallSignatures {
  public:
    /// What is known of the arguments; null if that is nothing. Good until the next call.
    [[nodiscard]] const Signature* of(const NativeStep& step);

  private:
    void read(const Engine& engine);
    [[nodiscard]] const Signature* find(const NativeNameView& name, std::size_t arguments) const;

    const Engine* engine_ = nullptr; ///< Whose rows these are.
    NativeNameMap<std::vector<Signature>> rows_;
};

} // namespace vellum
