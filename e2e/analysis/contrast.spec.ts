import { randomBytes } from 'node:crypto';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { addMeasuredSite } from '../fixtures/measured-site.ts';
import { admin, createPerson } from '../fixtures/people.ts';
import { expectSavedQueryComesBack } from '../fixtures/saved-query.ts';
import { expectNoLayoutProblems, navigateInApp, searchAndSelect, selectOption } from '../fixtures/screen.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

/** Ids of the seeded menus: the catalog, the screen and its export. */
const menus = [1460, 1469, 1470];
const hours = ['2023-12-01', '2023-12-03'] as const;
const period = hours.join('..');
const count = 72;
const valueAt = (_: string, hour = 0) => 40 + (hour % 17);

/** Two official stations with the hours of a site: the first publishes twice its value plus five, the second the same value. */
async function publish(siteId: number, first: string, second: string): Promise<void> {
  await query(
    `insert into reference_station (station_code, station_name, city, facts_of, create_by)
     select code, code || ' station', 'Lyon', now(), 'test' from unnest($1::text[]) code`,
    [[first, second]],
  );
  await query(
    `insert into reference_reading (station_code, release_time, pm25, create_by)
     select code, ts + interval '1 hour', factor * a1 + added, 'test'
     from reading_hour, (values ($1, 2, 5), ($2, 1, 0)) as station (code, factor, added) where site_id = $3`,
    [first, second, siteId],
  );
}

test('compares a site with official stations over time, by difference, in pairs and by spread', async ({
  page,
  tokenOf,
}) => {
  const group = `RC${randomBytes(3).toString('hex')}`;
  const [first, second] = [`${group}A`, `${group}B`];
  const { siteId, siteName } = await addMeasuredSite(await tokenOf(admin), { hours, valueAt });
  await publish(siteId, first, second);
  await logInAs(page, await tokenOf(await createPerson('analyst', { menus })));
  await page.goto(`/analysis/contrast?channels=PM2.5&period=${period}`);
  await expect(page.getByText(t('analysis.contrast.noSiteHint'))).toBeVisible();

  await navigateInApp(
    page,
    `/analysis/contrast?sites=${siteId}&channels=PM2.5&period=${period}&first=r${first}&step=minute`,
  );
  // The step of another screen that this one does not offer.
  await expect(page.getByRole('search')).toContainText(t('data.query.steps.auto'));
  await searchAndSelect(page, page.getByLabel(t('data.trend.references')), `${first} station`);
  await page.keyboard.press('Escape');
  await expect(page.getByText('y = 0.500 · x − 2.5', { exact: true })).toBeVisible();
  await expect(page.getByText('R² = 1.000', { exact: true })).toBeVisible();
  await expect(page.getByText(t('analysis.contrast.pairs', { count }), { exact: true })).toBeVisible();
  await expect(page.getByRole('figure', { name: t('analysis.contrast.spread') })).toBeVisible();
  const station = `${first} station · Lyon`;
  const card = (title: string) => page.locator('.ant-card').filter({ hasText: title });
  const differences = (name: string) => card(t('analysis.contrast.difference', { first: name }));
  await expect(differences(station)).toContainText(`${siteName}：平均 −5`);

  // The table of the chart has the site and the station hour by hour.
  const series = card(t('analysis.contrast.seriesNote'));
  await series.getByText(t('data.query.table')).click();
  await expect(series.getByRole('row', { name: /2023年12月01日 16:00/ })).toContainText('117');
  await expect(series.getByRole('row')).toHaveCount(count + 1);
  await series.getByText(t('data.query.table')).click();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await expectNoLayoutProblems(page);

  // The site in front turns the differences around; a cell of the matrix chooses the pair.
  await selectOption(page, page.getByLabel(t('analysis.contrast.first')), siteName);
  await expect(differences(siteName)).toContainText(`${station}：平均 +5`);
  await page.getByRole('button', { name: new RegExp(`^${siteName}`) }).click();
  await expect(page.getByText('y = 2.000 · x + 5.0', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`x=s${siteId}&y=r${first}`));
  await expectSavedQueryComesBack(page, group, () =>
    navigateInApp(page, `/analysis/contrast?references=${second}&channels=PM10&period=last7Days`),
  );

  // On a phone a legend stands in place of labels, and hides lines.
  await navigateInApp(
    page,
    `/analysis/contrast?references=${first},${second}&channels=PM2.5&period=${period}`,
  );
  await page.setViewportSize({ width: 390, height: 844 });
  const line = card(t('analysis.contrast.seriesNote')).getByRole('button', { name: station });
  await line.click();
  await expect(line).toHaveAttribute('aria-pressed', 'false');
  await expectNoLayoutProblems(page);

  await page.getByRole('button', { name: t('kit.list.export') }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toContain('.csv');
});
