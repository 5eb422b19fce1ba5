import { MINUTE_MS } from '@limpid/contract/durations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccessAttempt, judgeAttempt } from './access.rule.ts';
import { AccessGuard, type AttemptedPacket, type Block } from './guard.ts';
import { gatewayLimits } from './limits.ts';

const limits = gatewayLimits.guesses;
const [right, wrong] = [{ passwordMatches: true }, { passwordMatches: false }];
const open = { ...right, hasPassword: false };
const known = { isKnown: true, isTrusted: true };
const trusted = { isTrusted: true };

function judge({
  station = 0,
  address = 0,
  ...facts
}: Partial<Omit<AccessAttempt, 'failures'>> & Partial<AccessAttempt['failures']>) {
  const stranger = {
    hasPassword: true,
    passwordMatches: true,
    isPlaintext: false,
    isKnown: false,
    isTrusted: false,
  };
  return judgeAttempt({ ...stranger, ...facts, failures: { station, address } }, limits);
}

describe('an attempt', () => {
  it.each([
    ['the right password', right],
    ['the right password from a slowed address', { ...right, address: 1000 }],
    [
      'the password of an accepted station, whatever others did',
      { ...right, ...known, station: 5, address: 1000 },
    ],
    ['the password of another station on a trusted connection', { ...right, ...trusted, address: 100 }],
    ['no password at a site that has none, whatever others did', { ...open, station: 5, address: 1000 }],
    ['no password at a site that has none, on a trusted connection', { ...open, ...trusted, address: 1000 }],
  ])('is accepted with %s', (_, facts) => {
    expect(judge(facts)).toEqual({ accepted: true });
  });

  it.each([
    ['the first wrong password', wrong, ['password'], true, 0],
    ['the fourth wrong password', { ...wrong, station: 3 }, ['password'], true, 0],
    ['the fifth wrong password, after a delay', { ...wrong, station: 4 }, ['password'], true, limits.delay],
    ['a wrong password after the fifth', { ...wrong, station: 5 }, ['blocked'], false, limits.delay],
    ['the right password after the fifth', { ...right, station: 5 }, ['blocked'], false, limits.delay],
    ['the hundredth wrong password of an address', { ...wrong, address: 99 }, ['password'], true, 0],
    [
      'the 101st wrong password of an address, throttled',
      { ...wrong, address: 100 },
      ['password', 'throttled'],
      true,
      1000,
    ],
    [
      'the 111th wrong password of an address, throttled longer',
      { ...wrong, address: 110 },
      ['password', 'throttled'],
      true,
      11_000,
    ],
    [
      'the thousandth wrong password of an address, throttled longest',
      { ...wrong, address: 999 },
      ['password', 'throttled'],
      true,
      limits.slowest,
    ],
    ['a wrong password on a trusted connection', { ...wrong, ...trusted, station: 4 }, ['password'], true, 0],
    [
      'a blocked password on a trusted connection',
      { ...right, ...trusted, station: 5 },
      ['blocked'],
      false,
      0,
    ],
    [
      'the right password on a trusted connection of a slowed address',
      { ...right, ...trusted, address: 101 },
      ['throttled'],
      false,
      0,
    ],
    ['plain text at a site without a password', { ...open, isPlaintext: true }, ['plain'], false, 0],
    ['plain text', { ...right, isPlaintext: true }, ['plain'], false, 0],
    ['plain text of an accepted station', { ...right, ...known, isPlaintext: true }, ['plain'], false, 0],
    ['plain text with a wrong password', { ...wrong, isPlaintext: true }, ['plain'], false, 0],
  ])('is refused with %s', (_, facts, reasons, isFailure, holdMs) => {
    expect(judge(facts)).toEqual({ accepted: false, reasons, isFailure, holdMs });
  });
});

describe('any sequence of attempts', () => {
  const minute = MINUTE_MS;
  const networks = ['192.0.2.1', '192.0.2.2', '2001:db8:0:1::/64'];
  const step = fc.record({
    siteId: fc.integer({ min: 1, max: 3 }),
    network: fc.constantFrom(...networks),
    passwordMatches: fc.boolean(),
    waitMs: fc.constantFrom(0, 0, 0, 1000, minute, 9 * minute),
    process: fc.integer({ min: 0, max: 1 }),
  });
  const stranger = { hasPassword: true, isPlaintext: false, isKnown: false, isTrusted: false };

  it('allows an address at most 9 passwords of a station in any ten minutes, and 17 over two processes', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const guards: AccessGuard[] = [0, 1].map(
          (self) =>
            new AccessGuard(limits, (block: Block) =>
              guards.forEach((guard, other) => other !== self && guard.applyBlock(block, now)),
            ),
        );
        let now = 0;
        const failed = new Map<string, number[]>();
        for (const { waitMs, process, ...facts } of steps) {
          now += waitMs;
          const verdict = guards[process]?.judge({ ...stranger, ...facts }, now);
          if (!verdict || verdict.accepted || !verdict.isFailure) continue;
          const key = `${facts.siteId} ${facts.network}`;
          const times = [...(failed.get(key) ?? []), now].filter((at) => at > now - limits.window);
          failed.set(key, times);
          // Four below the limit, a new window, and the five that cause a block; all processes share one block.
          const used = new Set(steps.map((one) => one.process)).size;
          expect(times.length).toBeLessThanOrEqual((limits.perStation - 1) * 2 * used + 1);
        }
      }),
    );
  });

  it('keeps an accepted station accepted on its connection, independent of other addresses', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const guard = new AccessGuard(limits, () => undefined);
        const accepted: AttemptedPacket = {
          ...stranger,
          siteId: 1,
          network: '192.0.2.1',
          passwordMatches: true,
          isKnown: true,
          isTrusted: true,
        };
        let now = 0;
        for (const { waitMs, siteId, network, passwordMatches } of steps) {
          now += waitMs;
          guard.judge({ ...stranger, siteId, network, passwordMatches }, now);
          expect(guard.judge(accepted, now)).toEqual({ accepted: true });
          const elsewhere = {
            ...stranger,
            siteId,
            network: '198.51.100.9',
            passwordMatches: true,
          };
          expect(guard.judge(elsewhere, now)).toEqual({ accepted: true });
        }
      }),
    );
  });

  it('allows an address on trusted connections no more guesses than its limit', () => {
    const guard = new AccessGuard(limits, () => undefined);
    const sender = { ...stranger, network: '192.0.2.1', passwordMatches: false, isTrusted: true };
    let judged = 0;
    for (let siteId = 1; siteId <= 5000; siteId++) {
      for (let count = 0; count < limits.perStation; count++) {
        const verdict = guard.judge({ ...sender, siteId }, 0);
        if (!verdict.accepted && verdict.isFailure) judged++;
      }
    }
    expect(judged).toBe(limits.perAddress + 1);
  });

  it('ends a block after ten minutes, also if attempts continue', () => {
    const guard = new AccessGuard(limits, () => undefined);
    const sender = { ...stranger, siteId: 1, network: '192.0.2.1', passwordMatches: false };
    for (let count = 0; count < limits.perStation; count++) guard.judge(sender, 0);
    for (let at = 0; at < limits.window; at += minute)
      expect(guard.judge({ ...sender, passwordMatches: true }, at)).toMatchObject({ reasons: ['blocked'] });
    expect(guard.judge({ ...sender, passwordMatches: true }, limits.window)).toEqual({ accepted: true });
  });
});
