import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { HOUR_MS, MINUTE_MS } from '../../contract/src/durations.ts';
import { type Evaluator, openEvaluator } from '../../server/src/features/alarm/evaluation/evaluator.ts';
import { openSignalSources } from '../../server/src/features/alarm/evaluation/signal-sources.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import type { RunningApp } from '../../server/src/roles/app.ts';
import { startGateway } from '../../server/src/roles/gateway.ts';
import { benchChannels, benchSites, withBenchApp } from '../shared/app.ts';
import { middleOf } from '../shared/percentiles.ts';
import { measureProcessor } from '../shared/processor.ts';
import type { MinuteOrder } from './minute-stations.ts';

const ruleCounts = [0, 20, 200] as const;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const minutesPerRound = 6;
/** Until the values on which the rules depend are known in memory: two periods of those on rates of change, and a little. */
const minutesUntilKnown = 5;

/** Processor seconds of server and PostgreSQL for 1,000 frames. */
interface RuleFigures {
  rules: number;
  /** Whether the last values of all sites were known in memory, as they are unless the server has just started. */
  isKnown: boolean;
  node: number;
  postgres: number;
  raised: number;
}

/**
 * What alarm rules cost ingest: the same minutes of 10,000 stations on sockets of their own with 0, 20 and 200 rules for
 * each site, in turn, from the frame to its acknowledgement, with the evaluation in the same process and the stations in
 * another one. One value in 500 of one channel exceeds a limit.
 */
export async function measureAlarmRules(print: (line: string) => void): Promise<void> {
  // The clock follows the minutes that are stored, as if they had just been measured.
  let minute = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 8 * HOUR_MS;
  const clock = { ...systemClock, now: () => new Date(minute) };
  const nextMinute = () => {
    minute += MINUTE_MS;
    return minute - MINUTE_MS;
  };
  await withBenchApp(
    async (running) => {
      const evaluator = makeEvaluator(running);
      const stations = await startStations(running);
      const figures: RuleFigures[] = [];
      for (let round = 0; round <= rounds; round++) {
        for (const rules of ruleCounts) {
          await setRules(running, rules, evaluator);
          const measure = (isKnown: boolean, minutes: number) =>
            measureMinutes(running, { rules, isKnown }, evaluator, { nextMinute, ...stations }, minutes);
          // What the change of rules leaves behind, garbage and pages to write, is no cost of the frames to come.
          await measure(false, 1);
          const first = rules > 0 ? await measure(false, minutesUntilKnown) : undefined;
          const later = await measure(true, minutesPerRound);
          // The first round fills caches.
          if (round > 0) figures.push(...(first ? [first] : []), later);
        }
      }
      await stations.stop();
      for (const line of describeFigures(figures)) print(line);
    },
    { clock },
  );
}

/** All stations on sockets of a gateway; `report` sends a frame of each and waits for the acknowledgements. */
async function startStations(running: RunningApp) {
  const { app, services } = running;
  const gateway = await startGateway({ ...app, config: { ...app.config, gatewayPort: 0 } }, services.ingest);
  const codes = services.ingest.directory
    .channels()
    .slice(0, benchChannels)
    .map(({ gbCode }) => gbCode);
  const child: ChildProcess = fork(fileURLToPath(new URL('./minute-stations.ts', import.meta.url)), [
    String(gateway.port),
    String(benchSites),
    ...codes,
  ]);
  return {
    async report(at: number): Promise<void> {
      const acknowledged = once(child, 'message');
      child.send({ at } satisfies MinuteOrder);
      await acknowledged;
    },
    async stop(): Promise<void> {
      child.kill();
      await gateway.close();
    },
  };
}

/** The evaluation of the worker, called step by step, so that its cost belongs to the frames that caused it. */
function makeEvaluator({ app, services }: RunningApp): Evaluator {
  const { directory, latestOf } = services.ingest;
  const sources = openSignalSources(app, { ...services, directory, latestOf });
  return openEvaluator({ app, watch: services.alarmWatch, sources, announce: () => Promise.resolve() });
}

/**
 * Of every twenty rules one is about a rate of change, one about an equal value, two about hours and the others about
 * limits on minutes; one of all is about silence. Only the first rule raises alarms.
 */
async function setRules(
  { app, services: { alarmWatch } }: RunningApp,
  count: number,
  evaluator: Evaluator,
): Promise<void> {
  await app.pool.query('delete from alarm_rule');
  await app.pool.query(
    `insert into alarm_rule (rule_name, alarm_type, severity, target, device_type_id, dept_id, channel_id, compare,
       threshold, basis, rate_minutes, interval, create_time)
     select 'rule ' || n, case when n = 4 then 'offline' when n % 20 = 1 then 'rate' else 'limit' end, 'minor',
       'deviceType', 90, 100, case when n <> 4 then c.channel_id end,
       case when n = 4 then null when n % 20 = 2 then 'eq' else 'gt' end,
       case when n = 0 then 49.85 when n <> 4 then 60 + n end,
       case when n % 20 in (3, 13) then 'hour' else 'minute' end, case when n % 20 = 1 then 1 end, 0, $2
     from generate_series(0, $1 - 1) n
     join (select channel_id, row_number() over (order by slot) - 1 as place from basic_channel order by slot limit 16) c
       on c.place = n % 16`,
    // Alarms begin after their rule was created, by the clock of the minutes that are stored.
    [count, new Date(app.clock.now().getTime() - HOUR_MS)],
  );
  await alarmWatch.refresh();
  // New rules are evaluated with the values of the last minutes at once, which is no cost of the frames to come.
  await evaluator.runRules();
}

async function measureMinutes(
  { app }: RunningApp,
  run: Pick<RuleFigures, 'rules' | 'isKnown'>,
  evaluator: Evaluator,
  station: {
    /** Moves the clock to the end of the next minute; returns its start. */
    nextMinute(): number;
    report(at: number): Promise<void>;
  },
  minutes: number,
): Promise<RuleFigures> {
  const { node, postgres } = await measureProcessor(app.config.dataDir, async () => {
    for (let n = 0; n < minutes; n++) {
      const at = station.nextMinute();
      await station.report(at);
      while (await evaluator.runInputs());
      await evaluator.runStates();
      await evaluator.runFresh();
      await evaluator.runContacts(at);
    }
  });
  const { rows } = await app.pool.query<{ n: number }>('select count(*)::int as n from alarm_log');
  const thousands = (minutes * benchSites) / 1000;
  return { ...run, node: node / thousands, postgres: postgres / thousands, raised: rows[0]?.n ?? 0 };
}

function describeFigures(figures: readonly RuleFigures[]): string[] {
  const choose = (rules: number, isKnown: boolean) =>
    figures.filter((one) => one.rules === rules && one.isKnown === isKnown);
  const totals = (rules: number, isKnown: boolean) =>
    choose(rules, isKnown).map(({ node, postgres }) => 1000 * (node + postgres));
  const without = totals(0, true);
  const load = loadavg()[0]?.toFixed(1);
  return [true, false].flatMap((isKnown) =>
    ruleCounts.flatMap((rules) => {
      const own = totals(rules, isKnown);
      if (own.length === 0) return [];
      const ratios = own.map((total, round) => total / (without[round] ?? Number.NaN));
      const extra = `${((middleOf(ratios) - 1) * 100).toFixed(1)} %`;
      const spread = `${Math.min(...own).toFixed(0)} – ${Math.max(...own).toFixed(0)}`;
      const when = isKnown ? '' : ', first minutes';
      const part = (name: 'node' | 'postgres') =>
        (1000 * middleOf(choose(rules, isKnown).map((one) => one[name]))).toFixed(0);
      return `alarm rules: ${String(rules).padStart(3)} at each site${when}  ${middleOf(own).toFixed(0)} ms of processor for 1,000 frames  (+ ${extra}, ${spread}; Node ${part('node')}, PostgreSQL ${part('postgres')})   load ${load}`;
    }),
  );
}
