import { HOUR_MS } from '@limpid/contract/durations';
import { afterAll, expect, it } from 'vitest';
import { openTestApp } from '../../testing/app.ts';
import { soon } from '../../testing/soon.ts';
import { addSite } from '../../testing/stations.ts';
import { openSimulatedReferences } from './simulated-references.ts';

const t = await openTestApp();
afterAll(() => t.close());
const references = openSimulatedReferences(t.app);
const hour = Date.parse('2026-04-15T00:00Z');
const amounts = { 'PM2.5': 50, PM10: 120, SO2: 10, NO2: 40, O3: 60, CO: 0.8 };

const station = (code: string) => ({
  code,
  name: `${code} (simulated)`,
  level: 'national' as const,
  city: 'A city',
  province: '',
  longitude: 116,
  latitude: 39,
});

async function listCodes(): Promise<string[]> {
  const { rows } = await t.app.pool.query('select station_code as code from reference_station order by 1');
  return rows.map(({ code }) => code);
}

it('are added beside simulated sites only', async () => {
  await references.add([station('SIM-1')]);
  expect(await listCodes()).toEqual([]);
  const siteId = await addSite(t, { mn: 'SIMULATED' });
  await t.app.pool.query('update site set simulated = true where site_id = $1', [siteId]);
  await references.add([station('SIM-1'), station('SIM-2')]);
  expect(await listCodes()).toEqual(['SIM-1', 'SIM-2']);
  expect(await references.listHours()).toContainEqual({ code: 'SIM-1', first: null, last: null });
});

it('publish hours with an index; a later version of an hour replaces it', async () => {
  const late = { ...amounts, 'PM2.5': 40, PM10: 60 };
  await references.publish([
    { code: 'SIM-1', hour, amounts },
    { code: 'SIM-1', hour: hour + HOUR_MS, amounts },
    { code: 'SIM-1', hour, amounts: late },
    { code: 'SIM-GONE', hour, amounts },
  ]);
  expect(await references.listHours()).toContainEqual({ code: 'SIM-1', first: hour, last: hour + HOUR_MS });
  const { rows } = await t.app.pool.query(
    'select release_time, pm25, aqi, create_by from reference_reading order by hour',
  );
  expect(rows).toMatchObject([
    { pm25: 40, create_by: 'demo' },
    { pm25: 50, aqi: 100 },
  ]);
  expect(await listCodes()).toEqual(['SIM-1', 'SIM-2']);
});

it('are removed with the last simulated site, and stations of authorities stay', async () => {
  await t.app.pool.query(
    `insert into reference_station (station_code, station_name, facts_of) values ('1001A', 'Real', now())`,
  );
  const token = await t.login();
  const { body } = await t.send('DELETE', '/site/site/simulated', { token });
  expect(body).toMatchObject({ code: 200, data: { count: 1 } });
  await soon(listCodes).toEqual(['1001A']);
  await references.publish([{ code: 'SIM-1', hour, amounts }]);
  const { rows } = await t.app.pool.query('select count(*)::int as n from reference_reading');
  expect(rows).toEqual([{ n: 0 }]);
  expect(await listCodes()).toEqual(['1001A']);
});
