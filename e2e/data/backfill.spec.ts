import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import pg from 'pg';
import { addPartition } from '../../server/src/features/reading/partitions/partitions.store.ts';
import { type Station, startStation } from '../../simulator/src/station/station.ts';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query, readConnection } from '../fixtures/database.ts';
import { admin, logInByApi, requestApi } from '../fixtures/people.ts';
import { expectNoLayoutProblems, expectToast, listTableRows } from '../fixtures/screen.ts';
import { readGatewayPort } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const code = 'E2E-BACKFILL';
const zone = 'Asia/Shanghai';
const patience = { timeout: 20_000 };
let station: Station | undefined;
let siteId = 0;

/** A connected station whose platform misses two of the last six hours. */
test.beforeAll(async () => {
  const token = await logInByApi(admin);
  const [ids] = await query<{ entity: number; type: number }>(
    `with entity as (
       insert into site_entity (entity_code, entity_name, dept_id) values ($1, $1, 100) returning entity_id
     ), type as (
       insert into basic_device_type (type_code, type_name, answers_hours) values ($1, $1, true) returning device_type_id
     ), channel as (
       insert into basic_device_type_channel (device_type_id, channel_id, order_num)
       select device_type_id, channel_id, 1 from type, basic_channel where gb_code = 'a34004'
     )
     select entity_id as entity, device_type_id as type from entity, type`,
    [code],
  );
  const facts = { siteCode: code, siteName: code, mn: code, entityId: ids?.entity, deviceTypeId: ids?.type };
  await requestApi(token, 'POST', '/site/site', facts);
  const pool = new pg.Pool({ ...readConnection(), max: 1 });
  for (const ago of [0, 6])
    for (const table of ['reading', 'reading_hour'] as const)
      await addPartition(pool, table, Date.now() - ago * HOUR_MS);
  await pool.end();
  const [site] = await query<{ id: number }>('select site_id as id from site where site_code = $1', [code]);
  siteId = site?.id ?? 0;
  await query(
    `insert into reading_hour (site_id, ts, received)
     select $1, date_trunc('hour', now()) - n * interval '1 hour', 3600 from unnest(array[1, 2, 5, 6]) n`,
    [siteId],
  );
  station = startStation({
    address: { host: '127.0.0.1', port: readGatewayPort() },
    mn: code,
    version: '2017',
    st: '22',
    zone,
    valuesAt: () => ({ 'PM2.5': 35 }),
  });
  await expect
    .poll(() => query('select from gateway_connection where mn = $1', [code]), patience)
    .toHaveLength(1);
});

test.afterAll(async () => {
  station?.stop();
  await query('delete from site where site_code = $1', [code]);
  await query('delete from site_entity where entity_code = $1', [code]);
  await query('delete from basic_device_type where type_code = $1', [code]);
});

test('a gap is seen on the completeness view, asked for, and followed until it is gone', async ({ page }) => {
  const day = (ago: number) => new Date(Date.now() + 8 * HOUR_MS - ago * DAY_MS).toISOString().slice(0, 10);
  await page.goto(
    `/data/history?sites=${siteId}&channels=PM2.5&period=${day(1)}..${day(0)}&view=completeness`,
  );
  const title = t('backfill.gaps.title', { site: code });
  await page.getByRole('button', { name: title }).click();
  const drawer = page.getByRole('dialog', { name: title });
  const named = (kind: number) => ({ kind: t(`backfill.gaps.kinds.${kind}`) });
  const hours = drawer.getByRole('region', { name: t('backfill.gaps.kind', named(2061)) });
  await expect(hours).toContainText(t('backfill.gaps.sum_2061', { rows: 2 }));
  await expect(listTableRows(page).and(hours.getByRole('row'))).toHaveCount(1);
  // The type of this device does not answer for minutes.
  const minutes = drawer.getByRole('region', { name: t('backfill.gaps.kind', named(2051)) });
  await expect(minutes.getByRole('button', { name: t('backfill.gaps.ask', named(2051)) })).toBeDisabled();
  await expect(minutes).toContainText(t('errors.backfill.device_type', { type: code }));
  expect(await findAccessibilityViolations(drawer)).toEqual([]);

  await hours.getByRole('button', { name: t('backfill.gaps.ask', named(2061)) }).click();
  const question = page.getByRole('dialog', { name: t('backfill.gaps.confirmTitle', named(2061)) });
  await expect(question).toContainText('2');
  await question.getByRole('button', { name: t('backfill.gaps.confirm') }).click();
  await expectToast(page, t('backfill.gaps.done', { requests: 1 }));
  await expect(hours).toContainText(t('backfill.gaps.none'), patience);

  await drawer.getByRole('link', { name: t('backfill.gaps.requests') }).click();
  const row = listTableRows(page).filter({ hasText: code });
  await expect(row).toContainText(t('backfill.fields.state_answered'), patience);
  await expect(row).toContainText(t('backfill.arrivedOf', { arrived: 2, missing: 2 }));
  await expectNoLayoutProblems(page);
  const screen = page.getByRole('region', { name: t('backfill.title'), exact: true });
  expect(await findAccessibilityViolations(screen)).toEqual([]);
});
