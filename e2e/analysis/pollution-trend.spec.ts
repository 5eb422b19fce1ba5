import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { addMeasuredSite } from '../fixtures/measured-site.ts';
import { admin } from '../fixtures/people.ts';
import { expectNoLayoutProblems, selectOption } from '../fixtures/screen.ts';
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
  const { siteId } = await addMeasuredSite(await tokenOf(admin), {
    hours: ['2023-12-01', '2023-12-28'],
    daysFrom: '2021-01-01',
    valueAt,
  });
  await page.goto(`/analysis/trend?sites=${siteId}&channels=PM2.5&period=2023-12-15..2023-12-28`);
  const card = (name: string) => page.locator('.ant-card').filter({ hasText: name });
  const byHour = card(t('analysis.trend.byHour'));
  await expect(byHour.getByRole('figure')).toBeVisible();
  await expect(byHour).toContainText(t('analysis.trend.hours', { count: 336 }));
  await byHour.getByText(t('data.query.table')).click();
  await expect(byHour.getByRole('row', { name: /08:00–/ })).toContainText('14');

  const longTerm = card(t('analysis.trend.longTermNote'));
  await expect(longTerm).toContainText(/每年下降 6\.0 µg\/m³/);

  await selectOption(
    page,
    page.getByRole('combobox', { name: t('data.query.compare') }),
    t('data.query.comparisons.before'),
  );
  await expect(page).toHaveURL(/compare=before/);
  await expect(byHour.getByRole('listitem')).toHaveCount(2);

  await page.getByText(t('analysis.trend.yearCount', { count: 3 })).click();
  await expect(page).toHaveURL(/years=3/);
  await page.reload();
  await expect(longTerm).toContainText(t('analysis.trend.validMonths', { count: 36 }));
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoLayoutProblems(page);
});

test('says that there is no data, and how many months a trend needs', async ({ page, tokenOf }) => {
  const { siteId } = await addMeasuredSite(await tokenOf(admin), {
    hours: ['2023-12-01', '2023-12-02'],
    valueAt,
  });
  await page.goto(`/analysis/trend?sites=${siteId}&channels=PM2.5&period=2024-06-01..2024-06-02`);
  await expect(page.getByText(t('analysis.trend.empty'))).toBeVisible();
  await expect(page.getByText(t('analysis.trend.tooFew', { needed: 24, count: 0 })).first()).toBeVisible();
  await page.goto(`/analysis/trend?sites=${siteId}&channels=WD&period=2024-06-01..2024-06-02`);
  await expect(page.getByText(t('data.query.failed'))).toBeVisible();
});
