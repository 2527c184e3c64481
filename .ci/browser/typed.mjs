// The cells to type into: a right answer, a wrong one and an endless one; the keyboard; what is kept, and what is forgotten.
const SECONDS = 3000; // that an answer may take here; a reader's is stopped after 20

const ready = '.typed-said:not([data-level=""])[data-level]';

// The answer that stands on the page, and what its check printed there; of a piece of the course's program only the answer.
function printed(name) {
  const text = e => e.textContent.replace(/\n$/, ''), all = css => [...document.querySelectorAll(css)];
  const piece = all('div.cell.tag_program pre').map(text).find(t => t.includes(`def ${name}(`));
  if (piece) return [piece, null, `${piece}\n\n`];
  const solution = all('div.cell_input pre').map(text).filter(t => t.startsWith(`def ${name}(`)).at(-1);
  const call = all('div.cell').find(e => { const input = e.querySelector('div.cell_input pre'); return input && /^check_\w+\(\w+\)$/.test(text(input)) && text(input).endsWith(`(${name})`); });
  return [solution, call && text(call.querySelector('div.cell_output pre')), ''];
}

export async function checkTyped(page, say, quick) {
  const cells = page.locator('.typed');
  if (!(await cells.count())) return;
  const fail = what => say(`cell to type into: ${what}`);
  for (const cell of await cells.all()) if (!(await cell.locator('textarea').count()) || !(await cell.isVisible())) { fail('not started'); return; }
  if (quick) return;
  // the camera's attitude has two right signs
  const names = await cells.locator('.typed-label code').allTextContents(), n = names.findIndex(name => name !== 'camera_attitude'), name = names[n].split(', ').at(-1);
  const cell = cells.nth(n), area = cell.locator('textarea'), check = cell.locator('.typed-check'), said = cell.locator('.typed-said');
  const template = await area.inputValue(), [solution, words, above] = await page.evaluate(printed, name);
  if (!solution || words === undefined) { fail(`no solution of ${name} on the page`); return; }
  const answer = async (text, act = () => check.click()) => {
    await area.fill(text);
    await said.evaluate(e => { e.dataset.level = ''; });
    await act();
    await cell.locator(ready).waitFor();
    return said.textContent();
  };
  await cell.evaluate((e, seconds) => { e.dataset.seconds = seconds; }, SECONDS);
  const weight = await check.textContent();
  if (!/loads 0\.\d MB/.test(weight)) fail(`the button does not say what it loads: ${weight}`);
  if (await page.evaluate(() => 'micropythonText' in globalThis)) fail('the interpreter is loaded before it is asked for');

  let told = await answer(solution, async () => { await area.focus(); await page.keyboard.press('Control+Enter'); });
  const right = said => words ? said === words : /^right: ./.test(said);
  if (!right(told)) fail(`the solution of ${name} is told ${told}, in the notebook ${words}`);
  told = await answer(`${solution}\n\n_right = ${name}\ndef ${name}(*a):\n    return -_right(*a)\n`);
  if (!/^(close|wrong|error): ./.test(told)) fail(`with its sign flipped ${name} is told ${told}`);
  told = await answer(`${above}print("here")\ndef ${name}(*a):\n    x = 1\n    return x.y`);
  if (!/^error: .*line \d+ of your text/.test(told)) fail(`an error in a line is told ${told}`);
  if ((await cell.locator('.typed-printed').textContent()) !== 'here\n') fail('does not show what was printed');
  const endless = `${above}def ${name}(*a):\n    while True: pass`;
  await cell.evaluate(e => { e.dataset.seconds = 1; });
  told = await answer(endless);
  if (!/^stopped: after 1 second/.test(told)) fail(`an endless loop is told ${told}`);
  await cell.evaluate((e, seconds) => { e.dataset.seconds = seconds; }, SECONDS);
  told = await answer(endless, async () => { await check.click(); await cell.getByRole('button', { name: 'Stop' }).click(); });
  if (told !== 'stopped: by you.') fail(`a loop that was stopped is told ${told}`);
  told = await answer(solution);
  if (!right(told)) fail(`after a stop the solution is told ${told}`);

  await answer(`import numpy, page\nnumpy.array = numpy.cos = page.judge = None\n${solution}`);
  told = await answer(solution);
  if (!right(told)) fail(`after a text that spoils what is there the solution is told ${told}`);
  await answer('import js\nprint([hasattr(js, x) for x in ("fetch", "XMLHttpRequest", "WebSocket", "importScripts", "Worker", "indexedDB", "caches")], js.origin)');
  const open = await cell.locator('.typed-printed').textContent();
  if (!/^\[(False,? ?){7}\] null\n$/.test(open)) fail(`a text reaches the network or the origin: ${open}`);

  await area.fill('');
  await area.focus();
  for (const key of ['Tab', 'a', ':', 'Enter', 'b', 'Shift+Tab']) await page.keyboard.press(key);
  if ((await area.inputValue()) !== '    a:\n    b') fail(`keys write ${JSON.stringify(await area.inputValue())}`);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  if (await area.evaluate(e => e === document.activeElement)) fail('Escape and Tab do not leave the text');

  const again = async () => { await page.reload({ waitUntil: 'load' }); return area.inputValue(); };
  if ((await again()) !== '    a:\n    b') fail('the text is not kept');
  await cell.getByRole('button', { name: 'Reset' }).click();
  if ((await area.inputValue()) !== template) fail('Reset does not bring the template');
  await cell.getByRole('button', { name: 'Undo reset' }).click();
  if ((await area.inputValue()) !== '    a:\n    b') fail('Undo reset does not bring the text back');
  await cell.getByRole('button', { name: 'Forget' }).click();
  if ((await again()) !== template) fail('the text is not forgotten');
  await withoutStorage(page, fail);
  await withoutScripts(page, fail);
}

async function withoutStorage(page, fail) {
  const other = await page.context().newPage();
  other.on('pageerror', e => fail(`without storage: ${e.message.slice(0, 120)}`));
  await other.addInitScript(() => { // the theme's own keys may be kept: it cannot do without
    for (const name of ['getItem', 'setItem', 'removeItem']) {
      const whole = Storage.prototype[name];
      Storage.prototype[name] = function (key, ...rest) { if (key.startsWith('typed:')) throw new DOMException('forbidden', 'SecurityError'); return whole.call(this, key, ...rest); };
    }
  });
  await other.goto(page.url(), { waitUntil: 'load' });
  const cell = other.locator('.typed').first();
  await cell.locator('textarea').fill('x').catch(() => fail('without storage it does not start'));
  if (!/keeps nothing/.test(await cell.locator('.typed-kept').textContent())) fail('does not say that nothing is kept');
  await other.close();
}

async function withoutScripts(page, fail) {
  const context = await page.context().browser().newContext({ javaScriptEnabled: false }), other = await context.newPage();
  await other.goto(page.url(), { waitUntil: 'load' });
  for (const cell of await other.locator('.typed').all()) if (await cell.isVisible()) fail('is shown where no script runs');
  await context.close();
}
