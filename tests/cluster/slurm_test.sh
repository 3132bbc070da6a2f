#!/usr/bin/env bash
# docs/cluster.md on Slurm: a job array indexes a collection and a job that depends on it merges the parts. A task whose
# process is killed and a machine that dies cost time only. The real daemons run on this machine's loopback and end with the
# test. usage: slurm_test.sh VELLUM
set -euo pipefail
vellum=$(realpath "$1")
cd "$(dirname "$0")/../.."
root=$PWD

for program in slurmctld slurmd munged sbatch; do
  PATH=$PATH:/usr/sbin command -v "$program" > /dev/null || { echo "skipped: there is no $program (Debian: slurm-wlm, munge)"; exit 77; }
done
PATH=$PATH:/usr/sbin
"$vellum" query > /dev/null 2>&1 || { echo "skipped: this build has no indexes"; exit 77; }

work=$(mktemp -d)
started=() # what is to be ended, by its number
stop() {
  local status=$?
  [[ $status -eq 0 || $status -eq 77 ]] || { squeue; tail -n 20 "$work"/*.log "$work"/slurm-*.out; } 2> /dev/null || true
  scancel --user "$(id -un)" > /dev/null 2>&1 || true
  for number in "${started[@]}"; do kill -TERM "$number" 2> /dev/null || true; done
  for number in "${started[@]}"; do wait "$number" 2> /dev/null || true; done
  rm -rf "$work"
}
trap stop EXIT
fail() {
  echo "failed: $*" >&2
  exit 1
}
# until SECONDS COMMAND...: until the command succeeds
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@" > /dev/null 2>&1; do
    [[ $SECONDS -lt $end ]] || return 1
    sleep 0.1
  done
}
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# --- The daemons ---
mkdir -m 700 "$work/munge" "$work/state" "$work/spool"
chmod 755 "$work"
head -c 1024 /dev/urandom > "$work/munge/key"
chmod 600 "$work/munge/key"
chmod 711 "$work/munge"
munged --foreground --key-file "$work/munge/key" --socket "$work/munge/socket" --pid-file "$work/munge/pid" \
  --log-file "$work/munge/log" --seed-file "$work/munge/seed" > "$work/munged.log" 2>&1 &
started+=($!)
until_true 20 test -S "$work/munge/socket" || fail "munged does not start"
cat > "$work/slurm.conf" << END
ClusterName=vellum
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
JobRequeue=1
ReturnToService=2
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=2 Sockets=1 CoresPerSocket=2 ThreadsPerCore=1 RealMemory=1000
PartitionName=main Nodes=$(hostname -s) Default=YES MaxTime=INFINITE
END
export SLURM_CONF=$work/slurm.conf
slurmctld -D > /dev/null 2> "$work/slurmctld.err.log" &
started+=($!)
start_node() {
  slurmd -D > /dev/null 2> "$work/slurmd.err.log" &
  node=$!
  started+=("$node")
}
start_node
is_idle() { [[ $(sinfo --noheader --format=%T) == idle ]]; }
until_true 30 is_idle || fail "the node does not get ready"

# --- A collection ---
mkdir "$work/games" "$work/parts"
for i in $(seq 1 "${SCRIPTS:-400}"); do
  mkdir "$work/games/$i"
  { cat samples/skrit/lighthouse.skrit; echo "// $i"; } > "$work/games/$i/lighthouse.skrit"
  cp tests/data/pathologic/lantern.bin samples/ff7/island.ev "$work/games/$i"
done
cd "$work"
"$vellum" index -q games -o whole.vdb
"$vellum" query whole.vdb --dump > whole.txt

# --- The job array and the merge of docs/cluster.md ---
export PATH=$work/bin:$PATH
mkdir bin
ln -s "$vellum" bin/vellum
python3 "$root/tests/cluster/pages.py" sbatch "$root/docs/cluster.md" > part.sbatch
sed -i 's,1-64,1-4,; s,/games,games,; s/--cpus-per-task=2/--cpus-per-task=1/; s/--mem=2G/--mem=100M/' part.sbatch
export TMPDIR=$work
job=$(sbatch --parsable part.sbatch)
merge=$(sbatch --parsable --mem=100M --dependency=afterok:"$job" --wrap 'vellum index --merge parts/*.vdb -o games.vdb')

# A task's process is killed: the task goes back into the queue by itself.
until_true 60 test -e "vellum-$job-1.vdb.part" || fail "the first task does not start"
sleep 0.2
victim=$(pgrep -f "^vellum index .* $work/vellum-$job-1.vdb$") || fail "the first task has ended already"
kill -KILL "$victim"
# The machine dies with all that runs on it, and comes back: Slurm puts its tasks back.
until_true 120 test -e "vellum-$job-3.vdb.part" -o -e "vellum-$job-4.vdb.part" || fail "no other task starts"
sleep 0.2
running=()
for number in $(pgrep -f "^vellum index .* $work/vellum-$job-" || true; pgrep slurmstepd || true); do
  # Those of this test alone.
  if { tr '\0' '\n' < "/proc/$number/environ" | grep -x "SLURM_CONF=$work/slurm.conf" > /dev/null; } 2> /dev/null; then running+=("$number"); fi
done
kill -KILL "$node" "${running[@]}" 2> /dev/null || true
start_node
finished() { scontrol show job "$merge" | grep 'JobState=\(COMPLETED\|FAILED\|CANCELLED\)' > /dev/null; }
until_true 240 finished || { squeue; scontrol show job; fail "the jobs do not end"; }
scontrol show job "$merge" | grep 'JobState=COMPLETED' > /dev/null || fail "the merge failed"
restarts=$(scontrol show job "$job" | sed -nE 's/.*Restarts=([0-9]+).*/\1/p' | paste -sd+ | bc)
[[ $restarts -ge 2 ]] || fail "$restarts tasks were put back into the queue, and not two or more"
"$vellum" query games.vdb --dump > games.txt
cmp whole.txt games.txt || fail "the merged index differs from that of one process"
echo "the same index, $restarts tasks repeated"
