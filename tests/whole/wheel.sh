#!/usr/bin/env bash
# A wheel in an empty environment makes the same files from an empty folder as the checkout did (`make all`): every byte
# of each part and each sheet of all games, with another hash seed, in another time zone, by other workers.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make -C "$root" --no-print-directory wheel
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check -c "$root/requirements.lock" "$root"/dist/tablewright-*.whl
mkdir "$work/empty"
cd "$work/empty"
PYTHONHASHSEED=4242 TZ=America/Halifax "$work/venv/bin/tablewright" build --jobs 3 --medium stl --medium pdf --medium svg
if python3 -m zipfile -l "$root"/dist/tablewright-*.whl | grep -E '^(tests|output|docs)/'; then
    echo "the wheel installs what belongs to the checkout only" >&2
    exit 1
fi
for game in geometric-chamber dokojong judge-domino doubutsu-jungo; do
    for medium in stl pdf svg; do diff -r "$root/output/$game/$medium" "output/$game/$medium"; done
done
echo "the wheel builds the same files as the checkout"
