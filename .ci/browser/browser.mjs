// The browser, quiet and bare: it asks the network for nothing of its own, and makes no list of addresses below a bar that nobody
// types into, which took more than a second of work for each page that was opened.
import { execSync } from 'node:child_process';
import { chromium } from 'playwright-core';

const WITHOUT = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup',
  // The last list counts, so that Playwright's own (1.65) is here again.
  'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter',
  'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'];

const PATIENCE = 300000; // ms: only where nothing comes at all, on the slowest machine, a wait ends by the clock

export async function launch(...flags) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || execSync('command -v chromium').toString().trim(), timeout: PATIENCE,
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', `--disable-features=${WITHOUT.join()}`, ...flags] });
  const make = browser.newContext.bind(browser);
  browser.newContext = async options => { const context = await make(options); context.setDefaultTimeout(PATIENCE); return context; };
  return browser;
}

// What a page does at once is waited for in pictures that it draws, not in seconds; what it loads or computes elsewhere comes when it comes.
export const drawn = (page, pictures) => page.evaluate(async n => { while (n--) await new Promise(requestAnimationFrame); }, pictures);
export async function within(page, ask, pictures = 90) {
  for (let n = 0; ; n += 2) {
    if (await ask()) return true;
    if (n >= pictures) return false;
    await drawn(page, 2);
  }
}
export async function until(ask) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise(done => setTimeout(done, 30))) if (await ask()) return true;
  return false;
}
