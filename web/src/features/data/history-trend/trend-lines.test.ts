// @vitest-environment happy-dom
import type { TrendMarker } from '@limpid/contract/data/trend';
import { HOUR_MS } from '@limpid/contract/durations';
import { indexCode } from '@limpid/contract/map/indices';
import { describe, expect, it } from 'vitest';
import { type MeasuredQuantity, measureIndex } from '../../../query/channel/measured.ts';
import { pickMarkers } from './history-trend-option.ts';
import { endOfPoint, findPoint, makeTrendLines, shiftLines, type TrendData } from './trend-line.ts';
import { makePanels } from './trend-panels.ts';
import { listTipRows, writeWindow } from './trend-tip.ts';
import { listValueRows } from './value-rows.ts';

const from = Date.parse('2026-03-28T23:00:00Z');
const zone = 'Europe/Paris';
const channelOf = (code: string, unit: string, dataType = 'number'): MeasuredQuantity => ({
  code,
  name: code,
  unit,
  decimals: 0,
  dataType,
  steps: [],
  meanings: [],
  isOnMap: true,
});
const channels = [
  channelOf('PM2.5', 'µg/m³'),
  channelOf('PM10', 'µg/m³'),
  channelOf('TEM', '°C'),
  channelOf('WD', '°', 'direction'),
  measureIndex({ key: 'china', title: 'AQI', steps: [], rule: undefined }, { hours: '', days: '' }),
];
const place = { entityId: 1, entityName: '', entityNameEn: null, entityNameFr: null, simulated: false };
const sites = [1, 2].map((siteId) => ({
  siteId,
  siteName: `Site ${siteId}`,
  zone,
  longitude: null,
  latitude: null,
  ...place,
}));

function seriesOf(siteId: number, channel: string): TrendData['series'][number] {
  const ts = [0, 1, 2, 4].map((hour) => from + hour * HOUR_MS);
  return {
    siteId,
    channel,
    zone,
    granularity: 'hour',
    step: HOUR_MS,
    count: 3,
    ts,
    values: [10, 20, null, 40],
    low: [5, 15, null, 35],
    high: [15, 90, null, 45],
    few: [ts[1] ?? 0],
    fewCount: 1,
    excluded: [ts[3] ?? 0],
    excludedCount: 1,
  };
}

const notes = { few: 'trop peu', excluded: 'hors règle' };
const facts = {
  sites,
  channels,
  language: 'fr' as const,
  isDark: false,
  levelsOf: (channel: MeasuredQuantity) => channel.steps,
  nameReference: (name: string) => `${name} (référence)`,
};
const linesOf = (...pairs: [number, string][]) =>
  makeTrendLines({ series: pairs.map(([siteId, code]) => seriesOf(siteId, code)) }, facts);

describe('lines', () => {
  it('have labels as short as the others allow', () => {
    const labels = (...pairs: [number, string][]) => linesOf(...pairs).map(({ label }) => label);
    expect(labels([1, 'PM10'], [1, 'TEM'])).toEqual(['PM₁₀', 'TEM']);
    expect(labels([1, 'PM10'], [2, 'PM10'])).toEqual(['Site 1', 'Site 2']);
    expect(labels([1, 'PM10'], [2, 'TEM'])).toEqual(['Site 1 · PM₁₀', 'Site 2 · TEM']);
  });

  it('of reference stations are named as such', () => {
    const line = seriesOf(1, 'PM10');
    const reference = { ...line, code: '1001A', name: 'Dongsi', city: 'Pékin' };
    const [, second] = makeTrendLines({ series: [seriesOf(1, 'PM10')], references: [reference] }, facts);
    expect(second).toMatchObject({ key: 'ref-1001A:PM10', label: 'Dongsi (référence)' });
  });

  it('of an earlier period are moved to the shown one', () => {
    const [line] = shiftLines(linesOf([1, 'PM10']), (moment) => moment + HOUR_MS, 'avant');
    expect(line).toMatchObject({ isCompared: true, label: 'PM₁₀ (avant)' });
    expect(line?.data.ts[0]).toBe(from + HOUR_MS);
  });

  it('of an earlier period leave out points without a place and keep the first of two at one', () => {
    const [line] = linesOf([1, 'PM10']);
    const moves = [undefined, from, from, from + HOUR_MS];
    const places = new Map(line?.data.ts.map((moment, place) => [moment, moves[place]]));
    const [moved] = shiftLines(line ? [line] : [], (moment) => places.get(moment), 'avant');
    const kept = (column: readonly (number | null)[] | undefined) => [column?.[1], column?.[3]];
    expect(moved?.data.ts).toEqual([from, from + HOUR_MS]);
    expect(moved?.data.values).toEqual(kept(line?.data.values));
    expect(moved?.data.high).toEqual(kept(line?.data.high));
  });

  it('know their extent with the band, and the points that a line alone does not show', () => {
    const [line] = linesOf([1, 'PM10']);
    expect(line?.summary).toEqual({
      extent: [5, 90],
      isThinned: false,
      loose: [
        { place: 1, isFew: true, isAlone: false },
        { place: 3, isFew: true, isAlone: true },
      ],
    });
    const [compared] = shiftLines(line ? [line] : [], (moment) => moment + HOUR_MS, 'avant');
    expect(compared?.summary.loose).toEqual([{ place: 3, isFew: false, isAlone: true }]);
  });

  it('have a point for each moment within a step, and none in a gap', () => {
    const [line] = linesOf([1, 'PM10']);
    if (!line) throw new Error('The fixture has changed.');
    const at = (hours: number) => findPoint(line.data, from + hours * HOUR_MS);
    expect([-0.1, 0, 0.9, 1, 3.5, 4.9, 5].map(at)).toEqual([-1, 0, 0, 1, -1, 3, -1]);
    const wide = { ...line.data, step: 3 * HOUR_MS };
    expect([0, 3].map((place) => (endOfPoint(wide, place) - from) / HOUR_MS)).toEqual([1, 7]);
  });
});

describe('panels', () => {
  it('are one with an axis for each of two units, and one for each channel beyond', () => {
    const two = makePanels(linesOf([1, 'PM2.5'], [1, 'PM10'], [1, 'TEM']), 'single');
    expect(two.map(({ axes }) => axes.map(({ unit }) => unit))).toEqual([['µg/m³', '°C']]);
    const three = makePanels(linesOf([1, 'PM2.5'], [1, 'TEM'], [1, 'WD']), 'single');
    expect(three.map(({ title }) => title)).toEqual(['PM₂,₅', 'TEM', 'WD']);
    expect(makePanels(linesOf([1, 'PM2.5'], [2, 'PM2.5']), 'multiples')).toHaveLength(1);
    // A plot without a vertical axis cannot be drawn.
    expect(makePanels([], 'single')).toEqual([]);
  });

  it('set the index apart from channels, in a plot of its own', () => {
    const titles = (...codes: string[]) => {
      const lines = linesOf(...codes.map((code): [number, string] => [1, code]));
      return makePanels(lines, 'single').map(({ title }) => title);
    };
    expect(titles(indexCode, 'PM2.5', 'TEM')).toEqual(['', 'AQI']);
    expect(titles('PM2.5', 'TEM', 'WD', indexCode)).toEqual(['PM₂,₅', 'TEM', 'WD', 'AQI']);
    expect(titles(indexCode)).toEqual(['AQI']);
  });

  it('have axes that contain the bands, with the same zero', () => {
    const [panel] = makePanels(linesOf([1, 'PM2.5'], [1, 'TEM']), 'single');
    expect(panel?.axes.map(({ range }) => [range.min, range.max >= 90])).toEqual([
      [0, true],
      [0, true],
    ]);
    const [compass] = makePanels(linesOf([1, 'WD']), 'multiples');
    expect(compass?.axes[0]?.range).toMatchObject({ min: 0, max: 360 });
  });
});

it('of the index show what happened to its pollutants', () => {
  const marker = (channel: string, ofIndex: boolean): TrendMarker => ({
    kind: 'correction',
    siteId: 1,
    channel,
    ofIndex,
    from,
    to: from,
    count: 1,
    text: '',
    by: '',
    at: from,
  });
  const markers = [marker('PM10', true), marker('CO', true), marker('TEM', false)];
  const picked = (...codes: string[]) => pickMarkers(markers, new Set(codes)).map(({ channel }) => channel);
  expect(picked(indexCode)).toEqual(['PM10', 'CO']);
  expect(picked('TEM')).toEqual(['TEM']);
  expect(picked('PM10')).toEqual(['PM10']);
});

describe('the tooltip', () => {
  const tip = {
    lines: linesOf([1, 'PM10']),
    markers: [],
    alarms: [],
    reachMs: 0,
    zone,
    language: 'fr' as const,
    notes,
    describeMarker: () => '',
  };

  it('has the value, its band and its note, or a dash in a gap', () => {
    const read = (hours: number) => listTipRows(tip, from + hours * HOUR_MS).rows[0]?.text;
    expect(read(1)).toBe('20 µg/m³ · 15 – 90 µg/m³ · trop peu');
    expect(read(2)).toBe('—');
  });

  it('names the window of time in the zone, also across a change of the clock', () => {
    expect(writeWindow([from + HOUR_MS, from + 2 * HOUR_MS], zone, 'fr')).toBe('29 mars 2026 01:00–03:00');
    expect(writeWindow([from + 22 * HOUR_MS, from + 24 * HOUR_MS], zone, 'en')).toBe(
      'Mar 29, 2026 23:00 – Mar 30, 2026 01:00',
    );
    expect(writeWindow([from, from + 23 * HOUR_MS], zone, 'en')).toContain('Mar 29, 2026');
    expect(writeWindow([from, from + 47 * HOUR_MS], zone, 'en')).toBe('Mar 29, 2026 – Mar 30, 2026');
  });
});

describe('the table of values', () => {
  const words = { zone, language: 'fr' as const, notes };

  it('has a row for each point, with band and note, and none for gaps', () => {
    expect(listValueRows({ ...words, lines: linesOf([1, 'PM10']) })).toEqual([
      ['29 mars 2026 00:00–01:00 (UTC+1)', '10 · 5 – 15'],
      ['29 mars 2026 01:00–03:00 (UTC+1)', '20 · 15 – 90 · trop peu'],
      ['29 mars 2026 05:00–06:00 (UTC+2)', '40 · 35 – 45 · hors règle'],
    ]);
  });

  it('joins lines by moment; one without a point there has a dash', () => {
    const [first, second] = linesOf([1, 'PM10'], [2, 'PM10']);
    if (!first || !second) throw new Error('The fixture has changed.');
    const { ts, values } = second.data;
    const shorter = { ...second, data: { ...second.data, ts: ts.slice(1), values: values.slice(1) } };
    const rows = listValueRows({ ...words, lines: [first, { ...shorter }] });
    expect(rows.map(([, , cell]) => cell?.slice(0, 2))).toEqual(['—', '20', '40']);
  });

  it('names states', () => {
    const [line] = linesOf([1, 'PM10']);
    if (!line) throw new Error('The fixture has changed.');
    const channel = { ...line.channel, meanings: [{ value: 40, name: 'ouvert' }] };
    expect(listValueRows({ ...words, lines: [{ ...line, channel }] })[2]?.[1]).toMatch(/^ouvert/);
  });
});
