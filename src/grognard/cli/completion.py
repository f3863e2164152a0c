"""grognard completion: a script for bash, zsh or fish, and the words it asks for while somebody types."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from grognard.kernel.errors import BadInput

from .console.terminal import print_json

EPILOG = """to have it in every new shell:
  bash  echo 'eval "$(grognard completion bash)"' >> ~/.bashrc
  zsh   echo 'eval "$(grognard completion zsh)"' >> ~/.zshrc
  fish  grognard completion fish > ~/.config/fish/completions/grognard.fish"""

SCRIPTS = {
    "bash": """_grognard() {
    local IFS=$'\\n' typed=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=($(compgen -W "$(grognard completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" \\
        -- "${typed#=}"))
}
complete -o default -F _grognard grognard
""",
    "zsh": """_grognard() {
    local -a found
    found=(${(f)"$(grognard completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
    if (( $#found )); then compadd -a found; else _files; fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _grognard grognard
""",
    "fish": """function __grognard
    set -l typed (commandline -ct)
    set -l found (grognard completion words -- (commandline -opc)[2..-1] "$typed" 2>/dev/null)
    if set -q found[1]
        printf '%s\\n' $found
    else
        __fish_complete_path "$typed"
    end
end
complete -c grognard -f -a '(__grognard)'
""",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.epilog = EPILOG
    parser.add_argument("shell", metavar="SHELL", help="bash, zsh or fish")
    parser.add_argument("typed", nargs="*", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help="the script as JSON")


def run(args: argparse.Namespace) -> int:
    """Print the script, or what may come next."""
    if args.shell == "words":
        found = list(words(args.typed))
        if args.json:
            print_json({"words": found})
        elif found:
            print("\n".join(found))
        return 0
    if args.shell not in SCRIPTS:
        raise BadInput(f"no shell {args.shell!r}; there are {', '.join(SCRIPTS)}")
    if args.typed:
        raise BadInput(f"{args.typed[0]} is too much; see grognard completion --help")
    if args.json:
        print_json({"shell": args.shell, "script": SCRIPTS[args.shell]})
    else:
        print(SCRIPTS[args.shell], end="")
    return 0


def words(typed: list[str]) -> Iterable[str]:
    """What the last word may become; nothing where it is the name of a file, which a shell knows better."""
    from . import VERBS

    verbs = [verb for verb, _ in VERBS]
    *before, last = typed or [""]
    before, last = [word for word in before if word != "="], last if last != "=" else ""  # so bash has --flag=value
    if not before:
        return _beginning(verbs, last)
    if before[0] not in verbs:
        return []
    # zsh and fish hand over --flag=value as one word, so the answer has to be one too
    flag, joined, value = last.partition("=")
    if joined and flag.startswith("--"):
        found = _beginning(_next(before[0], [*before[1:], flag], value), value)
        return [f"{flag}={word}" for word in found]
    return _beginning(_next(before[0], before[1:], last), last)


def _beginning(found: Iterable[str], last: str) -> list[str]:
    return [word for word in found if word.startswith(last)]


def _next(verb: str, before: list[str], last: str) -> Iterable[str]:
    from . import parser_of

    flags = {flag: action for action in parser_of(verb)._actions for flag in action.option_strings}
    if last.startswith("-"):
        return [flag for flag in flags if flag.startswith("--")]
    if before and before[-1] in flags and flags[before[-1]].nargs != 0:
        return _values(before[-1], verb, before)
    # words that are values of an option stand at no place of their own
    plain = [
        word
        for place, word in enumerate(before)
        if not word.startswith("-")
        and not (place and before[place - 1] in flags and flags[before[place - 1]].nargs != 0)
    ]
    return _positional(verb, plain)


def _values(flag: str, verb: str, before: list[str]) -> Iterable[str]:
    """What may stand behind an option."""
    from grognard import systems

    if flag in ("--system", "--systems"):
        return systems.find()
    if flag == "--battles":
        from grognard.scenarios import bundled

        return bundled()
    if flag == "--variant":
        # wherever the system was named: options may stand before it
        named = [word for word in before if word in systems.find()]
        return systems.variants(named[0] if named else "cold-steel")
    if flag == "--commanders":
        from grognard.commanders import KINDS

        return KINDS
    if flag == "--kind":
        from grognard.kernel.rulebook import KINDS as RULES

        return RULES
    if flag == "--season":
        return ("spring", "summer", "autumn", "winter")
    return ()


def _positional(verb: str, plain: list[str]) -> Iterable[str]:
    """What may stand at a place of its own."""
    from grognard import systems
    from grognard.scenarios import bundled

    first = plain[0] if plain else ""
    if verb == "check":
        if len(plain) == 1:
            return (*systems.Declarations(first), *systems.sequences(first))
        return () if plain else systems.find()
    if verb == "odds" and not plain:
        from grognard.simulate.lab.programs import bundled_programs

        return bundled_programs()
    if verb == "simulate" or (verb in ("battle", "lab") and not plain):
        return bundled()
    if verb == "rules":
        if not plain:
            return ("show", "options", "coverage", *systems.find())
        if first == "show":
            return (rule.id for system in systems.find() for rule in systems.rulebook(system))
        return systems.find() if first in ("options", "coverage") and len(plain) == 1 else ()
    if verb == "scenario":
        if not plain:
            return ("list", "show", "check", "map", "muster", "new", "giant")
        return bundled() if first in ("show", "check", "map", "muster") else ()
    if verb == "terrain" and not plain:
        return ("open", "hilly-wooded", "rolling", "mountainous", "desert")
    return tuple(SCRIPTS) if verb == "completion" and not plain else ()
