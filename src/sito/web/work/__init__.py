"""Work that takes long, done in processes of its own, so that nobody waits for another's search.

A task is a function at the top of a module that is given a `Work` as `work`; its other arguments and its result can be
pickled. `pool` runs tasks while a person waits, `jobs` those that take minutes. Processes of the pool import neither
NiceGUI nor FastAPI.
"""
