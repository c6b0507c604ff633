"""What the commands and the service say of values of Sito: sentences in the reader's language."""
