import { setTimeout as wait } from 'node:timers/promises';
import { DAY_SECONDS } from '@limpid/contract/durations';
import { createCity } from '@limpid/simulator/air/city';
import { demoCities } from '@limpid/simulator/demo/demo-cities';
import { type DemoOptions, startDemoStations } from '@limpid/simulator/demo/demo-stations';
import { planRequested } from '@limpid/simulator/faults/fault-request';
import { runLoad } from '@limpid/simulator/load/load';
import { type HourlyData, readHourlyCsv, shiftRows } from '@limpid/simulator/replay/hourly-csv';
import { replayHours } from '@limpid/simulator/replay/replay';
import type { Address } from '@limpid/simulator/station/station';
import { readInput } from '../input.ts';
import { localise, printLine, readArguments, UsageError } from '../terminal.ts';
import { checkReachable, readFault, readMn, readNumberOption, readZone, simulateOptions } from './options.ts';

type Given = ReturnType<typeof readArguments<typeof simulateOptions>>['values'];

/** Runs virtual stations on the real protocol: a load test, the demo's cities, or hours from a file. */
export async function runSimulate(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, simulateOptions);
  if (positionals.length > 0)
    throw new UsageError(localise('cli.simulate.word', { word: positionals[0] ?? '' }));
  const address = { host: values.host ?? '127.0.0.1', port: readNumberOption('port', values.port, 8212) };
  if (values.fault && (!values.demo || values.replay !== undefined))
    throw new UsageError(localise('cli.simulate.faultAlone'));
  if (values.replay !== undefined) return replay(values.replay, values, address);
  return values.demo ? showDemo(values, address) : load(values, address);
}

async function load(values: Given, address: Address): Promise<void> {
  const stations = readNumberOption('stations', values.stations, 100);
  const options = {
    address,
    stations,
    rate: readNumberOption('rate', values.rate, stations),
    seconds: readNumberOption('seconds', values.seconds, 60),
    seed: readNumberOption('seed', values.seed, 1),
    prefix: readMn(values.prefix ?? 'SIM', 18),
    zone: readZone(values.zone),
  };
  await checkReachable(address);
  const report = await runLoad({ ...options, signal: listenForStop() });
  printLine(report);
  if (report.acknowledged === 0)
    process.stderr.write(`${localise('cli.simulate.unheard', { prefix: options.prefix })}\n`);
  if (report.lost > 0 || report.sent === 0) process.exitCode = 1;
}

async function showDemo(values: Given, address: Address): Promise<void> {
  const seconds = readNumberOption('seconds', values.seconds, DAY_SECONDS);
  const options = { address, ...readDemoFaults(values, Date.now()) };
  await checkReachable(address);
  const stations = demoCities.flatMap((facts) => startDemoStations(facts, createCity(facts), options));
  process.stderr.write(`${localise('cli.simulate.demo', { count: stations.length, ...address })}\n`);
  await wait(seconds * 1000, undefined, { signal: listenForStop() }).catch(() => undefined);
  const total = { stations: stations.length, sent: 0, acknowledged: 0, resent: 0, lost: 0, connections: 0 };
  for (const station of stations) {
    const counts = station.counts();
    for (const key of ['sent', 'acknowledged', 'resent', 'lost', 'connections'] as const)
      total[key] += counts[key];
    station.stop();
  }
  printLine(total);
}

/** Requested faults, at the named stations or at all of them, instead of those that the demo plans. */
export function readDemoFaults(
  { fault = [], mn: mns }: Pick<Given, 'fault' | 'mn'>,
  start: number,
): Partial<DemoOptions> {
  const demoMns = new Set(demoCities.flatMap(({ sites }) => sites.map(({ mn }) => mn)));
  const stranger = mns?.find((mn) => !demoMns.has(mn));
  if (stranger !== undefined) throw new UsageError(localise('cli.simulate.notDemo', { mn: stranger }));
  if (fault.length === 0) return {};
  const requests = fault.map(readFault);
  return {
    faults: (site) => (mns && !mns.includes(site.mn) ? [] : planRequested(requests, site, start)),
    hasBattery: requests.some(({ name }) => name === 'standby'),
  };
}

async function replay(file: string, values: Given, address: Address): Promise<void> {
  const mns = (values.mn ?? []).map((mn) => readMn(mn));
  if (mns.length === 0) throw new UsageError(localise('cli.simulate.whichMn'));
  const zone = readZone(values.zone);
  const { rows: read, ignored } = readTable((await readInput([file])).toString(), zone);
  const rows = values.shift ? shiftRows(read, Date.now()) : read;
  if (ignored.length > 0) {
    process.stderr.write(`${localise('cli.simulate.ignored', { names: ignored.join(', ') })}\n`);
  }
  await checkReachable(address);
  const signal = listenForStop();
  for (const mn of mns) {
    const counts = await replayHours({ address, mn, rows, zone, signal });
    printLine({ mn, ...counts });
    if (counts.lost > 0) process.exitCode = 1;
  }
}

/** Ctrl-C stops the simulation early and still prints the report. */
function listenForStop(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  return stop.signal;
}

function readTable(text: string, zone: string): HourlyData {
  try {
    return readHourlyCsv(text, zone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(localise('cli.simulate.table', { problem: error.message }));
  }
}
