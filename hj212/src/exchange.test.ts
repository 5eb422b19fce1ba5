import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeAnswer } from './answers.ts';
import { type CommandHeader, encodeCommand } from './commands.ts';
import { decodePacket } from './decode.fixture.ts';
import { encodePacket } from './encode.ts';
import {
  type CommandExchange,
  type ExchangeEvent,
  type ExchangeKind,
  exchangeKindOf,
  readAnswer,
  standardTimes,
  startExchange,
  stepExchange,
} from './exchange.ts';

const times = { answerMs: 10_000, retries: 3, executionMs: 60_000 };
const time: ExchangeEvent = { type: 'time' };
const accepted: ExchangeEvent = { type: 'accepted', result: 1 };
const data: ExchangeEvent = { type: 'data', isRequested: true };
const upload: ExchangeEvent = { type: 'data', isRequested: false };
const done: ExchangeEvent = { type: 'executed', result: 1 };
const cancel: ExchangeEvent = { type: 'cancel' };

/** Runs events at their seconds; returns the exchange and how often the request was sent again. */
function run(kind: ExchangeKind, events: readonly [number, ExchangeEvent][]) {
  let exchange = startExchange(kind, times, 0);
  const resentAt: number[] = [];
  for (const [second, event] of events) {
    const step = stepExchange(exchange, event, times, second * 1000);
    exchange = step.exchange;
    if (step.resend) resentAt.push(second);
  }
  return { exchange, resentAt };
}

describe('the exchange of a command', () => {
  test.each<[string, ExchangeKind, [number, ExchangeEvent][], Partial<CommandExchange>]>([
    [
      'accepted and done',
      'execute',
      [
        [1, accepted],
        [2, done],
      ],
      { phase: 'done', result: 1 },
    ],
    ['done without an acceptance', 'execute', [[2, done]], { phase: 'done', result: 1 }],
    ['refused', 'execute', [[1, { type: 'accepted', result: 3 }]], { phase: 'refused', result: 3 }],
    [
      'an unknown refusal',
      'execute',
      [[1, { type: 'accepted', result: 77 }]],
      { phase: 'refused', result: 77 },
    ],
    [
      'failed',
      'execute',
      [
        [1, accepted],
        [2, { type: 'executed', result: 5 }],
      ],
      { phase: 'failed', result: 5 },
    ],
    [
      'without data',
      'readData',
      [
        [1, accepted],
        [2, { type: 'executed', result: 100 }],
      ],
      { phase: 'done', result: 100 },
    ],
    [
      'without data to write or operate',
      'execute',
      [
        [1, accepted],
        [2, { type: 'executed', result: 100 }],
      ],
      { phase: 'failed', result: 100 },
    ],
    [
      'a value and its result',
      'readValue',
      [
        [1, accepted],
        [2, data],
        [3, done],
      ],
      { phase: 'done', packets: 1 },
    ],
    [
      'a success without a value',
      'readValue',
      [
        [1, accepted],
        [2, done],
      ],
      { phase: 'noValue', result: 1, packets: 0 },
    ],
    [
      'a success without data',
      'readData',
      [
        [1, accepted],
        [2, done],
      ],
      { phase: 'noValue', result: 1, packets: 0 },
    ],
    [
      'a value before the acceptance',
      'readValue',
      [
        [1, data],
        [2, accepted],
      ],
      { phase: 'answered', packets: 1 },
    ],
    [
      'a value without a result',
      'readValue',
      [
        [1, accepted],
        [2, data],
        [62, time],
      ],
      { phase: 'done', result: null },
    ],
    [
      'data without a result',
      'readData',
      [
        [1, accepted],
        [2, data],
        [62, time],
      ],
      { phase: 'timedOut', packets: 1 },
    ],
    [
      'each packet of data extends the time',
      'readData',
      [
        [1, accepted],
        [60, data],
        [119, time],
      ],
      { phase: 'answered' },
    ],
    [
      'a second acceptance does not',
      'execute',
      [
        [1, accepted],
        [60, accepted],
        [61, time],
      ],
      { phase: 'timedOut' },
    ],
    [
      'no result',
      'execute',
      [
        [1, accepted],
        [61, time],
      ],
      { phase: 'timedOut' },
    ],
    [
      'data that may be unasked, without an acceptance',
      'readData',
      [[1, upload]],
      { phase: 'sent', packets: 0 },
    ],
    [
      'data that may be unasked, after the acceptance',
      'readData',
      [
        [1, accepted],
        [2, upload],
      ],
      { phase: 'answered', packets: 1 },
    ],
    ['requested data without an acceptance', 'readData', [[1, data]], { phase: 'answered', packets: 1 }],
    ['a notice', 'notice', [[1, { type: 'noticed' }]], { phase: 'done', result: null }],
    ['the answer to a notice after a request', 'execute', [[1, { type: 'noticed' }]], { phase: 'sent' }],
    [
      'cancelled, then answered',
      'execute',
      [
        [1, cancel],
        [2, accepted],
        [3, done],
      ],
      { phase: 'cancelled' },
    ],
  ])('ends as the device says: %s', (_, kind, events, expected) => {
    expect(run(kind, events).exchange).toMatchObject(expected);
  });

  test('sends a request that is not answered again, three times every ten seconds, then gives up', () => {
    const seconds = Array.from({ length: 60 }, (_, index): [number, ExchangeEvent] => [index, time]);
    const { exchange, resentAt } = run('execute', seconds);
    expect(resentAt).toEqual([10, 20, 30]);
    expect(exchange).toMatchObject({ phase: 'timedOut', sent: 4, deadline: null });
    expect(standardTimes).toMatchObject({ answerMs: 10_000, retries: 3 });
  });

  const anyEvent = fc.oneof(
    fc.constant(time),
    fc.constant(accepted),
    fc.constant(data),
    fc.constant(upload),
    fc.constant(cancel),
    fc.constant<ExchangeEvent>({ type: 'noticed' }),
    fc.integer({ min: 0, max: 100 }).map((result): ExchangeEvent => ({ type: 'accepted', result })),
    fc.integer({ min: 0, max: 100 }).map((result): ExchangeEvent => ({ type: 'executed', result })),
  );
  const anyKind = fc.constantFrom<ExchangeKind>('execute', 'readValue', 'readData', 'notice');
  const anyEvents = fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), anyEvent), { maxLength: 30 });

  test('ends exactly once, whatever is lost, repeated, late or out of order', () => {
    fc.assert(
      fc.property(anyKind, anyEvents, (kind, pauses) => {
        let exchange = startExchange(kind, times, 0);
        let [now, ends, packets] = [0, 0, 0];
        const apply = (event: ExchangeEvent) => {
          const before = exchange;
          const step = stepExchange(before, event, times, now);
          exchange = step.exchange;
          if (before.deadline === null) {
            expect(exchange).toBe(before);
            expect(step.resend).toBe(false);
            expect(step.isLate).toBe(event.type !== 'time');
          } else if (exchange.deadline === null) ends++;
          // A request that the device has accepted or executed is never sent again.
          if (step.resend) expect(before.phase).toBe('sent');
          if (event.type === 'data' && exchange !== before) packets++;
        };
        for (const [seconds, event] of pauses) {
          now += seconds * 1000;
          apply(event);
        }
        // Time alone ends every exchange.
        const last = now + (times.retries + 1) * times.answerMs + times.executionMs;
        for (; now <= last; now += 1000) apply(time);
        expect(ends).toBe(1);
        expect(exchange).toMatchObject({ deadline: null, packets });
        expect(exchange.sent).toBeLessThanOrEqual(times.retries + 1);
      }),
    );
  });
});

test('an exchange ends although the station sends such data without end', () => {
  const latest = (times.retries + 1) * times.answerMs + 10 * times.executionMs;
  const anyPause = fc.integer({ min: 1000, max: times.executionMs });
  fc.assert(
    fc.property(anyPause, fc.constantFrom(data, upload), fc.boolean(), (pause, event, isAccepted) => {
      let exchange = startExchange('readData', times, 0);
      if (isAccepted) exchange = stepExchange(exchange, accepted, times, 0).exchange;
      for (let now = pause; now < latest + pause; now += pause)
        for (const next of [time, event]) exchange = stepExchange(exchange, next, times, now).exchange;
      exchange = stepExchange(exchange, time, times, latest + pause).exchange;
      // Without an acceptance unasked data do not stop the retries.
      if (event === upload && !isAccepted) expect(exchange.packets).toBe(0);
      else expect(exchange).toMatchObject({ phase: 'timedOut', deadline: null });
    }),
    { numRuns: 50 },
  );
});

describe('the answer to a command', () => {
  const header: CommandHeader = {
    version: '2017',
    qn: '20160801085857223',
    st: '32',
    pw: '123456',
    mn: 'A1',
  };
  const request = decodePacket(encodeCommand(3020, header, { PolId: 'w01018', InfoId: 'i13004' }));
  const value = (qn: string, cn = '3020') =>
    decodePacket(encodePacket({ ...header, qn, cn, items: [[{ name: 'i13004-Info', value: '168.0' }]] }));
  const pending = { qn: header.qn, cn: '3020', cp: '', kind: 'readValue' } as const;
  const read = (
    packet: Parameters<typeof readAnswer>[0],
    given = pending as Parameters<typeof readAnswer>[1],
  ) => {
    const event = readAnswer(packet, given, (qn) => qn === '20160801085857000');
    return event?.type === 'data' ? { type: event.type, isRequested: event.isRequested } : event;
  };

  test('is recognised by its QN, also inside the CP of 2005', () => {
    expect(read(decodePacket(encodeAnswer(request, { cn: '9011', result: 1 })))).toEqual(accepted);
    const old = { ...request, version: '2005' as const };
    expect(read(decodePacket(encodeAnswer(old, { cn: '9012', result: 100 })))).toEqual({
      type: 'executed',
      result: 100,
    });
    expect(read(value(header.qn))).toEqual(data);
  });

  test('is that of the request in flight if its QN is unknown, but not if it has that of an earlier one', () => {
    const foreign = { ...request, qn: '20991231235959000' };
    expect(read(decodePacket(encodeAnswer(foreign, { cn: '9011', result: 1 })))).toEqual(accepted);
    const earlier = { ...request, qn: '20160801085857000' };
    expect(read(decodePacket(encodeAnswer(earlier, { cn: '9012', result: 1 })))).toBeUndefined();
  });

  test('with a value has the QN of the request; packets of data have their own', () => {
    expect(read(value('20991231235959000'))).toBeUndefined();
    const cp = 'BeginTime=20260101000000;EndTime=20260101120000';
    const hours = { ...pending, cn: '2061', cp, kind: 'readData' } as const;
    const packet = value('20991231235959000', '2061');
    expect(read(packet, hours)).toEqual(upload);
    expect(read({ ...packet, cp: 'DataTime=20260101120000;x=1' }, hours)).toEqual(data);
    const late = { ...value('20160801085857000', '2061'), cp: 'DataTime=20260101120000;x=1' };
    expect(read(late, hours)).toBeUndefined();
    expect(read(value(header.qn, '2011'))).toBeUndefined();
  });

  test.each([
    ['1061', '20991231235959000', data],
    ['1061', '20160801085857000', undefined],
    ['1021', '20991231235959000', data],
    ['3019', '20991231235959000', undefined],
    ['3020', '20991231235959000', undefined],
    ['9501', '20991231235959000', undefined],
  ])('with a value of %s and the QN %s counts only if it cannot be unasked or late', (cn, qn, expected) => {
    expect(read(value(qn, cn), { ...pending, cn })).toEqual(expected);
  });

  test('with data of another time than the period is an upload, unless it has the QN of the request', () => {
    const cp = 'BeginTime=20260101000000;EndTime=20260101120000';
    const hours = { ...pending, cn: '2061', cp, kind: 'readData' } as const;
    const late = 'DataTime=20260101130000;x=1';
    expect(read({ ...value('20991231235959000', '2061'), cp: late }, hours)).toBeUndefined();
    expect(read({ ...value(header.qn, '2061'), cp: late }, hours)).toEqual(data);
  });

  test.each([
    ['PolId=a34004;i11001-Info=//x//', upload],
    ['PolId=a34004,InfoId=i11001,Info=//x//', upload],
    ['i11001-Info=//x//', upload],
    ['PolId=a34004;i12001-Info=1', undefined],
    ['PolId=a05024;i11001-Info=//x//', undefined],
    ['DataTime=20260101130000;PolId=a34004;i11001-Info=//x//', undefined],
    ['DataTime=20260101110000;PolId=a34004;i11001-Info=//x//', data],
  ])('about station information names the same one: %s', (cp, expected) => {
    const period = 'BeginTime=20260101000000;EndTime=20260101120000';
    const asked = `PolId=a34004;InfoId=i11001;${period}`;
    const log = { ...pending, cp: asked, kind: 'readData' } as const;
    expect(read({ ...value('20991231235959000'), cp }, log)).toEqual(expected);
  });

  test('counts once if it comes twice, unlike the parts of one', () => {
    const part = (pno: number, cp = 'i13004-Info=168.0') => ({ ...value(header.qn), pnum: 2, pno, cp });
    let exchange = startExchange('readValue', times, 0);
    const repeats = [part(1), part(1), part(2), part(2, 'i13004-Info=169.0'), part(2)].map((packet) => {
      const step = stepExchange(exchange, readAnswer(packet, pending, () => false) ?? time, times, 1000);
      exchange = step.exchange;
      return step.isRepeat ?? false;
    });
    expect(repeats).toEqual([false, true, false, false, true]);
    expect(exchange.packets).toBe(3);
  });

  test('of an operation may have a value under the QN of the request', () => {
    const sample = { ...pending, cn: '3015', kind: exchangeKindOf(3015) };
    expect(sample.kind).toBe('execute');
    expect(read(value(header.qn, '3015'), sample)).toEqual(data);
    expect(read(value('20991231235959000', '3015'), sample)).toBeUndefined();
  });

  test.each([
    ['CP=&&&&', 100],
    ['CP=&& QnRtn = 2 &&', 2],
    ['CP=&&QnRtn=x&&', 100],
  ])('without a readable result counts as failed: %s', (cp, result) => {
    const packet = { ...request, cn: '9011', cp: cp.slice(5, -2) };
    expect(read(packet)).toEqual({ type: 'accepted', result });
  });

  test('follows the kind of the command', () => {
    expect([1062, 1061, 1021, 2061, 2012, 3040].map((code) => exchangeKindOf(code))).toEqual([
      'execute',
      'readValue',
      'readValue',
      'readData',
      'notice',
      'execute',
    ]);
    expect(exchangeKindOf(3020, 'readLog')).toBe('readData');
    expect(exchangeKindOf(3040, 'read')).toBe('readValue');
  });
});
