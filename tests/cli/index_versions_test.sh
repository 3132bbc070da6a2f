#!/usr/bin/env bash
# Two versions of a game in an index: functions that were renamed and moved are found, and no other is taken for them.
# shellcheck disable=SC2016  # names of Skrit have the sign
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

needs_indexes
cd "$work"
mkdir v1 v2
body() { # body <number> <prefix> <more>: some are alike but for a number
  echo "    int $2$1(int a) { @Trace(\"text $(($1 / 2))\"); if (a > $1) { return a - $1; } int b = a * $(($1 * 3)); $3 return b + a; }"
}
{
  echo "main task TMain {"
  for i in $(seq 1 60); do body "$i" F ""; done
  echo "    void init() {"
  for i in $(seq 1 60); do echo "        F$i(0);"; done
  echo "    }"
  echo "}"
} > v1/quest.patho
{
  echo "main task TMain {"
  for i in $(seq 60 -1 1); do body "$i" Renamed "$([[ $((i % 10)) -ne 0 ]] || echo 'b = b + 1;')"; done
  echo "    void init() {"
  for i in $(seq 1 60); do echo "        Renamed$i(0);"; done
  echo "    }"
  echo "}"
} > v2/quest.patho
"$vellum" index -q v1 v2 -o versions.vdb
run 0 query versions.vdb differs v1 v2 --format csv --rows 0
[[ $(grep -cE '"(changed, )?renamed"' out) -eq 60 ]] || fail "60 functions were renamed"
[[ $(grep -c '"changed, renamed"' out) -eq 6 ]] || fail "6 of them were changed"
sed -nE 's/.*"TMain\.F([0-9]+)",.*"TMain\.Renamed([0-9]+)".*/\1 \2/p' out | while read -r before after; do
  [[ $before == "$after" ]] || fail "F$before is not Renamed$after"
done
run 0 query versions.vdb near TMain.F10 50
out_has "TMain.Renamed10"
run 0 query versions.vdb same TMain.F11
out_has "TMain.Renamed11"
out_lacks "TMain.Renamed12"
# Of many sources only those that are shown are read.
mkdir copies
for copy in {1..300}; do cp "$OLDPWD"/samples/pathologic/fibonacci.bin "copies/$copy.bin"; done
run 0 index copies -o copies.vdb
run 0 query copies.vdb source 'T*' --rows 1 --steps 5000
out_has "copies/1.bin"

# The same of two generated builds: all functions renamed, half of them moved to other scripts, a third changed a little, some
# removed and others new. At least 95 % are found, and of the pairs less than 1 % are wrong.
python3 - << 'END'
import os, random
chance = random.Random(7)
def statement(depth=0):
    k = chance.randrange(1, 1000)
    kind = chance.randrange(5 if depth < 2 else 3)
    if kind == 0: return [f'@Trace("text {k}");']
    if kind == 1: return [f"b = b {chance.choice('+-*')} {k};"]
    if kind == 2: return [f"b = a {chance.choice('+-*')} b;"]
    head = f"if (a > {k}) {{" if kind == 3 else f"while (b < {k}) {{"
    return [head] + [line for _ in range(chance.randrange(1, 4)) for line in statement(depth + 1)] + ["}"]
def body(): return [statement() for _ in range(chance.randrange(4, 12))]
def write(path, functions):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as out:
        out.write("main task TMain {\n")
        for name, parts in functions:
            out.write(f"int {name}(int a) {{\nint b = 0;\n" + "\n".join(line for part in parts for line in part) + "\nreturn b;\n}\n")
        out.write("void init() {\n" + "".join(f"{name}(0);\n" for name, _ in functions) + "}\n}\n")
old = {number: body() for number in range(300)}
new = {number: list(parts) for number, parts in old.items() if number % 15}  # 20 are removed
for number in new:
    if number % 3 == 1: new[number].insert(chance.randrange(len(new[number])), statement(2))
place = {number: number % 6 if number % 2 else chance.randrange(6) for number in old}
for script in range(6):
    write(f"build1/s{script}.patho", [(f"F{number}", parts) for number, parts in old.items() if number % 6 == script])
    fresh = [(f"N{script}_{i}", body()) for i in range(4)]
    there = [(f"R{number}", parts) for number, parts in new.items() if place[number] == script] + fresh
    chance.shuffle(there)
    write(f"build2/s{script}.patho", there)
END
"$vellum" index -q build1 build2 -o builds.vdb
run 0 query builds.vdb problems
out_empty
run 0 query builds.vdb differs build1 build2 --format jsonl --rows 0
python3 - << 'END' || fail "too few functions are found again, or too many are taken for others"
import json
pairs = [(row["function_before"], row["function_after"]) for row in map(json.loads, open("out")) if row["function_before"] and row["function_after"]]
pairs = [(a.split(".")[1], b.split(".")[1]) for a, b in pairs if "init" not in a]
right = [pair for pair in pairs if pair[0][1:] == pair[1][1:]]
print(len(right), "of 280 found;", len(pairs) - len(right), "wrong")
assert len(right) >= 0.95 * 280 and len(pairs) - len(right) < 0.01 * len(pairs), set(pairs) - set(right)
END

# What stays in its script is no other's, even if another is more alike.
mkdir -p stay1 stay2
lines() { for i in {1..40}; do echo "    n = n * $((i * 7 + 1)) + b - $i;"; done; }
script() { printf 'int n;\nint %s(int b) {\n%s\n    return n;\n}\nexport %s;\n' "$1" "$(cat)" "$1" > "$2.asc"; run 0 compile "$2.asc" -o "$2.o" -q; rm "$2.asc"; }
lines | script Before stay1/a
lines | sed '3s/.*/n = b;/; 13s/.*/n = 0;/; 23s/.*/b = 1;/; 33s/.*/b = n;/' | script After stay2/a
lines | sed '20s/.*/n = b;/' | script Other stay2/b
run 0 index -q stay1 stay2 -o stay.vdb
run 0 query stay.vdb differs stay1 stay2 --format csv
out_has '"changed, renamed","stay1/a.o","Before","stay2/a.o","After"'
out_has '"added","","","stay2/b.o","Other"'
