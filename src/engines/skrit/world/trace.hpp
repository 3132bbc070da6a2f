// What the switches TraceOpCodes and TraceSysCalls print: every instruction and every host call of a traced
// object goes to the stream "skrit". Whoever watches the world goes on hearing everything.
#pragma once

#include "vellum/observer.hpp"

namespace vellum::skrit {

class World;

class TraceObserver final : public Observer {
  public:
    TraceObserver(World& world, Observer* outer, bool opcodes, bool natives)
        : world_(world), outer_(outer), opcodes_(opcodes), natives_(natives) {}

    [[nodiscard]] bool wants_steps() const override {
        return opcodes_ || (outer_ != nullptr && outer_->wants_steps());
    }
    void step(const Step& step) override;
    void native(const NativeStep& step) override;

  private:
    World& world_;
    Observer* outer_;
    bool opcodes_, natives_;
};

} // namespace vellum::skrit
