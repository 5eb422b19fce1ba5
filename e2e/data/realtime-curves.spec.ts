import { chinaOffsetMs, DAY_MS } from '@limpid/contract/durations';
import { query } from '../fixtures/database.ts';
import { addMeasuredSite } from '../fixtures/measured-site.ts';
import { admin, createPerson } from '../fixtures/people.ts';
import { listTableRows, searchFor } from '../fixtures/screen.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const patience = { timeout: 30_000 };
/** Ids of the seeded menus: the catalog and the screen. */
const menus = [1410, 1411];
const dayOf = (at: number) => new Date(at + chinaOffsetMs).toISOString().slice(0, 10);

test('draws the last 24 hours of each site as a small curve, of the index or of a channel', async ({
  page,
  tokenOf,
}) => {
  const { siteId, siteName } = await addMeasuredSite(await tokenOf(admin), {
    hours: [dayOf(Date.now() - DAY_MS), dayOf(Date.now())],
    valueAt: (_, hour = 0) => (hour % 2 === 0 ? 30 : 60),
  });
  await query(`delete from reading_hour where site_id = $1 and ts >= date_trunc('hour', now())`, [siteId]);
  // The index differs from the concentration.
  await query('update reading_hour set aqi = aqi + 10 where site_id = $1', [siteId]);
  await logInAs(page, await tokenOf(await createPerson('curves', { menus })));
  await page.goto('/data/realtime');
  await searchFor(page, t('data.realtime.fields.siteName'), siteName);
  const row = listTableRows(page).filter({ hasText: siteName });
  const curve = row.locator('svg path[d^="M"]');
  const labelOf = (name: string, range: string) => row.getByText(new RegExp(`${name}.*${range}`));

  await expect(labelOf('AQI', '40–70')).toBeAttached(patience);
  await expect(page.getByRole('columnheader', { name: t('data.realtime.hours') })).toBeVisible();
  // Up and down every hour.
  expect((await curve.first().getAttribute('d'))?.split('L').length).toBeGreaterThan(20);
  expect((await curve.first().boundingBox())?.height).toBeGreaterThan(8);

  await page.getByRole('combobox', { name: t('data.realtime.hoursBy') }).click();
  await page.locator('.ant-select-item-option:visible', { hasText: 'PM2.5' }).click();
  await expect(labelOf('PM2\\.5', '30–60')).toBeAttached(patience);
});
