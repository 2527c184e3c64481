// The browser, quiet and bare: it asks the network for nothing of its own, and makes no list of addresses below a bar that nobody
// types into, which took more than a second of work for each page that was opened.
import { execSync } from 'node:child_process';
import { chromium } from 'playwright-core';

const WITHOUT = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup',
  // The last list counts, so that Playwright's own (1.65) is here again.
  'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter',
  'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'];

export const launch = (...flags) => chromium.launch({ executablePath: process.env.CHROMIUM || execSync('command -v chromium').toString().trim(),
  args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', `--disable-features=${WITHOUT.join()}`, ...flags] });
