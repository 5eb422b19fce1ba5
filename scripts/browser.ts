import { existsSync } from 'node:fs';
import { installPackages } from './testing/programs.ts';
import { runTool } from './tool.ts';

const installed = [
  process.env['CHROME_PATH'],
  // The headless build of the same browser, which is a sixth faster.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Finds a Chromium for the browser tests: an installed one, else Debian's, else Playwright's own (undefined). */
export async function findBrowser(): Promise<string | undefined> {
  const found = findInstalled();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Chromium from the Debian packages …\n');
    await installFromDebian().catch(() =>
      process.stdout.write('Debian’s Chromium could not be installed.\n'),
    );
    const debian = findInstalled();
    if (debian) return debian;
  }
  process.stdout.write('Installing Playwright’s Chromium …\n');
  await runTool('playwright', ['install', 'chromium']);
  return undefined;
}

function findInstalled(): string | undefined {
  return installed.find((path) => path && existsSync(path));
}

async function installFromDebian(): Promise<void> {
  const install = (browser: string) => installPackages([browser, 'fonts-noto-cjk', 'fonts-noto-core']);
  // Older releases have only the full browser.
  await install('chromium-headless-shell').catch(() => install('chromium'));
}
