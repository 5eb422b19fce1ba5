import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { serveHttp } from '../../../platform/outbound/outbound.fixture.ts';
import { openTestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';
import { soon } from '../../../testing/soon.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const path = '/analysis/referenceSource';
const sources = makeResourceClient(t, path, token);
const { pool } = t.app;
afterEach(() => pool.query('delete from reference_source'));

const secret = 'do-not-tell-4711';
const url = 'https://a.example/data';
const mapped = {
  kind: 'json',
  codeField: 'code',
  timeField: 'time',
  pollutants: [{ pollutant: 'pm25', field: 'pm25', unit: 'µg/m³' }],
};

async function addSource(values: object): Promise<number> {
  return sources.add({ sourceName: 'Province', ...mapped, url, ...values }, ['sourceName', 'sourceId']);
}

const readStored = async () => (await pool.query('select headers from reference_source')).rows[0].headers;

async function edit(sourceId: number, values: object) {
  return sources.send('PUT', '', { ...(await sources.get(sourceId)), ...values });
}

describe('the headers of a source', () => {
  it('are stored encrypted, and their values are neither returned nor logged', async () => {
    const sourceId = await addSource({ headers: [{ name: 'X-Subscription', value: secret }] });
    await edit(sourceId, { headers: [{ name: 'X-Subscription', value: `${secret}-2` }] });
    expect(await readStored()).toEqual([{ name: 'X-Subscription', value: expect.stringMatching(/^v1\./) }]);
    const shown = [{ name: 'X-Subscription', value: true }];
    expect(await sources.get(sourceId)).toMatchObject({ headers: shown });
    expect(await sources.list()).toMatchObject([{ headers: shown }]);
    const readLog = async () => (await pool.query('select oper_param from sys_oper_log')).rows;
    await soon(async () => JSON.stringify(await readLog())).toContain('X-Subscription');
    expect(JSON.stringify(await readLog())).not.toContain(secret);
  });

  it('are sent, also those that were stored before they were encrypted', async () => {
    const received: unknown[] = [];
    const { port } = await serveHttp((request, response) => {
      received.push([request.headers['x-one'], request.headers['x-two']]);
      response.end('[]');
    });
    t.app.outbound.allowOwnServer(port);
    const sourceId = await addSource({
      url: `http://127.0.0.1:${port}/a`,
      headers: [{ name: 'X-One', value: secret }],
    });
    await t.send('POST', `${path}/try/${sourceId}`, { token });
    const older = [{ name: 'X-Two', value: 'older' }];
    await pool.query('update reference_source set headers = headers || $1::jsonb', [JSON.stringify(older)]);
    await t.send('POST', `${path}/try/${sourceId}`, { token });
    expect(await edit(sourceId, { sourceName: 'Renamed' })).toMatchObject({ code: 200 });
    await t.send('POST', `${path}/try/${sourceId}`, { token });
    expect(received).toEqual([
      [secret, undefined],
      [secret, 'older'],
      [secret, 'older'],
    ]);
    // Saving encrypts those of old.
    expect(JSON.stringify(await readStored())).not.toContain('older');
  });

  it('keep their values while they keep their names', async () => {
    const sourceId = await addSource({
      headers: [
        { name: 'X-One', value: 'first' },
        { name: 'X-Two', value: 'second' },
      ],
    });
    const [one, two] = await readStored();
    await edit(sourceId, { headers: [{ name: 'X-Two', value: true }] });
    expect(await readStored()).toEqual([two]);
    expect(one.value).not.toBe(two.value);
    const renamed = await edit(sourceId, { headers: [{ name: 'X-Other', value: true }] });
    expect(renamed.msg).toBe(
      errorText('field.required', { label: 'reference.source.partFields.headerValue' }),
    );
  });

  it.each([
    ['its server changes', { url: 'https://b.example/data' }],
    ['its past hours move to a third server', { pastUrl: 'https://b.example/{{time}}' }],
  ])('are forgotten when %s, unless they are given again', async (_, moved) => {
    const sourceId = await addSource({
      headers: [
        { name: 'X-One', value: secret },
        { name: 'X-Two', value: secret },
      ],
    });
    const given = [
      { name: 'X-One', value: true },
      { name: 'X-Two', value: 'again' },
    ];
    expect(await edit(sourceId, { ...moved, headers: given })).toMatchObject({ code: 200 });
    expect(await readStored()).toEqual([{ name: 'X-Two', value: expect.stringMatching(/^v1\./) }]);
  });
});

describe('keys in the address of a source', () => {
  it.each(['url', 'pastUrl'])('are refused in %s, because the address is shown and logged', async (field) => {
    const { msg } = await sources.send('POST', '', {
      sourceName: 'Province',
      ...mapped,
      url,
      [field]: `${url}?city=1&api_key=${secret}`,
    });
    expect(msg).toBe(errorText('reference.key_in_address', { label: `reference.source.fields.${field}` }));
    const readLog = async () => (await pool.query('select oper_param from sys_oper_log')).rows;
    await soon(async () => JSON.stringify(await readLog())).toContain('a.example');
    expect(JSON.stringify(await readLog())).not.toContain(secret);
  });
});
