import { randomBytes } from 'node:crypto';
import { chinaOffsetMs, DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { addMeasuredSite } from '../fixtures/measured-site.ts';
import { admin, createPerson } from '../fixtures/people.ts';
import { importReferenceHours } from '../fixtures/reference-hours.ts';
import { expectNoLayoutProblems, listTableRows, selectOption } from '../fixtures/screen.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

/** Ids of the seeded menus: the map, the catalog, the screen and its export. */
const menus = [1410, 1430, 1460, 1461, 1463];

/** The wall clock of China. */
const writeTime = (moment: number) =>
  new Date(moment + chinaOffsetMs).toISOString().slice(0, 16).replace('T', ' ');

test('shows the newest hour of stations beside the nearest own site, and opens the map there', async ({
  page,
  tokenOf,
}) => {
  const mark = `NC${randomBytes(3).toString('hex')}`;
  const released = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  // A lonely place, so that sites of other tests are not nearer.
  const [longitude, latitude] = [-150 + Math.random() * 20, -40 - Math.random() * 10].map((degrees) =>
    Number(degrees.toFixed(4)),
  );
  const token = await tokenOf(admin);
  const days = [released - DAY_MS, released].map((moment) => writeTime(moment).slice(0, 10));
  const site = await addMeasuredSite(token, {
    hours: [days[0] ?? '', days[1] ?? ''],
    valueAt: () => 75,
    place: [longitude ?? 0, (latitude ?? 0) + 0.05],
  });
  const line = (moment: number, code: string, aqi: number, pm25: number) =>
    `${writeTime(moment)},${mark}${code},${mark} ${code},${mark} city,${longitude},${latitude},${aqi},${pm25},40,5,20,60,0.5`;
  await importReferenceHours(token, [
    line(released - HOUR_MS, '1', 180, 130),
    line(released, '1', 105, 60),
    line(released - 9 * HOUR_MS, '2', 40, 20),
  ]);

  await logInAs(page, await tokenOf(await createPerson('comparer', { menus })));
  await page.goto('/analysis/nationalControl');
  await page.getByRole('textbox', { name: t('analysis.nationalControl.newest.search') }).fill(mark);
  const rows = listTableRows(page);
  await expect(rows).toHaveCount(2);
  const first = rows.filter({ hasText: `${mark} 1` });

  await test.step('the newest hour has its index in the colour of its level, and an old hour its age', async () => {
    const index = page.getByRole('columnheader', {
      name: t('analysis.nationalControl.fields.aqi'),
      exact: true,
    });
    await expect(index).toHaveAttribute('aria-sort', 'descending');
    await expect(first.getByTitle('轻度污染')).toHaveText(/^105/);
    await expect(first).not.toContainText('180');
    await expect(rows.filter({ hasText: `${mark} 2` })).toContainText(/9\s?小时前/);
    for (const name of ['PM2.5', 'PM10', 'SO₂', 'NO₂', 'CO', 'O₃'])
      await expect(
        page.getByRole('columnheader').filter({ hasText: name.replace('2.5', '₂.₅').replace('10', '₁₀') }),
      ).toHaveCount(1);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  await test.step('a pollutant is compared with the same hour of the nearest own site', async () => {
    await selectOption(
      page,
      page.getByRole('combobox', { name: t('analysis.nationalControl.newest.compare') }),
      'PM₂.₅',
    );
    await expect(page).toHaveURL(/by=PM2\.5/);
    await expect(first).toContainText(site.siteName);
    await expect(first).toContainText(/5\.6.*75.*\+15/);
    const head = page.getByRole('columnheader', { name: t('analysis.nationalControl.newest.difference') });
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expect(rows.first()).toContainText(`${mark} 1`);
  });

  await test.step('the rows are exported, and fit a phone', async () => {
    await page.getByRole('button', { name: t('kit.list.export') }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /CSV/ }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`${t('analysis.nationalControl.title')}.csv`);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoLayoutProblems(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await first.getByRole('link', { name: `${mark} 1` }).click();
  await expect(page).toHaveURL(new RegExp(`/home\\?at=.*station=${mark}1`));
});
