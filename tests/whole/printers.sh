#!/usr/bin/env bash
# Every printer preset and every size of nozzle, the whole way: build, read again, slice. `make printers`; a few minutes each.
# All go into one folder, one after the other: what the next printer asks for in the same way is kept, the rest made anew.
# Where a nozzle is too coarse for a game (exit code 2: a problem of the design, each named), the others are made without it;
# only the case `nozzle-0.8` may refuse one. Arguments are `name:key=value[,key=value]`; without any, all presets at their own
# nozzle and four nozzles on the default printer.
set -uo pipefail
program=${TABLEWRIGHT:-tablewright}
games=(geometric-chamber dokojong judge-domino doubutsu-jungo)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cases=("$@")
if [ ${#cases[@]} = 0 ]; then
    for preset in bambu-a1-mini bambu-a1 bambu-x1-p1 prusa-mk4 prusa-mini ender-3; do
        cases+=("$preset:printer.preset=$preset")
    done
    # Pieces as docs/configuration.md has them for a nozzle of 0.8 mm: nothing is refused.
    larger=markers.token.width_mm=34,markers.token.height_mm=34,squares.square_mm=39.2,domino.width_mm=30,domino.height_mm=60
    larger+=,storage_box.wall_mm=2.4,domino.thickness_mm=10.4,domino.gap_min_mm=5,domino.gap_max_mm=22
    # Layers of half a nozzle's width.
    for nozzle in 0.25:0.12 0.6:0.3 0.8:0.4; do
        cases+=("nozzle-${nozzle%:*}:printer.nozzle_mm=${nozzle%:*},printer.layer_mm=${nozzle#*:}")
    done
    cases+=("nozzle-0.8-larger:printer.nozzle_mm=0.8,printer.layer_mm=0.4,$larger")
fi

# Which games a printer is too coarse for, one a line with the first of its problems.
refused_by() {
    local game
    for game in "${games[@]}"; do
        if ! "$program" build --output "$work/planned" --game "$game" --medium svg "$@" >"$work/one.log" 2>&1; then
            grep -q '^error: ' "$work/one.log" && ! grep -q Traceback "$work/one.log" || return 1
            echo "$game: $(grep -m 1 '^error: ' "$work/one.log")"
        fi
    done
}

failed=0
for case in "${cases[@]}"; do
    name=${case%%:*}
    settings=()
    IFS=, read -ra pairs <<<"${case#*:}"
    for pair in "${pairs[@]}"; do settings+=(--set "$pair"); done
    log=$work/$name.log
    started=$SECONDS
    made=()
    "$program" build --output "$work/output" "${settings[@]}" >"$log" 2>&1
    code=$?
    if [ "$code" = 2 ] && [ "$name" = nozzle-0.8 ]; then
        refused=$(refused_by "${settings[@]}")
        echo "$refused" | sed "s/^/$name: refused by name: /"
        for game in "${games[@]}"; do grep -q "^$game: " <<<"$refused" || made+=(--game "$game"); done
        "$program" build --output "$work/output" "${settings[@]}" "${made[@]}" >"$log" 2>&1
        code=$?
    fi
    if [ "$code" = 0 ] && "$program" check --slice --output "$work/output" "${settings[@]}" "${made[@]}" >"$log" 2>&1; then
        echo "$name: passed in $((SECONDS - started)) s. $(grep '^slicing: ' "$log")"
    else
        failed=1
        echo "$name: FAILED"
        cat "$log"
    fi
done
exit "$failed"
