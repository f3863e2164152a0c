"""Lets the tests of this folder import `tin_table` and `open_ground`, which lie beside them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
