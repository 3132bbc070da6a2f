// vellum: section=
#define function int
enum CursorMode { eModeLookat = 0 };
#define VWALK 1
internalstring autoptr builtin managed struct String;
managed struct Character;
internalstring autoptr builtin managed struct String {
};
managed struct Character {
};
import void Say(this Character*, const string, ...);
import void ChangeView(this Character*, int);
import Character* player;
unused { 1 }
import Character cGull;
import void Display(const string, ...);
int g0;
