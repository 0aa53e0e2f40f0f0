"""`tablewright play`: plays a game in the terminal, to try out rules before anything is printed."""

from __future__ import annotations

import click

from tablewright.commands.reporting import reporting


@click.command("play")
@click.argument("game")
@click.option("--players", type=click.IntRange(1, 100), help="How many play; as few as the game allows without it.")
@click.option("--people", type=click.IntRange(0, 100), default=0, show_default=True, help="So many of them are people.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of chance and of random players.")
@click.option("--line", help="Actions to begin with, as `prove --lines` prints them; the game ends there.")
@click.option("--actions", type=click.IntRange(1), default=500, show_default=True, help="Stop after so many.")
@reporting
def play_command(game: str, players: int | None, people: int, seed: int, line: str | None, actions: int) -> None:
    """Play a game in the terminal, with people or random players; describes each action and lists the pieces in use."""
    from rules.bill import derive_bill
    from rules.game import load_game
    from rules.playing import load_play
    from tablewright.commands.playing.table_talk import Table, follow, play_on

    described, play = load_game(game), load_play(game)
    count = described.players.min if players is None else players
    bill = derive_bill(described, count)
    table = Table(play, bill, min(people, count))
    if line is not None:
        follow(table, line)
        return
    play_on(table, seed, actions)
