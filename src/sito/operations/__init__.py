"""Operations: for each a question, a function and an answer, from which REST, its schema and JSON are derived.

An operation is a function of a question and a `Work`, which has its limits and hears of its progress. It stands in the
registry of `sito.operations.operation`, and every door finds it there.
"""
