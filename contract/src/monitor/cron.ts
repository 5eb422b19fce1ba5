/** The seven fields of a Quartz expression, in their order; the year is optional. */
export const cronParts = ['second', 'minute', 'hour', 'day', 'month', 'week', 'year'] as const;
export type CronPart = (typeof cronParts)[number];

export const cronBounds: Readonly<Record<CronPart, readonly [min: number, max: number]>> = {
  second: [0, 59],
  minute: [0, 59],
  hour: [0, 23],
  day: [1, 31],
  month: [1, 12],
  /** 1 is Sunday. */
  week: [1, 7],
  year: [1970, 2099],
};

/** The meaning of one field. Months and days of the week are numbers; a list is sorted and has each value once. */
export type CronField =
  | { kind: 'every' }
  /** `?` (the other one of day and week decides), or an omitted year. */
  | { kind: 'none' }
  /** A range may wrap around: 22-2 is five hours. */
  | { kind: 'range'; from: number; to: number }
  | { kind: 'step'; from: number; to?: number; every: number }
  | { kind: 'list'; values: readonly number[] }
  | { kind: 'lastDay' }
  | { kind: 'lastWorkday' }
  | { kind: 'nearWorkday'; day: number }
  | { kind: 'lastWeekday'; weekday: number }
  | { kind: 'nthWeekday'; weekday: number; nth: number };

export type CronFields = Readonly<Record<CronPart, CronField>>;

/** The error: the number of fields, one of them, or day and week, of which exactly one must be `?`. */
export type CronProblem = { kind: 'count' } | { kind: 'field'; part: CronPart } | { kind: 'days' };

const monthNames = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const weekdayNames = 'SUN MON TUE WED THU FRI SAT'.split(' ');

/** Parses an expression as Quartz does. */
export function parseCron(text: string): { fields: CronFields } | { problem: CronProblem } {
  const words = text.trim().toUpperCase().split(/\s+/);
  if (words.length !== 6 && words.length !== 7) return { problem: { kind: 'count' } };
  const read = new Map<CronPart, CronField>();
  for (const [index, part] of cronParts.entries()) {
    const word = words[index];
    const field = word === undefined ? { kind: 'none' as const } : parseField(part, word);
    if (!field) return { problem: { kind: 'field', part } };
    read.set(part, field);
  }
  // The loop above has set every field.
  const fields = Object.fromEntries(read) as unknown as CronFields;
  if ((fields.day.kind === 'none') === (fields.week.kind === 'none')) return { problem: { kind: 'days' } };
  return { fields };
}

function parseField(part: CronPart, word: string): CronField | undefined {
  if (word === '*') return { kind: 'every' };
  if (word === '?') return part === 'day' || part === 'week' ? { kind: 'none' } : undefined;
  if (part === 'day') return parseDay(word) ?? parsePieces(part, word);
  if (part === 'week') return parseWeek(word) ?? parsePieces(part, word);
  return parsePieces(part, word);
}

function parseDay(word: string): CronField | undefined {
  if (word === 'L') return { kind: 'lastDay' };
  if (word === 'LW') return { kind: 'lastWorkday' };
  const day = /^\d{1,2}W$/.test(word) ? readNumber('day', word.slice(0, -1)) : undefined;
  return day === undefined ? undefined : { kind: 'nearWorkday', day };
}

function parseWeek(word: string): CronField | undefined {
  // For weeks, `L` alone means Saturday.
  if (word === 'L') return { kind: 'list', values: [7] };
  const nth = /^(\w+)#([1-5])$/.exec(word);
  const weekday = readNumber('week', nth?.[1] ?? (word.endsWith('L') ? word.slice(0, -1) : ''));
  if (weekday === undefined) return undefined;
  return nth ? { kind: 'nthWeekday', weekday, nth: Number(nth[2]) } : { kind: 'lastWeekday', weekday };
}

/** A single range, step or value is kept; several become the list of their values. */
function parsePieces(part: CronPart, word: string): CronField | undefined {
  const pieces = word.split(',').map((piece) => parsePiece(part, piece));
  const [first] = pieces;
  if (pieces.length === 1) return first;
  const values = new Set<number>();
  for (const piece of pieces) {
    if (!piece) return undefined;
    for (const value of listCronValues(part, piece) ?? []) values.add(value);
  }
  return { kind: 'list', values: [...values].toSorted((a, b) => a - b) };
}

function parsePiece(part: CronPart, piece: string): CronField | undefined {
  const [range = '', step, ...more] = piece.split('/');
  const [first = '', second, ...rest] = range.split('-');
  if (more.length > 0 || rest.length > 0) return undefined;
  const [min, max] = cronBounds[part];
  const isOpen = step !== undefined && second === undefined && (first === '*' || first === '');
  const from = isOpen ? min : readNumber(part, first);
  const to = second === undefined ? undefined : readNumber(part, second);
  if (from === undefined || (second !== undefined && to === undefined)) return undefined;
  // Years do not wrap around.
  if (part === 'year' && to !== undefined && to < from) return undefined;
  if (step === undefined)
    return to === undefined ? { kind: 'list', values: [from] } : { kind: 'range', from, to };
  const every = /^\d{1,4}$/.test(step) ? Number(step) : 0;
  if (every < 1 || every > max) return undefined;
  return { kind: 'step', from, every, ...(to !== undefined && { to }) };
}

function readNumber(part: CronPart, text: string): number | undefined {
  const names = part === 'month' ? monthNames : part === 'week' ? weekdayNames : [];
  const named = names.indexOf(text);
  if (named >= 0) return named + 1;
  const [min, max] = cronBounds[part];
  const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

/** Whether the field lists values, a range or a step, rather than "every" or something that depends on the month. */
export function hasFixedValues(field: CronField): boolean {
  return field.kind === 'range' || field.kind === 'step' || field.kind === 'list';
}

/** The values a field allows, if they do not depend on the month; all of them for `*` and `?`. */
export function listCronValues(part: CronPart, field: CronField): number[] | undefined {
  const [min, max] = cronBounds[part];
  switch (field.kind) {
    case 'every':
    case 'none':
      return countFrom(part, min, max, 1);
    case 'range':
      return countFrom(part, field.from, field.to, 1);
    case 'step':
      return countFrom(part, field.from, field.to ?? max, field.every);
    case 'list':
      return [...field.values];
    default:
      return undefined;
  }
}

function countFrom(part: CronPart, from: number, to: number, every: number): number[] {
  const [min, max] = cronBounds[part];
  const size = max - min + 1;
  const last = to < from ? to + size : to;
  const values: number[] = [];
  for (let value = from; value <= last; value += every) values.push(((value - min) % size) + min);
  return values.toSorted((a, b) => a - b);
}

export function formatCron(fields: CronFields): string {
  const words = cronParts.map((part) => formatCronField(part, fields[part]));
  return words.join(' ').trimEnd();
}

export function formatCronField(part: CronPart, field: CronField): string {
  switch (field.kind) {
    case 'every':
      return '*';
    case 'none':
      return part === 'year' ? '' : '?';
    case 'range':
      return `${field.from}-${field.to}`;
    case 'step':
      return field.to === undefined
        ? `${field.from}/${field.every}`
        : `${field.from}-${field.to}/${field.every}`;
    case 'list':
      return field.values.join(',');
    case 'lastDay':
      return 'L';
    case 'lastWorkday':
      return 'LW';
    case 'nearWorkday':
      return `${field.day}W`;
    case 'lastWeekday':
      return `${field.weekday}L`;
    case 'nthWeekday':
      return `${field.weekday}#${field.nth}`;
  }
}
