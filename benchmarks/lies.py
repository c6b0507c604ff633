"""Proving worst cases and totals of games with lies.

    python -m benchmarks.lies          # those that take seconds
    python -m benchmarks.lies --long   # also those that take up to minutes, 4x6 with a lie among them

Every value is checked, and every tree is verified in plain Python.
"""

from __future__ import annotations

import argparse
import time

from tests.exact_claims import CLAIMS_WITH_LIES, LONG_CLAIMS_WITH_LIES

from benchmarks import yardstick


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="also the proofs that take up to minutes")
    claims = CLAIMS_WITH_LIES + (LONG_CLAIMS_WITH_LIES if parser.parse_known_args()[0].long else ())
    print(f"{'command':58} {'value':>12} {'games':>8} {'positions':>10} {'Y':>8}")
    for claim in claims:
        start = time.process_time()
        solution = claim.prove()
        spent = (time.process_time() - start) / yardstick.seconds()
        assert solution.tree is not None
        value = ", ".join(map(str, claim.value))
        print(f"{claim!s:58} {value:>12} {solution.tree.size:8} {solution.spent.positions:10} {spent:8.2f}", flush=True)


if __name__ == "__main__":
    main()
