"""The server's OpenAPI description, from which the page's types are made: make types.

python tools/openapi.py > web/openapi.json
"""

from grognard.server.app import described

print(described(), end="")
