#compdef vellum
# Completion of vellum for zsh. Made by 'vellum completion zsh'; do not edit.
_vellum_engines() {
    compadd -- $(vellum version --color never 2>/dev/null | sed -n 's/^  \([a-z0-9]*\)  .*/\1/p')
}

_vellum() {
    local -a commands
    commands=(
        'info:Show what a file is and what is in it'
        'check:Find every error in scripts without running them'
        'xref:Find who uses a name, a text or a number'
        'graph:Draw the control flow of a function or the calls of a program'
        'diff:Compare two versions of scripts, function by function'
        'index:Put everything about a collection of scripts into one database'
        'query:Ask an index about a collection'
        'grep:Find a text in the source of scripts, or replace it'
        'report:Write a site about a collection that a browser opens without a server'
        'web:Open the explorer in the browser'
        'isa:Describe the instructions of an engine'
        'natives:List the natives that scripts call'
        'init:Write a project file for a folder'
        'disasm:Print a program as a listing that can be assembled again'
        'decompile:Turn scripts into source text that can be compiled again'
        'asm:Assemble listings into files the game loads'
        'compile:Compile source files'
        'build:Compile all scripts of a game project'
        'format:Format source files in the game'\''s own style'
        'patch:Replace single functions of a script'
        'extract:Take scripts out of containers'
        'pack:Put changed files back into an archive'
        'texts:Export texts for translation and put translations back'
        'run:Run scripts without their game and print what they call'
        'trace:Show every instruction of a run'
        'profile:Show where a run spends its instructions and time'
        'test:Test scripts by running them'
        'watch:Compile, check and run again whenever a source changes'
        'debug:Stop a run anywhere, look inside, step backwards'
        'dap:Debug from an editor (Debug Adapter Protocol)'
        'lsp:Support an editor with sources and listings'
        'console:Talk to skrits on the developer console'
        'formula:Evaluate a formula of Dungeon Siege'\''s content'
        'states:Show the states of a skrit and their transitions'
        'exports:Show what a host exports to its skrits'
        'map:Draw the map that world map scripts work on'
        'translate:Translate scripts to C++ source'
        'help:List the commands or describe one'
        'completion:Print a completion script for bash, zsh or fish'
        'version:Show the version and the engines of this build'
    )
    if (( CURRENT == 2 )); then
        _describe -t commands command commands
        compadd -- --help --version
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
    info)
        _arguments -s \
            '--functions[Also list every function, with address and kind.]' \
            '--listing[Name functions and places as the listing does. Otherwise a compiled script is shown as its source\: the one next to it, '\''door.patho'\'' for '\''door.bin'\'', or the one that '\''vellum decompile'\'' gives.]' \
            '--source[As usual, but a missing source is an error.]' \
            '--format=['\''text'\'' for people, '\''json'\'' for one JSON value, '\''jsonl'\'' for one JSON object per line.]:FORMAT:(text json jsonl)' \
            '-f['\''text'\'' for people, '\''json'\'' for one JSON value, '\''jsonl'\'' for one JSON object per line.]:FORMAT:(text json jsonl)' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*--header=[AGS sources\: read this header before the script. Headers are read in the order given, from the script'\''s folder or below a folder of --data.]:FILE: ' \
            '*--define=[AGS sources\: define a macro, as 1 unless a value is given.]:NAME\[=VALUE\]: ' \
            '--api=[AGS sources\: add the script API'\''s header of this editor (3.6.1) and define its levels, or those up to LEVEL (v350). A level alone adds no header. Default\: the newest level.]:RELEASE\:LEVEL: ' \
            '--compat=[AGS sources\: keep what has been deprecated since this level.]:LEVEL: ' \
            '*--switch=[AGS sources\: a switch of the original compiler, such as linenumbers=0 or utf8; docs/languages/ags.md has all.]:NAME\[=0|1\]: ' \
            '--agscc-lines[AGS sources\: count lines as agscc does on Linux. Default\: as the Windows editor does.]' \
            '--strict-agscc[AGS sources\: stop at the first error and report it with agscc'\''s text and line.]' \
            '*--files-from=[Also read FILE names from this file, one per line; - for standard input. Lines may end with a zero byte instead, as from '\''find -print0'\''.]:LIST:_files' \
            '--jobs=[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '-j[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '--shard=[Process only the Ith of N parts of the files, to share a list among N machines. The content of a file says which part it is in, so that it stays there when others come and go.]:I/N: ' \
            '--messages=[Print at most N messages about one file, 0 for all. Default\: 20. JSON has all.]:N: ' \
            '--quiet[No progress or summary\: only results and errors.]' \
            '-q[No progress or summary\: only results and errors.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:FILE:_files' \
            && return
        ;;
    check)
        _arguments -s \
            '--format=['\''text'\'' for people, '\''json'\'' or '\''jsonl'\'' for tools, '\''sarif'\'' for code hosts and editors.]:FORMAT:(text json jsonl sarif)' \
            '-f['\''text'\'' for people, '\''json'\'' or '\''jsonl'\'' for tools, '\''sarif'\'' for code hosts and editors.]:FORMAT:(text json jsonl sarif)' \
            '--notes[Also show notes\: things that are not problems, such as unreachable code.]' \
            '--lint[Also warn about code that is valid but probably a mistake, such as unreachable states and unused variables (Skrit).]' \
            '--index=[Take what is known from this index of '\''vellum index'\'', as long as it still holds; only files that have changed since are read. Without files to look at\: all places of the index. Default\: vellum.vdb beside the project file.]:FILE:_files' \
            '--strict[Warnings count as errors, and so do files in a folder that belong to no engine.]' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*--header=[AGS sources\: read this header before the script. Headers are read in the order given, from the script'\''s folder or below a folder of --data.]:FILE: ' \
            '*--define=[AGS sources\: define a macro, as 1 unless a value is given.]:NAME\[=VALUE\]: ' \
            '--api=[AGS sources\: add the script API'\''s header of this editor (3.6.1) and define its levels, or those up to LEVEL (v350). A level alone adds no header. Default\: the newest level.]:RELEASE\:LEVEL: ' \
            '--compat=[AGS sources\: keep what has been deprecated since this level.]:LEVEL: ' \
            '*--switch=[AGS sources\: a switch of the original compiler, such as linenumbers=0 or utf8; docs/languages/ags.md has all.]:NAME\[=0|1\]: ' \
            '--agscc-lines[AGS sources\: count lines as agscc does on Linux. Default\: as the Windows editor does.]' \
            '--strict-agscc[AGS sources\: stop at the first error and report it with agscc'\''s text and line.]' \
            '*--files-from=[Also read FILE names from this file, one per line; - for standard input. Lines may end with a zero byte instead, as from '\''find -print0'\''.]:LIST:_files' \
            '--jobs=[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '-j[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '--shard=[Process only the Ith of N parts of the files, to share a list among N machines. The content of a file says which part it is in, so that it stays there when others come and go.]:I/N: ' \
            '--messages=[Print at most N messages about one file, 0 for all. Default\: 20. JSON has all.]:N: ' \
            '--quiet[No progress or summary\: only results and errors.]' \
            '-q[No progress or summary\: only results and errors.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:FILE:_files' \
            && return
        ;;
    xref)
        _arguments -s \
            '--kind=[Only this kind of name. '\''event'\'' is code that names one, '\''handler'\'' a script that handles one; '\''function'\'' is a call of a script function, '\''number'\'' a number in the code.]:KIND:(native method string global event handler import function state number)' \
            '-k[Only this kind of name. '\''event'\'' is code that names one, '\''handler'\'' a script that handles one; '\''function'\'' is a call of a script function, '\''number'\'' a number in the code.]:KIND:(native method string global event handler import function state number)' \
            '--match[NAME is a regular expression (RE2) that matches part of a name\: '\''door|gate'\'', '\''^Get.*Pos'\''.]' \
            '-m[NAME is a regular expression (RE2) that matches part of a name\: '\''door|gate'\'', '\''^Get.*Pos'\''.]' \
            '--in=[Only uses in functions of this name or pattern\: with --list, what a function calls and uses.]:FUNCTION: ' \
            '--ignore-case[Ignore case.]' \
            '-i[Ignore case.]' \
            '--listing[Name functions as listings do, without lines of source; faster.]' \
            '--index=[Take what is known from this index of '\''vellum index'\'', as long as it still holds; only files that have changed since are read. Without files to look at\: all places of the index. Default\: vellum.vdb beside the project file.]:FILE:_files' \
            '--list[List every name with its number of uses and files instead.]' \
            '-l[List every name with its number of uses and files instead.]' \
            '--format=['\''text'\'' for people, '\''json'\'' for one JSON value, '\''jsonl'\'' for one JSON object per line.]:FORMAT:(text json jsonl)' \
            '-f['\''text'\'' for people, '\''json'\'' for one JSON value, '\''jsonl'\'' for one JSON object per line.]:FORMAT:(text json jsonl)' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*--header=[AGS sources\: read this header before the script. Headers are read in the order given, from the script'\''s folder or below a folder of --data.]:FILE: ' \
            '*--define=[AGS sources\: define a macro, as 1 unless a value is given.]:NAME\[=VALUE\]: ' \
            '--api=[AGS sources\: add the script API'\''s header of this editor (3.6.1) and define its levels, or those up to LEVEL (v350). A level alone adds no header. Default\: the newest level.]:RELEASE\:LEVEL: ' \
            '--compat=[AGS sources\: keep what has been deprecated since this level.]:LEVEL: ' \
            '*--switch=[AGS sources\: a switch of the original compiler, such as linenumbers=0 or utf8; docs/languages/ags.md has all.]:NAME\[=0|1\]: ' \
            '--agscc-lines[AGS sources\: count lines as agscc does on Linux. Default\: as the Windows editor does.]' \
            '--strict-agscc[AGS sources\: stop at the first error and report it with agscc'\''s text and line.]' \
            '*--files-from=[Also read FILE names from this file, one per line; - for standard input. Lines may end with a zero byte instead, as from '\''find -print0'\''.]:LIST:_files' \
            '--jobs=[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '-j[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '--shard=[Process only the Ith of N parts of the files, to share a list among N machines. The content of a file says which part it is in, so that it stays there when others come and go.]:I/N: ' \
            '--messages=[Print at most N messages about one file, 0 for all. Default\: 20. JSON has all.]:N: ' \
            '--quiet[No progress or summary\: only results and errors.]' \
            '-q[No progress or summary\: only results and errors.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            ':NAME: ' \
            '*:FILE:_files' \
            && return
        ;;
    graph)
        _arguments -s \
            '--function=[Draw the control flow of this function instead of the calls of the program.]:NAME: ' \
            '-F[Draw the control flow of this function instead of the calls of the program.]:NAME: ' \
            '--from=[Of the calls, show only what this function calls, and what that calls, and so on.]:NAME: ' \
            '--depth=[With --from\: follow at most this many calls.]:N: ' \
            '--natives[In the call graph, also show the natives that are called.]' \
            '--lines=[Instructions shown in a block, 0 for all. Default\: 24.]:N: ' \
            '--format=['\''svg'\'', '\''dot'\'' for Graphviz, '\''json'\'', or '\''png'\'' and '\''pdf'\'' where rsvg-convert of librsvg is installed. Default\: from the output'\''s extension, svg if it has none.]:FORMAT:(svg dot json png pdf)' \
            '-f['\''svg'\'', '\''dot'\'' for Graphviz, '\''json'\'', or '\''png'\'' and '\''pdf'\'' where rsvg-convert of librsvg is installed. Default\: from the output'\''s extension, svg if it has none.]:FORMAT:(svg dot json png pdf)' \
            '--output=[Write to this file instead of standard output.]:FILE:_files' \
            '-o[Write to this file instead of standard output.]:FILE:_files' \
            '--listing[Name functions and places as the listing does. Otherwise a compiled script is shown as its source\: the one next to it, '\''door.patho'\'' for '\''door.bin'\'', or the one that '\''vellum decompile'\'' gives.]' \
            '--source[As usual, but a missing source is an error.]' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*--header=[AGS sources\: read this header before the script. Headers are read in the order given, from the script'\''s folder or below a folder of --data.]:FILE: ' \
            '*--define=[AGS sources\: define a macro, as 1 unless a value is given.]:NAME\[=VALUE\]: ' \
            '--api=[AGS sources\: add the script API'\''s header of this editor (3.6.1) and define its levels, or those up to LEVEL (v350). A level alone adds no header. Default\: the newest level.]:RELEASE\:LEVEL: ' \
            '--compat=[AGS sources\: keep what has been deprecated since this level.]:LEVEL: ' \
            '*--switch=[AGS sources\: a switch of the original compiler, such as linenumbers=0 or utf8; docs/languages/ags.md has all.]:NAME\[=0|1\]: ' \
            '--agscc-lines[AGS sources\: count lines as agscc does on Linux. Default\: as the Windows editor does.]' \
            '--strict-agscc[AGS sources\: stop at the first error and report it with agscc'\''s text and line.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            ':FILE:_files' \
            && return
        ;;
    diff)
        _arguments -s \
            '--format=['\''unified'\'' as diff -u prints it, '\''json'\'' for one list with an object per script, '\''html'\'' for a page.]:FORMAT:(unified json html)' \
            '-f['\''unified'\'' as diff -u prints it, '\''json'\'' for one list with an object per script, '\''html'\'' for a page.]:FORMAT:(unified json html)' \
            '--context=[Show this many lines around a difference. Default\: 3.]:N: ' \
            '-U[Show this many lines around a difference. Default\: 3.]:N: ' \
            '--listing[Show instructions even where there is a decompiler.]' \
            '--names=[Decompile with the names and comments of this file, wherever their functions occur. '\''vellum decompile --save-names'\'' makes it.]:FILE:_files' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '--jobs=[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '-j[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '--shard=[Process only the Ith of N parts of the files, to share a list among N machines. The content of a file says which part it is in, so that it stays there when others come and go.]:I/N: ' \
            '--messages=[Print at most N messages about one file, 0 for all. Default\: 20. JSON has all.]:N: ' \
            '--quiet[No progress or summary\: only results and errors.]' \
            '-q[No progress or summary\: only results and errors.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            ':BEFORE:_files' \
            ':AFTER:_files' \
            && return
        ;;
    index)
        _arguments -s \
            '--output=[The index to create or to bring up to date, such as games.vdb.]:FILE:_files' \
            '-o[The index to create or to bring up to date, such as games.vdb.]:FILE:_files' \
            '--add[Keep files that the index has and that are not among the places.]' \
            '--merge[Write a new index with everything in the given indexes.]' \
            '--encoding=[The encoding of texts that are not UTF-8. Default\: windows-1251 or windows-1252, whichever is likelier.]:NAME:(windows-1251 windows-1252 latin-1)' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*--header=[AGS sources\: read this header before the script. Headers are read in the order given, from the script'\''s folder or below a folder of --data.]:FILE: ' \
            '*--define=[AGS sources\: define a macro, as 1 unless a value is given.]:NAME\[=VALUE\]: ' \
            '--api=[AGS sources\: add the script API'\''s header of this editor (3.6.1) and define its levels, or those up to LEVEL (v350). A level alone adds no header. Default\: the newest level.]:RELEASE\:LEVEL: ' \
            '--compat=[AGS sources\: keep what has been deprecated since this level.]:LEVEL: ' \
            '*--switch=[AGS sources\: a switch of the original compiler, such as linenumbers=0 or utf8; docs/languages/ags.md has all.]:NAME\[=0|1\]: ' \
            '--agscc-lines[AGS sources\: count lines as agscc does on Linux. Default\: as the Windows editor does.]' \
            '--strict-agscc[AGS sources\: stop at the first error and report it with agscc'\''s text and line.]' \
            '*--files-from=[Also read FILE names from this file, one per line; - for standard input. Lines may end with a zero byte instead, as from '\''find -print0'\''.]:LIST:_files' \
            '--jobs=[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '-j[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '--shard=[Process only the Ith of N parts of the files, to share a list among N machines. The content of a file says which part it is in, so that it stays there when others come and go.]:I/N: ' \
            '--messages=[Print at most N messages about one file, 0 for all. Default\: 20. JSON has all.]:N: ' \
            '--quiet[No progress or summary\: only results and errors.]' \
            '-q[No progress or summary\: only results and errors.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:PLACE:_files' \
            && return
        ;;
    query)
        _arguments -s \
            '--sql=[Answer this SQL statement instead, which may only read; further words are its parameters. docs/index-schema.md describes the tables.]:STATEMENT: ' \
            '--format=['\''table'\'' for people, '\''csv'\'' for spreadsheets, '\''jsonl'\'' for one JSON object per line, '\''json'\'' for one JSON value, '\''html'\'' for a page.]:FORMAT:(table csv jsonl json html)' \
            '-f['\''table'\'' for people, '\''csv'\'' for spreadsheets, '\''jsonl'\'' for one JSON object per line, '\''json'\'' for one JSON value, '\''html'\'' for a page.]:FORMAT:(table csv jsonl json html)' \
            '--rows=[At most N rows, 0 for all. Default\: 1000.]:N: ' \
            '--steps=[Stop after about N steps of SQLite'\''s machine, 0 for no limit. Default\: 1,000,000,000, about half a minute.]:N: ' \
            '--dump[Print everything in the index in an order that depends on its content alone.]' \
            '--quiet[No summary\: only results and errors.]' \
            '-q[No summary\: only results and errors.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            ':INDEX:_files' \
            '*:QUESTION: ' \
            && return
        ;;
    grep)
        _arguments -s \
            '--match[TEXT is a regular expression (RE2).]' \
            '-m[TEXT is a regular expression (RE2).]' \
            '--ignore-case[Ignore case.]' \
            '-i[Ignore case.]' \
            '--index=[Take what is known from this index of '\''vellum index'\'', as long as it still holds; only files that have changed since are read. Without files to look at\: all places of the index. Default\: vellum.vdb beside the project file.]:FILE:_files' \
            '--replace=[Put NEW in the place of TEXT, compile the changed sources and print what changes. Nothing is written without --output or --in-place.]:NEW: ' \
            '-r[Put NEW in the place of TEXT, compile the changed sources and print what changes. Nothing is written without --output or --in-place.]:NEW: ' \
            '--output=[Write the changed scripts and archives into this folder.]:FOLDER:_files -/' \
            '-o[Write the changed scripts and archives into this folder.]:FOLDER:_files -/' \
            '--in-place[Change the files themselves; each original is kept next to its file as FILE.before.]' \
            '--format=['\''text'\'' for people, '\''json'\'' for one JSON value, '\''jsonl'\'' for one JSON object per line.]:FORMAT:(text json jsonl)' \
            '-f['\''text'\'' for people, '\''json'\'' for one JSON value, '\''jsonl'\'' for one JSON object per line.]:FORMAT:(text json jsonl)' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--names=[Decompile with the names and comments of this file, wherever their functions occur. '\''vellum decompile --save-names'\'' makes it.]:FILE:_files' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*--header=[AGS sources\: read this header before the script. Headers are read in the order given, from the script'\''s folder or below a folder of --data.]:FILE: ' \
            '*--define=[AGS sources\: define a macro, as 1 unless a value is given.]:NAME\[=VALUE\]: ' \
            '--api=[AGS sources\: add the script API'\''s header of this editor (3.6.1) and define its levels, or those up to LEVEL (v350). A level alone adds no header. Default\: the newest level.]:RELEASE\:LEVEL: ' \
            '--compat=[AGS sources\: keep what has been deprecated since this level.]:LEVEL: ' \
            '*--switch=[AGS sources\: a switch of the original compiler, such as linenumbers=0 or utf8; docs/languages/ags.md has all.]:NAME\[=0|1\]: ' \
            '--agscc-lines[AGS sources\: count lines as agscc does on Linux. Default\: as the Windows editor does.]' \
            '--strict-agscc[AGS sources\: stop at the first error and report it with agscc'\''s text and line.]' \
            '*--files-from=[Also read FILE names from this file, one per line; - for standard input. Lines may end with a zero byte instead, as from '\''find -print0'\''.]:LIST:_files' \
            '--jobs=[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '-j[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '--shard=[Process only the Ith of N parts of the files, to share a list among N machines. The content of a file says which part it is in, so that it stays there when others come and go.]:I/N: ' \
            '--messages=[Print at most N messages about one file, 0 for all. Default\: 20. JSON has all.]:N: ' \
            '--quiet[No progress or summary\: only results and errors.]' \
            '-q[No progress or summary\: only results and errors.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            ':TEXT: ' \
            '*:PLACE:_files' \
            && return
        ;;
    report)
        _arguments -s \
            '--output=[The folder of the report; index.html in it is the first page.]:FOLDER:_files -/' \
            '-o[The folder of the report; index.html in it is the first page.]:FOLDER:_files -/' \
            '--encoding=[The encoding of texts that are not UTF-8. Default\: windows-1251 or windows-1252, whichever is likelier.]:NAME:(windows-1251 windows-1252 latin-1)' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*--header=[AGS sources\: read this header before the script. Headers are read in the order given, from the script'\''s folder or below a folder of --data.]:FILE: ' \
            '*--define=[AGS sources\: define a macro, as 1 unless a value is given.]:NAME\[=VALUE\]: ' \
            '--api=[AGS sources\: add the script API'\''s header of this editor (3.6.1) and define its levels, or those up to LEVEL (v350). A level alone adds no header. Default\: the newest level.]:RELEASE\:LEVEL: ' \
            '--compat=[AGS sources\: keep what has been deprecated since this level.]:LEVEL: ' \
            '*--switch=[AGS sources\: a switch of the original compiler, such as linenumbers=0 or utf8; docs/languages/ags.md has all.]:NAME\[=0|1\]: ' \
            '--agscc-lines[AGS sources\: count lines as agscc does on Linux. Default\: as the Windows editor does.]' \
            '--strict-agscc[AGS sources\: stop at the first error and report it with agscc'\''s text and line.]' \
            '*--files-from=[Also read FILE names from this file, one per line; - for standard input. Lines may end with a zero byte instead, as from '\''find -print0'\''.]:LIST:_files' \
            '--jobs=[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '-j[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '--shard=[Process only the Ith of N parts of the files, to share a list among N machines. The content of a file says which part it is in, so that it stays there when others come and go.]:I/N: ' \
            '--messages=[Print at most N messages about one file, 0 for all. Default\: 20. JSON has all.]:N: ' \
            '--quiet[No progress or summary\: only results and errors.]' \
            '-q[No progress or summary\: only results and errors.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:PLACE:_files' \
            && return
        ;;
    web)
        _arguments -s \
            '--write[Let Save change these files. What a file was is kept as NAME.before.]' \
            '--no-open[Print the address and start no browser.]' \
            '--port=[Listen on this port of 127.0.0.1. Default\: one that is free.]:N: ' \
            '--page=[Where the explorer is (build/web). Default\: where it was installed.]:FOLDER:_files -/' \
            '--index=[Take what is known from this index of '\''vellum index'\'', as long as it still holds; only files that have changed since are read. Without files to look at\: all places of the index. Default\: vellum.vdb beside the project file.]:FILE:_files' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:PLACE:_files' \
            && return
        ;;
    isa)
        _arguments -s \
            '--format=['\''text'\'', '\''json'\'', '\''jsonl'\'' (an instruction a line) or '\''markdown'\'' (for documents).]:FORMAT:(text json jsonl markdown)' \
            '-f['\''text'\'', '\''json'\'', '\''jsonl'\'' (an instruction a line) or '\''markdown'\'' (for documents).]:FORMAT:(text json jsonl markdown)' \
            '--table=[Only this table, for engines with several numberings.]:NAME: ' \
            '-t[Only this table, for engines with several numberings.]:NAME: ' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            ':ENGINE: ' \
            ':MNEMONIC: ' \
            && return
        ;;
    natives)
        _arguments -s \
            '--format=['\''text'\'', '\''json'\'', '\''jsonl'\'' (a native a line) or '\''markdown'\'' (for documents).]:FORMAT:(text json jsonl markdown)' \
            '-f['\''text'\'', '\''json'\'', '\''jsonl'\'' (a native a line) or '\''markdown'\'' (for documents).]:FORMAT:(text json jsonl markdown)' \
            '--by=[Only natives that '\''vellum'\'' answers itself, those that it answers in a '\''game'\'' that is played, or those that a '\''host'\'' must answer.]:WHO:(vellum game host)' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            ':ENGINE: ' \
            ':NAME: ' \
            && return
        ;;
    init)
        _arguments -s \
            '--stdout[Print it instead of writing it.]' \
            '--format=['\''text'\'' to write the file, '\''json'\'' to print it.]:FORMAT:(text json)' \
            '-f['\''text'\'' to write the file, '\''json'\'' to print it.]:FORMAT:(text json)' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            ':FOLDER:_files -/' \
            && return
        ;;
    disasm)
        _arguments -s \
            '--function=[Only this function, such as '\''TMain.OnUse'\''; for reading, not for '\''asm'\''.]:NAME: ' \
            '-F[Only this function, such as '\''TMain.OnUse'\''; for reading, not for '\''asm'\''.]:NAME: ' \
            '--output=[Write to this file; for folders, patterns and several inputs, into this folder, as NAME.vasm, keeping their subfolders.]:PATH:_files' \
            '-o[Write to this file; for folders, patterns and several inputs, into this folder, as NAME.vasm, keeping their subfolders.]:PATH:_files' \
            '--bytes[Add a comment to each instruction with its file offset and bytes.]' \
            '-b[Add a comment to each instruction with its file offset and bytes.]' \
            '--no-addresses[Leave out addresses and number the labels instead (for comparing two versions).]' \
            '--no-comments[Leave out explanations in comments.]' \
            '--facts[Also show what the verifier proves\: how many of its caller'\''s values a function touches (Pathologic).]' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*--header=[AGS sources\: read this header before the script. Headers are read in the order given, from the script'\''s folder or below a folder of --data.]:FILE: ' \
            '*--define=[AGS sources\: define a macro, as 1 unless a value is given.]:NAME\[=VALUE\]: ' \
            '--api=[AGS sources\: add the script API'\''s header of this editor (3.6.1) and define its levels, or those up to LEVEL (v350). A level alone adds no header. Default\: the newest level.]:RELEASE\:LEVEL: ' \
            '--compat=[AGS sources\: keep what has been deprecated since this level.]:LEVEL: ' \
            '*--switch=[AGS sources\: a switch of the original compiler, such as linenumbers=0 or utf8; docs/languages/ags.md has all.]:NAME\[=0|1\]: ' \
            '--agscc-lines[AGS sources\: count lines as agscc does on Linux. Default\: as the Windows editor does.]' \
            '--strict-agscc[AGS sources\: stop at the first error and report it with agscc'\''s text and line.]' \
            '*--files-from=[Also read FILE names from this file, one per line; - for standard input. Lines may end with a zero byte instead, as from '\''find -print0'\''.]:LIST:_files' \
            '--jobs=[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '-j[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '--shard=[Process only the Ith of N parts of the files, to share a list among N machines. The content of a file says which part it is in, so that it stays there when others come and go.]:I/N: ' \
            '--messages=[Print at most N messages about one file, 0 for all. Default\: 20. JSON has all.]:N: ' \
            '--quiet[No progress or summary\: only results and errors.]' \
            '-q[No progress or summary\: only results and errors.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:FILE:_files' \
            && return
        ;;
    decompile)
        _arguments -s \
            '--function=[Only this function, such as '\''TMain.OnUse'\'', on standard output.]:NAME: ' \
            '-F[Only this function, such as '\''TMain.OnUse'\'', on standard output.]:NAME: ' \
            '--output=[Write to this file; for folders, patterns and several inputs, into this folder, keeping their subfolders.]:PATH:_files' \
            '-o[Write to this file; for folders, patterns and several inputs, into this folder, keeping their subfolders.]:PATH:_files' \
            '--verify[Only list functions that did not become source, and count placeholder names. With -o also write the files, and compile what was written. Exit code 1 if any function did not become source.]' \
            '--save-names=[Write no source\: take the names and comments of edited sources and add them to this file. Entries for other functions stay.]:FILE:_files' \
            '--addresses[Add a comment after each statement with the address of its code.]' \
            '--names=[Decompile with the names and comments of this file, wherever their functions occur. '\''vellum decompile --save-names'\'' makes it.]:FILE:_files' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--format=['\''text'\'' for people, '\''json'\'' for one JSON value, '\''jsonl'\'' for one JSON object per line.]:FORMAT:(text json jsonl)' \
            '-f['\''text'\'' for people, '\''json'\'' for one JSON value, '\''jsonl'\'' for one JSON object per line.]:FORMAT:(text json jsonl)' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*--files-from=[Also read FILE names from this file, one per line; - for standard input. Lines may end with a zero byte instead, as from '\''find -print0'\''.]:LIST:_files' \
            '--jobs=[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '-j[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '--shard=[Process only the Ith of N parts of the files, to share a list among N machines. The content of a file says which part it is in, so that it stays there when others come and go.]:I/N: ' \
            '--messages=[Print at most N messages about one file, 0 for all. Default\: 20. JSON has all.]:N: ' \
            '--quiet[No progress or summary\: only results and errors.]' \
            '-q[No progress or summary\: only results and errors.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:FILE:_files' \
            && return
        ;;
    asm)
        _arguments -s \
            '--output=[Write to this file, into this folder, or with - to standard output. Default\: next to the listing, without .vasm.]:PATH:_files' \
            '-o[Write to this file, into this folder, or with - to standard output. Default\: next to the listing, without .vasm.]:PATH:_files' \
            '--unchecked[Write the result even if '\''check'\'' finds errors in it.]' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*--files-from=[Also read FILE names from this file, one per line; - for standard input. Lines may end with a zero byte instead, as from '\''find -print0'\''.]:LIST:_files' \
            '--jobs=[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '-j[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '--shard=[Process only the Ith of N parts of the files, to share a list among N machines. The content of a file says which part it is in, so that it stays there when others come and go.]:I/N: ' \
            '--messages=[Print at most N messages about one file, 0 for all. Default\: 20. JSON has all.]:N: ' \
            '--quiet[No progress or summary\: only results and errors.]' \
            '-q[No progress or summary\: only results and errors.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:FILE:_files' \
            && return
        ;;
    compile)
        _arguments -s \
            '--output=[Write to this file, into this folder, or with - to standard output. Default\: next to the source.]:PATH:_files' \
            '-o[Write to this file, into this folder, or with - to standard output. Default\: next to the source.]:PATH:_files' \
            '--unchecked[Write the result even if '\''check'\'' finds errors in it.]' \
            '--explain[Also explain code whose meaning may surprise you (FF7).]' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*--header=[AGS sources\: read this header before the script. Headers are read in the order given, from the script'\''s folder or below a folder of --data.]:FILE: ' \
            '*--define=[AGS sources\: define a macro, as 1 unless a value is given.]:NAME\[=VALUE\]: ' \
            '--api=[AGS sources\: add the script API'\''s header of this editor (3.6.1) and define its levels, or those up to LEVEL (v350). A level alone adds no header. Default\: the newest level.]:RELEASE\:LEVEL: ' \
            '--compat=[AGS sources\: keep what has been deprecated since this level.]:LEVEL: ' \
            '*--switch=[AGS sources\: a switch of the original compiler, such as linenumbers=0 or utf8; docs/languages/ags.md has all.]:NAME\[=0|1\]: ' \
            '--agscc-lines[AGS sources\: count lines as agscc does on Linux. Default\: as the Windows editor does.]' \
            '--strict-agscc[AGS sources\: stop at the first error and report it with agscc'\''s text and line.]' \
            '*--files-from=[Also read FILE names from this file, one per line; - for standard input. Lines may end with a zero byte instead, as from '\''find -print0'\''.]:LIST:_files' \
            '--jobs=[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '-j[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '--shard=[Process only the Ith of N parts of the files, to share a list among N machines. The content of a file says which part it is in, so that it stays there when others come and go.]:I/N: ' \
            '--messages=[Print at most N messages about one file, 0 for all. Default\: 20. JSON has all.]:N: ' \
            '--quiet[No progress or summary\: only results and errors.]' \
            '-q[No progress or summary\: only results and errors.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:FILE:_files' \
            && return
        ;;
    build)
        _arguments -s \
            '--output=[Write each compiled script into this folder, as NAME.o.]:FOLDER:_files -/' \
            '-o[Write each compiled script into this folder, as NAME.o.]:FOLDER:_files -/' \
            '--into=[Put the compiled scripts into the game\: a folder with its rooms (.crm) and main data, or a packed game. Each file that changes is kept next to it as FILE.before.]:COMPILED:_files' \
            '--compare[Compare each script with the one that the editor compiled, in the rooms and main data of the project'\''s folder\: identical, the same code with other import numbers, or different.]' \
            '--quiet[Only errors.]' \
            '-q[Only errors.]' \
            '--format=['\''text'\'' for people, '\''json'\'' for one JSON value.]:FORMAT:(text json)' \
            '-f['\''text'\'' for people, '\''json'\'' for one JSON value.]:FORMAT:(text json)' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '*--header=[AGS sources\: read this header before the script. Headers are read in the order given, from the script'\''s folder or below a folder of --data.]:FILE: ' \
            '*--define=[AGS sources\: define a macro, as 1 unless a value is given.]:NAME\[=VALUE\]: ' \
            '--api=[AGS sources\: add the script API'\''s header of this editor (3.6.1) and define its levels, or those up to LEVEL (v350). A level alone adds no header. Default\: the newest level.]:RELEASE\:LEVEL: ' \
            '--compat=[AGS sources\: keep what has been deprecated since this level.]:LEVEL: ' \
            '*--switch=[AGS sources\: a switch of the original compiler, such as linenumbers=0 or utf8; docs/languages/ags.md has all.]:NAME\[=0|1\]: ' \
            '--agscc-lines[AGS sources\: count lines as agscc does on Linux. Default\: as the Windows editor does.]' \
            '--strict-agscc[AGS sources\: stop at the first error and report it with agscc'\''s text and line.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            ':PROJECT:_files' \
            && return
        ;;
    format)
        _arguments -s \
            '--check[Write nothing\: name the files that would change. Exit code 1 if there are any.]' \
            '--in-place[Change the files in place. The original of each is kept next to it as FILE.before.]' \
            '--output=[Write to this file or into this folder. Default\: standard output.]:PATH:_files' \
            '-o[Write to this file or into this folder. Default\: standard output.]:PATH:_files' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*--files-from=[Also read FILE names from this file, one per line; - for standard input. Lines may end with a zero byte instead, as from '\''find -print0'\''.]:LIST:_files' \
            '--jobs=[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '-j[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '--shard=[Process only the Ith of N parts of the files, to share a list among N machines. The content of a file says which part it is in, so that it stays there when others come and go.]:I/N: ' \
            '--messages=[Print at most N messages about one file, 0 for all. Default\: 20. JSON has all.]:N: ' \
            '--quiet[No progress or summary\: only results and errors.]' \
            '-q[No progress or summary\: only results and errors.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:FILE:_files' \
            && return
        ;;
    patch)
        _arguments -s \
            '*--function=[Replace this function, such as '\''TMain.OnUse'\''. '\''vellum decompile'\'' shows the names. Default\: every function in the source.]:NAME: ' \
            '*-F[Replace this function, such as '\''TMain.OnUse'\''. '\''vellum decompile'\'' shows the names. Default\: every function in the source.]:NAME: ' \
            '--with=[Source with the new function\: an edited source of the whole script, or the function alone.]:FILE:_files' \
            '-w[Source with the new function\: an edited source of the whole script, or the function alone.]:FILE:_files' \
            '--output=[Write the changed script to this file, or with - to standard output. A container is written whole; so is an archive around the script if FILE ends as the archive does.]:FILE:_files' \
            '-o[Write the changed script to this file, or with - to standard output. A container is written whole; so is an archive around the script if FILE ends as the archive does.]:FILE:_files' \
            '--unchecked[Write the result even if '\''check'\'' finds errors in it.]' \
            '--quiet[Only errors.]' \
            '-q[Only errors.]' \
            '--names=[Decompile with the names and comments of this file, wherever their functions occur. '\''vellum decompile --save-names'\'' makes it.]:FILE:_files' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            ':FILE:_files' \
            && return
        ;;
    extract)
        _arguments -s \
            '--output=[Where to write. Several containers get a folder each.]:FOLDER:_files -/' \
            '-o[Where to write. Several containers get a folder each.]:FOLDER:_files -/' \
            '--list[Only list what is inside.]' \
            '-l[Only list what is inside.]' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--format=['\''text'\'' for people, '\''json'\'' for one JSON value, '\''jsonl'\'' for one JSON object per line.]:FORMAT:(text json jsonl)' \
            '-f['\''text'\'' for people, '\''json'\'' for one JSON value, '\''jsonl'\'' for one JSON object per line.]:FORMAT:(text json jsonl)' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*--files-from=[Also read FILE names from this file, one per line; - for standard input. Lines may end with a zero byte instead, as from '\''find -print0'\''.]:LIST:_files' \
            '--jobs=[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '-j[Process N files at a time. Default\: one per processor. Output keeps the order of the input.]:N: ' \
            '--shard=[Process only the Ith of N parts of the files, to share a list among N machines. The content of a file says which part it is in, so that it stays there when others come and go.]:I/N: ' \
            '--messages=[Print at most N messages about one file, 0 for all. Default\: 20. JSON has all.]:N: ' \
            '--quiet[No progress or summary\: only results and errors.]' \
            '-q[No progress or summary\: only results and errors.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:FILE:_files' \
            && return
        ;;
    pack)
        _arguments -s \
            '*--replace=[Replace a member with a file. A FILE alone replaces the member with its name; '\''script'\'' means the only script of a container such as a room, '\''inner.vfs!b.bin'\'' a member of an archive inside. A folder or a pattern replaces the members of its files'\'' names. Sources and listings are compiled first if the member is a compiled script.]:MEMBER=FILE: ' \
            '*-r[Replace a member with a file. A FILE alone replaces the member with its name; '\''script'\'' means the only script of a container such as a room, '\''inner.vfs!b.bin'\'' a member of an archive inside. A folder or a pattern replaces the members of its files'\'' names. Sources and listings are compiled first if the member is a compiled script.]:MEMBER=FILE: ' \
            '*--add=[Add a member, if the format allows it; of a folder or a pattern each file.]:MEMBER=FILE: ' \
            '*--remove=[Remove a member, if the format allows it.]:MEMBER: ' \
            '--output=[The new archive.]:FILE:_files' \
            '-o[The new archive.]:FILE:_files' \
            '--new=[Make a new ARCHIVE from the members of --add\: '\''vfs'\'', '\''lgp'\'', '\''zip'\'', or '\''tank'\'' for a Dungeon Siege mod.]:FORMAT:(vfs lgp tank zip)' \
            '--how[Change nothing\: explain how to get a changed script into the game whose folder is given instead of ARCHIVE, simplest way first.]' \
            '--in-place[Change the archive in place. The original is kept next to it as ARCHIVE.before.]' \
            '--quiet[No summary\: only errors.]' \
            '-q[No summary\: only errors.]' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            ':ARCHIVE:_files' \
            && return
        ;;
    texts)
        _arguments -s \
            '--output=[Export\: a .po, .csv, .trs or .tra file. Import\: the changed file, a folder for several, or a .tra that an AGS game loads.]:FILE:_files' \
            '-o[Export\: a .po, .csv, .trs or .tra file. Import\: the changed file, a folder for several, or a .tra that an AGS game loads.]:FILE:_files' \
            '--encoding=[The encoding of the game'\''s texts, if it is not UTF-8 and the game does not say it.]:NAME:(utf-8 latin-1 windows-1251 windows-1252)' \
            '--in-place[Import\: change the files in place. The original of each is kept next to it as FILE.before.]' \
            '--quiet[No summary\: only errors.]' \
            '-q[No summary\: only errors.]' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            ':ACTION:(export import)' \
            '*:FILE:_files' \
            && return
        ;;
    run)
        _arguments -s \
            '--frames=[Run N frames, with --restore N more. Default\: 60, or none if functions are called.]:N: ' \
            '-n[Run N frames, with --restore N more. Default\: 60, or none if functions are called.]:N: ' \
            '--seconds=[Length of a frame in seconds. Default\: 0.033333.]:S: ' \
            '-s[Length of a frame in seconds. Default\: 0.033333.]:S: ' \
            '*--event=[Send an event\: NAME or NAME\:VALUES, with @FRAME before that frame, such as '\''OnUse'\'', '\''2\:1,"key"@30'\''. Default\: before the first frame. Frames count from the start of the world, also after --restore. Values are 5, 1.5, true, "text" or '\''text'\'', null, (x,y,z) or #12 for an object.]:EVENT: ' \
            '*-E[Send an event\: NAME or NAME\:VALUES, with @FRAME before that frame, such as '\''OnUse'\'', '\''2\:1,"key"@30'\''. Default\: before the first frame. Frames count from the start of the world, also after --restore. Values are 5, 1.5, true, "text" or '\''text'\'', null, (x,y,z) or #12 for an object.]:EVENT: ' \
            '--plan=[Also take events, calls, frames, settings and host from a plan of '\''vellum test'\''; FILE#NAME if it has several tests.]:FILE:_files' \
            '*--call=[Call a script function and show its result\: '\''Add(1,2)'\'', with @FRAME like an event.]:CALL: ' \
            '*-c[Call a script function and show its result\: '\''Add(1,2)'\'', with @FRAME like an event.]:CALL: ' \
            '*--step=[Do what a player does, such as '\''look hDoor'\'', '\''click oDoor with iKey'\'', '\''choose 2'\'', '\''wait 40'\''\: one after the other, each when the game is ready. Runs to the end of the last, without --frames. For AGS games.]:STEP: ' \
            '--host=[A Lua script that answers for the game\: function GetPosition(actor) return vec(1,2,3) end.]:FILE:_files' \
            '*--answer=[What a native answers every time\: '\''irand=3'\'', '\''Door.IsLocked=true'\'', '\''FindActor=#5,true'\'' for its result and what it writes.]:NATIVE=VALUES: ' \
            '*--setting=[A setting of the engine, see its page; '\''@FILE'\'' reads the value from a file.]:NAME=VALUE: ' \
            '--budget=[At most N instructions per machine in a frame, event or call.]:N: ' \
            '--budget-memory=[At most this much memory for the world'\''s stacks, strings and objects.]:BYTES: ' \
            '--budget-depth=[At most N nested script calls.]:N: ' \
            '--record=[Record everything the game answered, as JSON lines, for --replay.]:FILE:_files' \
            '--replay=[Repeat a recorded run exactly and report any difference.]:FILE:_files' \
            '*--snapshot-at=[Write the whole state to a file after that frame (0\: after the start), counted like those of events.]:FRAME\:FILE: ' \
            '--restore=[Continue from a snapshot instead of starting; frame numbers continue too.]:FILE:_files' \
            '*--grant=[Let a plan or a record read below FOLDER, and its scripts write there. Without it a plan reads below its own folder and the current one only, and scripts write nothing.]:FOLDER:_files -/' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--quiet[Only the summary.]' \
            '-q[Only the summary.]' \
            '--verbose[Print everything, however long. Default\: up to 2,000 lines.]' \
            '-v[Print everything, however long. Default\: up to 2,000 lines.]' \
            '--reload[Skrit\: run frames in real time and reload every script you save meanwhile; its objects keep their values and state. Runs until Ctrl-C unless --frames sets an end.]' \
            '--svg=[Draw the run as a picture, if the engine'\''s scripts belong to a map.]:FILE:_files' \
            '--listing[Name functions and places as the listing does. Otherwise a compiled script is shown as its source\: the one next to it, '\''door.patho'\'' for '\''door.bin'\'', or the one that '\''vellum decompile'\'' gives.]' \
            '--source[As usual, but a missing source is an error.]' \
            '--format=['\''text'\'' for people, '\''json'\'' for one JSON value, '\''jsonl'\'' for one JSON object per line.]:FORMAT:(text json jsonl)' \
            '-f['\''text'\'' for people, '\''json'\'' for one JSON value, '\''jsonl'\'' for one JSON object per line.]:FORMAT:(text json jsonl)' \
            '--template=[Skrit\: create the components of this template of --data, for a stand-in owner that answers like a game object\: with the template'\''s values, with values that scripts set, otherwise with defaults. Events OnGo… are sent as a game sends them.]:NAME: ' \
            '*--bot=[Skrit\: start this skritbot from --data, with parameters\: '\''auto/mp?players=3'\''.]:NAME: ' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*--header=[AGS sources\: read this header before the script. Headers are read in the order given, from the script'\''s folder or below a folder of --data.]:FILE: ' \
            '*--define=[AGS sources\: define a macro, as 1 unless a value is given.]:NAME\[=VALUE\]: ' \
            '--api=[AGS sources\: add the script API'\''s header of this editor (3.6.1) and define its levels, or those up to LEVEL (v350). A level alone adds no header. Default\: the newest level.]:RELEASE\:LEVEL: ' \
            '--compat=[AGS sources\: keep what has been deprecated since this level.]:LEVEL: ' \
            '*--switch=[AGS sources\: a switch of the original compiler, such as linenumbers=0 or utf8; docs/languages/ags.md has all.]:NAME\[=0|1\]: ' \
            '--agscc-lines[AGS sources\: count lines as agscc does on Linux. Default\: as the Windows editor does.]' \
            '--strict-agscc[AGS sources\: stop at the first error and report it with agscc'\''s text and line.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:FILE:_files' \
            && return
        ;;
    trace)
        _arguments -s \
            '--limit=[Print at most N lines of trace; the run continues.]:N: ' \
            '-l[Print at most N lines of trace; the run continues.]:N: ' \
            '--no-steps[No instructions, only native calls, events, notes and faults.]' \
            '--format=['\''text'\'' for people, '\''jsonl'\'' for one JSON object a line.]:FORMAT:(text jsonl)' \
            '-f['\''text'\'' for people, '\''jsonl'\'' for one JSON object a line.]:FORMAT:(text jsonl)' \
            '--frames=[Run N frames, with --restore N more. Default\: 60, or none if functions are called.]:N: ' \
            '-n[Run N frames, with --restore N more. Default\: 60, or none if functions are called.]:N: ' \
            '--seconds=[Length of a frame in seconds. Default\: 0.033333.]:S: ' \
            '-s[Length of a frame in seconds. Default\: 0.033333.]:S: ' \
            '*--event=[Send an event\: NAME or NAME\:VALUES, with @FRAME before that frame, such as '\''OnUse'\'', '\''2\:1,"key"@30'\''. Default\: before the first frame. Frames count from the start of the world, also after --restore. Values are 5, 1.5, true, "text" or '\''text'\'', null, (x,y,z) or #12 for an object.]:EVENT: ' \
            '*-E[Send an event\: NAME or NAME\:VALUES, with @FRAME before that frame, such as '\''OnUse'\'', '\''2\:1,"key"@30'\''. Default\: before the first frame. Frames count from the start of the world, also after --restore. Values are 5, 1.5, true, "text" or '\''text'\'', null, (x,y,z) or #12 for an object.]:EVENT: ' \
            '--plan=[Also take events, calls, frames, settings and host from a plan of '\''vellum test'\''; FILE#NAME if it has several tests.]:FILE:_files' \
            '*--call=[Call a script function and show its result\: '\''Add(1,2)'\'', with @FRAME like an event.]:CALL: ' \
            '*-c[Call a script function and show its result\: '\''Add(1,2)'\'', with @FRAME like an event.]:CALL: ' \
            '*--step=[Do what a player does, such as '\''look hDoor'\'', '\''click oDoor with iKey'\'', '\''choose 2'\'', '\''wait 40'\''\: one after the other, each when the game is ready. Runs to the end of the last, without --frames. For AGS games.]:STEP: ' \
            '--host=[A Lua script that answers for the game\: function GetPosition(actor) return vec(1,2,3) end.]:FILE:_files' \
            '*--answer=[What a native answers every time\: '\''irand=3'\'', '\''Door.IsLocked=true'\'', '\''FindActor=#5,true'\'' for its result and what it writes.]:NATIVE=VALUES: ' \
            '*--setting=[A setting of the engine, see its page; '\''@FILE'\'' reads the value from a file.]:NAME=VALUE: ' \
            '--budget=[At most N instructions per machine in a frame, event or call.]:N: ' \
            '--budget-memory=[At most this much memory for the world'\''s stacks, strings and objects.]:BYTES: ' \
            '--budget-depth=[At most N nested script calls.]:N: ' \
            '--record=[Record everything the game answered, as JSON lines, for --replay.]:FILE:_files' \
            '--replay=[Repeat a recorded run exactly and report any difference.]:FILE:_files' \
            '*--snapshot-at=[Write the whole state to a file after that frame (0\: after the start), counted like those of events.]:FRAME\:FILE: ' \
            '--restore=[Continue from a snapshot instead of starting; frame numbers continue too.]:FILE:_files' \
            '*--grant=[Let a plan or a record read below FOLDER, and its scripts write there. Without it a plan reads below its own folder and the current one only, and scripts write nothing.]:FOLDER:_files -/' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--listing[Name functions and places as the listing does. Otherwise a compiled script is shown as its source\: the one next to it, '\''door.patho'\'' for '\''door.bin'\'', or the one that '\''vellum decompile'\'' gives.]' \
            '--source[As usual, but a missing source is an error.]' \
            '--template=[Skrit\: create the components of this template of --data, for a stand-in owner that answers like a game object\: with the template'\''s values, with values that scripts set, otherwise with defaults. Events OnGo… are sent as a game sends them.]:NAME: ' \
            '*--bot=[Skrit\: start this skritbot from --data, with parameters\: '\''auto/mp?players=3'\''.]:NAME: ' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*--header=[AGS sources\: read this header before the script. Headers are read in the order given, from the script'\''s folder or below a folder of --data.]:FILE: ' \
            '*--define=[AGS sources\: define a macro, as 1 unless a value is given.]:NAME\[=VALUE\]: ' \
            '--api=[AGS sources\: add the script API'\''s header of this editor (3.6.1) and define its levels, or those up to LEVEL (v350). A level alone adds no header. Default\: the newest level.]:RELEASE\:LEVEL: ' \
            '--compat=[AGS sources\: keep what has been deprecated since this level.]:LEVEL: ' \
            '*--switch=[AGS sources\: a switch of the original compiler, such as linenumbers=0 or utf8; docs/languages/ags.md has all.]:NAME\[=0|1\]: ' \
            '--agscc-lines[AGS sources\: count lines as agscc does on Linux. Default\: as the Windows editor does.]' \
            '--strict-agscc[AGS sources\: stop at the first error and report it with agscc'\''s text and line.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:FILE:_files' \
            && return
        ;;
    profile)
        _arguments -s \
            '--format=['\''text'\'' for a table, '\''json'\'', '\''svg'\'' for a flame graph, '\''callgrind'\'' for KCachegrind, or '\''speedscope'\'' for speedscope.app.]:FORMAT:(text json svg callgrind speedscope)' \
            '-f['\''text'\'' for a table, '\''json'\'', '\''svg'\'' for a flame graph, '\''callgrind'\'' for KCachegrind, or '\''speedscope'\'' for speedscope.app.]:FORMAT:(text json svg callgrind speedscope)' \
            '--rows=[At most N functions, lines and natives in the table, 0 for all. Default\: 20.]:N: ' \
            '--output=[Write to this file instead of standard output.]:FILE:_files' \
            '-o[Write to this file instead of standard output.]:FILE:_files' \
            '--frames=[Run N frames, with --restore N more. Default\: 60, or none if functions are called.]:N: ' \
            '-n[Run N frames, with --restore N more. Default\: 60, or none if functions are called.]:N: ' \
            '--seconds=[Length of a frame in seconds. Default\: 0.033333.]:S: ' \
            '-s[Length of a frame in seconds. Default\: 0.033333.]:S: ' \
            '*--event=[Send an event\: NAME or NAME\:VALUES, with @FRAME before that frame, such as '\''OnUse'\'', '\''2\:1,"key"@30'\''. Default\: before the first frame. Frames count from the start of the world, also after --restore. Values are 5, 1.5, true, "text" or '\''text'\'', null, (x,y,z) or #12 for an object.]:EVENT: ' \
            '*-E[Send an event\: NAME or NAME\:VALUES, with @FRAME before that frame, such as '\''OnUse'\'', '\''2\:1,"key"@30'\''. Default\: before the first frame. Frames count from the start of the world, also after --restore. Values are 5, 1.5, true, "text" or '\''text'\'', null, (x,y,z) or #12 for an object.]:EVENT: ' \
            '--plan=[Also take events, calls, frames, settings and host from a plan of '\''vellum test'\''; FILE#NAME if it has several tests.]:FILE:_files' \
            '*--call=[Call a script function and show its result\: '\''Add(1,2)'\'', with @FRAME like an event.]:CALL: ' \
            '*-c[Call a script function and show its result\: '\''Add(1,2)'\'', with @FRAME like an event.]:CALL: ' \
            '*--step=[Do what a player does, such as '\''look hDoor'\'', '\''click oDoor with iKey'\'', '\''choose 2'\'', '\''wait 40'\''\: one after the other, each when the game is ready. Runs to the end of the last, without --frames. For AGS games.]:STEP: ' \
            '--host=[A Lua script that answers for the game\: function GetPosition(actor) return vec(1,2,3) end.]:FILE:_files' \
            '*--answer=[What a native answers every time\: '\''irand=3'\'', '\''Door.IsLocked=true'\'', '\''FindActor=#5,true'\'' for its result and what it writes.]:NATIVE=VALUES: ' \
            '*--setting=[A setting of the engine, see its page; '\''@FILE'\'' reads the value from a file.]:NAME=VALUE: ' \
            '--budget=[At most N instructions per machine in a frame, event or call.]:N: ' \
            '--budget-memory=[At most this much memory for the world'\''s stacks, strings and objects.]:BYTES: ' \
            '--budget-depth=[At most N nested script calls.]:N: ' \
            '--record=[Record everything the game answered, as JSON lines, for --replay.]:FILE:_files' \
            '--replay=[Repeat a recorded run exactly and report any difference.]:FILE:_files' \
            '*--snapshot-at=[Write the whole state to a file after that frame (0\: after the start), counted like those of events.]:FRAME\:FILE: ' \
            '--restore=[Continue from a snapshot instead of starting; frame numbers continue too.]:FILE:_files' \
            '*--grant=[Let a plan or a record read below FOLDER, and its scripts write there. Without it a plan reads below its own folder and the current one only, and scripts write nothing.]:FOLDER:_files -/' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--listing[Name functions and places as the listing does. Otherwise a compiled script is shown as its source\: the one next to it, '\''door.patho'\'' for '\''door.bin'\'', or the one that '\''vellum decompile'\'' gives.]' \
            '--source[As usual, but a missing source is an error.]' \
            '--template=[Skrit\: create the components of this template of --data, for a stand-in owner that answers like a game object\: with the template'\''s values, with values that scripts set, otherwise with defaults. Events OnGo… are sent as a game sends them.]:NAME: ' \
            '*--bot=[Skrit\: start this skritbot from --data, with parameters\: '\''auto/mp?players=3'\''.]:NAME: ' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*--header=[AGS sources\: read this header before the script. Headers are read in the order given, from the script'\''s folder or below a folder of --data.]:FILE: ' \
            '*--define=[AGS sources\: define a macro, as 1 unless a value is given.]:NAME\[=VALUE\]: ' \
            '--api=[AGS sources\: add the script API'\''s header of this editor (3.6.1) and define its levels, or those up to LEVEL (v350). A level alone adds no header. Default\: the newest level.]:RELEASE\:LEVEL: ' \
            '--compat=[AGS sources\: keep what has been deprecated since this level.]:LEVEL: ' \
            '*--switch=[AGS sources\: a switch of the original compiler, such as linenumbers=0 or utf8; docs/languages/ags.md has all.]:NAME\[=0|1\]: ' \
            '--agscc-lines[AGS sources\: count lines as agscc does on Linux. Default\: as the Windows editor does.]' \
            '--strict-agscc[AGS sources\: stop at the first error and report it with agscc'\''s text and line.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:FILE:_files' \
            && return
        ;;
    test)
        _arguments -s \
            '--only=[Only the tests of this name; '\''*'\'' stands for any text.]:NAME: ' \
            '*--grant=[Let the plans read below FOLDER, and their scripts write there ('\''setting files=FOLDER'\''). Without it plans read below their own folder and the current one only, and scripts write nothing.]:FOLDER:_files -/' \
            '--quiet[Only failures and the summary.]' \
            '-q[Only failures and the summary.]' \
            '--format=['\''text'\'' for people, '\''json'\'' for one JSON value.]:FORMAT:(text json)' \
            '-f['\''text'\'' for people, '\''json'\'' for one JSON value.]:FORMAT:(text json)' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:PLAN:_files' \
            && return
        ;;
    watch)
        _arguments -s \
            '--pack=[Also put compiled files into a copy of this archive, as the members with the same names.]:ARCHIVE:_files' \
            '--output=[The copy for --pack; it is replaced at each change.]:COPY:_files' \
            '-o[The copy for --pack; it is replaced at each change.]:COPY:_files' \
            '--rounds=[Stop after N rounds. The first one starts at once and covers all files. Default\: never.]:N: ' \
            '--interval=[Milliseconds between checks for changes. Default\: 200.]:MS: ' \
            '--quiet[No summary\: only errors, and what the command prints.]' \
            '-q[No summary\: only errors, and what the command prints.]' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*--header=[AGS sources\: read this header before the script. Headers are read in the order given, from the script'\''s folder or below a folder of --data.]:FILE: ' \
            '*--define=[AGS sources\: define a macro, as 1 unless a value is given.]:NAME\[=VALUE\]: ' \
            '--api=[AGS sources\: add the script API'\''s header of this editor (3.6.1) and define its levels, or those up to LEVEL (v350). A level alone adds no header. Default\: the newest level.]:RELEASE\:LEVEL: ' \
            '--compat=[AGS sources\: keep what has been deprecated since this level.]:LEVEL: ' \
            '*--switch=[AGS sources\: a switch of the original compiler, such as linenumbers=0 or utf8; docs/languages/ags.md has all.]:NAME\[=0|1\]: ' \
            '--agscc-lines[AGS sources\: count lines as agscc does on Linux. Default\: as the Windows editor does.]' \
            '--strict-agscc[AGS sources\: stop at the first error and report it with agscc'\''s text and line.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            ':FOLDER:_files -/' \
            '*:COMMAND: ' \
            && return
        ;;
    debug)
        _arguments -s \
            '*--commands=[Run the commands in a file first; the first one that fails ends the session.]:FILE:_files' \
            '*-x[Run the commands in a file first; the first one that fails ends the session.]:FILE:_files' \
            '--batch[Exit after the commands of --commands.]' \
            '-b[Exit after the commands of --commands.]' \
            '--history=[Memory for reverse execution; with less, older moments take longer to reach. Default\: 256.]:MB: ' \
            '--frames=[Run N frames, with --restore N more. Default\: 60, or none if functions are called.]:N: ' \
            '-n[Run N frames, with --restore N more. Default\: 60, or none if functions are called.]:N: ' \
            '--seconds=[Length of a frame in seconds. Default\: 0.033333.]:S: ' \
            '-s[Length of a frame in seconds. Default\: 0.033333.]:S: ' \
            '*--event=[Send an event\: NAME or NAME\:VALUES, with @FRAME before that frame, such as '\''OnUse'\'', '\''2\:1,"key"@30'\''. Default\: before the first frame. Frames count from the start of the world, also after --restore. Values are 5, 1.5, true, "text" or '\''text'\'', null, (x,y,z) or #12 for an object.]:EVENT: ' \
            '*-E[Send an event\: NAME or NAME\:VALUES, with @FRAME before that frame, such as '\''OnUse'\'', '\''2\:1,"key"@30'\''. Default\: before the first frame. Frames count from the start of the world, also after --restore. Values are 5, 1.5, true, "text" or '\''text'\'', null, (x,y,z) or #12 for an object.]:EVENT: ' \
            '--plan=[Also take events, calls, frames, settings and host from a plan of '\''vellum test'\''; FILE#NAME if it has several tests.]:FILE:_files' \
            '*--call=[Call a script function and show its result\: '\''Add(1,2)'\'', with @FRAME like an event.]:CALL: ' \
            '*-c[Call a script function and show its result\: '\''Add(1,2)'\'', with @FRAME like an event.]:CALL: ' \
            '*--step=[Do what a player does, such as '\''look hDoor'\'', '\''click oDoor with iKey'\'', '\''choose 2'\'', '\''wait 40'\''\: one after the other, each when the game is ready. Runs to the end of the last, without --frames. For AGS games.]:STEP: ' \
            '--host=[A Lua script that answers for the game\: function GetPosition(actor) return vec(1,2,3) end.]:FILE:_files' \
            '*--answer=[What a native answers every time\: '\''irand=3'\'', '\''Door.IsLocked=true'\'', '\''FindActor=#5,true'\'' for its result and what it writes.]:NATIVE=VALUES: ' \
            '*--setting=[A setting of the engine, see its page; '\''@FILE'\'' reads the value from a file.]:NAME=VALUE: ' \
            '--budget=[At most N instructions per machine in a frame, event or call.]:N: ' \
            '--budget-memory=[At most this much memory for the world'\''s stacks, strings and objects.]:BYTES: ' \
            '--budget-depth=[At most N nested script calls.]:N: ' \
            '--record=[Record everything the game answered, as JSON lines, for --replay.]:FILE:_files' \
            '--replay=[Repeat a recorded run exactly and report any difference.]:FILE:_files' \
            '*--snapshot-at=[Write the whole state to a file after that frame (0\: after the start), counted like those of events.]:FRAME\:FILE: ' \
            '--restore=[Continue from a snapshot instead of starting; frame numbers continue too.]:FILE:_files' \
            '*--grant=[Let a plan or a record read below FOLDER, and its scripts write there. Without it a plan reads below its own folder and the current one only, and scripts write nothing.]:FOLDER:_files -/' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--listing[Name functions and places as the listing does. Otherwise a compiled script is shown as its source\: the one next to it, '\''door.patho'\'' for '\''door.bin'\'', or the one that '\''vellum decompile'\'' gives.]' \
            '--source[As usual, but a missing source is an error.]' \
            '--template=[Skrit\: create the components of this template of --data, for a stand-in owner that answers like a game object\: with the template'\''s values, with values that scripts set, otherwise with defaults. Events OnGo… are sent as a game sends them.]:NAME: ' \
            '*--bot=[Skrit\: start this skritbot from --data, with parameters\: '\''auto/mp?players=3'\''.]:NAME: ' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*--header=[AGS sources\: read this header before the script. Headers are read in the order given, from the script'\''s folder or below a folder of --data.]:FILE: ' \
            '*--define=[AGS sources\: define a macro, as 1 unless a value is given.]:NAME\[=VALUE\]: ' \
            '--api=[AGS sources\: add the script API'\''s header of this editor (3.6.1) and define its levels, or those up to LEVEL (v350). A level alone adds no header. Default\: the newest level.]:RELEASE\:LEVEL: ' \
            '--compat=[AGS sources\: keep what has been deprecated since this level.]:LEVEL: ' \
            '*--switch=[AGS sources\: a switch of the original compiler, such as linenumbers=0 or utf8; docs/languages/ags.md has all.]:NAME\[=0|1\]: ' \
            '--agscc-lines[AGS sources\: count lines as agscc does on Linux. Default\: as the Windows editor does.]' \
            '--strict-agscc[AGS sources\: stop at the first error and report it with agscc'\''s text and line.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:FILE:_files' \
            && return
        ;;
    dap)
        _arguments -s \
            '--port=[Listen on this port of 127.0.0.1 instead; 0 picks a free one. Prints the port and the token that '\''launch'\'' must send; VELLUM_DAP_TOKEN can set the token.]:N: ' \
            '*--grant=[Let launch requests read settings from below FOLDER ('\''@FILE'\''), and let scripts write there ('\''files'\''). Without it requests read below the current folder only, and scripts write nothing.]:FOLDER:_files -/' \
            '--once[With --port\: exit after the first client with the token.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            && return
        ;;
    lsp)
        _arguments -s \
            '--stdio[Ignored\: standard input and output are always used. Many editors pass it.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            && return
        ;;
    console)
        _arguments -s \
            '*--command=[Enter this line instead of reading standard input.]:LINE: ' \
            '*-x[Enter this line instead of reading standard input.]:LINE: ' \
            '*--data=[The game'\''s files\: skrits and includes are found by path, below the usual folders and by the naming keys in art/. Default\: the current folder.]:FOLDER:_files -/' \
            '*-d[The game'\''s files\: skrits and includes are found by path, below the usual folders and by the naming keys in art/. Default\: the current folder.]:FOLDER:_files -/' \
            '--template=[First create the skrit components of this template of --data, as the command clone does\: for a stand-in owner that answers like a game object, with OnGoPreload and OnGoCommitCreation. '\''update'\'' then sends OnGoUpdate.]:NAME: ' \
            '--calls[Also show calls to the game, events and changes of state.]' \
            '--retail[As in the retail game\: errors are caught and not reported.]' \
            '--history=[Keep the command history in this file.]:FILE:_files' \
            '--log=[Also append errors, warnings and fatal reports to this file, with the time.]:FILE:_files' \
            '--quiet[No greeting.]' \
            '-q[No greeting.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:NAME: ' \
            && return
        ;;
    formula)
        _arguments -s \
            '--gas=[Take the formula from this .gas file.]:FILE:_files' \
            '-g[Take the formula from this .gas file.]:FILE:_files' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            ':TEXT: ' \
            '*:NAME=NUMBER: ' \
            && return
        ;;
    states)
        _arguments -s \
            '--svg=[Draw the diagram into this file; - for standard output.]:FILE:_files' \
            '--format=['\''text'\'', '\''svg'\'', '\''dot'\'' for Graphviz, or '\''json'\''. Default\: from the output'\''s extension, otherwise text.]:FORMAT:(text svg dot json)' \
            '-f['\''text'\'', '\''svg'\'', '\''dot'\'' for Graphviz, or '\''json'\''. Default\: from the output'\''s extension, otherwise text.]:FORMAT:(text svg dot json)' \
            '--output=[Write to this file instead of standard output.]:FILE:_files' \
            '-o[Write to this file instead of standard output.]:FILE:_files' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            ':FILE:_files' \
            && return
        ;;
    exports)
        _arguments -s \
            '--form=['\''exports'\'' for a declaration file (the default), '\''help'\'' as the game'\''s Help.All prints it.]:FORM:(exports help)' \
            '--output=[Write to this file instead of standard output.]:FILE:_files' \
            '-o[Write to this file instead of standard output.]:FILE:_files' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:FILE:_files' \
            && return
        ;;
    map)
        _arguments -s \
            '--svg=[Draw the map into this file; - for standard output.]:FILE:_files' \
            '--animate[An animated picture\: the run frame by frame, in a loop.]' \
            '--output=[Write to this file instead of standard output.]:FILE:_files' \
            '-o[Write to this file instead of standard output.]:FILE:_files' \
            '--frames=[Run N frames, with --restore N more. Default\: 60, or none if functions are called.]:N: ' \
            '-n[Run N frames, with --restore N more. Default\: 60, or none if functions are called.]:N: ' \
            '--seconds=[Length of a frame in seconds. Default\: 0.033333.]:S: ' \
            '-s[Length of a frame in seconds. Default\: 0.033333.]:S: ' \
            '*--event=[Send an event\: NAME or NAME\:VALUES, with @FRAME before that frame, such as '\''OnUse'\'', '\''2\:1,"key"@30'\''. Default\: before the first frame. Frames count from the start of the world, also after --restore. Values are 5, 1.5, true, "text" or '\''text'\'', null, (x,y,z) or #12 for an object.]:EVENT: ' \
            '*-E[Send an event\: NAME or NAME\:VALUES, with @FRAME before that frame, such as '\''OnUse'\'', '\''2\:1,"key"@30'\''. Default\: before the first frame. Frames count from the start of the world, also after --restore. Values are 5, 1.5, true, "text" or '\''text'\'', null, (x,y,z) or #12 for an object.]:EVENT: ' \
            '--plan=[Also take events, calls, frames, settings and host from a plan of '\''vellum test'\''; FILE#NAME if it has several tests.]:FILE:_files' \
            '*--call=[Call a script function and show its result\: '\''Add(1,2)'\'', with @FRAME like an event.]:CALL: ' \
            '*-c[Call a script function and show its result\: '\''Add(1,2)'\'', with @FRAME like an event.]:CALL: ' \
            '*--step=[Do what a player does, such as '\''look hDoor'\'', '\''click oDoor with iKey'\'', '\''choose 2'\'', '\''wait 40'\''\: one after the other, each when the game is ready. Runs to the end of the last, without --frames. For AGS games.]:STEP: ' \
            '--host=[A Lua script that answers for the game\: function GetPosition(actor) return vec(1,2,3) end.]:FILE:_files' \
            '*--answer=[What a native answers every time\: '\''irand=3'\'', '\''Door.IsLocked=true'\'', '\''FindActor=#5,true'\'' for its result and what it writes.]:NATIVE=VALUES: ' \
            '*--setting=[A setting of the engine, see its page; '\''@FILE'\'' reads the value from a file.]:NAME=VALUE: ' \
            '--budget=[At most N instructions per machine in a frame, event or call.]:N: ' \
            '--budget-memory=[At most this much memory for the world'\''s stacks, strings and objects.]:BYTES: ' \
            '--budget-depth=[At most N nested script calls.]:N: ' \
            '--record=[Record everything the game answered, as JSON lines, for --replay.]:FILE:_files' \
            '--replay=[Repeat a recorded run exactly and report any difference.]:FILE:_files' \
            '*--snapshot-at=[Write the whole state to a file after that frame (0\: after the start), counted like those of events.]:FRAME\:FILE: ' \
            '--restore=[Continue from a snapshot instead of starting; frame numbers continue too.]:FILE:_files' \
            '*--grant=[Let a plan or a record read below FOLDER, and its scripts write there. Without it a plan reads below its own folder and the current one only, and scripts write nothing.]:FOLDER:_files -/' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            ':FILE:_files' \
            && return
        ;;
    translate)
        _arguments -s \
            '--output=[Where to write. Default\: translation; none with --format json.]:FOLDER:_files -/' \
            '-o[Where to write. Default\: translation; none with --format json.]:FOLDER:_files -/' \
            '*--setting=[A setting that the worlds will have.]:NAME=VALUE: ' \
            '--format=['\''text'\'' for people, '\''json'\'' for one JSON value with the files.]:FORMAT:(text json)' \
            '-f['\''text'\'' for people, '\''json'\'' for one JSON value with the files.]:FORMAT:(text json)' \
            '--force[Overwrite existing files. Inputs of the command are never overwritten.]' \
            '--engine=[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '-e[Use this engine instead of detecting it from the bytes. '\''vellum version'\'' lists them.]:ID:_vellum_engines' \
            '--variant=[Settings of the engine, with commas between them\: a build or opcode numbering such as '\''alpha'\'' or '\''hd'\'', '\''strict,retail'\'' for skrits. docs/projects.md has all.]:WORDS: ' \
            '--no-project[Do not use the project file, vellum.json, of the folder or one above it.]' \
            '*--exports=[Skrit\: what the host exports, instead of the game'\''s known exports\: a declaration file, or the output of the game'\''s own Help.All. Each file adds to the ones before.]:FILE:_files' \
            '*--data=[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '*-d[Let scripts and sources also read files below this folder or in this archive\: includes, naming keys, scripts by name. Without it they read only the folder of the script, or the folder given.]:FOLDER:_files -/' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            '*:FILE:_files' \
            && return
        ;;
    help)
        _arguments -s \
            '--format=['\''text'\'', the whole reference as '\''markdown'\'', or a manual page as '\''scdoc'\''.]:FORMAT:(text markdown scdoc)' \
            '-f['\''text'\'', the whole reference as '\''markdown'\'', or a manual page as '\''scdoc'\''.]:FORMAT:(text markdown scdoc)' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            ':COMMAND:(info check xref graph diff index query grep report web isa natives init disasm decompile asm compile build format patch extract pack texts run trace profile test watch debug dap lsp console formula states exports map translate help completion version)' \
            && return
        ;;
    completion)
        _arguments -s \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            ':SHELL:(bash zsh fish)' \
            && return
        ;;
    version)
        _arguments -s \
            '--format=['\''text'\'' for people, '\''json'\'' for one JSON value, '\''jsonl'\'' for one JSON object per line.]:FORMAT:(text json jsonl)' \
            '-f['\''text'\'' for people, '\''json'\'' for one JSON value, '\''jsonl'\'' for one JSON object per line.]:FORMAT:(text json jsonl)' \
            '--color=[Colours\: '\''auto'\'' (on a terminal, unless NO_COLOR is set), '\''always'\'' or '\''never'\''.]:WHEN:(auto always never)' \
            '--help[Show this help.]' \
            '-h[Show this help.]' \
            && return
        ;;
    esac
}

# As an autoloaded file the body runs; sourced, it registers itself.
if [[ $funcstack[1] == _vellum ]]; then _vellum "$@"; else compdef _vellum vellum; fi
