import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '@limpid/contract/durations';
import type { Language } from '@limpid/contract/language';
import { type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { browserArguments } from '../browser-arguments.ts';
import { logInAt } from '../fixtures/people.ts';
import { startMain } from '../fixtures/start-main.ts';
import { t } from '../fixtures/texts.ts';

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const ports = { PORT: '18391', GATEWAY_PORT: '18392' };
const origin = `http://127.0.0.1:${ports.PORT}`;
const executablePath = process.env['CHROME_PATH'];

test.skip(!process.env['PICTURES'], 'Pictures of the documentation are made with PICTURES=1');
test.describe.configure({ timeout: 2_700_000 });
test.use({
  launchOptions: {
    ...(executablePath && { executablePath }),
    args: [
      ...browserArguments,
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-gpu-compositing',
    ],
  },
});

interface View {
  name: string;
  /** `{site}` and `{target}` stand for the id of the first site and forwarding target. */
  path: string;
  /** How many sites of the demonstration are in the query. */
  sites?: number;
  language: Language;
  isDark?: boolean;
  size?: { width: number; height: number };
  /** The wind drifts; otherwise movement is reduced. */
  moves?: boolean;
  act?: (page: Page, text: (key: string) => string) => Promise<void>;
}

const phone = { width: 390, height: 844 };
const tablet = { width: 1024, height: 768 };
const press = (key: string): View['act'] => {
  return (page, text) => page.getByRole('button', { name: text(key), exact: true }).click();
};

const views: View[] = [
  {
    name: 'map-city',
    path: '/home?show=surface,wind&at=116.38,39.92,9.6',
    language: 'en',
    moves: true,
  },
  { name: 'map-site', path: '/home?by=PM2.5', language: 'en', moves: true, act: chooseFirst },
  {
    name: 'map-layers',
    path: '/home?by=PM10&show=surface,wind&at=116.38,39.92,9.4',
    language: 'zh',
    isDark: true,
    moves: true,
  },
  { name: 'map-timelapse', path: '/home?by=PM10', language: 'en', act: pauseTimelapse },
  { name: 'map-references', path: '/home?show=references', language: 'zh', act: zoomToReferences },
  { name: 'map-fr-dark', path: '/home', language: 'fr', isDark: true, moves: true, act: chooseFirst },
  { name: 'map-tablet', path: '/home', language: 'fr', size: tablet, moves: true },
  { name: 'map-mobile', path: '/home', language: 'fr', size: phone },
  { name: 'map-mobile-zh', path: '/home?by=PM10', language: 'zh', size: phone },
  { name: 'map-mobile-dark', path: '/home', language: 'en', size: phone, isDark: true },
  { name: 'wall', path: '/wall', language: 'en' },
  { name: 'wall-tablet', path: '/wall', language: 'fr', size: tablet, isDark: true },
  { name: 'site-page', path: '/map/site/{site}', language: 'en' },
  { name: 'site-page-mobile', path: '/map/site/{site}', language: 'fr', isDark: true, size: phone },
  { name: 'map-settings', path: '/system/map', language: 'en', act: addMaps },
  {
    name: 'switch-map',
    path: '/home?at=116.38,39.92,9.6',
    language: 'zh',
    isDark: true,
    act: press('map.basemap.title'),
  },
  { name: 'fog-map', path: '/home?show=none&at=116.3214,39.8672,16.6', language: 'en', act: chooseCannon },
  { name: 'data-rules', path: '/basic/dataRule', language: 'en' },
  { name: 'data-audit', path: '/data/audit', language: 'en', act: reviewFirst },
  { name: 'calibration-results', path: '/site/calibration?config=100', language: 'en' },
  { name: 'reference-sources', path: '/analysis/referenceSource', language: 'en' },
  { name: 'realtime', path: '/data/realtime', language: 'zh' },
  { name: 'realtime-tablet', path: '/data/realtime', language: 'fr', isDark: true, size: tablet },
  { name: 'realtime-mobile', path: '/data/realtime', language: 'en', size: phone },
  { name: 'national-control', path: '/analysis/nationalControl', language: 'en' },
  {
    name: 'national-control-mobile',
    path: '/analysis/nationalControl',
    language: 'zh',
    isDark: true,
    size: phone,
  },
  { name: 'forward-target', path: '/site/forwardTarget/{target}', language: 'en' },
  { name: 'reissue', path: '/data/reissue', language: 'en', act: startReissue },
  { name: 'place-picker', path: '/site/entity', language: 'en', act: pickPlace },
  { name: 'history', path: '/data/history?channels=PM2.5,PM10,NO2,O3&step=hour', sites: 1, language: 'zh' },
  { name: 'trend', path: '/data/trend?channels=PM2.5,O3', sites: 3, language: 'en' },
  { name: 'ranking', path: '/analysis/ranking?channels=PM2.5&compare=before', language: 'en' },
  { name: 'contrast', path: '/analysis/contrast?channels=PM2.5', sites: 4, language: 'en', isDark: true },
  { name: 'unusual', path: '/analysis/realtime', language: 'zh' },
  {
    name: 'pollution-trend',
    path: '/analysis/trend?channels=PM2.5&period=last30Days',
    sites: 1,
    language: 'fr',
  },
  { name: 'roses', path: '/analysis/rose?channels=PM2.5&period=last30Days', sites: 1, language: 'en' },
  { name: 'calendar', path: '/analysis/calendar?period=thisMonth', sites: 1, language: 'zh' },
  { name: 'distribution', path: '/analysis/distribution?channels=PM2.5', sites: 4, language: 'fr' },
  { name: 'national', path: '/analysis/national', language: 'en' },
  { name: 'alarm-log', path: '/alarm/log', language: 'en' },
  { name: 'alarm-rule', path: '/alarm/config', language: 'en', act: previewRule },
  { name: 'alarm-statistics', path: '/alarm/log?tab=statistics', language: 'fr' },
  { name: 'alarm-deliveries', path: '/alarm/delivery', language: 'en', isDark: true },
  { name: 'trend-mobile', path: '/data/trend?channels=PM2.5', sites: 2, language: 'fr', size: phone },
];
/** `PICTURES=trend,roses` makes only those of these names. */
const wanted = process.env['PICTURES']?.split(',') ?? [];
const chosen = views.filter(({ name }) => wanted.includes('1') || wanted.includes(name));

/** A map that plays is never drawn completely. */
async function pauseTimelapse(page: Page, text: (key: string) => string): Promise<void> {
  await page.getByRole('button', { name: text('map.timelapse.open'), exact: true }).click();
  const bar = page.getByRole('region', { name: text('map.timelapse.title') });
  await bar.getByRole('button', { name: text('map.timelapse.pause') }).click();
  for (let hour = 0; hour < 8; hour += 1) await bar.getByRole('slider').press('ArrowRight');
  await page.mouse.move(0, 0);
}

async function chooseFirst(page: Page, text: (key: string) => string): Promise<void> {
  const list = page.getByRole('region', { name: text('map.list.title') });
  await list.getByRole('listitem').first().getByRole('button').click();
}

async function chooseCannon(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^丽泽东门 1 号雾炮/ }).click();
}

async function editFirst(page: Page, text: (key: string) => string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${text('kit.list.edit')} `) })
    .first()
    .click();
}

async function reviewFirst(page: Page, text: (key: string) => string): Promise<void> {
  const review = page.getByRole('row').getByRole('button', { name: text('quality.period.actions.review') });
  await review.first().click();
}

async function previewRule(page: Page, text: (key: string) => string): Promise<void> {
  await page
    .getByRole('button', { name: `${text('kit.list.edit')} PM10 (1 h) > 300 µg/m³`, exact: true })
    .click();
  const preview = page.getByRole('region', { name: text('alarm.rule.preview.title') });
  const site = '通州北苑枢纽一标段';
  await preview.getByLabel(text('alarm.rule.preview.site')).fill(site);
  await page.locator('.ant-select-item-option:visible', { hasText: site }).click();
  await preview.scrollIntoViewIfNeeded();
}

/** Hours that the simulated receiver never got. */
async function startReissue(page: Page): Promise<void> {
  const headers = { authorization: `Bearer ${await logInAt(origin)}`, 'content-type': 'application/json' };
  const read = async (path: string) => (await fetch(`${origin}/prod-api${path}`, { headers })).json();
  const { rows } = await read('/site/forwardTarget/list');
  const [{ targetId, entityId }] = rows;
  const sites: { rows: { siteId: number; entityId: number }[] } = await read('/site/site/list?pageSize=100');
  const siteIds = sites.rows.filter((site) => site.entityId === entityId).map(({ siteId }) => siteId);
  const choice = { siteIds, targetIds: [targetId], kinds: [2061], acknowledged: false };
  for (const [from, to] of [
    [12, 10],
    [28, 21],
  ] as const) {
    const span = { from: Date.now() - from * DAY_MS, to: Date.now() - to * DAY_MS };
    const body = JSON.stringify({ ...choice, ...span });
    await fetch(`${origin}/prod-api/data/reissue`, { method: 'POST', headers, body });
  }
  await page.reload();
}

/** Maps that need no network to be listed, and a fixed start view. */
async function addMaps(page: Page, text: (key: string) => string): Promise<void> {
  for (const preset of ['tianditu', 'openfreemap', 'osm']) {
    const name = text(`system.mapSettings.presets.${preset}`);
    if (await page.getByText(name, { exact: true }).first().isVisible()) continue;
    await page.getByRole('button', { name: text('system.mapSettings.add') }).click();
    await page.getByRole('menuitem', { name }).click();
    const dialog = page.getByRole('dialog');
    if (preset === 'tianditu')
      await dialog.getByLabel(text('system.mapSettings.fields.key')).fill('demo-key');
    await dialog.getByRole('button', { name: text('kit.form.save') }).click();
    await expect(dialog).toBeHidden();
  }
  await page.getByRole('radio', { name: text('system.mapSettings.startFixed') }).check();
}

async function zoomToReferences(page: Page): Promise<void> {
  await page.goto(`${origin}/home?show=references&at=116.38,39.92,9.6`);
}

async function pickPlace(page: Page, text: (key: string) => string): Promise<void> {
  await editFirst(page, text);
  await page.getByRole('button', { name: text('site.place.pick') }).click();
  await page.getByRole('region', { name: text('site.place.map') }).scrollIntoViewIfNeeded();
}

/** Until the page's large map, if it has one, is drawn completely: also its tiles, markers and surface. */
async function waitForMap(page: Page): Promise<void> {
  if ((await page.locator('.fills-page').count()) === 0) return;
  const drawnSince = (start: number) =>
    page.waitForFunction(
      (from) => performance.getEntriesByName('map-drawn').some(({ startTime }) => startTime > from),
      start,
      { timeout: 180_000 },
    );
  await drawnSince(0);
  // The surface follows the sites; a map that is complete by then draws nothing more.
  await page.waitForTimeout(5000);
  await drawnSince(await page.evaluate(() => performance.now() - 2000)).catch(() => undefined);
}

/** Not by `page.screenshot`, which waits for a page that stands still: the wind never does. */
async function takePicture(page: Page, path: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const { data } = await client.send('Page.captureScreenshot', { format: 'png' });
  // The blurred edges of a surface take most of the bytes; a palette of its own keeps them alike in a quarter.
  await sharp(Buffer.from(data, 'base64'))
    .png({ palette: true, quality: 85, effort: 10, dither: 0.5 })
    .toFile(path);
}

test('takes pictures of the demonstration', async ({ browser }) => {
  // A folder that is kept saves generating the history again.
  const kept = process.env['PICTURES_DATA'];
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'limpid-pictures-'));
  const { stop } = await startMain({ ...ports, DATA_DIR: dataDir, DEMO: 'true', CAPTCHA_ENABLED: 'off' });
  const token = await logInAt(origin);
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${origin}/prod-api${path}`, { headers })).json();
  };
  /** Some stations of the demonstration are always away. */
  const readIndexShare = async () => {
    const { aqi } = (await read('/map/sites')).data.index.china;
    return aqi.filter((one: number | null) => one !== null).length / aqi.length;
  };
  // The history of the demonstration is made from the newest day back.
  const before = new Date(Date.now() - 28 * DAY_MS).toISOString().slice(0, 10);
  const countPast = async () =>
    (await read(`/analysis/ranking/table?from=${before}&channel=PM2.5&pageSize=1`)).data.ranked;
  const patience = { timeout: 600_000, intervals: [5000] };
  await expect.poll(readIndexShare, patience).toBeGreaterThan(0.85);
  await expect.poll(countPast, patience).toBeGreaterThan(12);

  const { rows }: { rows: { siteId: number }[] } = await read('/site/site/list?pageSize=10');
  const { rows: targets }: { rows: { targetId: number }[] } = await read('/site/forwardTarget/list');
  for (const { name, path, sites = 0, language, isDark, size, moves, act } of chosen) {
    const address = new URL(
      path.replace('{site}', String(rows[0]?.siteId)).replace('{target}', String(targets[0]?.targetId)),
      origin,
    );
    const siteIds = rows.slice(0, sites).map(({ siteId }) => siteId);
    if (sites > 0) address.searchParams.set('sites', siteIds.join());
    const look: BrowserContextOptions = {
      viewport: size ?? { width: 1440, height: 900 },
      colorScheme: isDark ? 'dark' : 'light',
      reducedMotion: moves ? 'no-preference' : 'reduce',
      hasTouch: size === phone,
    };
    const context = await browser.newContext(look);
    await context.addCookies([{ name: 'Admin-Token', value: token, url: origin }]);
    await context.addInitScript((locale) => localStorage.setItem('locale', locale), language);
    const page = await context.newPage();
    await page.goto(address.href);
    // A living map never stands still, and no event reports that a picture is complete.
    await page.waitForTimeout(4000);
    await waitForMap(page);
    await act?.(page, (key) => t(key, {}, language));
    await page.waitForTimeout(8000);
    if (act) await waitForMap(page);
    await takePicture(page, `${folder}${name}.png`);
    await context.close();
  }
  await stop();
  if (kept === undefined) rmSync(dataDir, { recursive: true, force: true });
});
