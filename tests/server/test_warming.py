"""A server that has just started reads records in many threads at once."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import sys, threading
import msgspec
from grognard.server.line.warming import know_records

sys.setswitchinterval(1e-6)
content = msgspec.json.encode({f"f{i}": [{f"a{j}": 1 for j in range(20)}] for i in range(30)})
for _ in range(60):
    inner = [msgspec.defstruct(f"In{k}", [(f"a{i}", int) for i in range(20)], module="grognard.x") for k in range(30)]
    outer = msgspec.defstruct("Out", [(f"f{i}", list[each]) for i, each in enumerate(inner)], module="grognard.x")
    know_records()
    ready = threading.Barrier(4)
    threads = [
        threading.Thread(target=lambda: (ready.wait(), msgspec.json.decode(content, type=outer))) for _ in range(4)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
print("read")
"""


def test_records_are_read_by_many_threads_from_the_first_moment() -> None:
    """Without `know_records` this one ends by a segmentation fault."""
    ended = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=300, check=False)
    assert (ended.returncode, ended.stdout) == (0, "read\n"), ended.stderr[-500:]
