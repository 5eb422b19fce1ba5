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
  expect: { timeout: 15_000 },
  // What passes only the second time is listed at the end of the run.
  retries: process.env['CI'] ? 1 : 0,
  globalSetup: './global-setup.ts',
  reporter: [['list'], ['json']],
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Drawing maps in software takes most of a test's time: only those that are about maps do.
      args: [...browserArguments, '--disable-3d-apis'],
    },
  },
});
