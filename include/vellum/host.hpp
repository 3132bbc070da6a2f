// The host is what a game offers to its scripts: functions, methods, properties, documented and typed.
// Machines look a native up once, when a program is linked or the native is first used, and afterwards call
// through two words. Hosts stack: a chain asks its members in order, a recorder or a stand-in wraps another
// host. Every effect and every source of chance passes through a host, so a recorded host log replays a run
// exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/export.hpp"
#include "vellum/outcome.hpp"
#include "vellum/value.hpp"

namespace vellum {

class Scheduler;
struct SchedulerAccess;
struct Event;

/// The kind of native requested from the host.
enum class NativeKind : std::uint8_t { function, method, getter, setter };

/// The key by which a machine looks up a native.
struct NativeKey {
    NativeKind kind = NativeKind::function; ///< Function, method or accessor.
    std::string_view owner;  ///< Class, singleton or library; empty if the engine does not know it.
    std::string_view name;   ///< As the script writes it.
    std::int32_t arity = -1; ///< Arguments the call passes, receiver not counted; -1 if it varies.
};

/// Which way an argument goes.
enum class Direction : std::uint8_t { in, out, in_out };

/// One parameter of a native.
struct Parameter {
    std::string name;                    ///< May be empty.
    Type type = Type::none;              ///< `none` means any type.
    Direction direction = Direction::in; ///< In, out or both.
};

/// A native's signature for documents, stand-ins, tracers and the decompiler.
struct Signature {
    NativeKind kind = NativeKind::function; ///< Function, method or accessor.
    std::string owner;                      ///< Class or library, or empty.
    std::string name;                       ///< As scripts write it.
    std::vector<Parameter> parameters;      ///< In order, without the receiver.
    Type result = Type::none;               ///< `none`: no result, or unknown.
    bool variadic = false;                  ///< More arguments may follow the parameters.
    bool latent = false;                    ///< May suspend its machine.
    std::string documentation;              ///< A sentence or two.
    /// Natives that end what this one began when the same script calls them, by name. A known latent native
    /// that waits is ended by them whoever implements it (Runtime::known_natives).
    std::vector<std::string> ended_by;
};

/// How a native call ended.
enum class Outcome : std::uint8_t {
    done,    ///< results are in place
    pending, ///< call again next frame; `state` is kept until then
    failed   ///< `fail` was called: the machine treats it as its engine does
};

/// Sits between a native and the scheduler it calls back into, so that recorders see nested events.
class SchedulerHook {
  public:
    virtual ~SchedulerHook() = default;
    virtual EventResult send(Scheduler& scheduler, const Event& event) = 0; ///< As Scheduler::send.
    virtual CallResult call(Scheduler& scheduler, std::string_view function,
                            std::span<const Value> arguments) = 0; ///< As Scheduler::call.
};

/// A native's link to the running world. Used like a pointer to the scheduler; `send` and `call` pass through
/// the hook if there is one. The scheduler itself is for reading only: other changes by natives could not be
/// replayed from a record.
class VELLUM_API SchedulerLink {
  public:
    SchedulerLink() = default;
    SchedulerLink(std::nullptr_t) {} ///< No scheduler.
    SchedulerLink(Scheduler* scheduler, SchedulerHook* hook = nullptr) : scheduler_(scheduler), hook_(hook) {}

    /// As Scheduler::send; the link must not be null.
    EventResult send(const Event& event) const;
    /// As Scheduler::call; the link must not be null.
    CallResult call(std::string_view function, std::span<const Value> arguments) const;

    /// The scheduler itself, for reading. Null if there is none.
    [[nodiscard]] const Scheduler* get() const noexcept { return scheduler_; }
    [[nodiscard]] SchedulerHook* hook() const noexcept { return hook_; } ///< Null if none.
    /// The same scheduler, seen through this hook.
    [[nodiscard]] SchedulerLink with_hook(SchedulerHook* hook) const noexcept { return {scheduler_, hook}; }
    const SchedulerLink* operator->() const noexcept { return this; }         ///< Itself.
    explicit operator bool() const noexcept { return scheduler_ != nullptr; } ///< There is one.

  private:
    friend struct SchedulerAccess; // of the library itself, for shared natives
    Scheduler* scheduler_ = nullptr;
    SchedulerHook* hook_ = nullptr;
};

/// Bytes or elements that a native may process at the cost of one instruction.
inline constexpr std::uint64_t work_per_instruction = 16;

/// One call of a native, made by a machine on its own stack. Nothing in it outlives the call.
class Call {
  public:
    /// Arguments by reference, in source order. Natives may write into them; the machine converts what is
    /// written to the variable's own type.
    std::span<Value* const> arguments;
    /// The object a method is called on; null object for functions.
    ObjectId receiver;
    /// What a native with a result returns.
    Value result;
    /// True if the call was pending and is being retried.
    bool resumed = false;
    /// Seconds since the last frame, for polls.
    float delta_time = 0;
    /// Kept by the machine between polls of a pending call and saved with it. A fresh call finds it empty.
    Value* state = nullptr;
    /// The scheduler the script runs in; natives may send events and call script functions through it.
    SchedulerLink scheduler;
    /// Index of the calling machine in its scheduler.
    std::uint32_t machine = 0;
    Outcome outcome = Outcome::done; ///< Set by suspend and fail.

    [[nodiscard]] Value& operator[](std::size_t index) const noexcept { return *arguments[index]; } ///< One.
    [[nodiscard]] std::size_t size() const noexcept { return arguments.size(); } ///< Arguments.

    /// Suspends the script; the native is called again next frame with `resumed` set.
    void suspend() noexcept { outcome = Outcome::pending; }
    /// Reports a failure in plain words.
    void fail(std::string_view message) {
        outcome = Outcome::failed;
        error = message;
    }
    std::string error; ///< Empty unless failed.

    /// Charges the calling machine for work that grows with its input: `amount` bytes or elements that the
    /// native is about to process. Natives call it before the work, once or in parts; when the native
    /// returns, the machine deducts one instruction per `work_per_instruction` from its budget. False if the
    /// world was interrupted: the native should then fail and return.
    bool charge(std::uint64_t amount) noexcept {
        work = work + amount < work ? ~std::uint64_t{0} : work + amount;
        return !interrupted();
    }
    /// `Scheduler::interrupt` was called: a long-running native should fail and return.
    [[nodiscard]] VELLUM_API bool interrupted() const noexcept;
    std::uint64_t work = 0; ///< Charged so far; a machine that uses a Call again sets it to 0.
};

/// A native as a machine holds it. Copyable; valid as long as the host that gave it.
struct Native {
    void (*invoke)(void* self, Call& call) = nullptr; ///< What is called.
    void* self = nullptr;                             ///< Its first argument.
    const Signature* signature = nullptr; ///< May be null. Without `invoke`: known, but not implemented here.
    bool stand_in = false;                ///< Returns defaults because no host implements it.
    bool shared =
        false; ///< From `Host::resolve_shared`: has no state but the world's, so a replay calls it again.
    /// The same native for machines that hold numbers, without a Value: takes as many words as the signature
    /// has parameters and gives one, a boolean as 0 or 1, an integer, or a real by its bits; without a result
    /// 0. Null unless all of them are such numbers, given by value, and the callable does not take the call.
    /// False: it threw, and `call` has the failure; nothing else of the call is read or written.
    bool (*plain)(void* self, Call& call, const std::uint32_t* arguments, std::uint32_t& result) = nullptr;

    explicit operator bool() const noexcept { return invoke != nullptr; } ///< Can be called.
    void operator()(Call& call) const { invoke(self, call); }             ///< Calls it.
};

/// A game, or a part of one, as scripts see it.
class VELLUM_API Host {
  public:
    Host() = default;
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
    virtual ~Host() = default;

    /// The native for that key, or an empty one. Called once per import or call site and cached by machines;
    /// must return the same native for the life of the host.
    [[nodiscard]] virtual Native resolve(const NativeKey& key) = 0;

    /// The same for hosts whose natives keep no state of their own and may therefore serve any number of
    /// worlds and threads at once. They behave the same in the same world, so recorders do not record them
    /// and replays call them again; only they may use the scheduler in ways that a link does not offer.
    [[nodiscard]] virtual Native resolve_shared(const NativeKey& key) const {
        static_cast<void>(key);
        return {};
    }

    /// Name of an object for messages ("Burah", "door 12"). Empty if there is none.
    [[nodiscard]] virtual std::string object_name(ObjectId object) const {
        static_cast<void>(object);
        return {};
    }
    /// Class of an object, for method look-up by class; empty if unknown.
    [[nodiscard]] virtual std::string_view object_class(ObjectId object) const {
        static_cast<void>(object);
        return {};
    }

    /// All natives this host can name: for help, completion, documents. May be incomplete.
    virtual void each_signature(const std::function<void(const Signature&)>& visit) const {
        static_cast<void>(visit);
    }
};

namespace detail {
template <class T> struct Argument;
}

/// A registry of natives made from ordinary C++ callables, the signature deduced:
///
///     library.function("irand", [](int low, int high) -> int { … }, "A random number.");
///     library.function("GetPosition", [](ObjectId actor, Vector3& out) { … });
///
/// Parameters by value are inputs, by non-const reference results: bool, int32_t, float, std::string_view
/// (input) or String, Vector3, ObjectId, MemoryView, Value. A first parameter `Call&` receives the call
/// itself (to suspend, fail or read further arguments). The callable is stored in the library and called
/// through one function pointer. It may throw if it is compiled with exceptions: its call then fails with the
/// text of what it threw.
class VELLUM_API Library : public Host {
  public:
    explicit Library(std::string name = {}); ///< The name may be an owner.

    [[nodiscard]] std::string_view name() const noexcept; ///< As it was made.

    /// Registers a function found by (name, number of parameters).
    template <class F>
    Library& function(std::string_view name, F callable, std::string_view documentation = {});
    /// Registers a method of a class, found by (class, name, number of parameters). The receiver is not a
    /// parameter: to get it, take `Call&` first and use `call.receiver`. With an empty owner it is a method
    /// of every class without its own.
    template <class F>
    Library& method(std::string_view owner, std::string_view name, F callable,
                    std::string_view documentation = {});
    /// Registers a function that takes any number of arguments; it sees the call only. Its return value is
    /// the result.
    template <class F>
        requires std::is_invocable_v<F&, Call&>
    Library& variadic(std::string_view name, F callable, std::string_view documentation = {});
    /// Registers a native with an explicit signature; a later registration of the same name and arity wins. A
    /// variadic signature answers for every arity without an exact match.
    template <class F>
        requires std::is_invocable_v<F&, Call&>
    Library& add(Signature signature, F callable);
    /// As `add`, for a plain function, which must not throw; `self` must outlive the library.
    Library& add_raw(Signature signature, void (*invoke)(void*, Call&), void* self);
    /// Registers a native that is known but not implemented: documents and stand-ins use its signature,
    /// look-ups return an empty Native with it.
    Library& describe(Signature signature) { return add_raw(std::move(signature), nullptr, nullptr); }
    /// Makes `derived` inherit the methods of `base`.
    Library& inherit(std::string_view derived, std::string_view base);
    /// Marks a registered native as one that may suspend.
    Library& latent(std::string_view name);

    /// In order: the requested owner and its bases, then natives without an owner (for functions only if the
    /// owner is empty or the library's name). In each, the exact arity, then a variadic one; for an arity of
    /// -1 a variadic one, then the first registered. A method requested without an owner is found in any
    /// class that has it; if several do, the receiver's object_class decides at the call.
    [[nodiscard]] Native resolve(const NativeKey& key) override;
    /// The same as `resolve`: use a library on several threads only if its natives keep no state.
    [[nodiscard]] Native resolve_shared(const NativeKey& key) const override {
        Native native = find(key);
        native.shared = true;
        return native;
    }
    void each_signature(const std::function<void(const Signature&)>& visit) const override {
        visit_all(visit);
    }

    /// Reports look-ups and natives that did not match, to explain why a native is never called: `host.arity`
    /// (a warning) for each name that was requested with a number of arguments that no native here has,
    /// `host.unused` (a note) for each native that `resolve` never returned. Call it after the worlds are
    /// created. Natives from `resolve_shared` are not counted. Given the engine's known natives, an unused
    /// native with a similar name has that name as its hint.
    void check(Diagnostics& diagnostics, const Host* known = nullptr) const;

  protected:
    /// Registers a native of any kind, its signature deduced.
    template <class F>
    Library& register_callable(NativeKind kind, std::string_view owner, std::string_view name, F callable,
                               std::string_view documentation);

  private:
    struct Tables;
    [[nodiscard]] Native find(const NativeKey& key) const;
    void visit_all(const std::function<void(const Signature&)>& visit) const;
    /// The function behind Native::plain.
    using Plain = bool (*)(void* self, Call& call, const std::uint32_t* arguments, std::uint32_t& result);
    template <class F> Library& keep(Signature signature, F callable, Plain plain = nullptr);
    void keep(std::shared_ptr<void> callable);
    Library& add_native(Signature signature, Native native);
    std::shared_ptr<Tables> tables_; // shared only so that the destructor needs no complete type
};

/// Asks several hosts in order; the first that has a native wins. Does not own them.
class VELLUM_API HostChain final : public Host {
  public:
    explicit HostChain(std::vector<Host*> hosts = {}) : hosts_(std::move(hosts)) {} ///< First asked first.
    void push_back(Host& host) { hosts_.push_back(&host); }                         ///< Is asked last.

    [[nodiscard]] Native resolve(const NativeKey& key) override;
    [[nodiscard]] std::string object_name(ObjectId object) const override;
    [[nodiscard]] std::string_view object_class(ObjectId object) const override;
    void each_signature(const std::function<void(const Signature&)>& visit) const override;

  private:
    std::vector<Host*> hosts_;
};

namespace codes {
inline constexpr DiagnosticCode host_arity{
    "host.arity", Severity::warning,
    "Scripts call a native with a different number of arguments than the host declares."};
inline constexpr DiagnosticCode host_unused{"host.unused", Severity::note,
                                            "The host has a native that no script asked for."};
} // namespace codes

} // namespace vellum

#include "vellum/host_binding.hpp" // the templates behind Library::function
