import type { MqttClient } from 'mqtt';

/**
 * mosquitto 2.0.11 keeps to the receive maximum only until the first acknowledgement. So that memory stays bounded,
 * reading is suspended at this many times the maximum; a broker that keeps to it is never suspended.
 */
const overrun = 8;

/** Suspends reading from a broker while too many of its messages wait for their acknowledgement. */
export interface ReadingGate {
  readonly isSuspended: boolean;
  /** Reads the next message by calling `readNext`, now or when fewer wait. */
  pass(waiting: number, readNext: () => void): void;
  /** Fewer messages wait now. */
  release(waiting: number): void;
  /** Forgets what is suspended: its connection is lost. */
  reset(): void;
  /** Never suspends again: a socket that is not read does not close. */
  open(): void;
}

export function makeReadingGate(client: MqttClient, maxInFlight: number): ReadingGate {
  const maxWaiting = overrun * maxInFlight;
  let readLater: (() => void) | undefined;
  let pinging: NodeJS.Timeout | undefined;
  let isOpen = false;

  /** The answer to a ping is not read either, so that the client would give up a connection that is alive. */
  function ping(): void {
    if (!client.connected) return;
    client.sendPing();
    client.reschedulePing(true);
  }

  function reset(): void {
    clearInterval(pinging);
    [readLater, pinging] = [undefined, undefined];
  }

  function resume(): void {
    const readNext = readLater;
    reset();
    readNext?.();
  }

  return {
    get isSuspended() {
      return readLater !== undefined;
    },
    pass(waiting, readNext) {
      if (isOpen || waiting < maxWaiting) return readNext();
      ping();
      readLater = readNext;
      pinging = setInterval(ping, ((client.keepalive ?? 0) * 1000) / 2);
    },
    release(waiting) {
      if (waiting <= maxWaiting / 2) resume();
    },
    reset,
    open() {
      isOpen = true;
      resume();
    },
  };
}
