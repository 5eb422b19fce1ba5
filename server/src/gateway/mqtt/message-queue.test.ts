import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MessageOutcome } from './handle-message.ts';
import { openMessageQueue } from './message-queue.ts';

const storage = new Map<string, MessageOutcome>();
const handled: string[] = [];
const [givenUp, dropped]: [string[], string[]] = [[], []];
let isFull = false;

function openQueue() {
  return openMessageQueue({
    isFull: () => isFull,
    handle(message, onEnd) {
      handled.push(message.topic);
      onEnd(storage.get(message.topic) ?? 'stored');
    },
    onGivenUp: ({ topic }) => givenUp.push(topic),
    onDropped: ({ topic }) => dropped.push(topic),
  });
}

function makeMessage(topic: string, facts: { isRepeatable?: boolean; isStale?: boolean } = {}) {
  const acknowledged: string[] = [];
  return {
    topic,
    payload: Buffer.of(),
    isRetained: false,
    isRepeatable: true,
    isStale: false,
    ...facts,
    acknowledged,
    acknowledge: (result: string) => void acknowledged.push(result),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  storage.clear();
  for (const list of [handled, givenUp, dropped]) list.length = 0;
  isFull = false;
});
afterEach(() => vi.useRealTimers());

describe('a message', () => {
  it('is acknowledged when it is stored, and also when it is refused', () => {
    const queue = openQueue();
    storage.set('bad', 'refused');
    const [good, bad] = [makeMessage('good'), makeMessage('bad')];
    queue.push(good);
    queue.push(bad);
    expect([good.acknowledged, bad.acknowledged]).toEqual([['accepted'], ['refused']]);
    expect(queue.open).toBe(0);
  });

  it('waits while the pipeline is full, and is forgotten if it comes again anyway', () => {
    const queue = openQueue();
    isFull = true;
    const stale = makeMessage('stale', { isStale: true });
    for (const message of [makeMessage('first'), stale, makeMessage('last')]) queue.push(message);
    queue.push(makeMessage('QoS 0', { isRepeatable: false }));
    queue.forgetStale();
    expect([queue.open, handled, dropped]).toEqual([2, [], ['QoS 0']]);
    isFull = false;
    queue.resume();
    expect([queue.open, handled]).toEqual([0, ['first', 'last']]);
  });

  it('that cannot be stored is tried for ever while nothing can, and three times while others can', async () => {
    const queue = openQueue();
    storage.set('bad', 'failed');
    const bad = makeMessage('bad');
    queue.push(bad);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(handled.length).toBeGreaterThan(5);
    expect([bad.acknowledged, givenUp]).toEqual([[], []]);
    queue.push(makeMessage('good'));
    await vi.advanceTimersByTimeAsync(30_000);
    expect([bad.acknowledged, givenUp, queue.open]).toEqual([['refused'], ['bad'], 0]);
  });

  it('that is not stored yet is left to the broker when the queue closes', async () => {
    const queue = openQueue();
    storage.set('bad', 'failed');
    const bad = makeMessage('bad');
    queue.push(bad);
    queue.close();
    queue.push(makeMessage('late'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([handled, bad.acknowledged, queue.open]).toEqual([['bad'], [], 0]);
  });
});
