// The moving scenes: they stand still for readers who ask for it, play, scrub and turn by keyboard and by mouse.
import { within } from './browser.mjs';

const PICTURE = '.rotview-panel svg g';
const REST = 12; // pictures of the page for which what must stand still is watched

const paint = viewer => viewer.locator(PICTURE).first().evaluate(g => g.innerHTML);
const differs = (viewer, before, pictures) => within(viewer.page(), async () => (await paint(viewer)) !== before, pictures);

export async function checkViewers(page, calm, say, quick) {
  for (const [i, viewer] of (await page.locator('.rotview').all()).entries()) {
    const fail = what => say(`viewer ${i + 1}: ${what}`);
    if (!(await viewer.evaluate(e => e.classList.contains('rotview-live')))) { fail('not started'); continue; }
    if (!(await viewer.locator('.rotview-stage').getAttribute('aria-label'))?.trim()) fail('no label');
    if (quick) continue;
    await viewer.scrollIntoViewIfNeeded();
    const play = viewer.locator('.rotview-play'), bar = viewer.locator('input[type=range]'), stage = viewer.locator('.rotview-stage');
    const changes = async act => { const before = await paint(viewer); await act(); return differs(viewer, before); };
    const still = async () => !(await differs(viewer, await paint(viewer), REST));
    const waits = await viewer.evaluate(e => Boolean(JSON.parse(e.dataset.scene ?? "{}").waits));
    if (calm || waits) {
      if (!(await still())) { fail(calm ? 'moves although the reader asks for reduced motion' : 'plays before it is asked to'); continue; }
    } else {
      if (!(await changes(() => {}))) { fail('does not play by itself'); continue; }
      await play.click();
      if (!(await still())) fail('does not pause');
    }
    if (!(await changes(() => play.click()))) fail('does not play on the button');
    await play.click();
    if (!(await still())) fail('does not pause');
    await bar.focus();
    if (!(await changes(() => page.keyboard.press('ArrowRight')))) fail('does not scrub by keyboard');
    await stage.focus();
    if (!(await changes(() => page.keyboard.press('ArrowLeft')))) fail('does not turn by keyboard');
    if (!(await changes(() => page.keyboard.press(' ')))) fail('does not play on space');
    await page.keyboard.press(' ');
    if (calm) {
      const b = await stage.boundingBox(), [x, y] = [b.x + b.width / 2, b.y + b.height / 3];
      if (!(await changes(async () => { await page.mouse.move(x, y); await page.mouse.down(); await page.mouse.move(x + 40, y + 10, { steps: 4 }); await page.mouse.up(); }))) fail('does not turn by dragging');
    }
    if (await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)) fail('makes the page scroll sideways');
  }
}

export async function checkStill(browser, url, say) {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } }), page = await context.newPage();
  await page.goto(url, { waitUntil: 'load' });
  for (const [i, viewer] of (await page.locator('.rotview').all()).entries()) {
    const shapes = await viewer.locator(`${PICTURE} polygon`).count(), box = await viewer.locator('.rotview-panel svg').first().boundingBox();
    if (!shapes || !box || box.height < 60) say(`viewer ${i + 1}: no still picture`);
  }
  await context.close();
}
