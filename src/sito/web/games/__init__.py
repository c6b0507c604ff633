"""Games of people with the computer and with each other, kept in a file: what the page and the REST interface use."""
