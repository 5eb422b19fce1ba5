import { afterAll, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/app.ts';

const t = await openTestApp();
afterAll(() => t.close());

async function readAppDownload(value: string): Promise<unknown> {
  await t.app.pool.query(
    `insert into sys_config (config_name, config_key, config_value) values ('app', 'sys.app.download', $1)
    on conflict (config_key) do update set config_value = excluded.config_value`,
    [value],
  );
  await t.app.parameters.clear();
  const { body } = await t.send('GET', '/api/v1/sys/info');
  return (body['data'] as { appDownload: unknown }).appDownload;
}

it('offers no registration, binding or app by default', async () => {
  const { body } = await t.send('GET', '/api/v1/sys/info');
  expect(body['data']).toMatchObject({ appDownload: null, canRegister: false, canBind: false });
});

it('returns the URL of the app from the parameter if it is a web address', async () => {
  const address = 'https://example.org/app/limpid.apk?v=2';
  expect(await readAppDownload(` ${address} `)).toBe(address);
  for (const odd of ['', 'soon', 'javascript:alert(1)', 'data:text/html,x', '//example.org']) {
    expect(await readAppDownload(odd)).toBeNull();
  }
});
