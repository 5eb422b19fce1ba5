import {
  type CronFields,
  cronParts,
  formatCronField,
  hasFixedValues,
  listCronValues,
  parseCron,
} from '@limpid/contract/monitor/cron';
import { Cron } from 'croner';

/** The moments an expression names, in the time of a zone. */
export interface CronSchedule {
  /** The first one after this moment; none when there is none any more. */
  next(after: Date): Date | undefined;
  nextFew(count: number, after: Date): Date[];
  /** The last ones up to this moment and with it, the oldest first. */
  lastFew(count: number, upTo: Date): Date[];
}

/** Reads an expression that has been accepted before; undefined when it is none. */
export function parseSchedule(expression: string, zone: string): CronSchedule | undefined {
  const parsed = parseCron(expression);
  return 'fields' in parsed ? makeSchedule(parsed.fields, zone) : undefined;
}

export function makeSchedule(fields: CronFields, zone: string): CronSchedule {
  const cron = new Cron(toPattern(fields), {
    sloppyRanges: true,
    alternativeWeekdays: true,
    timezone: zone,
    mode: '7-part',
  });
  return {
    next: (after) => cron.nextRun(after) ?? undefined,
    nextFew: (count, after) => cron.nextRuns(count, after),
    lastFew(count, upTo) {
      // The runs before a moment leave it out.
      return cron.previousRuns(count, new Date(upTo.getTime() + 1000 - (upTo.getTime() % 1000))).toReversed();
    },
  };
}

/** Every value spelled out: libraries differ on ranges that run past the end and on steps without a star. */
function toPattern(fields: CronFields): string {
  const words = cronParts.map((part) => {
    const field = fields[part];
    return hasFixedValues(field)
      ? listCronValues(part, field)?.join(',')
      : formatCronField(part, field) || '*';
  });
  return words.join(' ');
}
