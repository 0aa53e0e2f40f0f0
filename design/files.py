"""How a file is written: to a temporary file beside it, then renamed, so that there is never half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from rules.errors import BuildError, Problem


def write_whole(path: Path, data: bytes) -> None:
    """Put `data` into a file in one step; BuildError says why it cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            Path(name).chmod(0o644)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise BuildError(Problem(str(path), f"cannot be written ({error.strerror})")) from None
