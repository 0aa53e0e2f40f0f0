#!/bin/sh
# Makes the virtual environment once, and again only when the pinned packages or the project's own change.
# Called by the Makefile: setup.sh ROOT VENV PYTHON
set -eu
root=$1 venv=$2 python=$3
stamp="$venv/.installed"
wanted=$(cat "$root/requirements.lock" "$root/pyproject.toml" "$root/setup.sh" | cksum)
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then
    exit 0
fi
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
    echo "error: PYTHON=$python must be Python 3.11 or newer; name one, as in make all PYTHON=python3.12" >&2
    exit 2
}
echo "setting up $venv (once; a few minutes)"
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv" || {
    echo "error: no virtual environment can be made; on Debian and Ubuntu: apt-get install python3-venv" >&2
    exit 2
}
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$root/requirements.lock"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable "$root"
echo "$wanted" >"$stamp"
