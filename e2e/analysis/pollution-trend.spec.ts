import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { addMeasuredSite } from '../fixtures/measured-site.ts';
import { admin } from '../fixtures/people.ts';
import { expectSavedQueryComesBack } from '../fixtures/saved-query.ts';
import { expectNoLayoutProblems, navigateInApp, selectOption } from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

/** Three years in which PM2.5 falls by 6 µg/m³ a year below a strong season. */
function valueAt(day: string, hour = 12): number {
  const month = (Number(day.slice(0, 4)) - 2021) * 12 + Number(day.slice(5, 7)) - 1;
  return 70 - month / 2 + 20 * Math.cos((month * Math.PI) / 6) + (hour === 8 ? 30 : 0);
}

test('shows how a site varies, beside the period before, and how fast pollution falls over years', async ({
  page,
  tokenOf,
}) => {
  const token = await tokenOf(admin);
  const { siteId, siteName } = await addMeasuredSite(token, {
    hours: ['2023-12-01', '2023-12-28'],
    daysFrom: '2021-01-01',
    valueAt,
  });
  const site = `/analysis/trend?sites=${siteId}&channels=PM2.5`;
  const period = '2023-12-15..2023-12-28';
  await page.goto(`${site}&period=${period}&compare=before&years=3`);
  const card = (name: string) =>
    page.locator('.ant-card').filter({ has: page.getByText(name, { exact: true }) });
  const table = (name: string) => card(name).getByText(t('data.query.table'));
  const byHour = card(t('analysis.trend.byHour'));
  await expect(byHour.getByRole('figure')).toBeVisible();
  await expect(byHour).toContainText(t('analysis.trend.hours', { count: 336 }));
  await expect(byHour.getByRole('listitem')).toHaveCount(2);

  expect(await findAccessibilityViolations(page)).toEqual([]);

  // Both periods are side by side, by hour, by hour of the week, by weekday and by month.
  const means = [
    ['byHour', /08:00–/, '100', '14'],
    ['byWeekHour', /^星期二 08:00–/, '100', '2'],
    ['byWeekday', /^星期二/, '70', '2'],
    ['byMonth', /^十二月/, '70', '14'],
  ] as const;
  for (const [part, name, mean, count] of means) {
    await table(t(`analysis.trend.${part}`)).click();
    const cells = card(t(`analysis.trend.${part}`))
      .getByRole('row', { name })
      .getByRole('cell');
    const cellsOfPeriod = [mean, `${mean} – ${mean}`, count, '0'];
    await expect(cells).toHaveText([...cellsOfPeriod, ...cellsOfPeriod]);
  }

  const longTerm = page.locator('.ant-card').filter({ hasText: t('analysis.trend.longTermNote') });
  await expect(longTerm).toContainText(t('analysis.trend.validMonths', { count: 36 }));
  await expect(longTerm).toContainText(/每年下降 6\.0 µg\/m³/);
  await expectSavedQueryComesBack(page, siteName, async () => {
    await selectOption(
      page,
      page.getByRole('combobox', { name: t('data.query.compare') }),
      t('data.query.comparisons.none'),
    );
    await page.getByText(t('analysis.trend.yearCount', { count: 10 })).click();
    await expect(page).toHaveURL(/years=10/);
    await expect(page).not.toHaveURL(/compare=before/);
    await expect(byHour.getByRole('listitem')).toHaveCount(0);
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoLayoutProblems(page);

  // A period without data has no means, but the years before it have a trend; few months have none.
  await navigateInApp(page, `${site}&period=2024-06-01..2024-06-02&years=3`);
  await expect(page.getByText(t('analysis.trend.empty'))).toBeVisible();
  await navigateInApp(page, `${site}&period=2021-06-01..2021-06-02`);
  await expect(page.getByText(t('analysis.trend.tooFew', { needed: 24, count: 5 })).first()).toBeVisible();
  await navigateInApp(page, `/analysis/trend?sites=${siteId}&channels=WD&period=${period}`);
  await expect(page.getByText(t('data.query.chooseChannel'), { exact: true })).toBeVisible();

  // A link without a channel shows the usual one; a period of hours becomes the days that are shown.
  await navigateInApp(page, `/analysis/trend?sites=${siteId}&period=last24Hours`);
  await expect(page.getByText(t('analysis.trend.empty'))).toBeVisible();
  await expect(page.getByText(t('data.query.presets.custom'), { exact: true })).toBeVisible();
});
