#!/usr/bin/env python3
"""Makes the puzzles of `bench --set fresh`: boards and queues that nobody tuned on, by seed.

Usage: scripts/make-fresh-puzzles.py FOLDER [SEED]
Writes fresh-5x5-s45-01.toml to -20.toml: whites without a match, three families, a queue with each family four
times, as in every puzzle of the game that we know, in random order.
"""
import random
import sys
from pathlib import Path


def has_match(board):
    rows, cols = len(board), len(board[0])
    for r in range(rows):
        for c in range(cols):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(r + i * dr, c + i * dc) for i in range(3)]
                if all(0 <= y < rows and 0 <= x < cols for y, x in cells):
                    if len({board[y][x] for y, x in cells}) == 1:
                        return True
    return False


def main():
    folder = Path(sys.argv[1])
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 20261130)
    for number in range(1, 21):
        while True:
            board = [[rng.choice("123") for _ in range(5)] for _ in range(5)]
            if not has_match(board):
                break
        queue = "".join(rng.sample("123" * 4, 12))
        rows = "\n".join(" ".join(f"{family}1" for family in row) for row in board)
        text = (
            f'name = "fresh-5x5-s45-{number:02}"\ngame = "sandbox"\nmode = "xiaochuwang"\nsteps = 45\n'
            f'queue = "{queue}"\nboard = """\n{rows}\n"""\n'
        )
        (folder / f"fresh-5x5-s45-{number:02}.toml").write_text(text, encoding="utf-8")


main()
