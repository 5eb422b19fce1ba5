import { defineConfig } from '@playwright/test';
import { browserArguments } from './browser-arguments.ts';

const executablePath = process.env['CHROME_PATH'];
const longest = ['demo-map.spec.ts', 'map.spec.ts'];

export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  // All files share one server and one database: each test works on its own rows, menus and users.
  workers: 3,
  fullyParallel: false,
  // Long enough for slow or busy machines: only a failing test waits this long.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // A test that passes only on its second attempt is listed as flaky at the end of the run.
  retries: process.env['CI'] ? 1 : 0,
  globalSetup: './global-setup.ts',
  // Node runs the sources as they are; Playwright would compile those of the server too, which takes seconds.
  build: { external: ['**/*.ts'] },
  // The longest files start first: started last, they would leave the other workers idle.
  projects: [
    { name: 'map', testMatch: longest },
    { name: 'console', testIgnore: longest },
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
        // Rendering maps in software takes most of a test's time, so only tests of maps do it.
        '--disable-3d-apis',
        // Pages do not live long enough to gain from the optimizing compilers.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
});
