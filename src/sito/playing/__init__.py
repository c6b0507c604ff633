"""Games as they are played: transcripts, codemakers and codebreakers, duels, games by number, wrong answers."""
