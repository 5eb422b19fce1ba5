import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROME_PATH'];

export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  // One server and one database serve every file, so files run one after another.
  workers: 1,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  globalSetup: './global-setup.ts',
  reporter: [['list'], ['json']],
  use: {
    baseURL: 'http://127.0.0.1:18080',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
