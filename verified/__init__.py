"""A checker of certificates that Coq has proven; README.md beside this file tells how to read it."""
