/**
 * Uploads that carry no measured values: equipment state, power-on of the logger, station information, and the system
 * state of the surface-water dialect, which stations also send unasked when the mains fail.
 */
export const reportCommands = ['2021', '2081', '3020', '3040'] as const;
export type ReportCommand = (typeof reportCommands)[number];

export interface ReportItem {
  /** SB1, RestartTime, or an information code such as i13008. */
  code: string;
  value: string;
}

export interface StationReport {
  /** The factor that the item belongs to; null for the logger. */
  polId: string | null;
  items: ReportItem[];
}

const polId = /(?:^|[;,])\s*PolId\s*=\s*([^;,]*)/;
/** A log is text between slashes and may contain any separator. */
const info = /(?:^|[;,])\s*([\w.]+)-Info\s*=\s*(\/\/[\s\S]*?\/\/|[^;,]*)/g;
const state = /(?:^|[;,])\s*([\w.]+)-RS\s*=\s*([^;,]*)/g;
const restart = /(?:^|[;,])\s*(RestartTime)\s*=\s*([^;,]*)/g;

const system = /(?:^|[;,])\s*(RunMode|PumpState|SystemAlarm)\s*=\s*([^;,]*)/g;

const patterns: Record<ReportCommand, RegExp> = {
  '2021': state,
  '2081': restart,
  '3020': info,
  '3040': system,
};

/** The known items of such a packet; empty if there are none. */
export function readStationReport(command: ReportCommand, cp: string): StationReport {
  const items = [...cp.matchAll(patterns[command])].map(([, code = '', value = '']) => ({
    code,
    value: value
      .trim()
      .replace(/^\/\/([\s\S]*)\/\/$/, '$1')
      .trim(),
  }));
  return { polId: polId.exec(cp)?.[1]?.trim() || null, items };
}
