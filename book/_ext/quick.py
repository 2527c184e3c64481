"""The build in less time: what Sphinx and others would work out again for each page is
worked out once, and the pages stay as they are."""

import gc
import os
import sys
from contextlib import contextmanager
from functools import cache
from types import SimpleNamespace

import pybtex.plugin
from docutils import nodes
from sphinx.domains.std import StandardDomain
from sphinx.environment.collectors.toctree import TocTreeCollector
from sphinx.highlighting import PygmentsBridge

SELDOM = 200_000, 20, 100  # new objects before the collector of cycles looks for some


@contextmanager
def lent(env, get_doctree):
    """The environment with another way to the trees of pages."""
    env.get_doctree = get_doctree
    try:
        yield
    finally:
        del env.get_doctree


# --- numbered references --------------------------------------------------------------

# For the number of a figure Sphinx reads the whole page from the disk on which it
# stands, once for each reference: a third of the build.


def targets(doctree):
    """{id: what it names}, as it is before the page is written."""
    kept = {}
    for name, node in doctree.ids.items():
        kept[name] = node.copy()
        kept[name].children = list(node.children)
    return SimpleNamespace(ids=kept)


def keep_targets(app, env):
    """Those of the pages that have just been read are at hand."""
    app.targets = {d: targets(t) for d, t in env._write_doc_doctree_cache.items()}


def resolve_numref(domain, env, *rest):
    plain = env.get_doctree

    def found(docname):
        kept = env.app.targets
        if docname not in kept:
            kept[docname] = targets(plain(docname))
        return kept[docname]

    with lent(env, found):
        return PLAIN_NUMREF(domain, env, *rest)


def assign_figure_numbers(collector, env):
    """Sphinx reads every page from the disk again, though it still holds them."""
    plain, held = env.get_doctree, env._write_doc_doctree_cache
    with lent(env, lambda docname: held.get(docname) or plain(docname)):
        return PLAIN_FIGURES(collector, env)


PLAIN_NUMREF = StandardDomain._resolve_numref_xref
PLAIN_FIGURES = TocTreeCollector.assign_figure_numbers


# --- walks over a tree ----------------------------------------------------------------


def findall(
    node, condition=None, include_self=True, descend=True, siblings=False, ascend=False
):
    """As docutils has it, without a generator for each level of the tree."""
    if not (include_self and descend) or siblings or ascend:
        return PLAIN_FINDALL(node, condition, include_self, descend, siblings, ascend)
    if condition is None or isinstance(condition, type):
        return of_kind(node, condition or nodes.Node)
    return filter(condition, of_kind(node, nodes.Node))


def of_kind(node, kind):
    levels = [iter((node,))]
    while levels:
        for node in levels[-1]:
            if isinstance(node, kind):
                yield node
            if node.children:
                levels.append(iter(node.children))
                break
        else:
            levels.pop()


PLAIN_FINDALL = nodes.Node.findall


# --- code -----------------------------------------------------------------------------


@cache
def formatter(bridge, options):
    return PLAIN_FORMATTER(bridge, **dict(options))


PLAIN_FORMATTER = PygmentsBridge.get_formatter

# --- writing --------------------------------------------------------------------------


def write_side_by_side(app, env):
    """One process resolves references while others write pages. Where processes can't
    be divided safely, and for reading, there is one."""
    if sys.platform == "linux":
        app.parallel = max(app.parallel, min(os.cpu_count() or 1, 4) + 1)


# --------------------------------------------------------------------------------------


def setup(app):
    app.targets = {}
    StandardDomain._resolve_numref_xref = resolve_numref
    TocTreeCollector.assign_figure_numbers = assign_figure_numbers
    nodes.Node.findall = findall
    # for each citation all installed packages were asked for the plug-in
    pybtex.plugin.entry_points = cache(pybtex.plugin.entry_points)
    # for each listing a formatter made its classes of colours anew
    PygmentsBridge.get_formatter = lambda bridge, **options: formatter(
        bridge, tuple(options.items())
    )
    gc.set_threshold(*SELDOM)
    app.connect("env-updated", keep_targets, priority=900)
    app.connect("env-updated", write_side_by_side)
    # at its end Python would look at every node of every page before it forgets them
    app.connect("build-finished", lambda app, error: gc.freeze(), priority=999)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
