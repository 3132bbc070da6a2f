#!/usr/bin/env bash
# Games that are played: steps of a player in plans and runs, of projects and packed games, with snapshots and records.
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$@"

cp -r samples/ags/harbour "$work/game"
cp samples/ags-game/lighthouse.ags "$work"
# Waiting takes as many frames as it says; the world ends in the one behind them.
for frames in 1 5; do
  run 0 run "$work/lighthouse.ags" --step "wait $frames"
  [[ $(cat "$work/out" "$work/err") == *"$((frames + 1)) frame"* ]] || fail "it did not wait $frames frames"
done
plan=$work/story.plan
cat > "$plan" << 'END'
script game

test the door needs the key
expect room == 1
interact hDoor
expect said cEgo "It is locked."
expect inventory has no iKey
interact oRope
expect once said cEgo "There is a key under the rope."
expect inventory has iKey
look iKey
expect displayed "A key with a tag: not for children."
click hDoor with iKey
expect displayed "The key turns."
interact hDoor
expect player.Room == 2
expect score == 5
expect no fault

test the keeper gives his lamp
talk cKeeper
expect told options of dKeeper: 1 "May I have the lamp?", 2 "Good night."
choose 1
expect cEgo.InventoryQuantity(1) == 2
expect dKeeper.OptionState(1) == 0
choose "Good night."
expect dialog == none

test texts are read in their time
look cKeeper
expect ready for look hDoor == false
key 27
look iKey
expect ready for look hDoor == true

test what has no function is unhandled
look oRope
expect displayed "That does nothing."
wait 60
expect oGull.X > 20
END
run 0 test "$plan"
out_has "4 tests: 4 passed, 0 failed"
err_empty
run 0 test "$plan" --format json
is_json

# What does not come true, and what cannot be done.
sed -i 's/== 5$/== 6/; s/choose 1$/choose 3/; s/look cKeeper/look cKeper/' "$plan"
run 1 test "$plan"
out_has "score is 5"
out_has "dKeeper does not offer option 3 now"
out_has "there is no 'cKeper' in room 1. Did you mean 'cKeeper'?"
out_has "4 tests: 1 passed, 3 failed"
printf 'script game\ntalk\nchose 2\n' > "$plan"
run 2 test "$plan"
err_has "expected a name or number after 'talk'"
err_has "Did you mean 'choose'?"

# A run tells the same, and ends when the game is at rest.
run 0 run "$work/game" --step 'interact oRope' --step 'look iKey'
out_has '> interact oRope'
out_has 'said cEgo "There is a key under the rope."'
out_has 'asks oRope.Visible = 0'
out_lacks 'cEgo.Say("There is a key under the rope.") [stood in]'
run 1 run "$work/game" --step 'choose 1' --frames 5
err_has "the run ended before 'choose 1' could be done"
run 1 run "$samples/lamp.bin" --step 'look hDoor'
err_has "'look hDoor' cannot be done here: unknown event"
err_has "steps need a whole game"

# Recorded and repeated; stopped in a dialog and gone on with.
run 0 run "$work/game" --step 'talk cKeeper' --step 'choose 2' --record "$work/record" --snapshot-at "100:$work/middle"
run 0 run "$work/game" --replay "$work/record"
run 0 run "$work/game" --restore "$work/middle" --step 'choose 2' --step 'look cKeeper'
out_has 'said cEgo "The keeper looks after the light."'

# A game that saves itself: in memory, and in a folder for the next run.
sed -i 's/^  if (key == eKeyEscape)/  if (key == eKeyF5) SaveGameSlot(1, "by key");\n  if (key == eKeyF7) RestoreGameSlot(1);\n  if (key == eKeyF9) RestartGame();\n&/' \
  "$work/game/GlobalScript.asc"
cat > "$plan" << 'END'
script game
interact oRope
wait 90
key 363
expect told saved in slot 1 "by key"
use iKey on hDoor
wait 90
interact hDoor
wait 1
expect player.Room == 2
key 365
expect told slot 1 is restored
expect player.Room == 1
expect inventory has iKey
expect score == 0
key 367
expect told the restart point is restored
expect inventory has no iKey
expect no fault
END
run 0 test "$plan"
mkdir "$work/saved"
run 0 run "$work/game" --setting "files=$work/saved" --step 'interact oRope' --step 'wait 90' --step 'key 363'
[[ $(ls "$work/saved") == agssave.001 ]] || fail "the saved game is not there"
run 0 run "$work/game" --setting "files=$work/saved" --step 'key 365' --step 'look iKey'
out_has 'slot 1 is restored'
out_has 'displayed "A key with a tag: not for children."'

# A packed game has its own data.
run 0 run "$work/lighthouse.ags" --frames 2
err_empty
printf 'look cGull\nexpect player == cGull\nscript lighthouse.ags\n' > "$plan"
run 0 test "$plan"
