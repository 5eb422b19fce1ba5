import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { addMeasuredSite } from '../fixtures/measured-site.ts';
import { admin } from '../fixtures/people.ts';
import { expectNoLayoutProblems, listTableRows, selectOption } from '../fixtures/screen.ts';
import { readDownloadedSheet } from '../fixtures/sheets.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

/** No other test stores days of this year. */
const [first, last] = ['2019-05-01', '2019-05-04'] as const;

test('ranks sites with their change against the period before, and exports the ranking', async ({
  page,
  tokenOf,
}) => {
  const token = await tokenOf(admin);
  const add = (before: number, now: number, to: string = last) =>
    addMeasuredSite(token, {
      hours: [first, to],
      valueAt: (day) => (day < '2019-05-03' ? before : now),
    });
  const [rising, falling] = [await add(10, 60), await add(50, 20)];
  await add(30, 30, '2019-05-02');
  // The address reproduces the view.
  await page.goto('/analysis/ranking?channels=PM2.5&period=2019-05-03..2019-05-04&compare=before');
  const top = page.getByRole('list').filter({ hasText: rising.siteName });
  await expect(top.getByRole('listitem').first()).toContainText(new RegExp(`1.*${rising.siteName}.*60`));
  const whole = page.getByRole('region', { name: t('analysis.ranking.all') });
  await expect(listTableRows(page).first()).toContainText(/60.*1.*10.*\+50/);
  await whole.getByRole('textbox', { name: t('analysis.ranking.search.site') }).fill(falling.siteName);
  await expect(listTableRows(page)).toHaveCount(1);
  await expect(listTableRows(page)).toContainText(/20.*50.*−30/);
  await expect(page.getByText(t('analysis.ranking.reasons.noData'), { exact: false }).last()).toBeVisible();

  await test.step('the file has the same numbers', async () => {
    await page.getByRole('button', { name: t('kit.list.export') }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: t('kit.list.exportAs', { format: 'Excel' }) }).click();
    const [head = [], ...rows] = await readDownloadedSheet(await saved);
    const row = rows.find((cells) => cells.includes(falling.siteName)) ?? [];
    const read = (name: string) => row[head.indexOf(t(`analysis.ranking.columns.${name}`))];
    expect([read('rank'), read('before'), read('change'), read('rankChange')]).toEqual([2, 50, -30, -1]);
  });

  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoLayoutProblems(page);
  await selectOption(
    page,
    page.getByRole('combobox', { name: t('data.query.compare') }),
    t('data.query.comparisons.none'),
  );
  await expect(page).not.toHaveURL(/compare=/);
  await expect(listTableRows(page).first()).not.toContainText('−30');

  await test.step('the index can be chosen again, and an unknown channel is named', async () => {
    await page.goto('/analysis/ranking?channels=PM2.5');
    const channel = page.getByRole('combobox', { name: t('data.query.channel') });
    await selectOption(page, channel, t('data.query.index'));
    await expect(page).toHaveURL(/channels=\*index/);
    await page.goto('/analysis/ranking?channels=XYZ');
    await expect(page.getByText(t('data.query.unshownChannels', { names: 'XYZ' }))).toBeVisible();
  });
});
