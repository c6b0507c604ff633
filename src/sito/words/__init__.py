"""Lists of words: letters, weights, the lists that come with Sito, and how players in five languages write."""
