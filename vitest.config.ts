import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,hj212,aqi,cli,i18n,server,scripts,web}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'web/dist/**'],
    globalSetup: ['server/src/testing/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Files open what they need and close it again; loading the server anew for each of them costs a minute.
    isolate: false,
  },
});
