"""The pages of the table go into the wheel: built here where they are not there yet."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGES = Path("src/grognard/server/static/index.html")


class Pages(BuildHookInterface[Any]):
    """Runs before a wheel or an sdist is put together."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable install needs no pages: make builds them when they are wanted."""
        if version == "editable" or (Path(self.root) / PAGES).is_file():
            return
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError("the pages of the table are not built; type: make web, or install Node 20.19 or newer")
        for words in (["install", "--no-save", "--silent", "--no-audit", "--no-fund"], ["run", "build", "--silent"]):
            subprocess.run([npm, *words], cwd=Path(self.root) / "web", check=True)
