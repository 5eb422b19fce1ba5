import { readFileSync } from 'node:fs';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { Page } from '@playwright/test';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { addMeasuredSite } from '../fixtures/measured-site.ts';
import { admin, requestApi } from '../fixtures/people.ts';
import { expectSavedQueryComesBack } from '../fixtures/saved-query.ts';
import { expectNoLayoutProblems, navigateInApp } from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';
import { addDenseSites } from './dense-sites.ts';

const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const weekAgo = new Date(Date.parse(today) - 7 * 86_400_000).toISOString().slice(0, 10);
const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
const yearAgo = new Date(Date.parse(today) - 365 * 86_400_000).toISOString().slice(0, 10);

/** Zooms to this share of the chart, around its middle, by dragging. */
async function selectMiddle(page: Page, share: number): Promise<void> {
  const plot = page.getByRole('figure', { name: t('data.trend.chart') });
  const box = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const at = (part: number) => box.x + box.width * (0.5 + part);
  await page.mouse.move(at(-share / 2), box.y + 120);
  await page.mouse.down();
  await page.mouse.move(at(share / 2), box.y + 120, { steps: 3 });
  await page.mouse.up();
}

/** The days between the moments of the period in the address; undefined if it has dates. */
function countZoomedDays(page: Page): number | undefined {
  const period = /^(\d+)\.\.(\d+)$/.exec(new URL(page.url()).searchParams.get('period') ?? '');
  return period ? (Number(period[2]) - Number(period[1])) / 86_400_000 : undefined;
}

test('shows a trend that its address reproduces, with finer data when zoomed and flags for corrections', async ({
  page,
  tokenOf,
}) => {
  const token = await tokenOf(admin);
  const { siteId, siteName } = await addMeasuredSite(token, {
    hours: [weekAgo, yesterday],
    valueAt: (_, hour = 0) => 20 + hour,
  });
  const ts = Date.parse(`${yesterday}T12:00:00+08:00`);
  const lines = page.getByRole('table', { name: t('data.trend.lines') });
  const first = lines.getByRole('row', { name: new RegExp(siteName) }).first();
  const toolbar = page.getByRole('toolbar', { name: t('data.trend.toolbar') });
  const changes = [0, 1].map((minute) => ({ ts: ts + minute * MINUTE_MS, channel: 'PM2.5', value: 7 }));
  const json = { siteId, granularity: 'minute', reason: 'filter changed', changes };
  expect(await requestApi(token, 'PUT', '/data/history', json)).toMatchObject({ code: 200 });
  await query(
    `insert into alarm_log (site_id, rule_name, alarm_type, severity, channel_id, basis, compare, value, limit_value,
       peak, peak_at, raised_at, ended_at, end_reason, message_at)
     select $1, 'Fine dust', 'limit', 'major', channel_id, 'hour', 'gt', 44, 35, 44, $2::timestamptz, $2, $3, 'recovered',
       $2 from basic_channel where channel_code = 'PM2.5'`,
    [siteId, new Date(ts), new Date(ts + HOUR_MS)],
  );
  await page.goto(`/data/trend?sites=${siteId}&channels=PM2.5&period=${weekAgo}..${yesterday}`);

  await test.step('the line says its step, number of values and zone', async () => {
    await expect(first).toContainText(t('data.query.steps.hour'));
    await expect(first).toContainText('168');
    await expect(first).toContainText('Asia/Shanghai');
    await expect(page.getByRole('figure', { name: t('data.trend.chart') })).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  await test.step('the chart is saved as a picture', async () => {
    const saved = page.waitForEvent('download');
    await toolbar.getByRole('button', { name: t('data.query.png') }).click();
    const bytes = readFileSync(await (await saved).path());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    const box = await page.getByRole('figure', { name: t('data.trend.chart') }).boundingBox();
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    expect(width).toBeGreaterThanOrEqual((box?.width ?? 0) * 1.9);
    expect(height).toBeGreaterThan(600);
    // An empty picture of this size has far fewer bytes.
    expect(bytes.length).toBeGreaterThan(20_000);
  });

  await test.step('a table has every point', async () => {
    await page.getByText(t('data.query.table'), { exact: true }).click();
    const values = page.getByRole('region', { name: t('data.trend.timeColumn', { zone: 'Asia/Shanghai' }) });
    await expect(values.getByRole('row')).toHaveCount(169);
    await expect(values.getByRole('row').nth(8)).toContainText('27');
  });

  await test.step('a correction appears as a marker, and so does the rule that misses the rest of its hour', async () => {
    await page.getByText(t('data.trend.markers', { count: 2 })).click();
    const markers = page.getByRole('list', { name: t('data.trend.markerList') });
    await expect(markers).toContainText('filter changed');
    await expect(markers.getByRole('listitem')).toHaveCount(2);
  });

  await test.step('an alarm appears with its rule, value and time, and leads to the alarm log', async () => {
    await page.getByText(t('data.trend.alarms.title', { count: 1 })).click();
    const row = page
      .getByRole('table', { name: t('data.trend.alarms.table') })
      .getByRole('row')
      .nth(1);
    await expect(row).toContainText(/44\u202fµg\/m³ >\u202f35/);
    await expect(row).toContainText(/12:00:00.*13:00:00/);
    await expect(row.getByRole('link', { name: 'Fine dust' })).toHaveAttribute('href', /alarm=\d+/);
  });

  await test.step('zoom by keys and drag loads finer data, and the address has the range', async () => {
    await toolbar.getByRole('button', { name: t('data.trend.zoomIn') }).focus();
    await page.keyboard.press('+');
    await expect(page).toHaveURL(/period=\d+\.\.\d+/);
    const before = page.url();
    await selectMiddle(page, 0.05);
    await expect.poll(() => page.url()).not.toBe(before);
    await expect(first).toContainText(t('data.query.steps.minute'));
    const zoomed = page.url();
    await page.reload();
    await expect(first).toContainText(t('data.query.steps.minute'));
    expect(page.url()).toBe(zoomed);
    await page.getByRole('button', { name: t('data.trend.whole') }).click();
    await expect(page).toHaveURL(new RegExp(`period=${weekAgo}\\.\\.${yesterday}`));
    await expect(first).toContainText('168');
  });

  await test.step('while finer data is loading, a thin line moves above the picture of before', async () => {
    const gate = Promise.withResolvers<void>();
    await page.route('**/data/trend?*', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await toolbar.getByRole('button', { name: t('data.trend.zoomIn') }).click();
    const plot = page.locator('[aria-busy]').filter({ has: page.getByRole('figure') });
    await expect(plot).toHaveAttribute('aria-busy', 'true');
    await expect(plot.locator('[aria-hidden][class*="progress"]')).toHaveCSS('height', '2px');
    await expect(first).toContainText('168');
    gate.resolve();
    await expect(plot).toHaveAttribute('aria-busy', 'false');
    await expect(plot.locator('[class*="progress"]')).toHaveCount(0);
    await page.unroute('**/data/trend?*');
  });

  await test.step('a comparison, panels and hidden lines are in the address too', async () => {
    await navigateInApp(
      page,
      `/data/trend?sites=${siteId}&channels=PM2.5,PM10,TEM&period=${weekAgo}..${yesterday}&compare=before&hide=${siteId}:PM10`,
    );
    await expect(lines.getByRole('row')).toHaveCount(7);
    await expect(page.getByRole('checkbox', { name: new RegExp(`${siteName} · PM₁₀$`) })).not.toBeChecked();
    await page.getByText(t('data.trend.layouts.multiples')).click();
    await expect(page).toHaveURL(/layout=multiples/);
    await expectSavedQueryComesBack(page, siteName, async () => {
      await page.getByText(t('data.trend.layouts.single')).click();
      await page.getByRole('checkbox', { name: new RegExp(`${siteName} · PM₁₀$`) }).click();
    });
  });

  await test.step('the index alone has the markers of its pollutant', async () => {
    await navigateInApp(page, `/data/trend?sites=${siteId}&channels=*index&period=${weekAgo}..${yesterday}`);
    await expect(page.getByText(t('data.trend.markers', { count: 2 }))).toBeVisible();
  });

  await test.step('on a phone two fingers zoom, and one finger still scrolls the page', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoLayoutProblems(page);
    const plot = page.getByRole('figure', { name: t('data.trend.chart') }).locator('..');
    await expect(plot).toHaveCSS('touch-action', 'pan-y');
    const touch = (type: string, pointerId: number, clientX: number) =>
      plot.dispatchEvent(type, { pointerId, clientX, clientY: 300, pointerType: 'touch', button: 0 });
    await touch('pointerdown', 1, 150);
    await touch('pointerdown', 2, 250);
    await touch('pointermove', 1, 100);
    await touch('pointermove', 2, 300);
    await touch('pointerup', 1, 100);
    await touch('pointerup', 2, 300);
    // The address follows the fingers with a delay, and may have been written between two moves.
    await expect.poll(() => countZoomedDays(page)).toBeCloseTo(3.5, 0);
  });
});

test('zooms a year by hour of eight sites and a week of minutes of four until each value is drawn', async ({
  page,
  tokenOf,
}) => {
  const sites = await addDenseSites(await tokenOf(admin), {
    count: 8,
    hoursFrom: yearAgo,
    minutesFrom: weekAgo,
    last: yesterday,
  });
  const lines = page
    .getByRole('table', { name: t('data.trend.lines') })
    .getByRole('rowgroup')
    .last();
  const first = lines.getByRole('row').first().getByRole('cell');

  await page.goto('/data/trend');
  for (const { step, from, count, values, days } of [
    { step: 'hour', from: yearAgo, count: 8, values: '8,760', days: 365 },
    { step: 'minute', from: weekAgo, count: 4, values: '10,080', days: 7 },
  ]) {
    await navigateInApp(
      page,
      `/data/trend?sites=${sites.slice(0, count)}&channels=PM2.5&step=${step}&period=${from}..${yesterday}`,
    );
    const name = t(`data.query.steps.${step}`);
    await expect(lines.getByRole('row')).toHaveCount(count);
    await expect(first.nth(1)).toHaveText(values);
    // A point of the whole period stands for several values.
    await expect(first.nth(0)).not.toHaveText(name);
    await selectMiddle(page, 0.05);
    await expect(first.nth(0)).toHaveText(name);
    const zoomed = countZoomedDays(page) ?? 0;
    expect(zoomed).toBeGreaterThan(days * 0.03);
    expect(zoomed).toBeLessThan(days * 0.08);
    const shown = Number((await first.nth(1).innerText()).replace(',', ''));
    expect(shown).toBeCloseTo(zoomed * (step === 'hour' ? 24 : 1440), -1);
  }
});

test('says what to change where a query is too large', async ({ page, tokenOf }) => {
  const { siteId } = await addMeasuredSite(await tokenOf(admin), {
    hours: [weekAgo, weekAgo],
    valueAt: () => 20,
  });
  await page.goto(`/data/trend?sites=${siteId}&channels=PM2.5&step=minute&period=2016-01-01..2025-12-31`);
  await page.getByRole('button', { name: t('data.query.useAuto') }).click();
  await expect(page).not.toHaveURL(/step=minute/);
  await expect(page.getByText(t('data.query.noData'))).toBeVisible();
});

test('draws an official station alone, beside sites, and without those that are gone', async ({
  page,
  tokenOf,
}) => {
  const { siteId } = await addMeasuredSite(await tokenOf(admin), {
    hours: [weekAgo, weekAgo],
    valueAt: () => 20,
  });
  const code = `RT${siteId}`;
  await query(
    `insert into reference_station (station_code, station_name, city, facts_of, create_by)
     values ($1, $1 || ' station', 'Lyon', now(), 'test')`,
    [code],
  );
  await query(
    `insert into reference_reading (station_code, release_time, pm25, create_by)
     select $1, $2::timestamptz + n * interval '1 hour', 30 + n, 'test' from generate_series(1, 5) n`,
    [code, `${weekAgo}T00:00:00+08:00`],
  );
  const lines = page.getByRole('table', { name: t('data.trend.lines') });
  const station = lines.getByRole('row', { name: new RegExp(`${code} station`) });
  const gone = page.getByText(t('data.query.missingReferences', { count: 1 }));
  const address = `/data/trend?channels=PM2.5&period=${weekAgo}..${yesterday}`;
  await page.goto(`${address}&references=${code}`);
  await expect(station).toContainText('5');
  await expect(gone).toHaveCount(0);

  await navigateInApp(page, `${address}&sites=${siteId}&references=NOPE,${code}`);
  await expect(lines.getByRole('row')).toHaveCount(3);
  await expect(gone).toBeVisible();

  const band = page.waitForRequest((request) => {
    const asked = new URL(request.url()).searchParams;
    return asked.get('band') === 'true' && Number(asked.get('to')) <= Date.parse(`${weekAgo}T00:00:00+08:00`);
  });
  await navigateInApp(page, `${address}&references=NOPE&sites=${siteId}&compare=before`);
  await expect(gone).toBeVisible();
  await expect(lines.getByRole('row')).toHaveCount(3);
  await band;

  await navigateInApp(page, `${address}&references=NOPE`);
  await expect(page.getByText(t('data.trend.noSiteHint'))).toBeVisible();
  await expect(gone).toBeVisible();
});
