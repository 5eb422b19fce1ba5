import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import pg from 'pg';
import { addPartition } from '../../server/src/features/reading/partitions/partitions.store.ts';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query, readConnection } from '../fixtures/database.ts';
import { expectNoLayoutProblems, expectToast, listTableRows, selectOption } from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const site = 'E2E-REISSUE';
const target = 'E2E reissue receiver';
const hours = 6;
/** An hour that began later is current, and sent without a reissue. */
const oldest = hours + 2;

/** A site with readings of the last hours. Its target is paused, so nothing is sent anywhere. */
test.beforeAll(async () => {
  await query(
    `with entity as (
       insert into site_entity (entity_code, entity_name, dept_id) values ($1, $1, 100) returning entity_id
     ), target as (
       insert into forward_target (entity_id, target_name, protocol, address, status)
       select entity_id, $2, 'hj212-2017', '10.255.254.9:8212', '1' from entity
     )
     insert into site (site_code, site_name, entity_id, mn, device_type_id) select $1, $1, entity_id, $1, 1 from entity`,
    [site, target],
  );
  const pool = new pg.Pool({ ...readConnection(), max: 1 });
  for (const ago of [0, oldest]) await addPartition(pool, 'reading', Date.now() - ago * HOUR_MS);
  await pool.end();
  await query(
    `insert into reading (site_id, ts, kind, rank, s1)
     select site_id, date_trunc('hour', now()) - n * interval '1 hour', 2061, 0, n from site, generate_series($3::integer, $2) n
     where site_code = $1`,
    [site, oldest, oldest - hours + 1],
  );
});

test.afterAll(async () => {
  await query('delete from site where site_code = $1', [site]);
  await query('delete from site_entity where entity_code = $1', [site]);
});

/** A day as the Chinese picker shows it. */
const dayText = (offset: number) => {
  const [year, month, day] = new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10).split('-');
  return `${year}年${month}月${day}日 00:00`;
};

test('a reissue is previewed, started, paused, resumed and stopped', async ({ page }) => {
  await page.goto('/data/reissue');
  const screen = page.getByRole('region', { name: t('forward.reissue.title'), exact: true });
  await screen.getByRole('button', { name: t('forward.reissue.add') }).click();
  const dialog = page.getByRole('dialog', { name: t('forward.reissue.add') });
  const start = dialog.getByRole('button', { name: t('forward.reissue.start') });
  await expect(start).toBeDisabled();
  await dialog.getByRole('button', { name: t('data.query.chooseSites') }).click();
  const sites = page.getByRole('dialog', { name: t('data.query.chooseSites') });
  await sites.getByLabel(t('data.query.searchSites')).fill(site);
  await sites.getByRole('checkbox', { name: site }).check();
  await sites.getByRole('button', { name: t('data.query.apply') }).click();
  await selectOption(page, dialog.getByLabel(t('forward.reissue.fields.targetNames')), target);
  const from = dialog.getByLabel(t('data.query.period'));
  await from.fill(dayText(-2));
  await from.press('Enter');
  const to = dialog.locator('#reissue-period-end');
  await to.fill(dayText(2));
  await to.press('Enter');
  const preview = dialog.getByRole('region', { name: t('forward.reissue.preview') });
  await expect(preview).toContainText(t('forward.target.fields.state_paused'));
  await expect(preview.getByRole('row').filter({ hasText: target })).toContainText(String(hours));
  expect(await findAccessibilityViolations(dialog)).toEqual([]);
  await start.click();
  const confirmation = page.getByRole('dialog', {
    name: t('forward.reissue.confirmTitle', { packets: hours }),
  });
  await confirmation.getByRole('button', { name: t('forward.reissue.start') }).click();
  await expectToast(page, t('forward.reissue.started', { packets: hours }));

  const row = listTableRows(page).filter({ hasText: site });
  await expect(row).toContainText(t('forward.reissue.fields.state_running'));
  await expect(row).toContainText(t('forward.reissue.held'));
  await expect(row).toContainText(t('forward.reissue.progress', { sent: 0, total: hours }));
  await expectNoLayoutProblems(page);
  expect(await findAccessibilityViolations(screen)).toEqual([]);
  const act = (action: string) =>
    row.getByRole('button', { name: new RegExp(`^${t(`forward.reissue.${action}`)}`) }).click();
  await act('pause');
  await expectToast(page, t('forward.reissue.done_pause'));
  await expect(row).toContainText(t('forward.reissue.fields.state_paused'));
  await act('resume');
  await expectToast(page, t('forward.reissue.done_resume'));
  await act('stop');
  const question = page.getByRole('dialog', { name: t('forward.reissue.stopTitle') });
  await expect(question).toContainText(t('forward.reissue.stopNote', { left: hours }));
  await question.getByRole('button', { name: t('forward.reissue.stop') }).click();
  await expectToast(page, t('forward.reissue.done_stop'));
  await expect(row).toContainText(t('forward.reissue.fields.state_stopped'));
});

test('an entry of the forward log is sent again', async ({ page }) => {
  await query(
    `insert into forward_log (type, business_key, handle_result, data_time, target_id, site_id, kind, create_time)
     select 'hj212-2017', $1, '1', date_trunc('hour', now()) - interval '3 hours', target_id, site_id, 2061, now()
     from site join forward_target using (entity_id) where site_code = $1`,
    [site],
  );
  await page.goto('/system/log/forward');
  const row = listTableRows(page).filter({ hasText: site });
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: t('forward.reissue.againSelected') }).click();
  const question = page.getByRole('dialog', { name: t('forward.reissue.againTitle', { entries: 1 }) });
  await question.getByRole('button', { name: t('forward.reissue.again') }).click();
  await expectToast(page, t('forward.reissue.againDone', { packets: 1 }));
});
