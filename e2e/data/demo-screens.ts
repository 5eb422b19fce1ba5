import { readFileSync } from 'node:fs';
import type { SiteDetail } from '@limpid/contract/map/site-detail';
import type { NewestHour } from '@limpid/contract/reference/newest-hours';
import type { Browser, Locator } from '@playwright/test';
import { findCovered } from '../fixtures/layout.ts';
import { requestAt } from '../fixtures/people.ts';
import { listTableRows, navigateInApp } from '../fixtures/screen.ts';
import { expect } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';
import { briefly, type DemoPage, type ListedSite, patience } from './demo-reader.ts';

export async function checkSite(demo: DemoPage): Promise<void> {
  const { page, lines, readSites } = demo;
  const [site] = (await readSites()).filter(({ name }) => name === '东单路口');
  await lines
    .filter({ hasText: site?.name ?? '' })
    .getByRole('button')
    .click();
  const panel = page.getByRole('region', { name: site?.name ?? '' });
  await expect(page).toHaveURL(new RegExp(`site=${site?.siteId}`));
  await expectSiteBlocks(demo, panel, site);
  await panel.getByRole('link', { name: t('map.sitePage.open') }).click();
  await expect(page).toHaveURL(new RegExp(`/map/site/${site?.siteId}$`));
  const article = page.getByRole('article', { name: site?.name ?? '' });
  await expectSiteBlocks(demo, article, site);
  await page.emulateMedia({ media: 'print' });
  await expect(article.getByText(/Asia\/Shanghai/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: t('map.sitePage.print') })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
}

async function expectSiteBlocks(
  { read, readSites }: DemoPage,
  blocks: Locator,
  site: ListedSite | undefined,
): Promise<void> {
  const group = (name: string) => blocks.getByRole('region', { name: t(`map.groups.${name}`) });
  for (const name of ['particulates', 'gases', 'weather']) await expect(group(name)).toBeVisible(patience);
  const shown = async () => {
    const { values } = await read<SiteDetail>(`/map/site?siteId=${site?.siteId}`);
    return (await group('weather').innerText()).includes(
      values['TEM']?.value?.toFixed(1).replace('-', '\u2212') ?? 'none',
    );
  };
  await expect.poll(shown, patience).toBe(true);
  await expect(blocks.getByText(t('advice.china.groups'))).toBeVisible();
  await expect(
    blocks
      .getByRole('region', { name: t('map.chart.title') })
      .locator('canvas')
      .first(),
  ).toBeVisible();
  const strip = blocks.getByRole('region', { name: t('map.strip.title', { count: '30' }) });
  await expect(strip.getByRole('link')).toHaveCount(30);
  const facts = blocks.getByRole('region', { name: t('map.facts.title') });
  await expect(async () => {
    const sites = (await readSites()).filter(({ aqi, isOnline }) => aqi !== null && isOnline);
    const rank = sites.filter(({ aqi }) => (aqi ?? 0) > (site?.aqi ?? 0)).length + 1;
    await expect(facts).toContainText(t('map.facts.of', { rank, count: sites.length }), briefly);
  }).toPass(patience);
  await expect(facts).toContainText(/\d%/);
  await expect(blocks.getByRole('region', { name: t('map.nearest.title') })).toContainText('东单');
  const links = blocks.getByRole('navigation', { name: t('data.siteScreens.heading') });
  for (const name of [
    'data.siteScreens.history',
    'map.links.device',
    'map.links.alarms',
    'map.links.settings',
  ])
    await expect(links.getByRole('link', { name: t(name) })).toBeVisible();
}

export async function checkRealtime({ page, origin, token, read, readSites }: DemoPage): Promise<void> {
  await navigateInApp(page, '/data/realtime');
  const rows = listTableRows(page);
  await expect(rows).toHaveCount(12);
  for (const formula of ['PM₂.₅', 'PM₁₀', 'SO₂', 'NO₂', 'O₃'])
    await expect(page.getByRole('columnheader').filter({ hasText: formula }).first()).toBeVisible();
  const filter = (name: string, count: number) =>
    page.getByRole('button', { name: new RegExp(`${t(`data.realtime.only.${name}`)} ${count}$`) });
  for (const only of ['above', 'flagged', 'late', 'silent'] as const) {
    await page.getByRole('button', { name: new RegExp(`${t(`data.realtime.only.${only}`)} \\d+$`) }).click();
    await expect(page).toHaveURL(new RegExp(`only=${only}`));
    // Counts change with the values.
    await expect(async () => {
      const { [only]: count = 0 } = await read<Record<string, number>>('/data/realtime/counts');
      await expect(filter(only, count)).toHaveAttribute('aria-pressed', 'true', briefly);
      await expect(rows).toHaveCount(count, briefly);
    }).toPass(patience);
  }
  await filter('all', 12).click();
  const head = page.getByRole('columnheader', { name: /PM10/ });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  const sorted = '/data/realtime/list?pageSize=20&orderByColumn=channel:PM10&isAsc=descending';
  const expectOrder = async () => {
    const { rows: wanted } = await requestAt(origin, token, 'GET', sorted);
    const names = (wanted as { siteName: string }[]).map(({ siteName }) => siteName);
    return (await rows.allInnerTexts()).every((text, at) => text.trim().startsWith(names[at] ?? '-'));
  };
  await expect.poll(expectOrder, patience).toBe(true);
  await page.getByRole('button', { name: t('kit.list.export') }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /CSV/ }).click(),
  ]);
  const text = readFileSync(await file.path(), 'utf8');
  for (const { name } of await readSites()) expect(text).toContain(name);
}

export async function checkWall({ page, origin, readSites }: DemoPage, browser: Browser): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 700 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
    storageState: await page.context().storageState(),
  });
  const wall = await context.newPage();
  await wall.clock.install();
  await wall.goto(`${origin}/wall`);
  const title = wall.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('北京', patience);
  const places = wall.getByRole('complementary', { name: t('map.analysis.ranking.title') });
  const time = wall.getByRole('region', { name: t('map.status.title') });
  const expectRanking = async (isInBeijing: boolean) => {
    const ofPlace = (one: ListedSite) => one.isInBeijing === isInBeijing && one.isOnline && one.aqi !== null;
    await expect(async () => {
      const sites = (await readSites()).filter(ofPlace);
      await expect(places.locator('ol').getByRole('listitem')).toHaveCount(sites.length, briefly);
      for (const { name } of sites) await expect(places).toContainText(name, briefly);
    }).toPass(patience);
  };
  await expectRanking(true);
  await expect(time).toContainText(/\d\d:\d\d:\d\d/);
  await wall.clock.fastForward(26_000);
  await expect(title).toHaveText('里昂', patience);
  await expectRanking(false);
  await expect(time).toContainText('Europe/Paris');
  await expect(wall.getByRole('toolbar')).toHaveCount(0);
  await expect(wall.getByRole('navigation')).toHaveCount(0);
  const credits = wall.getByText('Natural Earth');
  for (const [width, height] of [
    [1024, 768],
    [390, 844],
  ] as const) {
    await wall.setViewportSize({ width, height });
    await expect(places.getByRole('listitem').getByRole('button').first()).toBeInViewport({ ratio: 1 });
    expect(await findCovered(time.getByText('Europe/Paris'), 'aside')).toEqual([]);
    await expect(credits).toBeVisible();
    expect(await findCovered(credits, 'aside, header')).toEqual([]);
  }
  await context.close();
}

export async function checkNationalControl({ page, read }: DemoPage): Promise<void> {
  await navigateInApp(page, '/analysis/nationalControl');
  const near = page.getByRole('table', { name: t('analysis.nationalControl.newest.newest') });
  const { rows } = await read<{ rows: NewestHour[] }>('/analysis/nationalControl/newest?pageSize=100');
  const station = rows.find(({ nearest }) => nearest?.difference != null);
  if (!station?.nearest) throw new Error('No station has a near own site with a valid hour.');
  const row = near.getByRole('row').filter({ hasText: station.stationName });
  await expect(row).toContainText(station.nearest.siteName);
  await expect(row).toContainText(String(station.aqi));
  const { value, difference, km } = station.nearest;
  const sign = (difference ?? 0) > 0 ? '[+]' : (difference ?? 0) < 0 ? '[-−]' : '';
  await expect(row).toContainText(
    new RegExp(`${km.toFixed(1)}.*${value}.*${sign}${Math.abs(difference ?? 0)}`),
  );
  await row.getByRole('link', { name: station.stationName }).click();
  await expect(page).toHaveURL(new RegExp(`/home\\?at=.*station=${station.stationCode}`));
  const panel = page.getByRole('region', { name: station.stationName, exact: true });
  await expect(panel).toContainText(String(station.aqi), patience);
}
