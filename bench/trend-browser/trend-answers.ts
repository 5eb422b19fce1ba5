import type { TrendSiteLine } from '@limpid/contract/data/trend';
import { granularityMs } from '../../contract/src/data/series.ts';
import { type LinePoints, thinLine } from '../../server/src/features/data/trend/thin.rule.ts';

/** How many points of a line are sent: all of them, or as many as the screen asks for. */
export type Density = 'all' | 'asked';

/** The response to a request for a trend, with values that depend on site and moment only; no database is involved. */
export function answerTrend(address: string, density: Density): string {
  const query = new URL(address).searchParams;
  const [from, to] = [Number(query.get('from')), Number(query.get('to'))];
  // The screen asks for steps of the contract only.
  const granularity = (query.get('granularity') ?? 'hour') as keyof typeof granularityMs;
  const step = granularityMs[granularity];
  const most = density === 'all' ? Number.POSITIVE_INFINITY : Number(query.get('points'));
  const siteIds = [...query].filter(([name]) => name.startsWith('siteIds[')).map(([, id]) => Number(id));
  const hasBand = query.get('band') !== 'false';
  const series = siteIds.map((siteId): TrendSiteLine => {
    const points = makePoints(siteId, from, to, step);
    const line = thinLine(points, { step, length: to - from, most, dataType: 'number', hasBand });
    const count = points.at.length;
    return {
      siteId,
      channel: 'PM2.5',
      zone: 'Asia/Shanghai',
      granularity,
      ...line,
      count,
      few: [],
      fewCount: 0,
    };
  });
  return JSON.stringify({ code: 200, msg: '', data: { series } });
}

/** A wave of a day and of a year with noise, extremes around it, and a gap of two steps every 500. */
function makePoints(siteId: number, from: number, to: number, step: number): LinePoints {
  const first = Math.ceil(from / step);
  const places = Array.from({ length: Math.max(0, Math.ceil(to / step) - first) }, (_, n) => first + n);
  const present = places.filter((place) => place % 500 > 1);
  const noise = (place: number) => Math.abs(Math.sin(place * 12.9898 + siteId * 78.233) * 43_758.5453) % 1;
  const round = (value: number) => Math.round(value * 10) / 10;
  const values = present.map((place) => round(40 + 20 * Math.sin(place / 1400) + 15 * noise(place)));
  return {
    at: present.map((place) => place * step),
    values,
    low: values.map((value, n) => round(value - 10 * noise(n))),
    high: values.map((value, n) => round(value + 30 * noise(n + 1))),
  };
}
