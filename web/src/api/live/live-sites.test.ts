// @vitest-environment happy-dom
import type { LiveMessage } from '@limpid/contract/live';
import type { SiteUpdate } from '@limpid/contract/map/site-update';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveState } from './connection.ts';
import type { TabMessage } from './hub.ts';
import { connectLive, subscribeLive } from './live.ts';
import { useLiveSites, useReconnect } from './live-sites.ts';

/** A fake of the worker that all tabs share. */
class FakeWorker {
  static sent: TabMessage[] = [];
  static deliver: (message: LiveMessage) => void = () => undefined;
  static setState: (state: LiveState) => void = () => undefined;
  readonly port = {
    onmessage: null as ((event: { data: unknown }) => void) | null,
    postMessage: (message: TabMessage) => FakeWorker.sent.push(message),
  };

  constructor() {
    FakeWorker.deliver = (message) => this.port.onmessage?.({ data: { kind: 'message', message } });
    FakeWorker.setState = (state) => this.port.onmessage?.({ data: { kind: 'state', state } });
  }
}

const updateOf = (siteId: number): SiteUpdate => ({ siteId, state: 'on', ts: 1, values: {} });
const topics = () => {
  const last = FakeWorker.sent.findLast((message) => 'topics' in message);
  return last && 'topics' in last ? last.topics : [];
};

let close: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('SharedWorker', FakeWorker);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  FakeWorker.sent = [];
  close = connectLive({ userId: 7, deptId: 100, token: 't' });
});

afterEach(() => {
  close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('delivers only updates of the sites that a component shows', () => {
  const received: number[][] = [];
  const onChange = (updates: readonly SiteUpdate[]) => received.push(updates.map(({ siteId }) => siteId));
  function Shown({ ids }: { ids: number[] }) {
    useLiveSites(ids, onChange);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  const show = (...ids: number[]) => act(() => root.render(createElement(Shown, { ids })));
  show(1, 2);
  expect(topics()).toEqual(['site:1', 'site:2']);
  const deliver = (...ids: number[]) =>
    FakeWorker.deliver({ kind: 'message', topic: 'site', payload: ids.map(updateOf) });
  deliver(1, 5);
  deliver(5);
  expect(received).toEqual([[1]]);

  // A moving map subscribes once, after it has stopped.
  const before = FakeWorker.sent.length;
  show(2, 3);
  show(3, 4);
  show(3, 4);
  expect(FakeWorker.sent).toHaveLength(before);
  vi.advanceTimersByTime(300);
  expect(FakeWorker.sent).toHaveLength(before + 1);
  expect(topics()).toEqual(['site:3', 'site:4']);
  show(4, 3);
  vi.advanceTimersByTime(300);
  expect(FakeWorker.sent).toHaveLength(before + 1);
  deliver(1, 3, 4);
  expect(received).toEqual([[1], [3, 4]]);

  act(() => root.unmount());
  expect(topics()).toEqual([]);
  deliver(3);
  expect(received).toHaveLength(2);
});

test('reports a connection that is open again after it was lost', () => {
  let returns = 0;
  function Away() {
    useReconnect(() => returns++);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  act(() => root.render(createElement(Away)));
  for (const state of ['connecting', 'open', 'open'] as const) FakeWorker.setState(state);
  expect(returns).toBe(0);
  for (const state of ['lost', 'connecting'] as const) FakeWorker.setState(state);
  expect(returns).toBe(0);
  for (const state of ['open', 'open'] as const) FakeWorker.setState(state);
  expect(returns).toBe(1);
  for (const state of ['off', 'open'] as const) FakeWorker.setState(state);
  expect(returns).toBe(2);
  act(() => root.unmount());
});

test('delivers messages to subscribers of a topic and of its kind', () => {
  const received: string[] = [];
  const ends = [
    subscribeLive('alarm', () => received.push('kind')),
    subscribeLive('alarm:7', () => received.push('one')),
  ];
  expect(topics()).toEqual(['alarm', 'alarm:7']);
  const deliver = (topic: 'alarm' | 'alarm:7' | 'alarm:8') =>
    FakeWorker.deliver({ kind: 'message', topic, payload: [] });
  deliver('alarm:7');
  deliver('alarm:8');
  deliver('alarm');
  expect(received).toEqual(['kind', 'one', 'kind', 'kind']);
  for (const end of ends) end();
  deliver('alarm:7');
  expect(received).toHaveLength(4);
});
