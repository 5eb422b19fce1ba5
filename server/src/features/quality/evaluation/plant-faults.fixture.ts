import { medianDeviation } from '@limpid/aqi/statistics/percentile';
import { type AirPollutant, type AirStation, airPollutants } from '../tests/air-files.fixture.ts';

const faultKinds = ['spike', 'flat', 'inversion', 'gap', 'step', 'drift', 'dip'] as const;
export type PlantedKind = (typeof faultKinds)[number];

/** A fault that was put into a file. */
export interface PlantedFault {
  kind: PlantedKind;
  station: number;
  pollutant: AirPollutant;
  from: number;
  /** Exclusive. */
  to: number;
}

/** A generator of numbers in [0, 1) that repeats itself (mulberry32). */
function openRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const marginHours = 72;

/** Puts so many faults of one kind into copies of the stations, at random places that do not meet. */
export function plantFaults(
  stations: readonly AirStation[],
  kind: PlantedKind,
  count: number,
  seed: number,
): { stations: AirStation[]; faults: PlantedFault[] } {
  const random = openRandom(seed * 7919 + faultKinds.indexOf(kind));
  const copies = stations.map((station) => ({ ...station, lines: copyLines(station.lines) }));
  const faults: PlantedFault[] = [];
  const taken = new Map<string, number[]>();
  const pick = (below: number) => Math.floor(random() * below);
  for (let tries = 0; faults.length < count && tries < 1000 * count; tries++) {
    const station = pick(copies.length);
    const pollutant = kind === 'inversion' ? 'pm25' : (airPollutants[pick(airPollutants.length)] ?? 'pm25');
    const lines = copies[station]?.lines;
    const hours = lines?.[pollutant];
    if (!lines || !hours || hours.length < 3 * marginHours) continue;
    const from = marginHours + pick(hours.length - 2 * marginHours);
    const near = taken.get(`${station} ${pollutant}`) ?? [];
    if (near.some((other) => Math.abs(other - from) < marginHours)) continue;
    const to = plant(kind, lines, pollutant, from, random);
    if (to === undefined) continue;
    taken.set(`${station} ${pollutant}`, [...near, from]);
    faults.push({ kind, station, pollutant, from, to });
  }
  return { stations: copies, faults };
}

function copyLines(lines: AirStation['lines']): AirStation['lines'] {
  const [pm25, pm10, so2] = [lines.pm25.slice(), lines.pm10.slice(), lines.so2.slice()];
  return { pm25, pm10, so2, no2: lines.no2.slice(), co: lines.co.slice(), o3: lines.o3.slice() };
}

/** The end of the fault; undefined if this place does not suit it. */
function plant(
  kind: PlantedKind,
  lines: AirStation['lines'],
  pollutant: AirPollutant,
  from: number,
  random: () => number,
): number | undefined {
  const hours = lines[pollutant];
  const value = hours[from] ?? Number.NaN;
  const before = Array.from(hours.subarray(from - 24, from)).filter((hour) => !Number.isNaN(hour));
  if (Number.isNaN(value) || before.length < 20) return undefined;
  const spread = medianDeviation(before) ?? 0;
  const length = 4 + Math.floor(random() * 21);
  const change = (to: number, by: (hour: number, at: number) => number) => {
    for (let at = from; at < to; at++) hours[at] = by(hours[at] ?? Number.NaN, at);
    return to;
  };
  switch (kind) {
    case 'spike':
      return spread > 0 ? change(from + 1, () => value + spread * (5 + 15 * random())) : undefined;
    case 'dip': {
      const dip = spread * (5 + 15 * random());
      // One that ended at zero would be smaller than it should be.
      return spread > 0 && dip <= value ? change(from + 1, () => value - dip) : undefined;
    }
    case 'flat':
      return change(from + length, () => value);
    case 'inversion': {
      const factor = 1.1 + random();
      return change(from + 1 + Math.floor(random() * 12), (_, at) =>
        Math.round(factor * (lines.pm10[at] ?? Number.NaN) + 3),
      );
    }
    case 'gap':
      return change(from + length, () => Number.NaN);
    case 'step': {
      const step = spread * (5 + 15 * random());
      return spread > 0 ? change(from + 48, (hour) => hour + step) : undefined;
    }
    case 'drift':
      return change(
        Math.min(hours.length, from + 30 * 24),
        (hour, at) => hour * (1 + (0.01 * (at - from)) / 24),
      );
  }
}
