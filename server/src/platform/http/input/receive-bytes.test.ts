import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { receiveBytes } from './receive-bytes.ts';

const folder = mkdtempSync(join(tmpdir(), 'limpid-receive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.useRealTimers());

const target = (path: string) => ({ path: join(folder, path), name: 'a.bin', maxBytes: 1024 * 1024 });

it('received bytes are written and counted, and nothing is read beyond the limit', async () => {
  const { size, sha256 } = await receiveBytes(
    Readable.from([Buffer.from('lim'), Buffer.from('pid')]),
    target('a'),
  );
  expect([size, sha256.toString('hex').slice(0, 8)]).toEqual([6, '9bb90a3e']);
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('limpid');
  let given = 0;
  async function* endless() {
    for (;;) {
      given++;
      yield Buffer.alloc(64 * 1024);
    }
  }
  const refused = { key: 'file.too_large', params: { name: 'a.bin', megabytes: 1 } };
  await expect(receiveBytes(Readable.from(endless()), target('b'))).rejects.toMatchObject(refused);
  expect(given).toBeLessThan(16 + 40);
});

it('a sender that is silent for half a minute is dropped, a slow one is not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stream = new PassThrough();
  const outcome = receiveBytes(stream, target('c')).catch((error: unknown) => error);
  for (let second = 0; second < 60; second += 20) {
    stream.write('slow');
    await new Promise(setImmediate);
    vi.advanceTimersByTime(20_000);
  }
  expect(stream.destroyed).toBe(false);
  vi.advanceTimersByTime(30_000);
  expect(await outcome).toMatchObject({ key: 'file.interrupted' });
});

it('an existing file is never overwritten', async () => {
  await expect(receiveBytes(Readable.from([Buffer.from('x')]), target('a'))).rejects.toThrow('EEXIST');
});
