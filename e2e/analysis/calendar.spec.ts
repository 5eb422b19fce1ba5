import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { addMeasuredSite } from '../fixtures/measured-site.ts';
import { admin } from '../fixtures/people.ts';
import { expectNoLayoutProblems } from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

test('shows a month and a year of a site, and the hours of a day by keyboard', async ({ page, tokenOf }) => {
  const { siteId, siteName } = await addMeasuredSite(await tokenOf(admin), {
    hours: ['2018-06-10', '2018-06-12'],
    valueAt: (day, hour) => (day === '2018-06-11' ? 180 + (hour ?? 0) : 30),
  });
  await page.goto(`/analysis/calendar?sites=${siteId}&period=2018-06-01..2018-06-30`);
  const day = (date: number) => page.locator(`[data-day="2018-06-${date}"]`);
  await expect(day(11)).toHaveAccessibleName(/180.*中度污染/);
  await expect(day(13)).toHaveAccessibleName(new RegExp(t('analysis.calendar.kinds.empty')));
  await expect(page.getByText(t('analysis.calendar.ofDays', { count: 1, days: 3 }))).toBeVisible();
  const screen = page.getByRole('region', { name: t('analysis.calendar.title'), exact: true });
  expect(await findAccessibilityViolations(screen)).toEqual([]);

  await day(30).focus();
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft'])
    await page.keyboard.press(key);
  await expect(day(11)).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: new RegExp(siteName) });
  await expect(dialog.getByRole('row')).toHaveCount(25);
  await expect(dialog.getByRole('row', { name: /^08:00/ })).toContainText('188');
  expect(await findAccessibilityViolations(dialog)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(day(11)).toBeFocused();

  await test.step('beside another site, each with its own days and totals', async () => {
    const other = await addMeasuredSite(await tokenOf(admin), {
      hours: ['2018-06-11', '2018-06-11'],
      valueAt: () => 60,
    });
    await page.goto(`/analysis/calendar?sites=${siteId},${other.siteId}&period=2018-06-01..2018-06-30`);
    const card = (name: string) => page.locator('.ant-card').filter({ hasText: name });
    const [left, right] = [card(siteName), card(other.siteName)];
    await expect(left.locator('[data-day="2018-06-11"]')).toHaveAccessibleName(/180/);
    await expect(right.locator('[data-day="2018-06-11"]')).toHaveAccessibleName(/60/);
    const [one, two] = [await left.boundingBox(), await right.boundingBox()];
    expect(two?.y).toBe(one?.y);
    expect(two?.x).toBeGreaterThan((one?.x ?? 0) + (one?.width ?? 0));
    await page.goto(`/analysis/calendar?sites=${siteId}&period=2018-06-01..2018-06-30`);
  });

  await test.step('by the 24-hour limits of a channel that were in force', async () => {
    await page.goto(`/analysis/calendar?sites=${siteId}&channels=PM2.5&period=2018-06-01..2018-06-30`);
    await expect(page.getByText(t('data.levels.day', { standards: 'HJ 633-2012' }))).toBeVisible();
    await expect(page.getByText(t('analysis.calendar.above', { limit: '75 µg/m³' }))).toBeVisible();
    await expect(page.getByText(t('analysis.calendar.ofDays', { count: 1, days: 3 }))).toBeVisible();
    await page.goto(`/analysis/calendar?sites=${siteId}&period=2018-06-01..2018-06-30`);
  });

  await test.step('by the index that the person reads', async () => {
    await page.evaluate(
      (key) => localStorage.setItem(key, JSON.stringify({ index: 'europe', isSafe: false })),
      `limpid:${admin.userName}:map`,
    );
    await page.reload();
    const worst = t('map.levels.europe.extremelyPoor');
    await expect(day(11)).toHaveAccessibleName(new RegExp(`${t('map.indices.europe')} 6, ${worst}`));
    await expect(page.getByText(`${worst} · 1`)).toBeVisible();
    await expect(page.getByText(t('analysis.index.day.europe'))).toBeVisible();
    await day(11).click();
    const numbers = dialog.getByRole('row', { name: /^08:00/ }).getByRole('cell');
    await expect(numbers.first()).toHaveText('6*');
    await page.keyboard.press('Escape');
  });

  await page.getByText(t('analysis.calendar.views.year'), { exact: true }).click();
  await expect(page).toHaveURL(/2018-01-01\.\.2018-12-31/);
  await expect(page.getByRole('table')).toHaveCount(12);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoLayoutProblems(page);
  await page.getByRole('button', { name: t('analysis.calendar.next.year') }).click();
  await expect(page).toHaveURL(/2019-01-01\.\.2019-12-31/);
});
