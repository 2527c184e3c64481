// The search of every page. Its two indices are plain scripts (a page from the disk may load nothing else) and come when a
// reader first asks: names with the first focus, the text with the first letters. `bookFind.search` is pure.
const bookFind = (() => {
  const data = {}, MOST = 9, ALIKE = 4, MOST_TEXT = 5, AROUND = 70;
  const fold = s => s.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replace(/[’‘]/g, "'").replace(/[–—]/g, '-');
  // the same length as its text, so that a find can be quoted
  const same = s => { const f = fold(s); return f.length === s.length ? f : s.toLowerCase(); };
  const parts = q => fold(q).split(/\s+/).filter(Boolean);
  const WEIGHT = { page: 14, method: 8, word: 6, theorem: 5, function: 5, class: 5, section: 4, equation: 3, exercise: 1 };

  // How well the words fit a name: all of them must be in it or in what it belongs to, the more so at the start of a word.
  function fit(words, name, more, kind) {
    let sum = 0;
    for (const w of words) {
      const at = name.indexOf(w);
      if (at < 0 && !more.includes(w)) return 0;
      sum += at < 0 ? 1 : name === w ? 40 : at === 0 ? 16 : /[^a-z0-9]/.test(name[at - 1]) ? 10 : 4;
    }
    return words.some(w => name.includes(w)) ? sum / words.length + (WEIGHT[kind] ?? 3) - name.length / 80 : 0;
  }

  function take(kind, found) {
    if (kind === 'names') {
      found.all = [...found.pages.map(([, title, about], k) => ['page', title, about, k, '']), ...found.names];
      found.folded = found.all.map(([, name, more]) => [fold(name), fold(more)]);
    } else found = found.map(([k, anchor, title, text]) => ({ k, anchor, title, text, folded: same(text), head: fold(title) }));
    data[kind] = found;
    waiting[kind]?.();
  }

  // [kind, name, what it is or belongs to, page, anchor], the best first
  function inNames(query) {
    const words = parts(query), { all, folded } = data.names;
    if (!words.length) return [];
    return all.map((entry, k) => [fit(words, ...folded[k], entry[0]), entry]).filter(([s]) => s > 0).sort((a, b) => b[0] - a[0]).map(([, e]) => e);
  }

  // The first few, and of one kind not so many that the others have no room
  function mixed(entries) {
    const seen = {};
    return entries.filter(([kind]) => (seen[kind] = (seen[kind] ?? 0) + 1) <= ALIKE).slice(0, MOST);
  }

  // Sections whose text has all words, those first that have the words as they stand or in their title; with a quotation.
  function inText(query) {
    const words = parts(query), whole = words.join(' ');
    if (!words.length || whole.length < 2) return [];
    return data.texts.filter(s => words.every(w => s.folded.includes(w) || s.head.includes(w))).map(s => {
      const count = s.folded.split(whole).length - 1;
      const starts = words.filter(w => new RegExp(`(^|[^a-z0-9])${w.replace(/\W/g, '\\$&')}`).test(s.folded)).length;
      return [4 * starts + Math.min(count, 6) + (s.head.includes(words[0]) ? 6 : 0), s];
    }).sort((a, b) => b[0] - a[0]).map(([, s]) => ({ ...s, quote: quote(s, words) }));
  }

  // [before, the word, after]
  function quote({ text, folded }, words) {
    const hits = words.map(w => folded.indexOf(w)).filter(k => k >= 0), at = hits.length ? Math.min(...hits) : 0;
    const long = hits.length ? words.find(w => folded.startsWith(w, at)).length : 0;
    let from = Math.max(0, at - AROUND), to = Math.min(text.length, at + long + 2 * AROUND);
    if (from) from = text.indexOf(' ', from) + 1;
    if (from > at) from = at;
    if (to < text.length) to = Math.max(at + long, text.lastIndexOf(' ', to));
    return [(from ? '… ' : '') + text.slice(from, at), text.slice(at, at + long), text.slice(at + long, to) + (to < text.length ? ' …' : '')];
  }

  const search = query => ({ names: inNames(query), texts: data.texts ? inText(query) : [] });

  // --- the pages ---------------------------------------------------------------------------------------------------------

  const waiting = {}, asked = {};
  function need(kind, root) {
    asked[kind] ??= new Promise((done, failed) => {
      waiting[kind] = done;
      const tag = Object.assign(document.createElement('script'), { src: `${root}_static/find/${kind}.js`, onerror: failed });
      document.head.append(tag);
    });
    return asked[kind];
  }
  function tag(name, more, ...children) {
    const e = document.createElement(name);
    for (const [k, v] of Object.entries(more)) e.setAttribute(k, v);
    e.append(...children);
    return e;
  }
  const address = (root, k, anchor) => `${root}${data.names.pages[k][0]}.html${anchor ? `#${anchor}` : ''}`;
  const quoted = ([before, word, after]) => [before, tag('mark', {}, word), after];
  const under = (k, more) => [more, data.names.pages[k][1]].filter(Boolean).join(' · ');
  const WORD = { page: 'page', word: 'glossary', function: 'rotlib', class: 'rotlib', method: 'method' };

  function dress(form) {
    const input = form.querySelector('input'), list = form.querySelector('.find-list'), root = form.dataset.root, page = form.closest('.find-page');
    const id = `find-${Math.random().toString(36).slice(2)}`, results = document.getElementById('search-results');
    let options = [], active = -1;
    list.id = id;
    input.setAttribute('aria-controls', id);
    const row = (kind, name, more, href) => tag('a', { class: 'find-option', role: 'option', tabindex: '-1', href, id: `${id}-${options.length}`, 'aria-selected': 'false' },
      tag('span', { class: 'find-kind' }, kind), tag('span', { class: 'find-name' }, name), tag('span', { class: 'find-more' }, ...more));
    function choose(k) {
      options[active]?.setAttribute('aria-selected', 'false');
      active = k;
      options[k]?.setAttribute('aria-selected', 'true');
      options[k]?.scrollIntoView({ block: 'nearest' });
      if (options[k]) input.setAttribute('aria-activedescendant', options[k].id); else input.removeAttribute('aria-activedescendant');
    }
    const add = e => { options.push(e); list.append(e); };
    function close() { list.hidden = true; input.setAttribute('aria-expanded', 'false'); choose(-1); }

    async function show() {
      const query = input.value.trim();
      await need('names', root);
      if (query.length > 1) await need('texts', root);
      if (query !== input.value.trim()) return;
      if (page) { all(query); return; }
      list.replaceChildren();
      options = [];
      if (!query) { close(); return; }
      const found = search(query);
      for (const [kind, name, more, k, anchor] of mixed(found.names))
        add(row(WORD[kind] ?? kind, name, [kind === 'page' ? more : under(k, more)], address(root, k, anchor)));
      for (const s of found.texts.slice(0, MOST_TEXT)) add(row('text', s.anchor ? s.title : data.names.pages[s.k][1], quoted(s.quote), address(root, s.k, s.anchor)));
      if (!options.length) list.append(tag('p', { class: 'find-none' }, `Nothing in the book has “${query}”.`));
      else if (found.texts.length > MOST_TEXT) add(row('all', `Every place with “${query}”`, [`${found.texts.length} in the text`], `${form.action}?q=${encodeURIComponent(query)}`));
      list.hidden = false;
      input.setAttribute('aria-expanded', 'true');
      choose(options.length ? 0 : -1);
    }

    // The page of all finds: names first, then the places in the text.
    function all(query) {
      results.replaceChildren();
      if (!query) return;
      const found = search(query), items = tag('ol', { class: 'find-all' });
      for (const [kind, name, more, k, anchor] of found.names.slice(0, 2 * MOST))
        items.append(tag('li', {}, tag('a', { href: address(root, k, anchor) }, name), tag('span', { class: 'find-kind' }, WORD[kind] ?? kind), tag('p', {}, kind === 'page' ? more : under(k, more))));
      for (const s of found.texts)
        items.append(tag('li', {}, tag('a', { href: address(root, s.k, s.anchor) }, s.anchor ? s.title : data.names.pages[s.k][1]), tag('span', { class: 'find-kind' }, s.anchor ? data.names.pages[s.k][1] : 'page'), tag('p', {}, ...quoted(s.quote))));
      const n = items.childElementCount;
      results.append(tag('p', { role: 'status' }, n ? `${n} place${n === 1 ? '' : 's'} found.` : `The search for “${query}” did not match anything in the book.`), items);
    }

    input.addEventListener('focus', () => need('names', root));
    input.addEventListener('input', show);
    input.addEventListener('keydown', e => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
      if (step && options.length && !list.hidden) { e.preventDefault(); choose((active + step + options.length) % options.length); }
      else if (e.key === 'Enter' && options[active] && !list.hidden) { e.preventDefault(); options[active].click(); }
      else if (e.key === 'Escape' && !list.hidden && !form.closest('dialog')) { e.preventDefault(); close(); }
    });
    list.addEventListener('click', e => { if (e.target.closest('a')) form.closest('dialog')?.close(); });
    form.addEventListener('focusout', e => { if (!form.closest('dialog') && !form.contains(e.relatedTarget)) close(); });
    if (page) {
      form.addEventListener('submit', e => { e.preventDefault(); show(); });
      input.value = new URLSearchParams(location.search).get('q') ?? '';
      input.focus();
      if (input.value) show();
    }
  }

  if (typeof document !== 'undefined') {
    for (const form of document.querySelectorAll('form.find')) dress(form);
    // The theme wakes the first button of each kind, in its empty bar; the one that can be seen passes the click on.
    for (const kind of ['.primary-toggle', '.secondary-toggle']) {
      const [first, ...others] = document.querySelectorAll(kind);
      for (const button of others) button.addEventListener('click', () => first.click());
    }
    // The contents on a phone begin at the page that is open.
    const drawer = document.getElementById('pst-primary-sidebar-modal');
    if (drawer) new MutationObserver(() => { if (drawer.open) drawer.querySelector('a.current')?.scrollIntoView({ block: 'center' }); })
      .observe(drawer, { attributeFilter: ['open'] });
  }
  return { take, search, data };
})();
