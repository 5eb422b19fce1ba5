import { personalized } from '@limpid/contract/system/personalization';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  disguisedFiles,
  sampleFiles,
  uploadBytes,
  uploadSample,
} from '../../../platform/files/files.fixture.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';

const path = '/system/personalization';
/** The values of a new installation. */
const plain = Object.fromEntries(Object.keys(personalized).map((name) => [name, null]));

let test: TestApp;
let admin: string;

beforeAll(async () => {
  test = await openTestApp();
  admin = await test.login();
});
beforeEach(async () => void (await save(plain)));
afterAll(() => test.close());

const save = async (json: object, token = admin) =>
  (await test.send('PUT', `${path}?lang=en`, { json, token })).body;
const readStored = async () => (await test.send('GET', path, { token: admin })).body['data'];
const readInfo = async (from = test) => (await from.send('GET', '/api/v1/sys/info')).body['data'];
const urlOf = (id: string) => `/prod-api/common/file/${id}`;
const readFile = (id: string, token?: string) =>
  test.send('GET', `/common/file/${id}`, token ? { token } : {});

describe('an installation', () => {
  it('has the default branding first', async () => {
    expect(await readStored()).toEqual(plain);
    expect(await readInfo()).toMatchObject(plain);
  });

  it('shows a saved change to the next visitor, in every process', async () => {
    const second = await openTestApp({}, { connection: test.connection });
    expect(await readInfo(second)).toMatchObject(plain);
    const [homeLogo, loginBackground] = [
      await uploadSample(test, admin, 'png', 'logo'),
      await uploadSample(test, admin, 'jpg', 'background'),
    ];
    const texts = {
      homeZhTitle: '澄城空气',
      homeEnTitle: 'Air of Clairville',
      homeFrTitle: 'Air de Clairville',
      mapZhTitle: '澄城空气地图',
      mapEnTitle: 'Clairville map',
      mapFrTitle: 'Carte de Clairville',
      loginUrl: 'https://example.org/air',
      mapApproval: 'GS(2026)0001号',
    };
    expect(await save({ ...texts, homeLogo, loginBackground })).toMatchObject({ code: 200 });
    expect(await readStored()).toEqual({ ...texts, homeLogo, loginBackground });
    for (const process of [test, second]) {
      expect(await readInfo(process)).toMatchObject({
        ...texts,
        homeLogo: urlOf(homeLogo),
        loginBackground: urlOf(loginBackground),
      });
    }
    await second.close();
  });

  it('keeps missing fields, and resets emptied ones to the default', async () => {
    await save({ homeZhTitle: '  澄城空气  ', homeFrTitle: 'Air', loginUrl: '/home' });
    expect(await readStored()).toEqual({
      ...plain,
      homeZhTitle: '澄城空气',
      homeFrTitle: 'Air',
      loginUrl: '/home',
    });
    await save({ homeZhTitle: '   ', loginUrl: null });
    expect(await readStored()).toEqual({ ...plain, homeFrTitle: 'Air' });
    expect((await save({})).code).toBe(200);
  });

  it('requires the permissions to view and to edit', async () => {
    await addPerson(test, 'guest', [{ permissions: [] }]);
    await addPerson(test, 'reader', [{ permissions: ['system:personalization:query'] }]);
    const [guest, reader] = [
      await test.login('guest', personPassword),
      await test.login('reader', personPassword),
    ];
    const statuses = async (token?: string) => [
      (await test.send('GET', path, token ? { token } : {})).body.code,
      (await test.send('PUT', path, { json: { homeZhTitle: 'x' }, ...(token && { token }) })).body.code,
    ];
    expect(await statuses()).toEqual([401, 401]);
    expect(await statuses(guest)).toEqual([403, 403]);
    expect(await statuses(reader)).toEqual([200, 403]);
    for (const purpose of ['logo', 'background']) {
      const { body } = await uploadBytes(
        test,
        reader,
        'a.png',
        sampleFiles['png'] ?? Buffer.alloc(0),
        `purpose=${purpose}`,
      );
      expect(body.code).toBe(403);
    }
    expect(await readStored()).toEqual(plain);
  });
});

describe('pictures', () => {
  it('are public once saved, small, and contain no scripts', async () => {
    const id = await uploadSample(test, admin, 'png', 'logo');
    expect((await readFile(id)).body.code).toBe(401);
    await save({ homeLogo: id });
    const { headers } = await readFile(id);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(String(headers['content-disposition'])).toMatch(/^attachment;/);
  });

  it('replace each other, and the previous one is removed', async () => {
    const [first, second] = [
      await uploadSample(test, admin, 'png', 'logo'),
      await uploadSample(test, admin, 'png', 'logo'),
    ];
    await save({ homeLogo: first });
    await save({ homeLogo: first, homeZhTitle: '同一张' });
    expect((await readFile(first)).status).toBe(200);
    await save({ homeLogo: second });
    expect([(await readFile(first)).body.code, (await readFile(second)).status]).toEqual([401, 200]);
    await save({ homeLogo: null });
    expect((await readFile(second)).body.code).toBe(401);
    expect((await readFile(second, admin)).status).toBe(200);
  });

  it('can be replaced by another administrator', async () => {
    await addPerson(test, 'second', [{ permissions: ['system:personalization:edit'] }]);
    const second = await test.login('second', personPassword);
    const [first, later] = [
      await uploadSample(test, admin, 'jpg', 'background'),
      await uploadSample(test, second, 'jpg', 'background'),
    ];
    await save({ loginBackground: first });
    expect((await save({ loginBackground: later }, second)).code).toBe(200);
    expect(await readInfo()).toMatchObject({ loginBackground: urlOf(later) });
    expect((await readFile(first)).body.code).toBe(401);
  });
});

describe('a change is rejected', () => {
  let kept: object;
  let homeLogo: string;
  beforeAll(async () => {
    homeLogo = await uploadSample(test, admin, 'png', 'logo');
  });
  beforeEach(async () => {
    await save({ homeZhTitle: '澄城空气', loginUrl: 'https://example.org', homeLogo });
    kept = { ...plain, homeZhTitle: '澄城空气', loginUrl: 'https://example.org', homeLogo };
  });

  async function expectKept(): Promise<void> {
    expect(await readStored()).toEqual(kept);
    const { homeLogo } = (await readStored()) as { homeLogo: string };
    expect((await readFile(homeLogo)).status).toBe(200);
  }

  it.each([
    ['homeZhTitle', '澄'.repeat(10_000), 'Platform title (Chinese) must not exceed 60 characters'],
    ['mapFrTitle', 'a'.repeat(61), 'Map title (French) must not exceed 60 characters'],
    ['mapApproval', 'a'.repeat(61), 'Map approval number must not exceed 60 characters'],
    ['loginUrl', 'javascript:alert(1)', 'http://'],
    ['loginUrl', 'data:text/html,<script>', 'http://'],
    ['loginUrl', '//evil.example', 'http://'],
    ['loginUrl', `https://example.org/${'a'.repeat(500)}`, 'must not exceed 500 characters'],
    ['homeEnTitle', { a: 1 }, 'Platform title (English)'],
    ['homeLogo', 'no-such-file', 'upload'],
    ['homeLogo', urlOf('f'.repeat(48)), 'upload'],
  ])('if %s is invalid', async (field, value, words) => {
    const body = await save({ homeFrTitle: 'Autre', [field]: value });
    expect(body).toMatchObject({ code: 500, field });
    expect(body.msg).toContain(words);
    await expectKept();
  });

  it('if the file belongs to another user or purpose, or is in use', async () => {
    await addPerson(test, 'other', [{ permissions: ['system:personalization:edit'] }]);
    const other = await test.login('other', personPassword);
    const foreign = await uploadSample(test, other, 'png', 'logo');
    const attachment = await uploadSample(test, admin, 'png', 'attachment');
    const background = await uploadSample(test, admin, 'png', 'background');
    for (const homeLogo of [foreign, attachment, background]) {
      expect(await save({ homeFrTitle: 'Autre', homeLogo })).toMatchObject({ code: 500, field: 'homeLogo' });
    }
    await expectKept();
    const { homeLogo } = (await readStored()) as { homeLogo: string };
    expect(await save({ loginBackground: homeLogo })).toMatchObject({ code: 500, field: 'loginBackground' });
    // The rejected change must not release the current logo.
    await expectKept();
  });

  it('if a picture is broken, disguised or too large', async () => {
    const png = sampleFiles['png'] ?? Buffer.alloc(0);
    const refused: [string, Uint8Array][] = [
      ...disguisedFiles.filter(([name]) => /\.(?:png|jpg|webp)$/.test(name)),
      ['cut.png', png.subarray(0, 200)],
      ['drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['huge.png', Buffer.concat([png, Buffer.alloc(50 * 1024 * 1024)])],
    ];
    for (const purpose of ['logo', 'background']) {
      for (const [name, bytes] of refused) {
        const { body } = await uploadBytes(test, admin, name, bytes, `purpose=${purpose}`);
        expect(body).toMatchObject({ code: 500 });
        expect(body.msg).toContain(name);
      }
    }
    await expectKept();
  });
});
