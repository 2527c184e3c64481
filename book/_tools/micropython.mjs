// Runs the page's Python outside of a browser: node micropython.mjs JOB.json, with
// JOB = {script, files: {place: text}, tasks: [...]}. Prints the answers as JSON.
import fs from 'node:fs';
import vm from 'node:vm';

const job = JSON.parse(fs.readFileSync(process.argv[2], 'utf8')), printed = [];
const worker = { WorkerGlobalScope: Object, Blob, URL, fetch, WebAssembly, TextDecoder, TextEncoder, crypto, performance, console,
  setTimeout, FinalizationRegistry, location: { href: 'blob:' } };
vm.createContext(worker);
vm.runInContext(fs.readFileSync(job.script, 'utf8'), worker);
vm.runInContext(worker.micropythonText, worker);
const python = await worker.startMicroPython({ heapsize: 32 << 20, pystack: 1 << 16, stdout: line => printed.push(line), linebuffer: true });
for (const [name, text] of Object.entries(job.files)) {
  const parts = `/lib/${name}`.split('/').slice(1, -1);
  parts.forEach((_, i) => { const place = '/' + parts.slice(0, i + 1).join('/'); if (!python.FS.analyzePath(place).exists) python.FS.mkdir(place); });
  python.FS.writeFile(`/lib/${name}`, text);
}
python.runPython('import page');
const judge = python.pyimport('page').judge;
const answers = job.tasks.map(task => {
  printed.length = 0;
  try { return { ...JSON.parse(judge(JSON.stringify(task))), printed: [...printed] }; } catch (error) { return { crashed: error.message }; }
});
if (job.run) { printed.length = 0; python.runPython(job.run); }
fs.writeSync(1, JSON.stringify({ answers, printed }));
process.exit(0);
