import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addPerson, personPassword } from '../../testing/people.ts';
import { sampleFiles, uploadBytes, uploadSample } from './files.fixture.ts';
import { attachFiles, detachFiles } from './files.ts';

let test: TestApp;
let lin: string;
let linId: number;
let mei: string;
let meiId: number;

beforeAll(async () => {
  test = await openTestApp();
  linId = await addPerson(test, 'lin', [
    { permissions: ['system:personalization:edit', 'common:file:upload'] },
  ]);
  meiId = await addPerson(test, 'mei', [{ permissions: ['*:*:*'] }]);
  lin = await test.login('lin', personPassword);
  mei = await test.login('mei', personPassword);
});

afterAll(() => test.close());

const read = (id: string, token?: string, headers: Record<string, string> = {}) =>
  test.send('GET', `/common/file/${id}?lang=en`, { headers, ...(token && { token }) });
const codeFor = async (id: string, token?: string) => {
  const { body, status, bytes } = await read(id, token);
  return body.code || (bytes.length > 0 ? status : 0);
};
const attach = (ids: string[], purpose: 'avatar' | 'logo' | 'background' | 'attachment', userId = linId) =>
  attachFiles(test.app.db, ids, purpose, { userId });
const detach = (id: string) => detachFiles(test.app.db, test.app.clock, [id]);

describe('reading a file', () => {
  it('is allowed only to its uploader before it is used', async () => {
    for (const purpose of ['avatar', 'logo', 'background', 'attachment']) {
      const id = await uploadSample(test, lin, 'png', purpose);
      const codes = [await codeFor(id, lin), await codeFor(id, mei), await codeFor(id)];
      expect([purpose, ...codes]).toEqual([purpose, 200, 404, 401]);
    }
  });

  it('is allowed to everybody for pictures of the login page, until they are replaced', async () => {
    for (const purpose of ['logo', 'background'] as const) {
      const id = await uploadSample(test, lin, 'png', purpose);
      await attach([id], purpose);
      expect([await codeFor(id), await codeFor(id, mei)]).toEqual([200, 200]);
      expect(await codeFor(id, 'x'.repeat(43))).toBe(200);
      await detach(id);
      expect([await codeFor(id), await codeFor(id, mei), await codeFor(id, lin)]).toEqual([401, 404, 200]);
    }
  });

  it('is allowed to every session for an avatar, also by the cookie when a page embeds it', async () => {
    const id = await uploadSample(test, lin, 'jpg', 'avatar');
    await attach([id], 'avatar');
    expect([await codeFor(id), await codeFor(id, mei)]).toEqual([401, 200]);
    const shown = await read(id, undefined, { cookie: `a=b; Admin-Token=${mei}` });
    expect(shown.headers['content-type']).toBe('image/webp');
    expect((await read(id, undefined, { cookie: `Admin-Token=${'x'.repeat(43)}` })).body.code).toBe(401);
    expect((await test.send('GET', `/common/file/${id}?token=${mei}&Admin-Token=${mei}`)).body.code).toBe(
      401,
    );
  });

  it('is allowed for an attachment to its owner and to readers that its feature allows', async () => {
    const id = await uploadSample(test, lin, 'pdf');
    const other = await uploadSample(test, lin, 'pdf');
    await attach([id, other], 'attachment');
    expect([await codeFor(id, lin), await codeFor(id, mei), await codeFor(id)]).toEqual([200, 404, 401]);
    test.app.files.mayRead.attachment = async (caller, asked) => caller.userId === meiId && asked === id;
    expect([await codeFor(id, mei), await codeFor(other, mei), await codeFor(id)]).toEqual([200, 404, 401]);
    await detach(id);
    expect(await codeFor(id, mei)).toBe(404);
    delete test.app.files.mayRead.attachment;
  });

  it('gives the same response for a file of others and a missing one', async () => {
    const id = await uploadSample(test, lin, 'pdf');
    const texts = [id, '0'.repeat(48), '1', '..%2f..%2fetc%2fpasswd', "'or'1"];
    for (const name of texts) {
      expect((await read(name, mei)).body.msg).toBe('The file does not exist, or you may not see it');
      expect((await read(name)).body.code).toBe(401);
    }
  });

  it('is impossible if its bytes are missing', async () => {
    const id = await uploadSample(test, lin, 'pdf');
    await rm(join(test.app.config.dataDir, 'files', id.slice(0, 2), id));
    expect(await codeFor(id, lin)).toBe(404);
  });
});

describe('attaching', () => {
  const refused = { key: 'file.not_own' };

  it('accepts only the caller’s own files, only once, only for their purpose, and all or none', async () => {
    const id = await uploadSample(test, lin, 'pdf');
    const foreign = await uploadSample(test, mei, 'pdf');
    await expect(attach([foreign], 'attachment')).rejects.toMatchObject(refused);
    await expect(attach([id], 'attachment', meiId)).rejects.toMatchObject(refused);
    await expect(attach([id], 'avatar')).rejects.toMatchObject(refused);
    await expect(attach(['x'], 'attachment')).rejects.toMatchObject(refused);
    const both = test.app.db
      .transaction()
      .execute((db) => attachFiles(db, [id, foreign], 'attachment', { userId: linId }));
    await expect(both).rejects.toMatchObject(refused);
    await attach([id, id], 'attachment');
    await expect(attach([id], 'attachment')).rejects.toMatchObject(refused);
    await detach(id);
    await attach([id], 'attachment');
    await attach([], 'attachment');
  });
});

describe('the response', () => {
  it('is an attachment that no browser runs, guesses at or shows to other sites', async () => {
    const { body } = await uploadBytes(test, lin, '报告 (1).pdf', sampleFiles['pdf'] ?? Buffer.alloc(0));
    const { headers, bytes } = await read(String(body['id']), lin);
    expect(bytes).toEqual(sampleFiles['pdf']);
    const name = '%E6%8A%A5%E5%91%8A%20%281%29.pdf';
    expect(headers).toMatchObject({
      'content-disposition': `attachment; filename="${name}"; filename*=utf-8''${name}`,
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'accept-ranges': 'bytes',
    });
  });

  it('may be cached by browsers, unless the permission to read could change', async () => {
    const cacheOf = async (id: string) => (await read(id, lin)).headers['cache-control'];
    const [document, avatar, logo] = [
      await uploadSample(test, lin, 'pdf'),
      await uploadSample(test, lin, 'png', 'avatar'),
      await uploadSample(test, lin, 'png', 'logo'),
    ];
    expect(await cacheOf(logo)).toBe('private, no-cache');
    await attach([document], 'attachment');
    await attach([avatar], 'avatar');
    await attach([logo], 'logo');
    expect(await cacheOf(document)).toBe('private, no-cache');
    expect(await cacheOf(avatar)).toBe('private, max-age=31536000, immutable');
    expect(await cacheOf(logo)).toBe('public, max-age=31536000, immutable');
  });

  it('is 304 if the client has the current file', async () => {
    const id = await uploadSample(test, lin, 'pdf');
    const etag = String((await read(id, lin)).headers['etag']);
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const { status, bytes } = await read(id, lin, { 'if-none-match': known });
      expect([status, bytes.length]).toEqual([304, 0]);
    }
    expect((await read(id, lin, { 'if-none-match': '"x"' })).status).toBe(200);
    expect((await read(id, mei, { 'if-none-match': etag })).body.code).toBe(404);
  });

  it('can be a part of the file', async () => {
    const id = await uploadSample(test, lin, 'png');
    const all = sampleFiles['png'] ?? Buffer.alloc(0);
    const size = all.length;
    const part = await read(id, lin, { range: 'bytes=10-19' });
    expect([part.status, part.bytes]).toEqual([206, all.subarray(10, 20)]);
    expect(part.headers).toMatchObject({ 'content-range': `bytes 10-19/${size}`, 'content-length': '10' });
    const tail = await read(id, lin, { range: 'bytes=-5' });
    expect([tail.status, tail.bytes]).toEqual([206, all.subarray(-5)]);
    const beyond = await read(id, lin, { range: `bytes=${size}-` });
    expect([beyond.status, beyond.bytes.length]).toEqual([416, 0]);
    expect(beyond.headers['content-range']).toBe(`bytes */${size}`);
  });

  it('is a part only if the client knows the current file', async () => {
    const id = await uploadSample(test, lin, 'png');
    const etag = String((await read(id, lin)).headers['etag']);
    const ask = async (tag: string) => (await read(id, lin, { range: 'bytes=0-0', 'if-range': tag })).status;
    expect([await ask(etag), await ask('"other"'), await ask(`W/${etag}`)]).toEqual([206, 200, 200]);
  });

  it('has the same headers without a body for HEAD', async () => {
    const id = await uploadSample(test, lin, 'png');
    const whole = await read(id, lin);
    const head = await test.send('HEAD', `/common/file/${id}`, { token: lin });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['content-length', 'etag', 'content-type', 'content-disposition']) {
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
    }
    const stranger = await test.app.http.inject({ method: 'HEAD', url: `/prod-api/common/file/${id}` });
    expect(stranger.headers).not.toHaveProperty('etag');
  });
});
