import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { cacheSandboxCode } from '../platform/sandbox.ts';

const folder = join(tmpdir(), 'limpid-sandbox-cache');
mkdirSync(folder, { recursive: true });
cacheSandboxCode(folder);

const { waitFor } = vi;
// This file runs before each test file, in a process that many of them share.
if (waitFor.name !== 'waitForBusyMachine') {
  // The default of a second is too short for a machine that is busy with something else.
  vi.waitFor = function waitForBusyMachine(check, options = 60_000) {
    return waitFor(check, options);
  };
}
