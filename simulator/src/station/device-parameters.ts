import { type ChannelValues, instrumentChannels, simulatedChannelCodes } from '../air/channels.ts';

/** Slope and intercept among the parameters of an instrument. */
const [slope, intercept] = ['i13008', 'i13007'];

/** What station information is without having been set. */
const usual: Record<string, string> = {
  [slope]: '1',
  i13001: '1000',
  i13002: '1',
  i13003: '1',
  i13004: '165',
  i13006: '20260101000000',
  i13009: '0.5',
  i23001: '101.3',
  i33101: '25',
  i33102: '50',
  i33103: '220',
};

export function findStationInfo(
  parameters: ReadonlyMap<string, string>,
  factor: string,
  infoId: string,
): string {
  return parameters.get(`${factor} ${infoId}`) ?? usual[infoId] ?? '0';
}

/** The values as instruments with these slopes and intercepts measure them: K x + B. */
export function applyParameters(
  values: ChannelValues,
  parameters: ReadonlyMap<string, string>,
): ChannelValues {
  if (parameters.size === 0) return values;
  const corrected = { ...values };
  for (const code of simulatedChannelCodes) {
    const value = values[code];
    if (value === undefined) continue;
    const read = (infoId: string) => Number(findStationInfo(parameters, instrumentChannels[code].gb, infoId));
    corrected[code] = Number((value * read(slope) + read(intercept)).toFixed(3));
  }
  return corrected;
}
