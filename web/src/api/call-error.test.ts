import { expect, test, vi } from 'vitest';
import { announceFailure, CallError, noResponse } from './call-error.ts';
import { setNotifier } from './notifier.ts';

function listen() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const heard = {
    error: vi.fn(),
    warning: vi.fn(),
    success: vi.fn(),
    notify: vi.fn(),
    askLogin: vi.fn(() => promise),
  };
  setNotifier(heard);
  return { heard, decide: resolve };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const expired = () => new CallError('expired', 401);

test('asks once, however many requests find the session expired', async () => {
  const { heard, decide } = listen();
  const early = performance.now();
  for (let count = 0; count < 5; count += 1) announceFailure(expired(), performance.now());
  expect(heard.askLogin).toHaveBeenCalledTimes(1);
  decide();
  await settle();
  // This request started before the user decided to stay.
  announceFailure(expired(), early);
  expect(heard.askLogin).toHaveBeenCalledTimes(1);
  announceFailure(expired(), performance.now());
  expect(heard.askLogin).toHaveBeenCalledTimes(2);
});

test('shows each code in its own way', () => {
  const { heard } = listen();
  announceFailure(new CallError('a', 500), 0);
  announceFailure(new CallError('b', noResponse), 0);
  announceFailure(new CallError('c', 601), 0);
  announceFailure(new CallError('d', 403), 0);
  expect(heard.error.mock.calls).toEqual([['a'], ['b', 5]]);
  expect(heard.warning).toHaveBeenCalledWith('c');
  expect(heard.notify).toHaveBeenCalledWith('d');
});

test('leaves an error of a field to its form', () => {
  const { heard } = listen();
  announceFailure(new CallError('taken', 500, 'postCode'), 0);
  expect(heard.error).not.toHaveBeenCalled();
});
