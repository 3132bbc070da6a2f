// The registry of natives: what Library's templates fill and machines ask. Entries never move once made,
// because machines keep pointers to their signatures and callables; a second registration under the same name
// and arity only changes what later look-ups find.
#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "host/nearly_known.hpp"
#include "runtime/native_names.hpp"
#include "vellum/host.hpp"

namespace vellum {

namespace {

struct Overload {
    std::int32_t arity; // -1: variadic
    const Signature* signature;
    Native native;
};

/// A look-up that failed although the name is there.
struct Unheard {
    NativeName name; // the owner as it was asked for
    std::int32_t arity;
};

struct TransparentHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
        return std::hash<std::string_view>{}(text);
    }
};

std::string spelled(std::string_view owner, std::string_view name, std::int32_t arity) {
    std::string text(owner);
    if (!owner.empty()) text += '.';
    text += name;
    if (arity < 0) return text + " with any number of arguments";
    return text + " with " + std::to_string(arity) + (arity == 1 ? " argument" : " arguments");
}

const Overload* choose(const std::vector<Overload>& overloads, std::int32_t arity) {
    const Overload* variadic = nullptr;
    for (const Overload& overload : overloads) {
        if (arity >= 0 && overload.arity == arity) return &overload;
        if (overload.arity < 0) variadic = &overload;
    }
    if (variadic != nullptr) return variadic;
    return arity < 0 && !overloads.empty() ? &overloads.front() : nullptr;
}

} // namespace

struct Library::Tables {
    /// A method whose class is known only when it is called.
    struct Dispatcher {
        Library* library;
        NativeKind kind;
        std::string name;
    };

    std::string name;
    NativeNameMap<std::vector<Overload>> overloads;
    std::unordered_map<std::string, std::string, TransparentHash, std::equal_to<>>
        bases;                        // of derived classes
    std::deque<Signature> signatures; // in order of registration
    std::vector<std::shared_ptr<void>> callables;
    /// For each kind and name (owner left empty): the classes that have it, and who chooses among them.
    struct Owners {
        std::vector<std::string> names;
        Dispatcher dispatcher;
    };
    NativeNameMap<std::unique_ptr<Owners>> owners;
    std::unordered_set<const Signature*> given; // by resolve
    std::vector<Unheard> unheard;               // each once

    [[nodiscard]] Native look_up(NativeKind kind, std::string_view owner, std::string_view wanted,
                                 std::int32_t arity) const {
        const auto found = overloads.find(NativeNameView{kind, owner, wanted});
        if (found == overloads.end()) return {};
        const Overload* overload = choose(found->second, arity);
        return overload != nullptr ? overload->native : Native{};
    }

    /// The owner itself, then what it inherits from. Inheritance that runs in a circle ends after as many
    /// steps as there are classes.
    [[nodiscard]] Native look_up_inherited(NativeKind kind, std::string_view owner, std::string_view wanted,
                                           std::int32_t arity) const {
        for (std::size_t steps = 0; steps <= bases.size(); ++steps) {
            if (const Native native = look_up(kind, owner, wanted, arity); native.signature != nullptr)
                return native;
            const auto base = bases.find(owner);
            if (base == bases.end()) break;
            owner = base->second;
        }
        return {};
    }

    static void dispatch(void* self, Call& call) {
        auto& dispatcher = *static_cast<Dispatcher*>(self);
        const std::string_view owner = dispatcher.library->object_class(call.receiver);
        const Native native =
            owner.empty()
                ? Native{}
                : dispatcher.library->tables_->look_up_inherited(dispatcher.kind, owner, dispatcher.name,
                                                                 static_cast<std::int32_t>(call.size()));
        if (native)
            native(call);
        else
            call.fail("several classes have a method of that name, but not the object's class");
    }
};

Library::Library(std::string name) : tables_(std::make_shared<Tables>()) { tables_->name = std::move(name); }

std::string_view Library::name() const noexcept { return tables_->name; }

void Library::keep(std::shared_ptr<void> callable) { tables_->callables.push_back(std::move(callable)); }

Library& Library::add_raw(Signature signature, void (*invoke)(void*, Call&), void* self) {
    return add_native(std::move(signature), Native{invoke, self});
}

Library& Library::add_native(Signature signature, Native native) {
    const Signature& kept = tables_->signatures.emplace_back(std::move(signature));
    const std::int32_t arity = kept.variadic ? -1 : static_cast<std::int32_t>(kept.parameters.size());
    native.signature = &kept;
    const Overload made{arity, &kept, native};
    auto& list = tables_->overloads[NativeName{kept.kind, kept.owner, kept.name}];
    for (Overload& overload : list) {
        if (overload.arity != arity) continue;
        overload = made;
        return *this;
    }
    if (list.empty()) {
        auto& owners = tables_->owners[NativeName{kept.kind, {}, kept.name}];
        if (owners == nullptr)
            owners = std::make_unique<Tables::Owners>(Tables::Owners{{}, {this, kept.kind, kept.name}});
        owners->names.push_back(kept.owner);
    }
    list.push_back(made);
    return *this;
}

Library& Library::inherit(std::string_view derived, std::string_view base) {
    tables_->bases.insert_or_assign(std::string(derived), std::string(base));
    return *this;
}

Library& Library::latent(std::string_view name) {
    for (Signature& signature : tables_->signatures)
        if (signature.name == name) signature.latent = true;
    return *this;
}

Native Library::resolve(const NativeKey& key) {
    const Native native = find(key);
    if (native.invoke == &Tables::dispatch) { // whichever the receiver has
        for (const std::string& owner :
             tables_->owners.find(NativeNameView{key.kind, {}, key.name})->second->names)
            tables_->given.insert(tables_->look_up(key.kind, owner, key.name, key.arity).signature);
    } else if (native.signature != nullptr) {
        tables_->given.insert(native.signature);
    } else if (tables_->owners.contains(NativeNameView{key.kind, {}, key.name})) {
        const auto same = [&](const Unheard& one) {
            return one.arity == key.arity && one.name.kind == key.kind && one.name.name == key.name &&
                   one.name.owner == key.owner;
        };
        if (std::ranges::none_of(tables_->unheard, same))
            tables_->unheard.push_back(
                {{key.kind, std::string(key.owner), std::string(key.name)}, key.arity});
    }
    return native;
}

void Library::check(Diagnostics& diagnostics, const Host* known) const {
    const auto arity_of = [](const Signature& signature) {
        return signature.variadic ? -1 : static_cast<std::int32_t>(signature.parameters.size());
    };
    for (const Unheard& one : tables_->unheard) {
        std::string has; // "1 or 3"
        bool of_another = false;
        visit_all([&](const Signature& signature) {
            if (signature.kind != one.name.kind || signature.name != one.name.name) return;
            const std::int32_t arity = arity_of(signature);
            if (arity < 0 || arity == one.arity) of_another = true; // it is the class that differs
            has += (has.empty() ? "" : " or ") + std::to_string(arity);
        });
        if (!of_another && !has.empty())
            diagnostics.add(codes::host_arity, "scripts call " +
                                                   spelled(one.name.owner, one.name.name, one.arity) +
                                                   ", the host has it with " + has);
    }
    visit_all([&](const Signature& signature) {
        const std::int32_t arity = arity_of(signature);
        if (tables_->look_up(signature.kind, signature.owner, signature.name, arity) &&
            !tables_->given.contains(&signature)) {
            const std::string meant = known == nullptr ? std::string() : nearly_known(signature.name, *known);
            diagnostics.add(codes::host_unused,
                            "no script uses " + spelled(signature.owner, signature.name, arity), {},
                            meant.empty() ? std::string() : "did you mean " + meant + "?");
        }
    });
}

Native Library::find(const NativeKey& key) const {
    // A signature tells that something was found: what is only described has no function.
    const Native native = tables_->look_up_inherited(key.kind, key.owner, key.name, key.arity);
    if (native.signature != nullptr) return native;
    const bool is_function = key.kind == NativeKind::function;
    if (!key.owner.empty()) {
        if (is_function && key.owner != tables_->name) return {};
        return tables_->look_up(key.kind, {}, key.name, key.arity);
    }
    if (is_function) return {};
    // Nobody said whose it is: the one class that has it, or a choice by the receiver's class.
    const auto owners = tables_->owners.find(NativeNameView{key.kind, {}, key.name});
    if (owners == tables_->owners.end()) return {};
    Native only;
    for (const std::string& owner : owners->second->names) {
        const Native candidate = tables_->look_up(key.kind, owner, key.name, key.arity);
        if (candidate.signature == nullptr) continue;
        if (only && candidate) return Native{&Tables::dispatch, &owners->second->dispatcher, only.signature};
        if (!only) only = candidate;
    }
    return only;
}

void Library::visit_all(const std::function<void(const Signature&)>& visit) const {
    for (const Signature& signature : tables_->signatures) {
        // One that was replaced is kept for machines that hold it, but is no longer on offer.
        const auto found =
            tables_->overloads.find(NativeNameView{signature.kind, signature.owner, signature.name});
        for (const Overload& overload : found->second)
            if (overload.signature == &signature) visit(signature);
    }
}

} // namespace vellum
