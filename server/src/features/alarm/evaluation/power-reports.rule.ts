import type { AlarmPart } from '@limpid/contract/alarm/alarm-parts';

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
  /** The items that report a power fault or mains failure. */
  failing: readonly AlarmPart[];
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
      failing: known.flatMap(findFault),
    };
  });
}

function readVoltage(value: string): number[] {
  const voltage = Number(value);
  return value !== '' && Number.isFinite(voltage) ? [voltage] : [];
}

function findFault({ code, value, instrument }: PowerItem): AlarmPart[] {
  if (code === 'i12001' && value === powerFault) return [{ kind: 'instrumentPower', of: instrument }];
  return code === 'SystemAlarm' && value.startsWith(mainsFailure) ? [{ kind: 'mains', of: null }] : [];
}
