"""`tablewright prove`: explores play to tell whether the pieces suffice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rules.game import SHIPPED, load_game
from tablewright.commands.options import options
from tablewright.commands.reporting import reporting

if TYPE_CHECKING:
    from tablewright.executors.crew import Spread


@click.command("prove")
@click.option("--game", "games", multiple=True, metavar="ID", help="Only this game; may be repeated.")
@click.option("--players", type=click.IntRange(1, 100), help="Only for so many players.")
@click.option("--random-games", type=click.IntRange(1), default=200, show_default=True, help="Games of random players.")
@click.option("--lines", is_flag=True, help="Also the actions that lead to each measure's most.")
@click.option("--fresh", is_flag=True, help="From the start, whatever an earlier run has kept.")
@click.option("--record", is_flag=True, help="Print the proofs as rules/proofs.json holds them, in place of tables.")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    default=Path("output"),
    show_default=True,
    help="What a run has found is kept in its folder proof/, and taken up by the next.",
)
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes for random play.")
@options("cluster")
@reporting
def prove_command(
    games: tuple[str, ...],
    players: int | None,
    random_games: int,
    lines: bool,
    fresh: bool,
    record: bool,
    output: Path,
    jobs: int,
    cluster: str,
) -> None:
    """Explore play to prove that the pieces suffice; stop it at any time, and the next run resumes from there."""
    from tablewright.executors.crew import crew

    with crew(jobs, cluster) as spread:
        _prove(games, players, random_games, lines, fresh, record, output, spread)


def _prove(
    games: tuple[str, ...],
    players: int | None,
    random_games: int,
    lines: bool,
    fresh: bool,
    record: bool,
    output: Path,
    spread: Spread,
) -> None:
    """Find the proofs and print them; leaves with 1 if something is exceeded."""
    from rules.bill import derive_bill
    from rules.proof import proofs_text
    from rules.sufficiency import prove, tasks
    from tablewright.commands.playing.proof_text import proof_table, suffices
    from tablewright.proof_store import ProofStore

    described = {game: load_game(game) for game in games or SHIPPED}
    store, good, found = ProofStore(output), True, []
    for game, description in described.items():
        if players is not None:
            derive_bill(description, players)
        wanted = tasks(game, None if players is None else [players])
        if not wanted and not record:
            click.echo(f"{game}: not proved: there are no rules to explore (play.py)")
        for task in wanted:
            if fresh:
                store.forget(task)
            try:
                proof = prove(task, store, random_games, lines, spread)
            except KeyboardInterrupt:
                store.done()
                click.echo(
                    f"stopped; what was found is kept in {store.folder}, and the same command goes on from there", err=True
                )
                raise SystemExit(130) from None
            store.done()
            found.append(proof)
            bill = derive_bill(description, task.players)
            good = suffices(proof, bill) and good
            if not record:
                click.echo(proof_table(proof, bill, lines) + "\n")
    if record:
        click.echo(proofs_text(tuple(found)), nl=False)
    if not good:
        raise SystemExit(1)
