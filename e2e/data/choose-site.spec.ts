import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { maxMapZoom, toWorld, worldPixels } from '../../web/src/map/mercator.ts';
import { admin, createPerson } from '../fixtures/people.ts';
import { addBranch, confineTo, registerSite } from '../fixtures/sites.ts';
import { softwareMap } from '../fixtures/software-map.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const patience = { timeout: 60_000 };
/** Two sites about 60 m apart; two others 40 cm apart, which no zoom separates. */
const gate = [12.4924, 41.8902] as const;
const yard = [12.4931, 41.8902] as const;
const roof = [12.52, 41.9] as const;
const mast = [12.520005, 41.9] as const;
/** The width of a marker with its ring. */
const markerPixels = 40;

test.use(softwareMap);

test('choosing a site zooms until its marker stands apart; of inseparable ones the click lists both', async ({
  page,
  tokenOf,
}) => {
  const group = `CS${randomBytes(3).toString('hex')}`;
  const deptId = await addBranch(group);
  const token = await tokenOf(admin);
  for (const [name, place] of Object.entries({ gate, yard, roof, mast }))
    await registerSite(token, group + name, deptId, [...place]);
  const watcher = await createPerson('chooser', { menus: [1410, 1430, 1450] });
  await confineTo(deptId, watcher);
  await logInAs(page, await tokenOf(watcher));
  await page.goto(`/home?q=${group}&at=${gate.join()},9`);
  const list = page.getByRole('region', { name: t('map.list.title') });
  const choose = (name: string) => list.getByRole('button', { name: new RegExp(group + name) }).click();
  const panelOf = (name: string) => page.getByRole('region', { name: group + name });
  await expect(list.getByRole('listitem')).toHaveCount(4, patience);
  await expect(page.locator('canvas').first()).toBeVisible(patience);

  await test.step('the neighbour has a marker of its own, which opens its panel', async () => {
    await choose('gate');
    await expect(panelOf('gate')).toBeVisible();
    const { zoom } = await settle(page, 15);
    const apart = Math.abs(toWorld(yard)[0] - toWorld(gate)[0]) * worldPixels * 2 ** zoom;
    expect(apart).toBeGreaterThan(markerPixels);
    expect(zoom).toBeLessThanOrEqual(maxMapZoom);
    await clickPlace(page, yard);
    await expect(panelOf('yard')).toBeVisible();
  });

  await test.step('sites at one spot are listed by a click, and each can be chosen', async () => {
    await choose('roof');
    await expect(panelOf('roof')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panelOf('roof')).toHaveCount(0);
    await page.goto(`/home?at=${roof.join()},${maxMapZoom}`);
    await settle(page, maxMapZoom);
    const overlapping = page.getByRole('region', { name: t('map.overlapping') });
    // The map ignores clicks until its markers are drawn.
    await expect(async () => {
      await clickPlace(page, roof);
      await expect(overlapping).toBeVisible({ timeout: 1000 });
    }).toPass(patience);
    await expect(overlapping.getByRole('listitem')).toHaveCount(2);
    await overlapping.getByRole('button', { name: new RegExp(`${group}mast`) }).click();
    await expect(panelOf('mast')).toBeVisible();
  });
});

/** The view in the address, once the map has arrived at a zoom. */
async function settle(page: Page, zoom: number): Promise<{ centre: [number, number]; zoom: number }> {
  await expect.poll(() => readView(page).zoom, patience).toBeGreaterThanOrEqual(zoom);
  return readView(page);
}

function readView(page: Page): { centre: [number, number]; zoom: number } {
  const [longitude = 0, latitude = 0, zoom = 0] = (new URL(page.url()).searchParams.get('at') ?? '')
    .split(',')
    .map(Number);
  return { centre: [longitude, latitude], zoom };
}

/** Clicks where the map shows a place. */
async function clickPlace(page: Page, place: readonly [number, number]): Promise<void> {
  const { centre, zoom } = readView(page);
  const [box, here, there] = [
    await page.locator('canvas').first().boundingBox(),
    toWorld(centre),
    toWorld(place),
  ];
  const scale = worldPixels * 2 ** zoom;
  const [x, y] = [(there[0] - here[0]) * scale, (there[1] - here[1]) * scale];
  await page.mouse.click(
    (box?.x ?? 0) + (box?.width ?? 0) / 2 + x,
    (box?.y ?? 0) + (box?.height ?? 0) / 2 + y,
  );
}
