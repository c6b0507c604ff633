"""Certificates of small games, written by plain recursion, and changed at random."""
