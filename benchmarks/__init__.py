"""The benchmarks: each module has a `main` that asserts the counts it times and prints a table.

    python -m benchmarks            all of them
    python -m benchmarks.cells      one of them

Times are quoted in Y, the time that `yardstick.c` takes on the same machine.
"""
