import { measureBytes } from './bytes.ts';
import { type MapInstallation, openMapInstallation } from './installation.ts';
import { measureLive } from './live-updates.ts';
import { measureLoads } from './page-loads.ts';

const sites = Number(process.env['BENCH_SITES'] ?? 10_000);
const loads = Number(process.env['BENCH_LOADS'] ?? 7);
const minutes = Number(process.env['BENCH_MINUTES'] ?? 10);

type Print = (line: string) => void;
type Part = (ground: MapInstallation, browser: string | undefined, print: Print) => Promise<void>;

const parts: Record<string, Part> = { load: printLoads, bytes: printBytes, live: printLiveUpdates };

/** Measures the map home in a real browser with software rendering: load time, bytes and memory, and live updates. */
export async function measureMapHome(
  browser: string | undefined,
  print: Print,
  names: readonly string[] = [],
): Promise<void> {
  const ground = await openMapInstallation(sites);
  try {
    for (const [name, printPart] of Object.entries(parts)) {
      if (names.length === 0 || names.includes(name)) await printPart(ground, browser, print);
    }
  } finally {
    await ground.close();
  }
}

const count = (value: number) => value.toLocaleString('en');
const cell = (value: number, decimals = 0) => value.toFixed(decimals).padStart(9);

async function printLoads(ground: MapInstallation, browser: string | undefined, print: Print): Promise<void> {
  const { uncached, cached } = await measureLoads(ground, browser, loads);
  print(`from navigation, ms, median of ${loads} loads        sites come   all drawn     longest`);
  for (const [name, { all, none }] of Object.entries({ 'first visit': uncached, 'next visit': cached })) {
    print(
      `  ${`${name}, ${count(sites)} sites`.padEnd(42)} ${cell(all.responded)}   ${cell(all.drawn)}   ${cell(all.worst)}`,
    );
    print(
      `  ${`${name}, an empty map`.padEnd(42)} ${cell(none.responded)}   ${cell(none.drawn)}   ${cell(none.worst)}`,
    );
  }
}

async function printBytes(ground: MapInstallation, browser: string | undefined, print: Print): Promise<void> {
  const { all, none, largest, parts: fetched } = await measureBytes(ground, browser);
  const sum = (bytes: Record<string, number>) => Object.values(bytes).reduce((a, b) => a + b, 0);
  const kilobytes = (bytes: number) => cell(bytes / 1000, 1);
  print(`map home until its markers, kB as transferred    ${count(sites)} sites    an empty map`);
  for (const [kind, bytes] of [...Object.entries(all), ['all of it', sum(all)] as const]) {
    const bare = kind === 'all of it' ? sum(none) : (none[kind] ?? 0);
    print(`  ${kind.padEnd(44)} ${kilobytes(bytes)}       ${kilobytes(bare)}`);
  }
  print('  (bar 1,000 kB, goal 800 kB); the largest:');
  for (const [path, bytes] of largest)
    print(`  ${path.split('/').at(-1)?.slice(0, 44).padEnd(44)} ${kilobytes(bytes)}`);
  for (const { page, map, charts } of fetched) {
    print(`  ${page.padEnd(16)} fetches ${map ? 'the' : 'no'} map and ${charts ? 'the' : 'no'} charts`);
  }
}

async function printLiveUpdates(
  ground: MapInstallation,
  browser: string | undefined,
  print: Print,
): Promise<void> {
  const live = await measureLive(ground, browser, minutes);
  const perSecond = live.reports / live.values;
  print(
    `a page with ${count(sites)} sites, ${count(Math.round(perSecond))} of them reporting every second, for ${live.seconds} s`,
  );
  print(
    `  news heard                 ${count(live.newsShown)}   (reports stored ${count(live.reports)}; a bare socket heard ${count(live.newsBaseline)})`,
  );
  print(
    `  a value is shown after     p50 ${cell(live.delayShown.p50)} ms, p95 ${cell(live.delayShown.p95)} ms   (a bare socket has it after ${live.delayBaseline.p50} and ${live.delayBaseline.p95} ms)`,
  );
  print(
    `  one value a second         ${live.valuesShown} of ${live.values} shown; the map came to rest ${live.drawn} times`,
  );
  print(`  in tasks above 50 ms       ${cell(live.longTaskShare * 100)} % of the time`);
  print('  memory after a collection    heap MB     nodes  listeners  whole process MB');
  for (const { at, memory } of live.memory) {
    print(
      `    ${at.padEnd(22)} ${cell(memory.heapMegabytes, 1)} ${cell(memory.nodes)}  ${cell(memory.listeners)} ${cell(memory.processMegabytes)}`,
    );
  }
}
