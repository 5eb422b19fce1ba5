import { exportEndpoint, maxSheetRows } from '@limpid/contract/kit/table-export';
import type { WorkRow } from '@limpid/contract/work';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { soon } from '../../testing/soon.ts';
import { routeTableExport } from './table-export.ts';

let test: TestApp;
let token: string;
let announced: number | undefined;

const read = {
  path: '/test/table',
  access: { permission: 'test:table:list' },
  query: Type.Object({ rows: Type.Integer() }),
  texts: 'analysis.rose',
};

beforeAll(async () => {
  test = await openTestApp();
  routeTableExport(test.app, exportEndpoint(read), async ({ body: { rows } }) => ({
    columns: [{ header: 'n' }],
    rows: Array.from({ length: rows }, (_, n) => [n]),
    ...(announced !== undefined && { count: announced }),
  }));
  token = await test.login();
});
afterAll(() => test.close());

const start = async (format: string, rows = 3) =>
  (await test.send('POST', '/test/table/export', { token, json: { rows, format } })).body;

describe('the export of a table', () => {
  it('writes the rows in the requested format', async () => {
    announced = 3;
    const { id } = (await start('csv'))['data'] as { id: string };
    const readWork = async () =>
      (await test.send('GET', `/common/work/${id}`, { token })).body['data'] as WorkRow;
    await soon(readWork).toMatchObject({ state: 'done', done: 3, total: 3 });
    expect((await readWork()).fileName).toMatch(/\.csv$/);
    const { bytes } = await test.send('GET', `/common/work/${id}/file`, { token });
    expect(bytes.toString()).toBe('\ufeffn\r\n0\r\n1\r\n2\r\n');
  });

  it('refuses a sheet with more rows than Excel has, before it starts', async () => {
    announced = maxSheetRows + 1;
    expect((await start('xlsx')).code).toBe(500);
    expect((await start('csv')).code).toBe(200);
  });
});
