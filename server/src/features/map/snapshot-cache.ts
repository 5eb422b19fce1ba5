import type { Language } from '@limpid/contract/language';
import { translate } from '../../platform/texts.ts';
import type { MapSiteState } from './map-site.ts';
import type { MapRegistry } from './registry.ts';
import { hashSegments, joinGzip, joinPlain, makeSegment, type ResponseSegment } from './segment.ts';
import type { MapState } from './site-states.ts';
import { type SnapshotPart, writeFacts, writeIndices, writeValues } from './write-snapshot.ts';

/** A rendered response; its tag changes exactly when its bytes do. */
export interface SnapshotResponse {
  etag: string;
  plain(): Buffer;
  gzip(): Promise<Buffer>;
}

/** Callers who get the same response: departments in ascending order (null for all) and language. */
interface Audience {
  deptIds: readonly number[] | null;
  language: Language;
}

/** The rendered snapshot of one audience with its parts, so that only changed parts are rendered again. */
interface CachedSnapshot {
  registry: MapRegistry;
  sites: readonly MapSiteState[];
  facts: ResponseSegment;
  indexVersion: number;
  hours: ResponseSegment;
  indices: ResponseSegment;
  valuesVersion: number;
  response: SnapshotResponse;
}

const maxCached = 100;
/** Compression levels: parts that rarely change are worth more time than values, which change every second. */
const levels = { facts: 9, indices: 6, values: 4 };

export function openSnapshotCache(
  now: () => Date,
): (state: MapState, audience: Audience) => SnapshotResponse {
  const cached = new Map<string, CachedSnapshot>();
  return (state, audience) => {
    const key = `${audience.language} ${audience.deptIds?.join() ?? 'all'}`;
    const snapshot = render(state, audience, cached.get(key), now().toISOString());
    // Moved to the end: the map evicts the least recently used entry first.
    cached.delete(key);
    cached.set(key, snapshot);
    const [oldest] = cached.keys();
    if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest);
    return snapshot.response;
  };
}

function render(
  state: MapState,
  audience: Audience,
  cached: CachedSnapshot | undefined,
  date: string,
): CachedSnapshot {
  const { registry, indexOf, indexVersion, valuesVersion } = state;
  const before = cached?.registry === registry ? cached : undefined;
  const isIndexSame = before?.indexVersion === indexVersion;
  if (before && isIndexSame && before.valuesVersion === valuesVersion) return before;
  const sites = before?.sites ?? pickSites(registry, audience.deptIds);
  const facts =
    before?.facts ?? openEnvelope(writeFacts(registry, sites, audience.language, date), audience.language);
  const { hours, indices } = before && isIndexSame ? before : splitIndices(writeIndices(sites, indexOf));
  const { columns, beside } = writeValues(registry, sites);
  const values = makeSegment(`,${columns}},${beside},`, levels.values);
  const response = makeResponse([facts, hours, values, indices], cached?.response);
  return { registry, sites, facts, indexVersion, hours, indices, valuesVersion, response };
}

/** The start of the envelope with channels and entities, up to the columns of sites. */
function openEnvelope({ columns, beside }: SnapshotPart, language: Language): ResponseSegment {
  const msg = JSON.stringify(translate(language, 'server.done'));
  return makeSegment(`{"code":200,"msg":${msg},"data":{${beside},"sites":{${columns},`, levels.facts);
}

/** The column of hours, and the indices, which end the envelope. */
function splitIndices({ columns, beside }: SnapshotPart): Pick<CachedSnapshot, 'hours' | 'indices'> {
  return {
    hours: makeSegment(columns, levels.indices),
    indices: makeSegment(`${beside}}}`, levels.indices),
  };
}

function pickSites({ sites }: MapRegistry, deptIds: readonly number[] | null): MapSiteState[] {
  if (!deptIds) return [...sites.values()];
  const reached = new Set(deptIds);
  return [...sites.values()].filter(({ deptId }) => reached.has(deptId));
}

/** Returns the previous response if its content is the same: the change was in sites of other departments. */
function makeResponse(
  segments: readonly ResponseSegment[],
  before: SnapshotResponse | undefined,
): SnapshotResponse {
  const etag = hashSegments(segments);
  if (before?.etag === etag) return before;
  let packed: Promise<Buffer> | undefined;
  return { etag, plain: () => joinPlain(segments), gzip: () => (packed ??= joinGzip(segments)) };
}
