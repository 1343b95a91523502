"""Archives: many records as the four tables on disk, each worked once (docs/archive.md).

Archive(store)      the four tables and the ledger as lazy frames: what counts, and nothing twice
add(paths, store)   add records; what is unchanged costs nothing
Store(address)      a folder here, or `s3://…`
"""

from analysis.archive.address import StoreError
from analysis.archive.archive import Archive
from analysis.archive.run import Options, Report, add
from analysis.archive.store import Store
from analysis.archive.workers import Workers

__all__ = ["Archive", "Options", "Report", "Store", "StoreError", "Workers", "add"]
