import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decide,
  isExceeded,
  type LinkageSettings,
  type LinkageValue,
  type LinkageView,
  type LinkedCannon,
  type SiteWeather,
} from './decide.rule.ts';
import { testSettings } from './linkage-settings.fixture.ts';

const settings = testSettings;
const idle: LinkedCannon = {
  ownRunSince: null,
  isTaken: false,
  lastEndAt: null,
  manualUntil: null,
  isUnreachable: false,
};
const unknown: SiteWeather = { wind: null, temperature: null, rain: null };
/** A Wednesday at noon, UTC. */
const now = Date.UTC(2026, 10, 18, 12);

interface Given extends Partial<Omit<LinkageView, 'settings' | 'cannon' | 'values' | 'weather'>> {
  values?: (number | null)[];
  settings?: Partial<LinkageSettings>;
  cannon?: Partial<LinkedCannon>;
  weather?: Partial<SiteWeather>;
}

function view(given: Given): LinkageView {
  const values = given.values ?? [182, 190, 188];
  return {
    isSilent: false,
    now,
    zone: 'UTC',
    ...given,
    values: values.map((value, index) => ({ at: now - (values.length - index) * MINUTE_MS, value })),
    settings: { ...settings, ...given.settings },
    cannon: { ...idle, ...given.cannon },
    weather: { ...unknown, ...given.weather },
  };
}

const describeView = (given: Given) => {
  const decision = decide(view(given));
  return decision ? `${decision.kind} ${decision.reason}` : 'nothing';
};

const running = { ownRunSince: now - 10 * MINUTE_MS };

describe('a cannon that does not run', () => {
  it.each<[string, Given, string]>([
    ['three values above', {}, 'start met'],
    ['two values above', { values: [100, 182, 190] }, 'nothing'],
    ['too few values', { values: [182, 190] }, 'nothing'],
    ['a value at the threshold', { values: [182, 150, 190] }, 'nothing'],
    ['a value at the threshold of ≥', { values: [182, 150, 190], settings: { compare: 'ge' } }, 'start met'],
    ['values below, for <', { values: [3, 2, 1], settings: { compare: 'lt', threshold: 5 } }, 'start met'],
    ['an invalid value among them', { values: [182, null, 190, 188] }, 'nothing'],
    ['an invalid value before them', { values: [null, 182, 190, 188] }, 'start met'],
    ['an invalid value after them', { values: [182, 190, 188, null] }, 'nothing'],
    ['a silent station', { isSilent: true }, 'nothing'],
    ['values that came late', { isStale: true }, 'nothing'],
    ['a run of somebody else', { cannon: { isTaken: true } }, 'nothing'],
    ['a person in control', { cannon: { manualUntil: now + 1 } }, 'hold manual'],
    ['a person whose time is over', { cannon: { manualUntil: now } }, 'start met'],
    ['a pause that is too short', { cannon: { lastEndAt: now - 299 * SECOND_MS } }, 'hold pause'],
    ['a pause that is long enough', { cannon: { lastEndAt: now - 300 * SECOND_MS } }, 'start met'],
    ['an end in the future, by a clock that was set back', { cannon: { lastEndAt: now + 1 } }, 'start met'],
    ['a lost link', { cannon: { isUnreachable: true } }, 'hold unreachable'],
    ['a window that contains now', { settings: { fromTime: '12:00', toTime: '12:01' } }, 'start met'],
    ['a window that has ended', { settings: { fromTime: '08:00', toTime: '12:00' } }, 'hold window'],
    ['a window past midnight', { settings: { fromTime: '22:00', toTime: '06:00' } }, 'hold window'],
    [
      'a window past midnight by the clock of the site',
      { settings: { fromTime: '22:00', toTime: '06:00' }, zone: 'Pacific/Auckland' },
      'start met',
    ],
    ['the last day of its season', { settings: { fromDay: '03-01', toDay: '11-18' } }, 'start met'],
    ['another season', { settings: { fromDay: '03-01', toDay: '11-17' } }, 'hold season'],
    ['a season over the turn of the year', { settings: { fromDay: '11-15', toDay: '03-15' } }, 'start met'],
    ['wind', { settings: { maxWind: 8 }, weather: { wind: 8.1 } }, 'hold wind'],
    ['wind at its limit', { settings: { maxWind: 8 }, weather: { wind: 8 } }, 'start met'],
    ['frost', { settings: { minTemperature: 0 }, weather: { temperature: -0.1 } }, 'hold temperature'],
    ['rain', { settings: { maxRain: 0 }, weather: { rain: 0.2 } }, 'hold rain'],
    ['unknown weather with a limit', { settings: { minTemperature: 0 } }, 'hold weather'],
  ])('decides with %s', (_, given, expected) => {
    expect(describeView(given)).toBe(expected);
  });

  it('names the values that count', () => {
    expect(decide(view({ values: [90, 182, 190, 188] }))?.values).toEqual([182, 190, 188]);
  });
});

describe('a cannon that the rule runs', () => {
  it.each<[string, Given, string]>([
    ['values above', {}, 'nothing'],
    ['values in the dead band', { values: [140, 120, 101] }, 'nothing'],
    ['three values at the end limit', { values: [96, 92, 100] }, 'stop normal'],
    ['two of them', { values: [101, 92, 90] }, 'nothing'],
    [
      'normal values before the minimum run is over',
      { values: [96, 92, 90], cannon: { ownRunSince: now - 59_999 } },
      'nothing',
    ],
    [
      'normal values after it',
      { values: [96, 92, 90], cannon: { ownRunSince: now - 60_000 } },
      'stop normal',
    ],
    ['one invalid value', { values: [182, 190, null] }, 'nothing'],
    ['three invalid values', { values: [182, null, null, null] }, 'stop invalid'],
    [
      'invalid values in its first second',
      { values: [null, null, null], cannon: { ownRunSince: now } },
      'stop invalid',
    ],
    ['a silent station', { isSilent: true }, 'stop silent'],
    ['the maximum run', { cannon: { ownRunSince: now - 30 * MINUTE_MS } }, 'stop maxRun'],
    [
      'a start in the future, by a clock that was set back',
      { cannon: { ownRunSince: now + 1 } },
      'stop maxRun',
    ],
    ['the end of its window', { settings: { fromTime: '08:00', toTime: '12:00' } }, 'stop window'],
    ['wind', { settings: { maxWind: 8 }, weather: { wind: 12 } }, 'stop wind'],
    ['weather that is no longer known', { settings: { maxWind: 8 } }, 'nothing'],
  ])('decides with %s', (_, given, expected) => {
    expect(describeView({ ...given, cannon: { ...running, ...given.cannon } })).toBe(expected);
  });
});

/** What happens at a station and its cannon, step by step. */
const step = fc.record({
  afterMs: fc.integer({ min: 1, max: 5 * MINUTE_MS }),
  /** Of the wall clock. */
  clockJumpMs: fc.oneof(
    { weight: 9, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: -7_200_000, max: 7_200_000 }) },
  ),
  // Mostly above every threshold, so that many runs reach their maximum.
  value: fc.oneof<fc.MaybeWeightedArbitrary<number | null>[]>(
    { weight: 3, arbitrary: fc.constant(250) },
    { weight: 1, arbitrary: fc.option(fc.integer({ min: 0, max: 300 })) },
  ),
  isSilent: fc.oneof(
    { weight: 9, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  fault: fc.constantFrom(null, null, null, 'manual', 'unreachable', 'restart', 'stopsByItself'),
});

describe('any sequence of values, clock changes and faults', () => {
  const anySettings = fc.record({
    threshold: fc.integer({ min: 50, max: 200 }),
    deadBand: fc.integer({ min: 0, max: 50 }),
    consecutive: fc.integer({ min: 1, max: 5 }),
    minRunSeconds: fc.integer({ min: 0, max: 300 }),
    maxRunMinutes: fc.integer({ min: 1, max: 20 }),
    minPauseSeconds: fc.integer({ min: 0, max: 600 }),
  });

  it('never runs beyond the maximum, never starts on invalid or normal values, in a pause or against a person', () => {
    fc.assert(
      fc.property(anySettings, fc.array(step, { maxLength: 120 }), (chosen, steps) => {
        const rule = { ...settings, ...chosen };
        // The time that really passes, and the clock of the server.
        let [real, wall] = [0, now];
        let run: { since: number; realSince: number } | undefined;
        let [lastEndAt, realEnd]: [number | null, number] = [null, Number.NEGATIVE_INFINITY];
        let manualUntil: number | null = null;
        let values: LinkageValue[] = [];
        const end = () => {
          run = undefined;
          [lastEndAt, realEnd] = [wall, real];
        };
        for (const { afterMs, clockJumpMs, value, isSilent, fault } of steps) {
          if (run && real + afterMs - run.realSince >= rule.maxRunMinutes * MINUTE_MS) {
            const left = run.realSince + rule.maxRunMinutes * MINUTE_MS - real;
            [real, wall] = [real + left, wall + left];
            const decision = decide(view({ settings: rule, now: wall, cannon: { ownRunSince: run.since } }));
            // After a clock that was set back, the control ends the run by its monotonic clock.
            if (wall - run.since >= real - run.realSince)
              expect(decision).toMatchObject({ kind: 'stop', reason: 'maxRun' });
            end();
          } else [real, wall] = [real + afterMs, wall + afterMs];
          wall += clockJumpMs;
          values.push({ at: wall, value });
          if (fault === 'restart') values = values.slice(-10);
          if (fault === 'manual') [manualUntil, run] = [wall + 10 * MINUTE_MS, undefined];
          if (fault === 'stopsByItself' && run) end();
          const decision = decide({
            settings: rule,
            values,
            isSilent,
            weather: unknown,
            cannon: {
              ownRunSince: run?.since ?? null,
              isTaken: false,
              lastEndAt,
              manualUntil,
              isUnreachable: fault === 'unreachable',
            },
            now: wall,
            zone: 'Asia/Shanghai',
          });
          const last = values.slice(-rule.consecutive);
          if (decision?.kind === 'start') {
            expect(run).toBeUndefined();
            expect(last.length).toBe(rule.consecutive);
            expect(last.every(({ value: one }) => one !== null && isExceeded(rule, one))).toBe(true);
            expect(isSilent || fault === 'unreachable').toBe(false);
            expect(manualUntil === null || wall >= manualUntil).toBe(true);
            const isClockSound = lastEndAt !== null && wall - lastEndAt === real - realEnd;
            if (isClockSound) expect(real - realEnd).toBeGreaterThanOrEqual(rule.minPauseSeconds * SECOND_MS);
            run = { since: wall, realSince: real };
          } else if (decision?.kind === 'stop') {
            expect(run).toBeDefined();
            end();
          } else if (run) {
            expect(isSilent).toBe(false);
            const isInvalid =
              last.length === rule.consecutive && last.every(({ value: one }) => one === null);
            expect(isInvalid).toBe(false);
          }
          if (run) expect(real - run.realSince).toBeLessThan(rule.maxRunMinutes * MINUTE_MS);
        }
      }),
    );
  });

  it('never stops inside the dead band, nor starts there', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 101, max: 150 }), { minLength: 3, maxLength: 20 }), (values) => {
        expect(describeView({ values })).toBe('nothing');
        expect(describeView({ values, cannon: running })).toBe('nothing');
      }),
    );
  });
});
