#!/usr/bin/env bash
# Every printer preset and every size of nozzle, the whole way: build, read again, slice. `make printers`; a few minutes each.
# Arguments are `name:key=value[,key=value]`; without any, all presets at their own nozzle and four nozzles on the default printer.
set -uo pipefail
program=${TABLEWRIGHT:-tablewright}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cases=("$@")
if [ ${#cases[@]} = 0 ]; then
    for preset in bambu-a1-mini bambu-a1 bambu-x1-p1 prusa-mk4 prusa-mini ender-3; do
        cases+=("$preset:printer.preset=$preset")
    done
    # Layers of half a nozzle's width.
    for nozzle in 0.25:0.12 0.6:0.3 0.8:0.4; do
        cases+=("nozzle-${nozzle%:*}:printer.nozzle_mm=${nozzle%:*},printer.layer_mm=${nozzle#*:}")
    done
fi

failed=0
for case in "${cases[@]}"; do
    name=${case%%:*}
    settings=()
    IFS=, read -ra pairs <<<"${case#*:}"
    for pair in "${pairs[@]}"; do settings+=(--set "$pair"); done
    log=$work/$name.log
    if "$program" build --output "$work/$name" "${settings[@]}" >"$log" 2>&1 \
        && "$program" check --slice --output "$work/$name" "${settings[@]}" >"$log" 2>&1; then
        echo "$name: passed. $(grep -iE 'sliced|slicer' "$log" | tail -1)"
    else
        failed=1
        echo "$name: FAILED"
        cat "$log"
    fi
    rm -rf "${work:?}/$name"
done
exit "$failed"
