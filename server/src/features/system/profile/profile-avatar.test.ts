import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { filePath } from '../../../platform/files/file-paths.ts';
import { disguisedFiles, makePictureBomb, sampleFiles } from '../../../platform/files/files.fixture.ts';
import { sweepFiles } from '../../../platform/files/sweep-files.ts';
import { openTestApp } from '../../../testing/app.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { wrapFile } from '../../../testing/upload.ts';

const t = await openTestApp();
afterAll(() => t.close());

const path = '/system/user/profile/avatar';
let count = 0;

async function arrive(): Promise<string> {
  const name = `face-${count++}`;
  await addPerson(t, name, []);
  return t.login(name, personPassword);
}

async function wear(token: string, name: string, bytes: Uint8Array, field = 'avatarfile') {
  return (await t.send('POST', path, { token, ...wrapFile(bytes, field, name) })).body;
}

async function avatarOf(token: string): Promise<unknown> {
  const { user } = (await t.send('GET', '/getInfo', { token })).body;
  return (user as { avatar: unknown }).avatar;
}

const png = sampleFiles['png'] ?? Buffer.alloc(0);
const jpg = sampleFiles['jpg'] ?? Buffer.alloc(0);
const codeOf = async (token: string, url: string) => (await t.send('GET', url, { token })).status;

describe('an avatar', () => {
  it('is shown at once, and readable by every user', async () => {
    const [lin, mei] = [await arrive(), await arrive()];
    const { code, imgUrl } = await wear(lin, 'me.jpg', jpg);
    expect(code).toBe(200);
    expect(imgUrl).toMatch(/^\/common\/file\/[0-9a-f]{48}$/);
    expect(await avatarOf(lin)).toBe(imgUrl);
    const { data } = (await t.send('GET', '/system/user/profile', { token: lin })).body;
    expect(data).toMatchObject({ avatar: imgUrl });
    const seen = await t.send('GET', String(imgUrl), { token: mei });
    expect(seen.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
    expect(seen.bytes.includes('EXIF-SECRET')).toBe(false);
    expect((await t.send('GET', String(imgUrl))).body.code).toBe(401);
  });

  it('releases the previous one, which is removed', async () => {
    const lin = await arrive();
    const first = String((await wear(lin, 'one.png', png))['imgUrl']);
    const second = String((await wear(lin, 'two.png', png))['imgUrl']);
    expect(await codeOf(await arrive(), first)).toBe(404);
    t.clock.advance(25 * 60);
    await sweepFiles(t.app);
    t.clock.advance(-25 * 60);
    expect(existsSync(filePath(t.app, first.slice(-48)))).toBe(false);
    expect(existsSync(filePath(t.app, second.slice(-48)))).toBe(true);
    expect(await codeOf(lin, second)).toBe(200);
  });

  it('is stored once for concurrent uploads', async () => {
    const lin = await arrive();
    await Promise.all([1, 2, 3].map(() => wear(lin, 'me.png', png)));
    const { rows } = await t.app.pool.query(
      `select id from file where loose_since is null and user_id = (
        select user_id from session where token_hash = sha256($1::bytea))`,
      [Buffer.from(lin)],
    );
    expect(rows.map(({ id }) => `/common/file/${id}`)).toEqual([await avatarOf(lin)]);
  });

  it('that is not a picture is rejected, and the previous one stays', async () => {
    const lin = await arrive();
    const { imgUrl } = await wear(lin, 'me.png', png);
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const bad: [string, Buffer][] = [
      ...disguisedFiles.filter(([name]) => /\.(png|jpg|webp)$/.test(name)),
      ['page.html', page],
      ['drawing.svg', svg],
      ['script.js', Buffer.from('alert(1)')],
      ['page.gif', Buffer.concat([Buffer.from('GIF89a'), page])],
      ['cut.png', png.subarray(0, 200)],
      ['empty.png', Buffer.alloc(0)],
      ['bomb.png', makePictureBomb(8000)],
      ['large.png', Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)])],
    ];
    for (const [name, bytes] of bad) {
      const body = await wear(lin, name, bytes);
      expect([name, body.code]).toEqual([name, 500]);
      expect(body.msg).toContain(name);
    }
    expect((await wear(lin, 'me.png', png, 'file')).code).toBe(500);
    expect((await t.send('POST', path, { token: lin, json: {} })).body.code).toBe(500);
    expect(await avatarOf(lin)).toBe(imgUrl);
    expect(await codeOf(lin, String(imgUrl))).toBe(200);
  });

  it('can be uploaded at most 30 times a minute from one address', async () => {
    const token = await arrive();
    const limited = await openTestApp({}, { connection: t.connection, limited: true });
    const codes: number[] = [];
    for (let i = 0; i < 31; i++)
      codes.push((await limited.send('POST', path, { token, json: {} })).body.code);
    expect(codes).toEqual([...Array<number>(30).fill(500), 429]);
    await limited.close();
  });
});
