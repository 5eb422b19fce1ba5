import type { RankingEntry } from '@limpid/contract/analysis/ranking-table';
import { describe, expect, it } from 'vitest';
import { makeRankingSheet } from './ranking-sheet.ts';

const entry: RankingEntry = {
  rank: 1,
  reason: null,
  siteId: 4711,
  siteCode: 'GATE-1',
  siteName: 'Gate',
  entityId: 1,
  entityName: 'Quarry',
  entityNameEn: null,
  entityNameFr: null,
  entityGroup: null,
  value: 99.823_53,
  primary: 'PM10',
  reference: false,
  missing: [],
  counted: 17,
  expected: 17,
  sites: 1,
  allSites: 1,
  before: 80.25,
  change: 19.573_53,
  rankChange: 0,
  flags: {
    hours: 3,
    notCounted: 1,
    rules: [
      { rule: 'PM10 突变', ruleEn: 'PM10 spike', ruleFr: null, hours: 2 },
      { rule: 'Mine', ruleEn: null, ruleFr: null, hours: 1 },
    ],
  },
  soFar: false,
  simulated: false,
};
const days = { first: '2026-11-01', last: '2026-11-17' };
const day = { first: '2026-11-01', last: '2026-11-01' };
const hour = { hour: new Date(0) };
const dust = { code: 'PM10', unit: 'µg/m³', decimals: 2 };
type Query = Parameters<typeof makeRankingSheet>[1];

async function writeRow(query: Partial<Query>): Promise<unknown[]> {
  const entries = async function* () {
    yield entry;
  };
  const full = { unit: 'site', channel: undefined, index: 'china', period: days, compared: days } as const;
  const { columns, rows } = makeRankingSheet(entries(), { ...full, ...query }, 'en');
  const names = columns.map(({ header }) => header);
  for await (const row of rows) return [...row].map((cell, place) => [names[place], cell]);
  return [];
}

describe('a row of an exported ranking', () => {
  it('names the site by its code', async () => {
    const row = await writeRow({});
    expect(row.slice(0, 2)).toEqual([
      ['Site code', 'GATE-1'],
      ['Site', 'Gate'],
    ]);
  });

  it('ends with its flagged hours and the rules that have flagged them', async () => {
    expect((await writeRow({})).at(-1)).toEqual([
      'Flags',
      'flagged hours: 3, not counted: 1; PM10 spike: 2 h; Mine: 1 h',
    ]);
  });

  it.each<[Partial<Query>, values: number[]]>([
    [{}, [99.8, 80.2, 19.6]],
    [{ period: day }, [100, 80, 20]],
    [{ period: hour }, [100, 80, 20]],
    [{ period: day, unit: 'entity' }, [100, 80, 20]],
    [{ period: day, unit: 'entity', index: 'us' }, [99.8, 80.2, 19.6]],
    [{ channel: dust }, [99.82, 80.25, 19.57]],
  ])('of %j has the decimals of the screen', async (query, values) => {
    const row = new Map((await writeRow(query)) as [string, unknown][]);
    const written = [...row].filter(([name]) => /^(AQI|PM10)|^Value before$|^Change$/.test(name));
    expect(written.map(([, cell]) => cell)).toEqual(values);
  });
});
