import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { listTiers, type Tier } from './scripts/testing/test-tiers.ts';
import { UnitReport } from './scripts/testing/unit-report.ts';

const report = process.env['UNIT_REPORT'];
const tiers = listTiers();

const cheapArgon2 = join(import.meta.dirname, 'server/src/testing/cheap-argon2.ts');

function defineTier(name: Tier) {
  return {
    extends: true as const,
    ...(name === 'database' && { resolve: { alias: { '@node-rs/argon2': cheapArgon2 } } }),
    test: {
      name,
      include: tiers[name],
      ...(name !== 'pure' && { globalSetup: ['server/src/testing/global-setup.ts'] }),
    },
  };
}

export default defineConfig({
  test: {
    projects: [defineTier('ordeal'), defineTier('database'), defineTier('pure')],
    reporters: ['default', ...(report ? [new UnitReport(report)] : [])],
    setupFiles: ['server/src/testing/setup.ts'],
    // For machines that are slow or busy: a test that hangs is rare, one that is late is not.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // One more than the processors of a small machine: many tests wait for something.
    maxWorkers: 3,
    // Programs that tests start reuse the compiled code of an earlier start: half of a server's start.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'limpid-compile-cache') },
    // A machine that others use too may stumble once; what did is listed at the end of the run.
    retry: process.env['CI'] ? 1 : 0,
    // Files open what they need and close it again; loading the server anew for each of them costs a minute.
    isolate: false,
  },
});
