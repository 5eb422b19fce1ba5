import type { Channel } from '../../../air/channel.ts';

export const chartPeriods = ['day', 'week', 'month'] as const;
export type ChartPeriod = (typeof chartPeriods)[number];

/** What the chart of a site shows. */
export interface ChartChoice {
  /** Codes of channels in the order in which they were chosen; empty for the usual ones. */
  codes: readonly string[];
  period: ChartPeriod;
}

/** The largest number of lines in the chart: the colours of more lines look alike. */
const maxLines = 4;
const usualLines = 2;

/**
 * The channels of the chart: those that were chosen and are measured; else the one that the map is coloured by; else the first
 * that share a unit.
 */
export function pickLines(measured: readonly Channel[], chosen: readonly string[], layer: string): Channel[] {
  const byCode = (code: string) => measured.filter((channel) => channel.code === code);
  const wanted = chosen.flatMap(byCode).slice(0, maxLines);
  if (wanted.length > 0) return wanted;
  const [coloured] = byCode(layer);
  if (coloured) return [coloured];
  return measured.filter(({ unit }) => unit === measured[0]?.unit).slice(0, usualLines);
}

/** Adds a channel to the chart, in place of the first if there are many, or removes it; the last one stays. */
export function toggleLine(shown: readonly string[], code: string): string[] {
  if (!shown.includes(code)) return [...shown, code].slice(-maxLines);
  return shown.length > 1 ? shown.filter((one) => one !== code) : [...shown];
}

/** Reads the choice from the address of a page; unreadable parts are ignored. */
export function readChartChoice(address: URLSearchParams): ChartChoice {
  const codes = [...new Set((address.get('channels') ?? '').split(',').filter(Boolean))];
  const period = chartPeriods.find((one) => one === address.get('period')) ?? 'day';
  return { codes: codes.slice(0, maxLines), period };
}

/** The address with the choice; other parts stay. */
export function writeChartChoice({ codes, period }: ChartChoice, address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete('channels');
  next.delete('period');
  if (codes.length > 0) next.set('channels', codes.join(','));
  if (period !== 'day') next.set('period', period);
  return next;
}
