import { randomBytes } from 'node:crypto';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { admin, createPerson } from '../fixtures/people.ts';
import { importReferenceHours } from '../fixtures/reference-hours.ts';
import { expectNoLayoutProblems, navigateInApp } from '../fixtures/screen.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

/** Ids of the seeded menus: the catalog, the screen and its export. */
const menus = [1460, 1475, 1476];
/** The first of two hours, which are published at 9 and 10 o'clock in China. */
const first = Date.parse('2023-06-01T00:00Z');

/** Imports stations with a value of PM2.5 for each of the two hours; the index of the source is 10 everywhere. */
async function publish(token: string, stations: [code: string, city: string, pm25: [number, number]][]) {
  const lines = stations.flatMap(([code, city, values]) =>
    ['2023-06-01 09:00', '2023-06-01 10:00'].map(
      (release, n) => `${release},${code},${code} station,${city},116.4,39.9,10,${values[n]},40,5,20,60,0.5`,
    ),
  );
  await importReferenceHours(token, lines);
}

test('shows cities of an hour, moves in time, opens the stations of a city and exports', async ({
  page,
  tokenOf,
}) => {
  const mark = `N${randomBytes(3).toString('hex')}`;
  const [dirty, clean] = [`${mark}dirty`, `${mark}clean`];
  await publish(await tokenOf(admin), [
    [`${mark}1`, dirty, [100, 110]],
    [`${mark}2`, dirty, [120, 110]],
    [`${mark}3`, clean, [20, 20]],
  ]);
  await logInAs(page, await tokenOf(await createPerson('analyst', { menus })));
  // The address reproduces the view: an hour and an open city.
  await page.goto(`/analysis/national?hour=${first}&city=${encodeURIComponent(`/${dirty}`)}`);
  const stations = page.getByRole('table', { name: t('analysis.national.stationsOf', { city: dirty }) });
  await expect(stations.getByRole('row')).toHaveCount(3);
  await expect(stations.getByRole('row', { name: `${mark}1` })).toContainText(t('analysis.national.differs'));
  const cities = page.getByRole('table', { name: t('analysis.national.all') });
  await page.getByLabel(t('analysis.national.search')).fill(mark);
  // The mean of 100 and 120 µg/m³ has an index of 144 in the standard of 2012.
  await expect(cities.getByRole('row', { name: dirty })).toContainText('144');
  await expect(cities.getByRole('row', { name: clean })).toContainText('40');
  await expect(page.getByText('08:00–09:00')).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await test.step('buttons and keys move through the hours, also quickly', async () => {
    await page.getByRole('button', { name: t('analysis.national.forward') }).click();
    await expect(page.getByText('09:00–10:00')).toBeVisible();
    await expect(stations.getByRole('row', { name: `${mark}1` })).toContainText('110');
    const slider = page.getByRole('slider', { name: t('analysis.national.slider') });
    await slider.focus();
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
    await expect(page.getByText('08:00–09:00')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`hour=${first}`));
  });

  await test.step('playback shows hour after hour', async () => {
    await page.getByRole('button', { name: t('analysis.national.play') }).click();
    await expect(page.getByText('09:00–10:00')).toBeVisible();
    await page.getByRole('button', { name: t('analysis.national.pause') }).click();
    await expect(page.getByRole('button', { name: t('analysis.national.play') })).toBeVisible();
  });

  await cities.getByRole('button', { name: clean }).click();
  await expect(page).toHaveURL(new RegExp(`city=.*${clean}`));
  await expect(stations).toBeHidden();
  await page.getByRole('button', { name: t('kit.list.export') }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /CSV/ }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${t('analysis.national.title')}.csv`);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoLayoutProblems(page);

  await navigateInApp(page, '/analysis/national?hour=1000');
  await expect(page.getByText(t('analysis.national.noHour'))).toBeVisible();
  await page
    .getByRole('button', { name: t('analysis.national.newest') })
    .last()
    .click();
  await expect(page).not.toHaveURL(/hour=/);
});
