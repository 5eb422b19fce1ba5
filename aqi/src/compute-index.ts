import { planKeys } from './standards/plan.ts';
import { computeSubIndex } from './standards/row.ts';
import { type IndexMode, type Standard, type StandardName, standardNames } from './standards/standard.ts';
import { standards } from './standards.ts';

export interface IndexInput {
  readonly standard: StandardName;
  readonly mode: IndexMode;
  /** Concentrations in the standard's unit, by pollutant (`O3`: in the mode's averaging) or by pollutant and averaging (`O3@8h`). */
  readonly values: Readonly<Record<string, number | null | undefined>>;
}

export interface AirIndex {
  /** The worst sub-index of the measured pollutants. */
  readonly aqi: number | null;
  /** The index that may be shown: `aqi`, or NA where the standard withholds it. */
  readonly published: number | 'NA';
  readonly level: number | null;
  readonly primary: readonly string[];
  /** Sub-indices under the caller's keys, including averagings that do not count in this mode. */
  readonly iaqi: Readonly<Record<string, number | null>>;
  /** Pollutants of the standard without a sub-index. */
  readonly missing: readonly string[];
  /** True for an index from fewer pollutants than the standard requires. */
  readonly reference: boolean;
}

const plans = new Map(
  standardNames.map((name) => [
    name,
    { hourly: planKeys(standards[name], 'hourly'), daily: planKeys(standards[name], 'daily') },
  ]),
);

export function computeIndex({ standard: name, mode, values }: IndexInput): AirIndex {
  const plan = plans.get(name)?.[mode];
  const direct: (number | undefined)[] = [];
  const substituted: (number | undefined)[] = [];
  const iaqi: [key: string, index: number | null][] = [];
  for (const [key, value] of Object.entries(values)) {
    const slot = plan?.get(key);
    const index = slot && typeof value === 'number' ? computeSubIndex(slot.row, value) : null;
    iaqi.push([key, index]);
    if (!slot || slot.part === null || index === null) continue;
    const counted = slot.substitutes ? substituted : direct;
    counted[slot.part] = Math.max(index, counted[slot.part] ?? 0);
  }
  const standard = standards[name];
  const byPollutant = standard.modes[mode].map((_, part) => direct[part] ?? substituted[part]);
  return { ...summarise(standard, mode, byPollutant), iaqi: Object.fromEntries(iaqi) };
}

function summarise(
  standard: Standard,
  mode: IndexMode,
  byPollutant: readonly (number | undefined)[],
): Omit<AirIndex, 'iaqi'> {
  const pollutantsAt = (index: number | undefined) =>
    standard.modes[mode].filter((_, part) => byPollutant[part] === index).map(({ pollutant }) => pollutant);
  const missing = pollutantsAt(undefined);
  const complete =
    missing.length === 0 ||
    standard.needs.every((group) => group.some((pollutant) => !missing.includes(pollutant)));
  const worst = byPollutant.reduce<number>((most, index) => Math.max(most, index ?? -1), -1);
  if (worst < 0) {
    return { aqi: null, published: 'NA', level: null, primary: [], missing, reference: false };
  }
  const withheld = !complete && worst <= (standard.incompletePublishedAbove ?? -1);
  return {
    aqi: worst,
    published: withheld ? 'NA' : worst,
    level: standard.levels.find(({ max }) => max === null || worst <= max)?.level ?? null,
    primary: worst > standard.primaryAbove ? pollutantsAt(worst) : [],
    missing,
    reference: !complete,
  };
}
