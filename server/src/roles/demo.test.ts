import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../testing/app.ts';
import { soon } from '../testing/soon.ts';
import { startDemo } from './demo.ts';
import { type RunningGateway, startGateway } from './gateway.ts';

let test: TestApp;
let gateway: RunningGateway;
let stop: () => void;

beforeAll(async () => {
  test = await openTestApp();
  gateway = await startGateway(test.app, test.ingest);
  stop = startDemo(test.app, test.ingest, gateway.port);
});

afterAll(async () => {
  stop();
  await gateway.close();
  await test.close();
});

async function count(statement: string): Promise<number> {
  return (await test.app.pool.query(statement)).rows[0].n;
}

it('simulated stations of three cities report to the gateway, have a past, and go when they are removed', {
  timeout: 60_000,
}, async () => {
  await soon(() => count('select count(*)::int as n from site where simulated')).toBe(60);
  await soon(() => count('select count(distinct site_id)::int as n from reading where kind = 2061')).toBe(60);
  expect(
    await count('select count(distinct zone)::int as n from site_entity where create_by = $$demo$$'),
  ).toBe(3);
  await gateway.report();
  expect(await count('select count(*)::int as n from gateway_connection where site_id is not null')).toBe(60);
  const { body } = await test.send('DELETE', '/site/site/simulated', { token: await test.login() });
  expect(body).toMatchObject({ code: 200, data: { count: 60 } });
  await soon(async () => {
    await gateway.report();
    return count('select count(*)::int as n from gateway_connection');
  }).toBe(0);
  expect(await count('select count(*)::int as n from site_entity where create_by = $$demo$$')).toBe(0);
});
