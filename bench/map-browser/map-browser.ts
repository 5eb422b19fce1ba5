import { measureBytes } from './bytes.ts';
import { citySites, type MapInstallation, openMapInstallation } from './installation.ts';
import { measureLive } from './live-updates.ts';
import { measureLoads } from './page-loads.ts';
import { measureParticles } from './particles.ts';
import { measureWall } from './wall-screen.ts';

const sites = Number(process.env['BENCH_SITES'] ?? 10_000);
const loads = Number(process.env['BENCH_LOADS'] ?? 7);
const minutes = Number(process.env['BENCH_MINUTES'] ?? 10);
/** The folder of a console that was built from an earlier version. */
const before = process.env['BENCH_BEFORE'];

type Print = (line: string) => void;
type Part = (ground: MapInstallation, browser: string | undefined, print: Print) => Promise<void>;

const parts: Record<string, Part> = {
  load: printLoads,
  bytes: printBytes,
  particles: printParticles,
  live: printLiveUpdates,
  wall: printWall,
};

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
  const found = await measureLoads(ground, browser, { rounds: loads, before });
  print(
    `from navigation, ms, median of ${loads} loads        sites come     markers   all drawn     longest`,
  );
  for (const { name, ...visits } of found) {
    for (const [visit, load] of [
      ['first visit', visits.uncached] as const,
      ['next visit', visits.cached] as const,
    ]) {
      print(
        `  ${`${visit}, ${name}`.padEnd(46)} ${cell(load.responded)}   ${cell(load.shown)}   ${cell(load.drawn)}   ${cell(load.worst)}`,
      );
    }
  }
}

async function printBytes(ground: MapInstallation, browser: string | undefined, print: Print): Promise<void> {
  const { all, city, none, largest, parts: fetched } = await measureBytes(ground, browser);
  const sum = (bytes: Record<string, number>) => Object.values(bytes).reduce((a, b) => a + b, 0);
  const kilobytes = (bytes: number) => cell(bytes / 1000, 1);
  for (const [step, text] of [
    ['markers', 'until its markers'] as const,
    ['drawn', 'until it is drawn'] as const,
  ]) {
    const columns = [all[step], city[step], none[step]];
    print(`map home ${text}, kB as transferred    ${count(sites)} sites  ${citySites} sites  an empty map`);
    for (const kind of Object.keys(all[step]))
      print(`  ${kind.padEnd(44)} ${columns.map((bytes) => kilobytes(bytes[kind] ?? 0)).join(' ')}`);
    print(`  ${'all of it'.padEnd(44)} ${columns.map((bytes) => kilobytes(sum(bytes))).join(' ')}`);
  }
  print(`  (bar 900 kB at ${citySites} sites); the largest there until its markers:`);
  for (const [path, bytes] of largest)
    print(`  ${path.split('/').at(-1)?.slice(0, 44).padEnd(44)} ${kilobytes(bytes)}`);
  for (const { page, map, charts } of fetched) {
    print(`  ${page.padEnd(16)} fetches ${map ? 'the' : 'no'} map and ${charts ? 'the' : 'no'} charts`);
  }
}

async function printParticles(
  ground: MapInstallation,
  browser: string | undefined,
  print: Print,
): Promise<void> {
  const { particles, still } = await measureParticles(ground, browser);
  const write = ({ share, frames }: typeof still) =>
    `${(share * 100).toFixed(1)} % of a core in scripts, ${frames.toFixed(1)} animation frames a second`;
  print(`wind as particles at 1440 × 900: ${write(particles)} (bar 30 %)`);
  print(`the same map without wind:       ${write(still)}`);
}

async function printWall(ground: MapInstallation, browser: string | undefined, print: Print): Promise<void> {
  const { perSecond, memory, updates } = await measureWall(ground, browser, minutes);
  print(
    `wall screen with ${count(sites)} sites, ${count(perSecond)} reports a second, ${count(updates)} received`,
  );
  for (const { minute, memory: at } of memory)
    print(
      `  minute ${minute}: heap ${cell(at.heapMegabytes, 1)} MB, ${at.nodes} nodes, process ${cell(at.processMegabytes)} MB`,
    );
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
  print(
    `  scripts                    ${cell(live.scripts.share * 100)} % of a core, the longest task ${cell(live.scripts.longestTask)} ms (bar 200 ms)`,
  );
  print('  memory after a collection    heap MB     nodes  listeners  whole process MB');
  for (const { at, memory } of live.memory) {
    print(
      `    ${at.padEnd(22)} ${cell(memory.heapMegabytes, 1)} ${cell(memory.nodes)}  ${cell(memory.listeners)} ${cell(memory.processMegabytes)}`,
    );
  }
}
