"""Note which generated functions run: loaded by Python at its start wherever this folder is on the path.

Nothing happens unless ROTLIB_WITNESS names a file. Then each function of rotlib.kernels is compiled with its value passed
through `witnessed`, which notes the function's name and, while `FAULT` is that name, spoils the value by a few parts in a
million. In a notebook the notes go into the file, together with the cell in which each generated function was defined.
"""

import ast
import importlib.machinery
import json
import linecache
import os
import sys

SEEN = set()  # names such as "so3.exp", since the set was last cleared
FAULT = None  # the name of the one function that is to be wrong
SIZE = 1e-6
NOTES = os.environ.get("ROTLIB_WITNESS", "")


def witnessed(name, value):
    """Hand a kernel's value on, having noted that it ran."""
    if name not in SEEN:
        SEEN.add(name)
        note({"ran": name})
    return spoiled(value) if name == FAULT else value


def spoiled(value):
    """Each output wrong by another factor, so that a common scale does not hide it."""
    if not isinstance(value, tuple):
        return value * (1 + SIZE)
    return tuple(x * (1 + SIZE * (i + 1)) for i, x in enumerate(value))


def note(what):
    """One line for the file of a notebook; the tests' own process keeps `SEEN` in memory and has none."""
    if NOTES and NOTES != "memory":
        with open(NOTES, "a", encoding="utf-8") as file:
            file.write(json.dumps(what) + "\n")


def running_cell():
    """Source of the notebook cell that is being executed, or None."""
    frame, found = sys._getframe(1), None
    while frame is not None:
        folder, _, _ = frame.f_code.co_filename.rpartition(os.sep)
        if frame.f_code.co_name == "<module>" and os.path.basename(folder).startswith("ipykernel_"):
            found = "".join(linecache.getlines(frame.f_code.co_filename))
        frame = frame.f_back
    return found


class Kernels(importlib.machinery.SourceFileLoader):
    """Compiles a module of rotlib.kernels with a witness in each return statement."""

    def get_code(self, fullname):
        topic = fullname.rpartition(".")[2]
        tree = ast.parse(self.get_data(self.path))
        for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
            for node in ast.walk(function):
                if isinstance(node, ast.Return):
                    name = ast.Constant(f"{topic}.{function.name}")
                    node.value = ast.Call(ast.Name("witnessed__", ast.Load()), [name, node.value], [])
        return compile(ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True)

    def exec_module(self, module):
        module.witnessed__ = witnessed
        super().exec_module(module)


class Codegen(importlib.machinery.SourceFileLoader):
    """Lets `Kernel` remember the cell that made it and `emit` note it."""

    def exec_module(self, module):
        super().exec_module(module)
        if hasattr(module, "emit"):
            plain = module.emit

            def emit(topic, kernels, **more):
                for kernel in kernels:
                    note({"emitted": f"{topic}.{kernel.name}", "cell": getattr(kernel, "cell", None)})
                return plain(topic, kernels, **more)

            module.emit = emit
        else:
            make = module.Kernel.__init__

            def remember(self, *arguments, **more):
                self.cell = running_cell()
                make(self, *arguments, **more)

            module.Kernel.__init__ = remember


class Finder:
    """Puts these loaders in the place of the ordinary ones."""

    @staticmethod
    def find_spec(fullname, path=None, target=None):
        codegen = NOTES != "memory" and fullname in ("rotlib.codegen.kernel", "rotlib.codegen.emit")
        if not (codegen or fullname.startswith("rotlib.kernels.")):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin:
            spec.loader = (Codegen if codegen else Kernels)(fullname, spec.origin)
        return spec


if NOTES:
    sys.meta_path.insert(0, Finder)
