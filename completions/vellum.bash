# Completion of vellum for bash. Made by 'vellum completion bash'; do not edit.
_vellum_engines() {
    vellum version --color never 2>/dev/null | sed -n 's/^  \([a-z0-9]*\)  .*/\1/p'
}

_vellum() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    local command=${COMP_WORDS[1]} words='' kind=file options=''
    COMPREPLY=()
    # bash splits --name=value at the equals sign
    if [[ $current == = ]]; then current=''; fi
    if [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
    if [[ $COMP_CWORD -eq 1 ]]; then
        mapfile -t COMPREPLY < <(compgen -W 'info check xref graph diff index query grep report web isa natives init disasm decompile asm compile build format patch extract pack texts run trace profile test watch debug dap lsp console formula states exports map translate help completion version --help --version' -- "$current")
        return
    fi
    case $command in
    info)
        options='--functions --listing --source --format --engine --variant --no-project --exports --data --header --define --api --compat --switch --agscc-lines --strict-agscc --files-from --jobs --shard --messages --quiet --color --help'
        case $previous in
        --format|-f) options='' words='' words='text json jsonl' ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --header) options='' words='' kind=none ;;
        --define) options='' words='' kind=none ;;
        --api) options='' words='' kind=none ;;
        --compat) options='' words='' kind=none ;;
        --switch) options='' words='' kind=none ;;
        --files-from) options='' words='' kind=file ;;
        --jobs|-j) options='' words='' kind=none ;;
        --shard) options='' words='' kind=none ;;
        --messages) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    check)
        options='--format --notes --lint --index --strict --engine --variant --no-project --exports --data --header --define --api --compat --switch --agscc-lines --strict-agscc --files-from --jobs --shard --messages --quiet --color --help'
        case $previous in
        --format|-f) options='' words='' words='text json jsonl sarif' ;;
        --index) options='' words='' kind=file ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --header) options='' words='' kind=none ;;
        --define) options='' words='' kind=none ;;
        --api) options='' words='' kind=none ;;
        --compat) options='' words='' kind=none ;;
        --switch) options='' words='' kind=none ;;
        --files-from) options='' words='' kind=file ;;
        --jobs|-j) options='' words='' kind=none ;;
        --shard) options='' words='' kind=none ;;
        --messages) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    xref)
        options='--kind --match --in --ignore-case --listing --index --list --format --engine --variant --no-project --exports --data --header --define --api --compat --switch --agscc-lines --strict-agscc --files-from --jobs --shard --messages --quiet --color --help'
        case $previous in
        --kind|-k) options='' words='' words='native method string global event handler import function state number' ;;
        --in) options='' words='' kind=none ;;
        --index) options='' words='' kind=file ;;
        --format|-f) options='' words='' words='text json jsonl' ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --header) options='' words='' kind=none ;;
        --define) options='' words='' kind=none ;;
        --api) options='' words='' kind=none ;;
        --compat) options='' words='' kind=none ;;
        --switch) options='' words='' kind=none ;;
        --files-from) options='' words='' kind=file ;;
        --jobs|-j) options='' words='' kind=none ;;
        --shard) options='' words='' kind=none ;;
        --messages) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    graph)
        options='--function --from --depth --natives --lines --format --output --listing --source --force --engine --variant --no-project --exports --data --header --define --api --compat --switch --agscc-lines --strict-agscc --color --help'
        case $previous in
        --function|-F) options='' words='' kind=none ;;
        --from) options='' words='' kind=none ;;
        --depth) options='' words='' kind=none ;;
        --lines) options='' words='' kind=none ;;
        --format|-f) options='' words='' words='svg dot json png pdf' ;;
        --output|-o) options='' words='' kind=file ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --header) options='' words='' kind=none ;;
        --define) options='' words='' kind=none ;;
        --api) options='' words='' kind=none ;;
        --compat) options='' words='' kind=none ;;
        --switch) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    diff)
        options='--format --context --listing --names --engine --variant --no-project --exports --data --jobs --shard --messages --quiet --color --help'
        case $previous in
        --format|-f) options='' words='' words='unified json html' ;;
        --context|-U) options='' words='' kind=none ;;
        --names) options='' words='' kind=file ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --jobs|-j) options='' words='' kind=none ;;
        --shard) options='' words='' kind=none ;;
        --messages) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    index)
        options='--output --add --merge --encoding --engine --variant --no-project --exports --data --header --define --api --compat --switch --agscc-lines --strict-agscc --files-from --jobs --shard --messages --quiet --color --help'
        case $previous in
        --output|-o) options='' words='' kind=file ;;
        --encoding) options='' words='' words='windows-1251 windows-1252 latin-1' ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --header) options='' words='' kind=none ;;
        --define) options='' words='' kind=none ;;
        --api) options='' words='' kind=none ;;
        --compat) options='' words='' kind=none ;;
        --switch) options='' words='' kind=none ;;
        --files-from) options='' words='' kind=file ;;
        --jobs|-j) options='' words='' kind=none ;;
        --shard) options='' words='' kind=none ;;
        --messages) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    query)
        options='--sql --format --rows --steps --dump --quiet --color --help'
        kind=none
        case $previous in
        --sql) options='' words='' kind=none ;;
        --format|-f) options='' words='' words='table csv jsonl json html' ;;
        --rows) options='' words='' kind=none ;;
        --steps) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    grep)
        options='--match --ignore-case --index --replace --output --in-place --format --force --names --engine --variant --no-project --exports --data --header --define --api --compat --switch --agscc-lines --strict-agscc --files-from --jobs --shard --messages --quiet --color --help'
        case $previous in
        --index) options='' words='' kind=file ;;
        --replace|-r) options='' words='' kind=none ;;
        --output|-o) options='' words='' kind=folder ;;
        --format|-f) options='' words='' words='text json jsonl' ;;
        --names) options='' words='' kind=file ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --header) options='' words='' kind=none ;;
        --define) options='' words='' kind=none ;;
        --api) options='' words='' kind=none ;;
        --compat) options='' words='' kind=none ;;
        --switch) options='' words='' kind=none ;;
        --files-from) options='' words='' kind=file ;;
        --jobs|-j) options='' words='' kind=none ;;
        --shard) options='' words='' kind=none ;;
        --messages) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    report)
        options='--output --encoding --force --engine --variant --no-project --exports --data --header --define --api --compat --switch --agscc-lines --strict-agscc --files-from --jobs --shard --messages --quiet --color --help'
        case $previous in
        --output|-o) options='' words='' kind=folder ;;
        --encoding) options='' words='' words='windows-1251 windows-1252 latin-1' ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --header) options='' words='' kind=none ;;
        --define) options='' words='' kind=none ;;
        --api) options='' words='' kind=none ;;
        --compat) options='' words='' kind=none ;;
        --switch) options='' words='' kind=none ;;
        --files-from) options='' words='' kind=file ;;
        --jobs|-j) options='' words='' kind=none ;;
        --shard) options='' words='' kind=none ;;
        --messages) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    web)
        options='--write --no-open --port --page --index --color --help'
        case $previous in
        --port) options='' words='' kind=none ;;
        --page) options='' words='' kind=folder ;;
        --index) options='' words='' kind=file ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    isa)
        options='--format --table --color --help'
        kind=none
        case $previous in
        --format|-f) options='' words='' words='text json jsonl markdown' ;;
        --table|-t) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    natives)
        options='--format --by --color --help'
        kind=none
        case $previous in
        --format|-f) options='' words='' words='text json jsonl markdown' ;;
        --by) options='' words='' words='vellum game host' ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    init)
        options='--stdout --format --force --color --help'
        kind=folder
        case $previous in
        --format|-f) options='' words='' words='text json' ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    disasm)
        options='--function --output --bytes --no-addresses --no-comments --facts --force --engine --variant --no-project --exports --data --header --define --api --compat --switch --agscc-lines --strict-agscc --files-from --jobs --shard --messages --quiet --color --help'
        case $previous in
        --function|-F) options='' words='' kind=none ;;
        --output|-o) options='' words='' kind=file ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --header) options='' words='' kind=none ;;
        --define) options='' words='' kind=none ;;
        --api) options='' words='' kind=none ;;
        --compat) options='' words='' kind=none ;;
        --switch) options='' words='' kind=none ;;
        --files-from) options='' words='' kind=file ;;
        --jobs|-j) options='' words='' kind=none ;;
        --shard) options='' words='' kind=none ;;
        --messages) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    decompile)
        options='--function --output --verify --save-names --addresses --names --force --format --engine --variant --no-project --exports --data --files-from --jobs --shard --messages --quiet --color --help'
        case $previous in
        --function|-F) options='' words='' kind=none ;;
        --output|-o) options='' words='' kind=file ;;
        --save-names) options='' words='' kind=file ;;
        --names) options='' words='' kind=file ;;
        --format|-f) options='' words='' words='text json jsonl' ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --files-from) options='' words='' kind=file ;;
        --jobs|-j) options='' words='' kind=none ;;
        --shard) options='' words='' kind=none ;;
        --messages) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    asm)
        options='--output --unchecked --force --engine --variant --no-project --exports --data --files-from --jobs --shard --messages --quiet --color --help'
        case $previous in
        --output|-o) options='' words='' kind=file ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --files-from) options='' words='' kind=file ;;
        --jobs|-j) options='' words='' kind=none ;;
        --shard) options='' words='' kind=none ;;
        --messages) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    compile)
        options='--output --unchecked --explain --force --engine --variant --no-project --exports --data --header --define --api --compat --switch --agscc-lines --strict-agscc --files-from --jobs --shard --messages --quiet --color --help'
        case $previous in
        --output|-o) options='' words='' kind=file ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --header) options='' words='' kind=none ;;
        --define) options='' words='' kind=none ;;
        --api) options='' words='' kind=none ;;
        --compat) options='' words='' kind=none ;;
        --switch) options='' words='' kind=none ;;
        --files-from) options='' words='' kind=file ;;
        --jobs|-j) options='' words='' kind=none ;;
        --shard) options='' words='' kind=none ;;
        --messages) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    build)
        options='--output --into --compare --quiet --format --force --header --define --api --compat --switch --agscc-lines --strict-agscc --color --help'
        case $previous in
        --output|-o) options='' words='' kind=folder ;;
        --into) options='' words='' kind=file ;;
        --format|-f) options='' words='' words='text json' ;;
        --header) options='' words='' kind=none ;;
        --define) options='' words='' kind=none ;;
        --api) options='' words='' kind=none ;;
        --compat) options='' words='' kind=none ;;
        --switch) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    format)
        options='--check --in-place --output --force --engine --variant --no-project --exports --data --files-from --jobs --shard --messages --quiet --color --help'
        case $previous in
        --output|-o) options='' words='' kind=file ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --files-from) options='' words='' kind=file ;;
        --jobs|-j) options='' words='' kind=none ;;
        --shard) options='' words='' kind=none ;;
        --messages) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    patch)
        options='--function --with --output --unchecked --quiet --names --force --engine --variant --no-project --exports --data --color --help'
        case $previous in
        --function|-F) options='' words='' kind=none ;;
        --with|-w) options='' words='' kind=file ;;
        --output|-o) options='' words='' kind=file ;;
        --names) options='' words='' kind=file ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    extract)
        options='--output --list --force --format --engine --variant --no-project --exports --data --files-from --jobs --shard --messages --quiet --color --help'
        case $previous in
        --output|-o) options='' words='' kind=folder ;;
        --format|-f) options='' words='' words='text json jsonl' ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --files-from) options='' words='' kind=file ;;
        --jobs|-j) options='' words='' kind=none ;;
        --shard) options='' words='' kind=none ;;
        --messages) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    pack)
        options='--replace --add --remove --output --new --how --in-place --quiet --force --engine --variant --no-project --exports --data --color --help'
        case $previous in
        --replace|-r) options='' words='' kind=none ;;
        --add) options='' words='' kind=none ;;
        --remove) options='' words='' kind=none ;;
        --output|-o) options='' words='' kind=file ;;
        --new) options='' words='' words='vfs lgp tank zip' ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    texts)
        options='--output --encoding --in-place --quiet --force --engine --variant --no-project --exports --data --color --help'
        case $previous in
        --output|-o) options='' words='' kind=file ;;
        --encoding) options='' words='' words='utf-8 latin-1 windows-1251 windows-1252' ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    run)
        options='--frames --seconds --event --plan --call --step --host --answer --setting --budget --budget-memory --budget-depth --record --replay --snapshot-at --restore --grant --force --quiet --verbose --reload --svg --listing --source --format --template --bot --engine --variant --no-project --exports --data --header --define --api --compat --switch --agscc-lines --strict-agscc --color --help'
        case $previous in
        --frames|-n) options='' words='' kind=none ;;
        --seconds|-s) options='' words='' kind=none ;;
        --event|-E) options='' words='' kind=none ;;
        --plan) options='' words='' kind=file ;;
        --call|-c) options='' words='' kind=none ;;
        --step) options='' words='' kind=none ;;
        --host) options='' words='' kind=file ;;
        --answer) options='' words='' kind=none ;;
        --setting) options='' words='' kind=none ;;
        --budget) options='' words='' kind=none ;;
        --budget-memory) options='' words='' kind=none ;;
        --budget-depth) options='' words='' kind=none ;;
        --record) options='' words='' kind=file ;;
        --replay) options='' words='' kind=file ;;
        --snapshot-at) options='' words='' kind=none ;;
        --restore) options='' words='' kind=file ;;
        --grant) options='' words='' kind=folder ;;
        --svg) options='' words='' kind=file ;;
        --format|-f) options='' words='' words='text json jsonl' ;;
        --template) options='' words='' kind=none ;;
        --bot) options='' words='' kind=none ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --header) options='' words='' kind=none ;;
        --define) options='' words='' kind=none ;;
        --api) options='' words='' kind=none ;;
        --compat) options='' words='' kind=none ;;
        --switch) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    trace)
        options='--limit --no-steps --format --frames --seconds --event --plan --call --step --host --answer --setting --budget --budget-memory --budget-depth --record --replay --snapshot-at --restore --grant --force --listing --source --template --bot --engine --variant --no-project --exports --data --header --define --api --compat --switch --agscc-lines --strict-agscc --color --help'
        case $previous in
        --limit|-l) options='' words='' kind=none ;;
        --format|-f) options='' words='' words='text jsonl' ;;
        --frames|-n) options='' words='' kind=none ;;
        --seconds|-s) options='' words='' kind=none ;;
        --event|-E) options='' words='' kind=none ;;
        --plan) options='' words='' kind=file ;;
        --call|-c) options='' words='' kind=none ;;
        --step) options='' words='' kind=none ;;
        --host) options='' words='' kind=file ;;
        --answer) options='' words='' kind=none ;;
        --setting) options='' words='' kind=none ;;
        --budget) options='' words='' kind=none ;;
        --budget-memory) options='' words='' kind=none ;;
        --budget-depth) options='' words='' kind=none ;;
        --record) options='' words='' kind=file ;;
        --replay) options='' words='' kind=file ;;
        --snapshot-at) options='' words='' kind=none ;;
        --restore) options='' words='' kind=file ;;
        --grant) options='' words='' kind=folder ;;
        --template) options='' words='' kind=none ;;
        --bot) options='' words='' kind=none ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --header) options='' words='' kind=none ;;
        --define) options='' words='' kind=none ;;
        --api) options='' words='' kind=none ;;
        --compat) options='' words='' kind=none ;;
        --switch) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    profile)
        options='--format --rows --output --frames --seconds --event --plan --call --step --host --answer --setting --budget --budget-memory --budget-depth --record --replay --snapshot-at --restore --grant --force --listing --source --template --bot --engine --variant --no-project --exports --data --header --define --api --compat --switch --agscc-lines --strict-agscc --color --help'
        case $previous in
        --format|-f) options='' words='' words='text json svg callgrind speedscope' ;;
        --rows) options='' words='' kind=none ;;
        --output|-o) options='' words='' kind=file ;;
        --frames|-n) options='' words='' kind=none ;;
        --seconds|-s) options='' words='' kind=none ;;
        --event|-E) options='' words='' kind=none ;;
        --plan) options='' words='' kind=file ;;
        --call|-c) options='' words='' kind=none ;;
        --step) options='' words='' kind=none ;;
        --host) options='' words='' kind=file ;;
        --answer) options='' words='' kind=none ;;
        --setting) options='' words='' kind=none ;;
        --budget) options='' words='' kind=none ;;
        --budget-memory) options='' words='' kind=none ;;
        --budget-depth) options='' words='' kind=none ;;
        --record) options='' words='' kind=file ;;
        --replay) options='' words='' kind=file ;;
        --snapshot-at) options='' words='' kind=none ;;
        --restore) options='' words='' kind=file ;;
        --grant) options='' words='' kind=folder ;;
        --template) options='' words='' kind=none ;;
        --bot) options='' words='' kind=none ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --header) options='' words='' kind=none ;;
        --define) options='' words='' kind=none ;;
        --api) options='' words='' kind=none ;;
        --compat) options='' words='' kind=none ;;
        --switch) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    test)
        options='--only --grant --quiet --format --color --help'
        case $previous in
        --only) options='' words='' kind=none ;;
        --grant) options='' words='' kind=folder ;;
        --format|-f) options='' words='' words='text json' ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    watch)
        options='--pack --output --rounds --interval --quiet --engine --variant --no-project --exports --data --header --define --api --compat --switch --agscc-lines --strict-agscc --color --help'
        kind=none
        case $previous in
        --pack) options='' words='' kind=file ;;
        --output|-o) options='' words='' kind=file ;;
        --rounds) options='' words='' kind=none ;;
        --interval) options='' words='' kind=none ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --header) options='' words='' kind=none ;;
        --define) options='' words='' kind=none ;;
        --api) options='' words='' kind=none ;;
        --compat) options='' words='' kind=none ;;
        --switch) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    debug)
        options='--commands --batch --history --frames --seconds --event --plan --call --step --host --answer --setting --budget --budget-memory --budget-depth --record --replay --snapshot-at --restore --grant --force --listing --source --template --bot --engine --variant --no-project --exports --data --header --define --api --compat --switch --agscc-lines --strict-agscc --color --help'
        case $previous in
        --commands|-x) options='' words='' kind=file ;;
        --history) options='' words='' kind=none ;;
        --frames|-n) options='' words='' kind=none ;;
        --seconds|-s) options='' words='' kind=none ;;
        --event|-E) options='' words='' kind=none ;;
        --plan) options='' words='' kind=file ;;
        --call|-c) options='' words='' kind=none ;;
        --step) options='' words='' kind=none ;;
        --host) options='' words='' kind=file ;;
        --answer) options='' words='' kind=none ;;
        --setting) options='' words='' kind=none ;;
        --budget) options='' words='' kind=none ;;
        --budget-memory) options='' words='' kind=none ;;
        --budget-depth) options='' words='' kind=none ;;
        --record) options='' words='' kind=file ;;
        --replay) options='' words='' kind=file ;;
        --snapshot-at) options='' words='' kind=none ;;
        --restore) options='' words='' kind=file ;;
        --grant) options='' words='' kind=folder ;;
        --template) options='' words='' kind=none ;;
        --bot) options='' words='' kind=none ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --header) options='' words='' kind=none ;;
        --define) options='' words='' kind=none ;;
        --api) options='' words='' kind=none ;;
        --compat) options='' words='' kind=none ;;
        --switch) options='' words='' kind=none ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    dap)
        options='--port --grant --once --color --help'
        kind=none
        case $previous in
        --port) options='' words='' kind=none ;;
        --grant) options='' words='' kind=folder ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    lsp)
        options='--stdio --color --help'
        kind=none
        case $previous in
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    console)
        options='--command --data --template --calls --retail --history --log --quiet --color --help'
        kind=none
        case $previous in
        --command|-x) options='' words='' kind=none ;;
        --data|-d) options='' words='' kind=folder ;;
        --template) options='' words='' kind=none ;;
        --history) options='' words='' kind=file ;;
        --log) options='' words='' kind=file ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    formula)
        options='--gas --color --help'
        kind=none
        case $previous in
        --gas|-g) options='' words='' kind=file ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    states)
        options='--svg --format --output --force --engine --variant --no-project --exports --data --color --help'
        case $previous in
        --svg) options='' words='' kind=file ;;
        --format|-f) options='' words='' words='text svg dot json' ;;
        --output|-o) options='' words='' kind=file ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    exports)
        options='--form --output --force --color --help'
        case $previous in
        --form) options='' words='' words='exports help' ;;
        --output|-o) options='' words='' kind=file ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    map)
        options='--svg --animate --output --frames --seconds --event --plan --call --step --host --answer --setting --budget --budget-memory --budget-depth --record --replay --snapshot-at --restore --grant --force --engine --variant --no-project --exports --data --color --help'
        case $previous in
        --svg) options='' words='' kind=file ;;
        --output|-o) options='' words='' kind=file ;;
        --frames|-n) options='' words='' kind=none ;;
        --seconds|-s) options='' words='' kind=none ;;
        --event|-E) options='' words='' kind=none ;;
        --plan) options='' words='' kind=file ;;
        --call|-c) options='' words='' kind=none ;;
        --step) options='' words='' kind=none ;;
        --host) options='' words='' kind=file ;;
        --answer) options='' words='' kind=none ;;
        --setting) options='' words='' kind=none ;;
        --budget) options='' words='' kind=none ;;
        --budget-memory) options='' words='' kind=none ;;
        --budget-depth) options='' words='' kind=none ;;
        --record) options='' words='' kind=file ;;
        --replay) options='' words='' kind=file ;;
        --snapshot-at) options='' words='' kind=none ;;
        --restore) options='' words='' kind=file ;;
        --grant) options='' words='' kind=folder ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    translate)
        options='--output --setting --format --force --engine --variant --no-project --exports --data --color --help'
        case $previous in
        --output|-o) options='' words='' kind=folder ;;
        --setting) options='' words='' kind=none ;;
        --format|-f) options='' words='' words='text json' ;;
        --engine|-e) options='' words='' words=$(_vellum_engines) ;;
        --variant) options='' words='' kind=none ;;
        --exports) options='' words='' kind=file ;;
        --data|-d) options='' words='' kind=folder ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    help)
        options='--format --color --help'
        words='info check xref graph diff index query grep report web isa natives init disasm decompile asm compile build format patch extract pack texts run trace profile test watch debug dap lsp console formula states exports map translate help completion version'
        case $previous in
        --format|-f) options='' words='' words='text markdown scdoc' ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    completion)
        options='--color --help'
        words='bash zsh fish'
        case $previous in
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    version)
        options='--format --color --help'
        kind=none
        case $previous in
        --format|-f) options='' words='' words='text json jsonl' ;;
        --color) options='' words='' words='auto always never' ;;
        esac
        ;;
    *) return ;;
    esac
    if [[ $current == -* && -n $options ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    elif [[ -n $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    elif [[ $kind == file ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    elif [[ $kind == folder ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -d -- "$current")
    fi
}
complete -F _vellum vellum
