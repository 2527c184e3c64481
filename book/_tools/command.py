"""What the commands of this folder have in common."""

import argparse
import sys

START = "from jupyter_book.cli.main import main; main()"
BUILD = [sys.executable, "-c", START, "build", ".", "-q"]


def parser_of(text):
    """A parser whose help is the text as it stands, a command's own docstring."""
    plain = argparse.RawDescriptionHelpFormatter
    return argparse.ArgumentParser(description=text, formatter_class=plain)
