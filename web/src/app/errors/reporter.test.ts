import { type ErrorReport, reportLimits } from '@limpid/contract/monitor/error-log';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeReporter } from './reporter.ts';

let sent: ErrorReport[];
let report: (error: unknown) => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { pathname: '/system/post' });
  sent = [];
  report = makeReporter((one) => sent.push(one));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('tells of an error at once, with where it happened', () => {
  report(new TypeError('rows is null'));
  expect(sent).toMatchObject([{ kind: 'TypeError', message: 'rows is null', url: '/system/post' }]);
  expect(sent[0]?.stack).toContain('reporter.test.ts');
});

it('tells of the same error once, and later how often it came again', () => {
  const error = new Error('again');
  for (let i = 0; i < 50; i++) report(error);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(sent.map(({ count }) => count)).toEqual([undefined, 49]);
  vi.advanceTimersByTime(600_000);
  expect(sent).toHaveLength(2);
});

it('is silent after ten different ones, for a while', () => {
  for (let i = 0; i < 100; i++) report(new Error(`number ${i}`));
  expect(sent).toHaveLength(10);
  vi.advanceTimersByTime(60_000);
  report(new Error('later'));
  expect(sent).toHaveLength(11);
});

it('cuts what is long and takes whatever was thrown', () => {
  report(new Error('x'.repeat(100_000)));
  for (const odd of [undefined, null, 7, 'text', { a: 1 }, '\0\ud800']) report(odd);
  expect(sent).toHaveLength(7);
  for (const { kind, message, stack = '' } of sent) {
    expect(kind).not.toBe('');
    expect(message).not.toBe('');
    expect(message.length).toBeLessThanOrEqual(reportLimits.message);
    expect(stack.length).toBeLessThanOrEqual(reportLimits.stack);
    expect(message.isWellFormed()).toBe(true);
  }
});
