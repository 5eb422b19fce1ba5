import type { QualityTest } from '@limpid/contract/quality/data-rule';
import { type ShippedRule, shippedRules } from '@limpid/contract/quality/shipped-rules';
import { type AirPollutant, type AirStation, airPollutants } from '../tests/air-files.fixture.ts';
import { asksNeighbours, judgeStoredHour } from './judge-hours.rule.ts';
import { openNearestSites } from './neighbours.ts';
import type { QualityRule } from './quality-rule.ts';

const codes: Record<string, AirPollutant> = {
  a34004: 'pm25',
  a34002: 'pm10',
  a21026: 'so2',
  a21004: 'no2',
  a21005: 'co',
  a05024: 'o3',
};
const slotOf = (gbCode: string) => airPollutants.indexOf(codes[gbCode] ?? 'pm25');

/** The shipped rules with the place of the pollutant as slot. */
function makeRules(): QualityRule[] {
  const empty = { minValue: null, maxValue: null, factor: null, floor: null, span: null, rarity: null };
  const more = { change: null, tolerance: null, percent: null, neighbourKm: null, stationCode: null };
  return shippedRules.map(({ name, nameEn, nameFr, gbCode, otherGbCode, ...limits }: ShippedRule, index) => ({
    ...empty,
    ...more,
    ...limits,
    ruleId: index + 1,
    ruleName: name,
    ruleNameEn: nameEn,
    ruleNameFr: nameFr,
    siteId: null,
    departments: new Set<number>(),
    deviceTypeId: null,
    basis: 'hour',
    slot: slotOf(gbCode),
    otherSlot: otherGbCode === undefined ? null : slotOf(otherGbCode),
    counts: true,
  }));
}

/** A flag of the shipped rules on a file. */
interface FileFlag {
  station: number;
  slot: number;
  at: number;
  test: QualityRule['test'];
}

/** Judges every hour of a file with the shipped rules of these tests. */
export function judgeFile(stations: readonly AirStation[], tests: readonly QualityTest[]): FileFlag[] {
  const places = stations.map(({ place }, siteId) => ({
    siteId,
    simulated: false,
    longitude: place?.[0] ?? null,
    latitude: place?.[1] ?? null,
  }));
  const neighbours = openNearestSites(places);
  const rules = makeRules().filter(({ test }) => tests.includes(test));
  const flags: FileFlag[] = [];
  for (const [station, { place }] of stations.entries()) {
    for (const rule of rules) {
      const { slot, test, neighbourKm } = rule;
      const lineAt = (index: number, of = slot) =>
        stations[index]?.lines[airPollutants[of] ?? 'pm25'] ?? new Float64Array();
      const hours = lineAt(station);
      // A file without places is of one city: any of its stations is near.
      const others = [...stations.keys()].filter((index) => index !== station).slice(0, 5);
      const around = asksNeighbours(rule) ? (place ? neighbours.of(station, neighbourKm ?? 0) : others) : [];
      const near = around.map((index) => lineAt(index));
      const other = rule.otherSlot === null ? undefined : lineAt(station, rule.otherSlot);
      for (const [at, value] of hours.entries()) {
        if (test !== 'missing' && Number.isNaN(value)) continue;
        const verdict = judgeStoredHour(rule, hours, at, { other, neighbours: () => near });
        if (!verdict || verdict.shared) continue;
        flags.push({ station, slot, at, test });
        if (test === 'relation' && rule.otherSlot !== null)
          flags.push({ station, slot: rule.otherSlot, at, test });
      }
    }
  }
  return flags;
}
