import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type pg from 'pg';
import { forwardTargetsEdited } from '../../server/src/features/forward/forward-changed.ts';
import type { RunningApp } from '../../server/src/roles/app.ts';
import { type RunningProcess, startProcess } from '../../server/src/testing/process.ts';
import { waitUntil } from '../../server/src/testing/wait-until.ts';
import { makeReadings, pushReadings } from '../gateway/ingest.ts';
import { withBenchApp } from '../shared/app.ts';
import { postgresSeconds, processSeconds, readPostmaster } from '../shared/processor.ts';
import { patienceMs, setTargets } from './forward-targets.ts';
import { type ReceiverProcess, startReceiverProcess } from './receiver-process.ts';

/** A smaller backlog for a quick try. */
const rows = Number(process.env['BENCH_FORWARD_ROWS'] ?? 1_000_000);
const sites = 1000;
const minutes = Math.ceil(rows / sites);
const packets = minutes * sites;
const restMs = 5000;
const lookMs = 250;
const program = fileURLToPath(new URL('./forward-process.ts', import.meta.url));

/**
 * A target that was paused while packets gathered, and is resumed: how fast it gets them, and how much more memory the
 * process that forwards takes meanwhile.
 */
export async function measureBacklog(barePerSecond: number): Promise<string[]> {
  const receiver = await startReceiverProcess();
  try {
    return await withBenchApp(
      (running, connection) => measureDrain(running, connection, { receiver, barePerSecond }),
      { sites },
    );
  } finally {
    await receiver.stop();
  }
}

async function measureDrain(
  running: RunningApp,
  connection: pg.ClientConfig,
  { receiver, barePerSecond }: { receiver: ReceiverProcess; barePerSecond: number },
): Promise<string[]> {
  const { pool, bus, config } = running.app;
  const sender = await startSender(config.dataDir, connection);
  try {
    const pid = sender.child.pid ?? 0;
    await setTargets(running.app, [receiver], { isPaused: true });
    await gather(running);
    await wait(restMs);
    const before = readMegabytes(pid);
    const postmaster = readPostmaster(config.dataDir);
    const used = () => processSeconds(pid) + postgresSeconds(postmaster);
    const [begun, usedBefore] = [performance.now(), used()];
    await pool.query(`update forward_target set status = '0'`);
    await bus.publish(forwardTargetsEdited);
    let most = before;
    const isOver = async () => {
      most = Math.max(most, readMegabytes(pid));
      await wait(lookMs);
      return (await receiver.countAccepted()) >= packets;
    };
    await waitUntil(isOver, 'the backlog', patienceMs);
    const seconds = (performance.now() - begun) / 1000;
    const processor = ((used() - usedBefore) * 1e6) / packets;
    return [
      `a backlog of ${packets.toLocaleString('en')} packets  ${Math.round(packets / seconds).toLocaleString('en')} /s, ${processor.toFixed(0)} ms of processors for 1,000   (encode, write and answer alone ${Math.round(barePerSecond).toLocaleString('en')} /s; load ${loadavg()[0]?.toFixed(1)})`,
      `  memory                     ${(most - before).toFixed(0)} MB more than ${before.toFixed(0)} MB before   (bar 200 MB)`,
    ];
  } finally {
    sender.child.kill('SIGTERM');
    await sender.ended;
  }
}

async function startSender(dataDir: string, connection: pg.ClientConfig): Promise<RunningProcess> {
  const settings = {
    DATA_DIR: dataDir,
    OUTBOUND_ALLOW: '127.0.0.1',
    BENCH_CONNECTION: JSON.stringify(connection),
  };
  const sender = startProcess(settings, { command: [process.execPath, program] });
  await sender.waitForOutput('ready');
  return sender;
}

/** Stores the readings, and waits until forwarding has noted all of them. */
async function gather({ app: { pool }, services: { ingest } }: RunningApp): Promise<void> {
  const end = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  for (let minute = 0; minute < minutes; minute++) {
    const at = end - (minutes - minute) * MINUTE_MS;
    const isLast = minute === minutes - 1;
    await pushReadings(ingest, makeReadings(at, Math.floor(at / HOUR_MS) * HOUR_MS, sites), isLast);
  }
  const isNoted = async () => {
    const found = await pool.query('select from forward_arrival limit 1');
    return found.rowCount === 0;
  };
  await waitUntil(isNoted, 'every reading is noted', patienceMs);
}

function readMegabytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}
