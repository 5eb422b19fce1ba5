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

it('sends an error at once, with its page', () => {
  report(new TypeError('rows is null'));
  expect(sent).toMatchObject([{ kind: 'TypeError', message: 'rows is null', url: '/system/post' }]);
  expect(sent[0]?.stack).toContain('reporter.test.ts');
});

it('sends the same error once, and later the number of repeats', () => {
  const error = new Error('again');
  for (let i = 0; i < 50; i++) report(error);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(sent.map(({ count }) => count)).toEqual([undefined, 49]);
  vi.advanceTimersByTime(600_000);
  expect(sent).toHaveLength(2);
});

it('pauses after ten different errors', () => {
  for (let i = 0; i < 100; i++) report(new Error(`number ${i}`));
  expect(sent).toHaveLength(10);
  vi.advanceTimersByTime(60_000);
  report(new Error('later'));
  expect(sent).toHaveLength(11);
});

it('truncates long texts and accepts any thrown value', () => {
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
