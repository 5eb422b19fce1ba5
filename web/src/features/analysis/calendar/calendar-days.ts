import type { CalendarDay } from '@limpid/contract/analysis/calendar';
import { DAY_MS } from '@limpid/contract/durations';
import { colourSequence, findBand, inkOn } from '../../../air/level.ts';
import type { MeasureScale } from '../../../air/measure-scale.ts';

/**
 * What a day shows: a value (of today a preliminary one), a value of too few hours, a withheld index, no data, or
 * nothing yet.
 */
type DayKind = 'value' | 'soFar' | 'few' | 'withheld' | 'empty' | 'future';

export interface ShownDay {
  day: string;
  kind: DayKind;
  isToday: boolean;
  /** The index, or the mean of the channel. */
  value: number | null;
  primary: string | null;
  reference: boolean;
  note: string | null;
  /** Valid hours of the channel. */
  hours: number;
  flags: CalendarDay['flags'];
}

/** A day of a channel needs twenty valid hours. */
const minHours = 20;

export function showDay(day: CalendarDay, today: string, hasChannel: boolean): ShownDay {
  const { primary, reference, note, hours, flags } = day;
  const value = hasChannel ? day.value : day.aqi;
  // Primary pollutant, reference and note are facts of the index.
  const index = hasChannel ? { primary: null, reference: false, note: null } : { primary, reference, note };
  return { day: day.day, kind: findKind(), isToday: day.soFar, value, hours, flags, ...index };

  function findKind(): DayKind {
    if (day.day > today) return 'future';
    if (value === null) return !hasChannel && day.missing.length > 0 ? 'withheld' : 'empty';
    if (day.soFar) return 'soFar';
    return hasChannel && hours < minHours ? 'few' : 'value';
  }
}

/** The weeks of a month, from Monday; null outside of it. */
export function layOutMonth<D extends { day: string }>(days: readonly D[]): (D | null)[][] {
  const [first] = days;
  if (!first) return [];
  // Sunday is 0.
  const before = (new Date(`${first.day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const cells = [...Array.from({ length: before }, () => null), ...days];
  const weeks = Math.ceil(cells.length / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_day, n) => cells[week * 7 + n] ?? null),
  );
}

/** The day to move to by a key of the keyboard; the same day at the edge of the calendar. */
export function moveDay(days: readonly string[], from: string, key: string): string | undefined {
  const weekday = (new Date(`${from}T00:00:00Z`).getUTCDay() + 6) % 7;
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday,
    End: 6 - weekday,
  };
  const step = steps[key];
  if (step === undefined) return undefined;
  const target = new Date(Date.parse(`${from}T00:00:00Z`) + step * DAY_MS).toISOString().slice(0, 10);
  if (days.includes(target)) return target;
  if (key === 'Home' || key === 'End') return days.findLast((day) => day <= target) ?? days[0];
  return from;
}

/** A class of values with its colours; `upTo` is null for the last one. */
export interface DayClass {
  upTo: number | null;
  fill: string;
  ink: string;
  name: string;
}

const shades = 6;

/** The levels of the scale; for a channel without levels equal steps from the lowest to the highest value. */
export function listDayClasses(scale: MeasureScale, values: readonly number[]): readonly DayClass[] {
  if (scale.steps.length > 0) return scale.steps;
  if (values.length === 0) return [];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const upTo = (n: number) => low + ((high - low) * (n + 1)) / shades;
  return colourSequence(shades).map((fill, n) => ({
    upTo: n === shades - 1 ? null : upTo(n),
    fill,
    ink: inkOn(fill),
    name: `≤ ${scale.formatWithUnit(n === shades - 1 ? high : upTo(n))}`,
  }));
}

/** The class of a value by the scale of its day; the levels of all days have the same names and colours. */
export function findDayClass(
  classes: readonly DayClass[],
  scale: MeasureScale,
  value: number,
): DayClass | undefined {
  if (scale.steps.length === 0) return findBand(classes, value);
  const step = scale.findStep(value);
  return step && classes[scale.steps.indexOf(step)];
}

export interface LevelDays {
  /** Days that count: past ones with an index or a valid mean. */
  counted: number;
  /** Past days that do not. */
  without: number;
  /** How many counted days each class has. */
  classes: number[];
  /** Counted days above the second level; null if there are no levels. */
  above: number | null;
}

/** The second level is the limit of the Chinese standard, for its index and for channels. */
const limitLevel = 1;

/** Counts the days that have ended, each by the scale of its date. */
export function summariseDays(
  days: readonly ShownDay[],
  classes: readonly DayClass[],
  scaleOn: (day: string) => MeasureScale,
): LevelDays {
  const past = days.filter(({ kind, isToday }) => kind !== 'future' && !isToday);
  const counts = classes.map(() => 0);
  let counted = 0;
  for (const { day, kind, value } of past) {
    if (kind !== 'value' || value === null) continue;
    counted += 1;
    const found = findDayClass(classes, scaleOn(day), value);
    const place = found ? classes.indexOf(found) : -1;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const hasLimit = days.every(({ day }) => scaleOn(day).steps.length > limitLevel + 1);
  const above = hasLimit ? counts.slice(limitLevel + 1).reduce((a, b) => a + b, 0) : null;
  return { counted, without: past.length - counted, classes: counts, above };
}
