import type { SiteContrast } from '@limpid/contract/analysis/contrast';
import type { ChannelStatistics, HistoryTableRow } from '@limpid/contract/data/history';
import type { TrendSiteLine } from '@limpid/contract/data/trend';
import { DAY_MS } from '@limpid/contract/durations';
import { dayBounds, formatLocalDate } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addSite } from '../../testing/stations.ts';
import { readExportedLines, rollUp, setClock, storeSteps } from '../analysis/analysis.fixture.ts';

let test: TestApp;
let token: string;
const zones = { paris: 'Europe/Paris', shanghai: 'Asia/Shanghai', honolulu: 'Pacific/Honolulu' } as const;
type Name = keyof typeof zones;
const names = Object.keys(zones) as Name[];
const siteIds = {} as Record<Name, number>;
const chosen = ['2026-11-01', '2026-11-07'] as const;
const week = Array.from({ length: 7 }, (_, day) => `2026-11-0${day + 1}`);

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, '2026-11-12T12:20:00Z');
  token = await test.login();
  for (const name of names) {
    const zone = zones[name];
    const siteId = await addSite(test, { mn: name, zone, interval: 1800 });
    siteIds[name] = siteId;
    const [from, to] = [dayBounds('2026-10-30', zone)[0], dayBounds('2026-11-09', zone)[1]];
    await storeSteps(test, {
      siteId,
      zone,
      from,
      to,
      step: DAY_MS / 48,
      values: (at) => [at / DAY_MS - 2e4],
    });
  }
  await rollUp(test);
});
afterAll(() => test.close());

/** A week that was chosen on the clock of the first site. */
function ask(order: readonly Name[], more: Record<string, string> = {}) {
  const zone = zones[order[0] ?? 'paris'];
  return {
    siteIds: order.map((name) => siteIds[name]),
    granularity: 'day',
    from: dayBounds(chosen[0], zone)[0],
    to: dayBounds(chosen[1], zone)[1],
    ...more,
  };
}

async function read<V>(path: string, { siteIds: ids, ...query }: ReturnType<typeof ask>): Promise<V> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.append(name, String(value));
  for (const id of ids) search.append('siteIds', String(id));
  const { body } = await test.send('GET', `${path}?${search}`, { token });
  expect(body).toMatchObject({ code: 200 });
  return body['data'] as V;
}

const nameOf = (siteId: number) => names.find((name) => siteIds[name] === siteId) ?? 'paris';
const labelOf = ({ siteId, ts }: { siteId: number; ts: number }) =>
  `${nameOf(siteId)} ${formatLocalDate(ts, zones[nameOf(siteId)])}`;
const allDays = names.flatMap((name) => week.map((day) => `${name} ${day}`)).toSorted();

describe.each([
  [['paris', 'shanghai', 'honolulu']],
  [['shanghai', 'honolulu', 'paris']],
  [['honolulu', 'paris', 'shanghai']],
] as const)('days chosen on the clock of the first of %s', (order) => {
  it('are the same dates in rows, whichever way they are paged', async () => {
    const query = ask(order, { channels: 'PM2.5' });
    interface Page {
      rows: HistoryTableRow[];
      total: number | null;
      older: boolean;
      newer: boolean;
    }
    const page = await read<Page>('/data/history/rows', query);
    expect(page.total).toBe(21);
    expect(page.rows.map(labelOf).toSorted()).toEqual(allDays);
    for (const direction of ['older', 'newer'] as const) {
      const seen: string[] = [];
      const start = direction === 'older' ? query.to + DAY_MS : query.from - DAY_MS;
      let place: Record<string, string> = { cursor: String(start) };
      for (let more = true; more; ) {
        const asked = { ...query, ...place, direction, pageSize: '4' };
        const next = await read<Page>('/data/history/rows', asked);
        seen.push(...next.rows.map(labelOf));
        const edge = next.rows.at(direction === 'older' ? -1 : 0);
        place = { cursor: String(edge?.ts), cursorSite: String(edge?.siteId) };
        more = next[direction] && seen.length < 50;
      }
      expect(seen.toSorted()).toEqual(allDays);
    }
  });

  it('are the same dates in the export of rows', async () => {
    const { siteIds: ids, ...query } = ask(order);
    const body = { ...query, siteIds: ids, channels: ['PM2.5'] };
    const lines = await readExportedLines(test, token, '/data/history/export', body);
    expect(lines).toHaveLength(1 + 21);
  });

  it('are counted as such in statistics', async () => {
    const [pm, index] = await read<ChannelStatistics[]>(
      '/data/history/statistics',
      ask(order, { channels: 'PM2.5' }),
    );
    expect(pm).toMatchObject({ expected: 21, count: 21, dropped: 0 });
    expect(index).toMatchObject({ expected: 21 });
    expect((index?.count ?? 0) + (index?.dropped ?? 0)).toBe(21);
  });

  it('are the points of lines, also of the index', async () => {
    const { series } = await read<{ series: TrendSiteLine[] }>(
      '/data/trend',
      ask(order, { channels: 'PM2.5', index: 'us' }),
    );
    for (const channel of ['PM2.5', '*index']) {
      const lines = series.filter((line) => line.channel === channel);
      const points = lines.flatMap(({ siteId, ts }) => ts.map((at) => labelOf({ siteId, ts: at })));
      expect(points.toSorted()).toEqual(allDays);
    }
  });

  it.each([
    ['channel', 'PM2.5'],
    ['index', 'us'],
  ])('are compared by %s', async (name, value) => {
    const { ts, members } = await read<SiteContrast>('/analysis/contrast', ask(order, { [name]: value }));
    expect(ts.map((at) => new Date(at).toISOString().slice(0, 10))).toEqual(week);
    for (const { values, box, dropped } of members)
      expect([values.includes(null), box?.count, dropped]).toEqual([false, 7, 0]);
  });
});
