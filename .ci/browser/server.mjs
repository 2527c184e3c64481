// A file server for one folder, for a table of pages, or for a function of the path, on a free local port; or the folder itself, without a server.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.png': 'image/png', '.svg': 'image/svg+xml',
  '.woff': 'font/woff', '.woff2': 'font/woff2', '.json': 'application/json' };

function fromFolder(root) {
  return p => {
    const f = path.join(root, p.endsWith('/') ? p + 'index.html' : p);
    return f.startsWith(root) && fs.existsSync(f) && fs.statSync(f).isFile() ? fs.readFileSync(f) : null;
  };
}

function pagesOf(folder, below = '') {
  return fs.readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap(e => {
    const p = below + '/' + e.name;
    if (e.isDirectory()) return e.name.startsWith('_') && e.name !== '_modules' ? [] : pagesOf(folder, p);
    return e.name.endsWith('.html') ? [p] : [];
  }).sort();
}

export async function serve(source) {
  const table = typeof source === 'object' ? source : null;
  const read = typeof source === 'function' ? source : table ? p => table[p] ?? null : fromFolder(path.resolve(source));
  const server = http.createServer((q, r) => {
    const p = decodeURIComponent(new URL(q.url, 'http://x').pathname), body = read(p);
    r.writeHead(body === null ? 404 : 200, { 'content-type': TYPES[path.extname(p)] || 'application/octet-stream', 'cache-control': 'max-age=600' });
    r.end(body ?? '');
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return { base: `http://127.0.0.1:${server.address().port}`, read, stop: () => server.close(),
    pages: typeof source === 'function' ? [] : table ? Object.keys(table).filter(p => p.endsWith('.html')) : pagesOf(path.resolve(source)) };
}

export function folder(source) {
  const root = path.resolve(source);
  return { base: pathToFileURL(root).href, read: fromFolder(root), stop: () => {}, pages: pagesOf(root) };
}
