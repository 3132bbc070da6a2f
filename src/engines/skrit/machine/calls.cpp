// Calls of the host: cells become values, the native runs, what it left goes back to variables and the
// stack. A native that reports a failure ends the fragment as a division by zero does.
#include <utility>

#include "engines/skrit/codes.hpp"
#include "engines/skrit/machine/machine.hpp"

namespace vellum::skrit {

/// What natives left in their arguments. A text that is too long ends the call.
bool Machine::write_back(const CallSite& site, const Frame_& frame) {
    const LinkedCode& code = *invocation_.code;
    for (std::uint32_t i = site.write_back; i < site.write_back_end; ++i) {
        const WriteBack& entry = code.write_backs[i];
        StackCell& cell = (entry.frame == SlotFrame::local      ? frame.locals
                           : entry.frame == SlotFrame::instance ? invocation_.instance
                                                                : invocation_.shared)[entry.offset];
        Value& value = values_[entry.argument];
        switch (entry.cell) {
        case Cell::string:
            if (value.text().data() != cell.text().view().data() && !text_fits(value)) return false;
            cell.text() = value.string();
            break;
        case Cell::handle: {
            const std::uint64_t handle = value.is(Type::object) ? value.object().id : 0;
            if (handle != 0) context_.retain(handle);
            const std::uint64_t old = cell.bits();
            cell.set_bits(handle);
            if (old != 0) context_.release(old);
            break;
        }
        case Cell::real: cell.set_real(canonical(detail::to_real(value))); break;
        case Cell::pointer: cell.set_bits(value.is(Type::object) ? value.object().id : 0); break;
        default: cell.set_integer(detail::to_integer(value)); break;
        }
    }
    return true;
}

/// `sp` stands behind the arguments (and their number); afterwards behind the result.
bool Machine::native(const CallSite& site, StackCell*& sp) {
    const LinkedCode& code = *invocation_.code;
    const std::size_t count = site.count;
    StackCell* const arguments = sp - count - (site.variadic ? 1 : 0);
    sp_ = sp;
    std::uint64_t receiver = 0;
    if (site.member) {
        receiver = arguments[-1].bits();
        if (site.receiver_id)
            receiver = static_cast<std::uint32_t>(receiver);
        else if (receiver == 0) {
            fail(codes::run_null, "null pointer");
            return false;
        }
    }
    if (site.native.invoke == nullptr) {
        fail(codes::run_missing, "the host has no function " + code.unit->import_signature(site.import));
        return false;
    }
    const ArgumentKind* const kinds = code.argument_kinds.data() + site.kinds;
    Value* const values = values_.data();
    std::size_t text_bytes = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const StackCell& cell = arguments[i];
        switch (kinds[i]) {
        case ArgumentKind::integer: values[i] = Value(cell.integer()); break;
        case ArgumentKind::boolean: values[i] = Value(cell.low() != 0); break;
        case ArgumentKind::real: values[i] = Value(canonical(cell.real())); break;
        case ArgumentKind::text:
            values[i] = Value(cell.text());
            text_bytes += cell.text().size();
            break;
        default: values[i] = Value(ObjectId{cell.bits()}); break;
        }
    }
    call_.work = text_bytes;
    call_.receiver = {receiver};
    call_.arguments = {pointers_.data(), count};
    call_.outcome = Outcome::done;
    call_.machine = invocation_.index;
    call_.scheduler = SchedulerLink(context_.scheduler);
    site.native(call_);
    if (call_.work != 0) {
        context_.spend(text_cost(call_.work));
        if (context_.interruption()) [[unlikely]] {
            fail(vellum::codes::run_interrupted, "the world was interrupted");
            return forget_call(site);
        }
    }
    if (context_.observer != nullptr) [[unlikely]] {
        const Import& import = code.unit->imports[site.import];
        const NativeKey key{site.member ? NativeKind::method : NativeKind::function, import.owner,
                            import.name, static_cast<std::int32_t>(count)};
        context_.observer->native({*context_.scheduler, invocation_.index, key, call_, site.native.stand_in,
                                   site.native.signature});
    }
    if (call_.outcome != Outcome::done) [[unlikely]] {
        if (fault_.code == nullptr)
            fail(codes::run_host,
                 call_.outcome == Outcome::failed
                     ? std::exchange(call_.error, {})
                     : std::string("the host function tries to wait, which these scripts cannot do"));
        return forget_call(site);
    }
    if (call_.result.is(Type::string) && !text_fits(call_.result)) return forget_call(site);
    if (site.write_back != site.write_back_end && !write_back(site, frames_.back())) return forget_call(site);
    // the result first: an argument may hold the last reference to it
    StackCell result;
    result.set_bits(0);
    if (site.result == TypeKind::integer && call_.result.is(Type::integer))
        result.set_integer(call_.result.integer());
    else if (site.result != TypeKind::none)
        static_cast<void>(convert_in(result, site.result, call_.result)); // its size was checked
    if (site.counted)
        for (std::size_t i = 0; i < count; ++i) {
            if (kinds[i] == ArgumentKind::text) {
                values[i] = Value();
                arguments[i].drop_text();
            } else if (kinds[i] == ArgumentKind::handle && arguments[i].bits() != 0)
                context_.release(arguments[i].bits());
        }
    StackCell* const used = arguments - (site.member ? 1 : 0);
    sp = used;
    if (site.result != TypeKind::none) *sp++ = result;
    call_.result = Value();
    if (!temporaries_.empty()) drop_temporaries(used);
    return true;
}

/// A text that comes from a native: neither too long nor too much.
bool Machine::text_fits(const Value& value) {
    const std::size_t size = value.text().size();
    if (size > context_.limits.text) {
        fail(codes::run_text, "text too long");
        return false;
    }
    context_.spend(text_cost(size));
    const std::uint64_t made = value.string().footprint() + text_overhead;
    context_.fresh += made;
    return context_.fresh <= context_.allowance || memory_left(made);
}

/// After a failure: nothing of the call stays behind. Always false.
bool Machine::forget_call(const CallSite& site) {
    for (std::size_t i = 0; i < site.count; ++i) values_[i] = Value();
    call_.result = Value();
    return false;
}

} // namespace vellum::skrit
