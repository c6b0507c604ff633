"""What is said of workers that are gone."""

from __future__ import annotations

from sito.errors import N_, NN_, Fault


def workers_died(count: int, rules: str) -> Fault:
    """Says that the workers of a search have died so often that it gives up.

    >>> print(workers_died(3, "4x6"))
    the workers died 3 times in a row in the search of 4x6; they may lack memory
    """
    died = NN_(
        "the workers died {count} time in a row in the search of {rules}; they may lack memory",
        "the workers died {count} times in a row in the search of {rules}; they may lack memory",
    )
    return Fault(*died, count=count, rules=rules)


def no_dask_workers(address: str) -> Fault:
    """Says that a scheduler has no workers.

    >>> print(no_dask_workers("tcp://localhost:8786"))
    the Dask scheduler at tcp://localhost:8786 has no workers; start one with: dask worker tcp://localhost:8786
    """
    nobody = N_("the Dask scheduler at {address} has no workers; start one with: dask worker {address}")
    return Fault(nobody, address=address)
