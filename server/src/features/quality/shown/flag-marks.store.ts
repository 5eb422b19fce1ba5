import { HOUR_MS } from '@limpid/contract/durations';
import type { RuleFlag } from '@limpid/contract/quality/flag-mark';
import type pg from 'pg';
import { presentReading } from '../../reading/reading.api.ts';

/** Flags by site, slot, and start of the hour. */
type FlagsBySite = ReadonlyMap<number, ReadonlyMap<number, ReadonlyMap<number, RuleFlag[]>>>;

const names = 'rule_name as rule, rule_name_en as "ruleEn", rule_name_fr as "ruleFr"';

interface Row extends Omit<RuleFlag, 'rule'> {
  siteId: number;
  slot: number;
  at: string;
  rule: string;
}

/** The flags of hours in `[from, to)`, without those that neighbours share. */
export async function readFlagMarks(
  client: Pick<pg.PoolClient, 'query'>,
  sites: readonly number[],
  [from, to]: readonly [number, number],
  slots?: readonly number[],
): Promise<FlagsBySite> {
  const { rows } = await client.query<Row>(
    `select site_id as "siteId", slot, extract(epoch from ts) * 1000 as at, ${names}, test, basis, value, low,
       high, span, counts, state
     from quality_flag where site_id = any($1::integer[]) and ts >= $2 and ts < $3 and state <> 'shared'
       and ($4::smallint[] is null or slot = any($4))
     order by site_id, slot, ts, rule_id`,
    [sites, new Date(from).toISOString(), new Date(to).toISOString(), slots ?? null],
  );
  const found = new Map<number, Map<number, Map<number, RuleFlag[]>>>();
  for (const { siteId, slot, at, ...mark } of rows) {
    const ofSite = found.get(siteId) ?? new Map<number, Map<number, RuleFlag[]>>();
    found.set(siteId, ofSite);
    const ofSlot = ofSite.get(slot) ?? new Map<number, RuleFlag[]>();
    ofSite.set(slot, ofSlot);
    const marks = ofSlot.get(Number(at)) ?? [];
    ofSlot.set(Number(at), marks);
    const { value, low, high, ...words } = mark;
    const shown = { value: presentReading(value), low: presentReading(low), high: presentReading(high) };
    marks.push({ ...words, ...shown });
  }
  return found;
}

/** The slots of each site whose newest flagged hour in `[from, to)` has a standing flag. */
export async function listFlaggedSlots(
  client: Pick<pg.PoolClient, 'query'>,
  bounds: readonly [number, number],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const { rows } = await client.query<{ siteId: number; slots: number[] }>(
    `select site_id as "siteId", array_agg(distinct slot) as slots
     from (
       select site_id, slot, state, rank() over (partition by site_id, slot order by ts desc) as age
       from quality_flag where ts >= $1 and ts < $2 and state <> 'shared'
     ) as recent
     where age = 1 and state <> 'rejected' group by site_id`,
    bounds.map((at) => new Date(at).toISOString()),
  );
  return new Map(rows.map(({ siteId, slots }) => [siteId, new Set(slots)]));
}

/** Hours in a row that a rule has flagged, with what it found in the first one. */
export interface FlaggedPeriod {
  siteId: number;
  slot: number;
  from: number;
  /** The start of the last hour. */
  to: number;
  hours: number;
  mark: RuleFlag;
}

/** A period that began earlier is not looked for. */
const longestPeriod = '31 days';

/** Flagged periods that reach into the bounds, the latest first; one that began before begins with the bounds. */
export async function listFlaggedPeriods(
  client: Pick<pg.PoolClient, 'query'>,
  {
    siteIds,
    slots,
    bounds,
    most,
  }: {
    siteIds: readonly number[];
    slots: readonly number[];
    bounds: readonly [number, number];
    most: number;
  },
): Promise<FlaggedPeriod[]> {
  const { rows } = await client.query<
    Omit<Row, 'at'> & { at: string; hours: number; basis: RuleFlag['basis'] }
  >(
    `select site_id as "siteId", slot, extract(epoch from began_at) * 1000 as at, hours, ${names}, test, basis,
       value, low, high, span, counts, state
     from quality_period_row
     where site_id = any($1::integer[]) and slot = any($2::smallint[]) and began_at >= $3::timestamptz - interval '${longestPeriod}'
       and began_at < $4 and began_at + hours * interval '1 hour' > $3
     order by began_at desc limit $5`,
    [siteIds, slots, ...bounds.map((at) => new Date(at).toISOString()), most],
  );
  return rows.map(({ siteId, slot, at, hours, ...mark }) => {
    const from = Number(at);
    const { value, low, high, ...words } = mark;
    const shown = { value: presentReading(value), low: presentReading(low), high: presentReading(high) };
    const period = { from: Math.max(from, bounds[0]), to: from + (hours - 1) * HOUR_MS };
    return { siteId, slot, ...period, hours, mark: { ...words, ...shown } };
  });
}
