"""What the pages share; what of it draws and makes tables is not here."""

from pathlib import Path

from absent import refuse


def __getattr__(name):
    if name.startswith("__") or Path(__path__[-1], f"{name}.py").is_file():
        raise AttributeError(name)
    refuse(f"rotbook.{name}")
