import { defineConfig } from '@playwright/test';
import { browserArguments } from './browser-arguments.ts';

const executablePath = process.env['CHROME_PATH'];

export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  // One server and one database serve every file: each works on rows, menus and people of its own.
  workers: 3,
  fullyParallel: false,
  // For machines that are slow or busy: nothing waits for these but a test that fails.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // What passes only the second time is listed at the end of the run.
  retries: process.env['CI'] ? 1 : 0,
  globalSetup: './global-setup.ts',
  // The longest file first: last, it would leave the other workers without work.
  projects: [
    { name: 'map', testMatch: 'map.spec.ts' },
    { name: 'console', testIgnore: 'map.spec.ts' },
  ],
  reporter: [['list'], ['json']],
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        ...browserArguments,
        // Rendering maps in software takes most of a test's time: only tests of maps do it.
        '--disable-3d-apis',
        // No page lives long enough to earn back the time that the optimizing compilers take.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
});
