import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { addMeasuredSite } from '../fixtures/measured-site.ts';
import { admin, createPerson } from '../fixtures/people.ts';
import { expectNoLayoutProblems } from '../fixtures/screen.ts';
import { openStation } from '../fixtures/station.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const patience = { timeout: 60_000 };
/** Ids of the seeded menus: the catalog, real-time data, history, trend, the map, ranking, calendar and completeness. */
const menus = [1410, 1411, 1412, 1413, 1430, 1450, 1451, 1452];
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);

test('shows one site as a page that can be linked to and printed', async ({ page, tokenOf }) => {
  const { siteId, siteName } = await addMeasuredSite(await tokenOf(admin), {
    hours: [day(6), day(2)],
    daysFrom: day(25),
    valueAt: () => 42,
    place: [12.5, 41.9],
  });
  const station = await openStation(siteName);
  await expect
    .poll(
      () => {
        station.report({ a34004: 40, a01001: 12.5 }, {}, Date.now() - HOUR_MS);
        station.report({ a34004: 46, a01001: 11.5 });
        return station.received().split('CN=9014').length;
      },
      { ...patience, intervals: [100, 500] },
    )
    .toBeGreaterThan(2);
  const watcher = await createPerson('reader', { menus });
  await logInAs(page, await tokenOf(watcher));
  const site = page.getByRole('article', { name: siteName });

  await test.step('channels are grouped, with unit, age and the change in the last hour', async () => {
    await page.goto(`/map/site/${siteId}`);
    const particulates = site.getByRole('region', { name: t('map.groups.particulates') });
    const fine = particulates.getByRole('button', { name: /46.*µg\/m³/ });
    await expect(fine).toContainText(t('map.change.up', { amount: '6 µg/m³' }), patience);
    const weather = site.getByRole('region', { name: t('map.groups.weather') });
    await expect(weather).toContainText('11.5');
    await expect(weather).toContainText(t('map.change.down', { amount: '1.0 °C' }));
    // It measures now, but the last hour has a single value.
    await expect(site.getByText(t('map.panel.noIndexWhy.invalid'))).toBeVisible(patience);
  });

  await test.step('a click on a channel adds its line; the address keeps lines and period', async () => {
    const chart = site.getByRole('region', { name: t('map.chart.title') });
    const weather = site
      .getByRole('region', { name: t('map.groups.weather') })
      .getByRole('button')
      .first();
    await expect(chart.locator('canvas').first()).toBeVisible(patience);
    await weather.click();
    await expect(weather).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/channels=PM2\.5%2CTEM/);
    await chart.getByText(t('map.chart.periods.week'), { exact: true }).click();
    await expect(page).toHaveURL(/period=week/);
    await page.reload();
    await expect(chart.getByRole('row')).toHaveCount(3, patience);
    await expect(chart).toContainText('42');
    await expect(chart).toContainText(t('map.chart.missing'));
  });

  await test.step('the last 30 days are links to their history, reached by keyboard', async () => {
    const strip = site.getByRole('region', { name: t('map.strip.title', { count: '30' }) });
    const days = strip.getByRole('link');
    await expect(days).toHaveCount(30);
    await expect(strip.getByRole('link', { name: /42/ })).toHaveCount(24);
    await days.last().focus();
    await page.keyboard.press('Home');
    await expect(days.first()).toBeFocused();
    await expect(days.first()).toHaveAttribute('href', new RegExp(`/data/history\\?.*sites=${siteId}`));
  });

  await test.step('rank, completeness and links follow the permissions', async () => {
    await expect(site.getByRole('region', { name: t('map.facts.title') })).toContainText(
      t('map.facts.lastMonth'),
    );
    const links = site.getByRole('navigation', { name: t('data.siteScreens.heading') });
    await expect(links.getByRole('link', { name: t('data.siteScreens.history') })).toHaveAttribute(
      'href',
      new RegExp(`sites=${siteId}`),
    );
    await expect(links.getByRole('link', { name: t('map.links.settings') })).toHaveCount(0);
    await expect(links.getByRole('link', { name: t('map.links.alarms') })).toHaveCount(0);
  });

  await test.step('it fits a phone and is accessible', async () => {
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoLayoutProblems(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('paper is light, without menus, with time and zone', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(site.getByText(/Asia\/Shanghai/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: t('map.sitePage.print') })).toBeHidden();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(site.getByRole('heading', { name: siteName })).toBeVisible();
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });

  await test.step('a site outside the data scope is said to be unknown', async () => {
    await query(`update sys_role set data_scope = '5' where role_id = $1`, [watcher.roleId]);
    await page.goto(`/map/site/${siteId}`);
    await expect(page.getByText(t('map.canvas.unknownSite'))).toBeVisible(patience);
    await expect(page.getByText(siteName)).toHaveCount(0);
  });
  station.end();
});
