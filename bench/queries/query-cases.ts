import { DAY_MS, HOUR_MS } from '../../contract/src/durations.ts';
import { type QueryData, size } from './query-data.ts';

export interface QueryCase {
  name: string;
  /** The required and the desired upper bound. */
  bar: string;
  /** Fewer repetitions than usual for a slow query. */
  rounds?: number;
  /** The sites whose whole year of hours it reads; they get their blocks before. */
  yearOf?(site: number): number[];
  path(site: number, round: number): string;
  /** The SQL that reads the same rows. */
  bare(site: number, round: number): string[];
}

interface Asked {
  sites: number[];
  channels: string[];
  granularity: 'minute' | 'five' | 'hour';
  bounds: readonly [number, number];
  points?: number;
}

function trend({ sites, channels, granularity, bounds: [from, to], points }: Asked): string {
  const query = new URLSearchParams({ granularity, from: String(from), to: String(to) });
  for (const site of sites) query.append('siteIds', String(site));
  for (const channel of channels) query.append('channels', channel);
  if (points) query.set('points', String(points));
  return `/data/trend?${query}`;
}

const moment = (at: number) => `'${new Date(at).toISOString()}'`;
const date = (at: number) => `'${new Date(at).toISOString().slice(0, 10)}'`;
const between = ([from, to]: readonly [number, number]) => `ts >= ${moment(from)} and ts < ${moment(to)}`;

/** A packed day by the calendar of China, which spans two blocks. */
function packedDay({ packed: [from, to] }: QueryData, round: number): readonly [number, number] {
  const days = Math.floor((to - from) / DAY_MS) - 1;
  const start = from + (round % days) * DAY_MS + 16 * HOUR_MS;
  return [start, start + DAY_MS];
}

function readRows(site: number, slots: readonly number[], bounds: readonly [number, number]): string {
  return `select ts, ${slots.map((slot) => `s${slot}`).join(', ')} from reading
    where site_id = ${site} and ${between(bounds)} order by ts`;
}

function readPacked(site: number, slots: readonly number[], [from, to]: readonly [number, number]): string[] {
  const days = `day between ${date(from)} and ${date(to - 1)}`;
  return [
    `select day, spine from reading_block where site_id = ${site} and ${days}`,
    `select day, slot, data from reading_block_value where site_id = ${site} and ${days} and slot in (${slots.join(', ')})`,
  ];
}

/** The queries of the screens; the bounds are for the p95. */
export function listQueryCases(data: QueryData): QueryCase[] {
  return [...listMinuteCases(data), ...listHourCases(data), ...listDayCases(data)];
}

function listMinuteCases(data: QueryData): QueryCase[] {
  const { codes, slots, loose } = data;
  const day = (granularity: Asked['granularity'], count: number) => {
    const channels = codes.slice(0, count);
    const chosen = slots.slice(0, count);
    const inLoose = (site: number) => ((site - 1) % size.looseSites) + 1;
    return {
      loose: {
        path: (site: number) => trend({ sites: [inLoose(site)], channels, granularity, bounds: loose }),
        bare: (site: number) => [readRows(inLoose(site), chosen, loose)],
      },
      packed: {
        path: (site: number, round: number) =>
          trend({ sites: [site], channels, granularity, bounds: packedDay(data, round) }),
        bare: (site: number, round: number) => readPacked(site, chosen, packedDay(data, round)),
      },
    };
  };
  const bar = '10 ms, goal 3';
  const [one, all, five] = [day('minute', 1), day('minute', codes.length), day('five', 1)];
  return [
    { name: 'a day of minutes, loose', bar, ...one.loose },
    { name: '  all 16 channels', bar: '', ...all.loose },
    { name: 'a day of minutes, packed', bar, ...one.packed },
    { name: '  all 16 channels', bar: '', ...all.packed },
    { name: 'a day by five minutes, packed', bar: '', ...five.packed },
  ];
}

function listHourCases({ codes, slots, hours }: QueryData): QueryCase[] {
  const several = (site: number, count = 5) =>
    Array.from({ length: count }, (_, n) => ((site + n * 1999) % size.sites) + 1);
  const wind = ['WS', 'WD'].flatMap((code) => slots[codes.indexOf(code)] ?? []);
  const week = [hours[1] - 7 * DAY_MS, hours[1]] as const;
  const means = (count: number) => slots.slice(0, count).map((slot) => `a${slot}`);
  const select = (sites: number[], count: number, bounds: readonly [number, number]) =>
    `select site_id, ts, ${means(count)} from reading_hour
     where site_id in (${sites}) and ${between(bounds)} order by site_id, ts`;
  const ask = (sites: number[], count: number, bounds: readonly [number, number]) =>
    trend({ sites, channels: codes.slice(0, count), granularity: 'hour', bounds });
  return [
    {
      name: 'a year by hour',
      bar: '20 ms, goal 8',
      yearOf: (site) => [site],
      path: (site) => ask([site], 1, hours),
      bare: (site) => [select([site], 1, hours)],
    },
    {
      name: '8 sites, a year by hour',
      bar: '120 ms',
      rounds: 60,
      yearOf: (site) => several(site, 8),
      path: (site) => ask(several(site, 8), 1, hours),
      bare: (site) => [select(several(site, 8), 1, hours)],
    },
    {
      name: 'roses and polar plot of a year',
      bar: '150 ms',
      rounds: 60,
      yearOf: (site) => [site],
      path: (site) => `/analysis/rose?siteId=${site}&channel=${codes[0]}&from=${hours[0]}&to=${hours[1]}`,
      bare: (site) => [
        `select ts, ${[slots[0], ...wind].map((slot) => `a${slot}, c${slot}`)} from reading_hour
         where site_id = ${site} and ${between(hours)} order by ts`,
      ],
    },
    {
      name: '5 sites × 6 channels, a week by hour',
      bar: '',
      path: (site) => ask(several(site), 6, week),
      bare: (site) => [select(several(site), 6, week)],
    },
  ];
}

function listDayCases(data: QueryData): QueryCase[] {
  const { codes, slots, hours } = data;
  const [code = '', slot = 0] = [codes[0], slots[0]];
  // Days that have ended, from the newest back, and their months.
  const dayOf = (round: number) => hours[1] - (2 + (round % (size.days - 2))) * DAY_MS;
  const monthOf = (round: number) => new Date(dayOf(round * 29)).toISOString().slice(0, 7);
  const textOf = (round: number) => new Date(dayOf(round)).toISOString().slice(0, 10);
  const rank = (limit: number): Omit<QueryCase, 'name' | 'bar'> => ({
    path: (_, round) =>
      `/analysis/ranking?granularity=day&from=${textOf(round)}&channel=${code}&order=desc&limit=${limit}`,
    bare: (_, round) => [
      `select s.site_id, site_name, entity_name, d.a${slot}, d.aqi, d.main from reading_day d
       join site s using (site_id) join site_entity using (entity_id)
       where day = '${textOf(round)}' order by d.a${slot} desc limit ${limit}`,
    ],
  });
  return [
    {
      name: 'a month’s calendar',
      bar: '5 ms, goal 1',
      path: (site, round) => `/analysis/calendar?siteId=${site}&period=${monthOf(round)}&channel=${code}`,
      bare: (site, round) => [
        `select day, aqi, main, whole, o3_8h, a${slot}, l${slot}, h${slot}, c${slot} from reading_day
         where site_id = ${site} and day >= '${monthOf(round)}-01'
           and day < '${monthOf(round)}-01'::date + interval '1 month'`,
      ],
    },
    { name: 'ranking of a day, first 10', bar: '20 ms, goal 5', ...rank(10) },
    { name: `ranking of a day, all ${size.sites}`, bar: '', rounds: 40, ...rank(size.sites) },
    { name: 'ranking with change of a day', bar: '40 ms', ...compareDays(data, 1) },
    { name: 'ranking with change of a month', bar: '400 ms', rounds: 40, ...compareDays(data, 30) },
    {
      name: 'ranking with change of a year',
      bar: '1000 ms',
      rounds: 20,
      ...compareDays(data, size.days - 3),
    },
    {
      name: 'completeness of a month, first page',
      bar: '',
      rounds: 40,
      path: (_, round) => `/data/completeness?from=${monthOf(round)}&pageSize=20`,
      bare: (_, round) => [
        `select site_id, sum(received), sum(values_received), sum(values_valid) from reading_day
         where day >= '${monthOf(round)}-01' and day < '${monthOf(round)}-01'::date + interval '1 month' group by site_id`,
      ],
    },
  ];
}

/** The first page of a ranking of days that have ended, with the change against as many days before. */
function compareDays({ codes, slots, hours }: QueryData, days: number): Omit<QueryCase, 'name' | 'bar'> {
  const [code = '', slot = 0] = [codes[0], slots[0]];
  const bounds = (round: number) => {
    const spare = Math.max(1, size.days - days - 2);
    const last = hours[1] - (2 + (round % spare)) * DAY_MS;
    const text = (back: number) => new Date(last - back * DAY_MS).toISOString().slice(0, 10);
    return { first: text(days - 1), last: text(0), before: [text(2 * days - 1), text(days)] as const };
  };
  return {
    path: (_, round) => {
      const { first, last, before } = bounds(round);
      const compared = `compareFrom=${before[0]}&compareTo=${before[1]}`;
      return `/analysis/ranking/table?channel=${code}&from=${first}&to=${last}&${compared}&pageSize=20`;
    },
    bare: (_, round) => {
      const { first, last, before } = bounds(round);
      const mean = (from: string, to: string) => `(
        select site_id, avg(a${slot}) filter (where c${slot} >= 20) as mean from reading_day
        where day between '${from}' and '${to}' group by site_id)`;
      return [
        `select s.site_id, site_name, entity_name, now.mean, now.mean - past.mean as change,
           rank() over (order by now.mean desc), rank() over (order by past.mean desc)
         from site s join site_entity using (entity_id) join ${mean(first, last)} now using (site_id)
         left join ${mean(before[0], before[1])} past using (site_id) order by now.mean desc nulls last limit 20`,
      ];
    },
  };
}
