"""What the commands write with --json and the service answers: values of Sito as objects of JSON."""
