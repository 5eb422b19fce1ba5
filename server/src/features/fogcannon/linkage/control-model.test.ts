import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fullRounds } from '../../../testing/full-rounds.ts';
import { type LinkFault, openCannonModel } from './cannon-model.fixture.ts';
import { decide, isExceeded, type LinkageSettings, type LinkageValue } from './decide.rule.ts';
import { testSettings } from './linkage-settings.fixture.ts';
import { seeCannon } from './see-cannon.rule.ts';

const tickMs = 2 * SECOND_MS;
/** An order to switch off waits for so long between two attempts, and by a clock that was set back once more. */
const longestPauseMs = 60 * SECOND_MS;
const rule = { ruleId: 7, isDryRun: false };
const calm = { wind: null, temperature: null, rain: null };

const often = <V>(usual: V, rare: fc.Arbitrary<V>, weight = 6) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: rare });

const jumpWithin = (ms: number) => fc.integer({ min: -ms, max: ms });

const step = fc.record({
  ticks: fc.integer({ min: 1, max: 12 }),
  clockJumpMs: often(0, fc.oneof(jumpWithin(MINUTE_MS), jumpWithin(2 * HOUR_MS)), 4),
  // Mostly above every threshold, so that many runs reach their maximum.
  value: often<number | null>(250, fc.option(fc.integer({ min: 0, max: 300 })), 4),
  isSilent: often(false, fc.constant(true), 12),
  fault: often<LinkFault>(
    'none',
    fc.constantFrom('unreachable', 'losesAnswers', 'stuck', 'readsOff', 'delays'),
  ),
  person: often<'on' | 'off' | 'jog' | null>(null, fc.constantFrom('on', 'off', 'jog'), 12),
  /** After how many more things that it does the process is killed, and for how many ticks nothing replaces it. */
  kill: often<{ after: number; downTicks: number; isReboot: boolean } | null>(
    null,
    fc.record({
      after: fc.integer({ min: 0, max: 12 }),
      downTicks: fc.integer({ min: 0, max: 60 }),
      isReboot: fc.boolean(),
    }),
    4,
  ),
});

const world = fc.record({
  timesRuns: fc.boolean(),
  canRead: fc.boolean(),
  maxRunMs: fc.integer({ min: 1, max: 3 }).map((minutes) => minutes * MINUTE_MS),
  jogSeconds: fc.option(fc.integer({ min: 5, max: 120 })),
  settings: fc.record({
    threshold: fc.integer({ min: 50, max: 200 }),
    consecutive: fc.integer({ min: 1, max: 3 }),
    minRunSeconds: fc.integer({ min: 0, max: 30 }),
    maxRunMinutes: fc.integer({ min: 1, max: 2 }),
    minPauseSeconds: fc.integer({ min: 0, max: 60 }),
  }),
});

type World = typeof world extends fc.Arbitrary<infer V> ? V : never;
type Step = typeof step extends fc.Arbitrary<infer V> ? V : never;

/** A rule with its cannon, and everything that can happen to the two. */
function openWorld({ jogSeconds, settings: chosen, ...options }: World) {
  const model = openCannonModel(options);
  const { tables, relay, now, time } = model;
  const settings: LinkageSettings = { ...testSettings, ...chosen, deadBand: 0 };
  const values: LinkageValue[] = [];
  let process: ReturnType<typeof model.startProcess> | undefined = model.startProcess();
  let [orderedAt, manualUntil]: [number | null, number | null] = [null, null];
  let downTicks = 0;
  let isSilent = false;
  let isLinkSound = true;
  /** Time with a process and a link in which the cannon ran although it should have stopped. */
  let idleOverrunMs = 0;
  /** The link has failed since the cannon started: an order to switch off may wait for its next attempt. */
  let hadFault = false;
  let ordersToStart = 0;

  function evaluate(): void {
    if (tables.orders.length > 0) return;
    const { run } = tables;
    const facts = {
      cannonId: 1,
      runId: run?.runId ?? null,
      runSince: run?.startedAt ?? null,
      runRuleId: run?.ruleId ?? null,
      isOrdered: false,
      lastEndAt: tables.lastEndAt,
      manualUntil,
      isLinkDown: tables.state?.linkState === 'down',
    };
    const cannon = seeCannon(rule, facts, { orderedAt, startedAt: null, endedAt: null }, now());
    const view = { settings, values, isSilent, weather: calm, cannon, now: now(), zone: 'Asia/Shanghai' };
    const decision = decide(view);
    if (decision?.kind === 'stop') model.addOff(decision.reason === 'maxRun' ? 'limit' : 'rule');
    if (decision?.kind !== 'start') return;
    const last = values.slice(-settings.consecutive).map(({ value }) => value);
    expect(last.length).toBe(settings.consecutive);
    expect(last.every((value) => value !== null && isExceeded(settings, value))).toBe(true);
    expect([isSilent, run]).toEqual([false, undefined]);
    orderedAt = now();
    ordersToStart++;
    const maxSeconds = settings.maxRunMinutes * 60;
    const order = { reason: 'rule', maxSeconds, ruleId: rule.ruleId } as const;
    if (jogSeconds === null) model.addOrder({ ...order, action: 'on' });
    else model.addOrder({ ...order, action: 'jog', seconds: Math.min(jogSeconds, maxSeconds) });
  }

  /** Never two starts of one order, never longer than its maximum while anything could stop it. */
  function check(): void {
    expect(relay.starts).toBeLessThanOrEqual(ordersToStart);
    expect(relay.lateOrders).toBe(0);
    const overrunMs = model.findOverrunMs() ?? 0;
    if (!relay.isOn) hadFault = false;
    if (!isLinkSound) hadFault = true;
    if (overrunMs <= 0) idleOverrunMs = 0;
    else if (process?.isAlive() && isLinkSound) idleOverrunMs += tickMs;
    expect(idleOverrunMs).toBeLessThanOrEqual(hadFault ? longestPauseMs + 2 * tickMs : 2 * tickMs);
    // A controller with a timer ends a run by itself; the platform switches off a jog that it ends late.
    if (options.timesRuns) expect(overrunMs).toBeLessThanOrEqual(0);
  }

  async function tick(): Promise<void> {
    model.passTime(tickMs);
    if (!process?.isAlive()) {
      if (downTicks-- > 0) return check();
      process = model.startProcess();
    }
    await model.advance(process.control);
    if (process.isAlive()) evaluate();
    check();
  }

  return {
    async play({ ticks, clockJumpMs, value, fault, person, kill, ...rest }: Step): Promise<void> {
      time.wallOffset += clockJumpMs;
      ({ isSilent } = rest);
      const possible = fault === 'stuck' && !options.canRead ? 'none' : fault;
      model.setFault(possible);
      isLinkSound = possible === 'none' || possible === 'readsOff';
      values.push({ at: now(), value });
      if (person) {
        manualUntil = now() + MINUTE_MS;
        if (person !== 'off') ordersToStart++;
        model.addOrder({ action: person, reason: 'person', ...(person === 'jog' && { seconds: 30 }) });
      }
      if (kill && process?.isAlive()) {
        process.killAfter(kill.after);
        ({ downTicks } = kill);
        if (kill.isReboot) {
          process.killAfter(0);
          Object.assign(time, { bootId: `boot ${time.real}`, bootedAt: time.real });
        }
      }
      for (let count = 0; count < ticks; count++) await tick();
    },
    /** Everything is sound again, and the air is clean. */
    async settle(): Promise<void> {
      model.setFault('none');
      isLinkSound = true;
      manualUntil = null;
      if (!process?.isAlive()) process = model.startProcess();
      process.killAfter(Number.POSITIVE_INFINITY);
      values.push(...Array.from({ length: settings.consecutive }, () => ({ at: now(), value: 0 })));
      isSilent = false;
      for (let count = 0; count < 200; count++) await tick();
      expect([relay.isOn, tables.run, tables.orders]).toEqual([false, undefined, []]);
    },
  };
}

it('values, clock changes, faults, people and restarts never make a cannon start twice or run too long', async () => {
  await fc.assert(
    fc.asyncProperty(world, fc.array(step, { minLength: 5, maxLength: 30 }), async (given, steps) => {
      const { play, settle } = openWorld(given);
      for (const one of steps) await play(one);
      await settle();
    }),
    { numRuns: fullRounds ? 1000 : 100 },
  );
});

it.each([
  [true, { starts: 0, lateOrders: 0, isOn: false }],
  [false, { starts: 1, lateOrders: 1, isOn: true }],
])(
  'an order in a network that heals late is dropped by a driver that resets its connections: %s',
  async (resets, expected) => {
    const model = openCannonModel({ timesRuns: false, canRead: false, maxRunMs: MINUTE_MS, resets });
    const { control } = model.startProcess();
    model.setFault('delays');
    model.addOrder({ action: 'on', reason: 'person' });
    await model.advance(control);
    model.setFault('unreachable');
    for (let count = 0; count < 10; count++) {
      model.passTime(tickMs);
      await model.advance(control);
    }
    // The network heals for a new connection first.
    model.setFault('none', { keepsDelayed: true });
    for (let count = 0; count < 40; count++) {
      model.passTime(tickMs);
      await model.advance(control);
    }
    expect([model.relay.isOn, model.tables.orders]).toEqual([false, []]);
    model.setFault('none');
    const { starts, lateOrders, isOn } = model.relay;
    expect({ starts, lateOrders, isOn }).toEqual(expected);
  },
);
