import { closeSync, mkdtempSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openLog, readReason, trimLog } from './log-file.ts';

const root = mkdtempSync(join(tmpdir(), 'limpid-log-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('moves a log that is too large aside while the server continues to write', () => {
  const file = join(root, 'server.log');
  const { descriptor } = openLog(file);
  writeSync(descriptor, 'old '.repeat(10));
  trimLog(file, 20);
  writeSync(descriptor, 'new');
  trimLog(file, 20);
  closeSync(descriptor);
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(readFileSync(`${file}.1`, 'utf8')).toBe('old '.repeat(10));
});

it("separates the server's own error from refusals of early clients", () => {
  const file = join(root, 'reason.log');
  const { descriptor, start } = openLog(file);
  writeSync(descriptor, '2026 UTC [1] FATAL:  could not write lock file: No space left on device\n');
  writeSync(descriptor, '2026 UTC [2] FATAL:  the database system is starting up\n');
  closeSync(descriptor);
  expect(readReason(file, start)).toBe('could not write lock file: No space left on device');
});
