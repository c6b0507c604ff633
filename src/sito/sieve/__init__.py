"""Knowledge: the rules, the turns, and the codes that are still possible; its cells, metrics and ranking."""
