import { randomBytes } from 'node:crypto';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { createPerson } from '../fixtures/people.ts';
import { expectNoLayoutProblems, selectOption } from '../fixtures/screen.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

/** Ids of the seeded menus: the catalog, the screen and its export. */
const menus = [1460, 1469, 1470];
const hours = 72;

/** Two official stations with known hours: the second publishes twice the first plus five. */
async function publish(first: string, second: string): Promise<void> {
  await query(
    `insert into reference_station (station_code, station_name, city, facts_of, create_by)
     select code, code || ' station', 'Lyon', now(), 'test' from unnest($1::text[]) code`,
    [[first, second]],
  );
  await query(
    `insert into reference_reading (station_code, release_time, pm10, create_by)
     select code, date_trunc('hour', now()) - n * interval '1 hour', factor * (40 + n % 17) + added, 'test'
     from generate_series(0, $3 - 1) n, (values ($1, 1, 0), ($2, 2, 5)) as station (code, factor, added)`,
    [first, second, hours],
  );
}

test('compares stations over time, by difference, in pairs and by spread', async ({ page, tokenOf }) => {
  const group = `RC${randomBytes(3).toString('hex')}`;
  const [first, second] = [`${group}A`, `${group}B`];
  await publish(first, second);
  await logInAs(page, await tokenOf(await createPerson('analyst', { menus })));
  await page.goto(`/analysis/contrast?references=${first},${second}&channels=PM10&period=last7Days`);
  await expect(page.getByText('R² = 1.000', { exact: true })).toBeVisible();
  await expect(page.getByText('y = 2.000 · x + 5.0', { exact: true })).toBeVisible();
  await expect(page.getByText(t('analysis.contrast.pairs', { count: hours }), { exact: true })).toBeVisible();
  const difference = t('analysis.contrast.difference', { first: `${first} station · Lyon` });
  await expect(page.getByRole('figure', { name: difference })).toBeVisible();
  await expect(page.getByRole('figure', { name: t('analysis.contrast.spread') })).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await expectNoLayoutProblems(page);

  // The other station in front turns the differences around; a cell of the matrix chooses the pair.
  await selectOption(page, page.getByLabel(t('analysis.contrast.first')), `${second} station`);
  await expect(
    page.getByRole('figure', {
      name: t('analysis.contrast.difference', { first: `${second} station · Lyon` }),
    }),
  ).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^${second} station`) }).click();
  await expect(page.getByText('y = 0.500 · x − 2.5', { exact: true })).toBeVisible();
  // The address reproduces the view.
  await page.reload();
  await expect(page.getByText('y = 0.500 · x − 2.5', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: t('kit.list.export') }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toContain('.csv');
});

test('says what is missing for a contrast', async ({ page, tokenOf }) => {
  await logInAs(page, await tokenOf(await createPerson('analyst', { menus })));
  await page.goto('/analysis/contrast?channels=PM10');
  await expect(page.getByText(t('analysis.contrast.noSiteHint'))).toBeVisible();
});
