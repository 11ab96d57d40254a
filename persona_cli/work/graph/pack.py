"""Several files as one zip archive with the same bytes each time: for a folder format written to one file or a pipe."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable

_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can hold: the archive carries no time of the run
_PRIVATE_FILE = 0o600 << 16


def zipped(files: Iterable[tuple[str, str]]) -> bytes:
    """Relative paths and texts, in the order given, as a zip archive."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in files:
            entry = zipfile.ZipInfo(path, _DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, on every system, so that the bytes are the same
            entry.external_attr = _PRIVATE_FILE
            archive.writestr(entry, text)
    return whole.getvalue()
