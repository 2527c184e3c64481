// node derive_compile.mjs PYODIDE SOURCE.zip TARGET.zip: a zip of Python with bytecode in place of text, by the compiler of
// the Python that will read it.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, source, target] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(folder, 'pyodide.mjs')));
const python = await loadPyodide({ indexURL: folder });
python.FS.writeFile('/source.zip', new Uint8Array(fs.readFileSync(source)));
python.runPython(`
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
with zipfile.ZipFile("/source.zip") as old, zipfile.ZipFile("/target.zip", "w") as new:
    for name in old.namelist():
        data = old.read(name)
        if name.endswith(".py"):
            code = compile(data, name, "exec", dont_inherit=True)
            data, name = _code_to_hash_pyc(code, source_hash(data), False), name + "c"
        new.writestr(zipfile.ZipInfo(name), data)
`);
fs.writeFileSync(target, python.FS.readFile('/target.zip'));
