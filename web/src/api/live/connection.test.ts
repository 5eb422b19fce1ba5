import type { LiveFrame, LiveRequest } from '@limpid/contract/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LiveState, openConnection } from './connection.ts';

/** A fake of the server's end of a connection. */
class FakeSocket {
  static readonly OPEN = 1;
  static readonly all: FakeSocket[] = [];
  readonly protocols: string[];
  readyState = 1;
  sent: LiveRequest[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(_address: string, protocols: string[]) {
    this.protocols = protocols;
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(code = 1000): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  receive(frame: LiveFrame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

const message = (seq: number, siteName = `${seq}`): LiveFrame => ({
  kind: 'message',
  topic: 'alarm',
  deptId: 1,
  seq,
  payload: [{ siteName, type: '', val: 0, createTime: '' }],
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  FakeSocket.all.length = 0;
});

function open(since?: number) {
  const received: (number | undefined)[] = [];
  const states: LiveState[] = [];
  const reached: number[] = [];
  let gaps = 0;
  const connection = openConnection(
    { address: 'ws://x', token: 't', since },
    {
      changed: (state) => states.push(state),
      received: ({ seq }) => received.push(seq),
      reached: (seq) => reached.push(seq),
      missed: () => (gaps += 1),
    },
  );
  const socket = () => {
    const last = FakeSocket.all.at(-1);
    if (!last) throw new Error('no connection was opened');
    return last;
  };
  return { connection, socket, received, states, reached, gaps: () => gaps };
}

test('sends the token as a subprotocol and starts with the present', () => {
  const { connection, socket, reached } = open();
  connection.show(['alarm']);
  expect(socket().protocols).toEqual(['limpid', 't']);
  socket().receive({ kind: 'ready', seq: 7 });
  expect(socket().sent.at(-1)).toEqual({ show: ['alarm'], since: 7 });
  socket().receive({ kind: 'caughtUp', seq: 7, complete: true });
  expect(reached).toEqual([7]);
});

test('reconnects with growing delays, requests missed messages and delivers none twice', () => {
  const { socket, received, states, gaps } = open(3);
  socket().receive({ kind: 'ready', seq: 9 });
  expect(socket().sent.at(-1)).toEqual({ show: [], since: 3 });
  for (const seq of [4, 5]) socket().receive(message(seq));
  socket().close(1006);
  expect(states).toEqual(['open', 'lost']);
  for (const [longest, sockets] of [
    [1000, 2],
    [2000, 3],
    [4000, 4],
  ] as const) {
    expect(FakeSocket.all).toHaveLength(sockets - 1);
    vi.advanceTimersByTime(longest);
    expect(FakeSocket.all).toHaveLength(sockets);
    if (sockets < 4) socket().close(1006);
  }
  socket().receive({ kind: 'ready', seq: 9 });
  expect(socket().sent.at(-1)).toEqual({ show: [], since: 5 });
  for (const seq of [5, 6]) socket().receive(message(seq));
  socket().receive({ kind: 'caughtUp', seq: 9, complete: false });
  expect([received, gaps()]).toEqual([[4, 5, 6], 1]);
});

test('treats silence as a lost connection, unless there are heartbeats', () => {
  const { socket, states } = open(0);
  socket().receive({ kind: 'ready', seq: 0 });
  for (let n = 0; n < 5; n += 1) {
    vi.advanceTimersByTime(25_000);
    socket().receive({ kind: 'beat' });
  }
  expect(states).toEqual(['open']);
  vi.advanceTimersByTime(60_000);
  expect(states).toEqual(['open', 'lost']);
});

test('reacts to changes of the network at once', () => {
  const { connection, socket, states } = open(0);
  socket().receive({ kind: 'ready', seq: 0 });
  connection.drop();
  expect(states).toEqual(['open', 'lost']);
  connection.retryNow();
  expect(FakeSocket.all).toHaveLength(2);
  connection.retryNow();
  expect(FakeSocket.all).toHaveLength(2);
});

test('does not retry after the end of the session', () => {
  const { connection, socket, states } = open(0);
  socket().close(4401);
  expect(states).toEqual(['ended']);
  connection.retryNow();
  vi.advanceTimersByTime(600_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test.each([4403, 4404, 4400])('is off after %i and retries rarely', (code) => {
  const { socket, states } = open(0);
  socket().close(code);
  expect(states).toEqual(['off']);
  vi.advanceTimersByTime(50_000);
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(15_000);
  expect(FakeSocket.all).toHaveLength(2);
  socket().receive({ kind: 'ready', seq: 0 });
  expect(states).toEqual(['off', 'open']);
});

test('replaces a sequence number that is ahead of the server’s', () => {
  const { socket, received } = open(900);
  socket().receive({ kind: 'ready', seq: 10 });
  socket().receive({ kind: 'caughtUp', seq: 10, complete: true });
  socket().receive(message(11));
  expect(received).toEqual([11]);
});

test('stays closed after close', () => {
  const { connection, socket, states } = open(0);
  const old = socket();
  connection.close();
  old.receive({ kind: 'ready', seq: 0 });
  vi.advanceTimersByTime(600_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(states).toEqual([]);
});
