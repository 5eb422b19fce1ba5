import { connect, type Socket } from 'node:net';
import { MINUTE_MS } from '../durations.ts';
import { deriveSeed, randomUnit } from '../random.ts';
import { Device, type DeviceOptions } from './device.ts';
import type { OutboxCounts } from './outbox.ts';

export interface Address {
  host: string;
  port: number;
}

export interface StationOptions extends DeviceOptions {
  address: Address;
  /** Milliseconds before reconnecting: the first delay and the maximum. */
  backOff?: { least: number; most: number };
  now?: () => number;
}

export interface Station {
  readonly device: Device;
  counts(): OutboxCounts & { connections: number; waiting: number };
  isConnected(): boolean;
  stop(): void;
}

const minWaitMs = 20;
const maxWaitMs = 1000;
const connectTimeout = 10_000;

/** Starts a station on a socket; it reconnects until it is stopped. */
export function startStation(options: StationOptions): Station {
  const station = new SocketStation(options);
  station.step();
  return station;
}

class SocketStation implements Station {
  readonly device: Device;
  readonly #address: Address;
  readonly #backOff: { least: number; most: number };
  readonly #now: () => number;
  readonly #seed: number;
  #socket: Socket | null = null;
  #isConnected = false;
  #connections = 0;
  #failures = 0;
  #retryAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: StationOptions) {
    const { address, backOff = { least: 1000, most: MINUTE_MS }, now = Date.now } = options;
    this.device = new Device(options);
    this.#address = address;
    this.#backOff = backOff;
    this.#now = now;
    this.#seed = deriveSeed(0, options.mn);
  }

  counts() {
    const { counts, size } = this.device.outbox;
    return { ...counts, connections: this.#connections, waiting: size };
  }

  isConnected(): boolean {
    return this.#isConnected;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#socket?.removeAllListeners('close').destroy();
    this.#socket = null;
    this.#isConnected = false;
  }

  /** Performs the due step and schedules the next one. */
  step(): void {
    const { device } = this;
    const now = this.#now();
    const reachable = device.isReachable(now);
    if (this.#isConnected && (!reachable || device.outbox.isUnanswered(now))) this.#socket?.destroy();
    else if (!this.#socket && reachable && now >= this.#retryAt) this.#open();
    const socket = this.#socket;
    const canSend = this.#isConnected && socket !== null && !socket.destroyed && !socket.writableNeedDrain;
    this.#write(device.tick(now, canSend));
    const wait = device.dueAt(now) - now;
    this.#wakeIn(canSend ? Math.max(wait, minWaitMs) : this.#backOff.least);
  }

  #wakeIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.step(), Math.min(milliseconds, maxWaitMs));
  }

  #open(): void {
    const socket = connect({ ...this.#address, noDelay: true });
    this.#socket = socket;
    socket.setTimeout(connectTimeout, () => socket.destroy());
    socket.once('connect', () => {
      socket.setTimeout(0);
      this.#isConnected = true;
      this.#connections++;
      this.step();
    });
    socket.on('data', (chunk) => {
      this.#failures = 0;
      this.#write(this.device.receive(chunk, this.#now()));
    });
    // The `close` event follows and reconnects.
    socket.on('error', () => undefined);
    socket.once('close', () => this.#lose());
  }

  #lose(): void {
    this.#socket = null;
    this.#isConnected = false;
    this.device.disconnect();
    // Jitter, so that stations that lost the same platform do not all return in the same second.
    const spread = 0.75 + 0.5 * randomUnit(this.#seed, this.#connections + this.#failures);
    const wait = spread * Math.min(this.#backOff.least * 2 ** this.#failures, this.#backOff.most);
    this.#retryAt = this.#now() + wait;
    this.#failures++;
    this.#wakeIn(wait);
  }

  #write(frames: readonly Buffer[]): void {
    if (frames.length > 0 && this.#socket?.writable) this.#socket.write(Buffer.concat(frames));
  }
}
