import { readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AppError } from '@limpid/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addPerson, personPassword } from '../../testing/people.ts';

let test: TestApp;
let folder: string;
let other: number;

beforeAll(async () => {
  test = await openTestApp();
  folder = join(test.app.config.dataDir, 'downloads');
  other = await addPerson(test, 'lin', [{ permissions: [] }]);
});

afterAll(() => test.close());

const owner = 1;
const keep = (content = 'content', fileName = '岗位.xlsx') =>
  test.app.downloads.store(owner, fileName, Readable.from([content]));
const take = async (userId: number, name: string) => {
  const { body } = await test.app.downloads.take(userId, name);
  return body instanceof Readable ? text(body) : '';
};
const isGone = (userId: number, name: string) =>
  take(userId, name).then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError && error.key === 'file.gone') return true;
      throw error;
    },
  );

describe('a download', () => {
  it('has an unguessable name, with the readable part after the first underscore', async () => {
    const names = [await keep(), await keep()];
    for (const name of names) expect(name).toMatch(/^[\w-]{43}_岗位\.xlsx$/);
    for (const name of names) expect(name.slice(0, 43)).not.toContain('_');
    expect(names[0]).not.toBe(names[1]);
  });

  it('stays available while its file is missing, because another process may have it', async () => {
    const name = await keep('elsewhere');
    const file = join(folder, name.slice(0, 43));
    await rename(file, `${file}.away`);
    expect(await isGone(owner, name)).toBe(true);
    await rename(`${file}.away`, file);
    expect(await take(owner, name)).toBe('elsewhere');
  });

  it('is not readable by other users of the machine', async () => {
    const name = await keep();
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, name.slice(0, 43)))).mode & 0o777).toBe(0o600);
  });

  it('can be fetched once, under its own name, and leaves nothing behind', async () => {
    const before = (await readdir(folder)).length;
    const name = await keep('once');
    expect(await readdir(folder)).toHaveLength(before + 1);
    const response = await test.app.downloads.take(owner, name);
    expect(response.name).toBe('岗位.xlsx');
    expect(await readdir(folder)).toHaveLength(before);
    expect(response.body instanceof Readable && (await text(response.body))).toBe('once');
    expect(await isGone(owner, name)).toBe(true);
  });

  it('is fetched by only one of many concurrent requests', async () => {
    const name = await keep();
    const tries = await Promise.all(Array.from({ length: 8 }, () => isGone(owner, name)));
    expect(tries.filter((gone) => !gone)).toHaveLength(1);
  });

  it('is only for its owner, and stays available to the owner when others request it', async () => {
    const name = await keep('mine');
    expect(await isGone(other, name)).toBe(true);
    expect(await take(owner, name)).toBe('mine');
  });

  it('expires after half an hour', async () => {
    const name = await keep();
    const early = await keep();
    test.clock.advance(29);
    expect(await isGone(owner, early)).toBe(false);
    test.clock.advance(2);
    expect(await isGone(owner, name)).toBe(true);
  });

  it('is reported as gone if it was removed from the disk', async () => {
    const name = await keep();
    await rm(join(folder, name.slice(0, 43)));
    expect(await isGone(owner, name)).toBe(true);
  });
});

describe('an unknown name', () => {
  it.each([
    '../../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '/etc/passwd',
    '....//....//etc/passwd',
    'C:\\windows\\win.ini',
    '.',
    '..',
    'x',
    `${'A'.repeat(43)}_post.xlsx`,
    `${'../'.repeat(14)}x_post.xlsx`,
    "' or true --",
    'a\0b',
  ])('is refused: %s', async (name) => {
    const { body, bytes } = await test.send(
      'GET',
      `/common/download?fileName=${encodeURIComponent(name)}&delete=true&lang=en`,
      { token: await test.login() },
    );
    expect(body.code).toBe(500);
    expect(bytes.toString()).not.toContain('root:');
  });

  it('is refused even if such a file exists in the folder', async () => {
    const key = 'B'.repeat(43);
    await writeFile(join(folder, key), 'planted');
    await symlink('/etc/passwd', join(folder, 'C'.repeat(43)));
    expect(await isGone(owner, `${key}_post.xlsx`)).toBe(true);
    expect(await isGone(owner, `${'C'.repeat(43)}_x`)).toBe(true);
    await rm(join(folder, key));
    await rm(join(folder, 'C'.repeat(43)));
  });
});

describe('fetching over HTTP', () => {
  const fetchFile = (name: string, headers: Record<string, string>) =>
    test.send('GET', `/common/download?fileName=${encodeURIComponent(name)}&delete=true`, { headers });

  it('sends the bytes as an attachment that no browser runs', async () => {
    const bearer = { authorization: `Bearer ${await test.login()}` };
    const { headers, bytes } = await fetchFile(await keep('<script>'), bearer);
    expect(bytes.toString()).toBe('<script>');
    expect(headers['content-disposition']).toMatch(/^attachment; /);
    expect(headers['content-disposition']).toContain(encodeURIComponent('岗位.xlsx'));
    expect(headers['download-filename']).toBe(encodeURIComponent('岗位.xlsx'));
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('works by plain navigation with the cookie of a 2.x client, only for the owner', async () => {
    const name = await keep('cookie');
    const lin = await test.login('lin', personPassword);
    expect((await fetchFile(name, {})).body.code).toBe(401);
    expect((await fetchFile(name, { cookie: `Admin-Token=${lin}` })).body.code).toBe(500);
    const mine = { cookie: `theme=dark; Admin-Token=${await test.login()}; x=1` };
    expect((await fetchFile(name, mine)).bytes.toString()).toBe('cookie');
  });

  it('cannot inject a header through the name', async () => {
    const bearer = { authorization: `Bearer ${await test.login()}` };
    const name = await keep('x', 'a"\r\nset-cookie: x=1;é\'(1).xlsx');
    const { headers } = await fetchFile(name, bearer);
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers['content-disposition']).not.toMatch(/[\r\n]/);
  });
});

describe('sweeping', () => {
  it('removes expired downloads and half-written files, but no recent ones', async () => {
    const { pool } = test.app;
    for (const file of await readdir(folder)) await rm(join(folder, file));
    await pool.query('delete from download');
    const old = await keep();
    const long = new Date(test.clock.now().getTime() - 31 * 60_000);
    await utimes(join(folder, old.slice(0, 43)), long, long);
    await writeFile(join(folder, 'half'), '');
    await utimes(join(folder, 'half'), long, long);
    await pool.query('update download set expires_at = $1', [long]);
    const now = test.clock.now();
    const fresh = await keep();
    await utimes(join(folder, fresh.slice(0, 43)), now, now);
    await test.app.downloads.removeExpired();
    expect(await readdir(folder)).toEqual([fresh.slice(0, 43)]);
    const { rows } = await pool.query('select name from download');
    expect(rows).toEqual([{ name: fresh }]);
  });

  it('continues if another process removes the same files', async () => {
    const long = new Date(test.clock.now().getTime() - 60 * 60_000);
    for (let file = 0; file < 40; file++) {
      await writeFile(join(folder, `old${file}`), '');
      await utimes(join(folder, `old${file}`), long, long);
    }
    await symlink('/nowhere', join(folder, 'broken-link'));
    await Promise.all(Array.from({ length: 4 }, () => test.app.downloads.removeExpired()));
    expect((await readdir(folder)).filter((file) => file.startsWith('old'))).toEqual([]);
    await rm(join(folder, 'broken-link'), { force: true });
  });
});
