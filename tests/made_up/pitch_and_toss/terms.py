"""The words of the rules, as types."""

from __future__ import annotations

from typing import Literal, get_args

Coin = Literal["penny", "crown", "two_headed"]
Caught = Literal["palm", "hat", "boot"]
Fell = Literal["tails", "edge", "heads"]
Wind = Literal["still", "breeze", "gale"]
Where = Literal["table", "waiting", "left"]

COINS: tuple[Coin, ...] = get_args(Coin)
CATCHES: tuple[Caught, ...] = get_args(Caught)

COIN_WORDS: dict[str, str] = {"penny": "a penny", "crown": "a crown", "two_headed": "a coin with two heads"}
FELL_WORDS: dict[str, str] = {"tails": "tails", "edge": "on its edge", "heads": "heads"}
WIND_WORDS: dict[str, str] = {"still": "still air", "breeze": "a breeze", "gale": "a gale"}
