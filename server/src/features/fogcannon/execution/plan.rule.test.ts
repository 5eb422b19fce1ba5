import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OpenOrder, OpenRun } from './order.ts';
import { type CannonWork, findLongestMs, jogGraceMs, offPauseMs, planStep } from './plan.rule.ts';

const now = 1_000_000;
const base: OpenOrder = {
  orderId: 1,
  cannonId: 1,
  orderKey: 'k',
  action: 'on',
  seconds: null,
  reason: 'person',
  userName: null,
  ruleId: null,
  ruleName: null,
  maxSeconds: null,
  state: 'queued',
  expiresAt: now + 15_000,
  nextAt: now,
  attempts: 0,
};
const on = (change: Partial<OpenOrder> = {}): OpenOrder => ({ ...base, ...change });
const off = (change: Partial<OpenOrder> = {}): OpenOrder => on({ action: 'off', expiresAt: null, ...change });
const running = (change: Partial<OpenRun> = {}): OpenRun => ({
  runId: 1,
  cannonId: 1,
  orderId: 1,
  startedAt: now - 10_000,
  stopBy: now + 10_000,
  jogSeconds: null,
  isSelfTimed: false,
  isConfirmed: true,
  reason: 'person',
  ruleId: null,
  startedBy: null,
  bootId: 'boot',
  bootMs: 50_000,
  ...change,
});
/** The machine has run for a minute: a run of ten seconds. */
const uptime = { bootId: 'boot', ms: 60_000 };
const plan = (work: Partial<CannonWork>) =>
  planStep({ orders: [], run: undefined, now, uptime, canRead: true, ...work });

describe('the next step of a cannon', () => {
  it.each<[string, Partial<CannonWork>, string | undefined]>([
    ['is none without orders and runs', {}, undefined],
    ['sends an order that is due', { orders: [on()] }, 'send'],
    [
      'waits with an order that is repeated later',
      { orders: [on({ nextAt: now + 1, attempts: 1 })] },
      undefined,
    ],
    ['sends a new order although the clock was set back', { orders: [off({ nextAt: now + 1 })] }, 'send'],
    ['drops an order to switch on at the end', { orders: [on()], isEnding: true }, 'expire'],
    [
      'drops it before it supersedes an order to switch off',
      { orders: [off(), on({ orderId: 2 })], run: running(), isEnding: true },
      'expire',
    ],
    [
      'switches off at the end what may have been switched on',
      { orders: [on({ attempts: 1, nextAt: now + 1 })], run: running(), isEnding: true },
      'interrupt',
    ],
    ['switches off at the end', { orders: [off()], run: running(), isEnding: true }, 'send'],
    ['drops an order that nobody has sent in time', { orders: [on({ expiresAt: now })] }, 'expire'],
    [
      'gives up an order that has expired after an attempt whose answer was lost',
      { orders: [on({ expiresAt: now, attempts: 1 })], run: running() },
      'interrupt',
    ],
    [
      'drops an order that has certainly not arrived while another run goes on',
      { orders: [on({ expiresAt: now, attempts: 1 })], run: running({ orderId: 7 }) },
      'expire',
    ],
    ['never drops an order to switch off', { orders: [off({ nextAt: now - 1e9 })] }, 'send'],
    ['switches off although the clock was set back', { orders: [off({ nextAt: now + 3_600_000 })] }, 'send'],
    [
      'drops an order whose end is far away, because the clock was set back',
      { orders: [on({ expiresAt: now + 3_600_000 })] },
      'expire',
    ],
    ['gives up an order of a process that is gone', { orders: [on({ state: 'sent' })] }, 'interrupt'],
    [
      'sends an order to switch off again that a process has sent',
      { orders: [off({ state: 'sent' })] },
      'send',
    ],
    ['replaces an order by a newer one', { orders: [on(), off({ orderId: 2 })] }, 'supersede'],
    ['switches off before it tests a connection', { orders: [on({ action: 'test' }), off()] }, 'send'],
    [
      'ends a run before it tests a connection',
      { run: running({ stopBy: now }), orders: [on({ action: 'test' })] },
      'stop',
    ],
    [
      'tests a connection while an order waits for its next attempt',
      { orders: [on({ action: 'test' }), off({ nextAt: now + 1, attempts: 1 })] },
      'test',
    ],
    ['lets a run go on within its time', { run: running() }, undefined],
    ['ends a run whose time is over', { run: running({ stopBy: now }) }, 'stop'],
    ['ends a run although the clock was set back', { run: running({ bootMs: 40_000 }) }, 'stop'],
    [
      'ends a run that another machine has begun: how long it has lasted is not known',
      { run: running({ bootId: 'other' }) },
      'stop',
    ],
    ['ends a run that began before its length was stored', { run: running({ bootMs: null }) }, 'stop'],
    [
      'leaves a jog to its controller that another machine has begun',
      { run: running({ jogSeconds: 20, isSelfTimed: true, bootId: 'other' }) },
      undefined,
    ],
    [
      'ends such a jog if the clock was set back',
      { run: running({ jogSeconds: 20, isSelfTimed: true, bootId: 'other', startedAt: now + 1 }) },
      'stop',
    ],
    [
      'does not begin a run again that is over',
      { run: running({ stopBy: now }), orders: [on({ attempts: 1 })] },
      'stop',
    ],
    [
      'replaces a run that is over by a new order',
      { run: running({ stopBy: now }), orders: [on({ orderId: 2 })] },
      'send',
    ],
    [
      'lets a run go on that was started at the cannon',
      { run: running({ stopBy: null, bootId: 'other' }) },
      undefined,
    ],
    [
      'does not order twice to end a run',
      { run: running({ stopBy: now }), orders: [off({ nextAt: now + 1, attempts: 1 })] },
      undefined,
    ],
    [
      'ends a run while an order to switch on waits',
      { run: running({ stopBy: now }), orders: [on({ nextAt: now + 1, attempts: 1 })] },
      'stop',
    ],
    [
      'takes a jog as ended that the controller ends without saying so',
      { run: running({ jogSeconds: 10, isSelfTimed: true }), canRead: false },
      'endJog',
    ],
    [
      'waits for a controller that can say that its jog has ended',
      { run: running({ jogSeconds: 10, isSelfTimed: true }) },
      undefined,
    ],
  ])('%s', (_, work, kind) => {
    expect(plan(work)?.kind).toBe(kind);
  });

  it('names the reason of an end', () => {
    const [jog, limit] = [{ jogSeconds: 10, stopBy: now }, { stopBy: now }];
    const reasonOf = (change: Partial<OpenRun>) => plan({ run: running(change) });
    expect(reasonOf(jog)).toMatchObject({ kind: 'stop', reason: 'jog' });
    expect(reasonOf(limit)).toMatchObject({ kind: 'stop', reason: 'limit' });
    expect(reasonOf({ ...jog, isSelfTimed: true })).toMatchObject({ kind: 'stop', reason: 'limit' });
    expect(reasonOf({ bootId: 'other' })).toMatchObject({ kind: 'stop', reason: 'interrupted' });
  });
});

describe('a run', () => {
  it('ends with its jog, or with the longest time', () => {
    const limits = { maxRunMs: 1_800_000, timesJog: false };
    expect(findLongestMs(on(), limits)).toBe(1_800_000);
    expect(findLongestMs(on({ maxSeconds: 60 }), limits)).toBe(60_000);
    expect(findLongestMs(on({ action: 'jog', seconds: 30 }), limits)).toBe(30_000);
    const timed = { ...limits, timesJog: true };
    expect(findLongestMs(on({ action: 'jog', seconds: 30 }), timed)).toBe(30_000 + jogGraceMs);
  });

  it('that is over is ended whatever else waits, except an order that switches it off', () => {
    const orders = fc.array(
      fc.record({
        action: fc.constantFrom('on' as const, 'off' as const, 'jog' as const, 'test' as const),
        state: fc.constantFrom('queued' as const, 'sent' as const),
        nextAt: fc.integer({ min: now - 5, max: now + 5 }),
        expiresAt: fc.option(fc.integer({ min: now - 5, max: now + 5 })),
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(orders, fc.integer({ min: 0, max: 5 }), (some, late) => {
        const all = some.map((one, index) => on({ ...one, orderId: index + 1 }));
        const step = plan({ orders: all, run: running({ stopBy: now - late }) });
        const waitsForOff = all.at(-1)?.action === 'off' && step === undefined;
        expect(step !== undefined || waitsForOff).toBe(true);
      }),
    );
  });
});

describe('the pause before an order to switch off is repeated', () => {
  it('grows to half a minute and no further', () => {
    expect([0, 1, 4, 5, 1000].map(offPauseMs)).toEqual([1000, 2000, 16_000, 30_000, 30_000]);
  });
});
