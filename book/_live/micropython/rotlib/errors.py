"""The errors that the page's part of rotlib raises; an error has one base here."""


class InvalidInput(ValueError):
    pass
