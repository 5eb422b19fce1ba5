import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleFiles, uploadBytes } from '../../src/platform/files/files.fixture.ts';
import { sweepFiles } from '../../src/platform/files/sweep-files.ts';
import { translate } from '../../src/platform/texts.ts';
import { openTestApp } from '../../src/testing/app.ts';
import { addPerson, personPassword } from '../../src/testing/people.ts';
import {
  familyGenerations,
  type JsonFields,
  make3xClient,
  responseData,
  responseList,
  responseRows,
} from './family-client.fixture.ts';

const t = await openTestApp();
const token = await t.login();
const modern = make3xClient(t, token);
let reader: string;
beforeAll(async () => {
  await addPerson(t, 'reader', []);
  reader = await t.login('reader', personPassword);
});
afterAll(() => t.close());

const done = { code: 200, msg: translate('zh', 'server.done') };
const path = '/system/notice';
const png = sampleFiles['png'] ?? Buffer.alloc(0);
const text = (key: string) => translate('zh', `server.richText.${key}`);
const lost = (...kinds: string[]) =>
  translate('zh', 'server.richText.lost', { things: kinds.map(text).join(text('comma')) });

describe.each(familyGenerations)(
  'a $generation client at the notices',
  ({ generation, makeClient, days }) => {
    const client = makeClient(t, token);
    const noticeTitle = `停电通知 ${generation}`;
    const find = async (query: JsonFields = {}) =>
      responseRows(await client.get(`${path}/list`, { pageNum: 1, pageSize: 10, noticeTitle, ...query }))[0];

    it('adds a notice from the form, and finds it by title, author, type and date', async () => {
      const form = {
        noticeId: undefined,
        noticeTitle,
        noticeType: '2',
        status: '0',
        noticeContent: '<p>a</p>',
      };
      expect(await client.post(path, form)).toEqual(done);
      expect(await find({ createBy: 'admin', noticeType: '2' })).toMatchObject({ noticeTitle, status: '0' });
      expect(await find(days('2020-01-01', '2020-01-02'))).toBeUndefined();
    });

    it('reads the notice and sends the complete row with changes', async () => {
      const whole = responseData(await client.get(`${path}/${String((await find())?.['noticeId'])}`));
      const sent = { searchValue: null, updateBy: null, params: {}, ...whole, noticeType: '1' };
      expect(await client.put(path, sent)).toEqual(done);
      expect(await find()).toMatchObject({ noticeType: '1', noticeContent: '<p>a</p>' });
    });

    it('shows the newest notices behind its bell, and marks them read', async () => {
      const noticeId = (await find())?.['noticeId'];
      const { data, unreadCount } = await client.get(`${path}/listTop`);
      expect((data as JsonFields[])[0]).toMatchObject({ noticeId, isRead: false });
      expect(unreadCount).toBeGreaterThan(0);
      const marked = await t.send('POST', `${path}/markRead?noticeId=${String(noticeId)}`, { token });
      expect(marked.body).toEqual(done);
      expect(responseList(await client.get(`${path}/listTop`))[0]).toMatchObject({ isRead: true });
      const all = await t.send('POST', `${path}/markReadAll?ids=${String(noticeId)}`, { token });
      expect(all.body).toEqual(done);
    });

    it('deletes the notice', async () => {
      expect(await client.delete(`${path}/${String((await find())?.['noticeId'])}`)).toEqual(done);
      expect(await find()).toBeUndefined();
    });
  },
);

describe('the text of the family’s editor', () => {
  let count = 0;
  /** Adds a notice, and returns its stored text and the message. */
  async function write(noticeContent: string, as = token) {
    const noticeTitle = `quill ${++count}`;
    const json = { noticeTitle, noticeType: '1', noticeContent };
    const { body } = await t.send('POST', path, { token: as, json });
    if (body.code !== 200) return { body, content: '', noticeId: 0 };
    const [row] = responseRows(await modern.get(`${path}/list`, { noticeTitle }));
    return { body, content: String(row?.['noticeContent']), noticeId: Number(row?.['noticeId']) };
  }
  const change = async (noticeId: number, noticeContent: string) =>
    (
      await t.send('PUT', path, {
        token,
        json: { noticeId, noticeTitle: 'x', noticeType: '1', noticeContent },
      })
    ).body;
  const pictureOf = (content: string) => /src="\/prod-api(\/common\/file\/\w{48})"/.exec(content)?.[1] ?? '';
  const statusOf = async (address: string, as = reader) =>
    (await t.send('GET', address, { token: as })).status;

  it('keeps alignment, size, indent, font and colours', async () => {
    const html =
      '<h1 class="ql-align-center">题</h1><p class="ql-indent-2"><span class="ql-size-large" ' +
      'style="color: rgb(230, 0, 0); background-color: rgb(255, 255, 0);">红</span></p>' +
      '<pre class="ql-syntax" spellcheck="false">x\n</pre><p class="ql-direction-rtl ql-align-right">r</p>';
    const { content, body } = await write(html);
    expect(content).toBe(html.replace(' spellcheck="false"', ''));
    expect(body).toEqual(done);
  });

  it('keeps an uploaded picture as a re-encoded copy that every reader may see', async () => {
    const { body: uploaded } = await uploadBytes(t, token, 'site.png', png);
    const address = String(uploaded['fileName']);
    const { content, body } = await write(`<p><img src="/dev-api${address}" onerror="alert(1)"></p>`);
    expect(content).toMatch(/^<p><img src="\/prod-api\/common\/file\/\w{48}" alt=""><\/p>$/);
    expect(body['warning']).toBe(lost('program'));
    const seen = await t.send('GET', pictureOf(content), { token: reader });
    expect(seen.headers).toMatchObject({ 'content-type': 'image/webp' });
    // The uploaded file still belongs to its author.
    expect([await statusOf(address), await statusOf(address, token)]).toEqual([404, 200]);
    expect((await t.send('GET', pictureOf(content))).body.code).toBe(401);
  });

  it('has its inline pictures turned into files', async () => {
    const { content, body } = await write(`<img src="data:image/png;base64,${png.toString('base64')}">`);
    expect(body).toEqual(done);
    expect(await statusOf(pictureOf(content))).toBe(200);
    expect(content).not.toContain('data:');
  });

  it('keeps the file of a picture until no text shows it', async () => {
    const { content, noticeId } = await write(`<img src="data:image/png;base64,${png.toString('base64')}">`);
    const picture = pictureOf(content);
    expect(await change(noticeId, `<p>more</p>${content}`)).toEqual(done);
    expect(await statusOf(picture)).toBe(200);
    expect(await change(noticeId, '<p>nothing</p>')).toEqual(done);
    expect(await statusOf(picture)).toBe(404);
    const other = await write(`<img src="data:image/png;base64,${png.toString('base64')}">`);
    await modern.delete(`${path}/${other.noticeId}`);
    t.clock.advance(25 * 60);
    await sweepFiles(t.app);
    t.clock.advance(-25 * 60);
    expect(await statusOf(pictureOf(other.content), token)).toBe(404);
  });

  it('loses pictures of other sites and videos, which become links, and the response says so', async () => {
    const { content, body } = await write(
      '<p><img src="https://example.org/a.png"></p>' +
        '<iframe class="ql-video" frameborder="0" allowfullscreen="true" src="https://example.org/v"></iframe>',
    );
    expect(content).not.toMatch(/<img|<iframe/);
    expect(content).toContain('>https://example.org/a.png</a>');
    expect(content).toContain('>https://example.org/v</a>');
    expect(body).toEqual({ code: 200, msg: lost('picture', 'video'), warning: lost('picture', 'video') });
  });

  it('shows no file that its author may not read', async () => {
    const { body: foreign } = await uploadBytes(t, reader, 'mine.png', png);
    const { content, body } = await write(`<p><img src="/prod-api${String(foreign['fileName'])}">x</p>`);
    expect([content, body['warning']]).toEqual(['<p>x</p>', lost('picture')]);
  });

  it.each([
    [
      'a picture that is none',
      `data:image/png;base64,${Buffer.from('<svg onload=alert(1)>').toString('base64')}`,
    ],
    ['a picture that breaks off', `data:image/png;base64,${png.subarray(0, 60).toString('base64')}`],
  ])('is refused with %s, and nothing is stored', async (_, address) => {
    const { body } = await write(`<img src="${address}">`);
    expect(body).toMatchObject({ code: 500, msg: expect.stringContaining('picture.png') });
    expect(responseRows(await modern.get(`${path}/list`, { noticeTitle: `quill ${count}` }))).toEqual([]);
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    '<p style="background-image: url(//evil.example)" class="ant-modal">x</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<img src="/prod-api/logout">',
    '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
  ])('cannot contain %s', async (html) => {
    const { content } = await write(`<p>a</p>${html}`);
    expect(content).toMatch(/^<p>a<\/p>/);
    expect(content).not.toMatch(/alert|evil|onerror|javascript|<img|style|ant-/);
  });
});
