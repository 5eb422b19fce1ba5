import {
  type CronFields,
  cronParts,
  formatCronField,
  hasFixedValues,
  listCronValues,
  parseCron,
} from '@limpid/contract/monitor/cron';
import { Cron } from 'croner';

/** The run times of an expression, in a zone. */
export interface CronSchedule {
  /** The first run after this moment; undefined if there is none. */
  next(after: Date): Date | undefined;
  nextFew(count: number, after: Date): Date[];
  /** The last runs up to and including this moment, the oldest first. */
  lastFew(count: number, upTo: Date): Date[];
}

/** Parses a stored expression; undefined if it is invalid. */
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
      // The library's previous runs exclude the given moment.
      return cron.previousRuns(count, new Date(upTo.getTime() + 1000 - (upTo.getTime() % 1000))).toReversed();
    },
  };
}

/** Lists every value, because libraries differ on ranges that wrap around and on steps without a star. */
function toPattern(fields: CronFields): string {
  const words = cronParts.map((part) => {
    const field = fields[part];
    return hasFixedValues(field)
      ? listCronValues(part, field)?.join(',')
      : formatCronField(part, field) || '*';
  });
  return words.join(' ');
}
