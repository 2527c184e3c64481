// The pages that are looked at slowly: those whose sources changed in the two days before the commit, the newest first, and a sample
// drawn by the commit's hash, so that one commit is always judged alike. CI_ALL=1: all pages.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';

const DAYS = 2, MOST = 12, SAMPLE = 6, LARGER = 8; // pages: recent ones at most, drawn ones, drawn ones where all pages have changed
const SHARED = /^(book\/_(ext|static|live|templates)\/|_config\.yml|\.ci\/browser\/)/;

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n').filter(Boolean);
const all = () => Boolean(process.env.CI_ALL);

export function sample(pages, n) {
  if (all()) return pages;
  const [head] = git('rev-parse', 'HEAD'), rank = p => createHash('sha256').update(head + p).digest('hex');
  return pages.map(p => [rank(p), p]).sort().slice(0, n).map(([, p]) => p);
}

// The files a page is made from, without those that serve all: its text, for a listing its module, for a reference page the modules it names.
function sources(page) {
  const name = decodeURIComponent(page).replace(/^\/(_modules\/)?|\.html$/g, '');
  const module = name => [`${name.replaceAll('.', '/')}.py`, `${name.replaceAll('.', '/')}/__init__.py`];
  if (page.startsWith('/_modules/')) return module(name);
  const text = `${name}.md`, named = name.startsWith('book/reference/') && fs.existsSync(text) ? fs.readFileSync(text, 'utf8').match(/(?<=\} ?)rotlib(\.[a-z_]+)*/g) ?? [] : [];
  return [`${name}.ipynb`, text, ...named.flatMap(module)];
}

export function chosen(pages) {
  if (all()) return new Set(pages);
  const [seconds] = git('show', '-s', '--format=%ct', 'HEAD');
  const changed = [...new Set([...git('diff', '--name-only', 'HEAD'), ...git('log', `--since=${seconds - DAYS * 86400}`, '--name-only', '--format=', 'HEAD')])];
  const age = new Map(changed.map((file, i) => [file, i])), youngest = p => Math.min(...sources(p).map(s => age.get(s) ?? Infinity));
  const recent = pages.map(p => [youngest(p), p]).filter(([i]) => i < Infinity).sort(([a], [b]) => a - b).slice(0, MOST).map(([, p]) => p);
  return new Set([...recent, ...sample(pages.filter(p => !recent.includes(p)), changed.some(f => SHARED.test(f)) ? LARGER : SAMPLE)]);
}
