import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { addMeasuredSite } from '../fixtures/measured-site.ts';
import { admin } from '../fixtures/people.ts';
import { expectSavedQueryComesBack } from '../fixtures/saved-query.ts';
import { expectNoLayoutProblems, navigateInApp } from '../fixtures/screen.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const days = ['2023-12-01', '2023-12-03'] as const;
const period = days.join('..');

/** Gives every hour of a site an easterly wind. */
async function addWind(siteId: number): Promise<void> {
  const slots = await query<{ channel_code: string; slot: number }>(
    `select channel_code, slot from basic_channel where channel_code in ('WS', 'WD')`,
  );
  for (const { channel_code: code, slot } of slots)
    await query(`update reading_hour set a${slot} = $1, c${slot} = 3600 where site_id = $2`, [
      code === 'WS' ? 3 : 90,
      siteId,
    ]);
}

test('keeps the index that was chosen in a trend on every other screen', async ({ page, tokenOf }) => {
  const token = await tokenOf(admin);
  const index = t('map.indices.china');
  const first = await addMeasuredSite(token, { hours: days, valueAt: (_, hour = 0) => 40 + hour });
  const second = await addMeasuredSite(token, { hours: days, valueAt: (_, hour = 0) => 60 + hour });
  await addWind(first.siteId);
  await logInAs(page, token);
  await page.goto(
    `/data/trend?sites=${first.siteId},${second.siteId}&channels=PM2.5&period=${period}&step=five`,
  );

  await test.step('chooses the index beside a channel, then alone', async () => {
    const picker = page.getByRole('combobox', { name: t('data.query.channels') });
    await picker.click();
    await page.getByTitle(t('data.query.index')).click();
    await page.keyboard.press('Escape');
    const lines = page.getByRole('table', { name: t('data.trend.lines') });
    const line = lines.getByRole('row', { name: `${first.siteName} · ${index}` });
    // 63 at the last hour of the day is the highest index; minutes have none, so there are 72 hours.
    await expect(line).toContainText('72');
    await expect(line).toContainText('63');
    await expect(lines.getByRole('row')).toHaveCount(5);
    await expect(page.getByText(t('data.trend.indexHours'))).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await expectNoLayoutProblems(page);
    await navigateInApp(
      page,
      `/data/trend?sites=${first.siteId},${second.siteId}&channels=*index&period=${period}&step=hour`,
    );
    await expect(page.getByText(t('data.trend.indexHours'))).toBeHidden();
    await expect(lines.getByRole('row')).toHaveCount(3);
    await expectSavedQueryComesBack(page, `I${first.siteName}`, () =>
      navigateInApp(page, '/data/trend?channels=PM10&period=last7Days'),
    );
  });

  await test.step('shows it in the contrast, in roses, in variations and in statistics', async () => {
    await navigateInApp(page, '/analysis/contrast');
    await expect(page.getByText(t('analysis.contrast.series', { channel: index }))).toBeVisible();
    await expect(page.getByText('y = 1.000 · x + 20.0', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/channels=\*index/);
    await navigateInApp(page, '/analysis/rose');
    await expect(page.getByLabel(t('analysis.rose.pollution', { channel: index }))).toBeVisible();
    await expect(page.getByText(t('analysis.rose.pollutionIndexNote'))).toBeVisible();
    await navigateInApp(page, '/analysis/trend');
    await expect(page.getByText(t('analysis.trend.longTerm', { channel: index }))).toBeVisible();
    await navigateInApp(page, '/data/history?view=statistics');
    const statistics = page.getByRole('table', { name: t('data.history.views.statistics') });
    await expect(
      statistics.getByRole('row', { name: new RegExp(index.replace(/[()]/g, String.raw`\$&`)) }),
    ).toContainText('83');
  });
});
