import type { Locator, Page } from '@playwright/test';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { dialogButton, expectFieldError, expectNoLayoutProblems, expectToast } from '../fixtures/screen.ts';
import { type IsolatedServer, openIsolatedServer } from '../fixtures/second-server.ts';
import { softwareMap } from '../fixtures/software-map.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';
import { markColour, openTileServer } from '../fixtures/tile-server.ts';

test.use(softwareMap);

const patience = { timeout: 60_000 };
/** A published pair: a place in Beijing in WGS-84, and the same in GCJ-02. */
const place = [116.404, 39.915] as const;
const shifted = [116.41024449916938, 39.91640428150164] as const;
const metresPerPixel = (40_075_017 * Math.cos((place[1] * Math.PI) / 180)) / (512 * 2 ** 16);

const word = (key: string, values: Record<string, string | number> = {}) =>
  t(`system.mapSettings.${key}`, values);

/** Where a GCJ-02 map shows the place, in Mercator coordinates from 0 to 1. */
function shiftedPlace(): [number, number] {
  const [longitude, latitude] = shifted;
  const sine = Math.sin((latitude * Math.PI) / 180);
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

let tiles: Awaited<ReturnType<typeof openTileServer>>;
let server: IsolatedServer;
let token: string;
const template = (name: string) => `${tiles.origin}/${name}/{z}/{x}/{y}`;

test.beforeAll(async () => {
  tiles = await openTileServer(shiftedPlace());
  server = await openIsolatedServer({ OUTBOUND_ALLOW: '127.0.0.1/32', OUTBOUND_TIMEOUT: '1' });
  token = await server.logIn();
});

test.beforeEach(async ({ page, allowProblem }) => {
  // Browsers log refused tiles by themselves.
  allowProblem(/Failed to load resource|ERR_|blocked by CORS policy/);
  await logInAs(page, token);
});

// Pages ask for tiles until they are left.
test.afterEach(async ({ page }) => void (await page.goto('about:blank')));

test.afterAll(async () => {
  tiles.close();
  await server.close();
});

test('sets up a map with preview and connection test, and picks the start view', async ({ page }) => {
  const host = new URL(tiles.origin).host;
  await page.goto(`${server.origin}/system/map`);
  const dialog = page.getByRole('dialog');
  const address = dialog.getByLabel(word('fields.tiles'));

  await test.step('a wrong address is refused beside its field', async () => {
    await page.getByRole('button', { name: word('add') }).click();
    await page.getByRole('menuitem', { name: word('presets.xyz') }).click();
    await dialog.getByLabel(word('fields.name')).fill('城市底图');
    await address.fill(`${tiles.origin}/good/{z}.png`);
    await dialogButton(page, 'kit.form.save').click();
    await expectFieldError(address, `${t('errors.map_provider.address')} ${word('tilesHint')}`);
  });

  await test.step('the connection test says in a sentence what the server answers', async () => {
    const press = dialog.getByRole('button', { name: word('test') });
    for (const [name, sentence] of [
      ['401', word('trial.denied', { host, status: 401 })],
      ['403', word('trial.denied', { host, status: 403 })],
      ['html', word('trial.page', { host })],
      ['closed', word('trial.cors', { host })],
      ['silent', word('trial.silent', { host: '127.0.0.1', seconds: 1 })],
    ] as const) {
      await address.fill(template(name));
      await press.click();
      await expect(dialog.getByText(sentence)).toBeVisible(patience);
    }
    await address.fill(`${template('401')}?tk={key}`);
    const key = dialog.getByLabel(word('fields.key'), { exact: true });
    await press.click();
    await expectFieldError(key, t('errors.map_provider.key'));
    await key.fill('w');
    await expect(dialog.getByText(t('errors.map_provider.key'))).toHaveCount(0);
    await press.click();
    const refusal = dialog.getByText(word('trial.refused', { host, status: 401 }));
    await expect(refusal).toBeVisible(patience);
    // A result is about the values that were tested.
    await key.fill('x');
    await expect(refusal).toHaveCount(0);
    await address.fill(template('good'));
    await press.click();
    await expect(dialog.getByText(/256 × 256/)).toBeVisible(patience);
  });

  await test.step('the preview shows the map before it is saved', async () => {
    await expect(dialog.getByRole('region', { name: word('preview') }).locator('canvas')).toBeVisible(
      patience,
    );
    // The test asked for one.
    await expect.poll(() => tiles.asked('good'), patience).toBeGreaterThan(1);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await dialogButton(page, 'kit.form.save').click();
    await expectToast(page, word('savedReload'));
    await expect(dialog).toHaveCount(0);
    expect(await readConfig()).toMatchObject({
      MAP_TILES: template('good'),
      MAP_PROVIDERS: [{ id: 'embedded' }, { id: 'tiles', name: '城市底图' }],
    });
    await expectNoLayoutProblems(page);
  });

  await test.step('the start view is picked on a map', async () => {
    await page.getByRole('radio', { name: word('startFixed') }).check();
    const [longitude, latitude, zoom] = ['longitude', 'latitude', 'zoom'].map((name) =>
      page.getByRole('spinbutton', { name: word(`fields.${name}`) }),
    ) as [Locator, Locator, Locator];
    await page
      .getByRole('toolbar', { name: word('startMap') })
      .getByRole('button')
      .first()
      .click(patience);
    await expect(zoom).toHaveValue('4.5');
    await longitude.fill('200');
    await page.getByRole('button', { name: word('startSave') }).click();
    await expectFieldError(longitude, t('errors.map_settings.start'));
    await longitude.fill(String(place[0]));
    await latitude.fill(String(place[1]));
    await zoom.fill('11');
    await page.getByRole('button', { name: word('startSave') }).click();
    await expectToast(page, word('saved'));
    expect(await readConfig()).toMatchObject({ MAP_CENTER: place.join(','), MAP_ZOOM: 11 });
  });
});

test('tests the keys of AMap before they are saved and afterwards', async ({ page }) => {
  // The server asks AMap itself, which no test may depend on; `amap-trial.test.ts` tests what it asks.
  let answer: object = {};
  const asked: unknown[] = [];
  await page.route('**/prod-api/system/map/amap*', (route) => {
    asked.push(route.request().postDataJSON());
    return route.fulfill({
      json: { code: 200, msg: '', data: { milliseconds: 80, bytes: 60, ...answer } },
    });
  });
  await page.goto(`${server.origin}/system/map`);
  await page.getByRole('button', { name: word('add') }).click();
  await page.getByRole('menuitem', { name: word('presets.amap') }).click();
  const dialog = page.getByRole('dialog');
  const press = dialog.getByRole('button', { name: word('test') });
  const code = dialog.getByLabel(word('fields.amapCode'));
  await dialog.getByLabel(word('fields.amapKey')).fill('k1');
  await press.click();
  await expectFieldError(code, t('errors.field.required', { label: word('fields.amapCode') }));
  await code.fill('c1');
  for (const [result, sentence] of [
    [
      { outcome: 'wrongCode', info: 'INVALID_USER_SCODE' },
      word('amapTrial.wrongCode', { info: 'INVALID_USER_SCODE' }),
    ],
    [
      { outcome: 'wrongAddress', info: 'INVALID_USER_DOMAIN' },
      word('amapTrial.wrongAddress', {
        info: 'INVALID_USER_DOMAIN',
        host: new URL(server.origin).host,
      }),
    ],
    [
      { outcome: 'error', error: 'timeout', host: 'restapi.amap.com', milliseconds: 8000 },
      word('trial.silent', { host: 'restapi.amap.com', seconds: 8 }),
    ],
    [{ outcome: 'accepted' }, word('amapTrial.accepted', { milliseconds: 80 })],
  ] as const) {
    answer = result;
    await press.click();
    await expect(dialog.getByText(sentence)).toBeVisible();
  }
  expect(asked).toMatchObject(Array.from({ length: 4 }, () => ({ amapKey: 'k1', amapCode: 'c1' })));
  await dialogButton(page, 'kit.form.save').click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('listitem').filter({ hasText: word('presets.amap') });
  answer = { outcome: 'unknownKey', info: 'USER_KEY_RECYCLED' };
  await row.getByRole('button', { name: new RegExp(`^${word('try')}`) }).click();
  await expect(row.getByText(word('amapTrial.unknownKey', { info: 'USER_KEY_RECYCLED' }))).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ amapKey: 'k1', amapCode: 'c1' });
  await expectNoLayoutProblems(page);
  await clearAmapKeys();
});

test('switches the map for one person, and says why tiles do not come', async ({ page }) => {
  await setMaps([
    { id: 'good', name: '城市底图', tiles: [template('good')] },
    ...['401', '403', 'html', 'closed', 'silent'].map((name) => ({
      id: `p${name}`,
      name: `图${name}`,
      tiles: [template(name)],
    })),
    { id: 'key', name: '图key', tiles: [`${template('401')}?tk={key}`], key: 'wrong' },
    { id: 'file', name: '文件', preset: 'pmtiles', tiles: [`${tiles.origin}/silent/city.pmtiles`] },
  ]);
  const maps = page.getByRole('radiogroup', { name: t('map.basemap.title') });
  const openMaps = () => page.getByRole('button', { name: t('map.basemap.title') }).click(patience);
  const chooseMap = async (name: string) => {
    await openMaps();
    await maps.getByRole('radio', { name }).check();
    await page.keyboard.press('Escape');
  };

  await test.step('a person switches the map, and it stays after a reload', async () => {
    await page.goto(`${server.origin}/home`);
    await openMaps();
    await expect(maps.getByRole('radio')).toHaveCount(12);
    await expect(maps.getByRole('radio', { name: t('map.basemap.auto') })).toBeChecked();
    const before = tiles.asked('good');
    await maps.getByRole('radio', { name: '城市底图' }).check();
    await expect.poll(() => tiles.asked('good'), patience).toBeGreaterThan(before);
    await page.reload();
    await openMaps();
    await expect(maps.getByRole('radio', { name: '城市底图' })).toBeChecked();
    await maps.getByRole('radio', { name: t('map.basemap.plain') }).check();
    await page.reload();
    await openMaps();
    await expect(maps.getByRole('radio', { name: t('map.basemap.plain') })).toBeChecked();
    await page.keyboard.press('Escape');
  });

  await test.step('a failing tile server is named with its cause over a usable map', async () => {
    for (const [name, text] of [
      ['401', t('map.tiles.denied', { name: '图401', status: 401 })],
      ['key', t('map.tiles.refused', { name: '图key', status: 401 })],
      ['403', t('map.tiles.denied', { name: '图403', status: 403 })],
      ['html', t('map.tiles.page', { name: '图html' })],
      ['closed', t('map.tiles.network', { name: '图closed' })],
    ] as const) {
      await chooseMap(`图${name}`);
      await expect(page.getByText(text)).toBeVisible(patience);
    }
    await page.clock.install();
    for (const name of ['图silent', '文件']) {
      const before = tiles.asked('silent');
      await chooseMap(name);
      await expect.poll(() => tiles.asked('silent'), patience).toBeGreaterThan(before);
      await page.clock.fastForward(10_000);
      await expect(page.getByText(t('map.tiles.silent', { name, seconds: 10 }))).toBeVisible(patience);
    }
    const near = page.url();
    await page.getByRole('button', { name: t('map.tools.nearer') }).click();
    await expect.poll(() => page.url(), patience).not.toBe(near);
  });
});

test('draws a GCJ-02 tile within 5 m of where it belongs', async ({ page }) => {
  const gcj = { id: 'gcj', name: '国测局', tiles: [template('mark')], crs: 'GCJ-02' };
  await setMaps([gcj], ['gcj', 'embedded']);
  await page.goto(`${server.origin}/home?at=${place.join(',')},16`);
  const canvas = page.locator('canvas').first();
  const metres = async () => {
    const found = await findMark(page, await canvas.screenshot({ type: 'png' }));
    return found && Math.hypot(...found) * metresPerPixel;
  };
  await expect.poll(metres, patience).toBeLessThan(5);
});

async function readConfig(): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${server.origin}/prod-api/system/config/configKey/global_custom_config`, {
    headers,
  });
  return JSON.parse((await response.json()).msg);
}

function setMaps(maps: object[], order = ['embedded']): Promise<void> {
  const providers = maps.map((map) => ({ preset: 'xyz', crs: 'WGS-84', ...map }));
  return saveSettings({ providers, order });
}

/** Without them `/home` stays the only map. */
const clearAmapKeys = () => saveSettings({ amapKey: '', amapCode: '' });

async function saveSettings(changes: object): Promise<void> {
  const address = `${server.origin}/prod-api/system/map`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { data } = await (await fetch(address, { headers })).json();
  const body = JSON.stringify({ revision: data.revision, ...changes });
  const response = await fetch(address, { method: 'PUT', headers, body });
  expect(await response.json()).toMatchObject({ code: 200 });
}

/** The centre of the mark in a picture, from the centre of the picture, in pixels of the page. */
function findMark(page: Page, picture: Buffer): Promise<[number, number] | undefined> {
  return page.evaluate(
    async ([data, colour]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const { width, height } = image;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context?.drawImage(image, 0, 0);
      const pixels = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
      let [count, sumX, sumY] = [0, 0, 0];
      for (let at = 0; at < width * height; at++) {
        if (colour.some((part, channel) => Math.abs((pixels[at * 4 + channel] ?? 0) - part) > 60)) continue;
        count++;
        sumX += (at % width) + 0.5;
        sumY += Math.floor(at / width) + 0.5;
      }
      if (count < 4) return undefined;
      const ratio = devicePixelRatio;
      return [(sumX / count - width / 2) / ratio, (sumY / count - height / 2) / ratio] as [number, number];
    },
    [picture.toString('base64'), markColour] as const,
  );
}
