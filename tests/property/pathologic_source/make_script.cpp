// The dice; see the header.
#include "property/pathologic_source/random_script.hpp"

namespace vellum::test {

namespace {

class Maker {
  public:
    Maker(Dice& dice, RandomScript& script) : dice_(dice), script_(script) {}

    void run() {
        for (std::uint32_t i = 0; i < 4; ++i) script_.globals.push_back(any_kind());
        for (std::uint32_t i = 0; i < 5; ++i) script_.variables.push_back(any_kind());
        const std::uint32_t count = 2 + dice_.below(4);
        for (std::uint32_t i = 0; i < count; ++i) routine(i + 1 == count);
    }

  private:
    Kind any_kind() { return static_cast<Kind>(dice_.below(kinds)); }
    bool often(std::uint32_t in_ten) { return dice_.below(10) < in_ten; }

    void routine(bool last) {
        Routine made;
        made.in_task = last || often(5);
        made.result = !last && often(7);
        made.kind = any_kind();
        if (!last)
            for (std::uint32_t i = dice_.below(4); i > 0; --i) made.parameters.push_back(any_kind());
        routine_ = &made;
        visible_.clear();
        depth_ = loops_ = 0;
        made.body = steps(3 + dice_.below(5));
        script_.routines.push_back(std::move(made));
    }

    // --- Statements ---

    Steps steps(std::uint32_t count) {
        const std::size_t mark = visible_.size();
        Steps list;
        ++depth_;
        for (std::uint32_t i = 0; i < count; ++i) list.push_back(step(i + 1 == count));
        --depth_;
        visible_.resize(mark);
        return list;
    }

    Step declaration() {
        Step made;
        made.sort = Step::Sort::declare;
        const Kind kind = any_kind();
        if (often(7)) made.terms.push_back(value_for(kind));
        made.place = {Home::local, static_cast<std::uint32_t>(routine_->locals.size())};
        routine_->locals.push_back(kind);
        visible_.push_back(made.place.number);
        return made;
    }

    Step step(bool last) {
        Step made;
        switch (dice_.below(depth_ > 3 ? 7 : 12)) {
        case 0: return declaration();
        case 1:
        case 2: {
            made.sort = Step::Sort::assign;
            made.place = any_place();
            made.terms.push_back(value_for(kind_of(made.place)));
            return made;
        }
        case 3: return update();
        case 4: return component();
        case 5:
            if (call_statement(made)) return made;
            [[fallthrough]];
        case 6:
            for (std::uint32_t i = 1 + dice_.below(3); i > 0; --i) made.terms.push_back(term(any_kind(), 3));
            return made;
        case 7:
        case 8:
            made.sort = Step::Sort::branch;
            made.terms.push_back(term(Kind::boolean, 3));
            made.body = steps(1 + dice_.below(3));
            if (often(5)) made.other = steps(1 + dice_.below(3));
            return made;
        case 9: return loop();
        case 10:
            if (loops_ != 0 && last) {
                made.sort = often(5) ? Step::Sort::leave : Step::Sort::again;
                return made;
            }
            return declaration();
        default:
            if (!last || depth_ < 2) return declaration();
            made.sort = Step::Sort::result;
            if (routine_->result) made.terms.push_back(value_for(routine_->kind));
            return made;
        }
    }

    Step loop() {
        static constexpr std::array sorts{Step::Sort::loop, Step::Sort::counted, Step::Sort::repeat};
        Step made;
        made.sort = sorts[dice_.below(3)];
        made.number = dice_.below(4);
        // The counter is a local that nothing else sees.
        made.place = {Home::local, static_cast<std::uint32_t>(routine_->locals.size())};
        routine_->locals.push_back(Kind::integer);
        if (made.sort == Step::Sort::loop && often(4))
            made.terms.push_back(term(any_kind(), 2)); // shown each time
        ++loops_;
        made.body = steps(1 + dice_.below(3));
        --loops_;
        return made;
    }

    Step update() {
        static constexpr std::array<const char*, 3> number_ops{"+", "-", "*"};
        Step made;
        made.sort = Step::Sort::update;
        made.place = any_place();
        const Kind kind = kind_of(made.place);
        if (kind == Kind::boolean) {
            made.sort = Step::Sort::assign;
            made.terms.push_back(term(kind, 3));
        } else if (kind == Kind::text) {
            made.op = "+";
            made.terms.push_back(term(often(5) ? Kind::text : Kind::integer, 2));
        } else {
            made.op = number_ops[dice_.below(kind == Kind::vector ? 2 : 3)];
            made.terms.push_back(term(kind, 3));
        }
        return made;
    }

    Step component() {
        Step made;
        if (!place_of(Kind::vector, made.place, false)) return declaration();
        made.sort = Step::Sort::component;
        made.number = dice_.below(3);
        if (often(3)) made.op = "+";
        made.terms.push_back(term(Kind::real, 3));
        return made;
    }

    bool call_statement(Step& made) {
        if (script_.routines.empty()) return false;
        auto called = std::make_unique<Term>();
        if (!call(dice_.below(static_cast<std::uint32_t>(script_.routines.size())), *called, 2)) return false;
        made.sort = Step::Sort::call;
        made.terms.push_back(std::move(called));
        return true;
    }

    // --- Variables ---

    [[nodiscard]] Kind kind_of(Place place) const {
        switch (place.home) {
        case Home::local: return routine_->locals[place.number];
        case Home::parameter: return routine_->parameters[place.number];
        case Home::task: return script_.variables[place.number];
        case Home::global: break;
        }
        return script_.globals[place.number];
    }

    [[nodiscard]] std::vector<Place> places(bool globals) const {
        std::vector<Place> list;
        for (const std::uint32_t local : visible_) list.push_back({Home::local, local});
        for (std::uint32_t i = 0; i < routine_->parameters.size(); ++i) list.push_back({Home::parameter, i});
        for (std::uint32_t i = 0; routine_->in_task && i < script_.variables.size(); ++i)
            list.push_back({Home::task, i});
        for (std::uint32_t i = 0; globals && i < script_.globals.size(); ++i)
            list.push_back({Home::global, i});
        return list;
    }

    Place any_place() {
        const std::vector<Place> list = places(true);
        return list[dice_.below(static_cast<std::uint32_t>(list.size()))];
    }

    bool place_of(Kind kind, Place& out, bool globals) {
        std::vector<Place> fit;
        for (const Place place : places(globals))
            if (kind_of(place) == kind) fit.push_back(place);
        if (fit.empty()) return false;
        out = fit[dice_.below(static_cast<std::uint32_t>(fit.size()))];
        return true;
    }

    // --- Expressions ---

    /// A value that can be stored there, perhaps of another type.
    TermPtr value_for(Kind kind) {
        if (often(2) && kind == Kind::real) return term(Kind::integer, 3);
        if (often(2) && kind == Kind::integer) return term(often(5) ? Kind::boolean : Kind::real, 3);
        if (often(2) && kind == Kind::text) return term(Kind::integer, 3);
        return term(kind, 3);
    }

    TermPtr constant(Kind kind) {
        static constexpr std::array<const char*, 4> texts{"", "a", "two words", "\xC3\xA4\"\\"};
        auto made = std::make_unique<Term>();
        made->kind = kind;
        const auto real = [this] { return static_cast<float>(static_cast<int>(dice_.below(41)) - 20) / 4; };
        switch (kind) {
        case Kind::boolean: made->value = often(5); break;
        case Kind::integer: made->value = static_cast<std::int32_t>(dice_.below(41)) - 20; break;
        case Kind::real: made->value = real(); break;
        case Kind::text: made->value = std::string(texts[dice_.below(4)]); break;
        case Kind::vector:
            made->sort = Term::Sort::vector;
            for (int i = 0; i < 3; ++i) made->parts.push_back(constant(Kind::real));
            break;
        }
        return made;
    }

    TermPtr operation(Term::Sort sort, Kind kind, std::string op, std::vector<TermPtr> parts) {
        auto made = std::make_unique<Term>();
        made->sort = sort;
        made->kind = kind;
        made->op = std::move(op);
        made->parts = std::move(parts);
        return made;
    }
    TermPtr two(Term::Sort sort, Kind kind, std::string op, TermPtr a, TermPtr b) {
        std::vector<TermPtr> parts;
        parts.push_back(std::move(a));
        parts.push_back(std::move(b));
        return operation(sort, kind, std::move(op), std::move(parts));
    }
    TermPtr one(Term::Sort sort, Kind kind, std::string op, TermPtr a) {
        std::vector<TermPtr> parts;
        parts.push_back(std::move(a));
        return operation(sort, kind, std::move(op), std::move(parts));
    }

    bool call(std::uint32_t number, Term& made, std::uint32_t depth) {
        const Routine& target = script_.routines[number];
        if (target.in_task && !routine_->in_task) return false;
        made.sort = Term::Sort::call;
        made.kind = target.kind;
        made.number = number;
        for (const Kind kind : target.parameters)
            made.parts.push_back(term(kind, depth == 0 ? 0 : depth - 1));
        return true;
    }

    TermPtr term(Kind kind, std::uint32_t depth) {
        auto made = std::make_unique<Term>();
        made->kind = kind;
        if (depth == 0 || often(3)) {
            if (often(7) && place_of(kind, made->place, true)) {
                made->sort = Term::Sort::variable;
                return made;
            }
            if (kind == Kind::real && often(3) && place_of(Kind::vector, made->place, false)) {
                made->sort = Term::Sort::component;
                made->number = dice_.below(3);
                return made;
            }
            return constant(kind);
        }
        --depth;
        if (often(2)) {
            std::vector<std::uint32_t> fit;
            for (std::uint32_t i = 0; i < script_.routines.size(); ++i)
                if (script_.routines[i].result && script_.routines[i].kind == kind) fit.push_back(i);
            if (!fit.empty() && call(fit[dice_.below(static_cast<std::uint32_t>(fit.size()))], *made, depth))
                return made;
            made->parts.clear();
        }
        if (often(1)) {
            std::vector<TermPtr> parts;
            parts.push_back(term(Kind::boolean, depth));
            parts.push_back(term(kind, depth));
            parts.push_back(term(kind, depth));
            return operation(Term::Sort::choice, kind, {}, std::move(parts));
        }
        return operation_of(kind, depth);
    }

    TermPtr operation_of(Kind kind, std::uint32_t depth) {
        static constexpr std::array<const char*, 6> compare{"==", "!=", "<", ">", "<=", ">="};
        static constexpr std::array<const char*, 6> integers{"+", "-", "*", "&", "|", "^"};
        switch (kind) {
        case Kind::boolean:
            switch (dice_.below(4)) {
            case 0:
                return two(often(5) ? Term::Sort::both : Term::Sort::either, kind, {}, term(kind, depth),
                           term(kind, depth));
            case 1: return one(Term::Sort::unary, kind, "!", term(often(6) ? kind : Kind::integer, depth));
            case 2: {
                const Kind of = often(5) ? Kind::integer : Kind::real;
                return two(Term::Sort::binary, kind, compare[dice_.below(6)], term(of, depth),
                           term(of, depth));
            }
            default:
                return two(Term::Sort::binary, kind, compare[dice_.below(2)], term(Kind::text, depth),
                           term(Kind::text, depth));
            }
        case Kind::integer:
            switch (dice_.below(5)) {
            case 0: {
                TermPtr divisor = constant(kind);
                if (std::get<std::int32_t>(divisor->value) == 0) divisor->value = std::int32_t{7};
                return two(Term::Sort::binary, kind, often(5) ? "/" : "%", term(kind, depth),
                           std::move(divisor));
            }
            case 1:
                return one(Term::Sort::cast, kind, {}, term(often(5) ? Kind::real : Kind::boolean, depth));
            case 2: return one(Term::Sort::unary, kind, "-", term(kind, depth));
            default:
                return two(Term::Sort::binary, kind, integers[dice_.below(6)], term(kind, depth),
                           term(kind, depth));
            }
        case Kind::real:
            switch (dice_.below(4)) {
            case 0: return one(Term::Sort::cast, kind, {}, term(Kind::integer, depth));
            case 1:
                return two(Term::Sort::binary, kind, "|", term(Kind::vector, depth),
                           term(Kind::vector, depth));
            default:
                return two(Term::Sort::binary, kind, integers[dice_.below(3)], term(kind, depth),
                           term(often(5) ? kind : Kind::integer, depth));
            }
        case Kind::text:
            return two(Term::Sort::binary, kind, "+", term(kind, depth),
                       term(static_cast<Kind>(often(5) ? 3 : dice_.below(2)), depth));
        case Kind::vector: break;
        }
        if (often(4)) {
            std::vector<TermPtr> parts;
            for (int i = 0; i < 3; ++i) parts.push_back(term(Kind::real, depth));
            return operation(Term::Sort::vector, kind, {}, std::move(parts));
        }
        if (often(3)) return two(Term::Sort::binary, kind, "*", term(kind, depth), term(Kind::real, depth));
        return two(Term::Sort::binary, kind, integers[dice_.below(2)], term(kind, depth), term(kind, depth));
    }

    Dice& dice_;
    RandomScript& script_;
    Routine* routine_ = nullptr;
    std::vector<std::uint32_t> visible_; ///< Locals that can be named here.
    std::uint32_t depth_ = 0, loops_ = 0;
};

} // namespace

RandomScript RandomScript::make(Dice& dice) {
    RandomScript script;
    Maker(dice, script).run();
    return script;
}

} // namespace vellum::test
