import type { CronPart } from '@limpid/contract/monitor/cron';
import { useMemo } from 'react';
import { useLanguage } from '../../../resource/use-language.ts';

/** The names of months or weekdays; undefined for numeric fields. */
export function useCronNames(part: CronPart): { value: number; label: string }[] | undefined {
  const language = useLanguage();
  return useMemo(() => {
    if (part !== 'month' && part !== 'week') return undefined;
    const width = language === 'zh' ? 'short' : 'long';
    const form = new Intl.DateTimeFormat(language, {
      timeZone: 'UTC',
      ...(part === 'month' ? { month: width } : { weekday: width }),
    });
    // 1 February 2026 was a Sunday, which is day 1.
    const dateOf = (value: number) =>
      part === 'month' ? Date.UTC(2026, value - 1, 1) : Date.UTC(2026, 1, value);
    return Array.from({ length: part === 'month' ? 12 : 7 }, (_, index) => ({
      value: index + 1,
      label: form.format(dateOf(index + 1)),
    }));
  }, [part, language]);
}
