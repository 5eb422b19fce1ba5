/** One item of a report about the power supply. */
export interface PowerItem {
  at: number;
  /** The instrument that it is about; null for the whole station. */
  instrument: string | null;
  code: string;
  value: string;
}

/** The state of the power supply of a station from a moment on. */
export interface PowerReport {
  at: number;
  /** The lowest supply voltage that was reported, if any was. */
  voltage: number | null;
  /** A power fault or mains failure. */
  isFailing: boolean;
}

const powerFault = '6';
const mainsFailure = '01';

/**
 * The state after each report, in the order of time. A power fault lasts until the same instrument reports another state:
 * a report about something else does not end it.
 */
export function joinPowerItems(items: readonly PowerItem[]): PowerReport[] {
  const latest = new Map<string, PowerItem>();
  return [...Map.groupBy(items, ({ at }) => at)].map(([at, ofMoment]) => {
    for (const item of ofMoment) latest.set(`${item.code} ${item.instrument}`, item);
    const known = [...latest.values()];
    const voltages = known.flatMap(({ code, value }) => (code === 'i33103' ? readVoltage(value) : []));
    return {
      at,
      voltage: voltages.length > 0 ? Math.min(...voltages) : null,
      isFailing: known.some(isFault),
    };
  });
}

function readVoltage(value: string): number[] {
  const voltage = Number(value);
  return value !== '' && Number.isFinite(voltage) ? [voltage] : [];
}

function isFault({ code, value }: PowerItem): boolean {
  if (code === 'i12001') return value === powerFault;
  return code === 'SystemAlarm' && value.startsWith(mainsFailure);
}
