import { randomBytes } from 'node:crypto';
import { chinaOffsetMs } from '@limpid/contract/durations';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { findCovered } from '../fixtures/layout.ts';
import { storeRecentHours } from '../fixtures/measured-site.ts';
import { admin, createPerson } from '../fixtures/people.ts';
import { expectNoLayoutProblems, navigateInApp } from '../fixtures/screen.ts';
import { openDemo } from '../fixtures/second-server.ts';
import { addBranch, confineTo, registerSite } from '../fixtures/sites.ts';
import { readOverlay, softwareMap } from '../fixtures/software-map.ts';
import { openStation } from '../fixtures/station.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const patience = { timeout: 60_000 };
/** Ids of the seeded menus: the catalog, the map, trends and rankings. */
const menus = [1410, 1411, 1412, 1413, 1430, 1450];

/** On narrower screens the analysis panel starts closed. */
const withAnalysis = { width: 1200, height: 600 };

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

  await test.step('a new value appears without a reload', async () => {
    await page.evaluate(() => document.documentElement.setAttribute('data-witness', 'same page'));
    station.report({ a34004: 98 });
    await expect(line).toContainText('98', patience);
    await expect(page.locator('html')).toHaveAttribute('data-witness', 'same page');
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
    await expect(page).toHaveURL(/show=surface%2Cwind/);
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
    const code = `${group}ref`;
    const hour = `${new Date(Date.now() + chinaOffsetMs).toISOString().slice(0, 13).replace('T', ' ')}:00`;
    const rows = `station_code,time,station_name,lng,lat,aqi,pm2_5\n${code},${hour},${code},4.85,45.755,112,84`;
    const response = await page.request.post('/prod-api/analysis/nationalControl/importData', {
      headers: { authorization: `Bearer ${token}` },
      multipart: { file: { name: 'hours.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) } },
    });
    expect(await response.json()).toMatchObject({ data: { added: 1, failed: [] } });
    await page.goto(`/home?show=references&station=${code}`);
    const panel = page.getByRole('region', { name: code });
    await expect(panel).toContainText('112', patience);
    await expect(panel).toContainText('84');
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  });
});

test('marks simulated stations of the demo, and updates their numbers on an open page', async ({ page }) => {
  // Many steps on one demonstration, which takes long to start.
  test.slow();
  const demo = await openDemo();
  const token = await demo.logIn();
  await logInAs(page, token);
  await page.goto(`${demo.origin}/home?by=PM10`);
  const list = page.getByRole('region', { name: t('map.list.title') });
  const mark = page.getByRole('img', { name: t('site.site.simulated.mark') });
  const simulated = list.getByRole('listitem').filter({ has: mark });
  await expect(simulated.nth(5)).toBeAttached(patience);
  await expect(page.locator('canvas').first()).toBeVisible(patience);
  const numbers = async () => Object.fromEntries((await simulated.allInnerTexts()).map(readLine));
  const before = await numbers();
  const changed = async () => Object.entries(await numbers()).filter(([name, text]) => before[name] !== text);
  await page.evaluate(() => document.documentElement.setAttribute('data-witness', 'same page'));
  await expect.poll(async () => (await changed()).length, patience).toBeGreaterThan(2);
  await expect(page.locator('html')).toHaveAttribute('data-witness', 'same page');

  const [name = ''] = (await changed())[0] ?? [];
  await simulated.filter({ hasText: name }).first().getByRole('button').click();
  const panel = page.getByRole('region', { name });
  await expect(panel.locator('canvas').first()).toBeVisible(patience);
  await expect(panel.getByText(t('map.chart.title')).first()).toBeVisible();

  await test.step('the map opens where sites are, its panels cover what is in view, and places are one click away', async () => {
    // Where no map is open that would store its view again.
    await page.goto(`${demo.origin}/user/profile`);
    await page.evaluate(() => localStorage.clear());
    await page.setViewportSize(withAnalysis);
    await page.goto(`${demo.origin}/home`);
    const inView = (count: string) =>
      list.getByText(t('map.coverage.view', { shown: count }), { exact: true });
    const ofSites = (count: string) =>
      page
        .getByRole('definition')
        .filter({ hasText: t('map.analysis.online.counts', { online: '', total: count }).trim() });
    await expect(inView('8')).toBeVisible(patience);
    await expect(list.getByRole('listitem')).toHaveCount(8);
    await expect(ofSites('8')).toBeVisible(patience);
    // On the other side of the world.
    await page.goto(`${demo.origin}/home?at=-140,-45,6`);
    await expect(inView('0')).toBeVisible(patience);
    await expect(ofSites('0')).toBeVisible();
    await expect(page.getByText(t('map.coverage.none')).first()).toBeVisible();
    await list.getByText(t('map.coverage.all', { shown: '8' }), { exact: true }).click();
    await expect(list.getByRole('listitem')).toHaveCount(8);
    await inView('0').click();
    await page.getByRole('button', { name: t('map.places.title') }).click();
    const places = page.getByRole('list', { name: t('map.places.title') });
    await places.getByRole('button', { name: '北京' }).click();
    await expect(page).toHaveURL(/at=116\.\d+%2C39\./);
    await expect(list.getByRole('listitem')).toHaveCount(8);
    // Where the person left the map, it opens again.
    const left = new URL(page.url()).searchParams.get('at');
    await page.goto(`${demo.origin}/home?by=PM10`);
    await expect(list.getByRole('listitem')).toHaveCount(8, patience);
    await page.getByRole('button', { name: t('map.tools.nearer') }).click();
    await expect(page).toHaveURL(new RegExp(`at=${left?.split(',')[0]}`));
  });

  await test.step('the demo opens with surface and wind, and says how far its history is until it is complete', async () => {
    let progress: object | null = { city: 1, cities: 3, day: 12, days: 30 };
    const path = '**/prod-api/demo/history*';
    await page.route(path, (route) => route.fulfill({ json: { code: 200, msg: '', data: { progress } } }));
    await page.goto(`${demo.origin}/home`);
    const hint = page.getByText(t('map.demo.history', { city: '1', cities: '3', day: '12', days: '30' }));
    await expect(hint).toBeVisible(patience);
    progress = null;
    await expect(hint).toHaveCount(0);
    await page.unroute(path);
    await page.getByRole('button', { name: t('map.tools.show') }).click();
    for (const layer of ['surface', 'wind'])
      await expect(page.getByRole('checkbox', { name: t(`map.tools.${layer}`) })).toBeChecked();
    // Arrows, because the person prefers reduced motion; without that preference particles, which move.
    await expect.poll(() => readOverlay(page), patience).not.toBe('');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const moving = async () => new Set([await readOverlay(page), await readOverlay(page), '']).size;
    await expect.poll(moving, patience).toBe(3);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByRole('checkbox', { name: t('map.tools.surface') }).uncheck();
    await page.getByRole('checkbox', { name: t('map.tools.wind') }).uncheck();
    await expect(page).toHaveURL(/show=none/);
    await page.keyboard.press('Escape');
  });

  await test.step('the wall screen shows a place with its ranking and a clock, without menus', async () => {
    await page.goto(`${demo.origin}/wall`);
    await expect(page.getByRole('heading', { name: '北京' })).toBeVisible(patience);
    await expect(page.getByRole('complementary', { name: t('map.analysis.ranking.title') })).toBeVisible();
    await expect(page.getByRole('region', { name: t('map.status.title') })).toContainText(/\d\d:\d\d:\d\d/);
    await expect(page.getByRole('toolbar')).toHaveCount(0);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 844 });
    const credits = page.getByText('Natural Earth');
    await expect(credits).toBeVisible();
    expect(await findCovered(credits, 'aside, header')).toEqual([]);
  });

  await test.step('the header has the clock, the hour of the data and the live state on a phone', async () => {
    // The demonstration is too young for an hour of its own.
    await page.route('**/prod-api/map/sites*', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.data.hours.push(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000);
      await route.fulfill({ response, json });
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${demo.origin}/home`);
    const status = page.getByRole('region', { name: t('map.status.title') });
    for (const part of [/^\d\d:\d\d:\d\d$/, /\d\d:\d\d–\d\d:\d\d$/, t('map.status.live')])
      await expect(status.getByText(part)).toBeInViewport({ ratio: 1, ...patience });
    await expectNoLayoutProblems(page);
  });

  await test.step('the console has them in its own header while it shows the map, without covering anything', async () => {
    await page.goto(`${demo.origin}/index`);
    const status = page.getByRole('region', { name: t('map.status.title') });
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const part of [/^\d\d:\d\d:\d\d$/, /\d\d:\d\d–\d\d:\d\d$/, t('map.status.live')])
        await expect(status.getByText(part)).toBeInViewport({ ratio: 1, ...patience });
      await expect.poll(() => findCovered(status, 'header button, header nav, main')).toEqual([]);
      await expectNoLayoutProblems(page);
    }
    await page.unroute('**/prod-api/map/sites*');
  });

  await test.step('a start in the sea leads to the place with most sites', async () => {
    await setMapParameters(demo.origin, token, { MAP_CENTER: '-140,-45' });
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${demo.origin}/home`);
    await page.getByRole('button', { name: t('map.places.goTo', { name: '北京' }) }).click(patience);
    await expect(list.getByRole('listitem')).toHaveCount(8);
  });

  await setMapParameters(demo.origin, token, { UNLOAD_MAP_USER: 'ana, admin' });
  await page.goto(`${demo.origin}/home`);
  await expect(page.getByText(t('map.page.notLoaded'))).toBeVisible(patience);
  // The first page after the change may still have fetched the map.
  await page.reload();
  const table = page.getByRole('table', { name: t('data.realtime.title') });
  await expect(table.getByText(name).first()).toBeVisible(patience);
  await expect(page.getByRole('button', { name: t('map.page.open'), exact: true })).toHaveCount(0);
  const fetched = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => entry.name),
  );
  expect(fetched.filter((one) => /\/(?:Map(?:Page|Screen)|maplibre)[^/~]*\.js$/.test(one))).toEqual([]);
  await page.goto('about:blank');
  await demo.close();
});

async function setMapParameters(origin: string, token: string, values: object): Promise<void> {
  const address = `${origin}/prod-api/system/config`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const found = await fetch(`${address}/list?configKey=global_custom_config`, { headers });
  const [row] = (await found.json()).rows;
  const body = JSON.stringify({ ...row, configValue: JSON.stringify(values) });
  const response = await fetch(address, { method: 'PUT', headers, body });
  expect(await response.json()).toMatchObject({ code: 200 });
}

/** Reads the name and the number of a site: the first and the last part of its line. */
function readLine(line: string): [name: string, number: string] {
  const parts = line.split('\n');
  return [parts[0] ?? '', parts.at(-1) ?? ''];
}
