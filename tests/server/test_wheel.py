"""Whoever installs the wheel has the table: no Node, no make, nothing to build."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import httpx
import pytest
from visiting import free_port

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(
    not (ROOT / "src/grognard/server/static/index.html").is_file() and os.environ.get("CI") != "true",
    reason="the pages are not built (make web)",
)


def built(tmp_path: Path, kind: str) -> Path:
    """A wheel or an sdist of the tree as it is."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (found,) = tmp_path.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return found


def test_the_wheel_serves_the_table(tmp_path: Path) -> None:
    wheel = built(tmp_path, "wheel")
    with zipfile.ZipFile(wheel) as content:
        names = content.namelist()
        content.extractall(tmp_path / "site")
    assert "grognard/server/static/index.html" in names
    assert any(name.startswith("grognard/server/static/assets/") for name in names)
    port = free_port()
    bare = {"PATH": os.path.dirname(sys.executable), "HOME": str(tmp_path), "PYTHONPATH": str(tmp_path / "site")}
    command = [sys.executable, "-m", "grognard", "play", "--no-open", "--port", str(port)]
    with subprocess.Popen(command, env=bare, cwd=tmp_path, stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout is not None
            assert b"Grognard is at" in server.stdout.readline()
            with httpx.Client(transport=httpx.HTTPTransport(retries=20), timeout=30) as http:
                page = http.get(f"http://127.0.0.1:{port}/")
                assert page.status_code == 200
                assert '<div id="app">' in page.text
                script = page.text.split('src="')[1].split('"')[0]
                assert http.get(f"http://127.0.0.1:{port}{script}").status_code == 200
        finally:
            server.terminate()


def test_the_sdist_has_what_builds_the_pages(tmp_path: Path) -> None:
    with tarfile.open(built(tmp_path, "sdist")) as content:
        names = {name.partition("/")[2] for name in content.getnames()}
    assert {"web/package.json", "web/package-lock.json", "hatch_build.py"} <= names
    assert not any(name.startswith("web/node_modules") for name in names)
    assert "web/src/main.ts" in names
