// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toGcj } from '../gcj.ts';
import type { MapHandle, MapOptions, SitePoint } from '../map.ts';
import { readMapSettings } from '../map-settings.ts';
import { openMap } from '../open-map.ts';
import { StandInMap, standIn } from './amap.fixture.ts';
import { mountAmap } from './amap-map.ts';

const beijing = [116.404, 39.915] as const;
const options: MapOptions = {
  view: { center: beijing, zoom: 9 },
  theme: 'light',
  scale: 1,
  language: 'zh',
  basemap: { id: 'embedded', provider: undefined, style: 'auto' },
  settings: readMapSettings({ AMAP_WEB_JSAPI: 'the key', AMAP_WEB_JSAPICODE: 'the code' }),
  label: '地图',
  notes: ['GS(2026)0001号'],
};
const site = (id: number, position: readonly [number, number]): SitePoint => ({
  id,
  position,
  name: `s${id}`,
  text: '35',
  fill: '#0f0',
  ink: '#000',
  weight: id,
});

type Behaviour = 'answers' | 'fails' | 'is silent';
let behaviour: Behaviour = 'answers';
let asked: string[] = [];
let element: HTMLElement;

beforeEach(() => {
  [behaviour, asked, StandInMap.made, StandInMap.isComplete] = ['answers', [], [], true];
  element = document.createElement('div');
  Object.defineProperties(element, { clientWidth: { value: 1000 }, clientHeight: { value: 1000 } });
  document.body.append(element);
  // Replaces the network: a script tag gets what the vendor's server would send.
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const [script] = nodes;
    if (!(script instanceof HTMLScriptElement)) throw new Error('not a script');
    asked.push(script.src);
    if (behaviour === 'fails') queueMicrotask(() => script.onerror?.(new Event('error')));
    if (behaviour === 'answers') queueMicrotask(() => runScript(new URL(script.src)));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  element.remove();
});

function runScript(url: URL): void {
  window.AMap = standIn;
  const ready: unknown = Reflect.get(window, url.searchParams.get('callback') ?? '');
  if (typeof ready === 'function') ready();
}

/** The first test of the file loads the script, which stays loaded. */
async function mount(): Promise<{ handle: MapHandle; map: StandInMap }> {
  const handle = await mountAmap(element, options);
  const map = StandInMap.made.at(-1);
  if (!map) throw new Error('no map was created');
  return { handle, map };
}

describe('AMap', () => {
  it.each(['fails', 'is silent'] as const)('is not available when its server %s', async (how) => {
    behaviour = how;
    vi.useFakeTimers();
    const opening = openMap(element, ['amap'], options).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(4100);
    expect(await opening).toMatchObject({ reason: 'network' });
    expect(element.childElementCount).toBe(0);
  });

  it('is not loaded without keys', async () => {
    const settings = readMapSettings({});
    await expect(openMap(element, ['amap'], { ...options, settings })).rejects.toMatchObject({
      reason: 'keys',
    });
    expect(asked).toEqual([]);
  });

  it('receives key and code, and positions in GCJ-02', async () => {
    const { map } = await mount();
    expect(new URL(asked[0] ?? '').searchParams.get('key')).toBe('the key');
    expect(window._AMapSecurityConfig).toEqual({ securityJsCode: 'the code' });
    expect(map.center).toEqual(toGcj(beijing));
    expect(map.options).toMatchObject({ zoom: 10, lang: 'zh_cn', mapStyle: 'amap://styles/normal' });
    expect(element.textContent).toContain('GS(2026)0001号');
  });

  it('is not available with a wrong key', async () => {
    StandInMap.isComplete = false;
    vi.useFakeTimers();
    const opening = openMap(element, ['amap'], options).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(4100);
    expect(await opening).toMatchObject({ reason: 'network' });
    expect(StandInMap.made.at(-1)?.isDestroyed).toBe(true);
  });

  it('reports and accepts positions in WGS-84', async () => {
    const { handle, map } = await mount();
    const seen = handle.getView();
    expect(seen.zoom).toBe(9);
    expect(seen.center[0]).toBeCloseTo(beijing[0], 6);
    expect(seen.center[1]).toBeCloseTo(beijing[1], 6);
    const moves: unknown[] = [];
    handle.on('moveEnd', ({ zoom }) => moves.push(zoom));
    handle.moveTo([121.4737, 31.2304], { zoom: 11 });
    expect(map.center[0]).toBeCloseTo(121.47822305927693, 9);
    expect(map.center[1]).toBeCloseTo(31.22845773757727, 9);
    expect([map.zoom, moves]).toEqual([12, [11]]);
    handle.moveTo([121.4737, 31.2304], { padding: { right: 200, bottom: 100 } });
    const aside = handle.project([121.4737, 31.2304]);
    expect(aside.map(Math.round)).toEqual([400, 450]);
    handle.moveTo([121.4737, 31.2304]);
    const [x, y] = handle.project([121.4737, 31.2304]);
    expect([Math.round(x), Math.round(y)]).toEqual([500, 500]);
    expect(handle.unproject([500, 500])[0]).toBeCloseTo(121.4737, 6);
    handle.setTheme('dark');
    expect(map.style).toBe('amap://styles/dark');
    handle.destroy();
    expect(map.isDestroyed).toBe(true);
  });

  it('starts at an administrative code, in the configured style', async () => {
    const settings = readMapSettings({
      AMAP_WEB_JSAPI: 'the key',
      AMAP_WEB_JSAPICODE: 'the code',
      MAP_STYLE: 'whitesmoke',
    });
    const view = { ...options.view, adcode: '340100' };
    const handle = await mountAmap(element, { ...options, view, settings });
    const map = StandInMap.made.at(-1);
    expect([map?.city, map?.style]).toEqual(['340100', 'amap://styles/whitesmoke']);
    handle.setTheme('dark');
    expect(map?.style).toBe('amap://styles/dark');
    handle.setTheme('light');
    expect(map?.style).toBe('amap://styles/whitesmoke');
  });

  it('shows places at the date line and at the poles', async () => {
    const { handle, map } = await mount();
    expect(map.city).toBe('');
    handle.fit([179.99, -90, 180.01, 90]);
    expect(map.center).toEqual([180, 0]);
    handle.moveTo([0, 90]);
    expect(map.center).toEqual([0, 85]);
    handle.setSites([site(1, [179.99, 90]), site(2, [-179.99, -90])]);
    expect(handle.project([0, 85]).every(Number.isFinite)).toBe(true);
  });

  it('reports clicks on sites, clusters and the ground', async () => {
    const { handle, map } = await mount();
    const events: unknown[] = [];
    for (const name of ['siteClick', 'siteHover', 'clusterHover', 'groundClick'] as const)
      handle.on(name, (event) => events.push([name, event]));
    handle.setSites([site(1, beijing), site(2, [116.9, 39.915]), site(3, [116.93, 39.915])]);
    map.fire('click', 502, 498);
    map.fire('mousemove', 500, 500);
    expect(events).toEqual([
      ['siteClick', { ids: [1], position: beijing }],
      ['siteHover', { id: 1 }],
    ]);
    const [x, y] = handle.project([116.915, 39.915]);
    map.fire('mousemove', x, y);
    expect(events.slice(2)).toEqual([
      ['siteHover', { id: null }],
      [
        'clusterHover',
        { position: [expect.closeTo(116.915, 4), expect.closeTo(39.915, 4)], count: 2, isReference: false },
      ],
    ]);
    map.fire('click', x, y);
    map.fire('zoomchange', x, y);
    expect(events.at(-1)).toEqual(['clusterHover', null]);
    expect(map.zoom).toBe(12);
    map.fire('click', 10, 10);
    expect(events.at(-1)).toEqual(['groundClick', { position: [expect.any(Number), expect.any(Number)] }]);
  });

  it('tells once that markers are drawn, also to those who listen after the sites were set', async () => {
    const { handle } = await mount();
    const told = vi.fn();
    handle.setSites([]);
    handle.setSites([site(1, beijing)]);
    handle.on('sitesDrawn', told);
    await Promise.resolve();
    handle.setSites([site(1, beijing), site(2, beijing)]);
    await Promise.resolve();
    expect(told).toHaveBeenCalledOnce();
  });
});
