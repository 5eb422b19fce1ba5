import type { Locator, Page } from '@playwright/test';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { addMeasuredSite } from '../fixtures/measured-site.ts';
import { admin, createPerson } from '../fixtures/people.ts';
import { expectSavedQueryComesBack } from '../fixtures/saved-query.ts';
import { expectNoLayoutProblems, navigateInApp, selectOption } from '../fixtures/screen.ts';
import { softwareMap } from '../fixtures/software-map.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

test.use(softwareMap);

/** Ids of the seeded menus: the catalog, the screen and its export. */
const menus = [1460, 1467, 1468];
const hours = ['2023-12-01', '2023-12-10'] as const;
const period = hours.join('..');

/** A user who reaches one department, so that no site of another test is on the map. */
async function createAnalyst() {
  const analyst = await createPerson('analyst', { menus });
  const [dept] = await query<{ dept_id: number }>(
    `insert into sys_dept (parent_id, ancestors, dept_name) values (100, '{0,100}', $1) returning dept_id`,
    [analyst.userName],
  );
  const deptId = dept?.dept_id ?? 0;
  await query(`update sys_role set data_scope = '2' where role_id = $1`, [analyst.roleId]);
  await query('insert into sys_role_dept values ($1, $2)', [analyst.roleId, deptId]);
  return { analyst, deptId };
}

async function download(page: Page, place: Page | Locator): Promise<string> {
  await place
    .getByRole('button', { name: t('kit.list.export') })
    .first()
    .click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  return file.suggestedFilename();
}

test('shows how values are distributed by level, size, hour and day, and on the map', async ({
  page,
  tokenOf,
}) => {
  const { analyst, deptId } = await createAnalyst();
  const token = await tokenOf(admin);
  const clean = await addMeasuredSite(token, { hours, deptId, valueAt: () => 20, place: [120, 30] });
  // Six of 24 hours are above the second level, which ends at 75 µg/m³.
  const dusty = await addMeasuredSite(token, {
    hours,
    deptId,
    valueAt: (_, hour) => (hour === undefined ? 80 : hour < 6 ? 100 : 40),
    place: [121, 30],
  });
  await logInAs(page, await tokenOf(analyst));
  await page.goto(
    `/analysis/distribution?sites=${clean.siteId},${dusty.siteId}&channels=PM2.5&period=${period}`,
  );
  const card = (text: string) => page.locator('.ant-card').filter({ hasText: text });
  const shares = card(t('analysis.distribution.levelsHour'));
  await expect(shares).toContainText(t('analysis.distribution.hours', { count: 480 }));
  await shares.getByText(t('data.query.table')).click();
  await expect(shares.getByRole('row', { name: clean.siteName })).toContainText('240 (100%)');
  await expect(shares.getByRole('row', { name: dusty.siteName })).toContainText('60 (25%)');
  expect(await download(page, page)).toBe(`${t('analysis.distribution.title')}.csv`);

  const histogram = card(t('analysis.distribution.histogramNote'));
  await expect(histogram).toContainText('P98 20 µg/m³');
  const map = card(t('analysis.distribution.mapNote'));
  await expect(map.getByRole('button', { name: t('analysis.distribution.showAll') })).toBeVisible();
  await clickMarkerAtRightEdge(map, new RegExp(`sites=${dusty.siteId}(,|%2C)${clean.siteId}`));
  await expect(histogram).toContainText('P98 100 µg/m³');
  await expect(histogram).toBeInViewport();

  const heat = card(t('analysis.distribution.heatNote'));
  await heat.getByText(t('data.query.table')).click();
  await expect(heat.getByRole('row', { name: /2023年12月03日/ })).toContainText('100');

  await selectOption(page, map.getByRole('combobox'), t('analysis.distribution.statistics.p90'));
  await map.getByText(t('data.query.table')).click();
  await expect(map.getByRole('row', { name: dusty.siteName })).toContainText('100');
  await expect(page).toHaveURL(/statistic=p90/);
  await expectSavedQueryComesBack(page, dusty.siteName, () =>
    selectOption(page, map.getByRole('combobox'), t('analysis.distribution.statistics.mean')),
  );
  expect(await download(page, map)).toContain('.csv');

  await test.step('the map of the site picker begins at a chosen site, and a click removes it', async () => {
    await page.getByRole('button', { name: new RegExp(`^${t('data.query.chooseSites')}`) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(t('data.query.picker.map'), { exact: true }).click();
    const remove = dialog.getByRole('button', {
      name: t('data.query.removeSite', { name: dusty.siteName }),
    });
    await expect(remove).toBeVisible();
    await expect(async () => {
      await dialog.locator('canvas').click();
      await expect(remove).toBeHidden({ timeout: 1000 });
    }).toPass();
    await dialog.getByRole('button', { name: t('data.query.apply') }).click();
    await expect(page).toHaveURL(new RegExp(`sites=${clean.siteId}&`));
  });
  expect(await findAccessibilityViolations(page)).toEqual([]);

  // Without a channel: days by the index, its hours in the histogram, and its days on the map.
  await navigateInApp(page, `/analysis/distribution?sites=${dusty.siteId}&period=${period}`);
  // The tables stay open.
  const days = card(t('analysis.distribution.days', { count: 10 }));
  await expect(days.getByRole('table')).toContainText('10 (100%)');
  await expect(page.getByText(t('analysis.distribution.hours', { count: 240 }))).toBeVisible();
  await expect(map.getByRole('row', { name: dusty.siteName })).toContainText('80');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoLayoutProblems(page);
  await navigateInApp(page, `/analysis/distribution?sites=${dusty.siteId}&period=2020-12-01..2023-12-10`);
  await expect(page.getByText(t('data.query.refused')).first()).toBeVisible();
});

/** The map shows both sites with a margin of 48 pixels; a marker is there as soon as the map is drawn. */
async function clickMarkerAtRightEdge(map: Locator, address: RegExp): Promise<void> {
  const canvas = map.locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  const at = { x: (box?.width ?? 0) - 48, y: (box?.height ?? 0) / 2 };
  await expect(async () => {
    await canvas.click({ position: at });
    await expect(map.page()).toHaveURL(address, { timeout: 500 });
  }).toPass();
}
