import type { Language } from '@limpid/contract/language';
import type { ChartLook } from '../../../charts/use-chart-look.ts';
import { listZoneTicks } from './zone-ticks.ts';

export interface TimeAxisFacts {
  from: number;
  to: number;
  zone: string;
  language: Language;
  /** Pixels of the plot. */
  width: number;
  gridIndex: number;
  /** Only the lowest plot has labels. */
  isLast: boolean;
}

const labelWidth = 84;

/** A horizontal axis of time with round moments of the zone. */
export function makeTimeAxis(facts: TimeAxisFacts, look: ChartLook) {
  const { from, to, zone, language, width, gridIndex, isLast } = facts;
  const { unit, moments } = listZoneTicks(from, to, zone, width / (labelWidth * look.scale));
  const write = findTickWriter(unit, zone, language);
  return {
    type: 'value' as const,
    gridIndex,
    min: from,
    max: to,
    axisLine: { show: true, onZero: false, lineStyle: { color: look.line } },
    axisTick: { show: true, customValues: moments, lineStyle: { color: look.line } },
    axisLabel: {
      show: isLast,
      customValues: moments,
      color: look.inkSoft,
      fontSize: 12 * look.scale,
      fontFamily: look.font,
      hideOverlap: true,
      formatter: write,
    },
    splitLine: { show: false },
  };
}

type TickWriter = (moment: number) => string;
const writers = new Map<string, TickWriter>();

/** Cached: making formats takes longer than drawing the axis, and a gesture draws it for every frame. */
function findTickWriter(
  unit: ReturnType<typeof listZoneTicks>['unit'],
  zone: string,
  language: Language,
): TickWriter {
  const key = [unit, zone, language].join();
  const found = writers.get(key) ?? makeTickWriter(unit, zone, language);
  writers.set(key, found);
  return found;
}

/** Times of a day, with the date at midnight; days; months, with the year at its first one. */
function makeTickWriter(
  unit: ReturnType<typeof listZoneTicks>['unit'],
  zone: string,
  language: Language,
): TickWriter {
  const form = (options: Intl.DateTimeFormatOptions, locale: string = language) =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  const clock = form({ hour: '2-digit', minute: '2-digit' }, 'en-GB');
  const day = form({ month: 'short', day: 'numeric' });
  const month = form({ month: 'short' });
  const year = form({ year: 'numeric' });
  const number = form({ month: 'numeric' }, 'en-GB');
  return (moment) => {
    if (unit === 'day') return day.format(moment);
    if (unit === 'month') return number.format(moment) === '1' ? year.format(moment) : month.format(moment);
    const text = clock.format(moment);
    return text === '00:00' ? day.format(moment) : text;
  };
}
