"""A small book, built in a folder from the texts of its pages."""

import io

from sphinx.application import Sphinx


def built(folder, pages, extensions, builder="html", **settings):
    """The folder of what Sphinx made, and what it complained of."""
    source, out, said = folder / "source", folder / "_build" / builder, io.StringIO()
    for name, text in pages.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        if not (source / name).is_file():  # a second time nothing has changed
            (source / name).write_text(text, encoding="utf-8")
    given = {"extensions": ["myst_nb", *extensions], "nb_execution_mode": "off"}
    places = source, None, out, folder / "_build" / f".{builder}"
    given |= {"root_doc": "index"} | settings
    Sphinx(*places, builder, given, status=None, warning=said).build()
    return out, said.getvalue()
