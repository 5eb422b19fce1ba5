import { judgeTile } from '@limpid/contract/map/judge-tile';
import { presetOf, type TileKind } from '@limpid/contract/map/map-presets';
import { listTileLayers, type TileProvider } from '@limpid/contract/map/tile-providers';
import { type TileTrial, testTileAddress } from '@limpid/contract/system/map-settings';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import type { ViewState } from '../../../map/map.ts';
import { toWorld } from '../../../map/mercator.ts';

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

/** Tests one tile of each layer; the first that fails counts. */
export async function testProvider(
  provider: TileProvider,
  { center, zoom }: ViewState,
): Promise<TrialOutcome> {
  const { kind } = presetOf(provider.preset);
  const z = Math.max(provider.minZoom, Math.min(provider.maxZoom, Math.round(zoom)));
  const [x, y] = toWorld(center).map((part) => Math.floor(part * 2 ** z));
  const layers = listTileLayers(provider).map(([template = '']) =>
    template.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y)),
  );
  const outcomes = await Promise.all(
    layers.map((address) => testAddress(address, kind, provider.key !== '')),
  );
  const [first = failed('unknown', {})] = outcomes;
  return outcomes.find(({ isGood }) => !isGood) ?? first;
}

async function testAddress(address: string, kind: TileKind, hasKey: boolean): Promise<TrialOutcome> {
  const url = new URL(address, location.href);
  try {
    const trial = url.origin === location.origin ? await tryHere(url) : await tryFromServer(url);
    const outcome = describe(trial, kind, url.host);
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

function describe(trial: TileTrial, kind: TileKind, host: string): TrialOutcome {
  const { outcome, error, isReadable = true, ...facts } = trial;
  const values = { ...facts, host: facts.host || host };
  if (error) return describeConnectionError(error, values);
  if (outcome === goodOutcomes[kind] && !isReadable) return failed('cors', values);
  if (outcome === goodOutcomes[kind]) return { isGood: true, text: `${texts}.${outcome}`, values };
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
