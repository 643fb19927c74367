"""The Python of the guide and of the package's README runs, block after block."""

from __future__ import annotations

import contextlib
import io
import re
import unittest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


class Docs(unittest.TestCase):
    def test_every_block_runs(self) -> None:
        for page in ("docs/guides/python.md", "bindings/python/README.md"):
            text = (ROOT / page).read_text(encoding="utf-8")
            blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
            self.assertTrue(blocks, page)
            names: dict[str, Any] = {}
            for index, block in enumerate(blocks):
                with self.subTest(page, block=index), contextlib.redirect_stdout(
                    io.StringIO()
                ) as out:
                    exec(block, names)
                for said in re.findall(r"print\(error\) +# (.+)", block):
                    self.assertEqual(out.getvalue().strip(), said)


if __name__ == "__main__":
    unittest.main()
