import { chinaOffsetMs, DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import type { MapHours } from '@limpid/contract/map/hours';
import type { HourAgo } from '@limpid/contract/map/site-detail';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import type { Locator } from '@playwright/test';
import { openDemo } from '../fixtures/demo-server.ts';
import { findCovered } from '../fixtures/layout.ts';
import { dialogButton, expectNoLayoutProblems, expectToast, navigateInApp } from '../fixtures/screen.ts';
import { readOverlay, softwareMap } from '../fixtures/software-map.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';
import { openTileServer } from '../fixtures/tile-server.ts';
import {
  addNewSite,
  briefly,
  type ListedSite,
  makeDemoPage,
  newSite,
  patience,
  readListLines,
  writeIndex,
} from './demo-reader.ts';
import { checkNationalControl, checkRealtime, checkSite, checkWall } from './demo-screens.ts';

/** On narrower screens the analysis panel starts closed. */
const withAnalysis = { width: 1200, height: 700 };

test.use({ ...softwareMap, viewport: withAnalysis });

test('shows a person the living demonstration: the map and all that belongs to it', async ({
  page,
  browser,
  allowProblem,
}) => {
  // Many steps on one demonstration, which takes long to start.
  test.slow();
  // A browser logs responses that a page left behind.
  allowProblem(/Failed to load resource|ERR_/);
  const server = await openDemo();
  const demo = makeDemoPage(page, server.origin, await server.logIn());
  const { read, readSites, lines } = demo;
  const tiles = await openTileServer([0, 0]);
  await logInAs(page, demo.token);

  const list = page.getByRole('region', { name: t('map.list.title'), exact: true });
  const coverage = (part: 'view' | 'all', shown: number) =>
    list.getByText(t(`map.coverage.${part}`, { shown }), { exact: true });
  const tools = page.getByRole('toolbar', { name: t('map.tools.title') });
  const tool = (key: string) => tools.getByRole('button', { name: t(key) });
  const status = page.getByRole('region', { name: t('map.status.title') });
  const ranking = page.locator('section').filter({
    has: page.getByRole('heading', { level: 3, name: new RegExp(t('map.analysis.ranking.title')) }),
  });
  const ranked = ranking.locator('ol').getByRole('listitem');
  const shares = page.locator('section').filter({
    has: page.getByRole('heading', { level: 3, name: new RegExp(t('map.analysis.levels.title')) }),
  });
  /** The number of sites at each level, lowest first, and of those without one. */
  const readShares = async () =>
    (await shares.getByRole('listitem').allInnerTexts()).map((text) => Number(text.split('\n')[1]));
  /** The list is compared with the API until both agree, because values change all the time. */
  const expectIndices = (isShown: (site: ListedSite) => boolean) =>
    expect
      .poll(async () => {
        const sites = (await readSites()).filter(isShown);
        const shown = await readListLines(lines);
        return sites.filter(({ name, aqi }) => aqi !== null && shown[name] !== writeIndex(aqi));
      }, patience)
      .toEqual([]);

  await test.step('1 · it opens on a city, says how far its history is, and shows newest values until then', async () => {
    await page.goto(`${demo.origin}/home`);
    const hint = page.getByText(t('map.demo.history', { city: 1, cities: 2, day: 1, days: 2 }));
    await expect(hint).toBeVisible(patience);
    await expect(lines).toHaveCount(6, patience);
    expect(await read('/demo/history')).toEqual({ progress: { city: 1, cities: 2, day: 1, days: 2 } });
    await expect(list.getByText(t('map.substitute.firstHour', { name: '' })).first()).toBeVisible();
    expect(await readSites()).toEqual(expect.arrayContaining([expect.objectContaining({ aqi: null })]));

    await tool('map.places.title').click();
    const places = page.getByRole('list', { name: t('map.places.title') });
    const sites = await readSites();
    const here = sites.filter(({ isInBeijing }) => isInBeijing).length;
    await expect(places.getByRole('listitem')).toHaveText([`北京${here}`, `里昂${sites.length - here}`]);
    await places.getByRole('button', { name: '里昂' }).click();
    await expect(lines).toHaveCount(5);
    await expect(page).toHaveURL(/at=4\.\d+%2C45\./);
    await places.getByRole('button', { name: '北京' }).click();
    await expect(lines).toHaveCount(6);
    await page.keyboard.press('Escape');

    server.continueHistory();
    await expect(hint).toHaveCount(0);
    await expect
      .poll(async () => (await readSites()).filter(({ aqi }) => aqi !== null).length, patience)
      .toBe(11);
    await expectIndices(({ isInBeijing }) => isInBeijing);
  });

  await test.step('2 · the panels cover what is in view, or all sites', async () => {
    const expectPanels = (isCovered: (site: ListedSite) => boolean) =>
      // States and indices change meanwhile.
      expect(async () => {
        const sites = (await readSites()).filter(isCovered);
        await expect(lines).toHaveCount(sites.length, briefly);
        const counts = await readShares();
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(sites.length);
        const online = sites.filter(({ isOnline }) => isOnline);
        const words = t('map.analysis.online.counts', { online: online.length, total: sites.length });
        await expect(page.getByRole('definition').filter({ hasText: words })).toBeVisible(briefly);
        const numbers = online.map(({ aqi }) => aqi ?? 0).toSorted((one, other) => other - one);
        await expect(ranked.first()).toContainText(writeIndex(numbers[0]), briefly);
      }).toPass(patience);
    await expectPanels(({ isInBeijing }) => isInBeijing);
    await coverage('all', 11).click();
    await expectPanels(() => true);
    await coverage('view', 6).click();
    await expect(lines).toHaveCount(6);
  });

  await test.step('3 · the header has clock, hour of the data and live state, and values the change in an hour', async () => {
    const clock = status.getByText(/^\d\d:\d\d:\d\d$/);
    const seconds = async () => {
      const [hour = 0, minute = 0, second = 0] = (await clock.innerText()).split(':').map(Number);
      const now = Math.floor((Date.now() + chinaOffsetMs) / 1000) % 86_400;
      return Math.abs(now - (hour * 3600 + minute * 60 + second));
    };
    expect(await seconds()).toBeLessThan(5);
    const { hours } = await read<MapSnapshot>('/map/sites');
    const newest = Math.max(...hours);
    const from = hourText(newest);
    await expect(status).toContainText(t('map.status.hour', { from, to: hourText(newest + HOUR_MS) }));
    await expect(status).toContainText(t('map.status.live'));
    await page.getByRole('combobox', { name: t('map.legend.layer') }).click();
    await page.locator('.ant-select-item-option:visible', { hasText: 'PM₁₀' }).click();
    await expect(page).toHaveURL(/by=PM10/);
    const sites = await readSites();
    const marks = async () => {
      const before = await read<HourAgo>('/map/hourAgo?channel=PM10');
      const wanted = (await lines.allInnerTexts()).flatMap((text) => {
        const parts = text.trim().split('\n');
        const siteId = sites.find(({ name }) => name === parts[0])?.siteId ?? 0;
        const past = before.values[before.sites.indexOf(siteId)] ?? null;
        if (past === null) return [];
        const change = Number(parts.at(-1)) - Math.round(past);
        const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'steady';
        return [text.includes(t(`map.change.${direction}`, { amount: `${Math.abs(change)} µg/m³` }))];
      });
      return wanted.length > 3 && wanted.every(Boolean);
    };
    await expect.poll(marks, patience).toBe(true);
    const simulated = page.getByRole('img', { name: t('site.site.simulated.mark') });
    await expect(lines.filter({ has: simulated })).toHaveCount(6);
    const before = await readListLines(lines);
    await page.evaluate(() => document.documentElement.setAttribute('data-witness', 'same page'));
    const changed = async () =>
      Object.entries(await readListLines(lines)).filter(([name, value]) => before[name] !== value).length;
    await expect.poll(changed, patience).toBeGreaterThan(2);
    await expect(page.locator('html')).toHaveAttribute('data-witness', 'same page');
    for (const [path, widths] of [
      ['/home', [390]],
      ['/index', [390, 1024, 1440]],
    ] as const) {
      await navigateInApp(page, path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 });
        for (const part of [/^\d\d:\d\d:\d\d$/, /\d\d:\d\d–\d\d:\d\d$/, t('map.status.live')])
          await expect(status.getByText(part)).toBeInViewport({ ratio: 1, ...patience });
        await expect.poll(() => findCovered(status, 'header button, nav, main')).toEqual([]);
        await expectNoLayoutProblems(page);
      }
    }
    await page.setViewportSize(withAnalysis);
    await navigateInApp(page, '/home');
    await expect(lines).toHaveCount(6, patience);
  });

  await test.step('4 · surface and wind are on, and the time-lapse plays them with list and ranking', async () => {
    await tool('map.tools.show').click();
    const layer = (name: string) => page.getByRole('checkbox', { name: t(`map.tools.${name}`) });
    await expect(layer('surface')).toBeChecked();
    await expect(layer('wind')).toBeChecked();
    // Arrows, because the person prefers reduced motion; without that preference particles, which move.
    await expect.poll(() => readOverlay(page), patience).not.toBe('');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const moving = async () => new Set([await readOverlay(page), await readOverlay(page), '']).size;
    await expect.poll(moving, patience).toBe(3);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: t('map.timelapse.open') }).click();
    const timelapse = page.getByRole('region', { name: t('map.timelapse.title') });
    const time = timelapse.getByRole('status');
    await expect(time).toHaveText(/\d\d:00/);
    const first = await time.innerText();
    await expect(time).not.toHaveText(first);
    await expect(timelapse).toContainText('Asia/Shanghai');
    await expect(status).toContainText(t('map.status.past'));
    await timelapse.getByRole('button', { name: t('map.timelapse.pause') }).click();
    const sites = (await readSites()).filter(({ isInBeijing }) => isInBeijing);
    const played = await read<MapHours>('/map/hours?index=china');
    const expectHour = async ({ hours, sites: ids, values }: MapHours, hour: number, bar: Locator) => {
      await expect(bar.getByRole('status')).toContainText(hourText(hours[hour] ?? 0));
      const known = sites.map(({ siteId, name }) => [name, values[hour]?.[ids.indexOf(siteId)]] as const);
      await expect
        .poll(() => readListLines(lines))
        .toEqual(Object.fromEntries(known.map(([name, value]) => [name, writeIndex(value)])));
      const order = known
        .flatMap(([name, value]) => (value == null ? [] : [{ name, value }]))
        .toSorted((one, other) => other.value - one.value);
      const [worst] = order;
      await expect(ranked).toHaveCount(order.length);
      await expect(ranked.first()).toContainText(writeIndex(worst?.value));
      const limits = [50, 100, 150, 200, 300, Number.POSITIVE_INFINITY];
      const levels = order.map(({ value }) => limits.findIndex((limit) => value <= limit));
      const counted = limits.map((_, level) => levels.filter((one) => one === level).length);
      await expect.poll(async () => (await readShares()).slice(0, limits.length)).toEqual(counted);
    };
    const slider = timelapse.getByRole('slider', { name: t('map.timelapse.hour') });
    await slider.press('End');
    await expectHour(played, played.hours.length - 1, timelapse);
    const newestWind = await readOverlay(page);
    await slider.press('Home');
    await expectHour(played, 0, timelapse);
    // Arrows of that hour.
    const otherWind = async () => ![newestWind, ''].includes(await readOverlay(page));
    await expect.poll(otherWind).toBe(true);
    await slider.press('ArrowRight');
    await expectHour(played, 1, timelapse);

    const yesterday = new Date(Date.now() + chinaOffsetMs - DAY_MS).toISOString().slice(0, 10);
    const written = yesterday.replace(/(.+)-(.+)-(.+)/, '$1年$2月$3日');
    const day = timelapse.getByLabel(t('map.timelapse.day'));
    await day.fill(written);
    await day.press('Enter');
    const past = page.getByRole('region', { name: t('map.timelapse.titleDay', { day: written }) });
    await past.getByRole('button', { name: t('map.timelapse.pause') }).click();
    await past.getByRole('slider', { name: t('map.timelapse.hour') }).press('End');
    const midnight = Date.parse(`${yesterday}T00:00:00+08:00`);
    const stored = await read<MapHours>(`/map/hours?index=china&from=${midnight}&to=${midnight + DAY_MS}`);
    expect(stored.hours.length).toBe(24);
    await expectHour(stored, 23, past);
    await page.setViewportSize({ width: 390, height: 844 });
    const rail = past.locator('.ant-slider-rail');
    await expect.poll(async () => (await rail.boundingBox())?.width ?? 0).toBeGreaterThan(240);
    await expectNoLayoutProblems(page);
    await page.setViewportSize(withAnalysis);
    await past.getByRole('button', { name: t('map.timelapse.close') }).click();
    await expect(status).toContainText(t('map.status.live'));
  });

  await test.step('5 · map settings take a map and a start view, and each person switches maps', async () => {
    const word = (key: string, values = {}) => t(`system.mapSettings.${key}`, values);
    const press = (name: string) => page.getByRole('button', { name }).click();
    await navigateInApp(page, '/system/map');
    await press(word('add'));
    await page.getByRole('menuitem', { name: word('presets.xyz') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(word('fields.name')).fill('城市底图');
    await dialog.getByLabel(word('fields.tiles')).fill(`${tiles.origin}/good/{z}/{x}/{y}`);
    await dialog.getByRole('button', { name: word('test') }).click();
    await expect(dialog.getByText(/256 × 256/)).toBeVisible(patience);
    await dialogButton(page, 'kit.form.save').click();
    await expect(dialog).toHaveCount(0);
    // In the sea: the map says so, and leads to the sites.
    await page.getByRole('radio', { name: word('startFixed') }).check();
    for (const [name, value] of [
      ['longitude', '-140'],
      ['latitude', '-45'],
      ['zoom', '6'],
    ] as const)
      await page.getByRole('spinbutton', { name: word(`fields.${name}`) }).fill(value);
    await press(word('startSave'));
    await expectToast(page, word('saved'));

    await addNewSite(server, demo);
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${demo.origin}/home`);
    await expect(coverage('view', 0)).toBeVisible(patience);
    await page.getByRole('button', { name: t('map.places.goTo', { name: '北京' }) }).click();
    await expect(lines).toHaveCount(7);
    const line = lines.filter({ hasText: newSite });
    await expect(line).toContainText(t('map.substitute.firstHour', { name: '' }));
    await expect(line).toContainText('37');
    await tool('map.basemap.title').click();
    const maps = page.getByRole('radiogroup', { name: t('map.basemap.title') });
    const names = ['auto', 'light', 'dark', 'plain'].map((name) => t(`map.basemap.${name}`));
    for (const name of [...names, '城市底图']) await expect(maps.getByRole('radio', { name })).toBeAttached();
    const before = tiles.asked('good');
    await maps.getByRole('radio', { name: '城市底图' }).check();
    await expect.poll(() => tiles.asked('good'), patience).toBeGreaterThan(before);
    // The view and the map stay those of the person.
    const kept = tiles.asked('good');
    await page.goto(`${demo.origin}/home`);
    await expect(lines).toHaveCount(7, patience);
    await expect.poll(() => tiles.asked('good'), patience).toBeGreaterThan(kept);
  });

  await test.step('6 · a site has a panel, and the same as a page that can be linked and printed', () =>
    checkSite(demo));

  await test.step('7 · the table of real-time data has formulas, filters with counts, an order and an export', () =>
    checkRealtime(demo));

  await test.step('8 · the wall screen tours the places with ranking and clock, without menus', () =>
    checkWall(demo, browser));

  await test.step('9 · national-control data is compared with the nearest own site, and leads to the map', () =>
    checkNationalControl(demo));

  await page.goto('about:blank');
  tiles.close();
  await server.close();
});

/** An hour as the bar of the time-lapse writes it. */
function hourText(moment: number): string {
  return new Date(moment + chinaOffsetMs).toISOString().slice(11, 16);
}
