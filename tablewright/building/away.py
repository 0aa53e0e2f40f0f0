"""Makes files elsewhere: what is to be made goes there as bytes, and what was made comes back as bytes; no disk is shared."""

from __future__ import annotations

import hashlib
import io
import pickle
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from design.files import write_whole
from design.graphics.art.photos import Pixels, data_of
from design.plan.artifact import Artifact
from rules.errors import BuildError, Problem, TablewrightError
from tablewright.building.workshop import Made, make


@dataclass(frozen=True)
class Order:
    """What is to be made, and all that its maker needs.

    artifacts: those of one builder and specification, pickled. pictures: files that they show, by SHA-256. parts: files that
    beds are put together from, by path below an output folder. problems: files that could not be read.
    """

    artifacts: bytes
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    parts: Mapping[str, bytes] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class Delivery:
    """What came of an order.

    made: the files of each artifact, by its path, and what they hold. files: SHA-256 and bytes of each file, by its own path.
    problems: why there are none.
    """

    made: Mapping[str, Made] = field(default_factory=dict)
    files: Mapping[str, tuple[str, bytes]] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def order(group: Sequence[Artifact], parts: Iterable[tuple[str, Path]]) -> Order:
    """The order for artifacts that are made together, with the parts' files by their path below an output folder."""
    stream = io.BytesIO()
    packer = _Packer(stream)
    packer.dump(list(group))
    try:
        pictures = {digest: data_of(one) for digest, one in packer.pictures.items()}
        return Order(stream.getvalue(), pictures, {path: file.read_bytes() for path, file in parts})
    except TablewrightError as error:
        return Order(b"", problems=error.problems)
    except OSError as error:
        what = f"cannot be read ({error.strerror}); run it again"
        return Order(b"", problems=(Problem(str(error.filename), what),))


def deliver(one: Order) -> Delivery:
    """Make what an order asks for, in a folder that is gone afterwards."""
    if one.problems:
        return Delivery(problems=one.problems)
    with TemporaryDirectory(prefix="tablewright-") as name:
        folder = Path(name)
        pictures, stage = folder / "pictures", folder / "stage"
        for digest, data in one.pictures.items():
            write_whole(pictures / digest, data)
        for path, data in one.parts.items():
            write_whole(stage / path, data)
        group = _Unpacker(io.BytesIO(one.artifacts), pictures).load()
        try:
            made = make(group, stage)
        except TablewrightError as error:
            return Delivery(problems=error.problems)
        except Exception as error:
            what = f"could not be made: {type(error).__name__}: {error}"
            return Delivery(problems=(Problem(group[0].path, what),))
        contents = {path: (stage / path).read_bytes() for files in made.values() for path, _ in files}
    return Delivery(made, {path: (hashlib.sha256(data).hexdigest(), data) for path, data in contents.items()})


def put_down(delivery: Delivery, folder: Path) -> None:
    """Write the files of a delivery below a folder; BuildError for one that did not come as it was sent."""
    for path, (sha256, data) in delivery.files.items():
        if hashlib.sha256(data).hexdigest() != sha256:
            raise BuildError(Problem(path, "did not come back as it was made; check the network, and start again"))
        write_whole(folder / path, data)


class _Packer(pickle.Pickler):
    """Pickles artifacts; a picture is named by the hash of its file, wherever that lies."""

    def __init__(self, stream: io.BytesIO) -> None:
        super().__init__(stream, pickle.HIGHEST_PROTOCOL)
        self.pictures: dict[str, Pixels] = {}

    def persistent_id(self, obj: Any) -> Any:
        """What stands for an object in the pickle: a picture's fields without its path; None for all else."""
        if not isinstance(obj, Pixels):
            return None
        self.pictures[obj.digest] = obj
        return obj.name, obj.digest, obj.width, obj.height, obj.mean, obj.clear, obj.faded


class _Unpacker(pickle.Unpickler):
    """Reads them again; pictures lie in `folder` under their hashes."""

    def __init__(self, stream: io.BytesIO, folder: Path) -> None:
        super().__init__(stream)
        self._folder = folder

    def persistent_load(self, pid: Any) -> Pixels:
        """A picture by what stands for it."""
        one = Pixels(*pid)
        return replace(one, path=self._folder / one.digest)
