import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { query } from '../fixtures/database.ts';
import { admin, createPerson, requestApi } from '../fixtures/people.ts';
import { expectNoLayoutProblems, listTableRows, navigateInApp, searchFor } from '../fixtures/screen.ts';
import { openStation } from '../fixtures/station.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const patience = { timeout: 30_000 };
/** Ids of the seeded menus: the catalog, the screen, its export and the map. */
const menus = [1410, 1411, 1418, 1430];
const values = {
  a34004: 20,
  a34002: 30,
  a21026: 5,
  a21004: 18,
  a21005: 0.4,
  a05024: 60,
  a99054: 0.153,
  a01001: 17.9,
  a01002: 53.1,
  a01006: 101.98,
  a01007: 2.8,
  a01008: 225,
};

/** Registers sites of one entity with a limit of 50 µg/m³ of PM2.5. */
async function registerSites(token: string, group: string, names: readonly string[]): Promise<void> {
  const entity = { entityCode: group, entityName: group, deptId: 100, orderNum: 1 };
  expect(await requestApi(token, 'POST', '/site/entity', entity)).toMatchObject({ code: 200 });
  const [owner] = await query<{ entity_id: number }>(
    'select entity_id from site_entity where entity_code = $1',
    [group],
  );
  for (const name of names) {
    const site = { siteCode: name, siteName: name, mn: name, deviceTypeId: 1, threshold: 50 };
    expect(
      await requestApi(token, 'POST', '/site/site', { ...site, entityId: owner?.entity_id }),
    ).toMatchObject({ code: 200 });
  }
}

/** Reports until the gateway knows the new station. */
async function openReporting(mn: string, first: Record<string, number>) {
  const station = await openStation(mn);
  await expect
    .poll(
      () => {
        station.report(first);
        return station.received();
      },
      { ...patience, intervals: [100, 500] },
    )
    .toContain('CN=9014');
  return station;
}

/** Replaces Web Audio by one that counts tones; as in a browser it is suspended until somebody clicks. */
async function countTones(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let tones = 0;
    const node = { connect: () => undefined };
    class CountedAudio {
      state = 'suspended';
      currentTime = 0;
      destination = node;
      listener: () => void = () => undefined;
      addEventListener(_: string, listener: () => void) {
        this.listener = listener;
      }
      resume() {
        this.state = 'running';
        this.listener();
        return Promise.resolve();
      }
      close = () => Promise.resolve();
      createGain() {
        tones += 1;
        document.documentElement.setAttribute('data-tones', String(tones));
        const gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
        return { ...node, gain };
      }
      createOscillator = () => ({
        ...node,
        frequency: { value: 0 },
        start: () => undefined,
        stop: () => undefined,
      });
    }
    Object.assign(window, { AudioContext: CountedAudio });
  });
  return async () => Number((await page.locator('html').getAttribute('data-tones')) ?? 0);
}

/** Scrolls the table to its last column; lists cells that the sticky name covers there, or that do not fit beside it. */
async function findCoveredCells(page: Page): Promise<string[]> {
  const body = page.getByRole('rowgroup').last();
  await body.evaluate((rows) => rows.closest('div')?.scrollBy(5000, 0));
  return body.evaluate((rows) => {
    const frame = rows.closest('div');
    if (!frame?.scrollLeft) return ['nothing scrolls'];
    const window = frame.getBoundingClientRect();
    return [...rows.children].flatMap(({ firstElementChild: name, lastElementChild: last }) => {
      const [own, other] = [name?.getBoundingClientRect(), last?.getBoundingClientRect()];
      if (!own || !other || own.left < window.left - 1) return ['the name does not stay'];
      const isFree = other.left >= own.right - 1 && other.right <= window.right + 1;
      return isFree ? [] : [last?.textContent ?? ''];
    });
  });
}

test('narrows to what needs attention, sorts over all pages, plays a tone and opens the site', async ({
  page,
  tokenOf,
}) => {
  const group = `RA${randomBytes(3).toString('hex')}`;
  const names = ['A', 'B', 'C'].map((letter) => group + letter);
  const [high = '', low = '', silent = ''] = names;
  await registerSites(await tokenOf(admin), group, names);
  const first = await openReporting(high, { ...values, a34004: 98 });
  const second = await openReporting(low, { ...values, a34002: 35 });
  const tones = await countTones(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await logInAs(page, await tokenOf(await createPerson('attentive', { menus })));
  await page.goto('/data/realtime');
  await searchFor(page, t('data.realtime.fields.siteName'), group);
  const rows = listTableRows(page);
  await expect(rows).toHaveCount(3);
  const filter = (name: string, count: number) =>
    page.getByRole('button', { name: new RegExp(`${t(`data.realtime.only.${name}`)} ${count}$`) });

  await test.step('twelve channels are visible beside the site, in rows of 36 px', async () => {
    await expect(page.getByRole('columnheader', { name: /\(m\/s\)/ })).toBeVisible();
    const table = await page.getByRole('table', { name: t('data.realtime.title') }).boundingBox();
    const heads = page
      .getByRole('columnheader')
      .filter({ has: page.locator('[aria-hidden]', { hasText: /[A-Z]/ }) });
    const boxes = await page
      .getByRole('columnheader', { name: /\(.+\)$/ })
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    const right = (table?.x ?? 0) + (table?.width ?? 0);
    expect(boxes.filter((edge) => edge <= right + 1).length).toBeGreaterThanOrEqual(12);
    await expect(heads.filter({ hasText: 'SO₂' })).toBeVisible();
    expect((await rows.first().boundingBox())?.height).toBe(36);
  });

  await test.step('each filter has the number of its sites, and is in the address', async () => {
    await expect(filter('all', 3)).toHaveAttribute('aria-pressed', 'true');
    await expect(filter('silent', 1)).toBeVisible();
    await filter('above', 1).click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(high);
    await expect(page).toHaveURL(/only=above/);
    await filter('silent', 1).click();
    await expect(rows).toContainText(silent);
    await filter('all', 3).click();
    await expect(rows).toHaveCount(3);
  });

  await test.step('the order is in the address, with empty values last', async () => {
    const head = page.getByRole('columnheader', { name: /PM10/ });
    await head.getByRole('button').click();
    await expect(page).toHaveURL(/sort=channel%3APM10/);
    await head.getByRole('button').click();
    await expect(page).toHaveURL(/sort=channel%3APM10&order=desc/);
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(rows.first()).toContainText(low);
    await expect(rows.last()).toContainText(silent);
  });

  await test.step('a tone sounds once for a site that comes above its limit', async () => {
    await page.getByRole('button', { name: t('data.realtime.sound.off') }).click();
    await expect.poll(tones).toBe(1);
    second.report({ ...values, a34004: 120 });
    await expect(filter('above', 2)).toBeVisible(patience);
    await expect.poll(tones, patience).toBe(2);
    first.report({ ...values, a34004: 10 });
    await expect(filter('above', 1)).toBeVisible(patience);
    expect(await tones()).toBe(2);
    // It goes on while other screens are open: another tab of the console, and the map.
    for (const [at, path] of ['/alarm/log', '/home'].entries()) {
      await navigateInApp(page, path);
      await expect(rows.first()).toBeHidden();
      first.report({ ...values, a34004: 110 });
      await expect.poll(tones, patience).toBe(3 + at);
      await navigateInApp(page, '/data/realtime');
      await expect(filter('above', 2)).toBeVisible(patience);
      first.report({ ...values, a34004: 10 });
      await expect(filter('above', 1)).toBeVisible(patience);
    }
    // After a reload the browser waits for a click, and the screen says so.
    await page.reload();
    await expect(page.getByText(t('data.realtime.sound.blocked'))).toBeVisible();
    await page.getByRole('table').click({ position: { x: 5, y: 5 } });
    await expect(page.getByText(t('data.realtime.sound.blocked'))).toBeHidden();
  });

  await test.step('the export has the filtered rows', async () => {
    await searchFor(page, t('data.realtime.fields.siteName'), group);
    await expect(rows).toHaveCount(3);
    await page.getByRole('button', { name: t('kit.list.export') }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /CSV/ }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`${t('data.realtime.title')}.csv`);
  });

  await test.step('a phone shows cards whose filters fit, and a name opens the site', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('article')).toHaveCount(3);
    await expectNoLayoutProblems(page);
    const toolbar = page.getByRole('toolbar', { name: t('kit.list.actions') });
    const columns = toolbar.getByRole('button', { name: t('kit.list.columns') });
    expect((await toolbar.boundingBox())?.height).toBeLessThanOrEqual(44);
    await expect(columns).toHaveCount(0);
    await toolbar.getByRole('button', { name: t('kit.list.more') }).click();
    await expect(columns).toBeVisible();
    await toolbar.getByRole('button', { name: t('kit.list.less') }).click();
    await page.getByText(t('data.realtime.table'), { exact: true }).click();
    await expect(rows).toHaveCount(3);
    expect(await findCoveredCells(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(rows).toHaveCount(3);
    await rows.filter({ hasText: low }).getByRole('cell').nth(1).click();
    await expect(page).toHaveURL(/\/map\/site\/\d+/);
  });
  first.end();
  second.end();
});
