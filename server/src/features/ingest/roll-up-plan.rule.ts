import { findPollutant, type PollutantSlot } from './air-index.rule.ts';
import type { Averaging } from './roll-up.rule.ts';

/** What the channels say about how their values become hours and days. */
export interface Plan {
  slots: number[];
  averagings: Map<number, Averaging>;
  pollutants: PollutantSlot[];
  /** What a slot can have. */
  ranges: Map<number, { min: number | null; max: number | null }>;
}

interface PlannedChannel {
  gbCode: string;
  slot: number;
  dataType: string;
  unit: string | null;
  minValue: number | null;
  maxValue: number | null;
}

const windSpeed = 'a01007';

export function planSlots(channels: readonly PlannedChannel[]): Plan {
  const speed = channels.find(({ gbCode }) => gbCode === windSpeed)?.slot ?? null;
  const averagings = new Map(
    channels.map(({ slot, dataType }): [number, Averaging] => [slot, averagingOf(dataType, speed)]),
  );
  const pollutants = channels.flatMap(({ gbCode, slot, unit }) => {
    const pollutant = findPollutant(gbCode);
    return pollutant ? [{ pollutant, slot, unit: unit ?? '' }] : [];
  });
  const ranges = new Map(channels.map(({ slot, minValue: min, maxValue: max }) => [slot, { min, max }]));
  return { slots: [...averagings.keys()].toSorted((a, b) => a - b), averagings, pollutants, ranges };
}

function averagingOf(dataType: string, speed: number | null): Averaging {
  if (dataType === 'direction') return { by: 'direction', speed };
  if (dataType === 'level') return { by: 'level' };
  if (dataType === 'enum' || dataType === 'switch') return { by: 'last' };
  return { by: 'mean' };
}
