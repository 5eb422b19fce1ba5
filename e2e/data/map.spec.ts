import { randomBytes } from 'node:crypto';
import { chinaOffsetMs } from '@limpid/contract/durations';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { storeRecentHours } from '../fixtures/measured-site.ts';
import { withParameter } from '../fixtures/parameters.ts';
import { admin, createPerson } from '../fixtures/people.ts';
import { expectNoLayoutProblems, navigateInApp } from '../fixtures/screen.ts';
import { addBranch, confineTo, registerSite } from '../fixtures/sites.ts';
import { softwareMap } from '../fixtures/software-map.ts';
import { openStation } from '../fixtures/station.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const patience = { timeout: 60_000 };
/** Ids of the seeded menus: the catalog, the map, trends and rankings. */
const menus = [1410, 1411, 1412, 1413, 1430, 1450];

test.use(softwareMap);

test('shows operators their sites on the map: live values, one site, shareable addresses and the time-lapse', async ({
  page,
  tokenOf,
}) => {
  const group = `MP${randomBytes(3).toString('hex')}`;
  const [gate, yard, other] = [`${group}gate`, `${group}yard`, `${group}other`];
  const token = await tokenOf(admin);
  const deptId = await addBranch(group);
  await registerSite(token, gate, deptId, [4.83, 45.75]);
  await registerSite(token, yard, deptId, [4.87, 45.76]);
  await registerSite(token, other, 100, [116.4, 39.9]);
  await storeRecentHours(gate, [21, 164]);
  const station = await openStation(gate);
  await expect
    .poll(
      () => {
        station.report({ a34004: 20.4, a01007: 3.2, a01008: 225 });
        return station.received();
      },
      { ...patience, intervals: [100, 500] },
    )
    .toContain('CN=9014');

  const reference = `${group}ref`;
  const hour = `${new Date(Date.now() + chinaOffsetMs).toISOString().slice(0, 13).replace('T', ' ')}:00`;
  const rows = `station_code,time,station_name,lng,lat,aqi,pm2_5\n${reference},${hour},${reference},4.85,45.755,112,84`;
  const response = await page.request.post('/prod-api/analysis/nationalControl/importData', {
    headers: { authorization: `Bearer ${token}` },
    multipart: { file: { name: 'hours.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) } },
  });
  expect(await response.json()).toMatchObject({ data: { added: 1, failed: [] } });

  // A user of one department: sites of other departments are not on this map.
  const watcher = await createPerson('mapper', { menus });
  await confineTo(deptId, watcher);
  await logInAs(page, await tokenOf(watcher));
  const list = page.getByRole('region', { name: t('map.list.title') });
  const line = list.getByRole('button', { name: new RegExp(gate) });

  await test.step('the map and the list show the sites of one department', async () => {
    await page.goto(`/home?by=PM2.5&q=${group}`);
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expect(line).toContainText('20');
    await expect(list.getByRole('button', { name: new RegExp(yard) })).toContainText('—');
    await expect(page.locator('canvas').first()).toBeVisible(patience);
    await expect(page.getByText(t('map.canvas.noWebgl'))).toHaveCount(0);
    const fetched = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(fetched.filter((name) => /\/(?:kit|engine)-[^/]*\.js$/.test(name))).toEqual([]);
  });

  await test.step('the texts of other screens follow by themselves', async () => {
    const listTexts = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .flatMap(({ name }) => /\/(\w+)-texts-/.exec(name)?.[1] ?? []),
      );
    await expect.poll(listTexts, patience).toEqual(['home', 'other']);
  });

  await test.step('a new value appears without a reload', async () => {
    await page.evaluate(() => document.documentElement.setAttribute('data-witness', 'same page'));
    station.report({ a34004: 98 });
    await expect(line).toContainText('98', patience);
    await expect(page.locator('html')).toHaveAttribute('data-witness', 'same page');
  });

  await test.step('the first tiles are fetched while the sites are under way', async () => {
    // The first 16 kB are the directory of the file.
    const tile = page.waitForRequest(
      (request) =>
        request.url().endsWith('.pmtiles') && !(request.headers()['range'] ?? '').startsWith('bytes=0-'),
    );
    const sites = /\/map\/sites(?:\?|$)/;
    await page.route(sites, async (route) => {
      await tile;
      await route.continue();
    });
    await page.goto(`/home?by=PM2.5&q=${group}&at=4.85,45.755,11`);
    await expect(line).toContainText('98', patience);
    await page.unroute(sites);
  });

  await test.step('one site shows its values, its day and its neighbours, and its address opens it again', async () => {
    const panel = page.getByRole('region', { name: gate });
    await list.getByRole('button', { name: t('map.list.filter') }).focus();
    await page.keyboard.press('Tab');
    await expect(line).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/site=\d+/);
    await panel.getByRole('button', { name: t('map.panel.close') }).focus();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(line).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel.getByText('98').first()).toBeVisible();
    await expect(panel.getByText(yard)).toBeVisible();
    await expect(panel.getByRole('region', { name: t('map.groups.weather') })).toContainText('3.2');
    await expect(panel.getByRole('link', { name: t('map.sitePage.open') })).toHaveAttribute(
      'href',
      /\/map\/site\/\d+$/,
    );
    await page.reload();
    await expect(panel.getByText('98').first()).toBeVisible(patience);
    await expect(list.getByRole('listitem')).toHaveCount(2);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await expectNoLayoutProblems(page);
  });

  await test.step('the list of all sites opens from one site; Escape closes only the topmost layer', async () => {
    const tools = page.getByRole('toolbar', { name: t('map.tools.title') });
    const near = page.url();
    await tools.getByRole('button', { name: t('map.tools.all') }).click();
    await expect.poll(() => page.url(), patience).not.toBe(near);
    const layers = tools.getByRole('button', { name: t('map.tools.show') });
    const tip = page.getByRole('tooltip').filter({ hasText: t('map.tools.show') });
    await layers.hover();
    await expect(tip).toBeVisible();
    await layers.click();
    await expect(page.getByRole('checkbox', { name: t('map.tools.wind') })).toBeVisible();
    await expect(tip).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('checkbox', { name: t('map.tools.wind') })).toBeHidden();
    await expect(layers).toBeFocused();
    await expect(page.getByRole('region', { name: gate })).toBeVisible();
  });

  await test.step('filters, layers and colours are kept in the address or in the profile', async () => {
    await list.getByRole('button', { name: t('map.list.filter') }).click();
    await page.getByRole('checkbox', { name: t('map.states.off'), exact: true }).check();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(page).toHaveURL(/state=off/);
    await page.getByRole('button', { name: t('map.filter.clear') }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('map.tools.show') }).click();
    await page.getByRole('checkbox', { name: t('map.tools.surface') }).check();
    await page.getByRole('checkbox', { name: t('map.tools.wind') }).check();
    await page.getByRole('checkbox', { name: t('map.tools.references') }).check();
    await expect(page).toHaveURL(/show=surface%2Cwind%2Creferences/);
    await page.keyboard.press('Escape');
  });

  await test.step('the last day plays as a time-lapse', async () => {
    await page.getByRole('button', { name: t('map.timelapse.open') }).click();
    const timelapse = page.getByRole('region', { name: t('map.timelapse.title') });
    const time = timelapse.getByRole('status');
    await expect(time).toHaveText(/\d\d:00/);
    const first = await time.innerText();
    // It plays at once.
    await expect(time).not.toHaveText(first);
    await timelapse.getByRole('button', { name: t('map.timelapse.pause') }).click();
    await timelapse.getByRole('button', { name: t('map.timelapse.back') }).click();
    const before = await time.innerText();
    await timelapse.getByRole('button', { name: t('map.timelapse.forward') }).click();
    await expect(time).not.toHaveText(before);
    // The list is that of the hour which is shown.
    const ofHour = page.getByRole('region', { name: t('map.list.title'), exact: true });
    await expect(ofHour).not.toContainText(before);
    await timelapse.getByRole('button', { name: t('map.timelapse.back') }).click();
    await expect(ofHour).toContainText(before);
    // Wind and reference stations are those of the hours that play.
    const played = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => name.match(/map\/.*hours\?.*/) ?? []),
    );
    for (const part of ['channel=WD', 'channel=WS', 'references/hours'])
      expect(played.some((request) => request.includes(part))).toBe(true);
    // Values, list and curve are those of the hours.
    await timelapse.getByRole('slider', { name: t('map.timelapse.hour') }).press('End');
    const lineOfHour = ofHour.getByRole('button', { name: new RegExp(gate) });
    await expect(lineOfHour).toContainText('21');
    await timelapse.getByRole('button', { name: t('map.timelapse.back') }).click();
    await expect(lineOfHour).toContainText('164');
    await expect(timelapse.locator('svg path[vector-effect]')).toHaveAttribute('d', /^M.+L/);
    // A level filter is about that hour too: the site has the level of 98 now, and had another one then.
    const listed = ofHour.getByRole('listitem');
    await ofHour.getByRole('button', { name: t('map.list.filter') }).click();
    await page.getByRole('checkbox', { name: '轻度污染', exact: true }).check();
    await expect(listed).toHaveCount(0);
    await expect(ofHour.getByText(t('map.list.nothingFound'))).toBeVisible();
    await page.getByRole('button', { name: t('map.filter.clear') }).click();
    await page.keyboard.press('Escape');
    await expect(listed).toHaveCount(2);
    const empty = page.getByText(t('map.timelapse.empty'));
    await expect(empty).toHaveCount(0);
    const day = timelapse.getByLabel(t('map.timelapse.day'));
    await day.fill('2020年02月02日');
    await day.press('Enter');
    await expect(empty).toBeVisible();
    const past = page.getByRole('region', { name: t('map.timelapse.titleDay', { day: '2020年02月02日' }) });
    const leave = past.getByRole('button', { name: t('map.timelapse.close') });
    // It fits between the list and the panel of the site.
    const [bar, last] = await Promise.all([past.boundingBox(), leave.boundingBox()]);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((bar?.x ?? 0) + (bar?.width ?? 0));
    await leave.click();
    await expect(past).toHaveCount(0);
    await expect(empty).toHaveCount(0);
    await expect(page.getByRole('button', { name: t('map.timelapse.open') })).toBeVisible();
  });

  await test.step('without AMap keys the embedded map opens with a hint, and a site out of reach is reported as unknown', async () => {
    const [hidden] = await query<{ site_id: number }>('select site_id from site where site_code = $1', [
      other,
    ]);
    await navigateInApp(page, `/gaode?lan=zh&q=${group}&at=abc&zoom=999&show=x&site=${hidden?.site_id}`);
    await expect(page.getByText(t('map.canvas.noKeys'))).toBeVisible(patience);
    await expect(page.getByText(t('map.canvas.unknownSite'))).toBeVisible();
    await expect(list.getByRole('listitem')).toHaveCount(2);
  });
  station.end();

  await test.step('reference stations appear beside the sites with their published values', async () => {
    await navigateInApp(page, `/home?show=references&station=${reference}`);
    const panel = page.getByRole('region', { name: reference });
    await expect(panel).toContainText('112', patience);
    await expect(panel).toContainText('84');
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  });

  await test.step('people whom the map is not loaded for see the table of all sites', async () => {
    const setting = JSON.stringify({ UNLOAD_MAP_USER: `ana, ${watcher.userName}` });
    await withParameter('global_custom_config', setting, async () => {
      await page.goto('/home');
      await expect(page.getByText(t('map.page.notLoaded'))).toBeVisible(patience);
      // The first page after the change may still have fetched the map.
      await page.reload();
      const table = page.getByRole('table', { name: t('data.realtime.title') });
      await expect(table.getByText(gate).first()).toBeVisible(patience);
      await expect(page.getByRole('button', { name: t('map.page.open'), exact: true })).toHaveCount(0);
      const fetched = await page.evaluate(() =>
        performance.getEntriesByType('resource').map((entry) => entry.name),
      );
      expect(fetched.filter((one) => /\/(?:Map(?:Page|Screen)|maplibre)[^/~]*\.js$/.test(one))).toEqual([]);
    });
  });
});

test('leaves out the name of a site where it would cover the number of another', async ({
  page,
  tokenOf,
}) => {
  const group = `MN${randomBytes(3).toString('hex')}`;
  const token = await tokenOf(admin);
  const deptId = await addBranch(group);
  const [longitude, latitude, zoom] = [5.2, 45.5, 14];
  const pixel = 360 / (512 * 2 ** zoom);
  /** A place so many pixels from the middle of the map. */
  const place = (right: number, down: number): [number, number] => [
    longitude + right * pixel,
    latitude - down * pixel * Math.cos((latitude * Math.PI) / 180),
  ];
  await registerSite(token, `${group}crowded`, deptId, place(0, 0));
  await registerSite(token, `${group}neighbour`, deptId, place(35, 28));
  await registerSite(token, `${group}alone`, deptId, place(0, -120));
  const watcher = await createPerson('names', { menus });
  await confineTo(deptId, watcher);
  await logInAs(page, await tokenOf(watcher));
  await page.goto(`/home?q=${group}&at=${longitude},${latitude},${zoom}`);
  const canvas = page.locator('canvas.maplibregl-canvas');
  await expect(canvas).toBeVisible(patience);
  const { x = 0, y = 0, width = 0, height = 0 } = (await canvas.boundingBox()) ?? {};
  /** The pointer over a place; markers and names can be clicked. */
  const point = async (right: number, down: number) => {
    for (const step of [1, 0]) await page.mouse.move(x + width / 2 + right + step, y + height / 2 + down);
    return canvas.evaluate(({ style }) => style.cursor);
  };
  const belowMarker = 26;
  await expect.poll(() => point(-20, -120 + belowMarker), patience).toBe('pointer');
  expect(await point(0, 0)).toBe('pointer');
  expect(await point(35, 28)).toBe('pointer');
  expect(await point(-30, belowMarker)).toBe('');
});
