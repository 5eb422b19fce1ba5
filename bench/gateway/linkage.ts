import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/src/durations.ts';
import {
  type LinkageControl,
  openLinkageControl,
} from '../../server/src/features/fogcannon/linkage/linkage-control.ts';
import { packetKind } from '../../server/src/features/reading/reading.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { takeLease } from '../../server/src/platform/lease/lease.store.ts';
import type { RunningApp } from '../../server/src/roles/app.ts';
import { withBenchApp } from '../shared/app.ts';
import { middleOf } from '../shared/percentiles.ts';
import { measureProcessor } from '../shared/processor.ts';
import { makeReadings, pushReadings } from './ingest.ts';

const cannons = Number(process.env['BENCH_CANNONS'] ?? 1000);
const rulesPerCannon = 5;
const rounds = 5;
const minutesPerRound = 8;
/** Frames between two looks at new values: a fleet of this size sends about as many in a quarter of a second. */
const framesPerTick = 50;
const tickMs = 250;
const idleTicks = 4;

/** Without rules, with rules that no value meets, and with rules that one frame in 500 meets. */
const variants = ['without', 'unmet', 'met'] as const;
type Variant = (typeof variants)[number];

/** Processor milliseconds of server and PostgreSQL. */
interface LinkageFigures {
  variant: Variant;
  /** For 1,000 frames. */
  frames: number;
  /** For a second without frames. */
  idle: number;
}

/**
 * What linkage rules cost: the same minutes of 1,000 sites without rules and with five at the cannon of each, in turn, with
 * the evaluation in the same process. One frame in 500 exceeds a limit and orders a start. Nothing executes the orders
 * of a round, so that a cannon is looked at with every value from its start on, like one that runs.
 */
export async function measureLinkage(print: (line: string) => void): Promise<void> {
  // The clock follows the minutes that are stored, as if they had just been measured.
  let minute = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 8 * HOUR_MS;
  const clock = { ...systemClock, now: () => new Date(minute) };
  await withBenchApp(
    async (running) => {
      const { pool, config } = running.app;
      await addCannons(running);
      const control = await openControl(running);
      const figures: LinkageFigures[] = [];
      const measureRound = async (variant: Variant): Promise<LinkageFigures> => {
        await setRules(running, variant, control);
        const work = async () => {
          for (let n = 0; n < minutesPerRound; n++) {
            minute += MINUTE_MS;
            await storeMinute(running, minute, control);
          }
        };
        const { node, postgres } = await measureProcessor(config.dataDir, work);
        const idle = await measureProcessor(config.dataDir, () => passTime(control));
        const seconds = (idleTicks * tickMs) / SECOND_MS;
        return {
          variant,
          frames: (1e6 * (node + postgres)) / (cannons * minutesPerRound),
          idle: (1000 * (idle.node + idle.postgres)) / seconds,
        };
      };
      for (let round = 0; round <= rounds; round++) {
        for (const variant of variants) {
          const measured = await measureRound(variant);
          // The first round fills caches.
          if (round > 0) figures.push(measured);
        }
      }
      const { rows } = await pool.query(
        `select count(*)::int as n from fog_decision where kind = 'start' and order_id is not null`,
      );
      for (const line of describeFigures(figures, rows[0].n)) print(line);
    },
    { clock, sites: cannons },
  );
}

/** A cannon at each site. Nothing is sent to them: the orders of a round are ended after it. */
async function addCannons({ app: { pool } }: RunningApp): Promise<void> {
  await pool.query(
    `insert into fog_cannon (cannon_name, entity_id, site_id, driver, host, port)
     select 'cannon ' || site_id, entity_id, site_id, 'modbusTcp', '127.0.0.1', 9 from site`,
  );
}

/** The evaluation of the worker, called step by step, so that its cost belongs to the frames that caused it. */
async function openControl({ app, services }: RunningApp): Promise<LinkageControl> {
  const { ingest, readings } = services;
  const claim = { name: 'fogcannon', owner: randomUUID(), durationMs: HOUR_MS };
  const fence = (await takeLease(app.pool, claim)) ?? 0;
  const { directory, latestOf } = ingest;
  const takeChangedSites = ingest.watchLatest();
  return openLinkageControl({
    app,
    lease: { ...claim, fence },
    directory,
    readings,
    latestOf,
    takeChangedSites,
  });
}

/** Each rule is about another channel at all cannons; only the first one ever starts something. */
async function setRules({ app: { pool } }: RunningApp, variant: Variant, control: LinkageControl) {
  await pool.query('delete from fog_linkage_rule');
  await pool.query(`update fog_order set state = 'failed', ended_at = now() where state = 'queued'`);
  await pool.query(
    `with added as (
       insert into fog_linkage_rule (rule_name, entity_id, channel_id, basis, threshold, dead_band, consecutive)
       select 'rule ' || n, 1, channel_id, 'realtime', case when n = 0 then $2::float8 else 60 + n end, 10,
         case when n = 0 then 1 else 3 end
       from (select channel_id, row_number() over (order by slot) - 1 as n from basic_channel order by slot limit $1) c
       returning rule_id
     )
     insert into fog_linkage_target (rule_id, cannon_id) select rule_id, cannon_id from added, fog_cannon`,
    [variant === 'without' ? 0 : rulesPerCannon, variant === 'met' ? 49.85 : 60],
  );
  control.reload();
  // Rules that are new look at the values of before, which is no cost of the frames to come.
  await passTime(control);
}

async function storeMinute(
  { services: { ingest } }: RunningApp,
  at: number,
  control: LinkageControl,
): Promise<void> {
  const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
  const readings = makeReadings(at, hour, cannons).map((one) => ({ ...one, kind: packetKind.realtime }));
  for (let from = 0; from < readings.length; from += framesPerTick) {
    await pushReadings(ingest, readings.slice(from, from + framesPerTick));
    await control.tick();
  }
}

async function passTime(control: LinkageControl): Promise<void> {
  for (let n = 0; n < idleTicks; n++) {
    await control.tick();
    await wait(tickMs);
  }
}

function describeFigures(figures: readonly LinkageFigures[], starts: number): string[] {
  const load = loadavg()[0]?.toFixed(1);
  const of = (variant: Variant) => figures.filter((one) => one.variant === variant);
  return variants.map((variant) => {
    const own = of(variant);
    const totals = own.map(({ frames }) => frames);
    const ratios = totals.map((total, round) => total / (of('without')[round]?.frames ?? Number.NaN));
    const extra = ((middleOf(ratios) - 1) * 100).toFixed(1);
    const spread = `${Math.min(...totals).toFixed(0)} – ${Math.max(...totals).toFixed(0)}`;
    const idle = middleOf(own.map((one) => one.idle)).toFixed(1);
    const rules = variant === 'without' ? 0 : rulesPerCannon;
    const note = { without: '', unmet: ', none met', met: `, ${starts} starts ordered` }[variant];
    return `linkage: ${rules} rules at each of ${cannons.toLocaleString('en')} cannons${note}  ${middleOf(totals).toFixed(0)} ms of processor for 1,000 frames  (+ ${extra} %, ${spread}), ${idle} ms for a second without frames   load ${load}`;
  });
}
