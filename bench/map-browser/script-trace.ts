import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  pid: number;
  tid: number;
  args?: { name?: string };
}

interface Interval {
  from: number;
  to: number;
}

/** What the scripts of a page did during a trace. */
export interface ScriptTime {
  /** The share of one core that scripts took. */
  share: number;
  /** The longest time that scripts took within one task, in milliseconds. */
  longestTask: number;
  /** Animation frames per second. */
  frames: number;
}

/** Events of a trace during which a script runs. */
const scripts = new Set([
  'FireAnimationFrame',
  'FunctionCall',
  'TimerFire',
  'EvaluateScript',
  'EventDispatch',
  'RunMicrotasks',
]);

const categories = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
  '__metadata',
];

/**
 * Traces a page during some work, from `mark` on if one is given. Layout, painting and the software rasteriser are left
 * out, because they are not the page's scripts.
 */
export async function traceScripts(
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
  mark?: string,
): Promise<ScriptTime> {
  await browser.startTracing(page, { categories });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const main = findMainThread(trace.traceEvents);
  const all = trace.traceEvents.filter(({ pid, tid }) => `${pid} ${tid}` === main);
  const start = mark ? findMark(all, mark) : 0;
  const own = all.filter(({ ph, ts }) => ph === 'X' && ts >= start);
  const last = own.reduce((end, { ts, dur = 0 }) => Math.max(end, ts + dur), 0);
  const first = own.reduce((begin, { ts }) => Math.min(begin, ts), last);
  const seconds = (last - first) / 1e6;
  const ran = joinIntervals(own.filter(({ name }) => scripts.has(name)));
  const tasks = joinIntervals(own.filter(({ name }) => name === 'RunTask'));
  const frames = own.filter(({ name }) => name === 'FireAnimationFrame').length;
  return {
    share: sumWithin(ran, { from: -Infinity, to: Infinity }) / 1e6 / seconds,
    longestTask: findLongest(tasks, ran) / 1000,
    frames: frames / seconds,
  };
}

function findMark(events: readonly TraceEvent[], mark: string): number {
  const found = events.find(({ name }) => name === mark);
  if (!found) throw new Error(`The page has not set the mark ${mark}.`);
  return found.ts;
}

/** Intervals in their order, without those that lie within another one. */
function joinIntervals(events: readonly TraceEvent[]): Interval[] {
  const joined: Interval[] = [];
  for (const { ts, dur = 0 } of events.toSorted((a, b) => a.ts - b.ts)) {
    const last = joined.at(-1);
    if (last && ts < last.to) last.to = Math.max(last.to, ts + dur);
    else joined.push({ from: ts, to: ts + dur });
  }
  return joined;
}

function sumWithin(intervals: readonly Interval[], { from, to }: Interval): number {
  return intervals.reduce(
    (sum, one) => sum + Math.max(0, Math.min(one.to, to) - Math.max(one.from, from)),
    0,
  );
}

/** Both lists are in the order of time, so one pass finds the scripts of each task. */
function findLongest(tasks: readonly Interval[], ran: readonly Interval[]): number {
  let [longest, next] = [0, 0];
  for (const task of tasks) {
    const inside: Interval[] = [];
    while (ran[next] && (ran[next]?.from ?? 0) < task.from) next++;
    for (let one = ran[next]; one && one.from < task.to; one = ran[++next]) inside.push(one);
    longest = Math.max(longest, sumWithin(inside, task));
  }
  return longest;
}

/** The main thread of the renderer that runs most scripts. */
function findMainThread(events: readonly TraceEvent[]): string {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const count = (thread: string) =>
    events.filter(({ name, pid, tid }) => name === 'FunctionCall' && `${pid} ${tid}` === thread).length;
  const threads = mains.map(({ pid, tid }) => `${pid} ${tid}`).toSorted((a, b) => count(b) - count(a));
  return threads[0] ?? '';
}
