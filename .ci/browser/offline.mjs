// What a browser may refuse to a page that was opened from the disk: fonts beside it, and the search.
const FACES = ['Source Serif 4', 'Source Sans 3'];

export async function checkFonts(page, say) {
  const state = await page.evaluate(() => [...document.fonts].map(f => [f.family.replaceAll('"', ''), f.status]));
  // “serif as Georgia” and its like are faces that a machine may have or not
  const failed = [...new Set(state.filter(([family, status]) => status === 'error' && !/ as /.test(family)).map(([family]) => family))];
  if (failed.length) say(`font refused: ${failed.join(', ')}`);
  if (!(await page.locator('article.bd-article').count())) return;  // a list or index has no text of its own
  for (const face of FACES) if (!state.some(([family, status]) => family === face && status === 'loaded')) say(`font not loaded: ${face}`);
  const maths = await page.locator('mjx-container').count();
  if (maths && !state.some(([family, status]) => family.startsWith('MJXTEX') && status === 'loaded')) say('no font for mathematics loaded');
}

export async function checkSearch(page, base, say) {
  page.on('pageerror', e => say(e.message.slice(0, 160)));
  for (const [word, least] of [['quaternion', 5], ['qqxzq', 0]]) {
    await page.goto(`${base}/search.html?q=${word}`, { waitUntil: 'load' });
    await page.waitForFunction(() => /found|did not match/.test(document.querySelector('#search-results')?.textContent ?? ''))
      .catch(() => say(`no answer to ${word}`));
    const links = await page.locator('#search-results li a').evaluateAll(found => found.map(a => a.href));
    if (links.length < least || (!least && links.length)) say(`${links.length} pages with ${word}`);
    if (links.some(l => !l.startsWith(base))) say(`leads off the disk: ${links.find(l => !l.startsWith(base))}`);
    if (links.length) {
      await page.goto(links[0], { waitUntil: 'load' });
      if (!(await page.locator('h1').count())) say(`nothing behind ${links[0].replace(base, '')}`);
    }
  }
  await page.close();
}
