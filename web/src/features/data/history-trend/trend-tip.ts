import type { TrendMarker } from '@limpid/contract/data/trend';
import { DAY_MS } from '@limpid/contract/durations';
import type { Language } from '@limpid/contract/language';
import { dash, formatValue, formatWithUnit } from '../../../air/describe-value.ts';
import { drawTip, type TipRow } from '../../../charts/draw-tip.ts';
import type { TrendAlarm } from './alarms/trend-alarm.ts';
import { endOfPoint, findPoint, type TrendLine } from './trend-line.ts';

/** Why a point does not count. */
export interface PointNotes {
  few: string;
  excluded: string;
}

export interface TipFacts {
  lines: readonly TrendLine[];
  markers: readonly TrendMarker[];
  alarms: readonly TrendAlarm[];
  /** Markers and alarms that are not further away than this are described. */
  reachMs: number;
  zone: string;
  language: Language;
  notes: PointNotes;
  describeMarker: (marker: TrendMarker) => string;
}

/** Of each kind. */
const mostNotes = 3;

/** The values of all lines at a moment, with the window of time that they stand for. */
export function makeTrendTip(facts: TipFacts, moment: number): HTMLElement {
  const { zone, language, markers, alarms, reachMs, describeMarker } = facts;
  const { window, rows } = listTipRows(facts, moment);
  const isNear = ({ from, to }: { from: number; to: number }) =>
    from - reachMs <= moment && moment <= to + reachMs;
  const events = [
    ...alarms.filter(isNear).slice(0, mostNotes),
    ...markers.filter(isNear).slice(0, mostNotes).map(describeMarker),
  ];
  return drawTip(writeWindow(window, zone, language), rows, events);
}

interface TipRows {
  window: readonly [from: number, to: number];
  rows: TipRow[];
}

/** One row for each line; the window is that of the finest line. */
export function listTipRows({ lines, language, notes }: TipFacts, moment: number): TipRows {
  let window: readonly [number, number] = [moment, moment];
  let finest = Number.POSITIVE_INFINITY;
  const rows = lines.map((line) => {
    const { label, colour, data } = line;
    const place = findPoint(data, moment);
    const start = data.ts[place] ?? moment;
    if (place >= 0 && data.step < finest) {
      finest = data.step;
      window = [start, endOfPoint(data, place)];
    }
    return { name: label, colour, text: writePoint(line, place, { language, notes, hasUnit: true }) };
  });
  return { window, rows };
}

interface PointWords {
  language: Language;
  notes: PointNotes;
  hasUnit: boolean;
}

/** The value of a point, the band behind it, and why it does not count; a dash where the line has no point. */
export function writePoint(
  { channel, data }: TrendLine,
  place: number,
  { language, notes, hasUnit }: PointWords,
): string {
  const write = hasUnit ? formatWithUnit : formatValue;
  const value = data.values[place] ?? null;
  if (value === null) return dash;
  const [low = null, high = null] = [data.low?.[place], data.high?.[place]];
  const moment = data.ts[place] ?? Number.NaN;
  const meaning = channel.meanings.find((one) => one.value === value)?.name;
  const parts = [
    meaning ?? write(value, channel, language),
    low !== null &&
      high !== null &&
      low < high &&
      `${formatValue(low, channel, language)} – ${write(high, channel, language)}`,
    'few' in data && data.few.includes(moment) && notes.few,
    'few' in data && data.excluded?.includes(moment) && notes.excluded,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The start and end of a window; whole days have no times. */
export function writeWindow([from, to]: readonly [number, number], zone: string, language: Language): string {
  const { day, clock } = findForms(zone, language);
  const [first, last] = [day.format(from), day.format(Math.max(from, to - 1))];
  const isWholeDays = to - from >= DAY_MS && clock.format(from) === '00:00';
  if (isWholeDays) return first === last ? first : `${first} – ${last}`;
  if (to === from) return `${first} ${clock.format(from)}`;
  const end = clock.format(to);
  return first === last
    ? `${first} ${clock.format(from)}–${end}`
    : `${first} ${clock.format(from)} – ${day.format(to)} ${end}`;
}

interface WindowForms {
  day: Intl.DateTimeFormat;
  clock: Intl.DateTimeFormat;
}

const forms = new Map<string, WindowForms>();

/** Cached: making formats takes longer than all the rest of a tooltip. */
function findForms(zone: string, language: Language): WindowForms {
  const key = `${language} ${zone}`;
  const found = forms.get(key) ?? {
    day: new Intl.DateTimeFormat(language, {
      timeZone: zone,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
    }),
    clock: new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }),
  };
  forms.set(key, found);
  return found;
}
