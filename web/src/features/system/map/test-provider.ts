import { judgeTile } from '@limpid/contract/map/judge-tile';
import { presetOf, type TileKind } from '@limpid/contract/map/map-presets';
import { listTileLayers, type TileProvider } from '@limpid/contract/map/tile-providers';
import { type TileTrial, testTileAddress, trialTimeoutMs } from '@limpid/contract/system/map-settings';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import type { ViewState } from '../../../map/map.ts';
import { toWorld } from '../../../map/mercator.ts';
import { makePreviewFetch } from './preview-tile.ts';

/** What a test found: the key of its sentence, and the values in it. */
export interface TrialOutcome {
  isGood: boolean;
  text: string;
  values: Record<string, string | number>;
}

const texts = 'system.mapSettings.trial';
const goodOutcomes: Record<TileKind, string> = {
  pictures: 'picture',
  tilejson: 'tilejson',
  pmtiles: 'pmtiles',
};

/** Tests one tile of each layer; the first that fails counts. Of a description, one of its tiles is tested too. */
export async function testProvider(
  provider: TileProvider,
  { center, zoom }: ViewState,
): Promise<TrialOutcome> {
  const { kind } = presetOf(provider.preset);
  const hasKey = provider.key !== '';
  const layers = listTileLayers(provider).map(([template = '']) =>
    fillTemplate(template, { center, zoom }, provider),
  );
  const outcomes = await Promise.all(
    layers.map(async (address) => {
      const outcome = await testAddress(address, goodOutcomes[kind], hasKey);
      if (kind !== 'tilejson' || !outcome.isGood) return outcome;
      return testDescribedTile(address, { center, zoom }, hasKey, outcome);
    }),
  );
  const [first = failed('unknown', {})] = outcomes;
  return outcomes.find(({ isGood }) => !isGood) ?? first;
}

function fillTemplate(
  template: string,
  { center, zoom }: ViewState,
  { minZoom, maxZoom }: Pick<TileProvider, 'minZoom' | 'maxZoom'>,
): string {
  const z = Math.max(minZoom, Math.min(maxZoom, Math.round(zoom)));
  const [x, y] = toWorld(center).map((part) => Math.floor(part * 2 ** z));
  return template.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
}

/** A key may open the description and not the tiles, and these may be on another host. */
async function testDescribedTile(
  address: string,
  view: ViewState,
  hasKey: boolean,
  description: TrialOutcome,
): Promise<TrialOutcome> {
  const base = new URL(address, location.href);
  try {
    const json = await makePreviewFetch()(base.href, AbortSignal.timeout(trialTimeoutMs));
    const { tiles, minzoom = 0, maxzoom = 14 } = JSON.parse(new TextDecoder().decode(json));
    const tile = fillTemplate(String(tiles[0]), view, { minZoom: minzoom, maxZoom: maxzoom });
    const outcome = await testAddress(new URL(tile, base).href, 'vector', hasKey);
    // Where nothing is to be drawn, vector tiles are empty.
    return outcome.text === `${texts}.empty` ? description : outcome;
  } catch {
    return failed('unknown', { host: base.host });
  }
}

async function testAddress(address: string, wanted: string, hasKey: boolean): Promise<TrialOutcome> {
  const url = new URL(address, location.href);
  try {
    const trial = url.origin === location.origin ? await tryHere(url) : await tryFromServer(url);
    const outcome = describe(trial, wanted, url.host);
    // Without a key there is none to refuse.
    return trial.outcome === 'refused' && !hasKey ? failed('denied', outcome.values) : outcome;
  } catch (error) {
    if (error instanceof CallError) return { isGood: false, text: error.message, values: {} };
    return failed('network', { host: url.host });
  }
}

const failed = (outcome: string, values: TrialOutcome['values']): TrialOutcome => ({
  isGood: false,
  text: `${texts}.${outcome}`,
  values,
});

function describe(trial: TileTrial, wanted: string, host: string): TrialOutcome {
  const { outcome, error, isReadable = true, ...facts } = trial;
  const values = { ...facts, host: facts.host || host };
  if (error) return describeConnectionError(error, values);
  if (outcome === wanted && !isReadable) return failed('cors', values);
  if (outcome === wanted) return { isGood: true, text: `${texts}.${outcome}`, values };
  const isOther = ['picture', 'vector', 'tilejson', 'pmtiles'].includes(outcome);
  return failed(isOther ? 'otherKind' : outcome, values);
}

/** A connection that failed on the server. */
export function describeConnectionError(
  error: string,
  values: TrialOutcome['values'] & { milliseconds: number },
): TrialOutcome {
  if (error === 'timeout')
    return failed('silent', { ...values, seconds: Math.round(values.milliseconds / 1000) });
  return { isGood: false, text: `errors.outbound.${error}`, values };
}

function tryFromServer(url: URL): Promise<TileTrial> {
  return call(testTileAddress, { body: { url: url.href }, quiet: true });
}

/** The server does not call itself: the browser tests what lies on the console's own origin. */
async function tryHere(url: URL): Promise<TileTrial> {
  const startedAt = performance.now();
  const isFile = /\.pmtiles$/i.test(url.pathname);
  const response = await fetch(url, isFile ? { headers: { range: 'bytes=0-126' } } : {});
  const bytes = new Uint8Array(await response.arrayBuffer());
  const verdict = judgeTile({
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    bytes,
  });
  return {
    ...verdict,
    milliseconds: Math.round(performance.now() - startedAt),
    bytes: bytes.length,
  };
}
