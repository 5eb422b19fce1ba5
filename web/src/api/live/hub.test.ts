import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { openConnection } from './connection.ts';
import { type HubMessage, makeHub, type TabMessage, type TabPort } from './hub.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function makeConnections() {
  const made: { token: string; listener: Parameters<typeof openConnection>[1]; log: string[] }[] = [];
  const open: typeof openConnection = ({ token }, listener) => {
    const log: string[] = [];
    made.push({ token, listener, log });
    return {
      show: (topics) => log.push(`show ${topics.join()}`),
      retryNow: () => log.push('retry'),
      drop: () => log.push('drop'),
      close: () => log.push('close'),
    };
  };
  return { made, serve: makeHub(open) };
}

function openTab(serve: (port: TabPort) => void) {
  const received: HubMessage[] = [];
  const port: TabPort = { postMessage: (message) => received.push(message), onmessage: null };
  serve(port);
  const send = (data: TabMessage) => port.onmessage?.(new MessageEvent('message', { data }));
  return {
    received,
    send,
    open: (token: string, topics: string[] = [], kind: 'open' | 'here' = 'open') =>
      send({ kind, login: { address: '', token, since: undefined }, topics }),
  };
}

test('shares one connection with the topics of all tabs of a session', () => {
  const { made, serve } = makeConnections();
  const [one, two] = [openTab(serve), openTab(serve)];
  one.open('t', ['alarm']);
  two.open('t', ['site:2', 'alarm']);
  two.open('t', ['site:2', 'alarm'], 'here');
  expect(made.map(({ log }) => log)).toEqual([['show alarm', 'show alarm,site:2']]);
  made[0]?.listener.changed('open');
  made[0]?.listener.reached(5);
  expect(one.received.at(-1)).toEqual({ kind: 'reached', seq: 5 });
  expect(two.received).toEqual([
    { kind: 'state', state: 'connecting' },
    { kind: 'state', state: 'connecting' },
    { kind: 'state', state: 'open' },
    { kind: 'reached', seq: 5 },
  ]);
  two.send({ kind: 'offline' });
  two.send({ kind: 'online' });
  two.send({ kind: 'close' });
  one.send({ kind: 'close' });
  expect(made[0]?.log.slice(2)).toEqual(['drop', 'retry', 'show alarm', 'close']);
});

test('opens a separate connection for another session', () => {
  const { made, serve } = makeConnections();
  const [one, two] = [openTab(serve), openTab(serve)];
  one.open('first');
  two.open('second');
  made[0]?.listener.reached(1);
  expect(two.received).toEqual([{ kind: 'state', state: 'connecting' }]);
  one.open('second');
  expect(made.map(({ log }) => log)).toEqual([['close'], []]);
});

test('retries a refused connection for a new page, not for a heartbeat', () => {
  const { made, serve } = makeConnections();
  const [one, two] = [openTab(serve), openTab(serve)];
  one.open('t', ['alarm']);
  made[0]?.listener.changed('off');
  one.open('t', ['alarm'], 'here');
  expect(made).toHaveLength(1);
  two.open('t');
  expect(made).toHaveLength(2);
  expect(made[0]?.log.at(-1)).toBe('close');
  expect(made[1]?.log).toEqual(['show alarm']);
});

test('forgets a tab that closed without a message', () => {
  const { made, serve } = makeConnections();
  const [one, two] = [openTab(serve), openTab(serve)];
  one.open('t', ['alarm']);
  vi.advanceTimersByTime(6 * 60_000);
  two.open('t', ['site']);
  expect(made[0]?.log).toEqual(['show alarm', 'show site']);
});
