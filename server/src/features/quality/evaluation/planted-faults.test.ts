import { type QualityTest, qualityTests } from '@limpid/contract/quality/data-rule';
import { describe, expect, it } from 'vitest';
import { type AirStation, airPollutants, hasAirFile, readAirFile } from '../tests/air-files.fixture.ts';
import { findFlatFloor, judgeFile } from './judge-file.fixture.ts';
import { type PlantedFault, type PlantedKind, plantFaults } from './plant-faults.fixture.ts';

/** `RULE_SEEDS=1,2,3` plants with other seeds; each takes about a minute. */
const seeds = (process.env['RULE_SEEDS'] ?? '1').split(',').map(Number);
const perKind = 200;
/** Of the file that the limits were chosen with, and of the others. */
const leastFound = { published: 0.95, other: 0.93 };
const published = 'cnemc_beijing12_hourly_2024.csv.gz';
const files = [
  published,
  'uci_prsa_beijing12_hourly_2016-03_2017-02.csv.gz',
  'cnemc_beijing_tianjin_hourly_2026-02-15_2026-03-15.csv.gz',
];

/** Gaps are in the file and no false alarms. */
const publishedTests = qualityTests.filter((test) => test !== 'missing');
const testsOf: Record<PlantedKind, readonly QualityTest[]> = {
  spike: ['spike', 'range', 'rate'],
  flat: ['flat'],
  inversion: ['relation'],
  gap: ['missing'],
  step: ['spike', 'range', 'rate'],
  drift: ['range', 'rate', 'relation'],
};

/** Up to the floor of its rule, clean air and a stuck instrument look the same. */
const isDetectable = ({ kind, pollutant, value }: PlantedFault) =>
  kind !== 'flat' || value > findFlatFloor(pollutant);

function findPlanted(stations: readonly AirStation[], kind: PlantedKind, seed: number) {
  const planted = plantFaults(stations, kind, perKind, seed);
  const flags = judgeFile(planted.stations, testsOf[kind]);
  const flagged = new Set(flags.map(({ station, slot, at }) => `${station} ${slot} ${at}`));
  const isFound = ({ station, pollutant, from, to }: PlantedFault) => {
    const slot = airPollutants.indexOf(pollutant);
    for (let at = from; at < to; at++) if (flagged.has(`${station} ${slot} ${at}`)) return true;
    return false;
  };
  const shareOf = (faults: readonly PlantedFault[]) => faults.filter(isFound).length / faults.length;
  const detectable = planted.faults.filter(isDetectable);
  return { all: shareOf(planted.faults), detectable: shareOf(detectable), count: detectable.length };
}

/** The share of hours of channels that are flagged as published. */
function countFalseAlarms(stations: readonly AirStation[]) {
  const flags = judgeFile(stations, publishedTests);
  const hours = stations.reduce(
    (sum, { lines }) =>
      sum +
      airPollutants.reduce((all, name) => all + lines[name].filter((hour) => !Number.isNaN(hour)).length, 0),
    0,
  );
  const share = (of: typeof flags) =>
    new Set(of.map(({ station, slot, at }) => `${station} ${slot} ${at}`)).size / hours;
  const byTest = Object.fromEntries(
    [...Map.groupBy(flags, ({ test }) => test)].map(([test, of]) => [test, percent(share(of))]),
  );
  return { share: share(flags), byTest };
}

const percent = (share: number) => `${(100 * share).toFixed(2)} %`;

for (const file of files) {
  const note = hasAirFile(file) ? '' : ' (skipped: no ../shared beside the repository)';
  describe.skipIf(note)(`the shipped rules on ${file}${note}`, { timeout: 600_000 }, () => {
    const stations = note ? [] : readAirFile(file);
    const least = file === published ? leastFound.published : leastFound.other;

    it('flag at most 1 % of the hours as published', () => {
      const { share, byTest } = countFalseAlarms(stations);
      process.stdout.write(`${file}: flagged as published ${percent(share)} ${JSON.stringify(byTest)}\n`);
      expect(share).toBeLessThanOrEqual(0.01);
    });

    it.each(['spike', 'flat', 'inversion', 'gap'] as const)(
      'find nearly all planted faults of the kind %s',
      (kind) => {
        for (const seed of seeds) {
          const { all, detectable, count } = findPlanted(stations, kind, seed);
          process.stdout.write(
            `${file}: seed ${seed}: ${kind} ${percent(detectable)} of ${count}, of all 200 ${percent(all)}\n`,
          );
          expect(detectable).toBeGreaterThanOrEqual(least);
        }
      },
    );

    it.each(['step', 'drift'] as const)('are measured on faults of the kind %s', (kind) => {
      for (const seed of seeds) {
        const { all } = findPlanted(stations, kind, seed);
        process.stdout.write(`${file}: seed ${seed}: ${kind} ${percent(all)}\n`);
        expect(all).toBeGreaterThanOrEqual(0);
      }
    });
  });
}
