import type { StoredChannel } from '../reading/reading.api.ts';

/** Sound levels are averaged by their energy, everything else by its value. */
export interface AveragingScale {
  toLinear(value: number): number;
  fromLinear(value: number): number;
}

export const linearScale: AveragingScale = { toLinear: (value) => value, fromLinear: (value) => value };
export const decibelScale: AveragingScale = {
  toLinear: (level) => 10 ** (level / 10),
  // The lower end of a wide interval may be negative, which no level corresponds to.
  fromLinear: (energy) => (energy > 0 ? 10 * Math.log10(energy) : 0),
};

export function chooseScale({ dataType }: Pick<StoredChannel, 'dataType'>): AveragingScale {
  return dataType === 'level' ? decibelScale : linearScale;
}
