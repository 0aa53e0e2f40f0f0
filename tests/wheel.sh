#!/usr/bin/env bash
# A wheel in an empty environment makes the same files from an empty folder as the checkout did (`make all`).
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make -C "$root" --no-print-directory wheel
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check -c "$root/requirements.lock" "$root"/dist/tablewright-*.whl
mkdir "$work/empty"
cd "$work/empty"
"$work/venv/bin/tablewright" build
for name in tests output; do
    if [ -e "$("$work/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/$name" ]; then
        echo "the wheel installs $name, and must not" >&2
        exit 1
    fi
done
diff -r "$root/output/geometric-chamber" output/geometric-chamber
echo "the wheel builds the same files as the checkout"
