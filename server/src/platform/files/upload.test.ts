import { existsSync, readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filePurposes } from '@limpid/contract/files';
import { languages } from '@limpid/contract/language';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addPerson, personPassword } from '../../testing/people.ts';
import { soon } from '../../testing/soon.ts';
import { wrapFile } from '../../testing/upload.ts';
import { disguisedFiles, makePictureBomb, sampleFiles, uploadBytes, uploadSample } from './files.fixture.ts';

let test: TestApp;
let lin: string;
let linId: number;

beforeAll(async () => {
  test = await openTestApp();
  linId = await addPerson(test, 'lin', [
    { permissions: ['system:personalization:edit', 'common:file:upload'] },
  ]);
  lin = await test.login('lin', personPassword);
});

afterAll(() => test.close());

const filePath = (id: string) => join(test.app.config.dataDir, 'files', id.slice(0, 2), id);
const rowOf = async (id: string) =>
  (await test.app.pool.query('select * from file where id = $1', [id])).rows[0];
const countRows = async () => (await test.app.pool.query('select count(*) as n from file')).rows[0].n;
const arriving = () => {
  const folder = join(test.app.config.dataDir, 'files', 'arriving');
  return existsSync(folder) ? readdirSync(folder) : [];
};

/** Sends an upload that must be refused and checks that nothing of it is kept. */
async function refuse(name: string, bytes: Uint8Array, query = ''): Promise<string> {
  const before = await countRows();
  const { body } = await uploadBytes(test, lin, name, bytes, query);
  expect(body.code).toBe(500);
  expect(await countRows()).toBe(before);
  expect(arriving()).toEqual([]);
  return body.msg;
}

describe('an attachment', () => {
  const kinds = 'png jpg gif webp pdf docx xlsx pptx odt ods odp doc xls ppt zip csv txt mp4'.split(' ');

  it.each(kinds)('may be %s, and is kept byte for byte', async (extension) => {
    const id = await uploadSample(test, lin, extension);
    expect(await readFile(filePath(id))).toEqual(sampleFiles[extension]);
    expect(arriving()).toEqual([]);
  });

  it('gets the response of the family, with its id', async () => {
    const { body } = await uploadBytes(test, lin, '站点 报告.pdf', sampleFiles['pdf'] ?? Buffer.alloc(0));
    const id = String(body['id']);
    expect(id).toMatch(/^[0-9a-f]{48}$/);
    expect(body).toEqual({
      code: 200,
      msg: 'Done',
      id,
      fileName: `/common/file/${id}`,
      newFileName: id,
      url: `/prod-api/common/file/${id}`,
      originalFilename: '站点 报告.pdf',
    });
    expect(await rowOf(id)).toMatchObject({
      purpose: 'attachment',
      user_id: linId,
      dept_id: 100,
      name: '站点 报告.pdf',
      media_type: 'application/pdf',
      size: sampleFiles['pdf']?.length,
    });
  });

  it('is not readable by other users of the machine', async () => {
    const place = filePath(await uploadSample(test, lin, 'txt'));
    expect((await stat(place)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(place))).mode & 0o777).toBe(0o700);
  });

  it('gets its name and type from the server, whatever the client claims', async () => {
    const { payload } = wrapFile(sampleFiles['png'] ?? Buffer.alloc(0), 'file', '..\\..\\a/../x.png');
    const forged = payload.toString('latin1').replace('\r\n\r\n', '\r\ncontent-type: text/html\r\n\r\n');
    const { body } = await test.send('POST', '/common/upload', {
      token: lin,
      payload: Buffer.from(forged, 'latin1'),
      headers: wrapFile(Buffer.alloc(0)).headers,
    });
    expect(body['originalFilename']).toBe('x.png');
    expect(await rowOf(String(body['id']))).toMatchObject({ name: 'x.png', media_type: 'image/png' });
  });

  it('is in the operation log without its contents', async () => {
    const id = await uploadSample(test, lin, 'csv');
    const read = async () =>
      (await test.app.pool.query('select * from sys_oper_log where json_result like $1', [`%${id}%`]))
        .rows[0];
    await soon(read).toMatchObject({
      title: 'server.file.title',
      oper_name: 'lin',
      business_type: 1,
      status: 0,
    });
    expect(JSON.stringify(await read())).not.toContain('一号');
  });
});

describe('several files at once', () => {
  const form = (names: string[]) => {
    const parts = names.map((name) => {
      const { payload } = wrapFile(
        sampleFiles[name.split('.')[1] ?? ''] ?? Buffer.from('<html>'),
        'files',
        name,
      );
      return payload.toString('latin1').replace(/--limpid-test--\r\n$/, '');
    });
    return {
      token: lin,
      payload: Buffer.from(`${parts.join('')}--limpid-test--\r\n`, 'latin1'),
      headers: wrapFile(Buffer.alloc(0)).headers,
    };
  };

  it('are listed in fields joined by commas', async () => {
    const { body } = await test.send('POST', '/common/uploads', form(['a.pdf', 'b.png']));
    const ids = String(body['ids']).split(',');
    expect(body).toMatchObject({ code: 200, originalFilenames: 'a.pdf,b.png', newFileNames: ids.join(',') });
    expect(body['urls']).toBe(ids.map((id) => `/prod-api/common/file/${id}`).join(','));
    for (const id of ids) expect(existsSync(filePath(id))).toBe(true);
  });

  it('are all kept or none', async () => {
    const before = await countRows();
    const { body } = await test.send('POST', '/common/uploads?lang=en', form(['a.pdf', 'b.html']));
    expect(body.msg).toContain('b.html');
    expect((await test.send('POST', '/common/uploads', form(Array(11).fill('a.pdf')))).body.code).toBe(413);
    expect(await countRows()).toBe(before);
  });
});

describe('a displayed picture', () => {
  it.each([
    ['avatar', 'jpg', { format: 'webp', width: 512, height: 341 }],
    ['avatar', 'gif', { format: 'webp', width: 60, height: 40 }],
    ['logo', 'png', { format: 'png', width: 512, height: 341, hasAlpha: true }],
    ['background', 'png', { format: 'webp', width: 900, height: 600 }],
  ])('%s from %s becomes %o', async (purpose, extension, facts) => {
    const id = await uploadSample(test, lin, extension, purpose);
    expect(await sharp(filePath(id)).metadata()).toMatchObject(facts);
    expect(await rowOf(id)).toMatchObject({
      name: `sample.${facts.format}`,
      media_type: `image/${facts.format}`,
      size: (await stat(filePath(id))).size,
    });
    expect((await stat(filePath(id))).mode & 0o777).toBe(0o600);
    expect(arriving()).toEqual([]);
  });

  it('loses everything invisible: where it was taken, and scripts behind or inside it', async () => {
    expect(sampleFiles['jpg']?.includes('EXIF-SECRET')).toBe(true);
    const script = Buffer.from('<html><script>alert(1)</script>');
    for (const extension of ['png', 'jpg', 'gif', 'webp']) {
      const polyglot = Buffer.concat([sampleFiles[extension] ?? Buffer.alloc(0), script]);
      const { body } = await uploadBytes(test, lin, `x.${extension}`, polyglot, 'purpose=avatar');
      expect(body.code).toBe(200);
      const kept = await readFile(filePath(String(body['id'])), 'latin1');
      expect(kept).not.toMatch(/script|EXIF-SECRET/);
    }
  });

  it('may have no extension, as programs name cropped pictures', async () => {
    const { body } = await uploadBytes(
      test,
      lin,
      'blob',
      sampleFiles['png'] ?? Buffer.alloc(0),
      'purpose=avatar',
    );
    expect(body).toMatchObject({ code: 200, originalFilename: 'blob.webp' });
  });

  it('is refused by its name if it is broken', async () => {
    const jpeg = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const half = jpeg.subarray(0, jpeg.length / 2);
    expect(await refuse('half.jpg', half, 'purpose=avatar')).toBe(
      'The picture “half.jpg” is damaged and cannot be read',
    );
    const noise = Buffer.concat([sampleFiles['png']?.subarray(0, 60) ?? half, Buffer.alloc(500, 7)]);
    expect(await refuse('noise.png', noise, 'purpose=logo')).toContain('noise.png');
  });

  it('is refused for 900 megapixels in a few kilobytes, and the process survives', async () => {
    const bomb = makePictureBomb();
    expect(bomb.length).toBeLessThan(200_000);
    expect(await refuse('bomb.png', bomb, 'purpose=background')).toBe(
      'The picture “bomb.png” is too large: 40 megapixels at most',
    );
    await uploadSample(test, lin, 'png', 'background');
  });
});

describe('a file is refused', () => {
  it.each([
    'page.html',
    'page.htm',
    'drawing.svg',
    'data.xml',
    'run.exe',
    'run.js',
    'run.sh',
    'x.php',
    'none',
  ])('because of its name %s', async (name) => {
    const message = await refuse(name, Buffer.from('plain words'));
    expect(message).toMatch(new RegExp(`^“${name}” cannot be uploaded; allowed types: png, jpg, `));
  });

  it.each(disguisedFiles)('because the content contradicts the name %s', async (name, bytes) => {
    expect(await refuse(name, bytes)).toContain(`“${name}” is not`);
  });

  it('if a picture is required and it is something else', async () => {
    expect(await refuse('a.pdf', sampleFiles['pdf'] ?? Buffer.alloc(0), 'purpose=avatar')).toContain(
      'png, jpg',
    );
    expect(await refuse('a.png', Buffer.from('<svg/>'), 'purpose=logo')).toContain(
      '“a.png” is not a png file',
    );
    expect(await refuse('a.jpg', sampleFiles['png'] ?? Buffer.alloc(0), 'purpose=logo')).toContain(
      'a jpg file',
    );
    expect(await refuse('blob', Buffer.from('<svg/>'), 'purpose=avatar')).toContain('“blob” is not');
  });

  it('with a message in three languages', async () => {
    const { payload, headers } = wrapFile(Buffer.from('<html>'), 'file', 'x.png');
    const readMessage = async (language: string) =>
      (await test.send('POST', `/common/upload?lang=${language}`, { token: lin, payload, headers })).body.msg;
    expect(await Promise.all(languages.map(readMessage))).toEqual([
      '“x.png”的内容与扩展名不符，不是有效的 png 文件',
      '“x.png” is not a png file: its content is of another type',
      '«\u202fx.png\u202f» n’est pas un fichier png\u202f: son contenu est d’une autre nature',
    ]);
  });

  it('if it is text in another encoding, with advice', async () => {
    expect(await refuse('gbk.csv', Buffer.from('d5beb5e3', 'hex'))).toMatch(/UTF-8/);
  });

  it('if it is empty, missing, in another field or not a form at all', async () => {
    expect(await refuse('a.txt', Buffer.alloc(0))).toBe('“a.txt” is empty');
    const { payload, headers } = wrapFile(Buffer.from('a'), 'other', 'a.txt');
    const send = (options: object) => test.send('POST', '/common/upload?lang=en', { token: lin, ...options });
    expect((await send({ payload, headers })).body.msg).toBe('Please choose a file to upload');
    expect((await send({ json: {} })).body.msg).toBe('Please choose a file to upload');
    expect((await send({ payload: '', headers })).body.msg).toBe('Please choose a file to upload');
    expect((await send({ payload: payload.subarray(0, -20), headers })).body.code).toBe(500);
    expect(arriving()).toEqual([]);
  });

  it('if a logo has 3 MB', async () => {
    const bytes = Buffer.concat([sampleFiles['png'] ?? Buffer.alloc(0), Buffer.alloc(3 * 1024 * 1024)]);
    expect(await refuse('logo.png', bytes, 'purpose=logo')).toBe('“logo.png” is too large: 2 MB at most');
  });

  it('if its purpose is unknown', async () => {
    expect(await refuse('a.txt', Buffer.from('a'), 'purpose=__proto__')).toBe('Purpose: not a valid choice');
  });

  it('without a session, and with only a cookie', async () => {
    const { payload, headers } = wrapFile(Buffer.from('a'), 'file', 'a.txt');
    const send = (more: object) =>
      test.send('POST', '/common/upload', { payload, headers: { ...headers, ...more } });
    expect((await send({})).body.code).toBe(401);
    expect((await send({ cookie: `Admin-Token=${lin}` })).body.code).toBe(401);
  });
});

describe('uploading', () => {
  it.each([
    ['site:entity:edit', ['attachment']],
    ['system:notice:add', ['attachment', 'illustration']],
    ['system:personalization:edit', ['logo', 'background']],
    ['common:file:upload', ['attachment', 'illustration', 'avatar']],
    ['system:notice:list', []],
  ])('requires a permission for the object of the file: %s', async (permission, purposes) => {
    const name = permission.replaceAll(':', '.');
    await addPerson(test, name, [{ permissions: [permission] }]);
    const token = await test.login(name, personPassword);
    for (const purpose of Object.keys(filePurposes)) {
      const { body } = await uploadBytes(
        test,
        token,
        'a.png',
        sampleFiles['png'] ?? Buffer.alloc(0),
        `purpose=${purpose}`,
      );
      expect([purpose, body.code]).toEqual([purpose, purposes.includes(purpose) ? 200 : 403]);
    }
    const unnamed = await uploadBytes(test, token, 'a.png', sampleFiles['png'] ?? Buffer.alloc(0));
    expect(unnamed.body.code).toBe(purposes.includes('attachment') ? 200 : 403);
  });
});

describe('a package', () => {
  it('can be uploaded only with permission', async () => {
    const { body } = await uploadBytes(
      test,
      lin,
      'a.apk',
      sampleFiles['apk'] ?? Buffer.alloc(0),
      'purpose=package',
    );
    expect(body.code).toBe(403);
    await addPerson(test, 'ops', [{ permissions: ['common:package:upload'] }]);
    const ops = await test.login('ops', personPassword);
    for (const extension of ['zip', 'apk', 'gz', 'bin']) await uploadSample(test, ops, extension, 'package');
    const page = await uploadBytes(test, ops, 'page.bin', Buffer.from('\0<html>'), 'purpose=package');
    expect(page.body.msg).toContain('“page.bin” is not a bin file');
  });
});

describe('the quota of a user', () => {
  it('limits the bytes, attached or not, of each user separately', async () => {
    const userId = await addPerson(test, 'wang', [{ permissions: ['common:file:upload'] }]);
    const wang = await test.login('wang', personPassword);
    const id = await uploadSample(test, wang, 'pdf');
    const fill = (size: number) => test.app.pool.query('update file set size = $2 where id = $1', [id, size]);
    await test.app.pool.query('update file set loose_since = null where id = $1', [id]);
    await fill(1024 * 1024 * 1024 - 100);
    await expect(uploadSample(test, wang, 'pdf')).rejects.toThrow('Your files would exceed 1024 MB');
    await uploadSample(test, lin, 'pdf');
    await fill(1024 * 1024 * 1024 - 1000);
    await uploadSample(test, wang, 'pdf');
    await test.app.pool.query('delete from file where user_id = $1', [userId]);
  });

  it('limits the number of files, even for many concurrent uploads', async () => {
    const userId = await addPerson(test, 'zhao', [{ permissions: ['common:file:upload'] }]);
    const zhao = await test.login('zhao', personPassword);
    await test.app.pool.query(
      `insert into file (id, purpose, user_id, name, media_type, size, created_at)
       select 'x' || n, 'attachment', $1, 'x', '', 1, limpid_now() from generate_series(1, 1997) n`,
      [userId],
    );
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => uploadSample(test, zhao, 'pdf')));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(uploadSample(test, zhao, 'pdf')).rejects.toThrow('You can keep at most 2000 files');
    await test.app.pool.query('delete from file where user_id = $1', [userId]);
  });
});
