export type VariationPart = 'byHour' | 'byWeekHour' | 'byWeekday' | 'byMonth';

const noon = 12;

interface VariationGroup {
  /** Hour 0 to 23, hour of the week 0 to 167, weekday 1 (Monday) to 7, month 1 to 12. */
  group: number;
  /** On the axis; empty where there is no room for a name. */
  short: string;
  name: string;
}

/** All hours of a day or a week, weekdays or months, with their names. */
export function listVariationGroups(part: VariationPart, language: string): VariationGroup[] {
  if (part === 'byHour') {
    const twoDigits = (hour: number) => String(hour).padStart(2, '0');
    return Array.from({ length: 24 }, (_, hour) => ({
      group: hour,
      short: String(hour),
      name: `${twoDigits(hour)}:00–${twoDigits(hour + 1)}:00`,
    }));
  }
  if (part === 'byWeekHour') return listWeekHours(language);
  const field = part === 'byWeekday' ? 'weekday' : 'month';
  const form = (length: 'short' | 'long') =>
    new Intl.DateTimeFormat(language, { [field]: length, timeZone: 'UTC' });
  const [short, long] = [form('short'), form('long')];
  // 1 January 2024 is a Monday.
  const dateOf = (n: number) => (part === 'byWeekday' ? Date.UTC(2024, 0, 1 + n) : Date.UTC(2024, n, 1));
  return Array.from({ length: part === 'byWeekday' ? 7 : 12 }, (_, n) => ({
    group: n + 1,
    short: short.format(dateOf(n)),
    name: long.format(dateOf(n)),
  }));
}

/** Each day is named once, at noon. */
function listWeekHours(language: string): VariationGroup[] {
  const hours = listVariationGroups('byHour', language);
  return listVariationGroups('byWeekday', language).flatMap((day, n) =>
    hours.map((hour) => ({
      group: n * hours.length + hour.group,
      short: hour.group === noon ? day.short : '',
      name: `${day.name} ${hour.name}`,
    })),
  );
}

/** A month of the wire (`2026-11`) with its year in the language. */
export function nameMonth(month: string, language: string): string {
  const form = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', timeZone: 'UTC' });
  return form.format(Date.parse(`${month}-01T00:00:00Z`));
}
