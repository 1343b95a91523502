"""The match forms as state machines over events: twelve holes, à écrire, combiné, the pools, tables for three and four (docs/forms.md)."""
