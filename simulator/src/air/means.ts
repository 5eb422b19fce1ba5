import { type ChannelCode, type Columns, instrumentChannels, simulatedChannelCodes } from './channels.ts';
import { quantise } from './instrument.ts';

export interface ChannelSummary {
  min: number;
  avg: number;
  max: number;
}

/** Minimum, mean and maximum of a channel's values: directions as vectors, levels by their energy. */
export function summariseChannel(
  code: ChannelCode,
  values: ArrayLike<number>,
  from = 0,
  to = values.length,
): ChannelSummary {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [sum, east, north] = [0, 0, 0];
  for (let index = from; index < to; index++) {
    const value = values[index] ?? 0;
    if (value < min) min = value;
    if (value > max) max = value;
    if (code === 'Noise') sum += 10 ** (value / 10);
    else sum += value;
    if (code !== 'WD') continue;
    east += Math.sin((value * Math.PI) / 180);
    north += Math.cos((value * Math.PI) / 180);
  }
  const { step } = instrumentChannels[code];
  const show = (value: number) => quantise(value, step / 10);
  if (code === 'WD') return { min, avg: show(((Math.atan2(east, north) * 180) / Math.PI + 360) % 360), max };
  const mean = sum / (to - from);
  return { min: show(min), avg: show(code === 'Noise' ? 10 * Math.log10(mean) : mean), max: show(max) };
}

/** The means of consecutive groups of this many elements. */
export function averageColumns(columns: Columns, size: number): Columns {
  const averaged: Columns = {};
  for (const code of simulatedChannelCodes) {
    const column = columns[code];
    if (!column) continue;
    const means = new Float32Array(Math.floor(column.length / size));
    for (let index = 0; index < means.length; index++) {
      means[index] = summariseChannel(code, column, index * size, (index + 1) * size).avg;
    }
    averaged[code] = means;
  }
  return averaged;
}
