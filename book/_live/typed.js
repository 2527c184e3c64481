// Exercises to type into. A cell is <div class="typed"> with its task as JSON; the reader's text and the notebook's own
// check run in MicroPython, in a worker that judges one text and ends, so that none spoils the next. It has neither the
// origin of the book nor a way to the network.
'use strict';
const typed = (() => {
  const here = new URL('.', document.currentScript.src);
  const SECONDS = 20, LINES = 400, INDENT = '    ';
  let next = null, loaded = false, last = Promise.resolve();

  // --- what runs in the worker -----------------------------------------------------
  function inWorker(lines) {
    let left = lines, judge;
    const print = line => { if (left-- > 0) postMessage({ printed: line }); else if (left === -1) postMessage({ printed: '…' }); };
    async function start(files) {
      const python = await startMicroPython({ heapsize: 32 << 20, pystack: 1 << 16, stdout: print, linebuffer: true });
      const folders = new Set();
      for (const name in files) {
        const place = `/lib/${name}`, parts = place.split('/');
        for (let n = 2; n < parts.length; n++) {
          const folder = parts.slice(0, n).join('/');
          if (!folders.has(folder)) python.FS.mkdir(folder);
          folders.add(folder);
        }
        python.FS.writeFile(place, files[name]);
      }
      judge = python.pyimport('page').judge;
      const ways = /^(fetch\w*|XMLHttp.*|Web[ST].*|EventSource|importScripts|\w*Worker|indexedDB|caches|BroadcastChannel|navigator|RTC.*|webkit.*)$/;
      for (let o = globalThis; o; o = Object.getPrototypeOf(o)) for (const name of Object.getOwnPropertyNames(o)) if (ways.test(name)) delete o[name];
    }
    onmessage = async ({ data }) => {
      try {
        if (data.files) { await start(data.files); postMessage({ ready: true }); }
        else postMessage({ answer: JSON.parse(judge(JSON.stringify(data.task))) });
      } catch (error) { postMessage({ answer: { level: 'error', message: String(error.message ?? error) } }); }
    };
  }

  // --- the worker, seen from the page ----------------------------------------------
  const script = name => new Promise((loaded, failed) => {
    const e = document.createElement('script');
    e.src = new URL(name, here);
    e.onload = loaded;
    e.onerror = () => failed(new Error(`${name} could not be loaded; is the folder of the book complete?`));
    document.head.append(e);
  });
  let scripts = null;
  const started = () => next ??= start().catch(error => { next = null; throw error; });
  async function start() {
    scripts ??= Promise.all([script('../vendor/micropython.js'), script('rotlib.js')]);
    try { await scripts; } catch (error) { scripts = null; throw error; }
    const made = new Worker(`data:text/javascript,${encodeURIComponent(`${micropythonText};(${inWorker})(${LINES});`)}`);
    const ready = heard(made, () => {});
    made.postMessage({ files: rotlibFiles });
    const said = await ready;
    if (!said.ready) throw new Error(said.answer.message);
    loaded = true;
    return made;
  }

  // The next thing that the worker says, besides what it prints.
  function heard(from, print) {
    return new Promise((done, failed) => {
      from.onmessage = ({ data }) => 'printed' in data ? print(data.printed) : done(data);
      from.onerror = e => { e.preventDefault(); failed(new Error(e.message || 'the worker could not be started')); };
    });
  }

  // Judge one task; `stop` gets a function that ends it. Checks wait for each other.
  function judged(task, seconds, print, stop) {
    const mine = last.then(async () => {
      const using = await started();
      return new Promise((done, failed) => {
        const end = message => done({ level: 'stopped', message });
        const clock = setTimeout(() => end(`after ${seconds} second${seconds > 1 ? 's' : ''}. Is there a loop that does not end?`), 1000 * seconds);
        stop(() => { clearTimeout(clock); end('by you.'); });
        heard(using, print).then(said => { clearTimeout(clock); done(said.answer); }, failed);
        using.postMessage({ task });
      }).finally(() => { using.terminate(); next = null; started().catch(() => {}); });
    });
    last = mine.catch(() => {});
    return mine;
  }

  // --- what the browser keeps ------------------------------------------------------
  const keep = {
    name: label => `typed:${label}`,
    get(label) { try { return localStorage.getItem(this.name(label)); } catch { return null; } },
    set(label, text) { try { localStorage.setItem(this.name(label), text); return true; } catch { return false; } },
    drop(label) { try { localStorage.removeItem(this.name(label)); } catch { /* nothing was kept */ } },
  };

  // --- one cell --------------------------------------------------------------------
  function tag(name, set = {}, ...children) {
    const e = document.createElement(name);
    for (const k in set) if (k.startsWith('on')) e.addEventListener(k.slice(2), set[k]); else if (set[k] !== undefined) e.setAttribute(k, set[k]);
    e.append(...children);
    return e;
  }

  function cell(place, n) {
    const task = JSON.parse(place.querySelector('script').textContent), id = `typed-${n}`;
    const numbers = tag('pre', { class: 'typed-numbers', 'aria-hidden': 'true' });
    const area = tag('textarea', { id, class: 'typed-text', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', autocorrect: 'off',
      wrap: 'off', 'aria-describedby': `${id}-keys` });
    const check = tag('button', { type: 'button', class: 'typed-check' }), stop = tag('button', { type: 'button', hidden: '' }, 'Stop');
    const reset = tag('button', { type: 'button' }, 'Reset'), forget = tag('button', { type: 'button' }, 'Forget');
    const said = tag('p', { class: 'typed-said', role: 'status' }), kept = tag('p', { class: 'typed-kept' });
    const printed = tag('pre', { class: 'typed-printed', tabindex: '0', 'aria-label': 'What your text printed' });
    const output = tag('details', { class: 'typed-output', hidden: '' }, tag('summary', {}, 'Show output'), printed);
    let marked = 0, leaving = false, before = null;

    const name = () => { check.textContent = loaded ? 'Check' : `Check (loads ${place.dataset.weight})`; };
    const draw = () => {
      const count = area.value.split('\n').length;
      numbers.replaceChildren(...Array.from({ length: count }, (_, i) => tag('span', i + 1 === marked ? { class: 'typed-marked' } : {}, `${i + 1}\n`)));
      area.rows = Math.max(4, count);
    };
    const tell = (level, message, line) => {
      said.dataset.level = level;
      said.replaceChildren(...(level ? [tag('b', {}, level), `: ${message}`] : [message]), ...(line ? [tag('span', { class: 'typed-line' }, ` (line ${line} of your text)`)] : []));
      marked = line ?? 0;
      draw();
    };
    const note = () => {
      const own = area.value !== task.template;
      if (!own) { keep.drop(task.label); kept.textContent = ''; }
      else kept.textContent = keep.set(task.label, area.value) ? 'Your text is kept in this browser, and nowhere else.' : 'This browser keeps nothing; your text is gone when you leave the page.';
      forget.hidden = !own;
    };
    const changed = () => { marked = 0; before = null; reset.textContent = 'Reset'; draw(); note(); };
    const put = text => { area.value = text; changed(); };
    const write = (text, from = area.selectionStart, to = area.selectionEnd) => {
      area.setSelectionRange(from, to);
      if (!document.execCommand('insertText', false, text)) { area.setRangeText(text, from, to, 'end'); changed(); }
    };

    function indent(back) {
      const { value, selectionStart: from, selectionEnd: to } = area, start = value.lastIndexOf('\n', from - 1) + 1;
      if (!back && from === to) { write(INDENT.slice((from - start) % INDENT.length)); return; }
      const lines = value.slice(start, to).split('\n').map(line => back ? line.replace(/^ {1,4}/, '') : line && INDENT + line).join('\n');
      write(lines, start, to);
      area.setSelectionRange(from === to ? Math.max(start, from - (to - start - lines.length)) : start, start + lines.length);
    }
    area.addEventListener('keydown', e => {
      if (e.key === 'Escape') { leaving = true; return; }
      if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) { e.preventDefault(); check.click(); }
      else if (e.key === 'Enter' && !e.shiftKey && !e.isComposing) {
        const line = area.value.slice(area.value.lastIndexOf('\n', area.selectionStart - 1) + 1, area.selectionStart);
        e.preventDefault();
        write('\n' + line.match(/^ */)[0] + (/:\s*$/.test(line) ? INDENT : ''));
      } else if (e.key === 'Tab' && !leaving && !e.ctrlKey && !e.altKey) { e.preventDefault(); indent(e.shiftKey); }
      if (e.key !== 'Shift') leaving = false;
    });
    area.addEventListener('blur', () => { leaving = false; });
    area.addEventListener('input', changed);

    check.addEventListener('click', async () => {
      if (check.disabled) return;
      check.disabled = true;
      said.dataset.level = '';
      said.replaceChildren(loaded ? 'Checking …' : 'Loading Python …');
      printed.textContent = '';
      output.hidden = true;
      try {
        const answer = await judged({ ...task, text: area.value + '\n' }, Number(place.dataset.seconds ?? SECONDS), line => { printed.textContent += line + '\n'; output.hidden = false; },
          end => { said.replaceChildren('Checking …'); stop.hidden = false; stop.onclick = end; });
        tell(answer.level, answer.message, answer.line);
      } catch (error) { tell('error', error.message); }
      const held = document.activeElement === stop;
      stop.hidden = true;
      check.disabled = false;
      if (held) check.focus();
      document.querySelectorAll('.typed').forEach(e => e.named?.());
    });
    reset.addEventListener('click', () => {
      const old = before === null ? area.value : null, text = before ?? task.template;
      put(text);
      if (old !== null && old !== task.template) { before = old; reset.textContent = 'Undo reset'; }
      tell('', '');
    });
    forget.addEventListener('click', () => { put(task.template); tell('', 'Forgotten: nothing of this exercise is kept.'); area.focus(); });

    place.named = name;
    place.append(
      tag('label', { for: id, class: 'typed-label' }, 'Write ', tag('code', {}, task.write ?? task.name), ' here'),
      tag('div', { class: 'typed-editor' }, numbers, area),
      tag('p', { class: 'typed-ready' }, 'Ready for use: ', ...task.names.flatMap((x, i) => [...(i ? [', '] : []), tag('code', {}, x)])),
      tag('p', { id: `${id}-keys`, class: 'typed-keys' }, 'Ctrl-Enter checks. Tab indents; Escape and then Tab leaves the text.'),
      tag('div', { class: 'typed-bar' }, check, stop, reset, forget), said, output, kept);
    area.value = keep.get(task.label) ?? task.template;
    name();
    draw();
    note();
    place.hidden = false;
  }

  document.querySelectorAll('.typed').forEach(cell);
  return { started };
})();
