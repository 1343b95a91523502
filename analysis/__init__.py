"""What each roll was worth, what was marked, what was missed: findings, tracks, and the four tables."""

from analysis.auditor import audit
from analysis.columns import Judged
from analysis.findings import Audit, Cost, Finding, Mark, Track
from analysis.tables import frame, judge, rows, schema

__all__ = ["Audit", "Cost", "Finding", "Judged", "Mark", "Track", "audit", "frame", "judge", "rows", "schema"]
