"""Verbs that agree with the names of units, under all rules: a battalion falls back, fusiliers fall back."""

from __future__ import annotations

import re
from collections.abc import Iterable

_PLURAL = frozenset((
    "carabiniers", "chasseurs", "cuirassiers", "dragons", "dragoons", "fencibles", "fusiliers", "grenadiers", "guards",
    "highlanders", "howitzers", "hussards", "hussars", "jägers", "lanciers", "lancers", "marines",
    "musketeers", "pioneers", "pounders", "rangers", "rifles", "sappers", "schützen", "skirmishers", "tirailleurs",
    "uhlans", "voltigeurs", "volunteers",
))  # fmt: skip
"""Words for many men, at the end of a unit's name."""
_IRREGULAR = {"is": "are", "has": "have", "was": "were", "goes": "go", "does": "do"}
_NO_VERB = frozenset(("as", "its", "this", "us", "his", "across", "paces"))
_HISSING = ("sses", "shes", "ches", "xes", "zzes")
_ALSO = re.compile(
    r"( and )(is|has|was|goes|falls|runs|routs|abandons|stays|halts|stands|keeps|retreats|retires|recoils|withdraws|"
    r"holds|fires|turns|breaks|wheels|wavers|comes|loses|forms|marches|advances|charges|follows)\b"
)
_OWN = {"its": "their", "itself": "themselves"}


def is_plural(name: str) -> bool:
    """Whether a unit's name is a word for many men: `II. Musketeers`, `Kempt's four-pounders`."""
    # what stands in brackets is the formation it belongs to, not its name
    bare = re.sub(r" \([^)]*\)$", "", name)
    last = re.split(r"[ -]", bare)[-1].lower()
    return last in _PLURAL or name.startswith("skirmishers of ")


def agreed(sentence: str, names: Iterable[str]) -> str:
    """A sentence whose verbs agree with these names, as far as they are words for many."""
    for name in dict.fromkeys(names):
        sentence = agreeing(sentence, name) if is_plural(name) else sentence
    return sentence


def agreeing(sentence: str, name: str) -> str:
    """A sentence whose verbs are put as a plural name wants them, after each place where it stands."""
    head, found, tail = sentence.partition(name)
    if not found:
        return sentence
    verb = re.match(r" (\w+)", tail)
    # in `skirmishers of X` the verb belongs to the skirmishers
    if verb is None or head.endswith(" of ") or (several := _of_many(verb[1])) == verb[1]:
        return head + found + agreeing(tail, name)
    after = tail[verb.end() :]
    # the subject holds to the end of the clause: after a colon somebody else may act
    end = next((at for at, sign in enumerate(after) if sign in ":;("), len(after))
    clause, rest = after[:end], after[end:]
    clause = _ALSO.sub(lambda each: each[1] + _of_many(each[2]), clause)
    clause = re.sub(r"\b(its|itself)\b", lambda each: _OWN[each[1]], clause)
    # what follows a pause may speak of the same men: `melt away; their men are scattered`
    rest = re.sub(r"^; its\b", "; their", rest)
    return f"{head}{found} {several}{clause}{agreeing(rest, name)}"


def _of_many(verb: str) -> str:
    """`falls` to `fall`; what is no verb stays."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb in _NO_VERB or not verb.endswith("s") or verb.endswith("ss"):
        return verb
    # lies is the verb of lying down, not of lying about
    if verb.endswith("ies") and verb != "lies":
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(_HISSING) else verb[:-1]
