"""What shares a store: the loose pieces of a player's set, so that you lift a set out as one, or all pieces of a kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

from design.packing.arrangements import arrangements
from design.packing.goods import Goods, Store

FILL = 0.55
"""Kinds share a set's store if they fill this much of it; long plates and flat cards next to blocks leave it half empty."""


def kind_stores(kinds: Sequence[Goods]) -> tuple[Store, ...]:
    """A store for each kind of goods."""
    return tuple(Store(kind.label, (kind,)) for kind in kinds)


@lru_cache(maxsize=32)
def kit_stores(kinds: tuple[Goods, ...], kit: str, clearance_mm: float, play_mm: float, fewest: int = 2) -> tuple[Store, ...]:
    """A store for each set, `<kit>.<value>`, with as many kinds as fit without much air; other kinds have one store each.

    Those outside are in the order of the sets too. At least `fewest` kinds share a store; with 1, each set always has its own
    store.
    """
    sets = tuple(dict.fromkeys(one for kind in kinds for one in kind.kits if one))
    kinds = tuple(part for kind in kinds for part in _parted(kind))
    # No box is lower than the piece that stands highest even when lying as flat as possible.
    lowest = max(min(way.height_mm for way in arrangements(store, clearance_mm, play_mm)) for store in kind_stores(kinds))
    shared = [number for number, kind in enumerate(kinds) if set(kind.kits) == set(sets)]
    for size in range(len(shared), fewest - 1, -1):
        found = []
        for members in combinations(shared, size):
            first = _set_store([kinds[number] for number in members], kit, sets[0])
            found.append((max(way.fill(lowest) for way in arrangements(first, clearance_mm, play_mm)), members))
        fill, members = max(found, key=lambda one: one[0])
        if fill >= FILL or size == fewest == 1:
            stores = [_set_store([kinds[number] for number in members], kit, one) for one in sets]
            rest = [kind for number, kind in enumerate(kinds) if number not in members]
            return (*kind_stores(rest), *stores)
    return kind_stores(kinds)


def _parted(kind: Goods) -> tuple[Goods, ...]:
    """Separate the pieces of sets from those of the same kind that belong to none: spares."""
    if all(kind.kits) or not any(kind.kits):
        return (kind,)
    own = [(piece, kit) for piece, kit in zip(kind.pieces, kind.kits, strict=True) if kit]
    rest = tuple(piece for piece, kit in zip(kind.pieces, kind.kits, strict=True) if not kit)
    inside = replace(kind, pieces=tuple(piece for piece, _ in own), kits=tuple(kit for _, kit in own))
    return inside, replace(kind, label=f"spare-{kind.label}", pieces=rest, kits=("",) * len(rest))


def _set_store(kinds: Sequence[Goods], kit: str, value: str) -> Store:
    """One set's pieces; kinds of equal size lie together."""
    found: dict[tuple[object, object], Goods] = {}
    for kind in kinds:
        pieces = tuple(piece for piece, one in zip(kind.pieces, kind.kits, strict=True) if one == value)
        key = (kind.envelope, kind.stacking)
        before = found.get(key)
        label = f"{before.label} and {kind.label}" if before else kind.label
        together = (*before.pieces, *pieces) if before else pieces
        found[key] = replace(kind, label=label, pieces=together, kits=(value,) * len(together))
    return Store(f"{kit}.{value}", tuple(found.values()))
