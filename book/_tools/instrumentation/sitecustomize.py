"""Note which generated functions run: loaded by Python at its start wherever this
folder is on the path.

Nothing happens unless ROTLIB_INSTRUMENT names a file. Then each function of
rotlib.kernels is compiled with its value passed through `noted`, which remembers the
function's name and, while `FAULT` is that name, makes the value wrong by a few parts in
a million. In a notebook the names go into the file, and so does the cell in which each
generated function was defined."""

import ast
import json
import linecache
import os
import sys
from importlib.machinery import PathFinder, SourceFileLoader

SEEN = set()  # names such as "so3.exp", since the set was last cleared
FAULT = None  # the name of the one function that is to be wrong
SIZE = 1e-6
NOTES = os.environ.get("ROTLIB_INSTRUMENT", "")  # a file, or "memory" among the tests


def noted(name, value):
    """Hand a kernel's value on, having noted that it ran."""
    if name not in SEEN:
        SEEN.add(name)
        note(ran=name)
    if name != FAULT:
        return value
    if not isinstance(value, tuple):
        return value * (1 + SIZE)
    # Each output by another factor, so that a common scale does not hide it.
    return tuple(x * (1 + SIZE * i) for i, x in enumerate(value, start=1))


def note(**what):
    if NOTES != "memory":
        with open(NOTES, "a", encoding="utf-8") as file:
            file.write(json.dumps(what) + "\n")


def running_cell():
    """Source of the notebook cell that is being executed."""
    frame, found = sys._getframe(1), ""
    while frame is not None:
        file = frame.f_code.co_filename
        if os.path.basename(os.path.dirname(file)).startswith("ipykernel_"):
            found = "".join(linecache.getlines(file))
        frame = frame.f_back
    return found


class Kernels(SourceFileLoader):
    """Compiles a module of rotlib.kernels with a note in each return statement."""

    def get_code(self, fullname):
        topic = fullname.rpartition(".")[2]
        tree = ast.parse(self.get_data(self.path))
        for function in tree.body:
            if isinstance(function, ast.FunctionDef):
                name = ast.Constant(f"{topic}.{function.name}")
                for node in ast.walk(function):
                    if isinstance(node, ast.Return):
                        noting = ast.Name("noted__", ast.Load())
                        node.value = ast.Call(noting, [name, node.value], [])
        ast.fix_missing_locations(tree)
        return compile(tree, self.path, "exec", dont_inherit=True)

    def exec_module(self, module):
        module.noted__ = noted
        super().exec_module(module)


class Codegen(SourceFileLoader):
    """Lets `Kernel` remember the cell that made it, and `emit` note it."""

    def exec_module(self, module):
        super().exec_module(module)
        if self.name == "rotlib.codegen":
            make = module.Kernel.__init__

            def remember(kernel, *arguments, **more):
                kernel.cell = running_cell().strip()
                make(kernel, *arguments, **more)

            module.Kernel.__init__ = remember
        else:
            plain = module.emit

            def emit(topic, kernels, **more):
                package = more.get("folder") is None
                for kernel in kernels if package else ():
                    note(emitted=f"{topic}.{kernel.name}", cell=kernel.cell)
                return plain(topic, kernels, **more)

            module.emit = emit


class Finder:
    """Puts these loaders in the place of the ordinary ones."""

    @staticmethod
    def find_spec(fullname, path=None, target=None):
        codegen = NOTES != "memory" and fullname in ("rotlib.codegen", "rotbook.emit")
        if not (codegen or fullname.startswith("rotlib.kernels.")):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin:
            spec.loader = (Codegen if codegen else Kernels)(fullname, spec.origin)
        return spec


if NOTES:
    sys.meta_path.insert(0, Finder)
