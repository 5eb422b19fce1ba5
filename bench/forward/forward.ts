import { loadavg } from 'node:os';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { startForwarding } from '../../server/src/features/forward/delivery/forward.job.ts';
import type { RunningApp } from '../../server/src/roles/app.ts';
import { makeReadings, pushReadings } from '../gateway/ingest.ts';
import { benchChannels, withBenchApp } from '../shared/app.ts';
import { middleOf } from '../shared/percentiles.ts';
import { measureProcessor } from '../shared/processor.ts';
import { type LoopFigures, measureBareLoop } from './bare-loop.ts';
import { measureBacklog } from './forward-backlog.ts';
import { countAll, setTargets, waitForPackets } from './forward-targets.ts';
import { type ReceiverProcess, startReceiverProcess } from './receiver-process.ts';

const sites = Number(process.env['BENCH_FORWARD_SITES'] ?? 1000);
const minutes = Number(process.env['BENCH_FORWARD_MINUTES'] ?? 20);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const variants = [0, 1, 3, 8] as const;
const frames = sites * minutes;

interface RoundFigures {
  targets: number;
  /** Of ingest, until the last frame was stored. */
  storedPerSecond: number;
  /** To all targets together, until the last frame was answered. */
  forwardedPerSecond: number;
  /** Processor milliseconds of server and PostgreSQL for the whole round. */
  processor: number;
}

/**
 * What forwarding costs: the same number of frames of 1,000 sites with no target, one, three and eight, in turn, with
 * ingest in the same process. Then a backlog, and a loop that only encodes, writes and waits for answers.
 */
export async function measureForwarding(print: (line: string) => void): Promise<void> {
  const receivers: ReceiverProcess[] = [];
  try {
    for (let n = 0; n < Math.max(...variants); n++) receivers.push(await startReceiverProcess());
    const { figures, loops } = await withBenchApp((running) => measureRounds(running, receivers), { sites });
    for (const line of describeFigures(figures, loops)) print(line);
    for (const line of await measureBacklog(middleOf(loops.map((loop) => loop.framesPerSecond)))) print(line);
  } finally {
    for (const receiver of receivers) await receiver.stop();
  }
}

async function measureRounds(
  running: RunningApp,
  receivers: readonly ReceiverProcess[],
): Promise<{ figures: RoundFigures[]; loops: LoopFigures[] }> {
  const { app, services } = running;
  const [figures, loops]: [RoundFigures[], LoopFigures[]] = [[], []];
  const codes = services.ingest.directory
    .channels()
    .slice(0, benchChannels)
    .map(({ gbCode }) => gbCode);
  for (const { port } of receivers) app.outbound.allowOwnServer(port);
  const stop = startForwarding(app, services);
  try {
    let from = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 20 * HOUR_MS;
    for (let round = 0; round <= rounds; round++) {
      for (const targets of variants) {
        const measured = await measureRound(running, receivers.slice(0, targets), from);
        from += minutes * MINUTE_MS;
        // The first round fills caches.
        if (round > 0) figures.push(measured);
      }
      const [first] = receivers;
      if (first && round > 0) loops.push(await measureBareLoop(first.port, frames, codes));
    }
  } finally {
    await stop();
  }
  return { figures, loops };
}

async function measureRound(
  { app, services: { ingest } }: RunningApp,
  receivers: readonly ReceiverProcess[],
  from: number,
): Promise<RoundFigures> {
  await setTargets(app, receivers);
  const before = await countAll(receivers);
  const begun = performance.now();
  let storedAt = begun;
  const { node, postgres } = await measureProcessor(app.config.dataDir, async () => {
    for (let minute = 0; minute < minutes; minute++) {
      const at = from + minute * MINUTE_MS;
      await pushReadings(ingest, makeReadings(at, Math.floor(at / HOUR_MS) * HOUR_MS, sites));
    }
    storedAt = performance.now();
    await waitForPackets(receivers, before, frames);
  });
  return {
    targets: receivers.length,
    storedPerSecond: (frames * 1000) / (storedAt - begun),
    forwardedPerSecond: (frames * receivers.length * 1000) / (performance.now() - begun),
    processor: 1000 * (node + postgres),
  };
}

function describeFigures(figures: readonly RoundFigures[], loops: readonly LoopFigures[]): string[] {
  const whole = (value: number) => Math.round(value).toLocaleString('en');
  const of = (targets: number) => figures.filter((one) => one.targets === targets);
  const alone = of(0);
  const perThousand = (milliseconds: number) => `${((milliseconds * 1000) / frames).toFixed(0)} ms`;
  const lines = variants.slice(1).map((targets) => {
    const own = of(targets);
    const rates = own.map(({ forwardedPerSecond }) => forwardedPerSecond);
    const extra = own.map(
      ({ processor }, round) => (processor - (alone[round]?.processor ?? Number.NaN)) / targets,
    );
    return `forwarding to ${targets} of ${whole(sites)} sites  ${whole(middleOf(rates))} frames/s (${whole(Math.min(...rates))} – ${whole(Math.max(...rates))}) while ${whole(middleOf(own.map((one) => one.storedPerSecond)))} /s are stored; ${perThousand(middleOf(extra))} of processors for 1,000 forwarded`;
  });
  const ingest = middleOf(alone.map((one) => one.processor));
  return [
    ...lines,
    `  ingest alone               ${whole(middleOf(alone.map((one) => one.storedPerSecond)))} frames/s, ${perThousand(ingest)} of processors for 1,000`,
    `  encode, write and answer alone  ${whole(middleOf(loops.map((one) => one.framesPerSecond)))} frames/s, ${middleOf(loops.map((one) => one.processor)).toFixed(0)} ms of processor for 1,000   (load ${loadavg()[0]?.toFixed(1)})`,
  ];
}
