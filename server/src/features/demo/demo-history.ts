import { setTimeout as wait } from 'node:timers/promises';
import type { DemoHistoryProgress } from '@limpid/contract/demo/demo-history';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { Columns } from '@limpid/simulator/air/channels';
import { type City, createCity } from '@limpid/simulator/air/city';
import type { demoCities } from '@limpid/simulator/demo/demo-cities';
import { planFaults } from '@limpid/simulator/faults/fault-plan';
import { distortColumns } from '@limpid/simulator/faults/faults';
import type { ReadingSink } from '../ingest/ingest.api.ts';
import { type PacketKind, packetKind } from '../reading/model.api.ts';

/** How far back the history goes, and for how long it has minutes instead of hours. */
export interface HistorySpan {
  totalMs: number;
  minutesMs: number;
}

export const monthOfHistory: HistorySpan = { totalMs: 30 * DAY_MS, minutesMs: 3 * DAY_MS };
/** Live readings have priority: history waits while more rows than this are queued. */
const maxQueued = 4000;

type DemoCity = (typeof demoCities)[number];
type DemoSite = DemoCity['sites'][number];

/** The generated history of one site: per channel one value per step. */
interface SiteHistory {
  siteId: number;
  /** Milliseconds between two reports. */
  interval: number;
  columns: [slot: number, values: Float32Array][];
}

interface HistoryPlan {
  cities: readonly DemoCity[];
  span: HistorySpan;
  now: number;
  signal: AbortSignal;
  onDay: (progress: DemoHistoryProgress) => void;
}

/** Stores the demo history: hours, then minutes up to now. */
export async function fillDemoHistory(
  sink: ReadingSink,
  { cities, span: { totalMs, minutesMs }, now, signal, onDay }: HistoryPlan,
): Promise<void> {
  const [end, recent] = [floor(now, HOUR_MS), floor(now - minutesMs, HOUR_MS)];
  const start = floor(now - totalMs, HOUR_MS);
  const days = Math.ceil(totalMs / DAY_MS);
  for (const [place, facts] of cities.entries()) {
    if (signal.aborted) return;
    const city = createCity(facts);
    const onTime = reportDays(start, days, (day) =>
      onDay({ city: place + 1, cities: cities.length, day, days }),
    );
    const hours = { from: start, to: recent, step: HOUR_MS };
    await storeHistories(
      sink,
      packetKind.hour,
      hours,
      readHistories(sink, facts, hours, city.hourMeans),
      signal,
      onTime,
    );
    const minutes = { from: recent, to: floor(Math.max(end, now - MINUTE_MS), MINUTE_MS), step: MINUTE_MS };
    await storeHistories(
      sink,
      packetKind.realtime,
      minutes,
      readHistories(sink, facts, minutes, city.minuteValues),
      signal,
      onTime,
    );
  }
}

/** Calls `onDay` when a moment of another day is stored; the hours of today after the last full day belong to it. */
function reportDays(start: number, days: number, onDay: (day: number) => void): (moment: number) => void {
  let last = 0;
  return (moment) => {
    const day = Math.min(days, Math.floor((moment - start) / DAY_MS) + 1);
    if (day !== last) onDay(day);
    last = day;
  };
}

interface Range {
  from: number;
  to: number;
  step: number;
}

function floor(moment: number, step: number): number {
  return Math.floor(moment / step) * step;
}

function readHistories(
  sink: ReadingSink,
  facts: DemoCity,
  { from, to, step }: Range,
  read: City['minuteValues'],
): SiteHistory[] {
  return facts.sites.flatMap((site: DemoSite): SiteHistory[] => {
    const siteId = sink.findSite(site.mn);
    if (siteId === undefined) return [];
    const columns = read(site, from, to);
    distortColumns(columns, planFaults(facts.seed, site, from, to), from, step);
    return [{ siteId, interval: site.interval * 1000, columns: slotsOf(sink, columns) }];
  });
}

function slotsOf(sink: ReadingSink, columns: Columns): [number, Float32Array][] {
  return Object.entries(columns).flatMap(([code, values]): [number, Float32Array][] => {
    const slot = sink.findSlot(code);
    return slot === undefined ? [] : [[slot, values]];
  });
}

/** Stores the values of all sites in chronological order, as live readings would arrive. */
async function storeHistories(
  sink: ReadingSink,
  kind: PacketKind,
  { from, to, step }: Range,
  histories: readonly SiteHistory[],
  signal: AbortSignal,
  onTime: (moment: number) => void,
): Promise<void> {
  for (let index = 0; from + index * step < to && !signal.aborted; index++) {
    while (sink.depth > maxQueued && !signal.aborted) await wait(10);
    const begin = from + index * step;
    onTime(begin);
    for (const { siteId, interval, columns } of histories) {
      const values = columns.flatMap(([slot, column]): [number, number][] => {
        const value = column[index] ?? Number.NaN;
        return Number.isNaN(value) ? [] : [[slot, value]];
      });
      if (values.length === 0) continue;
      // A station that reports twice a minute needs two readings per minute to count as complete.
      const every = kind === packetKind.realtime ? interval : step;
      for (let at = begin; at < begin + step; at += every) sink.store(siteId, kind, at, values);
    }
  }
  while (sink.depth > 0 && !signal.aborted) await wait(10);
}
