import { SECOND_MS } from '@limpid/contract/durations';
import type { MqttMessage } from '../../platform/mqtt/mqtt-connection.ts';
import type { MessageOutcome } from './handle-message.ts';

interface QueuedMessage {
  message: MqttMessage;
  attempts: number;
  /** How many messages had been stored when this one was handled first. */
  storedBefore: number;
}

interface QueueOptions {
  /** True while messages have to wait. */
  isFull(): boolean;
  handle(message: MqttMessage, onEnd: (outcome: MessageOutcome) => void): void;
  /** A message could not be stored although others could; it is given up. */
  onGivenUp(message: MqttMessage): void;
  /** A message of QoS 0 came while others had to wait. */
  onDropped(message: MqttMessage): void;
}

/** Messages between their arrival and their acknowledgement. */
export interface MessageQueue {
  push(message: MqttMessage): void;
  /** Handles messages that had to wait. */
  resume(): void;
  /** Forgets waiting messages that the broker sends again. */
  forgetStale(): void;
  /** Messages that are not acknowledged yet. */
  readonly open: number;
  /** Takes no more; the broker keeps what is not acknowledged. What is being stored is still acknowledged. */
  close(): void;
}

const maxAttempts = 3;
const firstPauseMs = SECOND_MS;
const longestPauseMs = 30 * SECOND_MS;

/** The connection bounds the number of open messages: it reads no more while too many wait for acknowledgements. */
export function openMessageQueue({ isFull, handle, onGivenUp, onDropped }: QueueOptions): MessageQueue {
  /** From `first` on; removing the first of thousands would move all others. */
  let waiting: QueuedMessage[] = [];
  let first = 0;
  const timers = new Set<NodeJS.Timeout>();
  let [open, stored, isClosed] = [0, 0, false];

  function run(queued: QueuedMessage): void {
    handle(queued.message, (outcome) => {
      if (outcome === 'failed' && !isLost(queued)) return retry(queued);
      open--;
      if (outcome === 'stored') stored++;
      if (outcome === 'failed') onGivenUp(queued.message);
      queued.message.acknowledge(outcome === 'stored' ? 'accepted' : 'refused');
    });
  }

  /** While nothing at all is stored, the database is at fault and not the message. */
  function isLost({ attempts, storedBefore, message }: QueuedMessage): boolean {
    return !message.isRepeatable || (attempts + 1 >= maxAttempts && stored > storedBefore);
  }

  function retry(queued: QueuedMessage): void {
    if (isClosed) {
      open--;
      return;
    }
    const pause = Math.min(firstPauseMs * 2 ** queued.attempts, longestPauseMs);
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (queued.message.isStale) open--;
      else run({ ...queued, attempts: queued.attempts + 1 });
    }, pause);
    timers.add(timer);
  }

  return {
    push(message) {
      if (isClosed) return;
      // Nobody waits for an acknowledgement of QoS 0, so that nothing bounds it but this.
      if (isFull() && !message.isRepeatable) return onDropped(message);
      open++;
      const queued = { message, attempts: 0, storedBefore: stored };
      if (isFull() || waiting.length > first) waiting.push(queued);
      else run(queued);
    },
    resume() {
      while (!isClosed && !isFull()) {
        const next = waiting[first];
        if (!next) break;
        first++;
        run(next);
      }
      if (first < waiting.length / 2) return;
      waiting = waiting.slice(first);
      first = 0;
    },
    forgetStale() {
      const left = waiting.slice(first).filter(({ message }) => !message.isStale);
      open -= waiting.length - first - left.length;
      [waiting, first] = [left, 0];
    },
    get open() {
      return open;
    },
    close() {
      isClosed = true;
      open -= waiting.length - first + timers.size;
      [waiting, first] = [[], 0];
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
