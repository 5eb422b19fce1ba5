import type { FlagSummary } from '@limpid/contract/quality/flag-mark';
import type pg from 'pg';

/** Hours of a site in `[from, to)`, which the value in a row rests on. */
interface FlagSpan {
  row: number;
  siteId: number;
  from: number;
  to: number;
}

interface CountedFlags {
  row: number;
  /** Null in the count of the whole row. */
  rule: string | null;
  ruleEn: string | null;
  ruleFr: string | null;
  hours: number;
  notCounted: number;
}

/** The flagged hours of slots behind each row, counted by the database: for many sites or long periods. */
export async function countSpanFlags(
  client: Pick<pg.PoolClient, 'query'>,
  slots: readonly number[],
  spans: readonly FlagSpan[],
): Promise<ReadonlyMap<number, FlagSummary>> {
  if (spans.length === 0 || slots.length === 0) return new Map();
  const iso = (at: number) => new Date(at).toISOString();
  const [from, to] = boundsOf(spans);
  const { rows } = await client.query<CountedFlags>(
    `with flagged as (
       select span.row, f.site_id, f.ts, f.rule_id, f.rule_name, f.rule_name_en, f.rule_name_fr,
         not f.counts or f.test = 'missing' as not_counted
       from unnest($1::integer[], $2::integer[], $3::timestamptz[], $4::timestamptz[]) as span(row, site_id, began, ended)
       join quality_flag f on f.site_id = span.site_id and f.ts >= span.began and f.ts < span.ended
       where f.ts >= $5 and f.ts < $6 and f.slot = any($7::smallint[]) and f.state in ('open', 'confirmed')
     )
     select row, rule_name as rule, rule_name_en as "ruleEn", rule_name_fr as "ruleFr",
       count(distinct (site_id, ts))::integer as hours,
       (count(distinct (site_id, ts)) filter (where not_counted))::integer as "notCounted"
     from flagged
     group by grouping sets ((row), (row, rule_id, rule_name, rule_name_en, rule_name_fr))
     order by row, hours desc, rule`,
    [
      spans.map(({ row }) => row),
      spans.map(({ siteId }) => siteId),
      spans.map((span) => iso(span.from)),
      spans.map((span) => iso(span.to)),
      iso(from),
      iso(to),
      slots,
    ],
  );
  return new Map([...Map.groupBy(rows, ({ row }) => row)].map(([row, counts]) => [row, toSummary(counts)]));
}

function boundsOf(spans: readonly FlagSpan[]): [from: number, to: number] {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const span of spans) {
    from = Math.min(from, span.from);
    to = Math.max(to, span.to);
  }
  return [from, to];
}

function toSummary(counts: readonly CountedFlags[]): FlagSummary {
  const { hours = 0, notCounted = 0 } = counts.find(({ rule }) => rule === null) ?? {};
  const rules = counts.flatMap(({ rule, ruleEn, ruleFr, hours: ofRule }) =>
    rule === null ? [] : [{ rule, ruleEn, ruleFr, hours: ofRule }],
  );
  return { hours, notCounted, rules };
}
