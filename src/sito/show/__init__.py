"""What people and programs are shown: sentences in five languages, pegs, tables, charts, JSON."""
