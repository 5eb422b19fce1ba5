import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../src/platform/texts.ts';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { addPerson, personPassword } from '../../src/testing/people.ts';

let t: TestApp;
let token: string;
let stranger: string;
beforeAll(async () => {
  t = await openTestApp();
  token = await t.login();
  await addPerson(t, 'stranger', [{ permissions: ['system:post:export'] }]);
  stranger = await t.login('stranger', personPassword);
});
afterAll(() => t.close());

const gone = { code: 500, msg: translate('zh', 'errors.file.gone') };

async function makeFile(): Promise<string> {
  return (await t.send('GET', '/system/post/export', { token })).body.msg;
}
function fetchFile(fileName: string, by = token, rest = '&delete=true') {
  const query = `fileName=${encodeURIComponent(fileName)}${rest}`;
  return t.send('GET', `/common/download?${query}`, { token: by });
}
const isWorkbook = (bytes: Buffer) => bytes.subarray(0, 2).toString() === 'PK';

describe('an invented file name', () => {
  it.each([
    '../../../../../../etc/passwd',
    '..\\..\\..\\windows\\win.ini',
    '/etc/passwd',
    '//etc/passwd',
    'file:///etc/passwd',
    'C:\\Windows\\win.ini',
    '\\\\server\\share\\x.xlsx',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '..%2f..%2fetc%2fpasswd',
    '%252e%252e%252fetc%252fpasswd',
    '..%c0%afetc%c0%afpasswd',
    '....//....//etc/passwd',
    './downloads/x',
    '.',
    '..',
    '*',
    '%',
    '_',
    'x.xlsx',
    "' or '1'='1",
    `${'A'.repeat(43)}_x.xlsx`,
    'postmaster.pid',
    'key',
  ])('%j downloads nothing', async (name) => {
    const { body, headers } = await fetchFile(name);
    expect(body).toEqual(gone);
    expect(headers['content-disposition']).toBeUndefined();
  });

  it.each([
    ['that is too long', 'x'.repeat(301)],
    ['with a NUL', 'x.xlsx\0.png'],
    ['that is empty', ' '],
  ])('(%s) is rejected with the name of the field', async (_what, name) => {
    expect((await fetchFile(name)).body).toMatchObject({ code: 500, field: 'fileName' });
  });

  it.each([
    '/common/download/../../../etc/passwd',
    '/common/download/%2e%2e/%2e%2e/etc/passwd',
    '/common/download%2f..%2f..%2fetc%2fpasswd',
    '/common/download/resource?resource=/profile/../../etc/passwd',
    '/common/download/resource?name=../../../etc/passwd',
    '/profile/../../../etc/passwd',
    '/..%2f..%2f..%2fetc/passwd',
  ])('in the path %s downloads nothing', async (path) => {
    const { bytes, body } = await t.send('GET', path, { token });
    expect(body.code).not.toBe(200);
    expect(bytes.toString()).not.toContain('root:');
  });
});

describe('a generated file', () => {
  it('is downloaded by its owner once', async () => {
    const name = await makeFile();
    expect(isWorkbook((await fetchFile(name)).bytes)).toBe(true);
    expect((await fetchFile(name)).body).toEqual(gone);
  });

  it.each(['', '&delete=false', '&delete=0'])('is downloaded once, even with %j', async (rest) => {
    const name = await makeFile();
    expect(isWorkbook((await fetchFile(name, token, rest)).bytes)).toBe(true);
    expect((await fetchFile(name, token, rest)).body).toEqual(gone);
  });

  it('is downloaded by only one of many concurrent requests', async () => {
    const name = await makeFile();
    const responses = await Promise.all(Array.from({ length: 8 }, () => fetchFile(name)));
    expect(responses.filter(({ bytes }) => isWorkbook(bytes))).toHaveLength(1);
  });

  it('is refused to another user, and stays for its owner', async () => {
    const name = await makeFile();
    expect((await fetchFile(name, stranger)).body).toEqual(gone);
    expect(isWorkbook((await fetchFile(name)).bytes)).toBe(true);
  });

  it('is refused without a session and with an invalid cookie', async () => {
    const name = await makeFile();
    const path = `/common/download?fileName=${encodeURIComponent(name)}`;
    for (const cookie of [
      '',
      'Admin-Token=',
      'Admin-Token=nonsense',
      `Other-Token=${token}`,
      `token=${token}`,
    ])
      expect((await t.send('GET', path, { headers: { cookie } })).body.code).toBe(401);
    expect((await t.send('GET', `${path}&token=${token}`)).body.code).toBe(401);
    expect((await t.send('GET', path, { headers: { cookie: `Admin-Token=${stranger}` } })).body).toEqual(
      gone,
    );
    const own = await t.send('GET', path, { headers: { cookie: `a=b; Admin-Token=${token}; c=d` } });
    expect(isWorkbook(own.bytes)).toBe(true);
  });

  it.each([
    (name: string) => `${name}/../${name}`,
    (name: string) => `./${name}`,
    (name: string) => `${name}\n`.repeat(2),
    (name: string) => name.slice(0, 43),
    (name: string) => `${name.slice(0, 43)}_other.xlsx`,
    (name: string) => name.toUpperCase(),
    (name: string) => `${name}%00`,
  ])('is refused for a similar name (%#)', async (spoil) => {
    const name = await makeFile();
    expect((await fetchFile(spoil(name))).body.code).toBe(500);
  });

  it('has a name that cannot be guessed', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, async () => (await makeFile()).slice(0, 43)));
    expect(new Set(keys).size).toBe(5);
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9-]{43}$/);
  });

  it('expires after half an hour', async () => {
    const [early, late] = [await makeFile(), await makeFile()];
    t.clock.advance(29);
    expect(isWorkbook((await fetchFile(early)).bytes)).toBe(true);
    t.clock.advance(2);
    expect((await fetchFile(late)).body).toEqual(gone);
  });

  it('is sent as an attachment, which browsers do not render', async () => {
    const { headers } = await fetchFile(await makeFile());
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toMatch(/^attachment; /);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('is removed from disk after its download or expiry', async () => {
    await fetchFile(await makeFile());
    await t.app.pool.query(`update download set expires_at = '2000-01-01Z'`);
    // The files have the time of the machine.
    t.clock.useMachineTime();
    t.clock.advance(60);
    await t.app.downloads.removeExpired();
    expect(readdirSync(join(t.app.config.dataDir, 'downloads'))).toEqual([]);
    const { rowCount } = await t.app.pool.query('select from download');
    expect(rowCount).toBe(0);
  });
});
