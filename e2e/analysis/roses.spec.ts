import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { addMeasuredSite } from '../fixtures/measured-site.ts';
import { admin, createPerson } from '../fixtures/people.ts';
import { expectNoLayoutProblems, navigateInApp } from '../fixtures/screen.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const period = '2023-12-01..2023-12-14';
/** Ids of the seeded menus: the catalog, the screen and its export, and pollution trends. */
const menus = [1460, 1465, 1466, 1473];

/** A site with 14 days of hours, in which the wind turns by 15° an hour at 3 m/s. */
async function addWindySite(token: string) {
  const site = await addMeasuredSite(token, { hours: ['2023-12-01', '2023-12-14'], valueAt: () => 40 });
  const slots = await query<{ channel_code: string; slot: number }>(
    `select channel_code, slot from basic_channel where channel_code in ('WS', 'WD')`,
  );
  const slotOf = (code: string) => slots.find(({ channel_code }) => channel_code === code)?.slot ?? 0;
  const [speed, direction] = [slotOf('WS'), slotOf('WD')];
  await query(
    `update reading_hour set a${speed} = 3, c${speed} = 3600, c${direction} = 3600,
       a${direction} = (15 * extract(hour from ts at time zone 'Asia/Shanghai'))::int where site_id = $1`,
    [site.siteId],
  );
  return site;
}

test('chooses a site, draws its roses, keeps the query in the address, saves it, and says what a site lacks', async ({
  page,
  tokenOf,
}) => {
  const token = await tokenOf(admin);
  const { siteId, siteName } = await addWindySite(token);
  const windless = await addMeasuredSite(token, {
    hours: ['2023-12-01', '2023-12-02'],
    valueAt: () => 40,
  });
  await logInAs(page, await tokenOf(await createPerson('analyst', { menus })));
  await page.goto(`/analysis/rose?channels=PM2.5&period=${period}`);
  await expect(page.getByText(t('data.query.chooseSite'))).toBeVisible();

  // The empty screen offers the same choice as the bar.
  await page
    .getByRole('button', { name: t('data.query.chooseSites') })
    .last()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: t('data.query.searchSites') }).fill(siteName);
  await dialog.getByRole('checkbox', { name: siteName }).check();
  await dialog.getByRole('button', { name: t('data.query.apply') }).click();
  const rose = page.getByRole('img', { name: t('analysis.rose.wind') });
  await expect(rose).toBeVisible();
  await expect(page.getByText(t('analysis.rose.hours', { count: 336 })).first()).toBeVisible();
  // A first site that is gone leaves the second.
  await page.goto(`/analysis/rose?sites=999999,${siteId}&channels=PM2.5&period=${period}`);
  await expect(rose).toBeVisible();
  // The wind blows from the east at six o'clock on each of 14 days.
  const polar = page.locator('.ant-card').filter({ hasText: t('analysis.rose.polarNote') });
  await polar.getByText(t('data.query.table')).click();
  await expect(polar.getByRole('row', { name: /^东 90°, / }).getByRole('cell')).toHaveText(['40', '14']);
  const wind = page.locator('.ant-card').filter({ hasText: t('analysis.rose.windNote') });
  await wind.getByText(t('data.query.table')).click();
  await expect(wind.getByRole('row', { name: t('analysis.rose.calmRow') })).toContainText('0.0%');
  expect(await findAccessibilityViolations(page)).toEqual([]);

  const saved = page.getByRole('button', { name: t('data.savedQuery.title') });
  await saved.click();
  await page.getByRole('button', { name: t('data.savedQuery.save') }).click();
  await dialog.getByRole('textbox', { name: t('data.savedQuery.fields.queryName') }).fill('冬季');
  await dialog.getByRole('button', { name: t('kit.form.save') }).click();
  await expect(page.getByText(t('data.savedQuery.saved'))).toBeVisible();

  // Another screen opens with the same query; the saved one brings it back after a change.
  await navigateInApp(page, '/analysis/trend');
  await expect(page).toHaveURL(new RegExp(period));
  await page.goto('/analysis/rose?channels=PM2.5&period=today');
  await saved.click();
  await page.getByRole('button', { name: /冬季/ }).first().click();
  await expect(page).toHaveURL(new RegExp(period));
  await expect(rose).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('kit.list.export') }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  expect((await download).suggestedFilename()).toBe(`${t('analysis.rose.title')}.csv`);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoLayoutProblems(page);

  await navigateInApp(page, `/analysis/rose?sites=${windless.siteId}&channels=PM2.5&period=${period}`);
  await expect(page.getByText(t('analysis.rose.noWind'))).toBeVisible();
  await expect(page.getByText(/风速（WS）、风向（WD）/)).toBeVisible();
  await navigateInApp(page, `/analysis/rose?sites=999999&channels=PM2.5&period=${period}`);
  await expect(page.getByText(t('data.query.missing', { count: 1 }))).toBeVisible();
  const reversed = '2023-12-14..2023-12-01';
  await navigateInApp(page, `/analysis/rose?sites=${windless.siteId}&channels=PM2.5&period=${reversed}`);
  await expect(page.getByText(t('data.query.reversed')).first()).toBeVisible();
});
