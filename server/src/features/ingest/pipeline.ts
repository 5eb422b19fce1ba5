import { setTimeout as wait } from 'node:timers/promises';
import { isTransient } from '../../platform/db/database.ts';
import { mergeReadings, type Reading, type Replaced } from '../reading/model.api.ts';
import { type ReplacedValue, readingKey } from '../reading/storage.api.ts';

/** The outcome of writing a reading. */
type WriteOutcome = 'stored' | 'refused';

interface QueuedReading {
  reading: Reading;
  /** Values of the packet that another value of the same packet replaced. */
  replaced: readonly Replaced[];
  onEnd(fate: WriteOutcome): void;
}

type Store = (readings: Reading[], losses: ReplacedValue[]) => Promise<void>;

export interface PipelineOptions {
  store: Store;
  /** Called whenever storing a batch has failed. */
  onError(error: unknown): void;
  /** Rows of one batch, and queued rows at which senders have to pause. */
  batch?: number;
  capacity?: number;
}

export interface Pipeline {
  /** Queues a reading; `onEnd` is called when it is on disk, or has been given up. */
  push(reading: Reading, onEnd: (fate: WriteOutcome) => void, replaced?: readonly Replaced[]): void;
  /** True while senders have to wait. */
  readonly full: boolean;
  /** Rows that are not stored yet. */
  readonly depth: number;
  /** Called whenever `full` changes. */
  onFullChange(listener: () => void): void;
  /** Stores what is queued and refuses more; gives up while the database is unavailable. */
  close(): Promise<void>;
}

const lanes = 2;
const maxPauseMs = 2000;

/**
 * Readings are queued while the previous batch is written, so batches grow when the database is slow.
 * Each site belongs to one lane: two batches never write the same row.
 */
export function openPipeline(options: PipelineOptions): Pipeline {
  const { batch = 2000, capacity = 10_000 } = options;
  const queues = Array.from({ length: lanes }, (): QueuedReading[] => []);
  const running: (Promise<void> | undefined)[] = [];
  const listeners: (() => void)[] = [];
  let depth = 0;
  let closing = false;

  async function drain(lane: number, queue: QueuedReading[]): Promise<void> {
    while (queue.length > 0) {
      const taken = queue.splice(0, batch);
      await storeAll(taken);
      changeDepth(-taken.length);
    }
    running[lane] = undefined;
  }

  function changeDepth(more: number): void {
    const wasFull = depth >= capacity;
    depth += more;
    if (wasFull !== depth >= capacity) for (const listener of listeners) listener();
  }

  async function storeAll(taken: QueuedReading[]): Promise<void> {
    for (let pause = 50; ; pause = Math.min(pause * 2, maxPauseMs)) {
      try {
        const { readings, losses } = mergeBatch(taken);
        await options.store(readings, losses);
        return end(taken, 'stored');
      } catch (error) {
        options.onError(error);
        if (!isTransient(error)) return storeHalves(taken);
        if (closing) return end(taken, 'refused');
        await wait(pause);
      }
    }
  }

  /** Bisects a batch that cannot be stored: only the bad reading is refused and not acknowledged. */
  async function storeHalves(taken: QueuedReading[]): Promise<void> {
    if (taken.length === 1) return end(taken, 'refused');
    const half = taken.length >> 1;
    await storeAll(taken.slice(0, half));
    await storeAll(taken.slice(half));
  }

  return {
    push(reading, onEnd, replaced = []) {
      if (closing) return onEnd('refused');
      const lane = reading.siteId % lanes;
      const queue = queues[lane] ?? [];
      queue.push({ reading, onEnd, replaced });
      changeDepth(1);
      // Deferred, so that readings that arrive together are stored in one batch.
      running[lane] ??= new Promise<void>((done) => setImmediate(done)).then(() => drain(lane, queue));
    },
    get full() {
      return depth >= capacity;
    },
    get depth() {
      return depth;
    },
    onFullChange: (listener) => void listeners.push(listener),
    async close() {
      closing = true;
      await Promise.all(running.map((lane) => lane ?? Promise.resolve()));
    },
  };
}

function end(taken: readonly QueuedReading[], fate: WriteOutcome): void {
  for (const { onEnd } of taken) onEnd(fate);
}

/** Merges readings with the same key within a batch, before they are stored. */
function mergeBatch(taken: readonly QueuedReading[]): { readings: Reading[]; losses: ReplacedValue[] } {
  const byKey = new Map<string, Reading>();
  const losses: ReplacedValue[] = [];
  for (const { reading, replaced: within } of taken) {
    for (const one of within) losses.push({ ...one, reading });
    const place = readingKey(reading);
    const existing = byKey.get(place);
    if (!existing) {
      byKey.set(place, reading);
      continue;
    }
    const { merged, replaced } = mergeReadings(existing, reading);
    for (const one of replaced) losses.push({ ...one, reading });
    byKey.set(place, merged);
  }
  return { readings: [...byKey.values()], losses };
}
