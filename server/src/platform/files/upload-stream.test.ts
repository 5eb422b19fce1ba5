import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { soon } from '../../testing/soon.ts';

let test: TestApp;
let token: string;
let port: number;

beforeAll(async () => {
  test = await openTestApp();
  token = await test.login();
  port = Number(new URL(await test.app.http.listen({ port: 0, host: '127.0.0.1' })).port);
});

afterAll(() => test.close());

const megabyte = 1024 * 1024;
const head = (name: string) =>
  `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;

function open(query: string, headers: Record<string, string | number> = {}): ClientRequest {
  const sent = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/prod-api/common/upload?lang=en&${query}`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      ...headers,
    },
  });
  sent.on('error', () => undefined);
  return sent;
}

/** Sends zeros until all is sent, the server responds or it stops reading; returns the accepted megabytes. */
async function pour(sent: ClientRequest, name: string, megabytes: number) {
  let response: IncomingMessage | undefined;
  let isOver = false;
  sent.on('response', (message) => (response = message)).on('close', () => (isOver = true));
  sent.write(head(name));
  let poured = 0;
  const chunk = Buffer.alloc(megabyte);
  while (poured < megabytes && !response && !isOver) {
    poured++;
    if (!sent.write(chunk)) await Promise.race([once(sent, 'drain').catch(() => 0), wait(2000)]);
  }
  if (poured === megabytes) sent.end('\r\n--b--\r\n');
  if (!response && !isOver) [response] = await once(sent, 'response');
  return { poured, body: response && JSON.parse(await text(response)), response };
}

const folder = () => join(test.app.config.dataDir, 'files', 'arriving');
const arriving = () => (existsSync(folder()) ? readdirSync(folder()) : []);
const countRows = async () => (await test.app.pool.query('select count(*) as n from file')).rows[0].n;

describe('an upload over a real connection', () => {
  it('leaves nothing on disk or in the database if it is interrupted', async () => {
    const sent = open('purpose=package');
    sent.write(head('a.bin'));
    sent.write(Buffer.alloc(megabyte));
    await soon(() => arriving().map((name) => statSync(join(folder(), name)).size > 0)).toEqual([true]);
    expect(await countRows()).toBe(1);
    sent.destroy();
    await soon(arriving).toEqual([]);
    await soon(countRows).toBe(0);
    const log = async () => (await test.app.pool.query('select status, error_msg from sys_oper_log')).rows;
    await soon(log).toEqual([{ status: 1, error_msg: 'The upload was interrupted; please try again' }]);
  });

  it('is refused with the limit of 2 MB for a 50 MB logo, and the connection stays usable', async () => {
    const { body, response } = await pour(open('purpose=logo'), 'logo.png', 50);
    expect(body).toEqual({ code: 500, msg: '“logo.png” is too large: 2 MB at most' });
    expect(response?.headers.connection).not.toBe('close');
    expect([arriving(), await countRows()]).toEqual([[], 0]);
  });

  it('is cut off soon after the limit for 1 GB', async () => {
    const { poured, body, response } = await pour(open('purpose=background'), 'huge.png', 1024);
    // 10 MB allowed, 64 MB drained, and the kernel's buffers.
    expect(poured).toBeLessThan(10 + 64 + 30);
    if (body) expect(body.msg).toBe('“huge.png” is too large: 10 MB at most');
    if (response) expect(response.headers.connection).toBe('close');
    expect([arriving(), await countRows()]).toEqual([[], 0]);
  });

  it('is cut off at the limit if it announces 1 GB', async () => {
    const { poured } = await pour(open('purpose=logo', { 'content-length': 2 ** 30 }), 'huge.png', 1024);
    expect(poured).toBeLessThan(2 + 30);
    expect([arriving(), await countRows()]).toEqual([[], 0]);
  });

  it('is refused before it is written if its purpose is unknown', async () => {
    const { poured } = await pour(open('purpose=x', { 'content-length': 2 ** 30 }), 'huge.png', 1024);
    expect(poured).toBeLessThan(30);
    expect(await countRows()).toBe(0);
  });

  it('never holds 300 MB in memory', async () => {
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)), 5);
    const { body } = await pour(open('purpose=package'), 'a.bin', 300);
    clearInterval(timer);
    expect(body.code).toBe(200);
    // Some of it may wait for the garbage collector, which is slow on a busy machine.
    expect((most - before) / megabyte).toBeLessThan(200);
    const { rows } = await test.app.pool.query('select size from file where id = $1', [body.id]);
    expect(rows).toEqual([{ size: 300 * megabyte }]);
  });
});
