import type { Language } from '@limpid/contract/language';
import { translate } from '../../platform/texts.ts';
import type { Picture } from './board.ts';
import type { Fleet } from './fleet.ts';
import type { MapSite } from './map-site.ts';
import { joinGzip, joinPlain, makeSegment, type Segment, tagOf } from './segment.ts';
import { type Part, writeFacts, writeIndices, writeValues } from './write-snapshot.ts';

/** An answer as it leaves, with a tag that is the same as long as the bytes are. */
export interface Body {
  etag: string;
  plain(): Buffer;
  gzip(): Promise<Buffer>;
}

/** Whose sites, and in which language: `deptIds` ascending, null for all. */
interface Wanted {
  deptIds: readonly number[] | null;
  language: Language;
}

/** One for everybody who reaches the same departments and reads the same language; made again only when something changed. */
interface Draft {
  fleet: Fleet;
  sites: readonly MapSite[];
  facts: Segment;
  indexVersion: number;
  hours: Segment;
  indices: Segment;
  valuesVersion: number;
  body: Body;
}

const maxDrafts = 100;
/** What is made once may take its time; what is made every second may not. */
const levels = { facts: 9, indices: 6, values: 4 };

export function makeBodies(now: () => Date): (picture: Picture, wanted: Wanted) => Body {
  const drafts = new Map<string, Draft>();
  return (picture, wanted) => {
    const key = `${wanted.language} ${wanted.deptIds?.join() ?? 'all'}`;
    const draft = draw(picture, wanted, drafts.get(key), now().toISOString());
    // Anew at the end: who was asked for longest ago goes first.
    drafts.delete(key);
    drafts.set(key, draft);
    const [oldest] = drafts.keys();
    if (drafts.size > maxDrafts && oldest !== undefined) drafts.delete(oldest);
    return draft.body;
  };
}

function draw(picture: Picture, wanted: Wanted, known: Draft | undefined, date: string): Draft {
  const { fleet, indexOf, indexVersion, valuesVersion } = picture;
  const before = known?.fleet === fleet ? known : undefined;
  const isIndexSame = before?.indexVersion === indexVersion;
  if (before && isIndexSame && before.valuesVersion === valuesVersion) return before;
  const sites = before?.sites ?? pickSites(fleet, wanted.deptIds);
  const facts = before?.facts ?? openAnswer(writeFacts(fleet, sites, wanted.language, date), wanted.language);
  const { hours, indices } = before && isIndexSame ? before : splitIndices(writeIndices(sites, indexOf));
  const { columns, beside } = writeValues(fleet, sites);
  const values = makeSegment(`,${columns}},${beside},`, levels.values);
  const body = makeBody([facts, hours, values, indices], known?.body);
  return { fleet, sites, facts, indexVersion, hours, indices, valuesVersion, body };
}

/** The envelope with all that people have registered, as far as into the columns of sites. */
function openAnswer({ columns, beside }: Part, language: Language): Segment {
  const msg = JSON.stringify(translate(language, 'server.done'));
  return makeSegment(`{"code":200,"msg":${msg},"data":{${beside},"sites":{${columns},`, levels.facts);
}

/** What belongs to the columns of sites, and what ends the answer. */
function splitIndices({ columns, beside }: Part): Pick<Draft, 'hours' | 'indices'> {
  return {
    hours: makeSegment(columns, levels.indices),
    indices: makeSegment(`${beside}}}`, levels.indices),
  };
}

function pickSites({ sites }: Fleet, deptIds: readonly number[] | null): MapSite[] {
  if (!deptIds) return [...sites.values()];
  const reached = new Set(deptIds);
  return [...sites.values()].filter(({ deptId }) => reached.has(deptId));
}

/** The same as before where it says the same: others have changed, not these. */
function makeBody(segments: readonly Segment[], before: Body | undefined): Body {
  const etag = tagOf(segments);
  if (before?.etag === etag) return before;
  let packed: Promise<Buffer> | undefined;
  return { etag, plain: () => joinPlain(segments), gzip: () => (packed ??= joinGzip(segments)) };
}
