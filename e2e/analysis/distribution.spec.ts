import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { addMeasuredSite } from '../fixtures/measured-site.ts';
import { admin } from '../fixtures/people.ts';
import { expectNoLayoutProblems, selectOption } from '../fixtures/screen.ts';
import { softwareMap } from '../fixtures/software-map.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

test.use(softwareMap);

test('shows how values are distributed by level, size, hour and day, and on the map', async ({
  page,
  tokenOf,
}) => {
  const token = await tokenOf(admin);
  const hours = ['2023-12-01', '2023-12-10'] as const;
  const clean = await addMeasuredSite(token, { hours, valueAt: () => 20, place: [120, 30] });
  // Six of 24 hours are above the second level, which ends at 75 µg/m³.
  const dusty = await addMeasuredSite(token, {
    hours,
    valueAt: (_, hour = 0) => (hour < 6 ? 100 : 40),
    place: [121, 31],
  });
  await page.goto(
    `/analysis/distribution?sites=${clean.siteId},${dusty.siteId}&channels=PM2.5&period=2023-12-01..2023-12-10`,
  );
  const card = (text: string) => page.locator('.ant-card').filter({ hasText: text });
  const shares = card(t('analysis.distribution.levelsHour'));
  await expect(shares).toContainText(t('analysis.distribution.hours', { count: 480 }));
  await shares.getByText(t('data.query.table')).click();
  await expect(shares.getByRole('row', { name: clean.siteName })).toContainText('240 (100 %)');
  await expect(shares.getByRole('row', { name: dusty.siteName })).toContainText('60 (25 %)');

  const histogram = card(t('analysis.distribution.histogramNote'));
  await expect(histogram).toContainText('P98 20 µg/m³');
  await selectOption(
    page,
    page.getByRole('combobox', { name: t('analysis.distribution.siteOf') }),
    dusty.siteName,
  );
  await expect(histogram).toContainText('P98 100 µg/m³');
  await expect(page).toHaveURL(new RegExp(`sites=${dusty.siteId}(,|%2C)${clean.siteId}`));

  const heat = card(t('analysis.distribution.heatNote'));
  await heat.getByText(t('data.query.table')).click();
  await expect(heat.getByRole('row', { name: /2023年12月03日/ })).toContainText('100');

  const map = card(t('analysis.distribution.mapNote'));
  await expect(map.getByRole('button', { name: t('analysis.distribution.showAll') })).toBeVisible();
  await selectOption(page, map.getByRole('combobox'), t('analysis.distribution.statistics.p90'));
  await map.getByText(t('data.query.table')).click();
  await expect(map.getByRole('row', { name: dusty.siteName })).toContainText('100');
  await expect(page).toHaveURL(/statistic=p90/);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoLayoutProblems(page);
});

test('shows days by level for the index, and refuses more than a year', async ({ page, tokenOf }) => {
  const { siteId } = await addMeasuredSite(await tokenOf(admin), {
    hours: ['2023-12-01', '2023-12-10'],
    valueAt: (day) => (day < '2023-12-04' ? 40 : 80),
  });
  await page.goto(`/analysis/distribution?sites=${siteId}&period=2023-12-01..2023-12-10`);
  const shares = page
    .locator('.ant-card')
    .filter({ hasText: t('analysis.distribution.days', { count: 10 }) });
  await shares.getByText(t('data.query.table')).click();
  await expect(shares.getByRole('table')).toContainText('3 (30 %)');
  await expect(page.getByText(t('analysis.distribution.needsChannel'))).toBeVisible();
  await page.goto(`/analysis/distribution?sites=${siteId}&period=2020-12-01..2023-12-10`);
  await expect(page.getByText(t('data.query.failed'))).toBeVisible();
});
