// vellum: section=
#define function int
internalstring autoptr builtin managed struct String;
struct Character;
internalstring autoptr builtin managed struct String {
};
struct Character {
    import void Say(const string, ...);
};
unused { 2 }
import Character cKeeper;
import Character cGull;
unused { 1 }
