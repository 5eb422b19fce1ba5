import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { addMeasuredSite } from '../fixtures/measured-site.ts';
import { admin } from '../fixtures/people.ts';
import { expectNoLayoutProblems } from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

/** No other test stores hours of this year. */
const [first, last] = ['2013-03-04', '2013-03-07'] as const;
const flagsOf = (hours: number) => new RegExp(t('quality.flagged.hours', { count: hours }));

async function addFlaggedSite(token: string) {
  const hours = [first, last] as const;
  const site = await addMeasuredSite(token, { hours, valueAt: (_, hour) => (hour === 8 ? 190 : 40) });
  await query(
    `insert into quality_flag (site_id, ts, slot, rule_id, rule_name, test, basis, value, low, high, counts)
     select $1, day + interval '8 hours', 1, 9001, '测试突变', 'spike', 'hour', 190, 38, 42, day > '2013-03-04 12:00+08'
     from unnest($2::timestamptz[]) as day`,
    [site.siteId, [`${first}T00:00:00+08:00`, `${last}T00:00:00+08:00`]],
  );
  return site;
}

test('every analysis says how many flagged hours its values rest on, and which rule has flagged them', async ({
  page,
  tokenOf,
}) => {
  const token = await tokenOf(admin);
  const { siteId, siteName } = await addFlaggedSite(token);
  const other = await addMeasuredSite(token, { hours: [first, last], valueAt: () => 30 });
  const period = `channels=PM2.5&period=${first}..${last}`;
  const mark = (name: RegExp | string, hours = 2) =>
    page
      .getByRole('button', { name })
      .filter({ hasText: '⚑' })
      .and(page.getByLabel(flagsOf(hours)))
      .first();

  await test.step('ranking, with the rules on hover', async () => {
    await page.goto(`/analysis/ranking?${period}`);
    await mark(siteName).hover();
    const popover = page.getByRole('tooltip');
    await expect(popover).toContainText(t('quality.flagged.hoursNotCounted', { count: 2, notCounted: 1 }));
    await expect(popover).toContainText('测试突变');
    await page.mouse.move(0, 0);
    await expect(page.getByRole('button', { name: other.siteName })).toHaveCount(0);
  });

  await test.step('contrast, also at the hour', async () => {
    await page.goto(`/analysis/contrast?sites=${siteId},${other.siteId}&${period}&step=hour`);
    await expect(mark(siteName)).toBeVisible();
    await page.getByText(t('data.query.table')).first().click();
    await expect(page.getByRole('row', { name: /08:00/ }).first()).toContainText('⚑');
    await expect(page.getByRole('row', { name: /09:00/ }).first()).not.toContainText('⚑');
  });

  await test.step('calendar, with the reason at the hour', async () => {
    await page.goto(`/analysis/calendar?sites=${siteId}&${period}`);
    const day = page.locator(`[data-day="${first}"]`);
    await expect(day).toContainText('⚑1');
    await expect(day).toHaveAccessibleName(/测试突变/);
    await expect(page.locator('[data-day="2013-03-05"]')).not.toContainText('⚑');
    await day.click();
    const dialog = page.getByRole('dialog', { name: new RegExp(siteName) });
    const why = t('quality.why.spike', { value: '190', unit: 'µg/m³', low: '38', high: '42' });
    await expect(dialog.getByRole('button', { name: new RegExp(why) })).toBeVisible();
    expect(await findAccessibilityViolations(dialog)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  for (const path of ['distribution', 'trend'])
    await test.step(path, async () => {
      await page.goto(`/analysis/${path}?sites=${siteId}&${period}`);
      await expect(mark('')).toBeVisible();
      await expectNoLayoutProblems(page);
    });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/analysis/ranking?${period}`);
  await expect(mark(siteName)).toBeVisible();
  await expectNoLayoutProblems(page);
  expect(await findAccessibilityViolations(page)).toEqual([]);
});
